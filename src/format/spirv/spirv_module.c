/* format/spirv/spirv_module.c — everything before the code of a SPIR-V module, as lists: capabilities, extensions,
 * entry points, execution modes, names, decorations. Unknown instructions are skipped.
 *
 * A group of decorations is expanded for each of its targets, so that other files need not handle groups. There is a
 * limit on the expansion. */
#include "spirv.h"

#include "base/hash.h"

struct reading {
	struct syb_ctx *ctx;
	struct spirv_module *m;
	struct spirv_inst inst;
	struct buf text;
	struct claims claims; /* decorations out of groups */
	size_t capability_room, extension_room, import_room, name_room, entry_room, mode_room, decoration_room;
	struct hash groups; /* id of a group, as in the file → its first decoration */
	size_t *next;       /* for each decoration: the next one of the same target, counted from 1 */
	size_t next_room;
};

void spirv_free(struct spirv_module *m)
{
	if (!m)
		return;
	allocator_free(m->from, m->capabilities);
	allocator_free(m->from, m->extensions);
	allocator_free(m->from, m->imports);
	allocator_free(m->from, m->names);
	allocator_free(m->from, m->entry_points);
	allocator_free(m->from, m->modes);
	allocator_free(m->from, m->decorations);
	if (m->index)
		hash_free(m->index);
	arena_free(&m->arena);
	allocator_free(m->from, m);
}

static void drop(struct reading *rd)
{
	buf_free(&rd->text);
	hash_free(&rd->groups);
	allocator_free(allocator_of(rd->ctx), rd->next);
}

static int check_count(struct reading *rd, size_t count)
{
	if (count >= rd->ctx->limits.max_items)
		return syb_fail(rd->ctx, SYB_E_LIMIT, spirv_offset(&rd->inst, 0), "limit", "more than %zu of a kind",
				count);
	return 0;
}

