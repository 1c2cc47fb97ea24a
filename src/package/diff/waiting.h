/* package/diff/waiting.h — things that wait for a partner, by key; equal keys wait in order. Begin with `{ 0 }`. */
#ifndef PACKAGE_WAITING_H
#define PACKAGE_WAITING_H

#include "base/hash.h"

enum { NOBODY = -1 };

struct waiting {
	struct hash first; /* key → 1 + first that waits, 0 = none left */
	size_t *next;      /* 1 + the next with the same key */
	size_t *last;      /* of the first in line: 1 + the end of the line */
};

/* Room for count things; arena holds it. */
int waiting_new(struct syb_ctx *ctx, struct arena *arena, struct waiting *w, size_t count);
/* Thing i waits for key, which is borrowed. All must wait before the first is taken. */
int waiting_add(struct syb_ctx *ctx, struct waiting *w, const char *key, size_t len, size_t i);
/* The first in line for key leaves it; NOBODY when none waits. */
long waiting_take(struct waiting *w, const char *key, size_t len);
void waiting_drop(struct waiting *w);

#endif
