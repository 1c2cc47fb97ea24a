/* format/spirv_link/spirv_link_types.c — one id for equal types and constants: otherwise modules could not share the
 * type of a function, and SPIR-V allows a type that is not an aggregate only once.
 *
 * Instructions before the functions are read in order. The words of an instruction with the new ids of its operands,
 * and its sorted decorations, are its key: instructions with the same key are equal. Keys are not stored, but
 * rebuilt from the modules when two hash codes agree. */
#define _GNU_SOURCE /* qsort_r */
#include "spirv_link.h"

#include "base/order.h"

#include <stdlib.h>

enum {
	OP_TYPE_FORWARD_POINTER = 39,
	OP_TYPE_STRUCT_CONTINUED = 6090,
	OP_SPEC_COMPOSITE_CONTINUED = 6092,
	SPEC_ID = 1,
	LINKAGE_ATTRIBUTES = 41,
};

/* ---- words ---- */

static uint32_t literal_words(const struct link_module *m, uint32_t id)
{
	const uint32_t local = splink_local(m, id);
	const size_t *words = hash_get(&m->widths, &local, sizeof(local));

	return words ? (uint32_t)*words : 0;
}

struct set_user {
	const struct link *l;
	const struct link_module *m;
};

static const char *set_name(void *user, uint32_t id)
{
	const struct set_user *u = user;
	const uint32_t local = splink_local(u->m, id);
	const size_t *index = hash_get(&u->m->sets, &local, sizeof(local));

	return index ? u->l->set_names[*index] : NULL;
}

static uint32_t selector_words(void *user, uint32_t id)
{
	const struct set_user *u = user;

	return literal_words(u->m, id);
}

int splink_word_kinds(struct link *l, struct link_module *m, const struct spirv_inst *inst)
{
	struct set_user user = { l, m };
	const struct spirv_context context = { &user, selector_words, set_name };

	return spirv_word_kinds(l->ctx, inst, &context, l->word_kinds);
}

int splink_put_words(struct link *l, struct link_module *m, const struct spirv_inst *inst, struct buf *words,
		     bool *out_unknown)
{
	int r = splink_word_kinds(l, m, inst);
	uint32_t *out;

	if (r == 0)
		r = buf_reserve(l->ctx, words, inst->count * 4);
	if (r < 0)
		return r;
	out = (uint32_t *)(void *)(words->ptr + words->len);
	for (size_t i = 0; i < inst->count; i++) {
		uint32_t word = spirv_word(inst, i);

		if (l->word_kinds[i] != SPIRV_WORD_LITERAL) {
			word = splink_new(m, word);
			if (!word && l->word_kinds[i] != SPIRV_WORD_RESULT)
				*out_unknown = true;
		}
		out[i] = word;
	}
	words->len += inst->count * 4;
	return 0;
}

/* ---- decorations ---- */

uint32_t splink_decoration_number(uint32_t op)
{
	return op == SPIRV_OP_MEMBER_DECORATE || op == SPIRV_OP_MEMBER_DECORATE_STRING ? 3 : 2;
}

uint32_t splink_spec_id(const struct link_module *m, uint32_t id)
{
	const size_t *to = hash_get(&m->spec_ids, &id, sizeof(id));

	return to ? (uint32_t)*to : id;
}

int splink_put_decoration(struct link *l, const struct link_module *m, uint32_t at, struct buf *words)
{
	struct spirv_inst inst = splink_inst_at(m, at);
	const uint32_t number = splink_decoration_number(inst.op);

	for (uint32_t i = number; i < inst.count; i++) {
		uint32_t word = spirv_word(&inst, i);

		if (i == number + 1 && spirv_word(&inst, number) == SPEC_ID)
			word = splink_spec_id(m, word);
		TRY(splink_put_word(l, words, word));
	}
	return 0;
}

