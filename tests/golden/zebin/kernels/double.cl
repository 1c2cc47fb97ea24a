#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void daxpy(double a, global const double *x, global double *y)
{
	size_t i = get_global_id(0);

	y[i] = fma(a, x[i], y[i]);
}
