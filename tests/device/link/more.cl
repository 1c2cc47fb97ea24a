/* Kernels again: two modules ask the device for the same variables. */
#include "common.h"

// CALL: 64 0 i32x64
kernel void doubled(global int *to)
{
	to[get_global_id(0)] = twice(to[get_global_id(0)]) ^ primes[3];
}

// CALL: 16 0 i32x64 i32=2
kernel void lists(global int *to, int n)
{
	to[get_global_id(0)] = walk(0, n) + primes[n];
}
