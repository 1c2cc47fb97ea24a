/* package/check/gate.c — limits on kernels: `[KERNEL-GLOB:]ATTRIBUTE OP VALUE` × a record of syb_show → kernels that
 * break it.
 *
 * An expression is read from its end, because names of kernels may hold anything, colons and angle brackets too: the
 * value, the operator, the attribute, then the pattern. A value that a file does not tell is never taken for one that
 * is within the limit: it fails under a name of its own, unless what is known about it decides. */
#include "term/nearest.h"
#include "base/number.h"
#include "base/order.h"
#include "base/value.h"
#include "check.h"
#include "package/show/show_zebin.h"
#include <sybil/package.h>

#include <ctype.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define KERNEL_PATH "/kernels[]"

enum op {
	OP_LESS,
	OP_MORE,
	OP_AT_MOST,
	OP_AT_LEAST,
	OP_IS,
	OP_IS_NOT,
};

/* Longer ones first. */
static const struct {
	const char *text;
	enum op op;
} ops[] = {
	{ "<=", OP_AT_MOST }, { ">=", OP_AT_LEAST }, { "==", OP_IS },
	{ "!=", OP_IS_NOT },  { "<", OP_LESS },      { ">", OP_MORE },
};

/* The columns of the table of sybil show. */
static const struct {
	const char *name, *key;
} short_names[] = {
	{ "spill", "spill_size" },
	{ "private", "private_size" },
	{ "slm", "slm_size" },
	{ "grf", "grf_count" },
	{ "simd", "simd_size" },
	{ "barriers", "barrier_count" },
	{ "code", "code_size" },
	{ "scratch", "scratch_size" },
	{ "payload", "payload_size" },
	{ "args", "argument_count" },
	{ "threads/EU", "threads_per_eu" },
};

/* Keys of a kernel's record that are not attributes of the schema. */
static const char *const own_keys[] = {
	"name",
	"threads_per_eu",
	"spill_private_size",
	"scratch_size",
	"payload_size",
	"per_thread_payload_size",
	"argument_count",
	"code_size",
	"flags",
	"spill_size",
	"private_size",
	"slm_size",
	"grf_count",
	"simd_size",
	"barrier_count",
	"code_sha256",
	"pseudo",
	"demangled",
	"spill_size_per_lane",
	"private_size_per_lane",
	"spill_private_size_per_lane",
	"scratch_size_per_lane",
};

struct gate {
	struct syb_ctx *ctx;
	struct arena arena;
	struct syb_gate_opts opts;
	const char *expression;
	const char *pattern; /* NULL: every kernel */
	const char *given;   /* the attribute as written */
	const char *path;    /* its keys, joined by dots */
	enum op op;
	const char *value;
	size_t kernels, matching, having, broken;
	const struct syb_value *sample; /* a kernel, for names that exist */
	struct nearest meant;           /* of the kernels, where none matches */
};

static void drop(struct gate *g)
{
	arena_free(&g->arena);
}

/* ---- the expression ---- */

static int bad_expression(struct gate *g, const char *why)
{
	return syb_fail(g->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
			"'%s': %s; a limit is [KERNEL:]ATTRIBUTE OP VALUE", g->expression, why);
}

