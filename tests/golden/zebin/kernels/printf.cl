/* printf: strings in .data.const.string, the argument printf_buffer. */
kernel void chatter(global const int *in, global int *out)
{
	size_t i = get_global_id(0);

	printf("item %d of %s\n", in[i], "all");
	if (in[i] < 0)
		printf("negative: %f\n", (float)in[i]);
	out[i] = in[i] + 1;
}
