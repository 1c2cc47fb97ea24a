/* other.cl — a kernel of the same name as one of kernels.cl that does something else. */
__kernel void saxpy(float a, __global const float *x, __global float *y)
{
#ifdef __NVPTX__
	size_t i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
#else
	size_t i = get_global_id(0);
#endif

	y[i] = a - x[i];
}
