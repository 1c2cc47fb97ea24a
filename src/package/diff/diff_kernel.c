/* package/diff/diff_kernel.c — two builds of one kernel → its changes, and whether it got worse.
 *
 * A table has the worse direction of each attribute, most important first. Attributes that are not in the table
 * (layout of arguments, hints, unknown attributes) can differ but not be worse. Memory per hardware thread is judged
 * per lane when the SIMD width changed: a wider kernel needs more of it without being worse. Fewer threads are the
 * price of more registers: where a kernel spills less because of them, both are reported and neither is worse. */
#include "base/buf.h"
#include "base/words.h"
#include "diff.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum direction {
	NEUTRAL,
	MORE_IS_WORSE,
	LESS_IS_WORSE,
	GROWTH_IS_WORSE, /* beyond the tolerance */
};

static const struct rule {
	const char *key, *title;
	enum direction direction;
	enum {
		PLAIN,
		PER_THREAD, /* bytes per hardware thread */
		IN_ENV,     /* an attribute of execution_env */
	} kind;
	enum {
		ALONE,
		GAIN,  /* less of it is worth the price */
		PRICE, /* not worse when there is a gain; comes after the gains in the table */
	} trade;
} rules[] = {
	{ "spill_size", "spill", MORE_IS_WORSE, PER_THREAD, GAIN },
	{ "private_size", "private", MORE_IS_WORSE, PER_THREAD, ALONE },
	{ "spill_private_size", "spill+private", MORE_IS_WORSE, PER_THREAD, GAIN },
	{ "scratch_size", "scratch", MORE_IS_WORSE, PER_THREAD, ALONE },
	{ "grf_count", "GRF", NEUTRAL, PLAIN, ALONE }, /* judged by the number of threads */
	{ "threads_per_eu", "threads/EU", LESS_IS_WORSE, PLAIN, PRICE },
	{ "simd_size", "SIMD", LESS_IS_WORSE, PLAIN, ALONE },
	{ "slm_size", "SLM", MORE_IS_WORSE, PLAIN, ALONE },
	{ "barrier_count", "barriers", MORE_IS_WORSE, PLAIN, ALONE },
	{ "has_stack_calls", "stack calls", MORE_IS_WORSE, IN_ENV, ALONE },
	{ "has_dpas", "dpas", LESS_IS_WORSE, IN_ENV, ALONE },
	{ "code_size", "code", GROWTH_IS_WORSE, PLAIN, ALONE },
	{ "payload_size", "payload", NEUTRAL, PLAIN, ALONE },
	{ "per_thread_payload_size", "per-thread payload", NEUTRAL, PLAIN, ALONE },
	{ "argument_count", "arguments", NEUTRAL, PLAIN, ALONE },
};

/* Keys whose values follow from other keys. */
static const char derived[] = "name demangled flags pseudo threads_per_eu_derived spill_size_per_lane "
			      "private_size_per_lane spill_private_size_per_lane scratch_size_per_lane "
			      "per_thread_memory_buffers execution_env";
/* Attributes of execution_env that are keys of the kernel, too. */
static const char in_kernel[] = "spill_size private_size grf_count eu_thread_count simd_size slm_size barrier_count";
/* Keys that together are the layout of the arguments: mentioned once. */
static const char layout[] = "arguments payload per_thread_payload_arguments binding_table_indices";

struct comparison {
	struct syb_record *rec;
	struct syb_value *changes;
	double tolerance;
	double lanes[2]; /* when the SIMD width changed, else 0 */
	struct buf words;
	bool layout_mentioned, code_mentioned;
	bool gain;   /* an attribute that is a GAIN got better */
	bool in_env; /* comparing execution_env */
	struct kernel_verdict verdict;
};

static void drop(struct comparison *c)
{
	buf_free(&c->words);
}

/* ---- numbers ---- */

struct number {
	bool known, boolean;
	double d;
};

/* fabs() without libm. */
static double distance(double a, double b)
{
	return a < b ? b - a : a - b;
}

static bool is_whole(double d)
{
	return distance(d, 0) < 9e15 && d == (double)(int64_t)d;
}

/* Growth from a to b in tenths of a per cent. */
static int64_t growth(double a, double b)
{
	double tenths = (b / a - 1) * 1000;

	return distance(tenths, 0) < 9e15 ? (int64_t)(tenths < 0 ? tenths - 0.5 : tenths + 0.5) : INT64_MAX;
}

static struct number number_of(const struct syb_value *v)
{
	struct number n = { 0 };

	if (!v)
		return n;
	n.boolean = v->kind == SYB_VALUE_BOOL;
	n.known = n.boolean || v->kind == SYB_VALUE_UINT || v->kind == SYB_VALUE_INT || v->kind == SYB_VALUE_REAL;
	n.d = n.boolean ? syb_value_bool(v) : syb_value_real(v);
	return n;
}

