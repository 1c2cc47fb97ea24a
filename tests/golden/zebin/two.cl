kernel void add(global float *a, global const float *b, float s)
{
	size_t i = get_global_id(0);

	a[i] += s * b[i];
}

kernel void last(global int *o)
{
	if (get_global_id(0) == 0)
		printf("%d\n", o[0]);
}
