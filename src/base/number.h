/* base/number.h — numbers as people write them on command lines. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>

/* 65536, 0x10000, 1.5, 64K; K, M and G are powers of 1024. false for other text, then *out is untouched. */
bool number_parse(const char *text, double *out);

/* "%zu argument%s", n, PLURAL(n) */
#define PLURAL(n) ((n) == 1 ? "" : "s")

#endif
