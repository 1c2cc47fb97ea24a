/* Two plain kernels, all address spaces of pointers, scalars and a vector by value. */
kernel void saxpy(float a, global const float *x, global float *y)
{
	size_t i = get_global_id(0);

	y[i] += a * x[i];
}

kernel void gather(global const int *restrict index, constant float4 *table, global float4 *out, float4 scale, char add)
{
	size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);

	out[i] = table[index[i]] * scale + add;
}
