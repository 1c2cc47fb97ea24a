/* ir/lower/prepare_native.c — pass prepare-native: prepare modules for LLVM's code generators for NVIDIA and AMD GPUs.
 *
 * Kernels get the calling convention and the work-group sizes of the family, the device library (libclc) is linked in,
 * and everything that no other module uses becomes internal. Processor attributes are removed, because the code
 * generator gets the processor as an option. */
#include "prepare_native.h"
#include "ir/module/places.h"
#include "spirv_lowering.h"

#include "base/file.h"
#include <stdio.h>

static void drop(struct native *n)
{
	if (n->builder)
		LLVMDisposeBuilder(n->builder);
	hash_free(&n->annotated);
}

static int find_family(struct native *n)
{
	const char *triple = LLVMGetTarget(n->ir->module);
	int r;

	if (str_starts(triple, "nvptx64")) {
		n->family = NATIVE_NVIDIA;
		return 0;
	}
	if (str_starts(triple, "amdgcn")) {
		n->family = NATIVE_AMD;
		return 0;
	}
	r = syb_fail(n->run->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aot-input",
		     "the module was compiled for %s, not for a GPU of NVIDIA or AMD", *triple ? triple : "no target");
	syb_note(n->run->ctx, r,
		 "types, address spaces and builtins differ: compile the source for that target, with sybil cc "
		 "-fsycl-targets=TARGET or clang --target=nvptx64-nvidia-cuda, amdgcn-amd-amdhsa");
	return r;
}

int ir_forget_pointer_types(struct syb_ctx *ctx, struct syb_ir *ir)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *fresh = NULL;
	LLVMContextRef context;
	LLVMModuleRef module;

	if (!shim_typed_pointers(ir->module))
		return 0;
	TRY(out_scratch(ctx, &scratch));
	TRY(ir_put(ctx, ir->module, false, scratch));
	TRY(out_scratch_file(ctx, scratch, &file));
	TRY(ir_new(ctx, ir->name, &fresh));
	ir_use_opaque_pointers(fresh);
	TRY(ir_parse(ctx, fresh->context, syb_file_bytes(file), ir->name, &fresh->module));
	context = ir->context;
	module = ir->module;
	ir->context = fresh->context;
	ir->module = fresh->module;
	fresh->context = context;
	fresh->module = module;
	return 0;
}

/* ---- conventions ---- */

static void set_call_conventions(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMGetInstructionOpcode(i) == LLVMCall && LLVMGetInstructionCallConv(i) == SPIR_FUNC_CALL)
				LLVMSetInstructionCallConv(i, C_CALL);
}

static void set_conventions(struct native *n, LLVMValueRef function)
{
	static const char *const processor[] = { "target-cpu", "target-features", "tune-cpu" };

	if (ir_is_kernel(function)) {
		LLVMSetFunctionCallConv(function, n->family == NATIVE_NVIDIA ? PTX_KERNEL_CALL : AMDGPU_KERNEL_CALL);
		LLVMSetVisibility(function,
				  n->family == NATIVE_NVIDIA ? LLVMDefaultVisibility : LLVMProtectedVisibility);
		LLVMSetLinkage(function, LLVMExternalLinkage);
	} else if (LLVMGetFunctionCallConv(function) == SPIR_FUNC_CALL) {
		LLVMSetFunctionCallConv(function, C_CALL);
	}
	for (size_t i = 0; i < ARRAY_SIZE(processor); i++)
		LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, processor[i],
						 (unsigned)strlen(processor[i]));
	set_call_conventions(function);
}

/* ---- work-groups ---- */

static int fail_sizes(struct native *n, LLVMValueRef kernel, const char *kind)
{
	struct place place = place_of(n->run->ctx, &n->run->arena, kernel);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(n->run->ctx, place.file);

	return syb_fail_text(n->run->ctx, SYB_E_INCOMPATIBLE, place.line, place.column, "aot-work-group",
			     "kernel '%s': the work-group size in !%s is zero or larger than any GPU supports",
			     ir_name(kernel), kind);
}

