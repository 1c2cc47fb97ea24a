/* ir/module/spirv.c: the library makes the same bytes as the program, and leaves everything else to the program. */
#include "base/process.h"
#include "ir/module/ir.h"
#include "ir/module/spirv.h"
#include "tests/lib/ctx.h"
#include "tests/lib/tap.h"

#include <sybil/compile.h>
#include <stdlib.h>

static const char module_text[] =
	"target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024\"\n"
	"target triple = \"spir64-unknown-unknown\"\n"
	"define spir_kernel void @scale(float addrspace(1)* %a, float %f) {\n"
	"  %x = load float, float addrspace(1)* %a, align 4\n"
	"  %y = fmul float %x, %f\n"
	"  store float %y, float addrspace(1)* %a, align 4\n"
	"  ret void\n"
	"}\n";

static const char *const words[] = { "llvm-spirv-15",
				     "--spirv-ext=+all,-SPV_INTEL_optnone",
				     "--spirv-max-version=1.3",
				     "/dev/stdin",
				     "-o",
				     "/dev/stdout",
				     NULL };

static struct syb_ctx *ctx;

/* The module as bitcode. */
static struct syb_file *bitcode(void)
{
	const struct syb_ir_read_opts opts = { .size = sizeof(opts), .name = "scale" };
	struct syb_out *out = NULL;
	struct syb_file *file = NULL;
	struct syb_ir *ir = NULL;

	if (syb_ir_read(ctx, (struct syb_bytes){ (const uint8_t *)module_text, strlen(module_text) }, &opts, &ir) < 0 ||
	    out_scratch(ctx, &out) < 0 || syb_ir_write(ctx, ir, NULL, out) < 0 || out_scratch_file(ctx, out, &file) < 0)
		abort();
	syb_out_close(out);
	syb_ir_free(ir);
	return file;
}

static int translate(const char *const *argv, struct syb_bytes in, struct syb_file **out_file)
{
	struct syb_out *out = NULL;
	int r = out_scratch(ctx, &out);

	if (r == 0)
		r = syb_ir_compiler()->spirv(ctx, argv, in, out);
	if (out_file)
		is_int(out_scratch_file(ctx, out, out_file), 0);
	syb_out_close(out);
	return r;
}

static void test_same(struct syb_bytes in)
{
	const struct process_opts opts = { .argv = words, .in = in };
	struct process_opts with_out = opts;
	struct syb_file *ours = NULL, *theirs = NULL;
	struct syb_out *out = NULL;
	struct process_end end = { 0 };

	is_int(translate(words, in, &ours), 1);
	is_int(out_scratch(ctx, &out), 0);
	with_out.out = out;
	is_int(process_run(ctx, &with_out, &end), 0);
	is_int(end.status, 0);
	is_int(out_scratch_file(ctx, out, &theirs), 0);
	ok(syb_file_bytes(ours).len > 20 && syb_file_bytes(ours).len == syb_file_bytes(theirs).len &&
		   memcmp(syb_file_bytes(ours).ptr, syb_file_bytes(theirs).ptr, syb_file_bytes(ours).len) == 0,
	   "the bytes of the program");
	syb_file_close(ours);
	syb_file_close(theirs);
	syb_out_close(out);
}

/* What the library cannot do, or must not do, is left to the command: nothing is written. */
static void test_left(struct syb_bytes in)
{
	static const char *const cases[][5] = {
		{ "no-such-translator", "--spirv-ext=+all", "--spirv-max-version=1.4", "/dev/stdin" },
		{ "llvm-spirv-15", "--spirv-ext=+SPV_no_such_extension", "--spirv-max-version=1.4", "/dev/stdin" },
		{ "llvm-spirv-15", "--spirv-ext=all", "--spirv-max-version=1.4", "/dev/stdin" },
		{ "llvm-spirv-15", "--spirv-ext=+all", "--spirv-max-version=9.9", "/dev/stdin" },
		{ "llvm-spirv-15", "--spirv-ext=+all", "--spirv-text", "/dev/stdin" },
		{ "llvm-spirv-15", "--spirv-ext=+all", "/dev/stdin" },
		{ "llvm-spirv-15", "-r", "/dev/stdin" },
	};
	const struct syb_bytes damaged = { in.ptr, in.len / 2 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct syb_file *file = NULL;

		is_int(translate(cases[i], in, &file), 0);
		is_int((int)syb_file_bytes(file).len, 0);
		syb_file_close(file);
	}
	is_int(translate(words, damaged, NULL), 0);
}

int main(void)
{
	const struct syb_compile_ir *compiler;
	struct syb_file *file;

	ctx = test_ctx();
	compiler = syb_ir_compiler();
	compiler->load();
	compiler->load();
	file = bitcode();
	if (!process_there(words[0]) || translate(words, syb_file_bytes(file), NULL) != 1) {
		printf("1..0 # SKIP the translator is not a library here\n");
		return 0;
	}
	test_same(syb_file_bytes(file));
	test_left(syb_file_bytes(file));
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
