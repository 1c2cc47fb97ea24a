/* ir/module/pass.c — passes by name: passes.def is the list. A pass sees options that are whole: a dialect that can be
 * written, and a device configuration. */
#include "ir.h"
#include "spirv.h"

#include "term/nearest.h"

#include <llvm/Config/llvm-config.h>
#include <sybil/compile.h>

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);

static const struct {
	struct syb_ir_pass info;
	int (*run)(struct pass_run *run);
} passes[] = {
#define PASS(id, name, summary) { { name, summary }, pass_##id },
#include "passes.def"
#undef PASS
};

size_t syb_ir_pass_count(void)
{
	return ARRAY_SIZE(passes);
}

const struct syb_ir_pass *syb_ir_pass_at(size_t i)
{
	return i < ARRAY_SIZE(passes) ? &passes[i].info : NULL;
}

static int unknown_pass(struct syb_ctx *ctx, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < ARRAY_SIZE(passes); i++)
		nearest_try(&best, name, passes[i].info.name);
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "unknown pass '%s'" NEAREST_HINT, name,
			NEAREST_ARGS(best.name));
}

static int run_pass(struct syb_ctx *ctx, struct syb_ir *ir, size_t which, const struct syb_ir_opts *opts)
{
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, ir->name);
	struct pass_run run = { .ctx = ctx, .ir = ir };
	int r = ctx_cancelled(ctx);

	OPTS_READ(ctx, &run.opts, opts);
	if (run.opts.dialect != SYB_DIALECT_SPEC)
		run.opts.dialect = SYB_DIALECT_DPCPP;
	if (r == 0 && !run.opts.devices)
		r = syb_devices_load(ctx, NULL, &devices);
	if (r < 0)
		return r;
	if (!run.opts.devices)
		run.opts.devices = devices;
	r = passes[which].run(&run);
	arena_free(&run.arena);
	return r;
}

int syb_ir_run(struct syb_ctx *ctx, struct syb_ir *ir, const char *pass, const struct syb_ir_opts *opts)
{
	for (size_t i = 0; i < ARRAY_SIZE(passes); i++)
		if (str_eq(passes[i].info.name, pass))
			return run_pass(ctx, ir, i, opts);
	return unknown_pass(ctx, pass);
}

const struct syb_compile_ir *syb_ir_compiler(void)
{
	static const struct syb_compile_ir compiler = { .size = sizeof(compiler),
							.llvm = LLVM_VERSION_STRING,
							.link = syb_ir_link,
							.run = syb_ir_run,
							.write = syb_ir_write,
							.postlink = syb_postlink,
							.close = syb_ir_free,
							.load = spirv_load,
							.spirv = spirv_translate };

	return &compiler;
}
