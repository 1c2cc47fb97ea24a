/* package/diff/pair.c — pair the elements of two lists by key. */
#include "pair.h"

int pairing_new(struct syb_ctx *ctx, struct arena *arena, struct pairing *p, size_t count)
{
	p->keys = arena_array(ctx, arena, count, sizeof(*p->keys));
	p->partner = arena_array(ctx, arena, count, sizeof(*p->partner));
	p->count = count;
	if (!p->keys || !p->partner)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		p->partner[i] = NO_PARTNER;
	return 0;
}

void pair_join(struct pairing *a, size_t i, struct pairing *b, size_t k)
{
	a->partner[i] = (long)k;
	b->partner[k] = (long)i;
}

int pair_keys(struct syb_ctx *ctx, struct arena *arena, struct pairing *a, struct pairing *b)
{
	_cleanup_(hash_free) struct hash first = { 0 }; /* key → 1 + first free element of b */
	size_t *next = arena_array(ctx, arena, b->count, sizeof(*next)), *head; /* 1 + the next with the same key */

	TRY(next ? 0 : -SYB_E_NOMEM);
	for (size_t i = b->count; i-- > 0;) {
		if (b->partner[i] != NO_PARTNER)
			continue;
		TRY(hash_put(ctx, &first, b->keys[i].ptr, b->keys[i].len, 0, &head, NULL));

		next[i] = *head;
		*head = i + 1;
	}
	for (size_t i = 0; i < a->count; i++) {
		head = a->partner[i] == NO_PARTNER ? hash_get(&first, a->keys[i].ptr, a->keys[i].len) : NULL;
		if (!head || !*head)
			continue;
		pair_join(a, i, b, *head - 1);
		*head = next[*head - 1];
	}
	return 0;
}

int pair_each(const struct pairing *a, const struct pairing *b, pair_fn *fn, void *user)
{
	for (size_t i = 0; i < a->count; i++)
		TRY(fn(user, (long)i, a->partner[i]));
	for (size_t i = 0; i < b->count; i++)
		if (b->partner[i] == NO_PARTNER)
			TRY(fn(user, NO_PARTNER, (long)i));
	return 0;
}
