/* format/spirv/spirv_carrier.c — decorations as text → numbers and words. The text comes from a file: anything that
 * does not match the form stays an ordinary annotation. */
#include "spirv_carrier.h"

#include "base/alloc.h"
#include "base/number.h"

enum { MOST_OPERANDS = 64, MOST_WORDS = 0xff00 }; /* an instruction has less than 65,536 words */

struct operand {
	bool is_text;
	uint32_t number;
	const char *text;
	size_t len;
};

struct parsing {
	struct syb_ctx *ctx;
	struct arena *arena;
	const char *next, *end;
	bool foreign; /* DPC++'s form: every value is quoted */
};

/* ---- the text ---- */

static bool accept(struct parsing *p, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(p->end - p->next) < len || memcmp(p->next, word, len) != 0)
		return false;
	p->next += len;
	return true;
}

static bool parse_number(struct parsing *p, uint32_t *out)
{
	const uint32_t base = accept(p, "0x") ? 16 : 10;
	const bool negative = base == 10 && accept(p, "-"); /* two's complement, as SPIR-V has it */
	const char *first = p->next;
	uint64_t n = 0;

	for (; p->next < p->end; p->next++) {
		int digit = number_hex_digit(*p->next);

		if (digit < 0 || (uint32_t)digit >= base)
			break;
		n = n * base + (uint32_t)digit;
		if (n > UINT32_MAX)
			return false;
	}
	*out = negative ? (uint32_t)-n : (uint32_t)n;
	return p->next > first && !(negative && n > (UINT32_C(1) << 31));
}

/* One character of a quoted text; -1 when an escape is not one. */
static int unescape(struct parsing *p)
{
	int hi, lo;

	if (*p->next != '\\')
		return (uint8_t)*p->next++;
	p->next++;
	if (p->next < p->end && (*p->next == '"' || *p->next == '\\'))
		return (uint8_t)*p->next++;
	if (p->end - p->next < 3 || *p->next != 'x')
		return -1;
	hi = number_hex_digit(p->next[1]);
	lo = number_hex_digit(p->next[2]);
	p->next += 3;
	return hi < 0 || lo < 0 ? -1 : hi * 16 + lo;
}

/* A quoted text: 1, or 0 when there is none. It cannot contain NUL, which ends strings in SPIR-V. */
static int parse_text(struct parsing *p, const char **out, size_t *out_len)
{
	const char *close;
	size_t len = 0;
	char *text;

	if (!accept(p, "\""))
		return 0;
	for (close = p->next; close < p->end && *close != '"'; close++)
		close += *close == '\\' && close + 1 < p->end;
	text = arena_bytes(p->ctx, p->arena, (size_t)(close - p->next) + 1);
	if (!text)
		return -SYB_E_NOMEM;
	while (p->next < p->end && *p->next != '"') {
		int c = unescape(p);

		if (c <= 0)
			return 0;
		text[len++] = (char)c;
	}
	text[len] = '\0';
	*out = text;
	*out_len = len;
	return accept(p, "\"");
}

/* ---- operands as words ---- */

static bool is(const struct operand *o, const char *word)
{
	return o->is_text && o->len == strlen(word) && memcmp(o->text, word, o->len) == 0;
}

/* "1,2,3", "true" and "false" as numbers; how many, 0 when the text is something else. */
static size_t numbers_in(const struct operand *o, uint32_t *out)
{
	struct parsing p = { .next = o->text, .end = o->text + o->len };
	size_t count = 0;

	if (is(o, "true") || is(o, "false")) {
		out[0] = is(o, "true");
		return 1;
	}
	do
		if (!parse_number(&p, &out[count++])) /* room for one per character, and one more */
			return 0;
	while (accept(&p, ","));
	return p.next == p.end ? count : 0;
}

/* The kind of the i-th word or string of a decoration, 0 when unknown. */
static char kind_at(const struct spirv_decoration_info *info, size_t i)
{
	size_t count = info ? strlen(info->operands) : 0;

	if (count && info->operands[count - 1] == '*')
		return info->operands[i < count - 1 ? i : count - 2];
	return i < count ? info->operands[i] : 0;
}

/* false: the decoration is disabled. */
static bool encode(bool braces, const struct spirv_decoration_info *info, const struct operand *operands, size_t count,
		   uint32_t *words, size_t *out_words)
{
	size_t n = 0, index = 0;

	if (info && !*info->operands && count == 1) {
		*out_words = 0;
		return operands[0].is_text ? !is(&operands[0], "false") && !is(&operands[0], "0") : operands[0].number;
	}
	for (size_t i = 0; i < count; i++) {
		const struct operand *o = &operands[i];
		const char kind = kind_at(info, index);
		size_t found = 0;

		if (o->is_text && (kind == 'i' || (!kind && braces)))
			found = numbers_in(o, words + n);
		if (o->is_text && !found) {
			n += spirv_put_text(o->text, o->len, words + n);
			index++;
		} else {
			if (!o->is_text)
				words[n] = o->number;
			n += o->is_text ? found : 1;
			index += o->is_text ? found : 1;
		}
	}
	*out_words = n;
	return true;
}