/* By id, member, then words, so that their order in the module does not matter. */
static int compare_decorations(const void *a, const void *b, void *user)
{
	const struct link_decoration *x = a, *y = b;
	const struct link_module *m = user;
	struct spirv_inst i, k;
	uint32_t from_i, from_k;

	if (x->id != y->id)
		return ORDER(x->id, y->id);
	if (x->member != y->member)
		return ORDER(x->member, y->member);
	i = splink_inst_at(m, x->at);
	k = splink_inst_at(m, y->at);
	from_i = splink_decoration_number(i.op);
	from_k = splink_decoration_number(k.op);
	if (i.count - from_i != k.count - from_k)
		return i.count - from_i < k.count - from_k ? -1 : 1;
	for (; from_i < i.count; from_i++, from_k++) {
		uint32_t v = spirv_word(&i, from_i), w = spirv_word(&k, from_k);

		if (v != w)
			return ORDER(v, w);
	}
	return 0;
}

static int note_decoration(struct link *l, struct link_module *m, uint32_t target, uint32_t member, uint32_t at)
{
	const uint32_t local = splink_local(m, target);
	const uint8_t kind = splink_kind(m, local);
	struct spirv_inst inst = splink_inst_at(m, at);

	if (kind != LINK_SAME && kind != LINK_SPEC && kind != LINK_GROUP)
		return 0;
	if (inst.op == SPIRV_OP_DECORATE && inst.count > 2 && spirv_word(&inst, 2) == LINKAGE_ATTRIBUTES)
		return 0;
	if (inst.count <= splink_decoration_number(inst.op))
		return spirv_need(l->ctx, &inst, splink_decoration_number(inst.op) + 1);
	if (inst.op == SPIRV_OP_DECORATE_ID && kind != LINK_GROUP) {
		m->kinds[local] =
			(uint8_t)((m->kinds[local] & ~LINK_KIND) | LINK_GLOBAL); /* its operands are not looked into */
		return 0;
	}
	TRY(VEC_PUSH(l->ctx, m->decorations, m->decoration_count, m->decoration_room));
	m->decorations[m->decoration_count++] = (struct link_decoration){ local, member, at };
	m->kinds[local] |= LINK_DECORATED;
	return 0;
}

const struct link_decoration *splink_decorations_of(const struct link_module *m, uint32_t local, size_t *out_count)
{
	size_t low = 0, high = m->decoration_count, end;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (m->decorations[middle].id < local)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < m->decoration_count && m->decorations[end].id == local; end++)
		;
	*out_count = end - low;
	return m->decorations ? m->decorations + low : NULL;
}

/* Expand a group for one target. There is a limit on the expansion. */
static int unfold(struct link *l, struct link_module *m, uint32_t group, uint32_t target, uint32_t member,
		  size_t grouped)
{
	const uint32_t local = splink_local(m, group);
	const struct link_decoration *decorations_of;
	size_t count, all = m->decoration_count, first;

	m->decoration_count = grouped; /* those of groups are sorted; expanded ones follow them */
	decorations_of = splink_decorations_of(m, local, &count);
	m->decoration_count = all;
	first = (size_t)(decorations_of - m->decorations);
	for (size_t i = first; i < first + count; i++) {
		TRY(claim_bytes(l->ctx, &l->claims, m->file.at + (uint64_t)m->decorations[i].at * 4, 16,
				"decorations of groups"));
		TRY(note_decoration(l, m, target, member, m->decorations[i].at));
	}
	return 0;
}

static int unfold_groups(struct link *l, struct link_module *m)
{
	const size_t grouped = m->decoration_count;
	struct spirv_inst inst = splink_walk(m, SECTION_DECORATION);

	while (splink_step(m, SECTION_DECORATION, &inst)) {
		if (inst.op == SPIRV_OP_GROUP_DECORATE)
			for (uint32_t i = 2; i < inst.count; i++)
				TRY(unfold(l, m, spirv_word(&inst, 1), spirv_word(&inst, i), SPIRV_NO_MEMBER, grouped));
		else if (inst.op == SPIRV_OP_GROUP_MEMBER_DECORATE)
			for (uint32_t i = 2; i + 1 < inst.count; i += 2)
				TRY(unfold(l, m, spirv_word(&inst, 1), spirv_word(&inst, i), spirv_word(&inst, i + 1),
					   grouped));
	}
	return 0;
}

