/* The report: documents of packages, comparisons, damaged files, link maps and LLVM IR */
#define _GNU_SOURCE
#include "lib/offload.h"
#include "lib/sample.h"
#include "lib/torture.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/value.h"
#include "report.h"

#include <signal.h>
#include <strings.h>
#include <unistd.h>

static struct syb_ctx *ctx;
static struct syb_devices *devices;
static const struct syb_device *list[4];

static struct report_opts options(void)
{
	return (struct report_opts){ .devices = list, .device_count = 3 };
}

static const struct syb_value *at(const struct syb_record *record, const char *key, size_t i)
{
	return syb_value_at(syb_value_get(syb_record_root(record), key), i);
}

static size_t count(const struct syb_record *record, const char *key)
{
	return syb_value_count(syb_value_get(syb_record_root(record), key));
}

static long number(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = syb_value_get(map, key);

	return v ? (long)syb_value_uint(v) : -1;
}

static const char *text(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = syb_value_get(map, key);

	return v ? syb_value_string(v) : "(none)";
}

/* The kernel that a row of a comparison is about. */
static const char *named(const struct syb_record *record, const struct syb_value *row)
{
	return text(at(record, "kernels", (size_t)number(row, "kernel")), "kernel");
}

/* "native:pvc jit:spirv no" of a kernel. */
static const char *answers(const struct syb_record *record, size_t kernel)
{
	static char out[256];
	const struct syb_value *row = at(record, "answers", (size_t)number(at(record, "kernels", kernel), "answers"));
	size_t n = 0;

	for (size_t i = 0; i < syb_value_count(row); i++) {
		const struct syb_value *verdict = at(record, "verdicts", (size_t)syb_value_uint(syb_value_at(row, i)));
		const struct syb_value *image = syb_value_get(verdict, "image");

		n += (size_t)snprintf(out + n, sizeof(out) - n, "%s%s%s%s", i ? " " : "", text(verdict, "answer"),
				      image ? ":" : "", image ? syb_value_string(image) : "");
	}
	return out;
}

/* Children add up, everywhere. */
static bool adds_up(const struct syb_value *node)
{
	const struct syb_value *children = syb_value_get(node, "children");
	uint64_t sum = 0;

	for (size_t i = 0; children && i < syb_value_count(children); i++) {
		if (!adds_up(syb_value_at(children, i)))
			return false;
		sum += (uint64_t)number(syb_value_at(children, i), "bytes");
	}
	return !children || sum == (uint64_t)number(node, "bytes");
}

static void one_package(struct syb_bytes bytes)
{
	const struct report_file file = { "dir/sample", bytes };
	const struct report_opts opts = options();
	struct syb_record *record = NULL;
	const struct syb_value *links, *map;

	is_int(report_compose(ctx, &file, 1, &opts, &record), 0);
	is_str(text(syb_record_root(record), "title"), "sample");
	is_int((long)count(record, "files"), 1);
	map = syb_value_get(at(record, "files", 0), "summary");
	is_int(number(map, "modules"), 4);
	is_int(number(map, "images"), 7);
	is_int(number(map, "kernels"), 4);
	is_int((long)count(record, "devices"), 3);
	is_int((long)count(record, "kernels"), 4);
	is_str(text(at(record, "kernels", 2), "name"), "vadd");
	is_int(number(at(record, "kernels", 2), "module"), 1);
	is_int((long)syb_value_count(syb_value_get(at(record, "kernels", 0), "images")), 3);
	is_str(answers(record, 0), "no:pvc no:sm_80 unknown:spirv");
	is_str(answers(record, 2), "native:pvc no jit:spirv");
	is_str(answers(record, 3), "native:pvc no unknown");
	is_int(number(at(record, "kernels", 0), "answers"), number(at(record, "kernels", 1), "answers"));
	map = syb_value_get(syb_record_root(record), "treemap");
	is_str(text(map, "what"), "file");
	ok(adds_up(map), "the treemap adds up");
	is_int((long)count(record, "splits"), 3);
	ok(strstr(text(at(record, "splits", 0), "why"), "optLevel: 2") != NULL,
	   "the first module has a level of its own");
	links = syb_value_get(syb_record_root(record), "links");
	is_int((long)syb_value_count(syb_value_get(links, "modules")), 4);
	is_int(number(syb_value_at(syb_value_get(links, "modules"), 3), "exports"), 1);
	ok(!syb_value_get(syb_record_root(record), "diff"), "nothing is compared");
	syb_record_free(record);
}