/* Up to three sizes, the fastest dimension first; missing ones are 1. *out is false without the metadata. Fails when
 * the product exceeds INT32_MAX, the limit of code generators. */
static int read_sizes(struct native *n, LLVMValueRef kernel, const char *kind, int64_t sizes[3], bool *out)
{
	LLVMMetadataRef node = shim_global_metadata(kernel, md_kind(n->ir, kind));
	size_t count = shim_node_count(node);
	int64_t all = 1;

	*out = false;
	if (count == 0 || count > 3)
		return 0;
	for (size_t i = 0; i < 3; i++) {
		sizes[i] = 1;
		if (i < count && !shim_integer(shim_node_at(node, i), &sizes[i]))
			return 0;
		if (sizes[i] <= 0 || !checked_mul(all, sizes[i], &all) || all > INT32_MAX)
			return fail_sizes(n, kernel, kind);
	}
	*out = true;
	return 0;
}

static void annotate(struct native *n, LLVMValueRef kernel, const char *name, int64_t value)
{
	LLVMMetadataRef parts[] = { LLVMValueAsMetadata(kernel), md_string(n->ir, name, strlen(name)),
				    md_int(n->ir, 32, value) };

	shim_named_add(n->ir->module, "nvvm.annotations", md_node(n->ir, parts, ARRAY_SIZE(parts)));
}

static void annotate_sizes(struct native *n, LLVMValueRef kernel, const char *prefix, const int64_t sizes[3])
{
	char name[16];

	for (size_t i = 0; i < 3; i++) {
		(void)snprintf(name, sizeof(name), "%s%c", prefix, "xyz"[i]);
		annotate(n, kernel, name, sizes[i]);
	}
}

/* Existing annotations. */
enum { HAS_KERNEL = 1, HAS_SIZE = 2 };

static size_t annotation_of(LLVMMetadataRef node)
{
	size_t len = 0;
	const char *text = shim_string(shim_node_at(node, 1), &len);

	if (text && len == 6 && memcmp(text, "kernel", len) == 0)
		return HAS_KERNEL;
	return text && len == 8 && memcmp(text, "reqntidx", len) == 0 ? HAS_SIZE : 0;
}

/* Read all annotations once. */
static int read_annotations(struct native *n)
{
	const size_t count = shim_named_count(n->ir->module, "nvvm.annotations");
	LLVMValueRef *functions = arena_array(n->run->ctx, &n->run->arena, count + 1, sizeof(LLVMValueRef));

	if (!functions)
		return -SYB_E_NOMEM;

	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(n->ir->module, "nvvm.annotations", i);
		size_t *annotations;
		bool found;

		functions[i] = shim_value(shim_node_at(node, 0));
		TRY(hash_put(n->run->ctx, &n->annotated, &functions[i], sizeof(LLVMValueRef), 0, &annotations, &found));
		*annotations |= annotation_of(node);
	}
	return 0;
}

enum exactness { SIZES_NONE, SIZES_MOST, SIZES_EXACT };

static int read_work_group(struct native *n, LLVMValueRef kernel, int64_t sizes[3], enum exactness *out)
{
	bool found;

	TRY(read_sizes(n, kernel, "reqd_work_group_size", sizes, &found));
	*out = SIZES_EXACT;
	if (found)
		return 0;
	TRY(read_sizes(n, kernel, "max_work_group_size", sizes, &found));
	*out = found ? SIZES_MOST : SIZES_NONE;
	return 0;
}

