#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void haxpy(half a, global const half *x, global half *y)
{
	size_t i = get_global_id(0);

	y[i] = fma(a, x[i], y[i]);
}
