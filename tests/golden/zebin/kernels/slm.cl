/* Static and argument local memory, barriers, atomics. */
kernel void reduce(global const float *in, global float *out, local float *scratch)
{
	local float block[1024];
	uint l = get_local_id(0);

	block[l] = in[get_global_id(0)];
	scratch[l] = block[l] * 2;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint step = get_local_size(0) / 2; step; step /= 2) {
		if (l < step)
			block[l] += block[l + step] + scratch[l];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		out[get_group_id(0)] = block[0];
}

kernel void histogram(global const uchar *in, global uint *bins, local ulong *wide)
{
	local uint counts[256];
	uint l = get_local_id(0);

	counts[l] = 0;
	wide[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_inc(&counts[in[get_global_id(0)]]);
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	atomic_add(&bins[l], counts[l] + (uint)wide[l ^ 1]);
}
