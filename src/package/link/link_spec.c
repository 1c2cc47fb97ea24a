/* package/link/link_spec.c — specialization constants of the modules of a group → one list of constants with ids of its
 * own (docs/linking.md, 4.3).
 *
 * A constant is known by its name. Ids of the first module stay, those of others get out of the way. Emulated constants
 * are loaded by the code from fixed places of the value block, so they stand first and as they were. */
#include "link.h"

#include "base/buf.h"

#include <inttypes.h>

enum { PADDING = UINT32_MAX };

struct constant {
	const struct syb_spec_const *from;
	const struct link_module *module;
	struct syb_spec_leaf *leaves;
	size_t leaf_count;
	bool emulated;
	struct syb_bytes value, set;
};

struct member {
	const struct link_module *module;
	bool emulated;
	uint32_t *ids; /* of its code, each once */
	size_t id_count;
	struct hash map; /* old id → new id */
};

struct spec_merge {
	struct constant *constants;
	size_t count, room;
	bool by_name; /* no member has its default values in one block */
	bool has_set; /* values that a running program had set are there */
};

struct work {
	struct link *l;
	struct link_group *group;
	struct member *members;
	struct spec_merge *merge;
	struct hash names; /* name → place in constants */
	struct hash used;  /* ids of the result */
	uint32_t next;     /* behind the highest id */
};

static void drop_work(struct work *w)
{
	for (size_t i = 0; w->members && i < w->group->count; i++)
		hash_free(&w->members[i].map);
	hash_free(&w->names);
	hash_free(&w->used);
}

/* ---- ids ---- */

static uint32_t *copy_id(struct work *w, uint32_t id)
{
	uint32_t *copy = arena_alloc(w->l->ctx, &w->l->arena, sizeof(*copy));

	if (copy)
		*copy = id;
	return copy;
}

static int put_id(struct work *w, struct hash *hash, uint32_t id, uint32_t value, size_t **out, bool *out_found)
{
	uint32_t *copy;

	*out = hash_get(hash, &id, sizeof(id));
	*out_found = *out != NULL;
	if (*out)
		return 0;
	copy = copy_id(w, id);
	return copy ? hash_put(w->l->ctx, hash, copy, sizeof(*copy), value, out, out_found) : -SYB_E_NOMEM;
}

/* The new id of a member's id: as it is where that is free. wanted: the id of the constant that it is a leaf of,
 * PADDING when it has none so far. */
static int give_id(struct work *w, struct member *m, uint32_t old, uint32_t wanted, uint32_t *out)
{
	size_t *value;
	uint32_t id = wanted;
	bool found;
	int r;

	value = hash_get(&m->map, &old, sizeof(old));
	if (value) {
		*out = (uint32_t)*value;
		return 0;
	}
	if (id == PADDING && !hash_get(&w->used, &old, sizeof(old)))
		id = old;
	if (id == PADDING) {
		if (w->next == PADDING)
			return syb_fail(w->l->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
					"there is no free id for a specialization constant");
		id = w->next++;
	}
	r = put_id(w, &w->used, id, 0, &value, &found);
	if (r == 0)
		r = put_id(w, &m->map, old, id, &value, &found);
	*out = id;
	return r;
}

/* ---- what members have ---- */

static int list_code_ids(struct work *w, struct member *m)
{
	struct link *l = w->l;
	const struct link_module *module = m->module;
	struct hash seen = { 0 };
	size_t room = 0;
	int r = 0;

	for (int pass = 0; pass < 2 && r == 0; pass++) {
		for (size_t i = 0; i < module->image_count && r == 0; i++) {
			struct link_image *image = &l->images[module->first_image + i];
			const struct link_code *code;

			if (l->targets[image->target].native || l->targets[image->target].type != SYB_IR_SPIRV)
				continue;
			r = link_code(l, image, &code);
			for (size_t k = 0; k < (r == 0 ? code->spec_id_count : 0) && r == 0; k++) {
				size_t *value;
				bool found;

				room++;
				if (pass == 0)
					continue;
				r = put_id(w, &seen, code->spec_ids[k], 0, &value, &found);
				if (r == 0 && !found)
					m->ids[m->id_count++] = code->spec_ids[k];
			}
		}
		if (pass == 0 && r == 0) {
			m->ids = arena_array(l->ctx, &l->arena, room, sizeof(*m->ids));
			r = m->ids ? 0 : -SYB_E_NOMEM;
		}
	}
	hash_free(&seen);
	return r;
}

