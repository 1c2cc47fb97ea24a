/* ir/describe*.c, ir/external_checks.c: the property text of whole modules, as files of tests/unit/ir/describe say it;
 * each allocation refused.
 *
 *   ; DESCRIBE: spec param-info …   options; then the lines that are expected, exactly:
 *   ; > [SYCL/device requirements]  of the text
 *   ; ! warning text [-Wname]       reported
 *
 *   ; LLVM: 15                      only where pointers may have types
 *
 * The image is the module; `only=a,b` says which functions are its entry points and takes other kernels out. */
#include "base/buf.h"
#include "ir/split/image.h"
#include "tests/lib/torture.h"
#include "format/devices/devices.h"

#include <dirent.h>
#include <llvm/Config/llvm-config.h>

DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);

enum { TARGETS_MOST = 8 };

struct wish {
	struct syb_postlink_opts opts;
	bool constants, replaced, uneven, none, without_warnings;
	const char *target, *only;
	char *fixed;
};

/* ---- options ---- */

static bool read_switch(struct wish *wish, const char *word)
{
	const struct {
		const char *name;
		bool *to;
	} switches[] = {
		{ "param-info", &wish->opts.emit_param_info },
		{ "program-metadata", &wish->opts.emit_program_metadata },
		{ "kernel-names", &wish->opts.emit_kernel_names },
		{ "exports", &wish->opts.emit_exported_symbols },
		{ "imports", &wish->opts.emit_imported_symbols },
		{ "device-globals", &wish->opts.device_globals },
		{ "dependencies", &wish->opts.allow_image_dependencies },
		{ "dead-args", &wish->opts.dead_args },
		{ "constants", &wish->constants },
		{ "replaced", &wish->replaced },
		{ "uneven", &wish->uneven },
		{ "none", &wish->none },
		{ "without-warnings", &wish->without_warnings },
	};

	for (size_t i = 0; i < ARRAY_SIZE(switches); i++)
		if (str_eq(word, switches[i].name))
			return *switches[i].to = true;
	return false;
}

/* Words point into line. */
static struct wish read_wish(char *line)
{
	struct wish wish = { .opts = { .size = sizeof(wish.opts) } };

	for (char *rest, *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (str_eq(word, "spec"))
			wish.opts.dialect = SYB_DIALECT_SPEC;
		else if (str_starts(word, "target="))
			wish.target = word + strlen("target=");
		else if (str_starts(word, "only="))
			wish.only = word + strlen("only=");
		else if (str_starts(word, "fixed="))
			wish.fixed = word + strlen("fixed=");
		else if (str_starts(word, "range="))
			wish.opts.id_queries_range = (uint32_t)atoi(word + strlen("range="));
		else
			ok(read_switch(&wish, word), "option %s", word);
	}
	return wish;
}

/* ---- an image of all entry points ---- */

static bool is_listed(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, name, len) == 0 && (at[len] == ',' || !at[len]))
			return true;
	}
	return false;
}

static void drop_kernels(LLVMModuleRef module, const char *only)
{
	LLVMValueRef next;
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (ir_is_kernel(f) && !is_listed(only, LLVMGetValueName2(f, &len)))
			LLVMDeleteFunction(f);
	}
}

static int make_image(struct pass_run *run, const struct wish *wish, struct image *image)
{
	size_t count = 0, len;

	image->module = run->ir->module;
	image->lent = true;
	image->feature_split = !wish->none;
	if (wish->only)
		drop_kernels(image->module, wish->only);
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f))
		count++;
	image->entries = arena_array(run->ctx, &run->arena, count + 1, sizeof(LLVMValueRef));
	image->fixed_targets = arena_array(run->ctx, &run->arena, TARGETS_MOST, sizeof(char *));
	if (!image->entries || !image->fixed_targets)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f))
		if (wish->only ? is_listed(wish->only, LLVMGetValueName2(f, &len)) : ir_is_entry_point(f))
			image->entries[image->entry_count++] = f;
	for (const char *at = wish->fixed; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
		const char *name = arena_string(run->ctx, &run->arena, at, strcspn(at, ","));

		if (!name)
			return -SYB_E_NOMEM;
		image->fixed_targets[image->fixed_target_count++] = name;
	}
	return 0;
}

/* A structure with padding, and a number. */
static struct spec_constants some_constants(const struct wish *wish)
{
	static const uint32_t first[] = { 0, 0, 4, 1, 4, 1, UINT32_MAX, 5, 3 }, second[] = { 2, 0, 2 };
	static struct spec_constant list[] = { { "_ZTS1A", first, 3 }, { "_ZTS1B", second, 1 } };
	static const uint8_t values[] = { 1, 0, 0, 0, 2, 0, 0, 0, 3, 0 };

	if (!wish->constants)
		return (struct spec_constants){ .replaced = wish->replaced };
	return (struct spec_constants){
		list, 2, { values, wish->uneven ? sizeof(values) - 1 : sizeof(values) }, wish->replaced
	};
}

/* ---- one description ---- */

struct work {
	struct syb_bytes module;
	struct wish wish;
	struct buf *out; /* NULL: only whether it works */
};

static int add_text(struct syb_ctx *ctx, const struct work *work, struct syb_props_writer *props)
{
	struct syb_bytes text;
	enum syb_dialect dialect = work->wish.opts.dialect == SYB_DIALECT_SPEC ? SYB_DIALECT_SPEC : SYB_DIALECT_DPCPP;
	int r = syb_props_writer_text(ctx, props, dialect, &text);

	return r < 0 || !work->out ? r : buf_add(ctx, work->out, text.ptr, text.len);
}

