/* A library: functions and no kernel. */
__attribute__((noinline)) int twice(int x)
{
	return 2 * x;
}

__attribute__((noinline)) float norm(float x, float y)
{
	return x * x + y * y;
}
