/* tools/frame/compiler.c — LLVM for sybil cc and sybil c++: libsybil-ir is loaded while clang works, because loading
 * LLVM takes as long as compiling a small kernel. */
#define _GNU_SOURCE /* on_exit */
#include "tool.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sybil/compile.h>
#include <sybil/ir.h>
#include <unistd.h>

#ifdef SYBIL_IR_LIBRARY

static const struct syb_compile_ir *loaded;
static char why_not[512];

/* LLVM's destructors take time to free memory, which the end of the process releases anyway. */
static void end_at_once(int status, void *unused)
{
	(void)unused;
	fflush(NULL);
	_exit(status);
}

static void load(void)
{
	void *library = loaded || *why_not ? NULL : dlopen(SYBIL_IR_LIBRARY, RTLD_LAZY);
	__typeof__(&syb_ir_compiler) compiler = library ? dlsym(library, "syb_ir_compiler") : NULL;

	if (compiler) {
		loaded = compiler();
		on_exit(end_at_once, NULL);
		loaded->load();
	} else if (!loaded && !*why_not) {
		snprintf(why_not, sizeof(why_not), "%s", dlerror());
	}
}

static int link_ir(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count, struct syb_ir **out_ir)
{
	load();
	if (!loaded)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open", "%s", why_not);
	return loaded->link(ctx, inputs, count, out_ir);
}

/* Modules come from link_ir, so the library is loaded. */
static int run_ir(struct syb_ctx *ctx, struct syb_ir *ir, const char *pass, const struct syb_ir_opts *opts)
{
	return loaded->run(ctx, ir, pass, opts);
}

static int write_ir(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
		    struct syb_out *out)
{
	return loaded->write(ctx, ir, opts, out);
}

static int postlink_ir(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts)
{
	return loaded->postlink(ctx, ir, opts);
}

static void close_ir(struct syb_ir *ir)
{
	loaded->close(ir);
}

static int translate_ir(struct syb_ctx *ctx, const char *const *command, struct syb_bytes bitcode, struct syb_out *out)
{
	load();
	return loaded ? loaded->spirv(ctx, command, bitcode, out) : 0;
}

/* Whether the package with LLVM is installed, and no other program is to be used instead of it. */
static int has_library(struct tool *tool, bool *out_has)
{
	static const char *const programs[] = { "sybil-ir", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-ir" };
	const char *named = getenv("SYBIL_IR"), *path;

	*out_has = false;
	for (size_t i = 0; i < ARRAY_SIZE(programs) && !*out_has && !(named && *named); i++) {
		TRY(beside(tool, programs[i], &path));
		*out_has = path && access(path, X_OK) == 0;
	}
	return 0;
}

int build_compiler(struct tool *tool, const struct syb_compile_ir **out_ir)
{
	static const struct syb_compile_ir lazy = { .size = sizeof(lazy),
						    .llvm = SYBIL_LLVM,
						    .link = link_ir,
						    .run = run_ir,
						    .write = write_ir,
						    .postlink = postlink_ir,
						    .close = close_ir,
						    .load = load,
						    .spirv = translate_ir };
	bool has;

	TRY(has_library(tool, &has));
	*out_ir = &lazy;
	return has ? 0 : start_ir(tool);
}

#else

int build_compiler(struct tool *tool, const struct syb_compile_ir **out_ir)
{
	*out_ir = NULL;
	return start_ir(tool);
}

#endif