static bool is_name_char(char c)
{
	return c == '_' || c == '.' || c == '/' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static size_t trim_end(const char *s, size_t len)
{
	while (len && s[len - 1] == ' ')
		len--;
	return len;
}

/* Where the attribute begins that ends at len: names with dots, and numbers in brackets behind them. A pattern that
 * ends with brackets has a colon behind it. */
static size_t attribute_start(const char *s, size_t len)
{
	size_t at = len;

	while (at) {
		size_t digits = at - 1;

		if (is_name_char(s[at - 1])) {
			at--;
			continue;
		}
		while (digits && s[digits - 1] >= '0' && s[digits - 1] <= '9')
			digits--;
		if (s[at - 1] != ']' || digits == at - 1 || digits < 2 || s[digits - 1] != '[' ||
		    !is_name_char(s[digits - 2]))
			break;
		at = digits - 1;
	}
	return at;
}

static int parse(struct gate *g)
{
	const char *s = g->expression;
	size_t len = strlen(s), at = len, start, n;
	const char *value;

	while (at && !strchr("<>=!", s[at - 1]))
		at--;
	if (at == 0)
		return bad_expression(g, "there is no comparison");
	value = s + at + strspn(s + at, " ");
	at -= at > 1 && s[at - 1] == '=' && strchr("<>=!", s[at - 2]) ? 2 : 1;
	for (n = 0; n < ARRAY_SIZE(ops) && !str_starts(s + at, ops[n].text);)
		n++;
	if (n == ARRAY_SIZE(ops))
		return bad_expression(g, "the comparison is not one of: > >= < <= == !=");
	g->op = ops[n].op;
	len = trim_end(s, at);
	start = attribute_start(s, len);
	if (start == len)
		return bad_expression(g, "there is no attribute");
	g->given = arena_string(g->ctx, &g->arena, s + start, len - start);
	g->value = arena_string(g->ctx, &g->arena, value, trim_end(value, strlen(value)));
	if (!g->given || !g->value)
		return -SYB_E_NOMEM;
	if (!*g->value)
		return bad_expression(g, "there is no value");
	len = trim_end(s, start);
	if (len == 0)
		return 0;
	if (s[len - 1] != ':')
		return bad_expression(g, "the name before the attribute does not end with a colon");
	g->pattern = arena_string(g->ctx, &g->arena, s, len - 1);
	return g->pattern ? 0 : -SYB_E_NOMEM;
}

/* ---- attributes ---- */

/* One step of a path: a key of a map, or a number in a list. */
static const struct syb_value *step(const struct syb_value *v, const char *name, size_t len)
{
	char *end;
	size_t i;

	if (syb_value_kind(v) == SYB_VALUE_LIST) {
		i = strtoul(name, &end, 10);
		return end == name + len ? syb_value_at(v, i) : NULL;
	}
	for (i = 0; i < syb_value_count(v); i++)
		if (strlen(syb_value_key(v, i)) == len && memcmp(syb_value_key(v, i), name, len) == 0)
			return syb_value_at(v, i);
	return NULL;
}

static const struct syb_value *follow(const struct syb_value *v, const char *path)
{
	while (v && *path) {
		size_t n = strcspn(path, ".");

		v = step(v, path, n);
		path += n + (path[n] == '.');
	}
	return v;
}

static const struct syb_value *find(const struct syb_value *kernel, const char *path)
{
	const struct syb_value *v = follow(kernel, path), *env = syb_value_get(kernel, "execution_env");

	return v || !env ? v : follow(env, path);
}

/* "debug_env.sip_surface_bti" in the schema; NULL when no version has it. */
static const struct syb_ze_attr *find_attr(const char *path)
{
	const char *dot = strrchr(path, '.');
	const struct syb_ze_attr *attr;
	char where[96];

	if (!dot) {
		attr = syb_ze_attr_find(KERNEL_PATH, path);
		return attr ? attr : syb_ze_attr_find(KERNEL_PATH "/execution_env", path);
	}
	snprintf(where, sizeof(where), KERNEL_PATH "/%.*s", (int)(dot - path), path);
	return syb_ze_attr_find(where, dot + 1);
}

static bool may_exist(const char *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(own_keys); i++)
		if (str_eq(own_keys[i], path))
			return true;
	return find_attr(path) != NULL;
}

/* As columns are spelled, and attributes: SIMD, Spill_Size. */
static void forget_capitals(char *path)
{
	if (!may_exist(path))
		for (; *path; path++)
			*path = (char)tolower((unsigned char)*path);
}

/* The long form of a short name; payload[2].size is payload.2.size. */
static int resolve(struct gate *g)
{
	size_t len = 0;
	char *path;

	for (size_t i = 0; i < ARRAY_SIZE(short_names); i++)
		if (strcasecmp(short_names[i].name, g->given) == 0) {
			g->path = short_names[i].key;
			return 0;
		}
	path = arena_string(g->ctx, &g->arena, g->given, strlen(g->given));
	if (!path)
		return -SYB_E_NOMEM;
	for (const char *s = g->given; *s; s++)
		if (*s != ']')
			path[len++] = *s == '[' ? '.' : *s;
	path[len] = '\0';
	if (!strchr(path, '.'))
		forget_capitals(path);
	g->path = path;
	return 0;
}