static void above(struct work *w, uint32_t id)
{
	if (id != PADDING && id >= w->next)
		w->next = id + 1;
}

/* A module whose code has none of the ids that its constants have loads their values itself. */
static int look_at(struct work *w, struct member *m)
{
	const struct syb_module_info *info = m->module->info;
	struct hash has = { 0 };
	size_t *value;
	bool found;
	int r = list_code_ids(w, m);

	for (size_t i = 0; i < m->id_count && r == 0; i++) {
		r = put_id(w, &has, m->ids[i], 0, &value, &found);
		above(w, m->ids[i]);
	}
	m->emulated = info->spec_const_count > 0;
	for (size_t i = 0; i < info->spec_const_count && r == 0; i++)
		for (size_t k = 0; k < info->spec_consts[i]->leaf_count; k++) {
			uint32_t id = info->spec_consts[i]->leaves[k].id;

			above(w, id);
			if (hash_get(&has, &id, sizeof(id)))
				m->emulated = false;
		}
	hash_free(&has);
	return r;
}

/* ---- constants ---- */

static uint64_t size_of(const struct syb_spec_const *c)
{
	uint64_t size = 0;

	for (size_t i = 0; i < c->leaf_count; i++) {
		uint64_t end = (uint64_t)c->leaves[i].offset + c->leaves[i].size;

		size = end > size ? end : size;
	}
	return size;
}

static bool same_leaves(const struct syb_spec_const *a, const struct syb_spec_const *b)
{
	if (a->leaf_count != b->leaf_count)
		return false;
	for (size_t i = 0; i < a->leaf_count; i++) {
		const struct syb_spec_leaf *x = &a->leaves[i], *y = &b->leaves[i];

		if (x->offset != y->offset || x->size != y->size || (x->id == PADDING) != (y->id == PADDING))
			return false;
	}
	return true;
}

static struct link_place place_of(const struct link_module *module, const char *name)
{
	return link_prop_place(module, syb_props_get(module->props, SET_SPEC_CONSTS, name));
}

static int take_leaves(struct work *w, struct constant *c, struct member *m, const struct syb_spec_const *from)
{
	int r = 0;

	c->leaves = arena_array(w->l->ctx, &w->l->arena, from->leaf_count, sizeof(*c->leaves));
	if (!c->leaves)
		return -SYB_E_NOMEM;
	c->leaf_count = from->leaf_count;
	for (size_t i = 0; i < from->leaf_count && r == 0; i++) {
		c->leaves[i] = from->leaves[i];
		if (from->leaves[i].id != PADDING)
			r = give_id(w, m, from->leaves[i].id, PADDING, &c->leaves[i].id);
	}
	return r;
}

static int add_constant(struct work *w, struct member *m, const struct syb_spec_const *from)
{
	struct spec_merge *merge = w->merge;
	struct constant *c;
	size_t *place;
	bool found;
	int r = merge->count == merge->room ? syb_fail(w->l->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal",
						       "more constants than there are")
					    : 0;

	if (r == 0)
		r = hash_put(w->l->ctx, &w->names, from->name, strlen(from->name), merge->count, &place, &found);
	if (r < 0)
		return r;
	c = &merge->constants[merge->count++];
	*c = (struct constant){ .from = from,
				.module = m->module,
				.emulated = m->emulated,
				.value = from->default_value,
				.set = from->set_value };
	return take_leaves(w, c, m, from);
}

/* Another module has a constant of that name: the same one, or none of the result. A constant that one module emulates
 * and the other one does not has the leaves of the latter. */
static int share_constant(struct work *w, struct constant *c, struct member *m, const struct syb_spec_const *from)
{
	bool mixed = c->emulated && !m->emulated && size_of(c->from) == size_of(from);
	uint32_t id;
	int r = 0;

	if ((!same_leaves(c->from, from) && !mixed) || !bytes_eq(c->value, from->default_value))
		return link_problem(w->l, "link-spec-constant", from->name, place_of(m->module, from->name),
				    place_of(c->module, from->name),
				    "specialization constant %s has another %s in modules that share an image",
				    link_readable(w->l, from->name),
				    same_leaves(c->from, from) || mixed ? "default value" : "layout");
	if (!c->set.len)
		c->set = from->set_value;
	if (c->emulated && !m->emulated) {
		c->from = from;
		c->emulated = false;
		return take_leaves(w, c, m, from);
	}
	for (size_t i = 0; i < from->leaf_count && r == 0; i++)
		if (from->leaves[i].id != PADDING)
			r = give_id(w, m, from->leaves[i].id, c->leaves[i].id, &id);
	return r;
}