static int describe_nvidia(struct native *n, LLVMValueRef kernel)
{
	LLVMMetadataRef blocks = shim_global_metadata(kernel, md_kind(n->ir, "min_work_groups_per_cu"));
	int64_t sizes[3], number;
	enum exactness known;

	TRY(read_work_group(n, kernel, sizes, &known));
	if (known != SIZES_NONE)
		annotate_sizes(n, kernel, known == SIZES_EXACT ? "reqntid" : "maxntid", sizes);
	if (shim_integer(shim_node_at(blocks, 0), &number))
		annotate(n, kernel, "minctasm", number);
	return 0;
}

static int describe_amd(struct native *n, LLVMValueRef kernel)
{
	enum exactness known;
	long long all;
	int64_t sizes[3];
	char text[64];

	TRY(read_work_group(n, kernel, sizes, &known));
	if (known == SIZES_NONE)
		return 0;
	all = sizes[0] * sizes[1] * sizes[2];
	(void)snprintf(text, sizeof(text), "%lld,%lld", known == SIZES_EXACT ? all : 1, all);
	ir_add_attribute(n->ir, kernel, LLVMAttributeFunctionIndex, "amdgpu-flat-work-group-size", text);
	return 0;
}

/* Describe each kernel once; clang already does for OpenCL C. */
static int describe_kernels(struct native *n)
{
	TRY(read_annotations(n));
	for (LLVMValueRef f = LLVMGetFirstFunction(n->ir->module); f; f = LLVMGetNextFunction(f)) {
		const size_t *found = hash_get(&n->annotated, &f, sizeof(f));
		size_t annotations = found ? *found : 0;

		if (!ir_is_kernel(f))
			continue;
		if (n->family == NATIVE_AMD) {
			TRY(describe_amd(n, f));
			continue;
		}
		if (!(annotations & HAS_KERNEL))
			annotate(n, f, "kernel", 1);
		if (!(annotations & HAS_SIZE))
			TRY(describe_nvidia(n, f));
	}
	return 0;
}

/* ---- symbols ---- */

/* Hide functions that no other module uses, so that they can be inlined and removed. */
static void internalize(struct native *n)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(n->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || ir_is_entry_point(f) || ir_has(f, "indirectly-callable"))
			continue;
		LLVMSetLinkage(f, LLVMInternalLinkage);
		LLVMSetVisibility(f, LLVMDefaultVisibility);
	}
}

static void warn_undefined(struct native *n)
{
	if (n->run->opts.without_warnings)
		return;
	for (LLVMValueRef f = LLVMGetFirstFunction(n->ir->module); f; f = LLVMGetNextFunction(f)) {
		const char *name = ir_name(f);

		if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !native_has(name))
			syb_report(n->run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "undefined-function",
				   "%s is neither in the module nor in the library of the target", name);
	}
}

int pass_prepare_native(struct pass_run *run)
{
	_cleanup_(drop) struct native n = { .run = run, .ir = run->ir };

	TRY(find_family(&n));
	if (ir_is_prepared(run->ir))
		return 0;
	TRY(ir_forget_pointer_types(run->ctx, run->ir));
	/* constants that post-link did not put into a buffer */
	TRY(pass_spec_constants_default(run));
	n.builder = LLVMCreateBuilderInContext(n.ir->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(n.ir->module); f; f = LLVMGetNextFunction(f))
		set_conventions(&n, f);
	TRY(describe_kernels(&n));
	TRY(native_calls(&n));
	if (run->opts.library.len)
		TRY(ir_take_needed(run->ctx, n.ir, run->opts.library,
				   run->opts.library_name ? run->opts.library_name : "the device library"));
	if (n.family == NATIVE_NVIDIA) {
		/* LLVM's code generator crashes on the call descriptions of NVPTX */
		shim_debug_forget_calls(n.ir->module);
		/* NVIDIA's assembler rejects LLVM's names of variables, and variables in pieces */
		shim_debug_forget_places(n.ir->module);
		/* LLVM's code generator makes wrong code of some forms */
		nvptx_lower(n.ir);
	}
	internalize(&n);
	warn_undefined(&n);
	return ir_verify(run->ctx, n.ir, SYB_E_INTERNAL);
}
