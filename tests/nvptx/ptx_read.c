/* ptx_read.c — PTX text → functions of decoded instructions. */
#include "ptx.h"

#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/ctx.h>

const struct ptx_type_info ptx_types[T_COUNT] = {
#define TYPE(name, bits, is_signed, is_float) { #name, bits, is_signed, is_float },
	PTX_TYPES
#undef TYPE
};
const char *const ptx_special[12] = { "%tid.x",   "%tid.y",   "%tid.z",   "%ntid.x",   "%ntid.y",   "%ntid.z",
				      "%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z" };
static const char *const mods[M_COUNT] = {
#define MOD(name) #name,
	PTX_MODS
#undef MOD
};
static const char *const spaces[] = { "generic", "global", "shared", "local", "const", "param" };
static const char *const compares[C_COUNT] = { NULL, "eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls", "hi",
					       "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan" };

struct token {
	char *text;
	unsigned line;
};

struct reader {
	struct ptx *ptx;
	struct token *tokens;
	size_t count, room, at;
	struct syb_ctx *ctx;
	struct hash regs;   /* name → register */
	struct hash labels; /* name → instruction */
	struct ptx_function *f;
	struct ptx_operand parts[64]; /* of the instruction that is read */
};

_Noreturn void ptx_die(const char *path, unsigned line, const char *fmt, ...)
{
	va_list args;

	(void)fflush(stdout);
	(void)fprintf(stderr, "%s:%u: ", path, line);
	va_start(args, fmt);
	(void)vfprintf(stderr, fmt, args);
	va_end(args);
	(void)fprintf(stderr, "\n");
	exit(3);
}

#define GROW(list, count, room)                                                            \
	do {                                                                               \
		if ((count) == (room)) {                                                   \
			(room) = (room) ? (room)*2 : 16;                                   \
			(list) = realloc((list), (room) * sizeof(*(list)));                \
			if (!(list))                                                       \
				abort();                                                   \
			memset(&(list)[(count)], 0, ((room) - (count)) * sizeof(*(list))); \
		}                                                                          \
	} while (0)

static void *copy_of(const void *from, size_t size)
{
	void *made = malloc(size ? size : 1);

	if (!made)
		abort();
	return size ? memcpy(made, from, size) : made;
}

/* ---- tokens ---- */

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("_$.%", c));
}

static const char *token_end(const char *p)
{
	const char *end = p + 1;

	if (*p == '"') {
		while (*end && *end != '"')
			end++;
		return *end ? end + 1 : end;
	}
	if (is_name(*p) || (*p == '-' && *end >= '0' && *end <= '9'))
		while (is_name(*end))
			end++;
	return end;
}

static void tokenize(struct reader *r, const char *p)
{
	unsigned line = 1;

	while (*p) {
		const char *end;

		if (*p == '\n')
			line++;
		if (strchr(" \t\r\n", *p)) {
			p++;
			continue;
		}
		if (p[0] == '/' && p[1] == '/') {
			p += strcspn(p, "\n");
			continue;
		}
		end = token_end(p);
		GROW(r->tokens, r->count, r->room);
		r->tokens[r->count].text = copy_of(p, (size_t)(end - p) + 1);
		r->tokens[r->count].text[end - p] = '\0';
		r->tokens[r->count++].line = line;
		p = end;
	}
}

static const char *peek(const struct reader *r)
{
	return r->at < r->count ? r->tokens[r->at].text : "";
}

static unsigned line_of(const struct reader *r)
{
	return r->count ? r->tokens[r->at < r->count ? r->at : r->count - 1].line : 0;
}

static const char *next(struct reader *r)
{
	if (r->at == r->count)
		ptx_die(r->ptx->path, line_of(r), "the text ends here");
	return r->tokens[r->at++].text;
}

static bool accept(struct reader *r, const char *text)
{
	if (strcmp(peek(r), text) != 0)
		return false;
	r->at++;
	return true;
}

static void expect(struct reader *r, const char *text)
{
	if (!accept(r, text))
		ptx_die(r->ptx->path, line_of(r), "expected '%s', not '%s'", text, peek(r));
}

static void skip_line(struct reader *r)
{
	const unsigned line = line_of(r);

	while (r->at < r->count && r->tokens[r->at].line == line)
		r->at++;
}

static uint64_t read_number(struct reader *r)
{
	const char *text = next(r);
	char *end;
	uint64_t value;

	if (text[0] == '0' && (text[1] == 'f' || text[1] == 'd'))
		value = strtoull(text + 2, &end, 16);
	else
		value = text[0] == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
	if (*end && strcmp(end, "U") != 0)
		ptx_die(r->ptx->path, line_of(r), "'%s' is not a number", text);
	return value;
}

static int find(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (names[i] && strcmp(names[i], name) == 0)
			return (int)i;
	return -1;
}

