/* globals.cl — variables of a program: of the image (counter, begin), and a pointer to memory that all images share. */
struct mixed {
	char c;
	long l;
	short s[3];
	float f;
};

global uint counter[4] = { 1, 2, 3, 4 };
global struct mixed begin = { 5, -6, { 7, 8, 9 }, 1.5f };
global uint *global shared_at;

kernel void count(global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = counter[i % 4];
	if (i < 4)
		counter[i] += 10;
}

kernel void peek(global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = counter[i];
	counter[i] += 100;
}

kernel void shares(global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = shared_at[i];
	shared_at[i] += 1;
}

kernel void begins(global long *out)
{
	out[0] = begin.c;
	out[1] = begin.l;
	out[2] = begin.s[0] + 10 * begin.s[1] + 100 * begin.s[2];
	out[3] = (long)(begin.f * 2);
}
