/* examples/axpy.cl — three kernels for the demo: saxpy runs on any device, daxpy needs the aspect fp64, sdot work-groups of 64.
 *
 * -DSAXPY leaves out the last two, for the compilers of native code. */
#if defined(__NVPTX__)
#define INDEX (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#elif defined(__AMDGCN__)
#define INDEX (__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x())
#else
#define INDEX get_global_id(0)
#endif

kernel void saxpy(global float *y, global const float *x, float a)
{
	size_t i = INDEX;

	y[i] = a * x[i] + y[i];
}

#ifndef SAXPY
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void daxpy(global double *y, global const double *x, double a)
{
	size_t i = INDEX;

	y[i] = a * x[i] + y[i];
}

__attribute__((reqd_work_group_size(64, 1, 1))) kernel void sdot(global float *sums, global const float *x,
								 global const float *y)
{
	local float part[64];
	size_t i = get_local_id(0);

	part[i] = x[get_global_id(0)] * y[get_global_id(0)];
	for (size_t width = 32; width > 0; width /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < width)
			part[i] += part[i + width];
	}
	if (i == 0)
		sums[get_group_id(0)] = part[0];
}
#endif
