/* Helpers and a table. */
#include "common.h"

constant int primes[16] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53 };

__attribute__((noinline)) long choose(long x)
{
	switch (x) {
	case 1:
		return 17;
	case 2:
		return twice((int)x) + 4;
	case 8:
	case 70000000000:
		return 19;
	default:
		return x * 3;
	}
}

__attribute__((noinline)) int walk(global struct node *list, int steps)
{
	if (!list)
		return steps;
	return list->next ? list->value + list->next->value : list->value;
}
