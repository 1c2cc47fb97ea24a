/* Sub-groups of a required size; block reads exist up to 16. */
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#ifndef SIZE
#define SIZE 8
#endif
__attribute__((intel_reqd_sub_group_size(SIZE))) kernel void sum(global const float *in, global float *out)
{
	size_t i = get_global_id(0);
	float x = in[i];

	x = sub_group_reduce_add(x);
	x += intel_sub_group_shuffle(x, 3);
	if (get_sub_group_local_id() == 0)
		out[get_sub_group_id()] = x;
}

#if SIZE < 32
__attribute__((intel_reqd_sub_group_size(SIZE))) kernel void blocks(global uint *in, global uint *out)
{
	intel_sub_group_block_write(out, intel_sub_group_block_read(in) + get_sub_group_size());
}
#endif