static int unknown_attribute(struct gate *g)
{
	const struct syb_value *env = g->sample ? syb_value_get(g->sample, "execution_env") : NULL;
	const char *dot = strrchr(g->given, '.'), *given = dot ? dot + 1 : g->given;
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < ARRAY_SIZE(short_names) && !dot; i++)
		nearest_try(&best, given, short_names[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(own_keys) && !dot; i++)
		nearest_try(&best, given, own_keys[i]);
	for (size_t i = 0; i < syb_ze_attr_count(); i++)
		if (str_eq(syb_ze_attr_at(i)->path, KERNEL_PATH "/execution_env"))
			nearest_try(&best, given, syb_ze_attr_at(i)->name);
	for (size_t i = 0; env && i < syb_value_count(env); i++)
		nearest_try(&best, given, syb_value_key(env, i));
	if (best.name)
		return syb_fail(g->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"'%s': no kernel has an attribute '%s'; did you mean '%s%s'?", g->expression, g->given,
				dot ? "execution_env." : "", best.name);
	return syb_fail(g->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "'%s': no kernel has an attribute '%s'",
			g->expression, g->given);
}

/* ---- comparing ---- */

enum answer {
	ANSWER_NO,
	ANSWER_YES,
	ANSWER_UNKNOWN,
	ANSWER_SENSELESS, /* the two cannot be compared */
};

static enum answer order(enum op op, int sign)
{
	static const struct {
		bool less, same, more;
	} holds[] = {
		[OP_LESS] = { true, false, false },   [OP_MORE] = { false, false, true },
		[OP_AT_MOST] = { true, true, false }, [OP_AT_LEAST] = { false, true, true },
		[OP_IS] = { false, true, false },     [OP_IS_NOT] = { true, false, true },
	};

	return (sign < 0 ? holds[op].less : sign > 0 ? holds[op].more : holds[op].same) ? ANSWER_YES : ANSWER_NO;
}

static bool is_ordering(enum op op)
{
	return op != OP_IS && op != OP_IS_NOT;
}

/* Numbers of records fit a double exactly: sizes of buffers are below 2^53. */
static enum answer compare_number(double d, enum op op, const char *text)
{
	double limit;

	if (!number_parse(text, &limit))
		return ANSWER_SENSELESS;
	return order(op, ORDER(d, limit));
}

static enum answer compare_text(const char *s, enum op op, const char *text)
{
	return is_ordering(op) ? ANSWER_SENSELESS : order(op, strcmp(s, text));
}

static enum answer compare_bool(bool b, enum op op, const char *text)
{
	bool yes = str_eq(text, "true") || str_eq(text, "yes") || str_eq(text, "1");

	if (is_ordering(op) || (!yes && !str_eq(text, "false") && !str_eq(text, "no") && !str_eq(text, "0")))
		return ANSWER_SENSELESS;
	return order(op, b != yes);
}

static enum answer compare(const struct syb_value *v, enum op op, const char *text);

/* [16, 4, 1]: each element equals its own. */
static enum answer compare_elements(const struct syb_value *list, enum op op, const char *text)
{
	bool same = true;
	char word[64];
	size_t i;

	text++;
	for (i = 0; *(text += strspn(text, ", ")) && *text != ']'; i++) {
		size_t n = strcspn(text, ", ]");
		const struct syb_value *v = syb_value_at(list, i);

		snprintf(word, sizeof(word), "%.*s", (int)(n < sizeof(word) ? n : sizeof(word) - 1), text);
		same = same && v && compare(v, OP_IS, word) == ANSWER_YES;
		text += n;
	}
	return order(op, !same || i != syb_value_count(list));
}

/* A list is what one of its elements is. */
static enum answer compare_list(const struct syb_value *list, enum op op, const char *text)
{
	bool has = false;

	if (is_ordering(op))
		return ANSWER_SENSELESS;
	if (text[0] == '[')
		return compare_elements(list, op, text);
	for (size_t i = 0; i < syb_value_count(list) && !has; i++)
		has = compare(syb_value_at(list, i), OP_IS, text) == ANSWER_YES;
	return order(op, !has);
}

