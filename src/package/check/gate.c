/* package/check/gate.c — limits on kernels: `[KERNEL-GLOB:]ATTRIBUTE OP VALUE` × a record of syb_show → kernels that
 * break the limit.
 *
 * An expression is read from its end, because names of kernels may contain anything, colons and angle brackets too: the
 * value, the operator, the attribute, then the pattern. A value that the file does not state is never treated as within
 * the limit: it fails under its own check name, unless the known bounds of the value decide. */
#include "term/nearest.h"
#include "base/number.h"
#include "base/order.h"
#include "base/value.h"
#include "base/words.h"
#include "check.h"
#include "package/show/show_zebin.h"
#include "target/zeinfo.h"
#include <sybil/package.h>

#include <ctype.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define KERNEL_PATH "/kernels[]"
#define ENV_PATH KERNEL_PATH "/execution_env"

/* The results of a comparison for which an operator holds. */
enum { LESS = 1, SAME = 2, MORE = 4 };

/* Longer ones first. */
static const struct {
	const char *text;
	unsigned holds;
} ops[] = {
	{ "<=", LESS | SAME }, { ">=", MORE | SAME }, { "==", SAME },
	{ "!=", LESS | MORE }, { "<", LESS },         { ">", MORE },
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
static const char own_keys[] =
	"name threads_per_eu spill_private_size scratch_size payload_size per_thread_payload_size argument_count "
	"code_size flags spill_size private_size slm_size grf_count simd_size barrier_count code_sha256 pseudo "
	"demangled spill_size_per_lane private_size_per_lane spill_private_size_per_lane scratch_size_per_lane";

struct gate {
	struct syb_ctx *ctx;
	struct arena arena;
	struct syb_gate_opts opts;
	const char *expression;
	const char *pattern; /* NULL: every kernel */
	const char *given;   /* the attribute as written */
	const char *path;    /* its keys, joined by dots */
	unsigned op;
	const char *value;
	size_t kernels, matching, having, broken;
	const struct syb_value *sample; /* a kernel, for names that exist */
	struct nearest meant;           /* a similar kernel name, where none matches */
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

/* Where the attribute that ends at len begins: names with dots, each followed by numbers in brackets. A pattern that
 * ends with brackets is followed by a colon. */
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
		return bad_expression(g, "the comparison is missing");
	value = s + at + strspn(s + at, " ");
	at -= at > 1 && s[at - 1] == '=' && strchr("<>=!", s[at - 2]) ? 2 : 1;
	for (n = 0; n < ARRAY_SIZE(ops) && !str_starts(s + at, ops[n].text);)
		n++;
	if (n == ARRAY_SIZE(ops))
		return bad_expression(g, "the comparison is not one of: > >= < <= == !=");
	g->op = ops[n].holds;
	len = trim_end(s, at);
	start = attribute_start(s, len);
	if (start == len)
		return bad_expression(g, "the attribute is missing");
	g->given = arena_string(g->ctx, &g->arena, s + start, len - start);
	g->value = arena_string(g->ctx, &g->arena, value, trim_end(value, strlen(value)));
	if (!g->given || !g->value)
		return -SYB_E_NOMEM;
	if (!*g->value)
		return bad_expression(g, "the value is missing");
	len = trim_end(s, start);
	if (len == 0)
		return 0;
	if (s[len - 1] != ':')
		return bad_expression(g, "the name before the attribute does not end with a colon");
	g->pattern = arena_string(g->ctx, &g->arena, s, len - 1);
	return g->pattern ? 0 : -SYB_E_NOMEM;
}

/* ---- attributes ---- */

/* One step of a path: a key of a map, or an index of a list. */
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
		return attr ? attr : syb_ze_attr_find(ENV_PATH, path);
	}
	snprintf(where, sizeof(where), KERNEL_PATH "/%.*s", (int)(dot - path), path);
	return syb_ze_attr_find(where, dot + 1);
}

static bool may_exist(const char *path)
{
	return words_have(own_keys, path, strlen(path)) || find_attr(path);
}

/* Expand a short name; payload[2].size becomes payload.2.size. Case does not matter: SIMD, Spill_Size. */
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
	if (!strchr(path, '.') && !may_exist(path))
		for (char *c = path; *c; c++)
			*c = (char)tolower((unsigned char)*c);
	g->path = path;
	return 0;
}

