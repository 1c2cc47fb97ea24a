/* Walk orders of the work-group: what the compiler picks for images, and what a kernel demands. */
__attribute__((intel_reqd_workgroup_walk_order(1, 0, 2))) kernel void columns(read_only image2d_t in, global float *out)
{
	const sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
	int2 at = (int2)(get_local_id(0), get_local_id(1));

	out[at.y * get_local_size(0) + at.x] = read_imagef(in, plain, at).x;
}

__attribute__((intel_reqd_workgroup_walk_order(2, 1, 0))) kernel void backwards(global int *out)
{
	out[get_local_id(2)] = get_local_id(0) + get_local_id(1);
}

kernel void ids(global int *out)
{
	size_t i = get_global_id(0) + get_global_id(1) + get_global_id(2);

	out[i] = get_work_dim() + get_num_groups(1) + get_global_offset(2) + get_enqueued_local_size(0) + get_local_size(1);
}
