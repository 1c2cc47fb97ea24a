/* package/link/link_spec.c — specialization constants of the modules of a group → one list of constants with its own
 * ids (docs/linking.md, 4.3).
 *
 * A constant is identified by its name. Ids of the first module stay, conflicting ids of others change. The code loads
 * emulated constants from fixed places of the value block, so these come first and unchanged. */
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
	size_t count;
	bool has_set; /* a member has values that a running program had set */
};

struct work {
	struct link *l;
	struct link_group *group;
	struct member *members;
	struct spec_merge *merge;
	struct hash names; /* name → place in constants */
	struct hash used;  /* ids of the result */
	uint32_t next;     /* above the highest id */
};

static void drop_work(struct work *w)
{
	for (size_t i = 0; w->members && i < w->group->count; i++)
		hash_free(&w->members[i].map);
	hash_free(&w->names);
	hash_free(&w->used);
}

/* ---- ids ---- */

/* Store value for an id unless it exists; true when it did not. */
static bool put_id(struct work *w, struct hash *hash, uint32_t id, uint32_t value)
{
	uint32_t *copy = hash_get(hash, &id, sizeof(id)) ? NULL : link_array(w->l, 1, sizeof(*copy));

	if (!copy)
		return false;
	*copy = id;
	return link_put(w->l, hash, copy, sizeof(*copy), value, NULL);
}

/* The new id of a member's id: unchanged where it is free. wanted: the id of the constant that it is a leaf of, PADDING
 * when it has none yet. */
static uint32_t give_id(struct work *w, struct member *m, uint32_t old, uint32_t wanted)
{
	const size_t *given = hash_get(&m->map, &old, sizeof(old));
	uint32_t id = wanted;

	if (given)
		return (uint32_t)*given;
	if (id == PADDING && !hash_get(&w->used, &old, sizeof(old)))
		id = old;
	if (id == PADDING && w->next == PADDING && w->l->error == 0)
		w->l->error = syb_fail(w->l->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				       "no free id for a specialization constant");
	if (id == PADDING)
		id = w->next++;
	put_id(w, &w->used, id, 0);
	put_id(w, &m->map, old, id);
	return id;
}

/* ---- members ---- */

static void above(struct work *w, uint32_t id)
{
	if (id != PADDING && id >= w->next)
		w->next = id + 1;
}

/* The ids of a member's code, each once. */
static void list_code_ids(struct work *w, struct member *m, struct hash *has)
{
	struct link *l = w->l;
	size_t room = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < m->module->image_count && l->error == 0; i++) {
			struct link_image *image = &l->images[m->module->first_image + i];
			const struct link_target *target = &l->targets[image->target];
			const struct link_code *code =
				target->native || target->type != SYB_IR_SPIRV ? NULL : link_code(l, image);

			room += code ? code->spec_id_count : 0;
			for (size_t k = 0; code && pass == 1 && k < code->spec_id_count; k++) {
				if (!put_id(w, has, code->spec_ids[k], 0))
					continue;
				m->ids[m->id_count++] = code->spec_ids[k];
				above(w, code->spec_ids[k]);
			}
		}
		if (pass == 0)
			m->ids = link_array(l, room, sizeof(*m->ids));
	}
}