static int add_constants(struct work *w, struct member *m)
{
	const struct syb_module_info *info = m->module->info;
	int r = 0;

	for (size_t i = 0; i < info->spec_const_count && r == 0; i++) {
		const struct syb_spec_const *from = info->spec_consts[i];
		const size_t *place = hash_get(&w->names, from->name, strlen(from->name));

		r = place ? share_constant(w, &w->merge->constants[*place], m, from) : add_constant(w, m, from);
	}
	return r;
}

/* An emulated constant has one leaf, and perhaps padding, which is of no use behind the last one. */
static bool same_place(const struct syb_spec_const *a, const struct syb_spec_const *b, bool last)
{
	size_t len = a->default_value.len < b->default_value.len ? a->default_value.len : b->default_value.len;

	if (!str_eq(a->name, b->name) || a->leaf_count == 0 || b->leaf_count == 0 ||
	    a->leaves[0].size != b->leaves[0].size || (!last && !same_leaves(a, b)))
		return false;
	return len == 0 || memcmp(a->default_value.ptr, b->default_value.ptr, len) == 0;
}

/* Of emulated members the one with the most constants decides, and the others' must be its first ones. */
static int check_emulated(struct work *w, struct member **out)
{
	struct member *most = NULL;
	int r = 0;

	for (size_t i = 0; i < w->group->count; i++) {
		struct member *m = &w->members[i];

		if (m->emulated && (!most || m->module->info->spec_const_count > most->module->info->spec_const_count))
			most = m;
	}
	for (size_t i = 0; i < w->group->count && r == 0; i++) {
		const struct member *m = &w->members[i];
		const struct syb_module_info *info = m->module->info;

		for (size_t k = 0; m->emulated && m != most && k < info->spec_const_count; k++) {
			const struct syb_spec_const *here = info->spec_consts[k];
			const struct syb_spec_const *there = most->module->info->spec_consts[k];

			if (same_place(here, there, k + 1 == info->spec_const_count))
				continue;
			r = link_problem(w->l, "link-spec-emulated", here->name, place_of(m->module, here->name),
					 place_of(most->module, there->name),
					 "emulated specialization constant %s has another place in modules that share "
					 "an image",
					 link_readable(w->l, here->name));
			break;
		}
	}
	*out = most;
	return r;
}

/* Ids of the code that no descriptor names: leaves nobody sets, unless the module has no descriptors at all. */
static int move_unnamed(struct work *w, struct member *m)
{
	uint32_t id;
	int r = 0;

	for (size_t i = 0; i < m->id_count && r == 0; i++) {
		if (hash_get(&m->map, &m->ids[i], sizeof(m->ids[i])))
			continue;
		r = give_id(w, m, m->ids[i], PADDING, &id);
		if (r == 0 && id != m->ids[i] && m->module->info->spec_const_count == 0) {
			_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(w->l->ctx, m->module->file);

			syb_report(w->l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-spec-id",
				   "specialization constant %" PRIu32 " of module %zu becomes %" PRIu32
				   ": another module has that id",
				   m->ids[i], syb_module_index(m->module->module), id);
		}
	}
	return r;
}

/* The ids that code has to change. */
static int list_changes(struct work *w)
{
	struct link *l = w->l;

	w->group->spec_ids = arena_array(l->ctx, &l->arena, w->group->count, sizeof(*w->group->spec_ids));
	if (!w->group->spec_ids)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < w->group->count; i++) {
		struct link_spec *spec = &w->group->spec_ids[i];
		const struct member *m = &w->members[i];

		spec->ids = arena_array(l->ctx, &l->arena, m->id_count, sizeof(*spec->ids));
		if (!spec->ids)
			return -SYB_E_NOMEM;
		for (size_t k = 0; k < m->id_count; k++) {
			const size_t *to = hash_get(&m->map, &m->ids[k], sizeof(m->ids[k]));

			if (to && *to != m->ids[k])
				spec->ids[spec->count++] = (struct syb_spec_id){ m->ids[k], (uint32_t)*to };
		}
	}
	return 0;
}