static int unknown_attribute(struct gate *g)
{
	const struct syb_value *env = g->sample ? syb_value_get(g->sample, "execution_env") : NULL;
	const char *dot = strrchr(g->given, '.'), *given = dot ? dot + 1 : g->given, *rest = own_keys, *word, *meant;
	struct nearest best = { NULL, SIZE_MAX };
	size_t len;

	for (size_t i = 0; i < ARRAY_SIZE(short_names) && !dot; i++)
		nearest_try(&best, given, short_names[i].name);
	while (!dot && (word = words_next(&rest, &len))) {
		word = arena_string(g->ctx, &g->arena, word, len);
		if (!word)
			return -SYB_E_NOMEM;
		nearest_try(&best, given, word);
	}
	for (size_t i = 0; i < syb_ze_attr_count(); i++)
		if (str_eq(syb_ze_attr_at(i)->path, ENV_PATH))
			nearest_try(&best, given, syb_ze_attr_at(i)->name);
	for (size_t i = 0; env && i < syb_value_count(env); i++)
		nearest_try(&best, given, syb_value_key(env, i));
	meant = best.name && dot ? arena_printf(g->ctx, &g->arena, "execution_env.%s", best.name) : best.name;
	return syb_fail(g->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
			"'%s': no kernel has an attribute '%s'" NEAREST_HINT, g->expression, g->given,
			NEAREST_ARGS(meant));
}

/* ---- comparing ---- */

enum answer {
	ANSWER_NO,
	ANSWER_YES,
	ANSWER_UNKNOWN,
	ANSWER_SENSELESS, /* the two cannot be compared */
};

static enum answer order(unsigned op, int sign)
{
	return op & (sign < 0 ? LESS : sign > 0 ? MORE : SAME) ? ANSWER_YES : ANSWER_NO;
}

static bool is_ordering(unsigned op)
{
	return op != SAME && op != (LESS | MORE);
}

/* Numbers of records fit a double exactly: sizes of buffers are below 2^53. */
static enum answer compare_number(double d, unsigned op, const char *text)
{
	double limit;

	if (!number_parse(text, &limit))
		return ANSWER_SENSELESS;
	return order(op, ORDER(d, limit));
}

static enum answer compare_text(const char *s, unsigned op, const char *text)
{
	return is_ordering(op) ? ANSWER_SENSELESS : order(op, strcmp(s, text));
}

static enum answer compare_bool(bool b, unsigned op, const char *text)
{
	const bool yes = words_have("true yes 1", text, strlen(text));

	if (is_ordering(op) || (!yes && !words_have("false no 0", text, strlen(text))))
		return ANSWER_SENSELESS;
	return order(op, b != yes);
}

static enum answer compare(const struct syb_value *v, unsigned op, const char *text);

/* [16, 4, 1]: all elements are equal. */
static enum answer compare_elements(const struct syb_value *list, unsigned op, const char *text)
{
	bool same = true;
	char word[64];
	size_t i;

	text++;
	for (i = 0; *(text += strspn(text, ", ")) && *text != ']'; i++) {
		size_t n = strcspn(text, ", ]");
		const struct syb_value *v = syb_value_at(list, i);

		snprintf(word, sizeof(word), "%.*s", (int)(n < sizeof(word) ? n : sizeof(word) - 1), text);
		same = same && v && compare(v, SAME, word) == ANSWER_YES;
		text += n;
	}
	return order(op, !same || i != syb_value_count(list));
}

/* A list is equal to a value when one of its elements is. */
static enum answer compare_list(const struct syb_value *list, unsigned op, const char *text)
{
	bool has = false;

	if (is_ordering(op))
		return ANSWER_SENSELESS;
	if (text[0] == '[')
		return compare_elements(list, op, text);
	for (size_t i = 0; i < syb_value_count(list) && !has; i++)
		has = compare(syb_value_at(list, i), SAME, text) == ANSWER_YES;
	return order(op, !has);
}

static enum answer compare(const struct syb_value *v, unsigned op, const char *text)
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