static enum answer compare(const struct syb_value *v, enum op op, const char *text)
{
	switch (syb_value_kind(v)) {
	case SYB_VALUE_NULL:
		return ANSWER_UNKNOWN;
	case SYB_VALUE_BOOL:
		return compare_bool(syb_value_bool(v), op, text);
	case SYB_VALUE_UINT:
	case SYB_VALUE_INT:
	case SYB_VALUE_REAL:
		return compare_number(syb_value_real(v), op, text);
	case SYB_VALUE_STRING:
		return compare_text(syb_value_string(v), op, text);
	case SYB_VALUE_LIST:
		return compare_list(v, op, text);
	default:
		return ANSWER_SENSELESS;
	}
}

/* The sum of spill and private memory, where only that is known; NULL for other attributes. */
static const struct syb_value *sum_for(const struct gate *g, const struct syb_value *kernel)
{
	if (str_eq(g->path, "spill_size") || str_eq(g->path, "private_size"))
		return syb_value_get(kernel, "spill_private_size");
	if (str_eq(g->path, "spill_size_per_lane") || str_eq(g->path, "private_size_per_lane"))
		return syb_value_get(kernel, "spill_private_size_per_lane");
	return NULL;
}

/* A number of which only the most is known: the answer is known where it is the same for all from 0 to that. */
static enum answer compare_part(double most, enum op op, const char *text)
{
	enum answer least = compare_number(0, op, text);
	double limit;

	if (!number_parse(text, &limit))
		return ANSWER_SENSELESS;
	if (most > 0 && !is_ordering(op) && limit >= 0 && limit <= most)
		return ANSWER_UNKNOWN;
	return compare_number(most, op, text) == least ? least : ANSWER_UNKNOWN;
}

/* Nothing is not what a limit says, whatever that is. */
static enum answer compare_nothing(const struct gate *g)
{
	return g->op == OP_IS_NOT ? ANSWER_YES : ANSWER_NO;
}

/* Attributes that a kernel may have or not: the schema knows no value for those that do not. */
static bool is_optional(const struct syb_ze_attr *attr)
{
	return attr && !*attr->default_text && !syb_ze_attr_required_in(attr, syb_ze_version_newest());
}

/* A null of the record. */
static enum answer compare_null(const struct gate *g, const struct syb_value *kernel)
{
	const struct syb_value *sum = sum_for(g, kernel);

	if (sum)
		return compare_part(syb_value_real(sum), g->op, g->value);
	return is_optional(find_attr(g->path)) ? compare_nothing(g) : ANSWER_UNKNOWN;
}

/* payload.2.size: an element of a list. */
static bool is_element(const char *path)
{
	const char *dot = strchr(path, '.');

	return dot && dot[1] >= '0' && dot[1] <= '9';
}

/* The sum of spill and private memory is in a record only where its parts are not. */
static bool add_parts(const struct gate *g, const struct syb_value *kernel, double *out_sum)
{
	bool lane = str_eq(g->path, "spill_private_size_per_lane");
	const struct syb_value *a, *b;

	if (!lane && !str_eq(g->path, "spill_private_size"))
		return false;
	a = syb_value_get(kernel, lane ? "spill_size_per_lane" : "spill_size");
	b = syb_value_get(kernel, lane ? "private_size_per_lane" : "private_size");
	if (!a || !b || syb_value_kind(a) == SYB_VALUE_NULL || syb_value_kind(b) == SYB_VALUE_NULL)
		return false;
	*out_sum = syb_value_real(a) + syb_value_real(b);
	return true;
}

/* A value that is not in the record: the sum of two that are, or the schema's default. Those of execution_env are in
 * the record as far as the version of the file knows them. */
static enum answer compare_absent(const struct gate *g, const struct syb_value *kernel)
{
	const struct syb_ze_attr *attr = find_attr(g->path);
	double d;

