/* An exported function that needs nothing, beside a kernel that needs double precision. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

float half_of(float f);
float half_of(float f)
{
	return f / 2;
}

kernel void uses(global double *out)
{
	out[get_global_id(0)] = out[get_global_id(0)] / 2;
}
