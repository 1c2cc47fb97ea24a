/* ir/split/plan_read.c — reads plans: JSON, of which only `version`, `images` and their `entry_points` are used.
 *
 * A plan must name every entry point of the module once: a missing one would be noticed only when the program runs. */
#include "postlink.h"

enum { DEPTH_MOST = 64 };

struct reader {
	struct groups *groups;
	struct syb_ctx *ctx;
	const char *at, *end, *start;
	struct hash names; /* entry point → function */
};

static int fail(struct reader *in, const char *what)
{
	uint32_t line = 1, column = 1;

	for (const char *p = in->start; p < in->at && p < in->end; p++) {
		column = *p == '\n' ? 1 : column + 1;
		line += *p == '\n';
	}
	return syb_fail_text(in->ctx, SYB_E_FORMAT, line, column, "plan", "the plan is not valid: %s", what);
}

static void skip_blanks(struct reader *in)
{
	while (in->at < in->end && strchr(" \t\r\n", *in->at) && *in->at)
		in->at++;
}

static bool take(struct reader *in, char c)
{
	skip_blanks(in);
	if (in->at == in->end || *in->at != c)
		return false;
	in->at++;
	return true;
}

static bool take_digits(struct reader *in, uint32_t *out)
{
	static const char digits[] = "00112233445566778899aAbBcCdDeEfF";

	*out = 0;
	for (int i = 0; i < 4; i++, in->at++) {
		const char *digit = in->at < in->end && *in->at ? strchr(digits, *in->at) : NULL;

		if (!digit)
			return false;
		*out = *out << 4 | (uint32_t)(digit - digits) / 2;
	}
	return true;
}

/* Four hexadecimal digits as UTF-8; two such escapes, a high and a low half, are one character beyond the first 65536.
 * A half by itself is not a character, and names do not contain NUL. */
static bool take_code(struct reader *in, char *text, size_t *len)
{
	static const uint8_t leads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	uint32_t c, low;
	size_t count;

	if (!take_digits(in, &c) || c == 0 || (c >= 0xdc00 && c < 0xe000))
		return false;
	if (c >= 0xd800 && c < 0xdc00) {
		if (in->end - in->at < 2 || *in->at++ != '\\' || *in->at++ != 'u' || !take_digits(in, &low) ||
		    low < 0xdc00 || low >= 0xe000)
			return false;
		c = 0x10000 + ((c - 0xd800) << 10 | (low - 0xdc00));
	}
	count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	text[(*len)++] = (char)(leads[count] | c >> (6 * (count - 1)));
	while (--count > 0)
		text[(*len)++] = (char)(0x80 | (c >> (6 * (count - 1)) & 63));
	return true;
}

/* The rest of an escape, after the backslash. */
static bool take_escape(struct reader *in, char *text, size_t *len)
{
	static const char letters[] = "\"\"\\\\//b\bf\fn\nr\rt\t";

	in->at++;
	if (in->at < in->end && *in->at == 'u') {
		in->at++;
		return take_code(in, text, len);
	}
	for (const char *l = letters; *l && in->at < in->end; l += 2) {
		if (*l == *in->at) {
			text[(*len)++] = l[1];
			in->at++;
			return true;
		}
	}
	return false;
}

/* A string in the arena; decoding an escape never makes it longer. */
static int read_string(struct reader *in, char **out)
{
	const char *stop;
	char *text;
	size_t len = 0;

	if (!take(in, '"'))
		return fail(in, "a string is missing");
	for (stop = in->at; stop < in->end && *stop != '"' && *stop != '\n'; stop++)
		stop += *stop == '\\' && stop + 1 < in->end;
	text = arena_bytes(in->ctx, &in->groups->arena, (size_t)(stop - in->at) + 2);
	if (!text)
		return -SYB_E_NOMEM;
	while (in->at < in->end && *in->at != '"' && *in->at != '\n') {
		if (*in->at != '\\')
			text[len++] = *in->at++;
		else if (!take_escape(in, text, &len))
			return fail(in, "a string has an invalid escape");
	}
	text[len] = '\0';
	if (!take(in, '"'))
		return fail(in, "a string is not terminated");
	*out = text;
	return 0;
}

typedef int item_fn(struct reader *in, const char *key, unsigned depth);

/* { "key": item, … } or [ item, … ] */
static int read_items(struct reader *in, char open, char close, unsigned depth, item_fn *fn)
{
	char *key = NULL;
	int r = 0;

	if (!take(in, open))
		return fail(in, open == '{' ? "'{' is missing" : "'[' is missing");
	if (depth > DEPTH_MOST)
		return fail(in, "it is nested too deeply");
	if (take(in, close))
		return 0;
	do {
		if (open == '{')
			r = read_string(in, &key);
		if (r == 0 && open == '{' && !take(in, ':'))
			r = fail(in, "':' is missing");
		if (r == 0)
			r = fn(in, key, depth + 1);
	} while (r == 0 && take(in, ','));
	if (r == 0 && !take(in, close))
		r = fail(in, "',' or a closing bracket is missing");
	return r;
}

