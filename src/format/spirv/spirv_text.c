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

static int put_string(struct printing *p)
{
	int r = spirv_string(p->ctx, p->inst, p->word, &p->text, &p->word);

	if (r == 0)
		r = buf_char(p->ctx, &p->line, ' ');
	return r < 0 ? r : spirv_quote(p->ctx, &p->line, (const char *)p->text.ptr, p->text.len);
}

static int put_number(struct printing *p, const char *name)
{
	uint32_t number = spirv_word(p->inst, p->word++);

	return name ? buf_printf(p->ctx, &p->line, " %s", name) : buf_printf(p->ctx, &p->line, " %u", number);
}

static int put_operands(struct printing *p, const char *kinds);

/* Operands of the bits follow the mask. */
static int put_mask(struct printing *p, char kind, uint32_t mask)
{
	int r = put_number(p, NULL);

	for (; r == 0 && mask; mask &= mask - 1)
		r = put_operands(p, spirv_mask_operands(kind, (unsigned)__builtin_ctz(mask)));
	return r;
}

static int put_operand(struct printing *p, char kind)
{
	const uint32_t word = spirv_word(p->inst, p->word);
	const struct spirv_decoration_info *info;
	int r;

	switch (kind) {
	case 's':
		return put_string(p);
	case 'T':
	case 'd':
		p->word++;
		return buf_printf(p->ctx, &p->line, " %%%u", word);
	case 'C':
		return put_number(p, spirv_capability_name(word));
	case 'X':
		return put_number(p, spirv_mode_name(word));
	case 'D':
		info = spirv_decoration_info(word);
		r = put_number(p, info ? info->name : NULL);
		return r < 0 || !info ? r : put_operands(p, info->operands);
	case 'M':
	case 'L':
	case 'I':
		return put_mask(p, kind, word);
	default:
		return put_number(p, NULL);
	}
}

/* One per operand; at the end of `kinds` the rest are numbers. */
static int put_operands(struct printing *p, const char *kinds)
{
	const char *again = NULL;
	int r = 0;

	while (r == 0 && p->word < p->inst->count && *kinds) {
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
			r = *kinds == '?' ? 0 : put_operand(p, *kinds);
			kinds += kinds[1] != '*';
		}
	}
	return r;
}

static int put_instruction(struct printing *p)
{
	const char *name = spirv_op_name(p->inst->op), *operands = spirv_op_operands(p->inst->op);
	const char *result = operands ? strchr(operands, 'R') : NULL;
	size_t result_at = result ? (size_t)(result - operands) + 1 : 0;
	int r = 0;

	p->line.len = 0;
	p->word = 1;
	if (result && result_at < p->inst->count)
		r = buf_printf(p->ctx, &p->line, "%%%u = ", spirv_word(p->inst, result_at));
	if (r == 0)
		r = name ? buf_text(p->ctx, &p->line, name) : buf_printf(p->ctx, &p->line, "Op%u", p->inst->op);
	if (r == 0 && operands)
		r = put_operands(p, operands);
	while (r == 0 && p->word < p->inst->count)
		r = put_number(p, NULL);
	return r < 0 ? r : buf_char(p->ctx, &p->line, '\n');
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
