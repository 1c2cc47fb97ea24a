/* Kernels that tests of the runtime launch, in OpenCL C, compiled for every device: SPIR-V as it stands, PTX with
 * nvptx.h before it. The fake drivers (tests/fake) know them by name and run them on the host. */

kernel void iota(global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = (uint)i;
}

/* The form of iota for launches with an offset, as the adapter for SYCL runtimes expects it. */
struct offset {
	uint of[3];
};

kernel void iota_with_offset(global uint *out, struct offset offset)
{
	size_t i = get_global_id(0) + offset.of[0];

	out[i] = (uint)i;
}

kernel void saxpy(float a, global const float *x, global float *y)
{
	size_t i = get_global_id(0);

	y[i] += a * x[i];
}

/* Each work-group writes its part backwards, by way of local memory. */
kernel void reverse_local(global const uint *in, global uint *out, local uint *part)
{
	size_t i = get_local_id(0), n = get_local_size(0);

	part[i] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = part[n - 1 - i];
}

/* Two pieces of local memory that must not overlap. */
kernel void two_locals(global uint *out, local uint *a, local ulong *b)
{
	size_t i = get_local_id(0), n = get_local_size(0);

	a[i] = (uint)i + 1;
	b[i] = (ulong)i * 1000;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = a[n - 1 - i] + (uint)b[n - 1 - i];
}

/* Which dimension is which. */
kernel void position(global uint *out)
{
	size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

	out[(z * get_global_size(1) + y) * get_global_size(0) + x] = (uint)(x + 100 * y + 10000 * z);
}

struct pack {
	uchar tag;
	ulong wide;
	float scale;
};

kernel void by_value(struct pack p, uchar small, ushort middle, global float *out)
{
	out[get_global_id(0)] = (float)p.tag + (float)p.wide * p.scale + (float)small + (float)middle;
}

kernel void nothing(void)
{
}