/* The sum of spill and private memory, where the file states only that; NULL for other attributes. */
static const struct syb_value *sum_for(const struct gate *g, const struct syb_value *kernel)
{
	if (str_eq(g->path, "spill_size") || str_eq(g->path, "private_size"))
		return syb_value_get(kernel, "spill_private_size");
	if (str_eq(g->path, "spill_size_per_lane") || str_eq(g->path, "private_size_per_lane"))
		return syb_value_get(kernel, "spill_private_size_per_lane");
	return NULL;
}

/* A number from 0 to most: the answer is known where it is the same for all of them. */
static enum answer compare_part(double most, unsigned op, const char *text)
{
	enum answer least = compare_number(0, op, text);
	double limit;

	if (!number_parse(text, &limit))
		return ANSWER_SENSELESS;
	if (most > 0 && !is_ordering(op) && limit >= 0 && limit <= most)
		return ANSWER_UNKNOWN;
	return compare_number(most, op, text) == least ? least : ANSWER_UNKNOWN;
}

/* A value that the kernel does not have is only "not equal" to anything. */
static enum answer compare_nothing(const struct gate *g)
{
	return g->op == (LESS | MORE) ? ANSWER_YES : ANSWER_NO;
}

/* Attributes that a kernel may lack, without a default value. */
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

/* A value that is not in the record: the sum of two that are, or the schema's default. Attributes of execution_env are
 * in the record if the version of the file has them. */
static enum answer compare_absent(const struct gate *g, const struct syb_value *kernel)
{
	const struct syb_ze_attr *attr = find_attr(g->path);
	const char *dot = strchr(g->path, '.');
	const bool in_env = attr && str_eq(attr->path, ENV_PATH);
	double d;

	if (add_parts(g, kernel, &d))
		return compare_number(d, g->op, g->value);
	if (str_eq(g->path, "pseudo"))
		return compare_bool(false, g->op, g->value);
	if ((dot && isdigit((unsigned char)dot[1])) || (is_optional(attr) && !in_env)) /* payload.2.size */
		return compare_nothing(g);
	if (!attr || !*attr->default_text || in_env)
		return ANSWER_UNKNOWN;
	if (attr->type == SYB_ZE_BOOL)
		return compare_bool(str_eq(attr->default_text, "true"), g->op, g->value);
	return number_parse(attr->default_text, &d) ? compare_number(d, g->op, g->value)
						    : compare_text(attr->default_text, g->op, g->value);
}

/* Without a kernel: whether a value of the attribute's type can be compared. */
static bool is_senseless(const struct gate *g)
{
	static const char texts[] = "name demangled flags code_sha256";
	const struct syb_ze_attr *attr = find_attr(g->path);
	const bool number =
		attr ? attr->type == SYB_ZE_INT32
		     : words_have(own_keys, g->path, strlen(g->path)) && !words_have(texts, g->path, strlen(g->path));

	if (str_eq(g->path, "pseudo") || (attr && attr->type == SYB_ZE_BOOL))
		return compare_bool(false, g->op, g->value) == ANSWER_SENSELESS;
	return number && compare_number(0, g->op, g->value) == ANSWER_SENSELESS;
}

static int fail_senseless(const struct gate *g)
{
	return syb_fail(g->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "'%s': '%s' cannot be compared with '%s'",
			g->expression, g->given, g->value);
}

/* ---- kernels ---- */

/* Whether the pattern matches the raw or the readable name; finds similar names on the way. */
static bool matches(struct gate *g, const struct syb_value *kernel)
{
	static const char *const keys[] = { "name", "demangled" };
	bool matching = false;

	if (!g->pattern)
		return !str_eq(syb_value_string(syb_value_get(kernel, "name")), PSEUDO_KERNEL);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const struct syb_value *v = syb_value_get(kernel, keys[i]);
		const char *name = v ? syb_value_string(v) : NULL;

		if (!name)
			continue;
		matching = matching || str_eq(g->pattern, name) || fnmatch(g->pattern, name, 0) == 0;
		nearest_try(&g->meant, g->pattern, name);
	}
	return matching;
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
		g->having += find(kernel, g->path) != NULL;
	}
	return 0;
}