static void sort_decorations(struct link_module *m)
{
	if (m->decoration_count)
		qsort_r(m->decorations, m->decoration_count, sizeof(*m->decorations), compare_decorations, m);
}

static int collect_decorations(struct link *l, struct link_module *m)
{
	struct spirv_inst inst = splink_walk(m, SECTION_DECORATION);
	bool groups = false;
	int r = 0;

	while (r == 0 && splink_step(m, SECTION_DECORATION, &inst)) {
		switch (inst.op) {
		case SPIRV_OP_DECORATE:
		case SPIRV_OP_DECORATE_ID:
		case SPIRV_OP_DECORATE_STRING:
			r = spirv_need(l->ctx, &inst, 3);
			if (r == 0)
				r = note_decoration(l, m, spirv_word(&inst, 1), SPIRV_NO_MEMBER, (uint32_t)inst.at);
			break;
		case SPIRV_OP_MEMBER_DECORATE:
		case SPIRV_OP_MEMBER_DECORATE_STRING:
			r = spirv_need(l->ctx, &inst, 4);
			if (r == 0)
				r = note_decoration(l, m, spirv_word(&inst, 1), spirv_word(&inst, 2),
						    (uint32_t)inst.at);
			break;
		case SPIRV_OP_GROUP_DECORATE:
		case SPIRV_OP_GROUP_MEMBER_DECORATE:
			groups = true;
			r = spirv_need(l->ctx, &inst, 2);
			break;
		default:
			break;
		}
	}
	sort_decorations(m);
	if (r == 0 && groups)
		r = unfold_groups(l, m);
	if (r == 0 && groups)
		sort_decorations(m);
	return r;
}

/* ---- keys ---- */

static int put_decorations(struct link *l, struct link_module *m, uint32_t local, struct buf *words)
{
	size_t count;
	const struct link_decoration *d = splink_decorations_of(m, local, &count);

	for (size_t i = 0; i < count; i++) {
		struct spirv_inst inst = splink_inst_at(m, d[i].at);

		TRY(splink_put_word(l, words, d[i].member));
		TRY(splink_put_word(l, words, (uint32_t)inst.count - splink_decoration_number(inst.op)));
		TRY(splink_put_decoration(l, m, d[i].at, words));
	}
	return 0;
}

static bool is_continued(const struct link_module *m, const struct spirv_inst *inst, struct spirv_inst *out)
{
	if (inst->at + inst->count >= m->end[SECTION_GLOBAL])
		return false;
	*out = splink_inst_at(m, (uint32_t)(inst->at + inst->count));
	return out->op >= OP_TYPE_STRUCT_CONTINUED && out->op <= OP_SPEC_COMPOSITE_CONTINUED;
}

/* The key replaces the contents of words. */
static int make_key(struct link *l, struct link_module *m, struct spirv_inst inst, uint32_t local, struct buf *words,
		    bool *out_unknown)
{
	const uint32_t result = splink_result_word(spirv_shape(inst.op));
	struct spirv_inst next;

	words->len = 0;
	*out_unknown = false;
	TRY(splink_put_words(l, m, &inst, words, out_unknown));
	((uint32_t *)(void *)words->ptr)[result] = 0;
	for (; is_continued(m, &inst, &next); inst = next)
		TRY(splink_put_words(l, m, &next, words, out_unknown));
	if (m->kinds[local] & LINK_DECORATED)
		TRY(put_decorations(l, m, local, words));
	return 0;
}

static int grow_slots(struct link *l)
{
	size_t room = l->slot_room ? l->slot_room * 2 : 1024;
	uint32_t *slots = mem_zalloc(l->ctx, room * sizeof(*slots));

	if (!slots)
		return -SYB_E_NOMEM;
	if (!l->seed)
		l->seed = (uintptr_t)slots | 1;
	for (size_t i = 0; i < l->def_count; i++) {
		size_t k = l->defs[i].code & (room - 1);

		while (slots[k])
			k = (k + 1) & (room - 1);
		slots[k] = (uint32_t)i + 1;
	}
	allocator_free(allocator_of(l->ctx), l->slots);
	l->slots = slots;
	l->slot_room = room;
	return 0;
}

