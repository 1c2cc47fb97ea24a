/* package/explore_blame.c — "blame" and "calls": which calls lead from a kernel to what it needs.
 *
 * Chains of a program share their ends: a thousand kernels call the same few libraries. A call therefore stands in the
 * document once for all chains that go on in the same way, with the index of the next one, which is always smaller than
 * its own: whoever follows a chain comes to an end. */
#include "explore.h"

#include "base/buf.h"

enum { MOST_STEPS = 200 * 1000 }; /* of all chains: what a page spells out for people to search */

/* The call, before the one at *place; SIZE_MAX: it is the last. */
static int put_call(struct explore *x, const struct explore_step *step, struct buf *key, size_t *place)
{
	const char *copy, *source = step->source ? step->source : "";
	const size_t next = *place, *known;
	struct syb_value *map;
	size_t *stored;
	bool found;
	int r;

	key->len = 0;
	r = buf_add(x->ctx, key, &next, sizeof(next));
	if (r == 0)
		r = buf_add(x->ctx, key, step->function, strlen(step->function) + 1);
	if (r == 0)
		r = buf_text(x->ctx, key, source);
	if (r < 0)
		return r;
	known = hash_get(&x->call_places, key->ptr, key->len);
	*place = known ? *known : x->call_count;
	if (known)
		return 0;
	copy = arena_string(x->ctx, &x->arena, key->ptr, key->len);
	if (!copy)
		return -SYB_E_NOMEM;
	map = value_map(x->rec, x->out.calls, NULL);
	value_string(x->rec, map, "function", step->function);
	if (step->source)
		value_string(x->rec, map, "source", source);
	if (next != SIZE_MAX)
		value_uint(x->rec, map, "next", next);
	return hash_put(x->ctx, &x->call_places, copy, key->len, x->call_count++, &stored, &found);
}

int explore_blame(struct explore *x, const struct explore_need *need, const struct explore_step *steps, size_t count)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	size_t place = SIZE_MAX;
	struct syb_value *map;
	int r = 0;

	if (count > MOST_STEPS - x->step_count) {
		x->blame_left_out++;
		return 0;
	}
	x->step_count += count;
	while (r == 0 && count-- > 0)
		r = put_call(x, &steps[count], &key, &place);
	if (r < 0)
		return r;
	map = value_map(x->rec, x->out.blame, NULL);
	value_uint(x->rec, map, "kernel", need->kernel);
	value_string(x->rec, map, "needs", need->aspect);
	if (need->use)
		value_string(x->rec, map, "use", need->use);
	if (place != SIZE_MAX)
		value_uint(x->rec, map, "chain", place);
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}
