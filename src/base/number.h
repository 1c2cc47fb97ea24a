/* base/number.h — numbers as people write them. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>

/* 65536, 0x10000, 1.5, 64K; K, M and G are powers of 1024. false for other text, then *out is untouched. */
bool number_parse(const char *text, double *out);

/* The value of a hexadecimal digit, or -1. */
static inline int number_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "%zu argument%s", n, PLURAL(n) */
#define PLURAL(n) ((n) == 1 ? "" : "s")

#endif