/* A module is emulated when its code has none of the ids of its constants: the code loads the values itself. */
static void look_at(struct work *w, struct member *m)
{
	_cleanup_(hash_free) struct hash has = { 0 };
	const struct syb_module_info *info = m->module->info;

	list_code_ids(w, m, &has);
	m->emulated = info->spec_const_count > 0;
	for (size_t i = 0; i < info->spec_const_count; i++)
		for (size_t k = 0; k < info->spec_consts[i]->leaf_count; k++) {
			uint32_t id = info->spec_consts[i]->leaves[k].id;

			above(w, id);
			if (hash_get(&has, &id, sizeof(id)))
				m->emulated = false;
		}
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

static void take_leaves(struct work *w, struct constant *c, struct member *m, const struct syb_spec_const *from)
{
	c->leaves = link_array(w->l, from->leaf_count, sizeof(*c->leaves));
	if (!c->leaves)
		return;
	c->leaf_count = from->leaf_count;
	for (size_t i = 0; i < from->leaf_count; i++) {
		c->leaves[i] = from->leaves[i];
		if (from->leaves[i].id != PADDING)
			c->leaves[i].id = give_id(w, m, from->leaves[i].id, PADDING);
	}
}

/* Another module has a constant of that name: the same one, or a problem. A constant that one module emulates and the
 * other one does not has the leaves of the latter. */
static void share_constant(struct work *w, struct constant *c, struct member *m, const struct syb_spec_const *from)
{
	bool mixed = c->emulated && !m->emulated && size_of(c->from) == size_of(from);
	bool same = same_leaves(c->from, from) || mixed;

	if (!same || !bytes_eq(c->value, from->default_value)) {
		link_problem(w->l, "link-spec-constant", from->name, place_of(m->module, from->name),
			     place_of(c->module, from->name),
			     "specialization constant %s has a different %s in modules that share an image",
			     link_readable(w->l, from->name), same ? "default value" : "layout");
		return;
	}
	if (!c->set.len)
		c->set = from->set_value;
	if (c->emulated && !m->emulated) {
		c->from = from;
		c->emulated = false;
		take_leaves(w, c, m, from);
		return;
	}
	for (size_t i = 0; i < from->leaf_count; i++)
		if (from->leaves[i].id != PADDING)
			give_id(w, m, from->leaves[i].id, c->leaves[i].id);
}

static void add_constants(struct work *w, struct member *m)
{
	const struct syb_module_info *info = m->module->info;

	for (size_t i = 0; i < info->spec_const_count && w->l->error == 0; i++) {
		const struct syb_spec_const *from = info->spec_consts[i];
		bool found;
		const size_t *place = link_put_name(w->l, &w->names, from->name, w->merge->count, &found);
		struct constant *c = place ? &w->merge->constants[*place] : NULL;

		if (!c)
			return;
		if (found) {
			share_constant(w, c, m, from);
			continue;
		}
		w->merge->count++;
		*c = (struct constant){ .from = from,
					.module = m->module,
					.emulated = m->emulated,
					.value = from->default_value,
					.set = from->set_value };
		take_leaves(w, c, m, from);
	}
}

/* An emulated constant has one leaf, and perhaps padding, which does not matter after the last one. */
static bool same_place(const struct syb_spec_const *a, const struct syb_spec_const *b, bool last)
{
	size_t len = a->default_value.len < b->default_value.len ? a->default_value.len : b->default_value.len;

	if (!str_eq(a->name, b->name) || a->leaf_count == 0 || b->leaf_count == 0 ||
	    a->leaves[0].size != b->leaves[0].size || (!last && !same_leaves(a, b)))
		return false;
	return len == 0 || memcmp(a->default_value.ptr, b->default_value.ptr, len) == 0;
}

/* The emulated member with the most constants decides; those of the others must be its first ones. */
static struct member *check_emulated(struct work *w)
{
	struct member *most = NULL;

	for (size_t i = 0; i < w->group->count; i++) {
		struct member *m = &w->members[i];

		if (m->emulated && (!most || m->module->info->spec_const_count > most->module->info->spec_const_count))
			most = m;
	}
	for (size_t i = 0; i < w->group->count; i++) {
		const struct member *m = &w->members[i];
		const struct syb_module_info *info = m->module->info;

		for (size_t k = 0; m->emulated && m != most && k < info->spec_const_count; k++) {
			const struct syb_spec_const *here = info->spec_consts[k];
			const struct syb_spec_const *there = most->module->info->spec_consts[k];

			if (same_place(here, there, k + 1 == info->spec_const_count))
				continue;
			link_problem(
				w->l, "link-spec-emulated", here->name, place_of(m->module, here->name),
				place_of(most->module, there->name),
				"emulated specialization constant %s has a different place in modules that share an "
				"image",
				link_readable(w->l, here->name));
			break;
		}
	}
	return most;
}

/* Ids of the code that no descriptor names: nothing sets them, unless the module has no descriptors at all. */
static void move_unnamed(struct work *w, struct member *m)
{
	for (size_t i = 0; i < m->id_count && w->l->error == 0; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(w->l->ctx, m->module->file);
		uint32_t id = give_id(w, m, m->ids[i], PADDING);

		if (w->l->error == 0 && id != m->ids[i] && m->module->info->spec_const_count == 0)
			syb_report(w->l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-spec-id",
				   "specialization constant %" PRIu32 " of module %zu becomes %" PRIu32
				   ": another module has that id",
				   m->ids[i], syb_module_index(m->module->module), id);
	}
}

/* The ids that code has to change. */
static void list_changes(struct work *w)
{
	struct link_spec *specs = link_array(w->l, w->group->count, sizeof(*specs));

	for (size_t i = 0; i < w->group->count && w->l->error == 0; i++) {
		const struct member *m = &w->members[i];

		specs[i].ids = link_array(w->l, m->id_count, sizeof(*specs[i].ids));
		for (size_t k = 0; k < m->id_count && specs[i].ids; k++) {
			const size_t *to = hash_get(&m->map, &m->ids[k], sizeof(m->ids[k]));

			if (to && *to != m->ids[k])
				specs[i].ids[specs[i].count++] = (struct syb_spec_id){ m->ids[k], (uint32_t)*to };
		}
	}
	w->group->spec_ids = specs;
}

static bool begin(struct work *w)
{
	struct link *l = w->l;
	size_t constants = 0;

	w->members = link_array(l, w->group->count, sizeof(*w->members));
	w->merge = link_array(l, 1, sizeof(*w->merge));
	if (l->error < 0)
		return false;
	for (size_t i = 0; i < w->group->count; i++) {
		const struct link_module *module = &l->modules[w->group->members[i]];

		w->members[i].module = module;
		constants += module->info->spec_const_count;
		w->merge->has_set |= syb_props_find(module->props, SET_SPEC_VALUES) != NULL;
		look_at(w, &w->members[i]);
	}
	w->merge->constants = link_array(l, constants, sizeof(*w->merge->constants));
	return l->error == 0;
}

struct spec_merge *link_spec_merge(struct link *l, struct link_group *group)
{
	_cleanup_(drop_work) struct work w = { .l = l, .group = group };
	struct member *emulated;

	if (l->error < 0 || !begin(&w))
		return NULL;
	emulated = check_emulated(&w);
	if (emulated)
		add_constants(&w, emulated);
	for (size_t i = 0; i < group->count; i++)
		if (!w.members[i].emulated)
			add_constants(&w, &w.members[i]);
	for (size_t i = 0; i < group->count; i++)
		move_unnamed(&w, &w.members[i]);
	list_changes(&w);
	return l->error < 0 ? NULL : w.merge;
}

/* ---- writing ---- */

static void write_leaves(struct link *l, const struct constant *c, struct syb_props_writer *writer)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };

	for (size_t i = 0; i < c->leaf_count; i++) {
		buf_u32(l->ctx, &bytes, c->leaves[i].id);
		buf_u32(l->ctx, &bytes, c->leaves[i].offset);
		buf_u32(l->ctx, &bytes, c->leaves[i].size);
	}
	if (link_ok(l, bytes.failed))
		link_ok(l, syb_props_writer_bytes(l->ctx, writer, c->from->name, buf_bytes(&bytes)));
}

