/* What a kernel demands and hints: work-group sizes, sub-group sizes, vector types. */
__attribute__((reqd_work_group_size(16, 4, 1))) kernel void tile(global float *x)
{
	x[get_global_id(0) + get_local_size(0) * get_global_id(1)] *= 2;
}

__attribute__((work_group_size_hint(64, 1, 1))) __attribute__((vec_type_hint(float4))) kernel void hinted(global float4 *x)
{
	x[get_global_id(0)] *= 2;
}