/* A value as text; only lists of scalars occur. */
static void describe(const struct syb_value *v, char *out, size_t size)
{
	size_t used = 1;

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
		snprintf(out, size, "[");
		for (size_t i = 0; i < syb_value_count(v) && used + 48 < size; i++) {
			used += (size_t)snprintf(out + used, size - used, "%s", i ? ", " : "");
			describe(syb_value_at(v, i), out + used, 40);
			used += strlen(out + used);
		}
		snprintf(out + used, size - used, "]");
		break;
	default:
		snprintf(out, size, "not within the limit");
		break;
	}
}

/* A limit that cannot be tested fails like one that is broken, unless that is allowed. */
static void report_untested(struct gate *g, bool allowed, const char *check, const char *fmt, ...) SYB_PRINTF(4, 5);
static void report_untested(struct gate *g, bool allowed, const char *check, const char *fmt, ...)
{
	CTX_EMIT(g->ctx, fmt, .severity = allowed ? SYB_SEVERITY_WARNING : check_severity(check), .code = SYB_E_FORMAT,
		 .check = check, .at = SYB_NO_OFFSET);
	g->broken += !allowed;
}

static int judge_kernel(struct gate *g, const struct syb_value *kernel, const char *group)
{
	const struct syb_value *v = find(kernel, g->path), *sum = sum_for(g, kernel);
	const char *name = syb_value_string(syb_value_get(kernel, "name")), *glue = *group ? " for " : "";
	enum answer answer = v ? compare(v, g->op, g->value) : compare_absent(g, kernel);
	char text[256] = "the file does not state it";
	double parts;

	if (v && syb_value_kind(v) == SYB_VALUE_NULL)
		answer = compare_null(g, kernel);
	switch (answer) {
	case ANSWER_SENSELESS:
		return fail_senseless(g);
	case ANSWER_YES:
		describe(v, text, sizeof(text));
		if (sum)
			snprintf(text, sizeof(text), "between 0 and %.15g", syb_value_real(sum));
		else if (!v && add_parts(g, kernel, &parts))
			snprintf(text, sizeof(text), "%.15g", parts);
		check_hit(g->ctx, SYB_NO_OFFSET, "gate", "kernel '%s'%s%s: %s is %s (%s)", name, glue, group, g->given,
			  text, g->expression);
		g->broken++;
		break;
	case ANSWER_UNKNOWN:
		if (sum)
			snprintf(text, sizeof(text), "the file states only the sum of spill and private, %.15g bytes",
				 syb_value_real(sum));
		report_untested(g, g->opts.allow_unknown, "gate-unknown", "kernel '%s'%s%s: %s is unknown: %s (%s)",
				name, glue, group, g->given, text, g->expression);
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

	if (device && syb_value_get(device, "name") && *syb_value_string(syb_value_get(device, "name")))
		group = syb_value_string(syb_value_get(device, "name"));
	for (size_t i = 0; kernels && i < syb_value_count(kernels); i++)
		if (matches(g, syb_value_at(kernels, i)))
			TRY(judge_kernel(g, syb_value_at(kernels, i), group));
	return 0;
}

int syb_gate(struct syb_ctx *ctx, const struct syb_value *shown, const char *expression,
	     const struct syb_gate_opts *opts, size_t *out_broken)
{
	_cleanup_(drop) struct gate g = { .ctx = ctx, .expression = expression, .meant = { NULL, SIZE_MAX } };
	const struct syb_value *file = syb_value_get(shown, "file");

	OPTS_READ(ctx, &g.opts, opts);
	TRY(parse(&g));
	_cleanup_(ctx_leave) struct ctx_scope scope =
		ctx_enter(ctx, file && *syb_value_string(file) ? syb_value_string(file) : NULL);
	TRY(resolve(&g));
	TRY(zerecord_each(shown, look, &g));
	if (g.having == 0 && !may_exist(g.path))
		return unknown_attribute(&g);
	if (g.matching == 0 && is_senseless(&g))
		return fail_senseless(&g);
	if (g.matching == 0)
		report_untested(&g, g.opts.allow_no_kernel, "gate-no-kernel",
				g.kernels ? "no kernel matches '%s'" NEAREST_HINT
					  : "no kernel with ZE Info to test '%s' on" NEAREST_HINT,
				expression, NEAREST_ARGS(g.meant.name));
	TRY(zerecord_each(shown, judge, &g));
	*out_broken = g.broken;
	return 0;
}
