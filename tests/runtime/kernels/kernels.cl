/* kernels.cl — kernels that the tests of the runtime launch, as SPIR-V and as PTX. */
#ifdef __NVPTX__
#define get_local_id(d) ((d) == 0 ? __nvvm_read_ptx_sreg_tid_x() : (d) == 1 ? __nvvm_read_ptx_sreg_tid_y() : __nvvm_read_ptx_sreg_tid_z())
#define get_group_id(d) ((d) == 0 ? __nvvm_read_ptx_sreg_ctaid_x() : (d) == 1 ? __nvvm_read_ptx_sreg_ctaid_y() : __nvvm_read_ptx_sreg_ctaid_z())
#define get_local_size(d) ((d) == 0 ? __nvvm_read_ptx_sreg_ntid_x() : (d) == 1 ? __nvvm_read_ptx_sreg_ntid_y() : __nvvm_read_ptx_sreg_ntid_z())
#define get_num_groups(d) ((d) == 0 ? __nvvm_read_ptx_sreg_nctaid_x() : (d) == 1 ? __nvvm_read_ptx_sreg_nctaid_y() : __nvvm_read_ptx_sreg_nctaid_z())
#define get_global_size(d) (get_local_size(d) * get_num_groups(d))
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
#define sync_group() __nvvm_bar_sync(0)
#else
#define sync_group() barrier(CLK_LOCAL_MEM_FENCE)
#endif

typedef unsigned int u32;

__kernel void saxpy(float a, __global const float *x, __global float *y)
{
	size_t i = get_global_id(0);

	y[i] = a * x[i] + y[i];
}

/* Where each work-item is: fastest dimension first. */
__kernel void places(__global u32 *out)
{
	size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));

	out[i] = (u32)get_global_id(0) + 100 * (u32)get_global_id(1) + 10000 * (u32)get_global_id(2);
}

__kernel void sizes(__global u32 *out)
{
	out[0] = (u32)get_local_size(0);
	out[1] = (u32)get_local_size(1);
	out[2] = (u32)get_local_size(2);
}

__kernel void reverse(__global int *data, __local int *copy)
{
	size_t i = get_local_id(0), n = get_local_size(0), at = get_group_id(0) * n;

	copy[i] = data[at + i];
	sync_group();
	data[at + i] = copy[n - 1 - i];
}

struct mixed {
	char c;
	long d;
	short s[3];
};

__kernel void by_value(struct mixed m, __global long *out)
{
	out[0] = m.c;
	out[1] = m.d;
	out[2] = m.s[0] + m.s[1] + m.s[2];
}

__kernel void __sycl_kernel_free(__global int *out, int value)
{
	out[get_global_id(0)] = value;
}
