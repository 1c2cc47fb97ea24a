/* tests/unit/driver/t_translate.c — running a translator: stand-ins of ours for how it can go, none installed needed.
 */
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/file.h"
#include <sybil/translate.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct syb_ctx *ctx;
static char folder[] = "/tmp/sybil-translate-XXXXXX";

/* A program that does what a script says. */
static const char *stand_in(const char *name, const char *script)
{
	static char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f)
		abort();
	fprintf(f, "#!/bin/sh\n%s\n", script);
	fclose(f);
	chmod(path, 0700);
	return path;
}

static int translate(struct syb_bytes in, const struct syb_translate_opts *opts, struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = out_scratch(ctx, &out);

	syb_ctx_diag_clear(ctx);
	if (r == 0)
		r = syb_translate(ctx, in, opts, out);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}

static const struct syb_diag *diag(size_t i)
{
	static const struct syb_diag none = { .check = "", .text = "" };

	return i < syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, i) : &none;
}

static void test_finished(void)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(spirv_free_p) struct spirv_module *m = NULL;
	struct syb_translate_opts opts = { .size = sizeof(opts),
					   .translator = stand_in("same", "cat /dev/stdin; exit 0") };
	struct words b;
	struct syb_bytes in;

	words_begin(&b, 10);
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(5, SPIRV_USER_SEMANTIC), "sybil-decorate:[5921:3]", NULL);
	in = words_bytes(&b, false);
	is_int(translate(in, &opts, &file), 0);
	is_int(spirv_read(ctx, span_of(syb_file_bytes(file), 0), &m), 0);
	ok(m && m->decoration_count == 1 && m->decorations[0].number == 5921 && m->capability_count == 1 &&
		   m->extension_count == 1,
	   "what comes out is finished");
	free((void *)(uintptr_t)in.ptr);
}

/* The least there is of SPIR-V. */
static struct syb_bytes header_only(void)
{
	static const uint8_t bytes[20] = { 3, 2, 0x23, 7, 0, 4, 1, 0, 0, 0, 0, 0, 10 };

	return (struct syb_bytes){ bytes, sizeof(bytes) };
}

/* The command line, as a stand-in sees it; SPIR-V is checked, so it is asked for LLVM, or puts a header before it. */
static void test_arguments(void)
{
	static const char *const extra[] = { "--spirv-ext=+SPV_A", "-spirv-max-version=1.1", "--more" };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL, *second = NULL;
	struct syb_translate_opts opts = { .size = sizeof(opts), .to = SYB_TRANSLATE_TO_LLVM };
	struct syb_bytes in = header_only(), got;

	opts.translator = stand_in("echo", "echo \"$@\"");
	is_int(translate(in, &opts, &file), 0);
	got = syb_file_bytes(file);
	is_int(got.len, strlen("-r /dev/stdin -o /dev/stdout\n"));
	ok(memcmp(got.ptr, "-r /dev/stdin -o /dev/stdout\n", got.len) == 0, "back to LLVM");
	opts.to = SYB_TRANSLATE_TO_SPIRV;
	opts.translator = stand_in("refuse", "echo \"$@\" >&2; exit 1");
	is_int(translate(in, &opts, &second), -SYB_E_FORMAT);
	is_str(diag(0)->check, "translate");
	ok(strstr(diag(1)->text, "--spirv-ext=+all") && strstr(diag(1)->text, "--spirv-max-version="), "ours");
	opts.extra = extra;
	opts.extra_count = ARRAY_SIZE(extra);
	is_int(translate(in, &opts, &second), -SYB_E_FORMAT);
	is_str(diag(1)->text, "--spirv-ext=+SPV_A -spirv-max-version=1.1 --more /dev/stdin -o /dev/stdout");
}

