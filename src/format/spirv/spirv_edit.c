/* format/spirv/spirv_edit.c — changes to a SPIR-V module, collected and written in one pass. Sections of a module
 * have an order: capabilities, extensions, …, names, decorations, types, code; additions go to the end of their
 * section. */
#include "spirv_edit.h"

#include "base/order.h"

#include <stdlib.h>

void spirv_edit_drop(struct spirv_edit *e)
{
	if (!e->ctx)
		return;
	buf_free(&e->words);
	hash_free(&e->declared);
	arena_free(&e->arena);
	allocator_free(allocator_of(e->ctx), e->changes);
}

/* ---- where things go ---- */

static bool is_decoration(uint32_t op)
{
	return (op >= SPIRV_OP_DECORATE && op <= SPIRV_OP_GROUP_MEMBER_DECORATE) || op == SPIRV_OP_DECORATE_ID ||
	       op == SPIRV_OP_DECORATE_STRING || op == SPIRV_OP_MEMBER_DECORATE_STRING;
}

static bool is_mode(uint32_t op)
{
	return op == SPIRV_OP_EXECUTION_MODE || op == SPIRV_OP_EXECUTION_MODE_ID;
}

static bool is_before_decorations(uint32_t op)
{
	switch (op) {
	case SPIRV_OP_SOURCE_CONTINUED:
	case SPIRV_OP_SOURCE:
	case SPIRV_OP_SOURCE_EXTENSION:
	case SPIRV_OP_NAME:
	case SPIRV_OP_MEMBER_NAME:
	case SPIRV_OP_STRING:
	case SPIRV_OP_EXTENSION:
	case SPIRV_OP_EXT_INST_IMPORT:
	case SPIRV_OP_MEMORY_MODEL:
	case SPIRV_OP_ENTRY_POINT:
	case SPIRV_OP_EXECUTION_MODE:
	case SPIRV_OP_EXECUTION_MODE_ID:
	case SPIRV_OP_CAPABILITY:
	case SPIRV_OP_MODULE_PROCESSED:
		return true;
	default:
		return false;
	}
}

/* Record places, and declarations of the module, as the bytes of their instructions. */
static int note_place(struct spirv_edit *e, const struct spirv_inst *inst, bool *head)
{
	const size_t end = inst->at + inst->count;

	if (inst->op == SPIRV_OP_CAPABILITY)
		e->capabilities_at = end;
	if (inst->op == SPIRV_OP_CAPABILITY || inst->op == SPIRV_OP_EXTENSION)
		e->extensions_at = end;
	if (is_mode(inst->op) || inst->op == SPIRV_OP_ENTRY_POINT)
		e->modes_at = end;
	*head = *head && is_before_decorations(inst->op);
	if (is_decoration(inst->op) || *head)
		e->decorations_at = end;
	if (inst->op == SPIRV_OP_CAPABILITY || inst->op == SPIRV_OP_EXTENSION || is_mode(inst->op) ||
	    is_decoration(inst->op))
		return hash_add(e->ctx, &e->declared, spirv_bytes(inst).ptr, spirv_bytes(inst).len, 0);
	return 0;
}

int spirv_edit_begin(struct syb_ctx *ctx, struct span s, struct spirv_edit *out_edit)
{
	struct spirv_edit e = { .ctx = ctx, .file = s };
	struct spirv_inst inst;
	bool head = true;
	int r = spirv_begin(ctx, s, &inst);

	if (r < 0)
		return r;
	e.big_endian = inst.big_endian;
	e.capabilities_at = e.extensions_at = e.modes_at = e.decorations_at = SPIRV_HEADER_WORDS;
	while (r == 0 && (r = spirv_next(ctx, &inst)) == 1)
		r = note_place(&e, &inst, &head);
	if (r < 0)
		spirv_edit_drop(&e);
	else
		*out_edit = e;
	return r;
}

/* ---- changes ---- */

static void put_words(struct spirv_edit *e, const uint32_t *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buf_u32(e->ctx, &e->words, e->big_endian ? __builtin_bswap32(words[i]) : words[i]);
}

/* Append an instruction of two lists of operands to the words. */
static int put_instruction(struct spirv_edit *e, uint32_t op, const uint32_t *first, size_t first_count,
			   const uint32_t *rest, size_t rest_count)
{
	const size_t count = 1 + first_count + rest_count;
	const uint32_t head = (uint32_t)count << 16 | op;

	if (count > UINT16_MAX)
		return syb_fail(e->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "instruction %u would have %zu words", op,
				count);
	put_words(e, &head, 1);
	put_words(e, first, first_count);
	put_words(e, rest, rest_count);
	return e->words.failed;
}

enum { SECTION_CAPABILITIES, SECTION_EXTENSIONS, SECTION_MODES, SECTION_OTHERS };