	if (add_parts(g, kernel, &d))
		return compare_number(d, g->op, g->value);
	if (str_eq(g->path, "pseudo"))
		return compare_bool(false, g->op, g->value);
	if (is_element(g->path) || (is_optional(attr) && !str_eq(attr->path, KERNEL_PATH "/execution_env")))
		return compare_nothing(g);
	if (!attr || !*attr->default_text || str_eq(attr->path, KERNEL_PATH "/execution_env"))
		return ANSWER_UNKNOWN;
	if (attr->type == SYB_ZE_BOOL)
		return compare_bool(str_eq(attr->default_text, "true"), g->op, g->value);
	return number_parse(attr->default_text, &d) ? compare_number(d, g->op, g->value)
						    : compare_text(attr->default_text, g->op, g->value);
}

/* ---- kernels ---- */

static bool matches(const struct gate *g, const struct syb_value *kernel)
{
	const struct syb_value *readable = syb_value_get(kernel, "demangled");
	const char *name = syb_value_string(syb_value_get(kernel, "name"));

	if (!g->pattern)
		return !str_eq(name, PSEUDO_KERNEL);
	if (str_eq(g->pattern, name) || fnmatch(g->pattern, name, 0) == 0)
		return true;
	name = readable ? syb_value_string(readable) : NULL;
	return name && (str_eq(g->pattern, name) || fnmatch(g->pattern, name, 0) == 0);
}

static void try_names(struct gate *g, const struct syb_value *kernel)
{
	const struct syb_value *readable = syb_value_get(kernel, "demangled");

	if (!g->pattern)
		return;
	nearest_try(&g->meant, g->pattern, syb_value_string(syb_value_get(kernel, "name")));
	if (readable && syb_value_kind(readable) == SYB_VALUE_STRING)
		nearest_try(&g->meant, g->pattern, syb_value_string(readable));
}

static int look(void *user, const struct syb_value *binary, const char *group)
{
	const struct syb_value *kernels = syb_value_get(binary, "kernels");
	struct gate *g = user;

	(void)group;
	for (size_t i = 0; kernels && i < syb_value_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);

		g->kernels++;
		g->sample = g->sample ? g->sample : kernel;
		g->matching += matches(g, kernel);
		try_names(g, kernel);
		g->having += find(kernel, g->path) != NULL;
	}
	return 0;
}

static void describe(const struct syb_value *v, char *out, size_t size);

static void describe_list(const struct syb_value *v, char *out, size_t size)
{
	size_t used = (size_t)snprintf(out, size, "[");

	for (size_t i = 0; i < syb_value_count(v) && used + 48 < size; i++) {
		if (i)
			used += (size_t)snprintf(out + used, size - used, ", ");
		describe(syb_value_at(v, i), out + used, 40);
		used += strlen(out + used);
	}
	snprintf(out + used, size - used, "]");
}

/* A value in words; lists of scalars only are met. */
static void describe(const struct syb_value *v, char *out, size_t size)
{
	switch (v ? syb_value_kind(v) : SYB_VALUE_NULL) {
	case SYB_VALUE_BOOL:
		snprintf(out, size, "%s", syb_value_bool(v) ? "true" : "false");
		break;
	case SYB_VALUE_UINT:
		snprintf(out, size, "%" PRIu64, syb_value_uint(v));
		break;
	case SYB_VALUE_INT:
		snprintf(out, size, "%" PRId64, syb_value_int(v));
		break;
	case SYB_VALUE_REAL:
		snprintf(out, size, "%.6g", syb_value_real(v));
		break;
	case SYB_VALUE_STRING:
		snprintf(out, size, "'%.200s'", syb_value_string(v));
		break;
	case SYB_VALUE_LIST:
		describe_list(v, out, size);
		break;
	default:
		snprintf(out, size, "not within the limit");
		break;
	}
}

/* What cannot be tested fails like what is broken, unless it is allowed. */
static void tell_untested(struct gate *g, bool allowed, const char *check, const char *fmt, ...) SYB_PRINTF(4, 5);
static void tell_untested(struct gate *g, bool allowed, const char *check, const char *fmt, ...)
{
	CTX_EMIT(g->ctx, fmt, .severity = allowed ? SYB_SEVERITY_WARNING : check_severity(check), .code = SYB_E_FORMAT,
		 .check = check, .at = SYB_NO_OFFSET);
	g->broken += !allowed;
}