static void write_values(struct link *l, const struct spec_merge *merge, bool set, struct syb_props_writer *writer)
{
	_cleanup_(buf_free) struct buf all = { 0 };
	bool complete = true;

	for (size_t i = 0; i < merge->count; i++) {
		const struct constant *c = &merge->constants[i];
		struct syb_bytes value = set && c->set.len ? c->set : c->value;

		complete = complete && value.len == size_of(c->from);
		link_ok(l, buf_add(l->ctx, &all, value.ptr, value.len));
	}
	if (all.len == 0 || l->error < 0 ||
	    !link_ok(l, syb_props_writer_set(l->ctx, writer, set ? SET_SPEC_VALUES : SET_SPEC_DEFAULTS)))
		return;
	if (complete) { /* the writer divides it if the dialect requires that */
		link_ok(l, syb_props_writer_bytes(l->ctx, writer, "all", buf_bytes(&all)));
		return;
	}
	for (size_t i = 0; i < merge->count && l->error == 0 && !set; i++)
		if (merge->constants[i].value.len)
			link_ok(l, syb_props_writer_bytes(l->ctx, writer, merge->constants[i].from->name,
							  merge->constants[i].value));
}

void link_spec_write(struct link *l, const struct spec_merge *merge, const char *set, struct syb_props_writer *writer)
{
	if (merge->count == 0)
		return;
	if (!str_eq(set, SET_SPEC_CONSTS)) {
		write_values(l, merge, str_eq(set, SET_SPEC_VALUES), writer);
		return;
	}
	link_ok(l, syb_props_writer_set(l->ctx, writer, set));
	for (size_t i = 0; i < merge->count && l->error == 0; i++)
		write_leaves(l, &merge->constants[i], writer);
}
