/* base/order.h — comparison functions for qsort and bsearch; the place of a number in a sorted list. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Negative, 0, positive: of numbers of any one type. */
#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

static inline int order_u32(const void *a, const void *b)
{
	return ORDER(*(const uint32_t *)a, *(const uint32_t *)b);
}

static inline int order_u64(const void *a, const void *b)
{
	return ORDER(*(const uint64_t *)a, *(const uint64_t *)b);
}

static inline int order_i64(const void *a, const void *b)
{
	return ORDER(*(const int64_t *)a, *(const int64_t *)b);
}

/* Of an array of texts. */
static inline int order_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Index of the first that is not less. */
static inline size_t order_place(const int64_t *sorted, size_t count, int64_t number)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sorted[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#endif
