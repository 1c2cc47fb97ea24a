/* driver/programs/aot_mend.c — code that LLVM makes for NVIDIA GPUs → code that computes what its input says.
 *
 * Two texts are mended: the LLVM IR between the optimiser and the code generator, and the PTX. Mending before the
 * optimiser would be too early, because it turns many other forms into the same ones. The code generator does so, too;
 * its faults are mended in the PTX where the lines show them beyond doubt. docs/nvidia-device-code.md lists them.
 * Newer LLVMs do not write these lines.
 *
 * Text between the comments that LLVM writes around inline assembly is the user's and stays. */
#define _GNU_SOURCE /* memmem */
#include "aot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORD = 32, MOST = 4 };

/* A line that is one instruction; count is 0 for others. */
struct line {
	char name[WORD], operands[MOST][WORD];
	size_t count;
};

/* Copy a word up to a separator; NULL when it does not fit. */
static const char *take_word(const char *p, const char *end, const char *separators, char out[WORD])
{
	size_t len = 0;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	while (p < end && !strchr(separators, *p)) {
		if (len + 1 == WORD)
			return NULL;
		out[len++] = *p++;
	}
	out[len] = '\0';
	return len ? p : NULL;
}

static struct line read_line(const char *p, const char *end)
{
	struct line l = { .count = 0 };

	p = take_word(p, end, " \t;,", l.name);
	while (p && l.count < MOST) {
		p = take_word(p, end, " \t;,", l.operands[l.count]);
		l.count += p != NULL;
		if (!p || p == end || *p != ',')
			break;
		p++;
	}
	if (!p || p == end || *p != ';')
		l.count = 0;
	return l;
}

/* `and (ashr i64 %a, shift), 2^bits - 1` with bits of the sign: bfe.u64 fills up with zeros. LLVM removes the mask of a
 * logical shift, so the shift was an arithmetic one. */
static bool mend_field(const struct line *l, char *out, size_t room)
{
	unsigned long shift, bits;

	if (!str_eq(l->name, "bfe.u64") || l->count != 4)
		return false;
	shift = strtoul(l->operands[2], NULL, 10);
	bits = strtoul(l->operands[3], NULL, 10);
	if (shift > 63 || bits > 63 || shift + bits <= 64)
		return false;
	(void)snprintf(out, room, "\tshr.s64 \t%s, %s, %lu;\n\tand.b64  \t%s, %s, %" PRIu64 ";\n", l->operands[0],
		       l->operands[1], shift, l->operands[0], l->operands[0], (UINT64_C(1) << bits) - 1);
	return true;
}

/* Rotations by a number in a register: the number counts modulo the width, but that of a shift does not. LLVM writes
 *
 *	shl.b64 %lhs, %rd1, %r1; sub.u32 %amt2, 64, %r1; shr.b64 %rhs, %rd1, %amt2; add.u64 %rd2, %lhs, %rhs; */
static bool mend_rotation(const struct line *l, char *out, size_t room)
{
	const bool shift = str_starts(l->name, "shl.b") || str_starts(l->name, "shr.b");

	if (l->count != 3 || l->operands[2][0] != '%')
		return false;
	if (shift && str_eq(l->operands[0], "%lhs")) {
		(void)snprintf(out, room, "\tand.b32 \t%%amt2, %s, %d;\n\t%s \t%%lhs, %s, %%amt2;\n", l->operands[2],
			       str_eq(l->name + 5, "32") ? 31 : 63, l->name, l->operands[1]);
		return true;
	}
	if (str_starts(l->name, "sub.") && str_eq(l->operands[0], "%amt2")) {
		(void)snprintf(out, room, "\t%s \t%%amt2, %s, %%amt2;\n", l->name, l->operands[1]);
		return true;
	}
	return false;
}

/* The flag of `%a = ashr exact i32 %b, 4` in LLVM IR; NULL: it has none. If %b is a masked number, the code generator
 * selects an unsigned field. */
static const char *find_exact(const char *p, const char *stop)
{
	static const char *const forms[] = { " = ashr exact ", " = sdiv exact " };

	if (stop - p < 4 || memcmp(p, "  %", 3) != 0)
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		const char *at = memmem(p, (size_t)(stop - p), forms[i], strlen(forms[i]));

		if (at)
			return at + strlen(forms[i]) - strlen("exact ");
	}
	return NULL;
}

int aot_mend(struct syb_ctx *ctx, struct syb_bytes ptx, struct buf *out)
{
	const char *begin = (const char *)ptx.ptr, *end = begin + ptx.len, *done = begin, *stop;
	bool foreign = false;
	char mended[256];

	for (const char *p = begin; p < end; p = stop) {
		const char *exact;
		struct line l;

		stop = memchr(p, '\n', (size_t)(end - p));
		stop = stop ? stop + 1 : end;
		if (memmem(p, (size_t)(stop - p), "// begin inline asm", 19))
			foreign = true;
		else if (memmem(p, (size_t)(stop - p), "// end inline asm", 17))
			foreign = false;
		if (foreign)
			continue;
		exact = find_exact(p, stop);
		if (exact) {
			TRY(buf_add(ctx, out, done, (size_t)(exact - done)));
			done = exact + strlen("exact ");
			continue;
		}
		l = read_line(p, stop);
		if (!mend_field(&l, mended, sizeof(mended)) && !mend_rotation(&l, mended, sizeof(mended)))
			continue;
		TRY(buf_add(ctx, out, done, (size_t)(p - done)));
		TRY(buf_text(ctx, out, mended));
		done = stop;
	}
	return done == begin ? 0 : buf_add(ctx, out, done, (size_t)(end - done));
}
