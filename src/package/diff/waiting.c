/* package/diff/waiting.c — things that wait for a partner, by key. */
#include "waiting.h"

int waiting_new(struct syb_ctx *ctx, struct arena *arena, struct waiting *w, size_t count)
{
	w->next = arena_array(ctx, arena, count, sizeof(*w->next));
	w->last = arena_array(ctx, arena, count, sizeof(*w->last));
	return w->next && w->last ? 0 : -SYB_E_NOMEM;
}

int waiting_add(struct syb_ctx *ctx, struct waiting *w, const char *key, size_t len, size_t i)
{
	size_t *stored;
	bool found;
	int r = hash_put(ctx, &w->first, key, len, i + 1, &stored, &found);

	if (r < 0)
		return r;
	if (found)
		w->next[w->last[*stored - 1] - 1] = i + 1;
	w->last[*stored - 1] = i + 1;
	return 0;
}

long waiting_take(struct waiting *w, const char *key, size_t len)
{
	size_t *stored = hash_get(&w->first, key, len), i;

	if (!stored || !*stored)
		return NOBODY;
	i = *stored - 1;
	*stored = w->next[i];
	return (long)i;
}

void waiting_drop(struct waiting *w)
{
	hash_free(&w->first);
}