/* A file that cannot be read is told about, and does not keep the others from it. */
static void broken(struct syb_bytes bytes)
{
	const struct report_file files[] = { { "cut", { bytes.ptr, bytes.len - 40 } },
					     { "nothing", { NULL, 0 } },
					     { "whole", bytes } };
	const struct report_opts opts = options();
	struct syb_record *record = NULL;
	const struct syb_value *error;

	syb_ctx_diag_clear(ctx);
	is_int(report_compose(ctx, files, 3, &opts, &record), 0);
	error = syb_value_get(at(record, "files", 0), "error");
	ok(error != NULL, "the first has an error");
	is_str(text(error, "code"), "format");
	is_str(text(at(record, "checks", 0), "check"), text(error, "check"));
	is_str(text(syb_value_get(at(record, "files", 1), "error"), "check"), "unknown-kind");
	ok(!syb_value_get(at(record, "files", 0), "shown"), "and no record");
	ok(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 2, "each is reported once");
	is_int((long)count(record, "kernels"), 4);
	is_int(number(at(record, "kernels", 0), "file"), 2);
	ok(adds_up(syb_value_get(syb_record_root(record), "treemap")), "the treemap adds up");
	syb_record_free(record);
	syb_ctx_diag_clear(ctx);
}

/* ---- two files ---- */

static int compare(struct syb_ctx *c, const struct report_file *a, const struct report_file *b,
		   const struct report_opts *opts, struct syb_record **out)
{
	const struct report_file files[] = { *a, *b };
	struct report_opts both = *opts;

	both.diff = true;
	return report_compose(c, files, 2, &both, out);
}

static struct syb_file *package(bool later)
{
	struct syb_bin_writer *w = NULL;
	struct syb_file *file;
	int r = syb_bin_writer_new(ctx, NULL, &w);

	r |= syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE);
	r |= syb_bin_writer_module(ctx, w,
				   str_bytes(later ? "[SYCL/kernel names]\nsame=1|1\nnew=1|1\n"
						   : "[SYCL/kernel names]\nsame=1|1\ngone=1|1\n"));
	r |= add_ir(ctx, w, SYB_IR_SPIRV, SPIR, "i");
	if (!later)
		r |= add_native(ctx, w, "sm_80", NVPTX, "n");
	file = r ? NULL : written(ctx, w);
	syb_bin_writer_free(w);
	if (!file)
		abort();
	return file;
}

static void two_packages(void)
{
	struct syb_file *a = package(false), *b = package(true);
	const struct report_file before = { "a", syb_file_bytes(a) }, after = { "b", syb_file_bytes(b) };
	const struct report_opts opts = options();
	struct syb_record *record = NULL;
	const struct syb_value *diff, *rows;

	is_int(compare(ctx, &before, &after, &opts, &record), 0);
	is_str(text(syb_record_root(record), "title"), "a → b");
	diff = syb_value_get(syb_record_root(record), "diff");
	ok(!syb_value_bool(syb_value_get(syb_value_get(diff, "verdict"), "same")), "they differ");
	ok(syb_value_bool(syb_value_get(syb_value_get(diff, "verdict"), "worse")), "for the worse");
	rows = syb_value_get(diff, "regressions");
	is_int((long)syb_value_count(rows), 2);
	is_str(named(record, syb_value_at(rows, 0)), "same");
	is_str(text(syb_value_at(rows, 0), "attribute"), "devices");
	is_int(number(syb_value_at(rows, 0), "before"), 3);
	is_int(number(syb_value_at(rows, 0), "after"), 2);
	is_int((long)syb_value_uint(syb_value_at(syb_value_get(syb_value_at(rows, 0), "devices"), 0)), 1);
	is_str(named(record, syb_value_at(rows, 1)), "gone");
	is_str(text(syb_value_at(rows, 1), "what"), "removed");
	is_str(named(record, syb_value_at(syb_value_get(diff, "changes"), 0)), "new");
	syb_record_free(record);
	is_int(compare(ctx, &before, &before, &opts, &record), 0);
	diff = syb_value_get(syb_record_root(record), "diff");
	ok(syb_value_bool(syb_value_get(syb_value_get(diff, "verdict"), "same")), "a file is the same as itself");
	is_int((long)syb_value_count(syb_value_get(diff, "changes")), 0);
	syb_record_free(record);
	syb_file_close(a);
	syb_file_close(b);
}

