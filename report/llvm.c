/* report/llvm.c — LLVM IR explained by libsybil-ir, which is loaded when a file has LLVM IR: it is a package of its
 * own, and loading LLVM takes longer than most pages. Called in a child process only (ir.c). */
#include "report.h"

#include <dlfcn.h>
#include <sybil/ir.h>
#include <unistd.h>

#define IR_LIBRARY "libsybil-ir.so.0"

static void end(const char *message)
{
	(void)message; /* the parent reports the exit code */
	_exit(1);
}

static int explain(void *user, struct syb_ctx *ctx, struct syb_bytes module, struct syb_record **out)
{
	void *library = dlopen(IR_LIBRARY, RTLD_NOW);
	__typeof__(&syb_ir_own_process) own_process = library ? dlsym(library, "syb_ir_own_process") : NULL;
	__typeof__(&syb_ir_read) read_ir = library ? dlsym(library, "syb_ir_read") : NULL;
	__typeof__(&syb_ir_explain) explain_ir = library ? dlsym(library, "syb_ir_explain") : NULL;
	__typeof__(&syb_ir_free) free_ir = library ? dlsym(library, "syb_ir_free") : NULL;
	const struct syb_ir_read_opts opts = { .size = sizeof(opts), .name = "module" };
	const struct syb_ir_opts none = { .size = sizeof(none) };
	struct syb_ir *ir = NULL;
	int r;

	(void)user;
	if (!own_process || !read_ir || !explain_ir || !free_ir)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open",
				"the library " IR_LIBRARY ", which reads LLVM IR, is not installed");
	own_process(end);
	r = read_ir(ctx, module, &opts, &ir);
	if (r == 0)
		r = explain_ir(ctx, ir, &none, NULL, NULL, out);
	free_ir(ir);
	return r;
}

const struct report_ir report_llvm = { explain, NULL };
