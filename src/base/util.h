/* base/util.h — small things every file uses. */
#ifndef BASE_UTIL_H
#define BASE_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Run fn(&variable) when the variable leaves its scope. */
#define _cleanup_(fn) __attribute__((cleanup(fn), unused)) /* clang calls a bare scope guard unused */

/* Define fn_p(T **) for _cleanup_: `DEFINE_CLEANUP(struct syb_props *, syb_props_free)`. */
#define DEFINE_CLEANUP(type, fn)           \
	static inline void fn##_p(type *p) \
	{                                  \
		if (*p)                    \
			fn(*p);            \
	}                                  \
	struct cleanup_semicolon_##fn

/* Hand a pointer over: its cleanup then finds NULL. */
#define steal(p)                            \
	({                                  \
		__typeof__(p) stolen = (p); \
		(p) = NULL;                 \
		stolen;                     \
	})

static inline int steal_fd(int *fd)
{
	int stolen = *fd;

	*fd = -1;
	return stolen;
}

/* Append an item to a list: items have a `next`, the list has its first and last one. */
#define LIST_APPEND(first, last, item)         \
	do {                                   \
		if (last)                      \
			(last)->next = (item); \
		else                           \
			(first) = (item);      \
		(last) = (item);               \
	} while (0)

/* Return from the function with the result of a call, unless that is 0. */
#define TRY(call)                  \
	do {                       \
		int r_ = (call);   \
		if (r_)            \
			return r_; \
	} while (0)

/* true when the result is right, false on overflow. */
#define checked_add(a, b, out) (!__builtin_add_overflow((a), (b), (out)))
#define checked_mul(a, b, out) (!__builtin_mul_overflow((a), (b), (out)))

static inline uint64_t align8(uint64_t n)
{
	return (n + 7) & ~UINT64_C(7);
}

static inline bool u32_in(const uint32_t *list, size_t count, uint32_t number)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == number)
			return true;
	return false;
}

static inline bool str_eq(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static inline bool str_starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

/* true when an option struct of a newer caller sets a field that this library does not have. */
bool opts_unknown_tail(const void *opts, size_t caller_size, size_t our_size);

/* Why options were refused that have this size. */
static inline const char *opts_refusal(size_t caller_size)
{
	return caller_size < sizeof(size_t) ? "options: size is not set (.size = sizeof(options))"
					    : "options of a newer version have something set";
}

/* Copy an option struct of any size over defaults of ours; `return` SYB_E_ARG when it has an unknown tail. */
#define OPTS_READ(ctx, dst, src)                                                                           \
	do {                                                                                               \
		if (src) {                                                                                 \
			if (opts_unknown_tail((src), (src)->size, sizeof(*(dst))))                         \
				return syb_fail((ctx), SYB_E_ARG, SYB_NO_OFFSET, "argument", "%s",         \
						opts_refusal((src)->size));                                \
			memcpy((dst), (src), (src)->size < sizeof(*(dst)) ? (src)->size : sizeof(*(dst))); \
		}                                                                                          \
	} while (0)

#endif