static int find_type(const char *name)
{
	for (size_t i = 0; i < T_COUNT; i++)
		if (strcmp(ptx_types[i].name, name) == 0)
			return (int)i;
	return -1;
}

static enum ptx_type read_type(struct reader *r)
{
	const char *text = next(r);
	int type = text[0] == '.' ? find_type(text + 1) : -1;

	if (type < 0)
		ptx_die(r->ptx->path, line_of(r), "unknown type '%s'", text);
	return (enum ptx_type)type;
}

/* ---- variables ---- */

/* After the name of the state space: alignment, type, name, number of elements. */
static struct ptx_var read_var(struct reader *r, enum ptx_space space, size_t *out_align)
{
	struct ptx_var v = { .space = space };
	enum ptx_type type;

	*out_align = 0;
	if (accept(r, ".align"))
		*out_align = read_number(r);
	type = read_type(r);
	v.name = next(r);
	v.size = ptx_types[type].bits / 8;
	if (*out_align == 0)
		*out_align = v.size;
	while (accept(r, "[")) {
		v.size *= strcmp(peek(r), "]") == 0 ? 1 : read_number(r);
		expect(r, "]");
	}
	return v;
}

static struct ptx_var *add_frame_var(struct reader *r, enum ptx_space space)
{
	struct ptx_function *f = r->f;
	size_t align;
	struct ptx_var v = read_var(r, space, &align);

	f->frame = (f->frame + align - 1) / align * align;
	v.offset = f->frame;
	f->frame += v.size;
	GROW(f->vars, f->var_count, f->var_room);
	f->vars[f->var_count] = v;
	return &f->vars[f->var_count++];
}

static void read_global(struct reader *r, enum ptx_space space)
{
	size_t align, size = 0;
	struct ptx_var v = read_var(r, space, &align);
	uint8_t *at = aligned_alloc(128, (v.size + 127 + (v.size == 0)) / 128 * 128);

	if (!at)
		abort();
	memset(at, 0, v.size);
	if (accept(r, "=")) {
		expect(r, "{");
		do {
			if (size == v.size)
				ptx_die(r->ptx->path, line_of(r), "%s: not bytes", v.name);
			at[size++] = (uint8_t)read_number(r);
		} while (accept(r, ","));
		expect(r, "}");
	}
	expect(r, ";");
	ptx_region(r->ptx, at, v.size, space);
	GROW(r->ptx->globals, r->ptx->global_count, r->ptx->global_room);
	r->ptx->globals[r->ptx->global_count].name = v.name;
	r->ptx->globals[r->ptx->global_count++].at = at;
}

/* ---- registers ---- */

static void add_register(struct reader *r, const char *name, unsigned bits)
{
	struct ptx_function *f = r->f;
	size_t *value;
	bool found;

	if (hash_put(r->ctx, &r->regs, name, strlen(name), f->reg_count, &value, &found) < 0)
		abort();
	*value = f->reg_count; /* an inner block may declare the name again */
	GROW(f->widths, f->reg_count, f->reg_room);
	f->widths[f->reg_count++] = bits;
}

static void read_registers(struct reader *r)
{
	const unsigned bits = ptx_types[read_type(r)].bits;

	do {
		const char *name = next(r);
		char text[64];

		if (!accept(r, "<")) {
			add_register(r, name, bits);
			continue;
		}
		for (uint64_t i = 0, count = read_number(r); i < count; i++) {
			(void)snprintf(text, sizeof(text), "%s%llu", name, (unsigned long long)i);
			add_register(r, copy_of(text, strlen(text) + 1), bits);
		}
		expect(r, ">");
	} while (accept(r, ","));
	expect(r, ";");
}

/* ---- operands ---- */

/* The address of a variable: one of the function, or a global one. */
static bool find_var(struct reader *r, const char *name, struct ptx_operand *out)
{
	out->kind = O_ADDRESS;
	for (size_t i = r->f->var_count; i-- > 0;)
		if (strcmp(r->f->vars[i].name, name) == 0) {
			out->in_frame = true;
			out->number = r->f->vars[i].offset;
			return true;
		}
	for (size_t i = 0; i < r->ptx->global_count; i++)
		if (strcmp(r->ptx->globals[i].name, name) == 0) {
			out->number = (uint64_t)(uintptr_t)r->ptx->globals[i].at;
			return true;
		}
	return false;
}

static struct ptx_operand read_operand(struct reader *r);

static struct ptx_operand read_address(struct reader *r)
{
	struct ptx_operand o = { .kind = O_ADDRESS };
	const char *name = peek(r);
	const size_t *reg = hash_get(&r->regs, name, strlen(name));