/* A string of the instruction, copied. */
static int take_string(struct reading *rd, size_t i, const char **out, size_t *out_next)
{
	TRY(spirv_string(rd->ctx, &rd->inst, i, &rd->text, out_next));
	*out = arena_string(rd->ctx, &rd->m->arena, rd->text.ptr, rd->text.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

/* The words from i on, in the machine's order. */
static int take_words(struct reading *rd, size_t i, const uint32_t **out, size_t *out_count)
{
	size_t count = rd->inst.count > i ? rd->inst.count - i : 0;
	uint32_t *words = NULL;

	if (count) {
		words = arena_array(rd->ctx, &rd->m->arena, count, sizeof(*words));
		if (!words)
			return -SYB_E_NOMEM;
	}
	for (size_t k = 0; k < count; k++)
		words[k] = spirv_word(&rd->inst, i + k);
	*out = words;
	*out_count = count;
	return 0;
}

/* Entry points are indexed as if they were this member of their function. */
enum { ENTRY_POINT = SPIRV_NO_MEMBER - 1 };

static int index_id(struct reading *rd, uint32_t id, uint32_t member, size_t i)
{
	const uint32_t key[] = { id, member };

	return hash_add_copy(rd->ctx, rd->m->index, &rd->m->arena, key, sizeof(key), i);
}

static int read_capability(struct reading *rd)
{
	struct spirv_module *m = rd->m;
	int r = spirv_need(rd->ctx, &rd->inst, 2);

	return r < 0 ? r
		     : VEC_ADD(rd->ctx, m->capabilities, m->capability_count, rd->capability_room,
			       spirv_word(&rd->inst, 1));
}

static int read_extension(struct reading *rd)
{
	struct spirv_module *m = rd->m;
	const char *text;
	size_t next;

	TRY(take_string(rd, 1, &text, &next));
	return VEC_ADD(rd->ctx, m->extensions, m->extension_count, rd->extension_room, text);
}

static int read_import(struct reading *rd)
{
	struct spirv_module *m = rd->m;
	const char *text;
	uint32_t id;
	size_t next;

	TRY(spirv_id(rd->ctx, &rd->inst, 1, &id));
	TRY(take_string(rd, 2, &text, &next));
	return VEC_ADD(rd->ctx, m->imports, m->import_count, rd->import_room, text);
}

static int read_memory_model(struct reading *rd)
{
	TRY(spirv_need(rd->ctx, &rd->inst, 3));
	rd->m->has_memory_model = true;
	rd->m->addressing = spirv_word(&rd->inst, 1);
	rd->m->memory = spirv_word(&rd->inst, 2);
	return 0;
}

static int read_entry_point(struct reading *rd)
{
	struct spirv_module *m = rd->m;
	struct spirv_entry_point e = { 0 };
	size_t next = 0;

	TRY(spirv_id(rd->ctx, &rd->inst, 2, &e.function));
	TRY(take_string(rd, 3, &e.name, &next));
	TRY(take_words(rd, next, &e.interface, &e.interface_count));
	TRY(check_count(rd, m->entry_point_count));
	TRY(index_id(rd, e.function, ENTRY_POINT, m->entry_point_count));
	e.model = spirv_word(&rd->inst, 1);
	return VEC_ADD(rd->ctx, m->entry_points, m->entry_point_count, rd->entry_room, e);
}

static int read_mode(struct reading *rd)
{
	struct spirv_module *m = rd->m;
	struct spirv_mode mode = { .at = rd->inst.at };

	TRY(spirv_id(rd->ctx, &rd->inst, 1, &mode.function));
	TRY(spirv_need(rd->ctx, &rd->inst, 3));
	TRY(take_words(rd, 3, &mode.operands, &mode.operand_count));
	TRY(check_count(rd, m->mode_count));
	mode.mode = spirv_word(&rd->inst, 2);
	return VEC_ADD(rd->ctx, m->modes, m->mode_count, rd->mode_room, mode);
}

/* ---- names ---- */

static int read_name(struct reading *rd, bool member)
{
	struct spirv_module *m = rd->m;
	struct spirv_name name = { .member = SPIRV_NO_MEMBER, .at = rd->inst.at };
	size_t next;

	TRY(spirv_id(rd->ctx, &rd->inst, 1, &name.id));
	if (member)
		TRY(spirv_need(rd->ctx, &rd->inst, 3));
	if (member && spirv_word(&rd->inst, 2) >= ENTRY_POINT) /* a struct has fewer words than that */
		return syb_fail(rd->ctx, SYB_E_FORMAT, spirv_offset(&rd->inst, 2), "spirv-id", "no such member");
	if (member)
		name.member = spirv_word(&rd->inst, 2);
	TRY(take_string(rd, member ? 3 : 2, &name.text, &next));
	TRY(check_count(rd, m->name_count));
	TRY(index_id(rd, name.id, name.member, m->name_count));
	return VEC_ADD(rd->ctx, m->names, m->name_count, rd->name_room, name);
}

static const size_t *find(const struct spirv_module *m, uint32_t id, uint32_t member)
{
	const uint32_t key[] = { id, member };

	return hash_get(m->index, key, sizeof(key));
}

const char *spirv_name_of(const struct spirv_module *m, uint32_t id, uint32_t member)
{
	const size_t *i = member != ENTRY_POINT ? find(m, id, member) : NULL;

	return i ? m->names[*i].text : NULL;
}

const char *spirv_function_name(const struct spirv_module *m, uint32_t id)
{
	const char *name = spirv_name_of(m, id, SPIRV_NO_MEMBER);
	const size_t *i = name ? NULL : find(m, id, ENTRY_POINT);

	return i ? m->entry_points[*i].name : name;
}

/* ---- decorations ---- */

static int add_decoration(struct reading *rd, const struct spirv_decoration *d)
{
	struct spirv_module *m = rd->m;

	TRY(check_count(rd, m->decoration_count));
	TRY(VEC_PUSH(rd->ctx, m->decorations, m->decoration_count, rd->decoration_room));
	TRY(VEC_PUSH(rd->ctx, rd->next, m->decoration_count, rd->next_room));
	rd->next[m->decoration_count] = 0;
	m->decorations[m->decoration_count++] = *d;
	return 0;
}

/* Decorations of a target that may turn out to be a group are chained, the latest first. */
static int chain(struct reading *rd)
{
	size_t last = rd->m->decoration_count, *first;
	const void *target = rd->inst.file.ptr + (rd->inst.at + 1) * 4;
	bool found;

	TRY(hash_put(rd->ctx, &rd->groups, target, 4, last, &first, &found));
	if (found) {
		rd->next[last - 1] = *first;
		*first = last;
	}
	return 0;
}

static int read_decoration(struct reading *rd, bool member)
{
	struct spirv_decoration d = { .op = rd->inst.op, .member = SPIRV_NO_MEMBER, .at = rd->inst.at };
	const size_t number_at = member ? 3 : 2;
	int r = spirv_id(rd->ctx, &rd->inst, 1, &d.target);

	if (r == 0)
		r = spirv_need(rd->ctx, &rd->inst, number_at + 1);
	if (r == 0)
		r = take_words(rd, number_at + 1, &d.operands, &d.operand_count);
	if (r < 0)
		return r;
	if (member)
		d.member = spirv_word(&rd->inst, 2);
	d.number = spirv_word(&rd->inst, number_at);
	r = add_decoration(rd, &d);
	return r < 0 || member ? r : chain(rd);
}

/* Apply every decoration of the group to its targets, which follow as ids, or as pairs of an id and a member. */
static int apply_group(struct reading *rd, bool members)
{
	const size_t step = members ? 2 : 1;
	const size_t *first;
	uint32_t group;

	TRY(spirv_id(rd->ctx, &rd->inst, 1, &group));
	first = hash_get(&rd->groups, rd->inst.file.ptr + (rd->inst.at + 1) * 4, 4);
	for (size_t i = 2; i < rd->inst.count; i += step) {
		uint32_t target;

		TRY(spirv_id(rd->ctx, &rd->inst, i, &target));
		TRY(spirv_need(rd->ctx, &rd->inst, i + step));
		for (size_t k = first ? *first : 0; k; k = rd->next[k - 1]) {
			struct spirv_decoration d = rd->m->decorations[k - 1];

			d.target = target;
			d.member = members ? spirv_word(&rd->inst, i + 1) : SPIRV_NO_MEMBER;
			TRY(claim_bytes(rd->ctx, &rd->claims, spirv_offset(&rd->inst, i), sizeof(d),
					"decorations of groups"));
			TRY(add_decoration(rd, &d));
		}
	}
	return 0;
}

int64_t spirv_operand_string(const struct spirv_decoration *d, size_t i, size_t *out_words)
{
	int64_t len = 0;

	for (size_t k = i; k < d->operand_count; k++)
		for (unsigned shift = 0; shift < 32; shift += 8, len++)
			if (!(d->operands[k] >> shift & 0xff)) {
				*out_words = k + 1 - i;
				return len;
			}
	return -1;
}

/* ---- all of it ---- */

static int read_instruction(struct reading *rd)
{
	switch (rd->inst.op) {
	case SPIRV_OP_CAPABILITY:
		return read_capability(rd);
	case SPIRV_OP_EXTENSION:
		return read_extension(rd);
	case SPIRV_OP_EXT_INST_IMPORT:
		return read_import(rd);
	case SPIRV_OP_MEMORY_MODEL:
		return read_memory_model(rd);
	case SPIRV_OP_ENTRY_POINT:
		return read_entry_point(rd);
	case SPIRV_OP_EXECUTION_MODE:
	case SPIRV_OP_EXECUTION_MODE_ID:
		return read_mode(rd);
	case SPIRV_OP_NAME:
	case SPIRV_OP_MEMBER_NAME:
		return read_name(rd, rd->inst.op == SPIRV_OP_MEMBER_NAME);
	case SPIRV_OP_DECORATE:
	case SPIRV_OP_DECORATE_ID:
	case SPIRV_OP_DECORATE_STRING:
		return read_decoration(rd, false);
	case SPIRV_OP_MEMBER_DECORATE:
	case SPIRV_OP_MEMBER_DECORATE_STRING:
		return read_decoration(rd, true);
	case SPIRV_OP_GROUP_DECORATE:
	case SPIRV_OP_GROUP_MEMBER_DECORATE:
		return apply_group(rd, rd->inst.op == SPIRV_OP_GROUP_MEMBER_DECORATE);
	default:
		return 0;
	}
}

int spirv_read(struct syb_ctx *ctx, struct span s, struct spirv_module **out_module)
{
	_cleanup_(spirv_free_p) struct spirv_module *m = mem_zalloc(ctx, sizeof(*m));
	_cleanup_(drop) struct reading rd = { .ctx = ctx, .m = m, .claims = claims_of(s.len) };
	int r;

	if (!m)
		return -SYB_E_NOMEM;
	m->from = allocator_of(ctx);
	m->index = arena_alloc(ctx, &m->arena, sizeof(*m->index));
	if (!m->index)
		return -SYB_E_NOMEM;
	r = spirv_read_header(ctx, s, &m->header);
	if (r == 0)
		r = spirv_begin(ctx, s, &rd.inst);
	while (r == 0 && (r = spirv_next(ctx, &rd.inst)) == 1) {
		m->instruction_count++;
		r = read_instruction(&rd);
	}
	if (r < 0)
		return r;
	*out_module = steal(m);
	return 0;
}
