__constant sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

struct S {
	int a;
	float b;
	long c;
};

__kernel void add(__global const float *a, __global float *b, float k, int4 v)
{
	int i = get_global_id(0);

	b[i] = a[i] * k + v.x;
}

__attribute__((reqd_work_group_size(16, 4, 1))) __kernel void red(__global float *a, __local float *l)
{
	__local float s[64];

	s[get_local_id(0)] = a[get_global_id(0)];
	l[get_local_id(0)] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	a[get_global_id(0)] = s[63 - get_local_id(0)] + l[0];
}

__kernel void img(read_only image2d_t i, write_only image2d_t o, sampler_t s)
{
	int2 c = (int2)(get_global_id(0), get_global_id(1));

	write_imagef(o, c, read_imagef(i, smp, c) + read_imagef(i, s, c));
	if (c.x == 0)
		printf("width %d\n", get_image_width(i));
}

__kernel __attribute__((vec_type_hint(float4))) void str(struct S s, __global int *o, __constant int *c)
{
	o[get_global_id(0)] = s.a + (int)s.b + s.c + c[0];
}
