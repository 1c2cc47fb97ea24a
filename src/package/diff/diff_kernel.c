/* package/diff/diff_kernel.c — two builds of one kernel → what changed, and whether that is worse.
 *
 * A table says for each attribute which direction is worse, most important first. What is not in the table (layout of
 * arguments, hints, attributes nobody knows) can differ but not be worse. Memory per hardware thread is judged per lane
 * when the SIMD width changed: a wider kernel needs more of it without being worse. Fewer threads are the price of more
 * registers: where they make a kernel spill less, both are told and neither is worse. */
#include "base/buf.h"
#include "base/hash.h"
#include "diff.h"

#include <inttypes.h>
#include <stdio.h>

enum { FEW_KEYS = 128 }; /* of a map that are looked up one by one; a kernel has some 70 */

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
		GAIN,  /* less of it is what the price is paid for */
		PRICE, /* not worse when there is a gain; behind those in the table */
	} trade;
} rules[] = {
	{ "spill_size", "spill", MORE_IS_WORSE, PER_THREAD, GAIN },
	{ "private_size", "private", MORE_IS_WORSE, PER_THREAD, ALONE },
	{ "spill_private_size", "spill+private", MORE_IS_WORSE, PER_THREAD, GAIN },
	{ "scratch_size", "scratch", MORE_IS_WORSE, PER_THREAD, ALONE },
	{ "grf_count", "GRF", NEUTRAL, PLAIN, ALONE }, /* counts as threads */
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

/* Keys that say again what others say. */
static const char *const derived[] = { "name",
				       "demangled",
				       "flags",
				       "pseudo",
				       "threads_per_eu_derived",
				       "spill_size_per_lane",
				       "private_size_per_lane",
				       "spill_private_size_per_lane",
				       "scratch_size_per_lane",
				       "per_thread_memory_buffers",
				       "execution_env" };

/* Attributes of execution_env that have a row of their own under another name. */
static const char *const env_told[] = { "spill_size", "private_size", "grf_count",    "eu_thread_count",
					"simd_size",  "slm_size",     "barrier_count" };

struct comparison {
	struct syb_record *rec;
	struct syb_value *changes;
	double tolerance;
	double lanes[2]; /* when the SIMD width changed, else 0 */
	struct buf words;
	bool layout_told, code_told;
	bool gain; /* a rule that is one got better */
	struct kernel_verdict verdict;
};

static void drop(struct comparison *c)
{
	buf_free(&c->words);
}

static bool in_words(const char *const *words, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(words[i], word))
			return true;
	return false;
}

/* ---- numbers ---- */

struct number {
	bool known, boolean;
	double d;
};

/* No mathematical library for the little that is needed of one. */
static double distance(double a, double b)
{
	return a < b ? b - a : a - b;
}

static bool is_whole(double d)
{
	return distance(d, 0) < 9e15 && d == (double)(int64_t)d;
}

/* Tenths of a per cent from a to b. */
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

/* Spill and private memory together, where one of the files cannot tell them apart. */
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

/* ---- the answer ---- */

static const char *change_name(enum kernel_change change)
{
	static const char *const names[] = {
		[KERNEL_SAME] = "same",
		[KERNEL_BETTER] = "better",
		[KERNEL_OTHER] = "other",
		[KERNEL_WORSE] = "worse",
	};

	return names[change];
}

static void put_value(struct comparison *c, struct syb_value *map, const char *key, struct number n)
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

static int say_number(struct comparison *c, struct number n)
{
	if (!n.known)
		return buf_text(c->rec->ctx, &c->words, "unknown");
	if (n.boolean)
		return buf_text(c->rec->ctx, &c->words, n.d != 0 ? "yes" : "no");
	return is_whole(n.d) ? buf_printf(c->rec->ctx, &c->words, "%" PRId64, (int64_t)n.d)
			     : value_print_real(c->rec->ctx, &c->words, n.d);
}