static int same_as(struct link *l, const struct link_def *def, bool *out_same)
{
	struct link_module *m = &l->modules[def->module];
	struct spirv_inst inst = splink_inst_at(m, def->at);
	uint32_t local = splink_local(m, spirv_word(&inst, splink_result_word(spirv_shape(inst.op))));
	bool unknown;
	int r = make_key(l, m, inst, local, &l->other, &unknown);

	*out_same = r == 0 && l->other.len == l->scratch.len && memcmp(l->other.ptr, l->scratch.ptr, l->other.len) == 0;
	return r;
}

/* Find the key in l->scratch: the def that has it, or a new one for this instruction. */
static int find_def(struct link *l, struct link_module *m, uint32_t at, uint32_t local, struct link_def **out_def)
{
	uint32_t code;
	size_t i;
	int r = 0;

	if (l->def_count * 2 >= l->slot_room)
		r = grow_slots(l);
	if (r == 0)
		r = VEC_PUSH(l->ctx, l->defs, l->def_count, l->def_room);
	if (r < 0)
		return r;
	code = (uint32_t)(hash_code(l->seed, l->scratch.ptr, l->scratch.len) >> 16);
	for (i = code & (l->slot_room - 1); l->slots[i]; i = (i + 1) & (l->slot_room - 1)) {
		struct link_def *def = &l->defs[l->slots[i] - 1];
		bool same = false;

		r = def->code == code ? same_as(l, def, &same) : 0;
		if (r < 0 || same) {
			*out_def = def;
			return r;
		}
	}
	r = splink_fresh(l, m, local);
	if (r < 0)
		return r;
	*out_def = &l->defs[l->def_count];
	**out_def = (struct link_def){ (uint32_t)(m - l->modules), at, m->map[local] & LINK_ID, code };
	l->slots[i] = (uint32_t)++l->def_count;
	return 0;
}

/* ---- specialization constants ---- */

static int find_spec_id(const struct link_module *m, uint32_t local, uint32_t *out_id)
{
	size_t count;
	const struct link_decoration *d = splink_decorations_of(m, local, &count);

	for (size_t i = 0; i < count; i++) {
		struct spirv_inst inst = splink_inst_at(m, d[i].at);
		uint32_t number = splink_decoration_number(inst.op);

		if (spirv_word(&inst, number) == SPEC_ID && inst.count > number + 1) {
			*out_id = splink_spec_id(m, spirv_word(&inst, number + 1));
			return 1;
		}
	}
	return 0;
}

/* Two different constants with one SpecId get the same value at load time: warn about it. */
static int check_spec_id(struct link *l, struct link_module *m, const struct spirv_inst *inst, uint32_t spec_id,
			 const struct link_def *def)
{
	uint32_t *key = arena_alloc(l->ctx, &l->arena, sizeof(*key));
	size_t *value;
	bool found;

	if (!key)
		return -SYB_E_NOMEM;
	*key = spec_id;
	TRY(hash_put(l->ctx, &l->spec_ids, key, sizeof(*key), (size_t)(def - l->defs), &value, &found));
	if (found && l->defs[*value].id != def->id && &l->modules[l->defs[*value].module] != m) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

		syb_report(l->ctx, SYB_SEVERITY_WARNING, spirv_offset(inst, 0), "link-spec-id",
			   "specialization constant %u has another type or default in %s", spec_id,
			   l->modules[l->defs[*value].module].name);
	}
	return 0;
}

/* ---- one module ---- */

struct unifying {
	struct link *l;
	struct link_module *m;
	uint32_t announced; /* pointers that are announced and not defined yet */
	uint32_t *open;     /* local ids that refer to them */
	size_t open_count, open_room;
};

static void drop_open(struct unifying *u)
{
	allocator_free(allocator_of(u->l->ctx), u->open);
}

static int close_cycle(struct unifying *u)
{
	int r = 0;

	if (!u->announced && u->open_count) {
		r = splink_close_cycle(u->l, u->m, u->open, u->open_count);
		u->open_count = 0;
	}
	return r;
}

