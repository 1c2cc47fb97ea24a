/* format/spirv_link/spirv_link_names.c — names of functions in linked SPIR-V. The specification gives them no
 * meaning, but translators look up functions by name: two internal functions with one name would become one. */
#include "spirv_link_emit.h"

/* All functions of a module may have the name of its entry point, which is often a wrapper of the function with that
 * name. */
static uint64_t owner_of_entry(size_t module)
{
	return UINT64_C(1) << 32 | module;
}

/* Reserve the name for that function; out_owner is the function that has it. */
static int take(struct emitting *e, const void *name, size_t len, uint64_t id, uint64_t *out_owner)
{
	size_t *owner;
	bool found;

	TRY(hash_put(e->l->ctx, &e->function_names, name, len, (size_t)id, &owner, &found));
	*out_owner = *owner;
	return 0;
}

int splink_reserve_names(struct emitting *e)
{
	struct link *l = e->l;
	uint64_t owner = 0;
	size_t next;
	int r = 0;

	for (size_t i = 0; r == 0 && i < l->symbol_count; i++)
		if (l->symbols[i].stays)
			r = take(e, l->symbols[i].name, strlen(l->symbols[i].name), l->symbols[i].id, &owner);
	for (size_t i = 0; r == 0 && i < l->entry_count; i++) {
		const struct link_entry *entry = &l->entries[i];
		struct spirv_inst inst = splink_inst_at(&l->modules[entry->module], entry->at);
		char *copy;

		r = spirv_string(l->ctx, &inst, 3, &e->name, &next);
		if (r < 0)
			break;
		copy = arena_string(l->ctx, &l->arena, e->name.ptr, e->name.len);
		r = copy ? take(e, copy, e->name.len, owner_of_entry(entry->module), &owner) : -SYB_E_NOMEM;
	}
	return r;
}

static int put_name(struct emitting *e, uint32_t id, const char *name)
{
	struct link *l = e->l;
	const size_t count = 2 + spirv_text_words(strlen(name));

	l->scratch.len = 0;
	TRY(splink_put_word(l, &l->scratch, (uint32_t)count << 16 | SPIRV_OP_NAME));
	TRY(splink_put_word(l, &l->scratch, id));
	TRY(splink_put_text(l, &l->scratch, name));
	return splink_put(e, (const uint32_t *)(const void *)l->scratch.ptr, count);
}

/* A new name with a number. One counter serves all names, so a free number is found at once. */
static int put_renamed(struct emitting *e, uint32_t id)
{
	size_t len = e->name.len;
	uint64_t owner = 0;
	char *copy = NULL;
	int r;

	do {
		e->name.len = len;
		r = buf_printf(e->l->ctx, &e->name, ".%zu", ++e->renamed);
		if (r < 0)
			break;
		copy = arena_string(e->l->ctx, &e->l->arena, e->name.ptr, e->name.len);
		r = copy ? take(e, copy, e->name.len, id, &owner) : -SYB_E_NOMEM;
	} while (r == 0 && owner != id);
	/* as long as an instruction can be */
	return r < 0 || e->name.len / 4 + 4 > UINT16_MAX ? r : put_name(e, id, copy);
}

int splink_emit_function_name(struct emitting *e, const struct spirv_inst *inst, uint32_t id)
{
	const struct syb_bytes bytes = spirv_bytes(inst);
	uint64_t owner = 0;
	size_t next;
	const void *key = bytes.ptr + 8;

	TRY(spirv_string(e->l->ctx, inst, 2, &e->name, &next));
	if (e->name.len == 0)
		return splink_put_inst(e, inst);
	if (inst->big_endian) { /* else the text is in the file */
		key = arena_string(e->l->ctx, &e->l->arena, e->name.ptr, e->name.len);
		if (!key)
			return -SYB_E_NOMEM;
	}
	TRY(take(e, key, e->name.len, id, &owner));
	return owner == id || owner == owner_of_entry((size_t)(e->m - e->l->modules)) ? splink_put_inst(e, inst)
										      : put_renamed(e, id);
}