/* +12 %, or +1.2 % where the tenths matter. */
static int say_growth(struct comparison *c, int64_t tenths)
{
	uint64_t size = tenths < 0 ? (uint64_t)-tenths : (uint64_t)tenths;
	int r = buf_printf(c->rec->ctx, &c->words, "%c%" PRIu64, tenths < 0 ? '-' : '+', size / 10);

	if (r == 0 && size < 100)
		r = buf_printf(c->rec->ctx, &c->words, ".%" PRIu64, size % 10);
	return r < 0 ? r : buf_text(c->rec->ctx, &c->words, " %");
}

static int say(struct comparison *c, const struct rule *rule, struct number a, struct number b)
{
	struct syb_ctx *ctx = c->rec->ctx;
	int r = buf_printf(ctx, &c->words, "%s%s ", c->words.len ? ", " : "", rule->title);

	if (r == 0 && rule->direction == GROWTH_IS_WORSE && a.known && b.known && a.d > 0)
		return say_growth(c, growth(a.d, b.d));
	if (r == 0)
		r = say_number(c, a);
	if (r == 0)
		r = buf_text(ctx, &c->words, " → ");
	if (r == 0)
		r = say_number(c, b);
	if (r == 0 && rule->kind == PER_THREAD && c->lanes[0] > 0 && a.known && b.known)
		r = buf_printf(ctx, &c->words, " (%" PRId64 " → %" PRId64 " per lane)", (int64_t)(a.d / c->lanes[0]),
			       (int64_t)(b.d / c->lanes[1]));
	return r;
}

static void count(struct comparison *c, enum kernel_change change, size_t place, double amount)
{
	if (change > c->verdict.change) {
		c->verdict = (struct kernel_verdict){ change, place, amount };
	} else if (change == c->verdict.change && place == c->verdict.worst && amount > c->verdict.amount) {
		c->verdict.amount = amount;
	}
}

static int compare_rule(struct comparison *c, size_t place, struct number a, struct number b)
{
	const struct rule *rule = &rules[place];
	enum kernel_change change = judge(c, rule, a, b);
	struct syb_value *map;

	if (a.known == b.known && (!a.known || a.d == b.d))
		return 0;
	if (rule->trade == PRICE && c->gain && change == KERNEL_WORSE)
		change = KERNEL_OTHER;
	c->gain |= rule->trade == GAIN && change == KERNEL_BETTER;
	c->code_told |= rule->direction == GROWTH_IS_WORSE;
	map = value_map(c->rec, c->changes, NULL);
	value_string(c->rec, map, "attribute", rule->key);
	put_value(c, map, "a", a);
	put_value(c, map, "b", b);
	value_string(c->rec, map, "change", change_name(change));
	if (a.known && b.known && !a.boolean && a.d > 0)
		value_real(c->rec, map, "percent", (double)growth(a.d, b.d) / 10);
	count(c, change, place, distance(a.d, b.d));
	return say(c, rule, a, b);
}

/* ---- what has no row in the table ---- */

/* Keys that together are how arguments are laid out: said once. */
static bool is_layout(const char *key)
{
	static const char *const keys[] = { "arguments", "payload", "per_thread_payload_arguments",
					    "binding_table_indices" };

	return in_words(keys, ARRAY_SIZE(keys), key);
}

static int say_other(struct comparison *c, const char *key, const struct syb_value *a, const struct syb_value *b)
{
	const char *glue = c->words.len ? ", " : "";
	struct syb_ctx *ctx = c->rec->ctx;
	struct number na = number_of(a), nb = number_of(b);
	int r;

	if (is_layout(key)) {
		r = c->layout_told ? 0 : buf_printf(ctx, &c->words, "%sarguments laid out anew", glue);
		c->layout_told = true;
		return r;
	}
	if (str_eq(key, "code_sha256"))
		return c->code_told ? 0 : buf_printf(ctx, &c->words, "%scode differs", glue);
	if (!na.known || !nb.known)
		return buf_printf(ctx, &c->words, "%s%s %s", glue, key, !a ? "added" : !b ? "removed" : "changed");
	r = buf_printf(ctx, &c->words, "%s%s ", glue, key);
	if (r == 0)
		r = say_number(c, na);
	if (r == 0)
		r = buf_text(ctx, &c->words, " → ");
	return r < 0 ? r : say_number(c, nb);
}

