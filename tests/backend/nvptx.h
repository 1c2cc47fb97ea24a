/* What kernels.cl uses of OpenCL C's built-in functions, for compilers without a library of them: PTX. */
#define CLK_LOCAL_MEM_FENCE 1
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;

static inline size_t get_local_id(uint d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_tid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_tid_y()
			: __nvvm_read_ptx_sreg_tid_z();
}

static inline size_t get_group_id(uint d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_ctaid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_ctaid_y()
			: __nvvm_read_ptx_sreg_ctaid_z();
}

static inline size_t get_local_size(uint d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_ntid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_ntid_y()
			: __nvvm_read_ptx_sreg_ntid_z();
}

static inline size_t get_num_groups(uint d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_nctaid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_nctaid_y()
			: __nvvm_read_ptx_sreg_nctaid_z();
}

static inline size_t get_global_id(uint d)
{
	return get_group_id(d) * get_local_size(d) + get_local_id(d);
}

static inline size_t get_global_size(uint d)
{
	return get_num_groups(d) * get_local_size(d);
}

static inline void barrier(uint flags)
{
	__nvvm_bar_sync(0);
}