static struct number number_in(const struct syb_value *kernel, const struct rule *rule)
{
	const struct syb_value *map = rule->kind == IN_ENV ? syb_value_get(kernel, "execution_env") : kernel;

	return number_of(map ? syb_value_get(map, rule->key) : NULL);
}

/* Spill and private memory together, for files that state only the sum. */
static struct number sum_in(const struct syb_value *kernel)
{
	struct number both = number_of(syb_value_get(kernel, "spill_private_size"));
	struct number spill = number_of(syb_value_get(kernel, "spill_size"));
	struct number private = number_of(syb_value_get(kernel, "private_size"));

	if (!both.known && spill.known && private.known)
		both = (struct number){ true, false, spill.d + private.d };
	return both;
}

static enum kernel_change judge(const struct comparison *c, const struct rule *rule, struct number a, struct number b)
{
	double more = b.d - a.d;

	if (rule->kind == PER_THREAD && c->lanes[0] > 0)
		more = b.d / c->lanes[1] - a.d / c->lanes[0];
	if (!a.known || !b.known || rule->direction == NEUTRAL)
		return KERNEL_OTHER;
	if (rule->direction == GROWTH_IS_WORSE && distance(a.d, b.d) <= a.d * c->tolerance)
		return KERNEL_OTHER;
	if (rule->direction == LESS_IS_WORSE)
		more = -more;
	if (more == 0)
		return KERNEL_OTHER;
	return more > 0 ? KERNEL_WORSE : KERNEL_BETTER;
}

/* ---- the result ---- */

static void put_number(struct comparison *c, struct syb_value *map, const char *key, struct number n)
{
	if (!n.known)
		value_null(c->rec, map, key);
	else if (n.boolean)
		value_bool(c->rec, map, key, n.d != 0);
	else if (is_whole(n.d))
		value_int(c->rec, map, key, (int64_t)n.d);
	else
		value_real(c->rec, map, key, n.d);
}

/* Append to the summary. A failure is found by the record, as when building fails. */
SYB_PRINTF(2, 3) static void print(struct comparison *c, const char *fmt, ...)
{
	va_list args;
	const char *text;

	va_start(args, fmt);
	text = arena_vprintf(c->rec->ctx, &c->rec->arena, fmt, args);
	va_end(args);
	if (!text || buf_text(c->rec->ctx, &c->words, text) < 0)
		c->rec->failed = true;
}

static void print_number(struct comparison *c, struct number n)
{
	if (!n.known)
		print(c, "unknown");
	else if (n.boolean)
		print(c, n.d != 0 ? "yes" : "no");
	else if (is_whole(n.d))
		print(c, "%" PRId64, (int64_t)n.d);
	else if (value_print_real(c->rec->ctx, &c->words, n.d) < 0)
		c->rec->failed = true;
}

static void print_numbers(struct comparison *c, struct number a, struct number b)
{
	print_number(c, a);
	print(c, " → ");
	print_number(c, b);
}

/* +12 %, or +1.2 % where the tenths matter. */
static void print_growth(struct comparison *c, int64_t tenths)
{
	uint64_t size = tenths < 0 ? (uint64_t)-tenths : (uint64_t)tenths;

	print(c, "%c%" PRIu64, tenths < 0 ? '-' : '+', size / 10);
	if (size < 100)
		print(c, ".%" PRIu64, size % 10);
	print(c, " %%");
}

static void print_rule(struct comparison *c, const struct rule *rule, struct number a, struct number b)
{
	print(c, "%s%s ", c->words.len ? ", " : "", rule->title);
	if (rule->direction == GROWTH_IS_WORSE && a.known && b.known && a.d > 0) {
		print_growth(c, growth(a.d, b.d));
		return;
	}
	print_numbers(c, a, b);
	if (rule->kind == PER_THREAD && c->lanes[0] > 0 && a.known && b.known)
		print(c, " (%" PRId64 " → %" PRId64 " per lane)", (int64_t)(a.d / c->lanes[0]),
		      (int64_t)(b.d / c->lanes[1]));
}

static struct syb_value *add_change(struct comparison *c, const char *attribute)
{
	struct syb_value *map = value_map(c->rec, c->changes, NULL);

	value_string(c->rec, map, "attribute", attribute);
	return map;
}

static void put_verdict(struct comparison *c, struct syb_value *map, enum kernel_change change, size_t place,
			double amount)
{
	static const char *const names[] = {
		[KERNEL_SAME] = "same",
		[KERNEL_BETTER] = "better",
		[KERNEL_OTHER] = "other",
		[KERNEL_WORSE] = "worse",
	};

	value_string(c->rec, map, "change", names[change]);
	if (change > c->verdict.change)
		c->verdict = (struct kernel_verdict){ change, place, amount };
	else if (change == c->verdict.change && place == c->verdict.worst && amount > c->verdict.amount)
		c->verdict.amount = amount;
}