	if (reg) {
		o.reg = (unsigned)*reg + 1;
		r->at++;
	} else if (find_var(r, name, &o)) {
		r->at++;
	} else {
		o.number = read_number(r);
	}
	if (accept(r, "+"))
		o.number += read_number(r);
	expect(r, "]");
	return o;
}

static struct ptx_operand read_list(struct reader *r, const char *end)
{
	struct ptx_operand parts[64], o = { .kind = O_VECTOR };

	while (!accept(r, end)) {
		if (o.count == 64)
			ptx_die(r->ptx->path, line_of(r), "too many operands");
		parts[o.count++] = read_operand(r);
		(void)accept(r, ",");
	}
	o.parts = copy_of(parts, o.count * sizeof(*parts));
	return o;
}

static struct ptx_operand read_operand(struct reader *r)
{
	struct ptx_operand o = { .kind = O_REGISTER };
	const size_t *reg;
	const char *name;
	int special;

	if (accept(r, "["))
		return read_address(r);
	if (accept(r, "{"))
		return read_list(r, "}");
	if (accept(r, "("))
		return read_list(r, ")");
	o.negate = accept(r, "!");
	name = peek(r);
	reg = hash_get(&r->regs, name, strlen(name));
	special = find(ptx_special, 12, name);
	if (reg) {
		o.reg = (unsigned)*reg;
	} else if (special >= 0) {
		o.kind = O_SPECIAL;
		o.number = (uint64_t)special;
	} else if ((name[0] >= '0' && name[0] <= '9') || name[0] == '-') {
		o.kind = O_NUMBER;
		o.number = read_number(r);
		return o;
	} else if (!find_var(r, name, &o)) {
		if (name[0] == '%')
			ptx_die(r->ptx->path, line_of(r), "unknown register %s", name);
		o.kind = O_LABEL;
		o.name = name;
	}
	r->at++;
	return o;
}

/* ---- instructions ---- */

static const struct ptx_op *find_op(const char *name, size_t len)
{
	for (size_t i = 0; i < ptx_op_count; i++)
		if (strlen(ptx_ops[i].name) == len && memcmp(ptx_ops[i].name, name, len) == 0)
			return &ptx_ops[i];
	return NULL;
}

/* One part of a name, such as "lo" or "s32"; false when it is unknown or does not belong to the instruction. */
static bool add_part(struct ptx_insn *i, const char *part)
{
	int n;

	if (i->op->flags & OP_COMPARES && !i->compare && (n = find(compares, C_COUNT, part)) > 0) {
		i->compare = (enum ptx_compare)n;
		return true;
	}
	if ((n = find_type(part)) >= 0 && i->types < 3) {
		i->type[i->types++] = (enum ptx_type)n;
		return true;
	}
	if ((n = find(spaces, 6, part)) > 0) {
		i->space = (enum ptx_space)n;
		return true;
	}
	if (strcmp(part, "v2") == 0 || strcmp(part, "v4") == 0) {
		i->vector = (unsigned)(part[1] - '0');
		return true;
	}
	n = find(mods, M_COUNT, part);
	i->mods |= n >= 0 ? UINT64_C(1) << n : 0;
	return n >= 0 && i->op->mods >> n & 1;
}

static void read_name(struct reader *r, struct ptx_insn *i)
{
	const char *dot;
	char part[32];

	i->line = line_of(r);
	i->text = next(r);
	i->op = find_op(i->text, strcspn(i->text, "."));
	if (!i->op)
		ptx_die(r->ptx->path, i->line, "unknown instruction %s", i->text);
	for (dot = strchr(i->text, '.'); dot; dot = strchr(dot + 1, '.')) {
		(void)snprintf(part, sizeof(part), "%.*s", (int)strcspn(dot + 1, "."), dot + 1);
		if (!add_part(i, part))
			ptx_die(r->ptx->path, i->line, "unknown instruction %s: '.%s'", i->text, part);
	}
}

static void read_insn(struct reader *r)
{
	struct ptx_function *f = r->f;
	struct ptx_insn i = { .guard = 0 };

	if (accept(r, "@")) {
		const bool negate = accept(r, "!");
		const struct ptx_operand guard = read_operand(r);

		if (guard.kind != O_REGISTER || f->widths[guard.reg] != 1)
			ptx_die(r->ptx->path, line_of(r), "a guard that is not a predicate");
		i.guard = guard.reg + 1;
		i.guard_not = negate;
	}
	read_name(r, &i);
	while (!accept(r, ";")) {
		if (i.count == 64)
			ptx_die(r->ptx->path, i.line, "too many operands");
		r->parts[i.count++] = read_operand(r);
		if (strcmp(peek(r), ";") != 0)
			expect(r, ",");
	}
	if (i.op->operands != UINT32_MAX &&
	    i.op->operands + !!(i.mods & (M_and | M_or | M_xor) && i.compare) != i.count)
		ptx_die(r->ptx->path, i.line, "%s has %u operands", i.text, i.count);
	i.operands = copy_of(r->parts, i.count * sizeof(*i.operands));
	GROW(f->insns, f->insn_count, f->insn_room);
	f->insns[f->insn_count++] = i;
}

