/* base/names.h — tables of names: the name of a number, and the number of a name. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "ctx.h"

/* The index of a name, or -SYB_E_NOTFOUND. Tables may have gaps. */
static inline int names_find(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (names[i] && str_eq(names[i], name))
			return (int)i;
	return -SYB_E_NOTFOUND;
}

#define NAMES_AT(names, i) ((size_t)(i) < ARRAY_SIZE(names) ? (names)[i] : NULL)
/* Store the number of a name; 0 or -SYB_E_NOTFOUND. */
#define NAMES_PARSE(names, name, out)                                             \
	({                                                                        \
		int names_index = names_find((names), ARRAY_SIZE(names), (name)); \
                                                                                  \
		if (names_index >= 0)                                             \
			*(out) = (__typeof__(*(out)))names_index;                 \
		names_index < 0 ? names_index : 0;                                \
	})

#endif