/* ---- link maps ---- */

static void maps(struct syb_bytes bytes)
{
	static const char *const bad[] = {
		"",          "[1, 2]",          "{\"a\": [}",
		"just text", "{\"inputs\": 1}", "state: object\nmodules:\n  module 0:\n    kernels: k\n"
	};
	const struct report_file file = { "sample", bytes };
	struct report_file map = { "m.json", str_bytes("{\"state\": \"object\", \"inputs\": [], \"modules\": [],"
						       " \"bytes\": 12, \"no\": null}") };
	struct report_opts opts = { .maps = &map, .map_count = 1 };
	struct syb_record *record = NULL;
	const struct syb_value *shown;

	is_int(report_compose(ctx, &file, 1, &opts, &record), 0);
	shown = syb_value_at(syb_value_get(syb_value_get(syb_record_root(record), "links"), "maps"), 0);
	is_str(text(shown, "file"), "m.json");
	shown = syb_value_get(shown, "map");
	is_str(text(shown, "state"), "object");
	is_int(number(shown, "bytes"), 12);
	ok(syb_value_kind(syb_value_get(shown, "no")) == SYB_VALUE_NULL, "null stays null");
	is_int((long)count(record, "answers"), 0);
	ok(!syb_value_get(at(record, "kernels", 0), "answers"), "nobody was asked");
	syb_record_free(record);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		record = (void *)1;
		map.bytes = str_bytes(bad[i]);
		syb_ctx_diag_clear(ctx);
		is_int(report_compose(ctx, &file, 1, &opts, &record), -SYB_E_FORMAT);
		is_str(first_check(ctx), "report-map");
		ok(record == (void *)1, "the output is untouched");
	}
	syb_ctx_diag_clear(ctx);
}

/* ---- LLVM IR ---- */

#define BITCODE "BC\xc0\xde"

/* What LLVM makes of a module, by its fifth byte. */
static int explain(void *user, struct syb_ctx *c, struct syb_bytes module, struct syb_record **out)
{
	struct syb_value *kernel, *aspect, *call;
	struct syb_record *record;

	(void)user;
	switch (module.ptr[4]) {
	case 'c':
		raise(SIGKILL);
		break;
	case 'e':
		_exit(3);
	case 'r':
		return syb_fail(c, SYB_E_FORMAT, 0, "ir-parse", "damaged");
	case 's':
		sleep(100);
		break;
	case 't':
		for (int i = 0; i < 2000; i++)
			if (dprintf(STDOUT_FILENO, "%*s", 40000, "x") < 0)
				_exit(1);
		break;
	case 'n':
		dprintf(STDOUT_FILENO, "}{\n");
		_exit(0);
	default:
		break;
	}
	if (record_new(c, &record) < 0)
		return -SYB_E_NOMEM;
	kernel = value_map(record, value_list(record, record->root, "kernels"), NULL);
	value_string(record, kernel, "kernel", "k");
	aspect = value_map(record, value_list(record, kernel, "aspects"), NULL);
	value_string(record, aspect, "aspect", "fp64");
	value_string(record, aspect, "at", "a:b.cpp:3:7");
	call = value_map(record, value_list(record, aspect, "chain"), NULL);
	value_string(record, call, "function", "k");
	*out = record;
	return record_finish(record);
}