static void resolve_branches(struct reader *r)
{
	for (size_t k = 0; k < r->f->insn_count; k++) {
		struct ptx_insn *i = &r->f->insns[k];
		const char *name = i->count && i->operands[0].kind == O_LABEL ? i->operands[0].name : NULL;
		const size_t *at = name ? hash_get(&r->labels, name, strlen(name)) : NULL;

		if (strcmp(i->op->name, "bra") != 0)
			continue;
		if (!at)
			ptx_die(r->ptx->path, i->line, "unknown label");
		i->target = *at;
	}
}

static void read_body(struct reader *r)
{
	unsigned depth = 1;

	while (depth) {
		if (accept(r, "{")) {
			depth++;
		} else if (accept(r, "}")) {
			depth--;
		} else if (accept(r, ".reg")) {
			read_registers(r);
		} else if (accept(r, ".local") || accept(r, ".param")) {
			add_frame_var(r, strcmp(r->tokens[r->at - 1].text, ".local") == 0 ? SPACE_LOCAL : SPACE_PARAM);
			expect(r, ";");
		} else if (accept(r, ".shared")) {
			read_global(r, SPACE_SHARED);
		} else if (strcmp(peek(r), ".loc") == 0 || strcmp(peek(r), ".pragma") == 0) {
			skip_line(r);
		} else if (peek(r)[0] == '.') {
			ptx_die(r->ptx->path, line_of(r), "unknown directive %s", peek(r));
		} else if (r->at + 1 < r->count && strcmp(r->tokens[r->at + 1].text, ":") == 0) {
			const char *name = next(r);

			if (hash_add(r->ctx, &r->labels, name, strlen(name), r->f->insn_count) < 0)
				abort();
			expect(r, ":");
		} else {
			read_insn(r);
		}
	}
}

static size_t read_parameters(struct reader *r)
{
	size_t count = 0;

	if (!accept(r, "("))
		return 0;
	while (!accept(r, ")")) {
		expect(r, ".param");
		add_frame_var(r, SPACE_PARAM);
		count++;
		(void)accept(r, ",");
	}
	return count;
}

static void read_function(struct reader *r, bool is_entry)
{
	struct ptx_function f = { .is_entry = is_entry };

	r->f = &f;
	f.results = read_parameters(r);
	f.name = next(r);
	f.parameters = read_parameters(r);
	while (strcmp(peek(r), "{") != 0 && strcmp(peek(r), ";") != 0)
		r->at++; /* sizes of work-groups */
	if (accept(r, "{")) {
		f.has_body = true;
		read_body(r);
		resolve_branches(r);
	} else {
		expect(r, ";");
	}
	hash_free(&r->regs);
	hash_free(&r->labels);
	memset(&r->regs, 0, sizeof(r->regs));
	memset(&r->labels, 0, sizeof(r->labels));
	GROW(r->ptx->functions, r->ptx->count, r->ptx->room);
	r->ptx->functions[r->ptx->count++] = f;
}

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "re");
	size_t len = 0, room = 1 << 16, got;
	char *text = malloc(room + 1);

	if (!file || !text)
		ptx_die(path, 0, "cannot be read");
	while ((got = fread(text + len, 1, room - len, file)) > 0) {
		len += got;
		if (len == room && !(text = realloc(text, (room *= 2) + 1)))
			abort();
	}
	(void)fclose(file);
	text[len] = '\0';
	return text;
}

struct ptx *ptx_read(const char *path)
{
	static const char *const lines[] = { ".version", ".target", ".address_size", ".file" };
	static const char *const words[] = { ".visible", ".extern", ".weak", ".common" };
	struct reader r = { .ptx = calloc(1, sizeof(struct ptx)) };
	char *text = read_text(path);

	if (!r.ptx || syb_ctx_new(NULL, &r.ctx) < 0)
		abort();
	r.ptx->path = path;
	tokenize(&r, text);
	free(text);
	while (r.at < r.count) {
		const char *word = peek(&r);

		if (find(lines, 4, word) >= 0)
			skip_line(&r);
		else if (find(words, 4, word) >= 0)
			r.at++;
		else if (accept(&r, ".entry") || accept(&r, ".func"))
			read_function(&r, strcmp(word, ".entry") == 0);
		else if (accept(&r, ".global") || accept(&r, ".const") || accept(&r, ".shared"))
			read_global(&r, (enum ptx_space)find(spaces, 6, word + 1));
		else
			ptx_die(path, line_of(&r), "unknown directive %s", word);
	}
	syb_ctx_free(r.ctx);
	free(r.tokens);
	return r.ptx;
}
