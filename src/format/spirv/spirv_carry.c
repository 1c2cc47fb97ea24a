/* format/spirv/spirv_carry.c — the reverse of spirv_finish.c: for a translator that refuses modules with unknown
 * extensions, decorations of newer extensions become texts again, which it passes on as annotations. A member of a
 * struct can have only one text, so its decorations share one. */
#include "spirv_finish.h"

#include "spirv_carrier.h"
#include "spirv_edit.h"

enum { FIRST_NEWER = 6150 }; /* capabilities that translators of LLVM 15 do not have */

struct member_text {
	uint32_t key[2]; /* type, member */
	size_t parts;    /* decorations that are not in the text yet */
	bool shared;     /* several decorations share it */
	struct buf text;
};

struct carrying {
	struct syb_ctx *ctx;
	struct spirv_edit edit;
	struct buf text;
	struct hash index; /* of members */
	struct member_text **members;
	size_t member_count, member_room;
	struct arena arena;
	size_t changes;
};

static void drop(struct carrying *c)
{
	for (size_t i = 0; i < c->member_count; i++)
		buf_free(&c->members[i]->text);
	allocator_free(allocator_of(c->ctx), c->members);
	hash_free(&c->index);
	arena_free(&c->arena);
	spirv_edit_drop(&c->edit);
	buf_free(&c->text);
}

static bool is_newer(const struct spirv_decoration_info *info)
{
	return info && info->capability >= FIRST_NEWER;
}

static bool is_text_of_member(const struct spirv_inst *inst)
{
	uint32_t number;

	if (inst->op != SPIRV_OP_MEMBER_DECORATE || inst->count < 4)
		return false;
	number = spirv_word(inst, 3);
	return number == SPIRV_USER_SEMANTIC || is_newer(spirv_decoration_info(number));
}

static struct member_text *find_member(const struct carrying *c, const struct spirv_inst *inst)
{
	const uint32_t key[2] = { spirv_word(inst, 1), spirv_word(inst, 2) };
	size_t *known = hash_get(&c->index, key, sizeof(key));

	return known ? c->members[*known] : NULL;
}

static int count_member(struct carrying *c, const struct spirv_inst *inst)
{
	struct member_text *m = find_member(c, inst);

	if (m) {
		m->parts++;
		m->shared = true;
		return 0;
	}
	m = arena_alloc(c->ctx, &c->arena, sizeof(*m));
	if (!m || VEC_PUSH(c->ctx, c->members, c->member_count, c->member_room) < 0)
		return -SYB_E_NOMEM;
	*m = (struct member_text){ .key = { spirv_word(inst, 1), spirv_word(inst, 2) }, .parts = 1 };
	c->members[c->member_count] = m;
	return hash_add(c->ctx, &c->index, m->key, sizeof(m->key), c->member_count++);
}

static int count_members(struct carrying *c, struct span s)
{
	struct spirv_inst inst;
	int r = spirv_begin(c->ctx, s, &inst);

	while (r == 0 && (r = spirv_next(c->ctx, &inst)) == 1)
		r = is_text_of_member(&inst) ? count_member(c, &inst) : 0;
	return r;
}

/* Append a decoration as a group to the text so far. */
static int put_group(struct carrying *c, struct buf *to, const struct spirv_inst *inst, size_t number_at)
{
	const struct spirv_decoration_info *info = spirv_decoration_info(spirv_word(inst, number_at));
	const char *kinds = info->operands;
	_cleanup_(buf_free) struct buf string = { 0 };

	buf_printf(c->ctx, to, "%s[%u", to->len ? "" : SPIRV_CARRIER_PREFIX, info->number);
	for (size_t i = number_at + 1; i < inst->count; kinds += *kinds && kinds[1] != '*') {
		buf_char(c->ctx, to, i == number_at + 1 ? ':' : ',');
		if (*kinds != 's') {
			buf_printf(c->ctx, to, "%u", spirv_word(inst, i++));
			continue;
		}
		TRY(spirv_string(c->ctx, inst, i, &string, &i));
		TRY(spirv_quote(c->ctx, to, (const char *)string.ptr, string.len));
	}
	return buf_char(c->ctx, to, ']');
}

