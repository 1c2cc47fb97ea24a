/* format/spirv_carry.c — the other way of spirv_finish.c: for a translator that refuses a module for extensions it does
 * not know, decorations of newer extensions become texts again, which it passes on as annotations. */
#include "spirv_finish.h"

#include "spirv_carrier.h"
#include "spirv_edit.h"

enum { FIRST_NEWER = 6150 }; /* capabilities that translators of LLVM 15 do not know */

struct carrying {
	struct syb_ctx *ctx;
	struct spirv_edit edit;
	struct buf text;
	size_t changes;
};

static void drop(struct carrying *c)
{
	spirv_edit_drop(&c->edit);
	buf_free(&c->text);
}

static bool is_newer(const struct spirv_decoration_info *info)
{
	return info && info->capability >= FIRST_NEWER;
}

/* What a decoration says as a text, in c->text. */
static int put_text(struct carrying *c, const struct spirv_inst *inst, size_t number_at)
{
	const struct spirv_decoration_info *info = spirv_decoration_info(spirv_word(inst, number_at));
	const char *kinds = info->operands;
	_cleanup_(buf_free) struct buf string = { 0 };
	int r;

	c->text.len = 0;
	r = buf_printf(c->ctx, &c->text, SPIRV_CARRIER_PREFIX "[%u", info->number);
	for (size_t i = number_at + 1; i < inst->count && r == 0; kinds += *kinds && kinds[1] != '*') {
		r = buf_char(c->ctx, &c->text, i == number_at + 1 ? ':' : ',');
		if (r == 0 && *kinds != 's')
			r = buf_printf(c->ctx, &c->text, "%u", spirv_word(inst, i++));
		else if (r == 0)
			r = spirv_string(c->ctx, inst, i, &string, &i);
		if (r == 0 && *kinds == 's')
			r = spirv_quote(c->ctx, &c->text, (const char *)string.ptr, string.len);
	}
	return r < 0 ? r : buf_char(c->ctx, &c->text, ']');
}

static int carry_decoration(struct carrying *c, const struct spirv_inst *inst, bool member)
{
	const size_t number_at = member ? 3 : 2;
	_cleanup_(buf_free) struct buf words = { 0 };
	const uint8_t *text;
	int r = spirv_need(c->ctx, inst, number_at + 1);

	if (r < 0 || !is_newer(spirv_decoration_info(spirv_word(inst, number_at))))
		return r;
	r = put_text(c, inst, number_at);
	if (r == 0)
		r = buf_fill(c->ctx, &c->text, 0, 4 - c->text.len % 4);
	text = c->text.ptr;
	for (size_t i = 0; r == 0 && i < c->text.len; i += 4) {
		uint32_t w = (uint32_t)text[i] | (uint32_t)text[i + 1] << 8 | (uint32_t)text[i + 2] << 16 |
			     (uint32_t)text[i + 3] << 24;

		r = buf_add(c->ctx, &words, &w, sizeof(w));
	}
	if (r == 0)
		r = spirv_edit_decoration(&c->edit, inst, spirv_word(inst, 1),
					  member ? spirv_word(inst, 2) : SPIRV_NO_MEMBER, SPIRV_USER_SEMANTIC,
					  (const uint32_t *)(const void *)words.ptr, words.len / 4);
	c->changes++;
	return r < 0 ? r : spirv_edit_remove(&c->edit, inst);
}

/* An extension goes when all that is known to need it goes. */
static bool extension_goes(const char *name, size_t len)
{
	bool goes = false;

	for (const struct spirv_decoration_info *info = spirv_decoration_rows(); info->name; info++)
		if (info->extension && strlen(info->extension) == len && memcmp(info->extension, name, len) == 0) {
			if (!is_newer(info))
				return false;
			goes = true;
		}
	return goes;
}

static int carry_declaration(struct carrying *c, const struct spirv_inst *inst)
{
	bool goes = false;
	size_t next;
	int r = spirv_need(c->ctx, inst, 2);

	if (r == 0 && inst->op == SPIRV_OP_EXTENSION) {
		r = spirv_string(c->ctx, inst, 1, &c->text, &next);
		goes = r == 0 && extension_goes((const char *)c->text.ptr, c->text.len);
	} else if (r == 0) {
		for (const struct spirv_decoration_info *info = spirv_decoration_rows(); info->name && !goes; info++)
			goes = is_newer(info) && info->capability == spirv_word(inst, 1);
	}
	if (r < 0 || !goes)
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
