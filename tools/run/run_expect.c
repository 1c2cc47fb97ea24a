/* tools/run/run_expect.c — compares outputs of a kernel with files of expected values. */
#include "run.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>

const char *run_expect_file(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && text[digits] == ':' ? text + digits + 1 : text;
}

/* "[ARG:]FILE" → the argument, and the file. */
static int find_output(struct run *run, const char *text, size_t *out_arg, const char **out_file)
{
	size_t digits = strspn(text, "0123456789"), found = 0;

	*out_file = run_expect_file(text);
	if (*out_file != text) {
		size_t number = 0;

		if (digits < 10)
			number = (size_t)strtoul(text, NULL, 10);
		if (digits >= 10 || number >= run->arg_count || run->args[number].kind != RUN_BUFFER)
			return usage(run->tool, "--expect=%s: argument %.*s is not a buffer", text, (int)digits, text);
		*out_arg = number;
		return 0;
	}
	for (size_t i = 0; i < run->arg_count; i++)
		if (run->args[i].is_output) {
			*out_arg = i;
			found++;
		}
	if (found != 1)
		return usage(run->tool, "--expect=%s: there are %zu outputs, choose one: ARG:FILE", text, found);
	return 0;
}

static int read_tolerance(struct run *run, enum option_id id, double *out)
{
	const char *text = args_get(run->tool, id);
	char *end;

	if (!text)
		return 0;
	if (!args_has(run->tool, OPT_run_expect))
		return usage(run->tool, "--%s needs --expect", options[id].name);
	*out = strtod(text, &end);
	if (*end || end == text || !(*out >= 0))
		return usage(run->tool, "--%s=%s: expected a number not less than 0", options[id].name, text);
	return 0;
}

int run_expect_check(struct run *run)
{
	const char *const *list, *file;
	size_t count, arg = 0;

	TRY(read_tolerance(run, OPT_run_rtol, &run->rtol));
	TRY(read_tolerance(run, OPT_run_atol, &run->atol));
	TRY(args_list(run->tool, OPT_run_expect, &list, &count));
	for (size_t i = 0; i < count; i++) {
		TRY(find_output(run, list[i], &arg, &file));
		if (!*file)
			TRY(usage(run->tool, "--expect=%s: missing file name", list[i]));
		run->args[arg].is_output = true;
	}
	return 0;
}

struct difference {
	size_t count, worst;
	double off; /* of the worst one; NaN if no number describes it */
};

/* How far the difference of two numbers exceeds the tolerance; 0: it does not. */
static double excess(const struct run *run, const struct element *element, const void *got, const void *want,
		     double *off)
{
	double a, b;

	*off = 0;
	if (element_equal(element, got, want))
		return 0;
	a = element_value(element, got);
	b = element_value(element, want);
	*off = fabs(a - b);
	if (isnan(*off) || isinf(*off))
		return (double)INFINITY;
	if (*off == 0) /* large integers */
		*off = 1;
	return *off <= run->atol + run->rtol * fabs(b) ? 0 : *off - run->atol - run->rtol * fabs(b);
}

static struct difference compare(const struct run *run, const struct numbers *got, const struct numbers *want)
{
	struct difference d = { 0 };
	size_t size = got->element->size;
	double most = 0, off;

	for (size_t i = 0; i < got->count; i++) {
		double over = excess(run, got->element, got->ptr + i * size, want->ptr + i * size, &off);

		if (over == 0)
			continue;
		if (d.count++ == 0 || over > most) {
			most = over;
			d.worst = i;
			d.off = off;
		}
	}
	return d;
}

static int add_worst(struct run *run, struct syb_value *map, const struct numbers *got, const struct numbers *want,
		     const struct difference *d, size_t arg, const char *file)
{
	struct syb_ctx *ctx = run->tool->ctx;
	_cleanup_(buf_free) struct buf a = { 0 }, b = { 0 };
	size_t size = got->element->size;
	struct syb_value *worst = value_map(run->record, map, "worst");

	TRY(element_print(ctx, &a, got->element, got->ptr + d->worst * size));
	TRY(buf_char(ctx, &a, '\0'));
	TRY(element_print(ctx, &b, got->element, want->ptr + d->worst * size));
	TRY(buf_char(ctx, &b, '\0'));
	value_uint(run->record, worst, "index", d->worst);
	value_string(run->record, worst, "got", (const char *)a.ptr);
	value_string(run->record, worst, "expected", (const char *)b.ptr);
	value_real(run->record, worst, "off", d->off);
	return syb_fail(
		ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "expect",
		"argument %zu differs from %s in %zu of %zu elements, most at [%zu]: %s instead of %s (off by %.3g)",
		arg, file, d->count, got->count, d->worst, (const char *)a.ptr, (const char *)b.ptr, d->off);
}

static int expect(struct run *run, struct syb_value *list, const char *text)
{
	struct syb_value *map = value_map(run->record, list, NULL), *ok;
	struct numbers want, *got;
	struct difference d;
	const char *file = "";
	size_t arg = 0;

	TRY(find_output(run, text, &arg, &file));
	got = &run->args[arg].out;
	TRY(numbers_read(run->tool, file, got->element, &want));
	value_uint(run->record, map, "argument", arg);
	value_string(run->record, map, "file", file);
	ok = value_bool(run->record, map, "ok", false);
	if (want.count != got->count) {
		value_uint(run->record, map, "count", got->count);
		value_uint(run->record, map, "expected_count", want.count);
		return syb_fail(run->tool->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "expect",
				"argument %zu differs from %s: it has %zu element%s, expected %zu", arg, file,
				got->count, PLURAL(got->count), want.count);
	}
	d = compare(run, got, &want);
	value_uint(run->record, map, "different", d.count);
	if (ok)
		ok->as.b = d.count == 0;
	return d.count ? add_worst(run, map, got, &want, &d, arg, file) : 0;
}

int run_expect(struct run *run)
{
	const char *const *list;
	struct syb_value *values;
	size_t count;
	int worst = 0, r = args_list(run->tool, OPT_run_expect, &list, &count);

	if (r < 0 || count == 0)
		return r;
	values = value_list(run->record, run->record->root, "expect");
	for (size_t i = 0; i < count; i++)
		worst = worse(worst, expect(run, values, list[i]));
	return worst;
}
