/* format/spirv/spirv_text.c — SPIR-V as text, one instruction per line: %5 = OpVariable %4 5 %3. The grammar
 * distinguishes ids and strings from numbers; decorations, capabilities and execution modes have names. Unknown
 * instructions are shown as Op and their number with plain words. */
#include "spirv_text.h"

#include "spirv_carrier.h"
#include "spirv_grammar.h"

struct printing {
	struct syb_ctx *ctx;
	const struct spirv_inst *inst;
	struct buf line, text;
	size_t word; /* that comes next */
};

static void drop(struct printing *p)
{
	buf_free(&p->line);
	buf_free(&p->text);
}

static void put_string(struct printing *p)
{
	int r = spirv_string(p->ctx, p->inst, p->word, &p->text, &p->word);

	if (r < 0) {
		p->line.failed = r;
		return;
	}
	buf_char(p->ctx, &p->line, ' ');
	spirv_quote(p->ctx, &p->line, (const char *)p->text.ptr, p->text.len);
}

static void put_number(struct printing *p, const char *name)
{
	uint32_t number = spirv_word(p->inst, p->word++);

	if (name)
		buf_printf(p->ctx, &p->line, " %s", name);
	else
		buf_printf(p->ctx, &p->line, " %u", number);
}

static void put_operands(struct printing *p, const char *kinds);

/* Operands of the bits follow the mask. */
static void put_mask(struct printing *p, char kind, uint32_t mask)
{
	put_number(p, NULL);
	for (; mask; mask &= mask - 1)
		put_operands(p, spirv_mask_operands(kind, (unsigned)__builtin_ctz(mask)));
}

static void put_operand(struct printing *p, char kind)
{
	const uint32_t word = spirv_word(p->inst, p->word);
	const struct spirv_decoration_info *info = kind == 'D' ? spirv_decoration_info(word) : NULL;

	switch (kind) {
	case 's':
		put_string(p);
		break;
	case 'T':
	case 'd':
		p->word++;
		buf_printf(p->ctx, &p->line, " %%%u", word);
		break;
	case 'C':
		put_number(p, spirv_capability_name(word));
		break;
	case 'X':
		put_number(p, spirv_mode_name(word));
		break;
	case 'M':
	case 'L':
	case 'I':
		put_mask(p, kind, word);
		break;
	default:
		put_number(p, info ? info->name : NULL);
		if (info)
			put_operands(p, info->operands);
		break;
	}
}

/* One per operand; at the end of `kinds` the rest are numbers. */
static void put_operands(struct printing *p, const char *kinds)
{
	const char *again = NULL;

	while (!p->line.failed && p->word < p->inst->count && *kinds) {
		if (*kinds == '(') {
			again = ++kinds;
		} else if (*kinds == ')') {
			kinds = again; /* always followed by a star */
		} else if (*kinds == 'R') {
			p->word++;
			kinds++;
		} else if (*kinds == 'W') {
			kinds = "(id)*"; /* literals of one word; their width is not known here */
		} else {
			if (*kinds != '?')
				put_operand(p, *kinds);
			kinds += kinds[1] != '*';
		}
	}
}

static int put_instruction(struct printing *p)
{
	const char *name = spirv_op_name(p->inst->op), *operands = spirv_op_operands(p->inst->op);
	const char *result = operands ? strchr(operands, 'R') : NULL;
	size_t result_at = result ? (size_t)(result - operands) + 1 : 0;

	p->line.len = 0;
	p->word = 1;
	if (result && result_at < p->inst->count)
		buf_printf(p->ctx, &p->line, "%%%u = ", spirv_word(p->inst, result_at));
	if (name)
		buf_text(p->ctx, &p->line, name);
	else
		buf_printf(p->ctx, &p->line, "Op%u", p->inst->op);
	if (operands)
		put_operands(p, operands);
	while (!p->line.failed && p->word < p->inst->count)
		put_number(p, NULL);
	return buf_char(p->ctx, &p->line, '\n');
}

int spirv_text(struct syb_ctx *ctx, struct span s, struct syb_out *out)
{
	struct spirv_inst inst;
	_cleanup_(drop) struct printing p = { .ctx = ctx, .inst = &inst };
	struct spirv_header h;
	int r = spirv_read_header(ctx, s, &h);

	if (r == 0)
		r = spirv_begin(ctx, s, &inst);
	if (r == 0)
		r = buf_printf(ctx, &p.line, "; SPIR-V %u.%u\n; generator %u, version %u\n; bound %u\n; schema %u\n",
			       h.major, h.minor, h.generator >> 16, h.generator & 0xffff, h.bound, h.schema);
	if (r == 0)
		r = syb_out_write(ctx, out, buf_bytes(&p.line));
	while (r == 0 && (r = spirv_next(ctx, &inst)) == 1) {
		r = put_instruction(&p);
		if (r == 0)
			r = syb_out_write(ctx, out, buf_bytes(&p.line));
	}
	return r;
}