static void tell_broken(struct gate *g, const char *name, const char *group, const struct syb_value *kernel,
			const struct syb_value *v)
{
	const struct syb_value *sum = sum_for(g, kernel);
	char text[256];
	double parts;

	describe(v, text, sizeof(text));
	if (sum)
		snprintf(text, sizeof(text), "between 0 and %.15g", syb_value_real(sum));
	else if (!v && add_parts(g, kernel, &parts))
		snprintf(text, sizeof(text), "%.15g", parts);
	check_hit(g->ctx, SYB_NO_OFFSET, "gate", "kernel '%s'%s%s: %s is %s (%s)", name, *group ? " for " : "", group,
		  g->given, text, g->expression);
	g->broken++;
}

static void tell_unknown(struct gate *g, const char *name, const char *group, const struct syb_value *kernel)
{
	const struct syb_value *both = sum_for(g, kernel);
	char text[128] = "the file does not say";

	if (both)
		snprintf(text, sizeof(text), "it only says spill and private together, %.15g bytes",
			 syb_value_real(both));
	tell_untested(g, g->opts.allow_unknown, "gate-unknown", "kernel '%s'%s%s: cannot tell %s: %s (%s)", name,
		      *group ? " for " : "", group, g->given, text, g->expression);
}

static int judge_kernel(struct gate *g, const struct syb_value *kernel, const char *group)
{
	const struct syb_value *v = find(kernel, g->path);
	const char *name = syb_value_string(syb_value_get(kernel, "name"));
	enum answer answer = v ? compare(v, g->op, g->value) : compare_absent(g, kernel);

	if (v && syb_value_kind(v) == SYB_VALUE_NULL)
		answer = compare_null(g, kernel);
	switch (answer) {
	case ANSWER_SENSELESS:
		return syb_fail(g->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "'%s': '%s' cannot be compared with '%s'",
				g->expression, g->given, g->value);
	case ANSWER_YES:
		tell_broken(g, name, group, kernel, v);
		break;
	case ANSWER_UNKNOWN:
		tell_unknown(g, name, group, kernel);
		break;
	case ANSWER_NO:
		break;
	}
	return 0;
}

static int judge(void *user, const struct syb_value *binary, const char *group)
{
	const struct syb_value *kernels = syb_value_get(binary, "kernels"), *device = syb_value_get(binary, "device");
	struct gate *g = user;
	int r = 0;

	if (device && syb_value_get(device, "name") && *syb_value_string(syb_value_get(device, "name")))
		group = syb_value_string(syb_value_get(device, "name"));
	for (size_t i = 0; r == 0 && kernels && i < syb_value_count(kernels); i++)
		if (matches(g, syb_value_at(kernels, i)))
			r = judge_kernel(g, syb_value_at(kernels, i), group);
	return r;
}

int syb_gate(struct syb_ctx *ctx, const struct syb_value *shown, const char *expression,
	     const struct syb_gate_opts *opts, size_t *out_broken)
{
	_cleanup_(drop) struct gate g = { .ctx = ctx, .expression = expression, .meant = { NULL, SIZE_MAX } };
	const struct syb_value *file = syb_value_get(shown, "file");
	int r;

	OPTS_READ(ctx, &g.opts, opts);
	r = parse(&g);
	if (r < 0)
		return r;
	_cleanup_(ctx_leave) struct ctx_scope scope =
		ctx_enter(ctx, file && *syb_value_string(file) ? syb_value_string(file) : NULL);
	r = resolve(&g);
	if (r == 0)
		r = zerecord_each(shown, look, &g);
	if (r < 0)
		return r;
	if (g.having == 0 && !may_exist(g.path))
		return unknown_attribute(&g);
	if (g.matching == 0)
		tell_untested(&g, g.opts.allow_no_kernel, "gate-no-kernel",
			      g.kernels ? "no kernel matches '%s'" NEAREST_HINT
					: "there are no kernels with ZE Info to test '%s' on" NEAREST_HINT,
			      expression, NEAREST_ARGS(g.meant.name));
	r = zerecord_each(shown, judge, &g);
	if (r < 0)
		return r;
	*out_broken = g.broken;
	return 0;
}
