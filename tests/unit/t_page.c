/* The page of documents that no reader of ours would make: indices that lead nowhere, values of another kind; no
 * memory. What the page says is tested in tests/browser. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/sample.h"

#include "base/value.h"
#include <sybil/report.h>

static const char *const keys[] = { "files",  "devices", "kernels", "answers", "verdicts", "treemap",
				    "splits", "blame",   "links",   "checks",  "diff" };

static int write_page(struct syb_ctx *ctx, struct syb_record *rec)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = record_finish(rec);

	if (r == 0)
		r = syb_out_open(ctx, "/dev/null", &out);
	if (r == 0)
		r = syb_page(ctx, syb_record_root(rec), out);
	return r < 0 ? r : syb_out_commit(ctx, out);
}

/* Every list and map of the document is a value of that kind, or has one where maps are expected. */
static void add_odd(struct syb_record *rec, struct syb_value *root, const char *key, int kind)
{
	struct syb_value *parent = kind < 5 ? root : value_list(rec, root, key);
	const char *name = kind < 5 ? key : NULL;

	switch (kind % 5) {
	case 0:
		value_null(rec, parent, name);
		break;
	case 1:
		value_uint(rec, parent, name, UINT64_MAX);
		break;
	case 2:
		value_string(rec, parent, name, "</script>\xff<b>");
		break;
	case 3:
		value_int(rec, value_list(rec, parent, name), NULL, INT64_MIN);
		break;
	default:
		value_real(rec, value_map(rec, parent, name), "kernels", 1.5);
	}
}

static void odd_kinds(void)
{
	struct syb_ctx *ctx = test_ctx();
	int bad = 0;

	for (int kind = 0; kind < 10; kind++) {
		_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;

		if (record_new(ctx, &rec) < 0)
			break;
		for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
			add_odd(rec, rec->root, keys[i], kind);
		bad += write_page(ctx, rec) != 0;
	}
	ok(bad == 0, "a page of values of any kind");
	syb_ctx_free(ctx);
}

static void add_kernel(struct syb_record *rec, struct syb_value *kernels, uint64_t answers)
{
	struct syb_value *kernel = value_map(rec, kernels, NULL), *resources;

	value_string(rec, kernel, "kernel", "k\x01<");
	value_uint(rec, kernel, "answers", answers);
	resources = value_map(rec, value_list(rec, kernel, "resources"), NULL);
	value_string(rec, resources, "arch", "intel_gpu_pvc");
	value_uint(rec, resources, "spill", 64);
}

/* 301 kernels, of which some point beyond the lists, as do the answers. */
static int build(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	struct syb_value *list, *row;
	int r = record_new(ctx, &rec);

	(void)arg;
	if (r < 0)
		return r;
	list = value_list(rec, rec->root, "kernels");
	for (uint64_t k = 0; k < 301; k++)
		add_kernel(rec, list, k % 5);
	list = value_list(rec, rec->root, "devices");
	for (int d = 0; d < 60; d++)
		value_string(rec, value_map(rec, list, NULL), "name", "d");
	list = value_list(rec, rec->root, "answers");
	for (uint64_t i = 0; i < 3; i++) {
		row = value_list(rec, list, NULL);
		for (uint64_t d = 0; d < 60 - i; d++)
			value_uint(rec, row, NULL, d % (2 + i));
	}
	list = value_list(rec, rec->root, "verdicts");
	for (int i = 0; i < 3; i++) {
		row = value_map(rec, list, NULL);
		value_string(rec, row, "answer", i ? "no" : "jit");
		value_uint(rec, value_list(rec, row, "why"), NULL, 7);
	}
	return write_page(ctx, rec);
}

/* Parts inside of parts, deeper than anybody looks. */
static void deep(void)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	struct syb_value *part;

	if (record_new(ctx, &rec) == 0) {
		part = value_map(rec, rec->root, "treemap");
		for (int i = 0; i < 60; i++) {
			value_uint(rec, part, "bytes", UINT64_MAX);
			part = value_map(rec, value_list(rec, part, "children"), NULL);
		}
		is_int(write_page(ctx, rec), 0);
	}
	syb_record_free(steal(rec));
	syb_ctx_free(ctx);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();

	odd_kinds();
	deep();
	is_int(build(ctx, NULL), 0);
	syb_ctx_free(ctx);
	torture(build, NULL);
	return tap_done();
}