static const struct report_ir llvm = { explain, NULL };

static struct syb_record *read_module(const char *bytes, size_t len, bool with_llvm)
{
	const struct report_file file = { "m.bc", { (const uint8_t *)bytes, len } };
	struct report_opts opts = options();
	struct syb_record *record = NULL;

	opts.ir = with_llvm ? &llvm : NULL;
	fflush(stdout); /* or the child may write it once more */
	is_int(report_compose(ctx, &file, 1, &opts, &record), 0);
	return record;
}

static void one_module(const char *bytes, const char *why, const char *decoded)
{
	struct syb_record *record = read_module(bytes, 8, true);
	const struct syb_value *file = at(record, "files", 0);

	is_str(text(file, "not_explained"), why);
	is_str(text(syb_value_get(file, "summary"), "not_decoded"), decoded);
	is_int((long)count(record, "kernels"), *decoded == '(');
	syb_record_free(record);
}

/* An archive of modules: "x" is one that can be read. */
static struct syb_record *archive(const char *modules)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	int r = buf_text(ctx, &buf, "!<arch>\n");

	for (size_t i = 0; r == 0 && modules[i]; i++) {
		r = buf_printf(ctx, &buf, "%02zu.bc/          %-12d%-6d%-6d%-8d%-10d`\n", i, 0, 0, 0, 644, 12);
		if (r == 0)
			r = buf_add(ctx, &buf, BITCODE, 4);
		if (r == 0)
			r = buf_printf(ctx, &buf, "%c%07zu", modules[i], i);
	}
	if (r < 0)
		abort();
	return read_module((const char *)buf.ptr, buf.len, true);
}

static void modules_of_ir(void)
{
	struct syb_record *record = read_module(BITCODE "x...", 8, false);
	const struct syb_value *file = at(record, "files", 0);

	is_str(text(file, "not_explained"), "this program has no LLVM");
	syb_record_free(record);
	one_module(BITCODE "x...", "(none)", "(none)");
	one_module(BITCODE "c...", "LLVM ended with signal 9", "LLVM IR");
	one_module(BITCODE "e...", "LLVM ended with exit code 3", "LLVM IR");
	one_module(BITCODE "r...", "LLVM: damaged", "LLVM IR");
	one_module(BITCODE "n...", "the answer about LLVM IR cannot be read", "LLVM IR");
	one_module(BITCODE "t...", "the answers about LLVM IR are too long for one document", "LLVM IR");
	record = read_module(BITCODE "x...", 8, true);
	is_str(text(at(record, "blame", 0), "needs"), "fp64");
	is_str(text(at(record, "calls", 0), "source"), "a:b.cpp:3");
	is_str(text(at(record, "files", 0), "not_asked"),
	       "LLVM IR does not run as it is; 'sybil cc' makes a package of it");
	syb_record_free(record);
	/* a module that crashes LLVM is the only one without an answer */
	record = archive("xxxxxxxxxxcxxxxxxxxxxexxxxxxxxx");
	ok(strstr(text(at(record, "files", 0), "not_explained"),
		  "LLVM ended with signal 9; 2 of 31 modules of LLVM IR were not read: the one at 0x") != NULL,
	   "two modules are missing: %s", text(at(record, "files", 0), "not_explained"));
	is_int((long)count(record, "kernels"), 1);
	syb_record_free(record);
}

/* ---- the page ---- */

