/* format/spirv/spirv.c — SPIR-V modules: five words of header, then instructions whose first word has their length.
 * A module's byte order is that of its magic number. Other files interpret the instructions. */
#include "spirv_grammar.h"

#include <stdio.h>

#define MAGIC_LE "\x03\x02\x23\x07"
#define MAGIC_BE "\x07\x23\x02\x03"

enum { HDR_VERSION = 1, HDR_GENERATOR, HDR_BOUND, HDR_SCHEMA };

bool spirv_is_module(struct span s)
{
	return span_starts(s, MAGIC_LE, 4) || span_starts(s, MAGIC_BE, 4);
}

static uint32_t word(struct span s, bool big_endian, size_t i)
{
	uint32_t w = span_u32(s, i * 4);

	return big_endian ? __builtin_bswap32(w) : w;
}

int spirv_read_header(struct syb_ctx *ctx, struct span s, struct spirv_header *out_header)
{
	struct spirv_header h = { .big_endian = span_starts(s, MAGIC_BE, 4) };
	uint32_t version;
	struct span hdr;

	TRY(span_sub_as(ctx, s, 0, SPIRV_HEADER_WORDS * 4, "spirv-header", "SPIR-V header", &hdr));
	if (!spirv_is_module(hdr))
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at, "spirv-header", "not a SPIR-V module");
	if (s.len % 4)
		return syb_fail(ctx, SYB_E_FORMAT, s.at + s.len, "spirv-size",
				"%zu bytes are not a whole number of words", s.len);
	version = word(hdr, h.big_endian, HDR_VERSION);
	h.major = (uint8_t)(version >> 16);
	h.minor = (uint8_t)(version >> 8);
	h.generator = word(hdr, h.big_endian, HDR_GENERATOR);
	h.bound = word(hdr, h.big_endian, HDR_BOUND);
	h.schema = word(hdr, h.big_endian, HDR_SCHEMA);
	*out_header = h;
	return 0;
}

/* ---- instructions ---- */

int spirv_begin(struct syb_ctx *ctx, struct span s, struct spirv_inst *out_inst)
{
	struct spirv_header h = { 0 };

	TRY(spirv_read_header(ctx, s, &h));
	*out_inst = (struct spirv_inst){
		.file = s,
		.big_endian = h.big_endian,
		.bound = h.bound,
		.at = SPIRV_HEADER_WORDS,
	};
	return 0;
}

const char *spirv_op_text(char text[SPIRV_OP_TEXT], uint32_t op)
{
	const char *name = spirv_op_name(op);

	if (name)
		return name;
	snprintf(text, SPIRV_OP_TEXT, "instruction %u", op);
	return text;
}

int spirv_next(struct syb_ctx *ctx, struct spirv_inst *inst)
{
	char text[SPIRV_OP_TEXT];
	const size_t words = inst->file.len / 4;
	size_t at = inst->at + inst->count, count;
	uint32_t first;

	if (at == words)
		return 0;
	first = word(inst->file, inst->big_endian, at);
	count = first >> 16;
	if (count == 0 || count > words - at)
		return syb_fail(ctx, SYB_E_FORMAT, inst->file.at + at * 4, "spirv-instruction",
				"%s at word %zu has %zu words, but only %zu are left",
				spirv_op_text(text, first & 0xffff), at, count, words - at);
	inst->at = at;
	inst->count = count;
	inst->op = first & 0xffff;
	return 1;
}

int spirv_need(struct syb_ctx *ctx, const struct spirv_inst *inst, size_t words)
{
	char text[SPIRV_OP_TEXT];
	if (inst->count < words)
		return syb_fail(ctx, SYB_E_FORMAT, spirv_offset(inst, 0), "spirv-instruction",
				"%s at word %zu has %zu words, but needs %zu", spirv_op_text(text, inst->op), inst->at,
				inst->count, words);
	return 0;
}

int spirv_id(struct syb_ctx *ctx, const struct spirv_inst *inst, size_t i, uint32_t *out_id)
{
	char text[SPIRV_OP_TEXT];
	int r = spirv_need(ctx, inst, i + 1);
	uint32_t id;

	if (r < 0)
		return r;
	id = spirv_word(inst, i);
	if (id == 0 || id >= inst->bound)
		return syb_fail(ctx, SYB_E_FORMAT, spirv_offset(inst, i), "spirv-id",
				"%s at word %zu: id %u is not below the bound %u", spirv_op_text(text, inst->op),
				inst->at, id, inst->bound);
	*out_id = id;
	return 0;
}

/* The word after the string at the i-th word, 0 when it does not end. */
static size_t string_end(const struct spirv_inst *inst, size_t i)
{
	if (!inst->big_endian && i < inst->count) {
		const uint8_t *text = inst->file.ptr + (inst->at + i) * 4;
		const uint8_t *nul = memchr(text, 0, (inst->count - i) * 4);

		return nul ? i + (size_t)(nul - text) / 4 + 1 : 0;
	}
	for (; i < inst->count; i++) {
		uint32_t w = spirv_word(inst, i);

		if (!(w & 0xff) || !(w & 0xff00) || !(w & 0xff0000) || !(w & 0xff000000))
			return i + 1;
	}
	return 0;
}

int spirv_string(struct syb_ctx *ctx, const struct spirv_inst *inst, size_t i, struct buf *text, size_t *out_next)
{
	char op[SPIRV_OP_TEXT];
	const size_t end = string_end(inst, i);

	if (!end)
		return syb_fail(ctx, SYB_E_FORMAT, spirv_offset(inst, 0), "spirv-string",
				"%s at word %zu: a string does not end", spirv_op_text(op, inst->op), inst->at);
	text->len = 0;
	TRY(buf_reserve(ctx, text, (end - i) * 4));
	*out_next = end;
	if (!inst->big_endian) {
		const char *bytes = (const char *)inst->file.ptr + (inst->at + i) * 4;

		text->len = (end - i - 1) * 4 + strlen(bytes + (end - i - 1) * 4);
		memcpy(text->ptr, bytes, text->len);
		return 0;
	}
	for (; i < end; i++) {
		uint32_t w = spirv_word(inst, i);

		for (unsigned shift = 0; shift < 32 && (w >> shift & 0xff); shift += 8)
			text->ptr[text->len++] = (uint8_t)(w >> shift);
	}
	return 0;
}

/* ---- kernels ---- */

/* Without diagnostics about damage. */
static bool step(struct syb_ctx *ctx, struct spirv_inst *inst)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

	return spirv_next(ctx, inst) == 1;
}

int spirv_each_kernel(struct syb_ctx *ctx, struct span s, spirv_name_fn *fn, void *user)
{
	enum { ENTRY_NAME = 3 }; /* words of an entry point before its name: opcode, model, function */
	_cleanup_(buf_free) struct buf name = { 0 };
	struct spirv_inst inst = { .file = s, .big_endian = span_starts(s, MAGIC_BE, 4), .at = SPIRV_HEADER_WORDS };

	if (s.len < SPIRV_HEADER_WORDS * 4)
		return 0;
	while (step(ctx, &inst) && inst.op != SPIRV_OP_FUNCTION) {
		size_t next;

		if (inst.op != SPIRV_OP_ENTRY_POINT || inst.count <= ENTRY_NAME ||
		    spirv_word(&inst, 1) != SPIRV_MODEL_KERNEL || !string_end(&inst, ENTRY_NAME))
			continue;
		TRY(spirv_string(ctx, &inst, ENTRY_NAME, &name, &next));
		TRY(fn(user, (const char *)name.ptr, name.len));
	}
	return 0;
}