static int begin(struct work *w)
{
	struct link *l = w->l;
	size_t constants = 0;
	int r = 0;

	w->members = arena_array(l->ctx, &l->arena, w->group->count, sizeof(*w->members));
	w->merge = arena_alloc(l->ctx, &l->arena, sizeof(*w->merge));
	if (!w->members || !w->merge)
		return -SYB_E_NOMEM;
	w->merge->by_name = true;
	for (size_t i = 0; i < w->group->count && r == 0; i++) {
		const struct link_module *module = &l->modules[w->group->members[i]];

		w->members[i].module = module;
		constants += module->info->spec_const_count;
		w->merge->by_name &= !syb_props_get(module->props, SET_SPEC_DEFAULTS, "all");
		w->merge->has_set |= syb_props_find(module->props, SET_SPEC_VALUES) != NULL;
		r = look_at(w, &w->members[i]);
	}
	w->merge->room = constants;
	w->merge->constants = arena_array(l->ctx, &l->arena, constants, sizeof(*w->merge->constants));
	return r < 0 || w->merge->constants ? r : -SYB_E_NOMEM;
}

int link_spec_merge(struct link *l, struct link_group *group, struct spec_merge **out_merge)
{
	_cleanup_(drop_work) struct work w = { .l = l, .group = group };
	struct member *emulated = NULL;
	int r = begin(&w);

	if (r == 0)
		r = check_emulated(&w, &emulated);
	if (r == 0 && emulated)
		r = add_constants(&w, emulated);
	for (size_t i = 0; i < group->count && r == 0; i++)
		if (!w.members[i].emulated)
			r = add_constants(&w, &w.members[i]);
	for (size_t i = 0; i < group->count && r == 0; i++)
		r = move_unnamed(&w, &w.members[i]);
	if (r == 0)
		r = list_changes(&w);
	if (r == 0)
		*out_merge = w.merge;
	return r;
}

/* ---- writing ---- */

static int write_leaves(struct link *l, const struct constant *c, struct syb_props_writer *writer)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	int r = 0;

	for (size_t i = 0; i < c->leaf_count && r == 0; i++) {
		r = buf_u32(l->ctx, &bytes, c->leaves[i].id);
		if (r == 0)
			r = buf_u32(l->ctx, &bytes, c->leaves[i].offset);
		if (r == 0)
			r = buf_u32(l->ctx, &bytes, c->leaves[i].size);
	}
	return r < 0 ? r : syb_props_writer_bytes(l->ctx, writer, c->from->name, buf_bytes(&bytes));
}

static int write_values(struct link *l, const struct spec_merge *merge, bool set, struct syb_props_writer *writer)
{
	_cleanup_(buf_free) struct buf all = { 0 };
	bool complete = true, any = false;
	int r = 0;

	for (size_t i = 0; i < merge->count && r == 0; i++) {
		const struct constant *c = &merge->constants[i];
		struct syb_bytes value = set && c->set.len ? c->set : c->value;

		any = any || value.len;
		complete = complete && value.len == size_of(c->from);
		r = buf_add(l->ctx, &all, value.ptr, value.len);
	}
	if (r < 0 || !any)
		return r;
	r = syb_props_writer_set(l->ctx, writer, set ? SET_SPEC_VALUES : SET_SPEC_DEFAULTS);
	if (r < 0)
		return r;
	if (complete && (set || !merge->by_name))
		return syb_props_writer_bytes(l->ctx, writer, "all", buf_bytes(&all));
	for (size_t i = 0; i < merge->count && r == 0 && !set; i++)
		if (merge->constants[i].value.len)
			r = syb_props_writer_bytes(l->ctx, writer, merge->constants[i].from->name,
						   merge->constants[i].value);
	return r;
}

int link_spec_write(struct link *l, const struct spec_merge *merge, const char *set, struct syb_props_writer *writer)
{
	int r;

	if (merge->count == 0)
		return 0;
	if (!str_eq(set, SET_SPEC_CONSTS))
		return write_values(l, merge, str_eq(set, SET_SPEC_VALUES), writer);
	r = syb_props_writer_set(l->ctx, writer, set);
	for (size_t i = 0; i < merge->count && r == 0; i++)
		r = write_leaves(l, &merge->constants[i], writer);
	return r;
}
