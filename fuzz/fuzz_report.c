/* fuzz/fuzz_report.c — any file → document → page: always there, whole, and its bytes add up; a file compared with
 * itself is the same; nothing of the file gets out of its place in the page. */
#include "base/buf.h"
#include "fuzz.h"
#include "report.h"

static uint64_t number(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = syb_value_get(map, key);

	return v ? syb_value_uint(v) : 0;
}

static size_t count(const struct syb_value *root, const char *key)
{
	return syb_value_count(syb_value_get(root, key));
}

/* Depth is bounded by what is inside of what. */
static void add_up(const struct syb_value *node)
{
	const struct syb_value *children = syb_value_get(node, "children");
	uint64_t sum = 0;

	for (size_t i = 0; children && i < syb_value_count(children); i++) {
		add_up(syb_value_at(children, i));
		sum += number(syb_value_at(children, i), "bytes");
	}
	claim(!children || sum == number(node, "bytes"));
}

/* Indices lead to something. */
static void look(const struct syb_value *root)
{
	const struct syb_value *kernels = syb_value_get(root, "kernels"), *rows = syb_value_get(root, "answers");
	const struct syb_value *blame = syb_value_get(root, "blame"), *calls = syb_value_get(root, "calls");

	for (size_t i = 0; i < syb_value_count(kernels); i++) {
		claim(number(syb_value_at(kernels, i), "file") < count(root, "files"));
		if (syb_value_get(syb_value_at(kernels, i), "answers"))
			claim(number(syb_value_at(kernels, i), "answers") < count(root, "answers"));
	}
	for (size_t i = 0; i < syb_value_count(rows); i++) {
		claim(syb_value_count(syb_value_at(rows, i)) == count(root, "devices"));
		for (size_t k = 0; k < syb_value_count(syb_value_at(rows, i)); k++)
			claim(syb_value_uint(syb_value_at(syb_value_at(rows, i), k)) < count(root, "verdicts"));
	}
	for (size_t i = 0; i < syb_value_count(blame); i++) {
		claim(number(syb_value_at(blame, i), "kernel") < syb_value_count(kernels));
		claim(number(syb_value_at(blame, i), "chain") < syb_value_count(calls));
	}
	for (size_t i = 0; i < syb_value_count(calls); i++)
		claim(!syb_value_get(syb_value_at(calls, i), "next") || number(syb_value_at(calls, i), "next") < i);
	add_up(syb_value_get(root, "treemap"));
}

static size_t count_text(struct syb_bytes text, const char *what)
{
	size_t n = 0, len = strlen(what);

	for (size_t i = 0; i + len <= text.len; i++)
		n += memcmp(text.ptr + i, what, len) == 0;
	return n;
}

/* Whole, of UTF-8, with its two scripts and no others. */
static void look_at_page(struct syb_ctx *ctx, const struct syb_value *root)
{
	static const char end[] = "</html>\n";
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes page;

	claim(out_scratch(ctx, &out) == 0);
	claim(report_page(ctx, root, out) == 0);
	claim(out_scratch_file(ctx, out, &file) == 0);
	page = syb_file_bytes(file);
	claim(page.len > sizeof(end) && memcmp(page.ptr, "<!DOCTYPE html>", 15) == 0);
	claim(memcmp(page.ptr + page.len - (sizeof(end) - 1), end, sizeof(end) - 1) == 0);
	claim(count_text(page, "<script") == 2 && count_text(page, "</script") == 2);
	for (size_t i = 0, n; i < page.len; i += n) {
		n = utf8_length(page.ptr + i, page.len - i);
		claim(n > 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *report = NULL, *diff = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_devices *devices = NULL;
	const struct report_file files[] = { { "input", fuzz_bytes(data, size) }, { "input", fuzz_bytes(data, size) } };
	const struct syb_device *list[3];
	struct report_opts opts = { .devices = list, .device_count = 3 };
	const struct syb_value *verdict;

	claim(syb_devices_load(ctx, NULL, &devices) == 0);
	list[0] = syb_devices_find(devices, "intel_gpu_pvc");
	list[1] = syb_devices_find(devices, "nvidia_gpu_sm_80");
	list[2] = syb_devices_find(devices, "spir64");
	claim(report_compose(ctx, files, 1, &opts, &report) == 0);
	look(syb_record_root(report));
	claim(out_scratch(ctx, &out) == 0);
	claim(syb_value_write_json(ctx, syb_record_root(report), NULL, out) == 0);
	look_at_page(ctx, syb_record_root(report));
	opts.diff = true;
	claim(report_compose(ctx, files, 2, &opts, &diff) == 0);
	look_at_page(ctx, syb_record_root(diff));
	verdict = syb_value_get(syb_value_get(syb_record_root(diff), "diff"), "verdict");
	if (verdict)
		claim(syb_value_bool(syb_value_get(verdict, "same")) &&
		      !syb_value_bool(syb_value_get(verdict, "worse")));
	syb_devices_free(devices);
	return 0;
}