static void compare_rule(struct comparison *c, size_t place, struct number a, struct number b)
{
	const struct rule *rule = &rules[place];
	enum kernel_change change = judge(c, rule, a, b);
	struct syb_value *map;

	if (a.known == b.known && (!a.known || a.d == b.d))
		return;
	if (rule->trade == PRICE && c->gain && change == KERNEL_WORSE)
		change = KERNEL_OTHER;
	c->gain |= rule->trade == GAIN && change == KERNEL_BETTER;
	c->code_mentioned |= rule->direction == GROWTH_IS_WORSE;
	map = add_change(c, rule->key);
	put_number(c, map, "a", a);
	put_number(c, map, "b", b);
	put_verdict(c, map, change, place, distance(a.d, b.d));
	if (a.known && b.known && !a.boolean && a.d > 0)
		value_real(c->rec, map, "percent", (double)growth(a.d, b.d) / 10);
	print_rule(c, rule, a, b);
}

/* ---- attributes that are not in the table ---- */

static void print_other(struct comparison *c, const char *key, const struct syb_value *a, const struct syb_value *b)
{
	const char *glue = c->words.len ? ", " : "";
	const struct number na = number_of(a), nb = number_of(b);

	if (words_have(layout, key, strlen(key))) {
		if (!c->layout_mentioned)
			print(c, "%slayout of arguments changed", glue);
		c->layout_mentioned = true;
	} else if (str_eq(key, "code_sha256")) {
		if (!c->code_mentioned)
			print(c, "%scode differs", glue);
	} else if (!na.known || !nb.known) {
		print(c, "%s%s %s", glue, key, !a ? "added" : !b ? "removed" : "changed");
	} else {
		print(c, "%s%s ", glue, key);
		print_numbers(c, na, nb);
	}
}

static void put_copy(struct comparison *c, struct syb_value *map, const char *key, const struct syb_value *v)
{
	if (v)
		value_copy(c->rec, map, key, v);
	else
		value_null(c->rec, map, key);
}

static bool is_compared(const struct comparison *c, const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if ((rules[i].kind == IN_ENV) == c->in_env && str_eq(rules[i].key, key))
			return true;
	return words_have(c->in_env ? in_kernel : derived, key, strlen(key));
}

/* In execution_env, a default that only one of the versions knows is not a difference. */
static int compare_other(void *user, const char *key, const struct syb_value *a, const struct syb_value *b)
{
	struct comparison *c = user;
	struct syb_value *map;
	char path[128];

	if (is_compared(c, key) || (c->in_env && (!a || !b)) || (a && b && diff_same(a, b)))
		return 0;
	snprintf(path, sizeof(path), "%s%s", c->in_env ? "execution_env." : "", key);
	map = add_change(c, path);
	put_copy(c, map, "a", a);
	put_copy(c, map, "b", b);
	put_verdict(c, map, KERNEL_OTHER, ARRAY_SIZE(rules), 0);
	print_other(c, key, a, b);
	return 0;
}

int diff_kernel(struct syb_record *rec, struct syb_value *changes, const struct syb_value *a, const struct syb_value *b,
		double tolerance, struct kernel_verdict *out, const char **out_summary)
{
	_cleanup_(drop) struct comparison c = { .rec = rec, .changes = changes, .tolerance = tolerance };
	const struct syb_value *ea = syb_value_get(a, "execution_env"), *eb = syb_value_get(b, "execution_env");
	struct number la = number_of(syb_value_get(a, "simd_size")), lb = number_of(syb_value_get(b, "simd_size"));
	bool sums = syb_value_get(a, "spill_private_size") || syb_value_get(b, "spill_private_size");
	int r = 0;

	if (la.known && lb.known && la.d > 0 && lb.d > 0 && la.d != lb.d) {
		c.lanes[0] = la.d;
		c.lanes[1] = lb.d;
	}
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		if (!str_eq(rules[i].key, "spill_private_size") &&
		    (!sums || (!str_eq(rules[i].key, "spill_size") && !str_eq(rules[i].key, "private_size"))))
			compare_rule(&c, i, number_in(a, &rules[i]), number_in(b, &rules[i]));
		else if (sums && str_eq(rules[i].key, "spill_private_size"))
			compare_rule(&c, i, sum_in(a), sum_in(b));
	}
	c.in_env = true;
	if (ea && eb)
		r = diff_each_key(rec->ctx, ea, eb, compare_other, &c);
	c.in_env = false;
	if (r == 0)
		r = diff_each_key(rec->ctx, a, b, compare_other, &c);
	if (r < 0 || rec->failed)
		return r < 0 ? r : -SYB_E_NOMEM;
	*out_summary = arena_string(rec->ctx, &rec->arena, c.words.ptr, c.words.len);
	if (!*out_summary)
		return -SYB_E_NOMEM;
	*out = c.verdict;
	return 0;
}