static bool has_open(struct unifying *u, const struct spirv_inst *inst)
{
	for (size_t i = 1; i < inst->count; i++)
		if (u->l->word_kinds[i] != SPIRV_WORD_LITERAL && u->l->word_kinds[i] != SPIRV_WORD_RESULT &&
		    u->m->kinds[splink_local(u->m, spirv_word(inst, i))] & LINK_OPEN)
			return true;
	return false;
}

static int add_open(struct unifying *u, const struct spirv_inst *inst, uint32_t local)
{
	TRY(VEC_PUSH(u->l->ctx, u->open, u->open_count, u->open_room));
	u->open[u->open_count++] = local;
	u->m->kinds[local] |= LINK_OPEN;
	u->m->map[local] = (u->m->map[local] & LINK_SELECTOR) | (uint32_t)inst->at;
	return close_cycle(u);
}

static int unify_same(struct unifying *u, const struct spirv_inst *inst, uint32_t local, bool spec)
{
	struct link *l = u->l;
	const bool was_announced = u->m->kinds[local] & LINK_OPEN;
	uint32_t spec_id = 0;
	struct link_def *def;
	bool unknown;

	if (was_announced) {
		u->m->kinds[local] &= (uint8_t)~LINK_OPEN;
		u->announced--;
	}
	if (spec && !find_spec_id(u->m, local, &spec_id))
		return splink_fresh(l, u->m, local);
	TRY(make_key(l, u->m, *inst, local, &l->scratch, &unknown));
	if (unknown) {
		TRY(splink_word_kinds(l, u->m, inst));
		if (has_open(u, inst))
			return add_open(u, inst, local);
		TRY(splink_fresh(l, u->m, local)); /* equal to nothing: it refers to a function, or to nothing at all */
		return close_cycle(u);
	}
	TRY(find_def(l, u->m, (uint32_t)inst->at, local, &def));
	if (!(u->m->kinds[local] & LINK_GIVEN)) {
		splink_assign(u->m, local, def->id | LINK_ALIAS);
		l->same++;
	}
	if (spec)
		TRY(check_spec_id(l, u->m, inst, spec_id, def));
	return close_cycle(u);
}

static int announce(struct unifying *u, const struct spirv_inst *inst)
{
	uint32_t local;

	TRY(spirv_need(u->l->ctx, inst, 3));
	local = splink_local(u->m, spirv_word(inst, 1));
	if (splink_kind(u->m, local) != LINK_SAME)
		return syb_fail(u->l->ctx, SYB_E_FORMAT, spirv_offset(inst, 1), "spirv-id",
				"a pointer type is forward-declared but not defined");
	if (!(u->m->kinds[local] & (LINK_OPEN | LINK_GIVEN))) {
		u->m->kinds[local] |= LINK_OPEN;
		u->announced++;
	}
	return 0;
}

/* Widths of whole numbers, for OpSwitch. */
static int note_width(struct link *l, struct link_module *m, uint32_t local, uint32_t words)
{
	return hash_add_copy(l->ctx, &m->widths, &l->arena, &local, sizeof(local), words);
}

static int note_selector(struct link *l, struct link_module *m, const struct spirv_inst *inst, uint32_t local)
{
	if (inst->op == SPIRV_OP_TYPE_INT && inst->count > 2)
		return note_width(l, m, local, (uint32_t)(((uint64_t)spirv_word(inst, 2) + 31) / 32));
	if (!(m->map[local] & LINK_SELECTOR))
		return 0;
	return note_width(l, m, local, literal_words(m, spirv_word(inst, 1)));
}

int splink_note_selector(struct link *l, struct link_module *m, const struct spirv_inst *inst, uint32_t result)
{
	return note_selector(l, m, inst, splink_local(m, result));
}