static int describe(struct syb_ctx *ctx, void *arg)
{
	const struct work *work = arg;
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	static const char yaml[] = "big:\n  aspects: [ fp16 ]\n  aliases: [ large ]\n";
	struct spec_constants constants = some_constants(&work->wish);
	struct pass_run run = { .ctx = ctx };
	struct image image = { 0 };
	int r = syb_ir_read(ctx, work->module, NULL, &ir);

	if (r == 0)
		r = syb_devices_read(ctx, str_bytes(yaml), "d", &devices);
	if (r == 0)
		r = syb_props_writer_new(ctx, &props);
	run.ir = ir;
	run.opts.devices = devices;
	run.opts.without_warnings = work->wish.without_warnings;
	if (r == 0)
		r = make_image(&run, &work->wish, &image);
	if (r == 0)
		r = describe_image(&run, &work->wish.opts, &image, &constants, work->wish.target, props);
	if (r == 0)
		r = add_text(ctx, work, props);
	arena_free(&run.arena);
	return r;
}

/* ---- files ---- */

static void add_diags(struct syb_ctx *ctx, struct buf *out)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++) {
		const struct syb_diag *diag = syb_ctx_diag_at(ctx, i);
		bool warning = diag->severity == SYB_SEVERITY_WARNING;

		(void)buf_text(ctx, out, "! ");
		if (diag->line)
			(void)buf_printf(ctx, out, "%s:%u: ", diag->file, diag->line);
		(void)buf_printf(ctx, out, "%s [%s%s]\n", diag->text, warning ? "-W" : "", diag->check);
	}
}

/* The lines after a directive that are expected, as they should come out. */
static void read_expected(struct syb_ctx *ctx, const char *at, struct buf *out)
{
	for (; *at == ';'; at += strcspn(at, "\n") + 1) {
		int len = (int)strcspn(at, "\n");

		if (str_starts(at, "; > "))
			(void)buf_printf(ctx, out, "%.*s\n", len - 4, at + 4);
		else if (str_starts(at, "; ! "))
			(void)buf_printf(ctx, out, "%.*s\n", len - 2, at + 2);
		else
			break;
	}
	(void)buf_char(ctx, out, '\0');
}

static void check_one(const char *name, struct syb_bytes module, const char *line)
{
	_cleanup_(buf_free) struct buf want = { 0 }, got = { 0 };
	struct syb_ctx *ctx = NULL;
	char words[256];
	struct work work = { .module = module };

	snprintf(words, sizeof(words), "%.*s", (int)strcspn(line, "\n"), line);
	work.wish = read_wish(words);
	is_int(syb_ctx_new(NULL, &ctx), 0);
	work.out = &got;
	(void)describe(ctx, &work);
	add_diags(ctx, &got);
	(void)buf_char(ctx, &got, '\0');
	read_expected(ctx, line + strcspn(line, "\n") + 1, &want);
	if (!ok(str_eq((const char *)got.ptr, (const char *)want.ptr), "%s:%.*s", name, (int)strcspn(line, "\n"), line))
		printf("#--- got\n%s#--- want\n%s#---\n", (const char *)got.ptr, (const char *)want.ptr);
	work.out = NULL;
	if (syb_ctx_diag_count(ctx) == 0 || syb_ctx_diag_at(ctx, 0)->severity != SYB_SEVERITY_ERROR)
		torture(describe, &work);
	syb_ctx_free(ctx); /* buffers have a copy of its allocator */
}

static void check_file(const char *folder, const char *name)
{
	static const char directive[] = "; DESCRIBE:";
	char path[2048];
	static char text[1 << 16];
	size_t len = 0, found = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "r");
	if (file) {
		len = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	text[len] = '\0';
	if (LLVM_VERSION_MAJOR > 16 && strstr(text, "; LLVM: 15"))
		return;
	for (const char *at = strstr(text, directive); at; at = strstr(at, directive)) {
		at += strlen(directive);
		found++;
		check_one(name, (struct syb_bytes){ (const uint8_t *)text, len }, at);
	}
	ok(found > 0, "%s says something", name);
}

/* A made-up module with an aspect for each function asks for too much. */
static void too_many(void)
{
	enum { COUNT = 1500 };
	struct work work = { .wish = { .opts = { .size = sizeof(work.wish.opts) } } };
	struct buf text = { 0 };
	struct syb_ctx *ctx = NULL;
	int r = 0;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	for (int i = 0; i < COUNT && r == 0; i++)
		r = buf_printf(
			ctx, &text,
			"define spir_kernel void @k%d() !sycl_used_aspects !%d {\nret void\n}\n!%d = !{i32 %d}\n", i, i,
			i, COUNT - i);
	is_int(r, 0);
	work.module = buf_bytes(&text);
	is_int(describe(ctx, &work), -SYB_E_LIMIT);
	buf_free(&text);
	syb_ctx_free(ctx);
}

int main(void)
{
	char folder[900];
	struct dirent **list = NULL;
	int count;

	snprintf(folder, sizeof(folder), "%s/tests/unit/ir/describe", getenv("SYBIL_SOURCE"));
	count = scandir(folder, &list, NULL, alphasort);
	ok(count > 2, "there are files");
	for (int i = 0; i < count; i++) {
		if (strstr(list[i]->d_name, ".ll"))
			check_file(folder, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	too_many();
	return tap_done();
}