static int skip_value(struct reader *in, const char *key, unsigned depth)
{
	const char *start;
	char *text;

	(void)key;
	skip_blanks(in);
	if (in->at == in->end)
		return fail(in, "it is truncated");
	if (*in->at == '{' || *in->at == '[')
		return read_items(in, *in->at, *in->at == '{' ? '}' : ']', depth, skip_value);
	if (*in->at == '"')
		return read_string(in, &text);
	start = in->at;
	while (in->at < in->end && *in->at && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *in->at))
		in->at++;
	return in->at > start ? 0 : fail(in, "a value is missing");
}

static int read_entry(struct reader *in, const char *key, unsigned depth)
{
	struct groups *g = in->groups;
	char *name = NULL;
	size_t *function;
	int r = read_string(in, &name);

	(void)key;
	(void)depth;
	if (r < 0)
		return r;
	function = hash_get(&in->names, name, strlen(name));
	if (!function)
		return syb_note(in->ctx, fail(in, "the module has no such entry point"), "%s", name);
	if (g->group_of[*function] != GROUP_NONE)
		return syb_note(in->ctx, fail(in, "an entry point is in two images"), "%s", name);
	return groups_put(g, (uint32_t)*function);
}

static int read_image_field(struct reader *in, const char *key, unsigned depth)
{
	return str_eq(key, "entry_points") ? read_items(in, '[', ']', depth, read_entry) : skip_value(in, key, depth);
}

static int read_image(struct reader *in, const char *key, unsigned depth)
{
	struct groups *g = in->groups;

	(void)key;
	TRY(groups_add(g, "plan"));
	TRY(read_items(in, '{', '}', depth, read_image_field));
	if (g->list[g->count - 1].entry_count == 0)
		g->count--; /* all entry points were moved to other images */
	return 0;
}

/* Plans written by hand may omit the version. */
static int read_version(struct reader *in)
{
	const char *start;

	skip_blanks(in);
	start = in->at;
	TRY(skip_value(in, NULL, 0));
	if ((in->at - start != 1 || *start != '1'))
		TRY(fail(in, "its version is unknown"));
	return 0;
}

static int read_field(struct reader *in, const char *key, unsigned depth)
{
	if (str_eq(key, "version"))
		return read_version(in);
	return str_eq(key, "images") ? read_items(in, '[', ']', depth, read_image) : skip_value(in, key, depth);
}

static int list_entries(struct reader *in)
{
	const struct groups *g = in->groups;
	size_t *stored, len;
	bool found;

	for (uint32_t i = 0; i < g->graph->function_count; i++) {
		const char *name = LLVMGetValueName2(g->graph->values[i], &len);

		if (g->group_of[i] != GROUP_NONE && hash_put(in->ctx, &in->names, name, len, i, &stored, &found) < 0)
			return -SYB_E_NOMEM;
	}
	return 0;
}

/* In the order of the module, so that messages are reproducible. */
static int check_all(struct reader *in)
{
	const struct groups *g = in->groups;
	size_t len;

	for (uint32_t i = 0; i < g->graph->function_count; i++) {
		const char *name = LLVMGetValueName2(g->graph->values[i], &len);

		if (g->group_of[i] == GROUP_NONE && hash_get(&in->names, name, len))
			return syb_note(in->ctx, fail(in, "an entry point is in no image"), "%.*s", (int)len, name);
	}
	return 0;
}

/* Reject files of another version, truncated files, and files with trailing text. */
static int read_plan(struct reader *in)
{
	int r = read_items(in, '{', '}', 0, read_field);

	skip_blanks(in);
	if (r == 0 && in->at < in->end)
		r = fail(in, "text follows it");
	return r < 0 ? r : check_all(in);
}

int plan_apply(struct groups *g, struct syb_bytes text, const char *name)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(g->ctx, name);
	const char *start = text.ptr ? (const char *)text.ptr : "";
	struct reader in = { .groups = g, .ctx = g->ctx, .at = start, .start = start, .end = start + text.len };
	int r = list_entries(&in);

	if (r == 0)
		r = groups_clear(g);
	if (r == 0)
		r = read_plan(&in);
	if (r == 0 && g->count == 0)
		r = fail(&in, "it has no images");
	hash_free(&in.names);
	g->planned = true;
	return r < 0 ? r : groups_fill(g);
}
