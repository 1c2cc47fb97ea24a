/* Functions that are called, not inlined; built as SPIR-V. With -library-compilation they are exported. */
__attribute__((noinline)) float helper(float x, global float *p)
{
	p[1] = x;
	return x * p[0] + 1;
}

__attribute__((noinline)) int depth(int n, global int *p)
{
	return n <= 0 ? p[0] : depth(n - 1, p + 1) + n;
}

kernel void calls(global float *f, global int *p)
{
	f[2] = helper(f[0], f);
	p[3] = depth(p[0], p);
}
