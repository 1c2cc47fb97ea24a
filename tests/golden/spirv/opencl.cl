#pragma OPENCL EXTENSION cl_khr_fp64 : enable
struct foo {
	int a;
	double b;
	char c;
};

double helper(double x)
{
	return x * 2.0;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) __attribute__((intel_reqd_sub_group_size(16))) void
k(__global float *p, int n, uint4 v, struct foo f, __local short *l, __constant char *c, char d, unsigned char e)
{
	p[get_global_id(0)] = (float)helper(n + f.b) + v.x + l[0] + c[1] + d + e;
}

__kernel __attribute__((work_group_size_hint(8, 4, 2))) void
im(read_only image2d_t i, write_only image3d_t o, sampler_t s, float3 z)
{
	float4 x = read_imagef(i, s, (float2)(0, z.x));

	write_imagef(o, (int4)(0, 0, 0, 0), x);
}