static void page(void)
{
	static const char title[] = "</title><script>\xe2\x80\xa8&";
	struct syb_record *record = NULL;
	struct syb_out *out = NULL;
	struct syb_file *file = NULL;
	struct syb_bytes bytes;
	size_t scripts = 0;
	int r = record_new(ctx, &record);

	if (r == 0) {
		value_string(record, record->root, "title", title);
		value_string(record, record->root, "bad", "\xff<!--</SCRIPT>");
		r = record_finish(record);
	}
	if (r == 0)
		r = out_scratch(ctx, &out);
	if (r == 0)
		r = report_page(ctx, syb_record_root(record), out);
	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	is_int(r, 0);
	bytes = syb_file_bytes(file);
	for (size_t i = 0; i + 8 < bytes.len; i++)
		scripts += strncasecmp((const char *)bytes.ptr + i, "</script", 8) == 0;
	is_int((long)scripts, 2);
	ok(memmem(bytes.ptr, bytes.len, "<title>&lt;/title>&lt;script>", 29) != NULL, "the title is escaped");
	ok(!memmem(bytes.ptr, bytes.len, "<!--", 4), "and so is the document");
	ok(memmem(bytes.ptr, bytes.len, "\\u2028", 6) != NULL, "separators of lines, too");
	syb_file_close(file);
	syb_out_close(out);
	syb_record_free(record);
}

/* ---- refused memory, and files that end anywhere ---- */

static int work(struct syb_ctx *c, void *arg)
{
	const struct report_file files[] = { { "a", *(struct syb_bytes *)arg }, { "b", str_bytes("broken") } };
	const struct report_file map = { "m.json", str_bytes("{\"inputs\": [1, {\"b\": \"c\"}], \"modules\": []}") };
	struct report_opts opts = options();
	struct syb_record *record = NULL, *diff = NULL;
	int r;

	opts.maps = &map;
	opts.map_count = 1;
	r = report_compose(c, files, 2, &opts, &record);
	if (r == 0)
		r = compare(c, &files[0], &files[0], &opts, &diff);
	syb_record_free(record);
	syb_record_free(diff);
	return r;
}

/* The same for what has code that is looked into. */
static int read_code(struct syb_ctx *c, void *arg)
{
	const struct report_file *file = arg;
	const struct report_opts opts = options();
	struct syb_record *record = NULL;
	int r = report_compose(c, file, 1, &opts, &record);

	syb_record_free(record);
	return r;
}

static void code(const char *name, const char *kernel)
{
	struct syb_file *file = golden(ctx, name);
	struct report_file in = { name, syb_file_bytes(file) };
	struct syb_record *record = NULL;
	const struct report_opts opts = options();

	is_int(report_compose(ctx, &in, 1, &opts, &record), 0);
	is_str(text(at(record, "kernels", 0), "kernel"), kernel);
	ok(adds_up(syb_value_get(syb_record_root(record), "treemap")), "the treemap adds up");
	syb_record_free(record);
	torture(read_code, &in);
	syb_file_close(file);
}

static void cut(struct syb_bytes bytes)
{
	const struct report_opts opts = options();
	size_t failed = 0;

	for (size_t n = 0; n < bytes.len; n += 7) {
		struct syb_record *record = NULL;
		uint8_t *copy = malloc(n + 1);
		struct report_file file = { "cut", { copy, n } };

		if (!copy)
			abort();
		memcpy(copy, bytes.ptr, n);
		if (report_compose(ctx, &file, 1, &opts, &record) < 0)
			failed++;
		else if (!adds_up(syb_value_get(syb_record_root(record), "treemap")))
			failed++;
		syb_record_free(record);
		syb_ctx_diag_clear(ctx);
		free(copy);
	}
	is_int((long)failed, 0);
}

int main(void)
{
	struct sample s;
	struct syb_bytes bytes;

	ctx = test_ctx();
	if (syb_devices_load(ctx, NULL, &devices) < 0 || sample_new(ctx, NULL, &s) < 0)
		abort();
	list[0] = syb_devices_find(devices, "intel_gpu_pvc");
	list[1] = syb_devices_find(devices, "nvidia_gpu_sm_80");
	list[2] = syb_devices_find(devices, "spir64");
	bytes = syb_file_bytes(s.file);
	one_package(bytes);
	broken(bytes);
	two_packages();
	maps(bytes);
	cut(bytes);
	code("spirv/constants.spv", "add");
	code("zebin/vector.vc-acm-g10.zebin", "vector_code");
	modules_of_ir();
	page();
	torture(work, &bytes);
	sample_drop(&s);
	syb_devices_free(devices);
	syb_ctx_free(ctx);
	return tap_done();
}