/* ---- groups ---- */

static int parse_operand(struct parsing *p, struct operand *out)
{
	int r = parse_text(p, &out->text, &out->len);

	out->is_text = r == 1;
	if (r != 0)
		return r;
	return !p->foreign && p->next < p->end && *p->next != '"' && parse_number(p, &out->number);
}

/* 1, 0 when the text is not a group. */
static int parse_group(struct parsing *p, struct spirv_carrier *c)
{
	struct operand operands[MOST_OPERANDS];
	const char *close = p->foreign || (p->next < p->end && *p->next == '{') ? "}" : "]";
	size_t count = 0, room = 1, words;
	const struct spirv_decoration_info *info;
	struct spirv_group g = { 0 };
	uint32_t *to;
	int r = 1;

	if (!accept(p, *close == '}' ? "{" : "[") || !parse_number(p, &g.number))
		return 0;
	if (accept(p, ":"))
		do {
			if (count == MOST_OPERANDS)
				return 0;
			r = parse_operand(p, &operands[count]);
			room += r == 1 && operands[count].is_text ? operands[count].len + 2 : 1;
			count++;
		} while (r == 1 && !p->foreign && accept(p, ","));
	if (r != 1 || !accept(p, close) || room > MOST_WORDS)
		return r < 0 ? r : 0;
	to = arena_array(p->ctx, p->arena, room, sizeof(*to));
	if (!to)
		return -SYB_E_NOMEM;
	info = c->target == SPIRV_TARGET_MODE ? NULL : spirv_decoration_info(g.number);
	if (encode(*close == '}', info, operands, count, to, &words)) {
		g.words = to;
		g.word_count = words;
		c->groups[c->group_count++] = g;
	}
	return 1;
}

static int parse_groups(struct parsing *p, struct spirv_carrier *c)
{
	const size_t shortest = 3; /* [1] */
	size_t most = 0;
	int r = 1;

	for (const char *s = p->next; s < p->end; s++)
		most += *s == '[' || *s == '{';
	if (most == 0)
		return 0;
	if (most > (size_t)(p->end - p->next) / shortest + 1)
		most = (size_t)(p->end - p->next) / shortest + 1;
	c->groups = arena_array(p->ctx, p->arena, most, sizeof(*c->groups));
	if (!c->groups)
		return -SYB_E_NOMEM;
	while (r == 1 && p->next < p->end)
		r = parse_group(p, c);
	return r;
}

/* 1, 0 when it begins like a target and is none. */
static int parse_target(struct parsing *p, struct spirv_carrier *c)
{
	static const char *const words[] = {
		[SPIRV_TARGET_FUNCTION] = "function ", [SPIRV_TARGET_VARIABLE] = "variable ",
		[SPIRV_TARGET_MEMBER] = "member ",     [SPIRV_TARGET_VALUE] = "value ",
		[SPIRV_TARGET_MODE] = "mode ",
	};
	int r;

	for (size_t i = SPIRV_TARGET_SELF + 1; i < ARRAY_SIZE(words) && !c->target; i++)
		if (accept(p, words[i]))
			c->target = (enum spirv_target)i;
	if (!c->target)
		return 1;
	r = parse_text(p, &c->name, &c->name_len);
	if (r != 1 || !accept(p, " "))
		return r < 0 ? r : 0;
	return c->target != SPIRV_TARGET_MEMBER || (parse_number(p, &c->member) && accept(p, " "));
}

int spirv_carrier_parse(struct syb_ctx *ctx, struct arena *arena, const char *text, size_t len, uint64_t at,
			struct spirv_carrier *out_carrier)
{
	struct parsing p = { .ctx = ctx, .arena = arena, .next = text, .end = text + len };
	struct spirv_carrier c = { 0 };
	const bool ours = accept(&p, SPIRV_CARRIER_PREFIX);
	int r = 1;

	p.foreign = !ours;
	if (!ours && (len == 0 || *text != '{'))
		return 0;
	if (ours)
		r = parse_target(&p, &c);
	if (r == 1)
		r = parse_groups(&p, &c);
	if (r == 0 && ours)
		syb_report(ctx, SYB_SEVERITY_WARNING, at, "decoration-carrier",
			   "cannot read decorations from character %zu on: %.*s", (size_t)(p.next - text) + 1,
			   (int)(len < 200 ? len : 200), text);
	if (r == 1)
		*out_carrier = c;
	return r;
}

int spirv_quote(struct syb_ctx *ctx, struct buf *to, const char *text, size_t len)
{
	buf_char(ctx, to, '"');
	for (size_t i = 0; i < len; i++) {
		uint8_t c = (uint8_t)text[i];

		if (c == '"' || c == '\\')
			buf_printf(ctx, to, "\\%c", c);
		else if (c < 0x20 || c == '{' || c == '}')
			buf_printf(ctx, to, "\\x%02x", c);
		else
			buf_char(ctx, to, (char)c);
	}
	return buf_char(ctx, to, '"');
}
