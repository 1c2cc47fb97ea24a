/* Kernels whose work is done in the other files. */
#include "common.h"

// CALL: 64 0 f32x64 i32=3
kernel void blended(global float *to, int n)
{
	size_t i = get_global_id(0);
	struct pair p = limits((int)i + n);

	to[i] = fmin(fmax(blend(to[i], (float)i, n), p.low), p.high);
}

// CALL: 64 8 i32x64 i32=5
__attribute__((reqd_work_group_size(8, 1, 1))) kernel void chosen(global int *to, int n)
{
	size_t i = get_global_id(0);

	to[i] = (int)choose((long)to[i] + n) + primes[i & 15] + (int)get_local_id(0);
}
