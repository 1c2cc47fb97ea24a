/* slow.cl — a kernel that takes a while and then writes far apart. */
__kernel void slow(__global uint *out, uint rounds, uint stride)
{
	uint i = (uint)get_global_id(0), x = i;

	for (uint k = 0; k < rounds; k++)
		x = x * 1664525u + 1013904223u;
	out[(size_t)i * stride] = x | 1;
}

/* Until the host writes something. */
__kernel void spin(__global volatile uint *flag)
{
	while (*flag == 0)
		;
}
