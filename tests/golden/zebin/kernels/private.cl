/* A private array that is indexed at run time: memory for each thread. */
kernel void lookup(global const int *in, global int *out, int n)
{
	size_t i = get_global_id(0);
	int table[256];

	for (int k = 0; k < 256; k++)
		table[k] = in[k] * (int)i;
	for (int k = 0; k < n; k++)
		table[in[k] & 255] += table[out[k] & 255];
	out[i] = table[in[i] & 255];
}