/* The text in place of a decoration, the last one that it is about. */
static int write_text(struct carrying *c, struct buf *from, const struct spirv_inst *inst)
{
	_cleanup_(buf_free) struct buf words = { 0 };
	int r = buf_fill(c->ctx, from, 0, 4 - from->len % 4);
	const uint8_t *text = from->ptr;

	for (size_t i = 0; r == 0 && i < from->len; i += 4) {
		uint32_t w = (uint32_t)text[i] | (uint32_t)text[i + 1] << 8 | (uint32_t)text[i + 2] << 16 |
			     (uint32_t)text[i + 3] << 24;

		r = buf_add(c->ctx, &words, &w, sizeof(w));
	}
	return r < 0 ? r
		     : spirv_edit_decoration(
			       &c->edit, inst, spirv_word(inst, 1),
			       inst->op == SPIRV_OP_MEMBER_DECORATE ? spirv_word(inst, 2) : SPIRV_NO_MEMBER,
			       SPIRV_USER_SEMANTIC, (const uint32_t *)(const void *)words.ptr, words.len / 4);
}

static int carry_decoration(struct carrying *c, const struct spirv_inst *inst, bool member)
{
	const size_t number_at = member ? 3 : 2;
	struct member_text *m = is_text_of_member(inst) ? find_member(c, inst) : NULL;
	struct buf *text = m && m->shared ? &m->text : &c->text;
	int r = spirv_need(c->ctx, inst, number_at + 1);

	if (r < 0 || (text == &c->text && !is_newer(spirv_decoration_info(spirv_word(inst, number_at)))))
		return r;
	c->text.len = 0;
	r = put_group(c, text, inst, number_at);
	if (r == 0 && (!m || --m->parts == 0))
		r = write_text(c, text, inst);
	c->changes++;
	return r < 0 ? r : spirv_edit_remove(&c->edit, inst);
}

/* An extension is removed when all decorations that need it are removed. */
static bool is_extension_removed(const char *name, size_t len)
{
	bool removed = false;

	for (const struct spirv_decoration_info *info = spirv_decoration_rows(); info->name; info++)
		if (info->extension && strlen(info->extension) == len && memcmp(info->extension, name, len) == 0) {
			if (!is_newer(info))
				return false;
			removed = true;
		}
	return removed;
}

static int carry_declaration(struct carrying *c, const struct spirv_inst *inst)
{
	bool removed = false;
	size_t next;
	int r = spirv_need(c->ctx, inst, 2);

	if (r == 0 && inst->op == SPIRV_OP_EXTENSION) {
		r = spirv_string(c->ctx, inst, 1, &c->text, &next);
		removed = r == 0 && is_extension_removed((const char *)c->text.ptr, c->text.len);
	} else if (r == 0) {
		for (const struct spirv_decoration_info *info = spirv_decoration_rows(); info->name && !removed; info++)
			removed = is_newer(info) && info->capability == spirv_word(inst, 1);
	}
	if (r < 0 || !removed)
		return r;
	c->changes++;
	return spirv_edit_remove(&c->edit, inst);
}

int spirv_carry(struct syb_ctx *ctx, struct span s, struct syb_out *out, size_t *out_changes)
{
	_cleanup_(drop) struct carrying c = { .ctx = ctx };
	struct spirv_inst inst;
	int r = spirv_edit_begin(ctx, s, &c.edit);

	if (r == 0)
		r = count_members(&c, s);
	if (r == 0)
		r = spirv_begin(ctx, s, &inst);
	while (r == 0 && (r = spirv_next(ctx, &inst)) == 1) {
		r = 0;
		if (inst.op == SPIRV_OP_CAPABILITY || inst.op == SPIRV_OP_EXTENSION)
			r = carry_declaration(&c, &inst);
		else if (inst.op == SPIRV_OP_DECORATE || inst.op == SPIRV_OP_MEMBER_DECORATE)
			r = carry_decoration(&c, &inst, inst.op == SPIRV_OP_MEMBER_DECORATE);
	}
	if (r == 0)
		r = spirv_edit_write(&c.edit, out);
	if (r == 0)
		*out_changes = c.changes;
	return r;
}