static int unify_one(struct unifying *u, const struct spirv_inst *inst)
{
	const uint32_t word = splink_result_word(spirv_shape(inst->op));
	uint32_t local;
	int r = 0;

	if (inst->op == OP_TYPE_FORWARD_POINTER)
		return announce(u, inst);
	if (!word)
		return 0;
	local = splink_local(u->m, spirv_word(inst, word));
	if (u->m->has_switch)
		r = note_selector(u->l, u->m, inst, local);
	if (r < 0 || u->m->kinds[local] & LINK_GIVEN)
		return r;
	switch (splink_kind(u->m, local)) {
	case LINK_SAME:
		return unify_same(u, inst, local, false);
	case LINK_SPEC:
		return unify_same(u, inst, local, true);
	default:
		return splink_fresh(u->l, u->m, local);
	}
}

static int unify_globals(struct link *l, struct link_module *m)
{
	_cleanup_(drop_open) struct unifying u = { .l = l, .m = m };
	struct spirv_inst inst = splink_walk(m, SECTION_GLOBAL);

	while (splink_step(m, SECTION_GLOBAL, &inst))
		TRY(unify_one(&u, &inst));
	if (u.announced)
		return syb_fail(l->ctx, SYB_E_FORMAT, m->file.at, "spirv-id",
				"%u pointer types are forward-declared but not defined", u.announced);
	return 0;
}

/* ---- sets, strings, groups ---- */

/* The same text is the same thing. */
static int unify_text(struct link *l, struct link_module *m, const struct spirv_inst *inst, struct hash *index,
		      const char **out_text)
{
	const uint32_t local = splink_local(m, spirv_word(inst, 1));
	size_t next, *value;
	char *text;
	bool found;
	int r = spirv_string(l->ctx, inst, 2, &l->text, &next);

	if (r < 0)
		return r;
	text = arena_string(l->ctx, &l->arena, l->text.ptr, l->text.len);
	if (!text)
		return -SYB_E_NOMEM;
	r = hash_put(l->ctx, index, text, l->text.len, l->next_id, &value, &found);
	*out_text = text;
	if (r < 0)
		return r;
	if (!found)
		return splink_fresh(l, m, local);
	splink_assign(m, local, (uint32_t)*value | LINK_ALIAS);
	return 0;
}

static int note_set(struct link *l, struct link_module *m, const struct spirv_inst *inst, const char *name)
{
	const uint32_t key = splink_local(m, spirv_word(inst, 1));

	TRY(hash_add_copy(l->ctx, &m->sets, &l->arena, &key, sizeof(key), l->set_name_count));
	return VEC_ADD(l->ctx, l->set_names, l->set_name_count, l->set_name_room, name);
}

static int unify_preamble(struct link *l, struct link_module *m)
{
	struct spirv_inst inst = splink_walk(m, SECTION_SET);
	const char *text;
	int r = 0;

	while (r == 0 && splink_step(m, SECTION_SET, &inst)) {
		r = unify_text(l, m, &inst, &l->set_index, &text);
		if (r == 0)
			r = note_set(l, m, &inst, text);
	}
	inst = splink_walk(m, SECTION_SOURCE);
	while (r == 0 && splink_step(m, SECTION_SOURCE, &inst))
		if (inst.op == SPIRV_OP_STRING)
			r = unify_text(l, m, &inst, &l->string_index, &text);
	inst = splink_walk(m, SECTION_DECORATION);
	while (r == 0 && splink_step(m, SECTION_DECORATION, &inst))
		if (inst.op == SPIRV_OP_DECORATION_GROUP)
			r = splink_fresh(l, m, splink_local(m, spirv_word(&inst, 1)));
	return r;
}

/* Ids inside functions are not shared. */
static int number_bodies(struct link *l, struct link_module *m)
{
	for (uint32_t i = 1; i < m->bound; i++)
		if (splink_kind(m, i) >= LINK_FUNCTION && !(m->kinds[i] & LINK_GIVEN))
			TRY(splink_fresh(l, m, i));
	return 0;
}

int splink_unify(struct link *l)
{
	for (size_t i = 0; i < l->module_count; i++) {
		struct link_module *m = &l->modules[i];
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

		TRY(collect_decorations(l, m));
		TRY(unify_preamble(l, m));
		TRY(unify_globals(l, m));
	}
	for (size_t i = 0; i < l->module_count; i++)
		TRY(number_bodies(l, &l->modules[i]));
	return 0;
}
