/* examples/saxpy.cl — two kernels for the demo: saxpy runs on any device, daxpy needs the aspect fp64.
 *
 * -DSAXPY and -DDAXPY choose one, so that each becomes a device image of its own. */
#if defined(__NVPTX__)
#define INDEX (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#elif defined(__AMDGCN__)
#define INDEX (__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x())
#else
#define INDEX get_global_id(0)
#endif

#ifdef SAXPY
kernel void saxpy(global float *y, global const float *x, float a)
{
	size_t i = INDEX;

	y[i] = a * x[i] + y[i];
}
#endif

#ifdef DAXPY
kernel void daxpy(global double *y, global const double *x, double a)
{
	size_t i = INDEX;

	y[i] = a * x[i] + y[i];
}
#endif
