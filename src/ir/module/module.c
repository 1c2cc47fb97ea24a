/* ir/module/module.c — reading, verifying and writing LLVM IR.
 *
 * LLVM does not use the context's allocator and ends the process when memory runs out. Damaged bitcode can crash LLVM:
 * programs that read untrusted bitcode should do so in a separate process, as sybil does. */
#include "metadata.h"
#include "ir/shim/shim_passes.h"

#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

const char *syb_ir_llvm_version(void)
{
	return LLVM_VERSION_STRING;
}

void syb_ir_own_process(void (*fn)(const char *message))
{
	/* Without it LLVM verifies debug information while reading, prints problems and exits. */
	shim_option_on("disable-auto-upgrade-debug-info");
	LLVMResetFatalErrorHandler();
	LLVMInstallFatalErrorHandler(fn);
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

int ir_new(struct syb_ctx *ctx, const char *name, struct syb_ir **out_ir)
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

/* LLVM's messages may have several lines: the first is the message, the others are notes. */
static int fail_lines(struct syb_ctx *ctx, enum syb_code code, const char *check, const char *text)
{
	int len = (int)strcspn(text, "\n");
	int r = syb_fail(ctx, code, SYB_NO_OFFSET, check, "%.*s", len, text);

	return ctx_note_lines(ctx, r, text + len);
}

static void warn_dropped(struct syb_ctx *ctx, const char *why)
{
	syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "ir-warning", "dropping invalid debug information");
	(void)ctx_note_lines(ctx, 0, why);
}

static int verify(struct syb_ctx *ctx, LLVMModuleRef module, enum syb_code code)
{
	struct shim_verdict verdict = { 0 };
	int r = 0;

	if (!shim_verify(module, &verdict))
		r = fail_lines(ctx, code, code == SYB_E_INTERNAL ? "internal" : "ir-verify",
			       *verdict.message ? verdict.message : "the module is broken");
	else if (verdict.dropped_debug)
		warn_dropped(ctx, verdict.message);
	LLVMDisposeMessage(verdict.message);
	return r;
}

int ir_verify(struct syb_ctx *ctx, const struct syb_ir *ir, enum syb_code code)
{
	return verify(ctx, ir->module, code);
}

/* LLVM's diagnostics; without a handler LLVM prints them, and exits on errors. */
struct listener {
	struct syb_ctx *ctx;
	enum syb_code code; /* of an error */
	const char *check;
	int result;
};

static void listen_to(LLVMDiagnosticInfoRef info, void *user)
{
	struct listener *l = user;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
	char *message = LLVMGetDiagInfoDescription(info);

	if (str_starts(message, "<unknown>:0:0: loop not ") && severity == LLVMDSWarning)
		; /* `#pragma unroll` that was not followed, in code without places */
	else if (str_starts(message, "ignoring invalid debug info"))
		warn_dropped(l->ctx, ""); /* LLVM 15 prints the reason itself */
	else if (severity == LLVMDSError)
		l->result = syb_fail(l->ctx, l->code, SYB_NO_OFFSET, l->check, "%s", message);
	else
		syb_report(l->ctx, severity == LLVMDSWarning ? SYB_SEVERITY_WARNING : SYB_SEVERITY_INFO, SYB_NO_OFFSET,
			   "ir-warning", "%s", message);
	LLVMDisposeMessage(message);
}

/* Text with "ptr" where pointers have types. Other mistakes have the same message; they are found again with opaque
 * pointers. */
static bool refuses_ptr(LLVMContextRef context, const struct shim_error *error)
{
	return error->line && shim_wants_typed_pointers(context) && str_eq(error->message, "expected type");
}

static int parse(struct syb_ctx *ctx, LLVMContextRef context, struct syb_bytes bytes, LLVMModuleRef *out_module)
{
	struct listener listener = { .ctx = ctx, .code = SYB_E_FORMAT, .check = "ir-parse" };
	struct shim_error error = { 0 };
	LLVMModuleRef module;
	int r;

	if (bytes.len == 0) /* to LLVM an empty module, but usually the result of a failed step */
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "ir-parse", "the input is empty");
	LLVMContextSetDiagnosticHandler(context, listen_to, &listener);
	/* a name would become the source_filename of modules without one */
	module = shim_parse(context, bytes.ptr, bytes.len, "", &error);
	LLVMContextSetDiagnosticHandler(context, NULL, NULL);
	r = listener.result;
	if (!module && r == 0 && (strstr(error.message, "-opaque-pointers mode") || refuses_ptr(context, &error)))
		r = IR_OTHER_POINTERS;
	else if (!module && r == 0)
		r = error.line ? syb_fail_text(ctx, SYB_E_FORMAT, error.line, error.column, "ir-parse", "%s",
					       error.message)
			       : fail_lines(ctx, SYB_E_FORMAT, "ir-parse", error.message);
	LLVMDisposeMessage(error.message);
	if (r < 0 && module)
		LLVMDisposeModule(module);
	else if (r == 0)
		*out_module = module;
	return r;
}

