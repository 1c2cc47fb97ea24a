/* ir/module.c — LLVM IR ⇄ modules: reading text or bitcode, verifying, writing.
 *
 * LLVM's memory does not come from the context's allocator, and LLVM ends the process when it runs out of it. Damaged
 * bitcode can make LLVM crash: programs that read untrusted bitcode do so in a process of their own, as sybil does. */
#include "ir.h"

#include <llvm-c/Analysis.h>
#include <llvm/Config/llvm-config.h>

const char *syb_ir_llvm_version(void)
{
	return LLVM_VERSION_STRING;
}

void syb_ir_free(struct syb_ir *ir)
{
	if (!ir)
		return;
	if (ir->module)
		LLVMDisposeModule(ir->module);
	if (ir->context)
		LLVMContextDispose(ir->context);
	allocator_free(ir->from, ir->name);
	allocator_free(ir->from, ir);
}

static int new_ir(struct syb_ctx *ctx, const char *name, struct syb_ir **out_ir)
{
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = mem_zalloc(ctx, sizeof(*ir));
	size_t len = strlen(name) + 1;

	if (!ir)
		return -SYB_E_NOMEM;
	ir->from = allocator_of(ctx);
	ir->name = mem_alloc(ctx, len);
	if (!ir->name)
		return -SYB_E_NOMEM;
	memcpy(ir->name, name, len);
	ir->context = LLVMContextCreate();
	*out_ir = steal(ir);
	return 0;
}

static int refuse(struct syb_ctx *ctx, struct shim_error *error)
{
	int r = error->line ? syb_fail_text(ctx, SYB_E_FORMAT, error->line, error->column, "ir-parse", "%s",
					    error->message) :
			      syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "ir-parse", "%s", error->message);

	LLVMDisposeMessage(error->message);
	return r;
}

int ir_verify(struct syb_ctx *ctx, const struct syb_ir *ir, enum syb_code code)
{
	char *message = NULL;
	int r = 0;

	if (LLVMVerifyModule(ir->module, LLVMReturnStatusAction, &message))
		r = syb_fail(ctx, code, SYB_NO_OFFSET, code == SYB_E_FORMAT ? "ir-verify" : "internal", "%s",
			     *message ? message : "the module is broken");
	LLVMDisposeMessage(message);
	return r;
}

int syb_ir_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_ir_read_opts *opts,
		struct syb_ir **out_ir)
{
	struct syb_ir_read_opts given = { .name = "<ir>" };
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	struct shim_error error = { 0 };
	int r;

	OPTS_READ(ctx, &given, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, given.name);
	r = new_ir(ctx, given.name, &ir);
	if (r < 0)
		return r;
	ir->module = shim_parse(ir->context, bytes.ptr, bytes.len, given.name, &error);
	if (!ir->module)
		return refuse(ctx, &error);
	r = given.without_verifying ? 0 : ir_verify(ctx, ir, SYB_E_FORMAT);
	if (r < 0)
		return r;
	*out_ir = steal(ir);
	return 0;
}

struct sink {
	struct syb_ctx *ctx;
	struct syb_out *out;
};

static int put(void *user, const void *bytes, size_t len)
{
	struct sink *sink = user;

	return syb_out_write(sink->ctx, sink->out, (struct syb_bytes){ bytes, len });
}

int syb_ir_write(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
		 struct syb_out *out)
{
	struct syb_ir_write_opts given = { 0 };
	struct sink sink = { ctx, out };

	OPTS_READ(ctx, &given, opts);
	return shim_write(ir->module, given.text, put, &sink);
}
