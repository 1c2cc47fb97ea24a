/* Kernels of one module that need different things, and names as C++ compilers make them. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double half_of(double d);
double half_of(double d)
{
	return d / 2;
}

/* a variable of the program: the host may ask for it */
constant int counter[2] = { 1, 2 };

kernel void plain(global int *out)
{
	out[get_global_id(0)] = 1;
}

kernel void wide(global double *out)
{
	out[get_global_id(0)] = half_of(out[get_global_id(0)]);
}

kernel __attribute__((reqd_work_group_size(512, 1, 1))) void large(global int *out)
{
	out[get_global_id(0)] = 2;
}

kernel __attribute__((intel_reqd_sub_group_size(32))) void grouped(global int *out)
{
	out[get_global_id(0)] = 3;
}

kernel void _Z18__sycl_kernel_iotafPf(float from, global float *out)
{
	out[get_global_id(0)] = from + (float)get_global_id(0);
}

kernel void _ZN2ns18__sycl_kernel_fillEiPi(int value, global int *out)
{
	out[get_global_id(0)] = value;
}

kernel void _ZN5other18__sycl_kernel_fillEiPi(int value, global int *out)
{
	out[get_global_id(0)] = -value;
}