static void put_copy(struct comparison *c, struct syb_value *map, const char *key, const struct syb_value *v)
{
	if (v)
		value_copy(c->rec, map, key, v);
	else
		value_null(c->rec, map, key);
}

static int put_other(struct comparison *c, const char *prefix, const char *key, const struct syb_value *a,
		     const struct syb_value *b)
{
	struct syb_value *map;
	char path[128];

	if (a && b ? diff_same(a, b) : a == b)
		return 0;
	map = value_map(c->rec, c->changes, NULL);
	snprintf(path, sizeof(path), "%s%s", prefix, key);
	value_string(c->rec, map, "attribute", path);
	put_copy(c, map, "a", a);
	put_copy(c, map, "b", b);
	value_string(c->rec, map, "change", change_name(KERNEL_OTHER));
	count(c, KERNEL_OTHER, ARRAY_SIZE(rules), 0);
	return say_other(c, key, a, b);
}

static bool is_told(const char *key, bool in_env)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if ((rules[i].kind == IN_ENV) == in_env && str_eq(rules[i].key, key))
			return true;
	return in_env ? in_words(env_told, ARRAY_SIZE(env_told), key) : in_words(derived, ARRAY_SIZE(derived), key);
}

/* Finds values of a map; those of large ones by a table, which stays empty for small ones. */
static int index_map(struct comparison *c, const struct syb_value *map, struct hash *out)
{
	size_t *stored;
	bool found;
	int r = 0;

	for (size_t i = 0; r == 0 && syb_value_count(map) > FEW_KEYS && i < syb_value_count(map); i++) {
		const char *key = syb_value_key(map, i);

		r = hash_put(c->rec->ctx, out, key, strlen(key), i, &stored, &found);
	}
	return r;
}

static const struct syb_value *find_in(const struct syb_value *map, const struct hash *index, const char *key)
{
	const size_t *place;

	if (syb_value_count(map) <= FEW_KEYS)
		return syb_value_get(map, key);
	place = hash_get(index, key, strlen(key));
	return place ? syb_value_at(map, *place) : NULL;
}

/* Keys of two maps that the table does not have. A default that only one of the versions knows is no difference. */
static int compare_rest(struct comparison *c, const char *prefix, const struct syb_value *a, const struct syb_value *b,
			bool in_env)
{
	_cleanup_(hash_free) struct hash in_a = { 0 }, in_b = { 0 };
	int r = index_map(c, a, &in_a);

	if (r == 0)
		r = index_map(c, b, &in_b);
	for (size_t i = 0; r == 0 && i < syb_value_count(a); i++) {
		const char *key = syb_value_key(a, i);
		const struct syb_value *other = find_in(b, &in_b, key);

		if (!is_told(key, in_env) && (other || !in_env))
			r = put_other(c, prefix, key, syb_value_at(a, i), other);
	}
	for (size_t i = 0; r == 0 && i < syb_value_count(b); i++) {
		const char *key = syb_value_key(b, i);

		if (!is_told(key, in_env) && !in_env && !find_in(a, &in_a, key))
			r = put_other(c, prefix, key, NULL, syb_value_at(b, i));
	}
	return r;
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

	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(rules); i++) {
		if (str_eq(rules[i].key, "spill_private_size"))
			r = sums ? compare_rule(&c, i, sum_in(a), sum_in(b)) : 0;
		else if (!sums || (!str_eq(rules[i].key, "spill_size") && !str_eq(rules[i].key, "private_size")))
			r = compare_rule(&c, i, number_in(a, &rules[i]), number_in(b, &rules[i]));
	}
	if (r == 0 && ea && eb)
		r = compare_rest(&c, "execution_env.", ea, eb, true);
	if (r == 0)
		r = compare_rest(&c, "", a, b, false);
	if (r < 0)
		return r;
	*out_summary = arena_string(rec->ctx, &rec->arena, c.words.ptr, c.words.len);
	if (!*out_summary)
		return -SYB_E_NOMEM;
	*out = c.verdict;
	return 0;
}
