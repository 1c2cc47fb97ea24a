/* Helpers that need other files again. */
#include "common.h"

__attribute__((noinline)) struct pair limits(int which)
{
	struct pair p = { -(float)primes[which & 15], (float)twice(which) };

	return p;
}

__attribute__((noinline)) float blend(float x, float y, int i)
{
	return mad(x, y, (float)primes[i & 15]) + native_sqrt(fabs(x));
}

__attribute__((noinline)) int twice(int x)
{
	return x * 2 + primes[x & 3];
}
