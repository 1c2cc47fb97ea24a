/* format/spirv_link/spirv_link_cycles.c — whether two recursive types (through a forward-declared pointer) are equal.
 * Their words cannot be compared one by one, since each depends on the id of another.
 *
 * A type is serialised: its words, then those of the types it refers to that have no id yet, in the order of their
 * first use and by their index in that order. Types with the same serialisation are equal. A cycle of n types costs
 * n times its words; there is a limit, beyond which types are not merged. */
#include "spirv_link.h"

struct knot {
	struct link *l;
	struct link_module *m;
	uint32_t *met; /* local ids, in the order of their first use */
	size_t met_count, met_room;
	struct hash places; /* local id → index in met */
	struct buf words;
};

static void drop_knot(struct knot *k)
{
	allocator_free(allocator_of(k->l->ctx), k->met);
	hash_free(&k->places);
	buf_free(&k->words);
}

/* Its index among the ids so far. */
static int place_of(struct knot *k, uint32_t local, uint32_t *out_place)
{
	size_t *value;

	value = hash_get(&k->places, &local, sizeof(local));
	if (value) {
		*out_place = (uint32_t)*value;
		return 0;
	}
	*out_place = (uint32_t)k->met_count;
	TRY(hash_add_copy(k->l->ctx, &k->places, &k->l->arena, &local, sizeof(local), k->met_count));
	return VEC_ADD(k->l->ctx, k->met, k->met_count, k->met_room, local);
}

static int put_word(struct knot *k, uint32_t word)
{
	return splink_put_word(k->l, &k->words, word);
}

/* Words of one type: numbers, new ids, and places. */
static int write_type(struct knot *k, uint32_t local)
{
	struct link_module *m = k->m;
	const struct spirv_inst inst = splink_inst_at(m, m->map[local] & LINK_ID);
	const struct link_decoration *d;
	size_t count;
	int r = splink_word_kinds(k->l, m, &inst);

	for (size_t i = 0; r == 0 && i < inst.count; i++) {
		const uint32_t word = spirv_word(&inst, i), other = splink_local(m, word);
		uint32_t place = 0;

		if (k->l->word_kinds[i] == SPIRV_WORD_LITERAL) {
			r = put_word(k, word);
		} else if (k->l->word_kinds[i] == SPIRV_WORD_RESULT) {
			r = put_word(k, 0);
		} else if (m->kinds[other] & LINK_OPEN) {
			r = place_of(k, other, &place);
			if (r == 0)
				r = put_word(k, UINT32_MAX - place);
		} else {
			r = put_word(k, splink_new(m, word));
		}
	}
	d = splink_decorations_of(m, local, &count);
	for (size_t i = 0; r == 0 && i < count; i++) {
		r = put_word(k, d[i].member);
		if (r == 0)
			r = splink_put_decoration(k->l, m, d[i].at, &k->words);
	}
	return r;
}

/* Write a type down from itself on; false in out_done when that would be too long. */
static int write_down(struct knot *k, uint32_t local, bool *out_done)
{
	uint32_t place;
	int r;

	k->met_count = 0;
	k->words.len = 0;
	hash_free(&k->places);
	r = place_of(k, local, &place);
	for (size_t i = 0; r == 0 && i < k->met_count; i++) {
		r = write_type(k, k->met[i]);
		if (k->words.len > k->l->knot_bytes) {
			k->l->knot_bytes = 0; /* not even a smaller one: trying has its price, too */
			*out_done = false;
			return r;
		}
	}
	k->l->knot_bytes -= k->words.len;
	*out_done = true;
	return r;
}

/* The id of the type with the same serialisation; a new one without such a type. */
static int number_of(struct knot *k, uint32_t local, uint32_t *out_id)
{
	struct link *l = k->l;
	size_t *value;
	bool done = false;
	int r = write_down(k, local, &done);

	*out_id = 0;
	if (r < 0 || !done)
		return r;
	value = hash_get(&l->cycles, k->words.ptr, k->words.len);
	if (value) {
		*out_id = (uint32_t)*value | LINK_ALIAS;
		return 0;
	}
	r = splink_number(l, out_id);
	return r < 0 ? r : hash_add_copy(l->ctx, &l->cycles, &l->arena, k->words.ptr, k->words.len, *out_id);
}

int splink_close_cycle(struct link *l, struct link_module *m, const uint32_t *locals, size_t count)
{
	_cleanup_(drop_knot) struct knot k = { .l = l, .m = m };
	uint32_t *ids = mem_alloc(l->ctx, count * sizeof(*ids));
	int r = ids ? 0 : -SYB_E_NOMEM;

	/* All are serialised before the first gets its id: the serialisation depends on ids that are still open. */
	for (size_t i = 0; r == 0 && i < count; i++)
		r = number_of(&k, locals[i], &ids[i]);
	for (size_t i = 0; r == 0 && i < count; i++) {
		m->kinds[locals[i]] &= (uint8_t)~LINK_OPEN;
		m->map[locals[i]] &= LINK_SELECTOR;
		if (ids[i])
			splink_assign(m, locals[i], ids[i]);
		else
			r = splink_fresh(l, m, locals[i]);
		l->same += ids[i] & LINK_ALIAS ? 1 : 0;
	}
	allocator_free(allocator_of(l->ctx), ids);
	return r;
}
