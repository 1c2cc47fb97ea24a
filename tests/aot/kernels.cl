/* tests/aot/kernels.cl — kernels for every row of the table of targets: arguments, local memory, functions of libclc. */
kernel void saxpy(float a, global const float *x, global float *y)
{
	size_t i = get_global_id(0);

	y[i] = a * x[i] + y[i];
}

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void reverse(global float *x, local float *t)
{
	size_t l = get_local_id(0);

	t[l] = x[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	x[get_global_id(0)] = t[get_local_size(0) - 1 - l];
}

kernel void wave(global float *x)
{
	x[get_global_id(0)] = sin(x[get_global_id(0)]) + sqrt(x[get_global_id(0)]);
}