int ir_parse(struct syb_ctx *ctx, LLVMContextRef context, struct syb_bytes bytes, const char *name,
	     LLVMModuleRef *out_module)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);
	int r = parse(ctx, context, bytes, out_module);

	return r != 0 ? r : verify(ctx, *out_module, SYB_E_FORMAT);
}

void ir_use_opaque_pointers(struct syb_ir *ir)
{
#if LLVM_VERSION_MAJOR < 17
	LLVMContextSetOpaquePointers(ir->context, true);
#else
	(void)ir;
#endif
}

int ir_combine(struct syb_ctx *ctx, struct syb_ir *ir, LLVMModuleRef *sources, size_t count)
{
	struct listener listener = { .ctx = ctx, .code = SYB_E_INCOMPATIBLE, .check = "link-failed" };
	bool linked;

	LLVMContextSetDiagnosticHandler(ir->context, listen_to, &listener);
	linked = shim_link(ir->module, sources, count);
	LLVMContextSetDiagnosticHandler(ir->context, NULL, NULL);
	if (!linked && listener.result == 0)
		return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-failed",
				"LLVM could not link the modules");
	return listener.result;
}

int ir_take_needed(struct syb_ctx *ctx, struct syb_ir *ir, struct syb_bytes library, const char *name)
{
	struct listener listener = { .ctx = ctx, .code = SYB_E_INCOMPATIBLE, .check = "link-failed" };
	struct shim_error error = { 0 };
	LLVMModuleRef module = shim_parse_lazy(ir->context, library.ptr, library.len, &error);
	bool linked;
	int r = 0;

	if (!module) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);

		r = fail_lines(ctx, SYB_E_FORMAT, "ir-parse", error.message);
		LLVMDisposeMessage(error.message);
		return r;
	}
	LLVMContextSetDiagnosticHandler(ir->context, listen_to, &listener);
	linked = shim_link_needed(ir->module, module);
	LLVMContextSetDiagnosticHandler(ir->context, NULL, NULL);
	if (!linked && listener.result == 0)
		r = syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-failed", "LLVM could not link %s", name);
	return r < 0 ? r : listener.result;
}

int syb_ir_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_ir_read_opts *opts,
		struct syb_ir **out_ir)
{
	struct syb_ir_read_opts given = { .name = "<ir>" };
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;

	OPTS_READ(ctx, &given, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, given.name);
	TRY(ir_new(ctx, given.name, &ir));
	TRY(parse(ctx, ir->context, bytes, &ir->module));
	TRY(ctx_cancelled(ctx));
	if (!given.without_verifying)
		TRY(ir_verify(ctx, ir, SYB_E_FORMAT));
	*out_ir = steal(ir);
	return 0;
}

int ir_run_passes(struct syb_ctx *ctx, const struct syb_ir *ir, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(ir->module, passes, NULL, options);
	char *message = error ? LLVMGetErrorMessage(error) : NULL;
	int r = message ? syb_fail(ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "%s", message) : 0;

	LLVMDisposePassBuilderOptions(options);
	if (message)
		LLVMDisposeErrorMessage(message);
	return r;
}

void ir_replace_list(LLVMModuleRef module, LLVMValueRef list, LLVMValueRef *entries, size_t count)
{
	LLVMTypeRef type = LLVMGetElementType(LLVMGlobalGetValueType(list));
	LLVMValueRef made = LLVMAddGlobalInAddressSpace(module, LLVMArrayType(type, (unsigned)count), "",
							LLVMGetPointerAddressSpace(LLVMTypeOf(list)));

	LLVMSetInitializer(made, LLVMConstArray(type, entries, (unsigned)count));
	LLVMSetLinkage(made, LLVMAppendingLinkage);
	LLVMSetSection(made, LLVMGetSection(list));
	shim_take_name(made, list);
	LLVMDeleteGlobal(list);
	if (count == 0)
		LLVMDeleteGlobal(made);
}

LLVMValueRef ir_add_constant(LLVMModuleRef module, LLVMValueRef value, const char *name, unsigned space)
{
	LLVMValueRef variable = LLVMAddGlobalInAddressSpace(module, LLVMTypeOf(value), name, space);

	LLVMSetInitializer(variable, value);
	LLVMSetLinkage(variable, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(variable, LLVMGlobalUnnamedAddr);
	LLVMSetGlobalConstant(variable, true);
	return variable;
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

int ir_put(struct syb_ctx *ctx, LLVMModuleRef module, bool text, struct syb_out *out)
{
	struct sink sink = { ctx, out };

	return shim_write(module, text, put, &sink);
}

int syb_ir_write(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
		 struct syb_out *out)
{
	struct syb_ir_write_opts given = { 0 };

	OPTS_READ(ctx, &given, opts);
	return ir_put(ctx, ir->module, given.text, out);
}

#define PREPARED "sybil.prepared"

void ir_mark_prepared(struct syb_ir *ir)
{
	shim_named_add(ir->module, PREPARED, md_node(ir, NULL, 0));
}

bool ir_is_prepared(const struct syb_ir *ir)
{
	return LLVMGetNamedMetadata(ir->module, PREPARED, strlen(PREPARED)) != NULL;
}
