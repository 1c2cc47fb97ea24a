/* importer.cl — needs a function of another image. */
int helper(int x);

__kernel void calls(__global int *out)
{
	size_t i = get_global_id(0);

	out[i] = helper((int)i);
}
