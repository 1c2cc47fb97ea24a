/* A variable of the program, which the host reads and writes by its name. */
global uint counter[4] = { 1, 2, 3, 4 };

kernel void count(global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = counter[i % 4];
	if (i < 4)
		counter[i] += 10;
}
