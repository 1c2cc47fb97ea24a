/* sign.cl — the generator of random numbers of HPCC RandomAccess: masks of bits that a shift copied from the sign. */
#ifdef __OPENCL_C_VERSION__
#define ITEM get_local_id(0)
#else /* for the host */
#define kernel
#define global
typedef unsigned long ulong;
ulong host_item;
#define ITEM host_item
#endif
#define NEXT(x) (((x) << 1) ^ ((long)(x) < 0 ? 7UL : 0UL))

/* The n-th number of the sequence. */
static ulong start_at(long n)
{
	ulong powers[64], number = 1;
	int i;

	if (n == 0)
		return 1;
	for (i = 0; i < 64; i++) {
		powers[i] = number;
		number = NEXT(number);
		number = NEXT(number);
	}
	for (i = 62; i >= 0 && !(n >> i & 1); i--)
		;
	for (number = 2; i > 0; i--) {
		ulong sum = 0;

		for (int k = 0; k < 64; k++)
			if (number >> k & 1)
				sum ^= powers[k];
		number = n >> (i - 1) & 1 ? NEXT(sum) : sum;
	}
	return number;
}

kernel void k0(global const ulong *in, global ulong *out)
{
	for (int i = 0; i < 8; i++)
		out[ITEM * 8 + i] = start_at((long)((in[ITEM * 8 + i] & 0xffffff) * 2097152));
}

kernel void k1(global const ulong *in, global ulong *out)
{
	for (int i = 0; i < 8; i++) {
		ulong number = in[ITEM * 8 + i];

		for (int k = 0; k < 64; k++)
			number = NEXT(number);
		out[ITEM * 8 + i] = number;
	}
}
