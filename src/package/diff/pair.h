/* package/diff/pair.h — pair the elements of two lists by key. */
#ifndef PACKAGE_PAIR_H
#define PACKAGE_PAIR_H

#include "base/hash.h"

enum { NO_PARTNER = -1 };

/* One of the two lists. The caller fills in the keys, which are borrowed. */
struct pairing {
	struct syb_bytes *keys;
	long *partner; /* index in the other list, or NO_PARTNER */
	size_t count;
};

int pairing_new(struct syb_ctx *ctx, struct arena *arena, struct pairing *p, size_t count);
/* Pair elements with equal keys, in order. Elements that have a partner keep it, so calls with weaker and weaker keys
 * may follow each other. */
int pair_keys(struct syb_ctx *ctx, struct arena *arena, struct pairing *a, struct pairing *b);
void pair_join(struct pairing *a, size_t i, struct pairing *b, size_t k);
/* Call fn for every element of a with its partner, then for those of b without one; the missing index is NO_PARTNER.
 * Stops when fn fails. */
typedef int pair_fn(void *user, long a, long b);
int pair_each(const struct pairing *a, const struct pairing *b, pair_fn *fn, void *user);

#endif
