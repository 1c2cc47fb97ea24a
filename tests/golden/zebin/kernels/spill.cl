/* More live values than registers: spills. */
#ifndef COUNT
#define COUNT 8
#endif
kernel void spill(global const float16 *in, global float16 *out, int n)
{
	size_t i = get_global_id(0);
	float16 v[COUNT];

#pragma unroll
	for (int k = 0; k < COUNT; k++)
		v[k] = in[i * COUNT + k];
	for (int r = 0; r < n; r++)
#pragma unroll
		for (int k = 0; k < COUNT; k++)
			v[k] = fma(v[k], v[(k + 1) % COUNT], v[(k * 7 + 3) % COUNT]);
#pragma unroll
	for (int k = 0; k < COUNT; k++)
		out[i * COUNT + k] = v[k];
}