static void test_failures(void)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_translate_opts opts = { .size = sizeof(opts), .name = "input.bc" };
	struct syb_bytes in = { (const uint8_t *)"x", 1 };

	opts.translator = "/no/such/translator";
	is_int(translate(in, &opts, &file), -SYB_E_TOOL);
	is_str(diag(0)->check, "tool-missing");
	is_str(diag(0)->file, "input.bc");
	ok(strstr(diag(1)->text, "llvm-spirv-15"), "the package is named");
	opts.translator = stand_in("crash", "echo about to crash >&2; kill -SEGV $$");
	is_int(translate(in, &opts, &file), -SYB_E_TOOL);
	is_str(diag(0)->check, "tool-failed");
	is_str(diag(1)->text, "about to crash");
	is_int(diag(1)->severity, SYB_SEVERITY_NOTE);
	opts.translator = stand_in("rubbish", "echo this is not SPIR-V at all");
	is_int(translate(in, &opts, &file), -SYB_E_FORMAT);
	is_str(diag(0)->check, "spirv-header");
	opts.translator = stand_in("nothing", "exit 0");
	is_int(translate(in, &opts, &file), -SYB_E_TOOL);
	is_str(diag(0)->check, "tool-failed");
	ok(!file, "nothing came out");
}

static void test_messages(void)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_translate_opts opts = { .size = sizeof(opts), .to = SYB_TRANSLATE_TO_LLVM };
	struct syb_bytes in = header_only();

	opts.translator = stand_in("warn", "echo one >&2; echo >&2; echo two >&2; cat /dev/stdin");
	is_int(translate((struct syb_bytes){ (const uint8_t *)"x", 1 }, &opts, &file), -SYB_E_FORMAT);
	is_str(diag(0)->check, "spirv-header");
	is_int(translate(in, &opts, &file), 0);
	is_str(diag(0)->check, "translator");
	is_int(diag(0)->severity, SYB_SEVERITY_INFO);
	is_str(diag(1)->text, "one");
	is_str(diag(2)->text, "two");
	is_int(syb_ctx_diag_count(ctx), 3);
}

/* A translator that knows nothing newer than itself. */
static void test_newer(void)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(spirv_free_p) struct spirv_module *m = NULL;
	struct syb_translate_opts opts = { .size = sizeof(opts), .to = SYB_TRANSLATE_TO_LLVM };
	struct words b;
	struct syb_bytes in;

	opts.translator =
		stand_in("old", "if grep -q SPV_INTEL_cache_controls /dev/stdin; then echo unknown >&2; exit 1; fi\n"
				"cat /dev/stdin");
	words_begin(&b, 10);
	put_op(&b, SPIRV_OP_CAPABILITY, 6);
	put_op(&b, SPIRV_OP_CAPABILITY, 6441);
	put_op_text(&b, SPIRV_OP_EXTENSION, NULL, "SPV_INTEL_cache_controls", NULL);
	put_op(&b, SPIRV_OP_DECORATE, 5, 6442, 0, 1);
	put_op(&b, SPIRV_OP_DECORATE, 5, 44, 4);
	in = words_bytes(&b, false);
	is_int(translate(in, &opts, &file), 0);
	is_int(syb_ctx_diag_count(ctx), 0);
	is_int(spirv_read(ctx, span_of(syb_file_bytes(file), 0), &m), 0);
	ok(m && m->capability_count == 1 && m->extension_count == 0 && m->decoration_count == 2 &&
		   m->decorations[0].number == SPIRV_USER_SEMANTIC && m->decorations[1].number == 44,
	   "it got decorations as texts");
	free((void *)(uintptr_t)in.ptr);
}

static int translate_once(struct syb_ctx *c, void *arg)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct words b;
	struct syb_bytes in;
	int r = out_scratch(c, &out);

	words_begin(&b, 10);
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(5, SPIRV_USER_SEMANTIC), "sybil-decorate:[5921:3]", NULL);
	in = words_bytes(&b, false);
	if (r == 0)
		r = syb_translate(c, in, arg, out);
	free((void *)(uintptr_t)in.ptr);
	return r;
}

int main(void)
{
	struct syb_translate_opts opts = { .size = sizeof(opts) };
	char command[300];

	if (syb_ctx_new(NULL, &ctx) < 0 || !mkdtemp(folder))
		return 99;
	test_finished();
	test_arguments();
	test_failures();
	test_messages();
	test_newer();
	opts.translator = stand_in("same", "cat /dev/stdin");
	torture(translate_once, &opts);
	snprintf(command, sizeof(command), "rm -r %s", folder);
	ok(system(command) == 0, "tidy");
	syb_ctx_free(ctx);
	return tap_done();
}