static int change(struct spirv_edit *e, size_t at, size_t skip, size_t from, unsigned section)
{
	return VEC_ADD(e->ctx, e->changes, e->change_count, e->change_room,
		       (struct spirv_change){ at, skip, from, e->words.len / 4 - from, section });
}

int spirv_edit_remove(struct spirv_edit *e, const struct spirv_inst *inst)
{
	return change(e, inst->at, inst->count, e->words.len / 4, SECTION_OTHERS);
}

int spirv_edit_replace(struct spirv_edit *e, const struct spirv_inst *inst, const uint32_t *words, size_t count)
{
	const size_t from = e->words.len / 4;

	TRY(put_instruction(e, words[0], words + 1, count - 1, NULL, 0));
	return change(e, inst->at, inst->count, from, SECTION_OTHERS);
}

/* Add the instruction that was just put after `from` at a place, unless the module has it. */
static int add(struct spirv_edit *e, size_t at, size_t from, unsigned section)
{
	const size_t len = e->words.len - from * 4;

	if (hash_get(&e->declared, e->words.ptr + from * 4, len)) {
		e->words.len = from * 4;
		return 0;
	}
	TRY(hash_add_copy(e->ctx, &e->declared, &e->arena, e->words.ptr + from * 4, len, 0));
	TRY(change(e, at, 0, from, section));
	return 1;
}

int spirv_edit_capability(struct spirv_edit *e, uint32_t number)
{
	const size_t from = e->words.len / 4;

	TRY(put_instruction(e, SPIRV_OP_CAPABILITY, &number, 1, NULL, 0));
	return add(e, e->capabilities_at, from, SECTION_CAPABILITIES);
}

int spirv_edit_extension(struct spirv_edit *e, const char *name)
{
	const size_t from = e->words.len / 4, len = strlen(name);
	uint32_t *text = arena_array(e->ctx, &e->arena, spirv_text_words(len), sizeof(*text));

	TRY(text ? put_instruction(e, SPIRV_OP_EXTENSION, text, spirv_put_text(name, len, text), NULL, 0)
		 : -SYB_E_NOMEM);
	return add(e, e->extensions_at, from, SECTION_EXTENSIONS);
}

int spirv_edit_mode(struct spirv_edit *e, uint32_t function, uint32_t mode, const uint32_t *operands,
		    size_t operand_count)
{
	const size_t from = e->words.len / 4;
	const uint32_t first[] = { function, mode };

	TRY(put_instruction(e, SPIRV_OP_EXECUTION_MODE, first, ARRAY_SIZE(first), operands, operand_count));
	return add(e, e->modes_at, from, SECTION_MODES);
}

int spirv_edit_decoration(struct spirv_edit *e, const struct spirv_inst *place, uint32_t target, uint32_t member,
			  uint32_t number, const uint32_t *operands, size_t operand_count)
{
	const bool is_member = member != SPIRV_NO_MEMBER;
	const size_t from = e->words.len / 4;
	const uint32_t first[] = { target, is_member ? member : number, number };

	TRY(put_instruction(e, is_member ? SPIRV_OP_MEMBER_DECORATE : SPIRV_OP_DECORATE, first, is_member ? 3 : 2,
			    operands, operand_count));
	return add(e, place ? place->at : e->decorations_at, from, SECTION_OTHERS);
}

/* ---- writing ---- */

/* By place; removals come after additions at the same place, and additions keep their order. */
static int compare(const void *a, const void *b)
{
	const struct spirv_change *x = a, *y = b;

	if (x->at != y->at)
		return ORDER(x->at, y->at);
	if (!x->skip != !y->skip)
		return x->skip ? 1 : -1;
	if (x->section != y->section)
		return ORDER(x->section, y->section);
	return ORDER(x->from, y->from);
}

int spirv_edit_write(struct spirv_edit *e, struct syb_out *out)
{
	size_t done = 0;
	int r = 0;

	if (e->change_count)
		qsort(e->changes, e->change_count, sizeof(*e->changes), compare);
	for (size_t i = 0; r == 0 && i < e->change_count; i++) {
		const struct spirv_change *c = &e->changes[i];

		if (c->at > done)
			r = syb_out_write(e->ctx, out,
					  (struct syb_bytes){ e->file.ptr + done * 4, (c->at - done) * 4 });
		if (r == 0 && c->count)
			r = syb_out_write(e->ctx, out, (struct syb_bytes){ e->words.ptr + c->from * 4, c->count * 4 });
		if (c->at + c->skip > done)
			done = c->at + c->skip;
	}
	if (r == 0)
		r = syb_out_write(e->ctx, out, (struct syb_bytes){ e->file.ptr + done * 4, e->file.len - done * 4 });
	return r;
}
