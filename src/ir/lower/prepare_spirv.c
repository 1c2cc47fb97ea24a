/* ir/lower/prepare_spirv.c — pass prepare-spirv: decorations and execution modes that the translator to SPIR-V does not
 * support, as texts that it passes on. format/spirv/spirv_finish.c turns them back.
 *
 * Translators know the decorations of their time, on variables and parameters; there texts (UserSemantic, "sybil-
 * decorate:…") arrive unchanged. Functions, struct members and values in code are referred to by name, in texts on a
 * variable of their own. docs/ir-metadata.md describes the translator's treatment of each form. */
#include "prepare_spirv.h"
#include "inlining.h"
#include "spirv_lowering.h"

#define VARIABLE "sybil.decorations"

enum {
	RESTRICT = 19,
	STALL_FREE = 6151,
	REGISTER_MAP_INTERFACE = 6160,
	FIRST_FOREIGN = 5000, /* decorations of extensions; those of the core arrive */
	GLOBAL_SPACE = 1,     /* address space of variables in global memory */
};

static void drop(struct preparing *p)
{
	LLVMDisposeBuilder(p->builder);
	buf_free(&p->text);
	allocator_free(allocator_of(p->ctx), p->all);
	allocator_free(allocator_of(p->ctx), p->intrinsics);
}

/* ---- variables and parameters ---- */

/* Whether the translator accepts it unchanged. */
static bool arrives(LLVMMetadataRef node)
{
	int64_t number;

	if (!shim_integer(shim_node_at(node, 0), &number) || !carrier_is_literals(node, 1))
		return true; /* a text cannot express it better */
	if (number == RESTRICT)
		return shim_node_count(node) == 1;
	return number == USER_SEMANTIC || number < FIRST_FOREIGN;
}

/* The list with unsupported nodes converted to one text; NULL when there are none. */
static int convert_list(struct preparing *p, LLVMMetadataRef list, LLVMMetadataRef *out_list)
{
	const size_t count = shim_node_count(list);
	LLVMMetadataRef *kept = arena_array(p->ctx, p->arena, count + 1, sizeof(LLVMMetadataRef));
	size_t n = 0;

	*out_list = NULL;
	if (!kept)
		return -SYB_E_NOMEM;
	TRY(carrier_begin(p, NULL, NULL, 0));
	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_node_at(list, i);

		if (arrives(node))
			kept[n++] = node;
		else
			TRY(carrier_put_group(p, node, 0));
	}
	if (n < count) {
		kept[n++] = carrier_node(p);
		*out_list = md_node(p->ir, kept, n);
	}
	return 0;
}

static int prepare_variable(struct preparing *p, LLVMValueRef variable)
{
	LLVMMetadataRef list = shim_global_metadata(variable, p->decorations), converted;

	if (list)
		TRY(convert_list(p, list, &converted));
	if (list && converted)
		LLVMGlobalSetMetadata(variable, p->decorations, converted);
	return 0;
}

static int prepare_parameters(struct preparing *p, LLVMValueRef function)
{
	LLVMMetadataRef lists = shim_global_metadata(function, p->parameters), *all;
	const size_t count = shim_node_count(lists);
	bool changed = false;

	if (count == 0)
		return 0;
	all = arena_array(p->ctx, p->arena, count, sizeof(*all));
	if (!all)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		TRY(convert_list(p, shim_node_at(lists, i), &all[i]));
		changed |= all[i] != NULL;
		all[i] = all[i] ? all[i] : shim_node_at(lists, i);
	}
	if (changed)
		LLVMGlobalSetMetadata(function, p->parameters, md_node(p->ir, all, count));
	return 0;
}

/* ---- functions ---- */

static int add_function_text(struct preparing *p, const char *kind, LLVMValueRef function, LLVMMetadataRef node,
			     size_t from)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	TRY(carrier_begin(p, kind, name, len));
	TRY(carrier_put_group(p, node, from));
	return carrier_add(p);
}

static int add_function_number(struct preparing *p, const char *kind, LLVMValueRef function, int64_t number,
			       int64_t operand)
{
	LLVMMetadataRef parts[] = { md_int(p->ir, 32, number), md_int(p->ir, 32, operand) };

	return add_function_text(p, kind, function, md_node(p->ir, parts, operand < 0 ? 1 : 2), 0);
}

/* The translator ignores decorations of functions. */
static int prepare_function_decorations(struct preparing *p, LLVMValueRef function)
{
	LLVMMetadataRef list = shim_global_metadata(function, p->decorations);
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	if (!list)
		return 0;
	TRY(carrier_begin(p, "function", name, len));
	for (size_t i = 0; i < shim_node_count(list); i++)
		TRY(carrier_put_node(p, shim_node_at(list, i)));
	if (shim_node_count(list))
		TRY(carrier_add(p));
	LLVMGlobalEraseMetadata(function, p->decorations);
	return 0;
}

/* The translator asserts that work-group sizes have three numbers. */
static void pad_sizes(struct preparing *p, LLVMValueRef function, const char *kind)
{
	LLVMMetadataRef node = shim_global_metadata(function, md_kind(p->ir, kind)), sizes[3];
	const size_t count = shim_node_count(node);
	LLVMValueRef first;

	if (count == 0 || count >= ARRAY_SIZE(sizes) || !carrier_is_literals(node, 0))
		return;
	first = shim_value(shim_node_at(node, 0));
	if (!first)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		sizes[i] = i < count ? shim_node_at(node, i) : md_int(p->ir, LLVMGetIntTypeWidth(LLVMTypeOf(first)), 1);
	LLVMGlobalSetMetadata(function, md_kind(p->ir, kind), md_node(p->ir, sizes, ARRAY_SIZE(sizes)));
}

/* Metadata of front ends that are newer than the translator. */
static int prepare_newer(struct preparing *p, LLVMValueRef function)
{
	LLVMMetadataRef node = shim_global_metadata(function, md_kind(p->ir, "ip_interface"));

	if (text_is(text_of(shim_node_at(node, 0)), "csr")) {
		TRY(add_function_number(p, "mode", function, REGISTER_MAP_INTERFACE, shim_node_count(node) > 1));
		LLVMGlobalEraseMetadata(function, md_kind(p->ir, "ip_interface"));
	}
	if (shim_global_metadata(function, md_kind(p->ir, "stall_free"))) {
		TRY(add_function_number(p, "function", function, STALL_FREE, -1));
		LLVMGlobalEraseMetadata(function, md_kind(p->ir, "stall_free"));
	}
	return 0;
}

static int prepare_function(struct preparing *p, LLVMValueRef function)
{
	TRY(prepare_parameters(p, function));
	TRY(prepare_function_decorations(p, function));
	TRY(prepare_newer(p, function));
	pad_sizes(p, function, "reqd_work_group_size");
	pad_sizes(p, function, "work_group_size_hint");
	pad_sizes(p, function, "max_work_group_size");
	return 0;
}

/* ---- execution modes ---- */

/* The translator asserts on other modes. */
static bool mode_arrives(int64_t mode)
{
	static const uint16_t known[] = { 17,   18,   30,   31,   33,   35,   4459, 4460, 4461, 4462, 4463, 5618,
					  5620, 5621, 5622, 5623, 5893, 5894, 5895, 5896, 5903, 6154, 6417 };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i] == mode)
			return true;
	return false;
}

static int prepare_modes(struct preparing *p)
{
	static const char name[] = "spirv.ExecutionMode";
	const size_t count = shim_named_count(p->ir->module, name);
	LLVMMetadataRef *kept = arena_array(p->ctx, p->arena, count + 1, sizeof(*kept));
	size_t n = 0;

	if (!kept)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(p->ir->module, name, i);
		LLVMValueRef function = shim_value(shim_node_at(node, 0));
		int64_t mode;

		if (function && LLVMIsAFunction(function) && shim_integer(shim_node_at(node, 1), &mode) &&
		    !mode_arrives(mode) && carrier_is_literals(node, 1))
			TRY(add_function_text(p, "mode", function, node, 1));
		else
			kept[n++] = node;
	}
	if (n < count) {
		shim_named_remove(p->ir->module, name);
		for (size_t i = 0; i < n; i++)
			shim_named_add(p->ir->module, name, kept[i]);
	}
	return 0;
}

/* ---- values in code ---- */

static int prepare_instruction(struct preparing *p, LLVMValueRef inst)
{
	LLVMMetadataRef list = shim_instruction_metadata(inst, p->decorations);

	if (shim_node_count(list) == 0)
		return 0;
	if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind) {
		syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "decoration-target",
			   "decorations of an instruction without a result are lost");
		return 0;
	}
	TRY(carrier_begin_value(p, inst));
	for (size_t i = 0; i < shim_node_count(list); i++)
		TRY(carrier_put_node(p, shim_node_at(list, i)));
	TRY(carrier_add(p));
	shim_instruction_set_metadata(inst, p->decorations, NULL);
	return 0;
}

static int prepare_code(struct preparing *p, LLVMValueRef function)
{
	LLVMValueRef next;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMHasMetadata(i))
				TRY(prepare_instruction(p, i));
			if (prepare_is_annotation(p, i))
				TRY(prepare_annotation(p, i));
		}
	return 0;
}

/* The translator asserts that memory copies have alignments; 1 adds no information. */
static void state_alignments(struct preparing *p, LLVMValueRef intrinsic)
{
	const unsigned align = ir_attribute_kind("align");
	LLVMAttributeRef one = LLVMCreateEnumAttribute(p->ir->context, align, 1);

	for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);

		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != intrinsic)
			continue;
		for (unsigned i = 1; i <= 2; i++) /* to and from */
			if (!LLVMGetCallSiteEnumAttribute(call, i, align))
				LLVMAddCallSiteAttribute(call, i, one);
	}
}

/* ---- all of it ---- */

/* Keeps texts of an earlier run. */
static int add_variable(struct preparing *p)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(p->ir->context);
	LLVMValueRef variable = LLVMGetNamedGlobal(p->ir->module, VARIABLE);
	LLVMMetadataRef before = variable ? shim_global_metadata(variable, p->decorations) : NULL;

	if (p->count == 0)
		return 0;
	for (size_t i = 0; i < shim_node_count(before); i++) {
		TRY(VEC_PUSH(p->ctx, p->all, p->count, p->room));
		p->all[p->count++] = shim_node_at(before, i);
	}
	if (!variable) {
		variable = LLVMAddGlobalInAddressSpace(p->ir->module, type, VARIABLE, GLOBAL_SPACE);
		LLVMSetInitializer(variable, LLVMConstInt(type, 0, false));
		LLVMSetLinkage(variable, LLVMPrivateLinkage);
		LLVMSetGlobalConstant(variable, true);
	}
	LLVMGlobalSetMetadata(variable, p->decorations, md_node(p->ir, p->all, p->count));
	return 0;
}

static bool is_intrinsic(LLVMValueRef function, const char *prefix)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	return len > strlen(prefix) && memcmp(name, prefix, strlen(prefix)) == 0;
}

static int prepare_intrinsics(struct preparing *p)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(p->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (is_intrinsic(f, "llvm.memcpy.") || is_intrinsic(f, "llvm.memmove."))
			state_alignments(p, f);
		if (!is_intrinsic(f, "llvm.ptr.annotation."))
			continue;
		TRY(VEC_PUSH(p->ctx, p->intrinsics, p->intrinsic_count, p->intrinsic_room));
		p->intrinsics[p->intrinsic_count++] = f;
	}
	return 0;
}

/* In the order of the module, for a reproducible output. */
static int prepare_functions(struct preparing *p)
{
	TRY(prepare_intrinsics(p));
	TRY(prepare_loops(p));
	for (LLVMValueRef f = LLVMGetFirstFunction(p->ir->module); f; f = LLVMGetNextFunction(f)) {
		TRY(prepare_function(p, f));
		TRY(prepare_code(p, f));
		prepare_blocks(f);
		TRY(ctx_cancelled(p->ctx));
	}
	return 0;
}

/* The translator knows two triples only; others name a producer or a later consumer. */
static void plain_triple(LLVMModuleRef module)
{
	const char *triple = LLVMGetTarget(module);

	if (str_starts(triple, "spir64") || str_starts(triple, "spirv64"))
		LLVMSetTarget(module, "spir64-unknown-unknown");
	else if (str_starts(triple, "spir"))
		LLVMSetTarget(module, "spir-unknown-unknown");
}

/* The language of a module that was linked of SYCL and OpenCL C is SYCL's. In an image with OpenCL C, the translator
 * would then not know the functions of that language. */
static void name_language(LLVMModuleRef module)
{
	bool sycl = false, kernel = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		sycl |= ir_has(f, "sycl-module-id");
		kernel |= ir_is_kernel(f) && !ir_has(f, "sycl-module-id");
	}
	if (shim_named_count(module, "opencl.ocl.version") && (kernel || !sycl))
		shim_named_remove(module, "spirv.Source");
}

int pass_prepare_spirv(struct pass_run *run)
{
	_cleanup_(drop) struct preparing p = {
		.ctx = run->ctx,
		.arena = &run->arena,
		.ir = run->ir,
		.builder = LLVMCreateBuilderInContext(run->ir->context),
		.decorations = md_kind(run->ir, "spirv.Decorations"),
		.parameters = md_kind(run->ir, "spirv.ParameterDecorations"),
		.typed = shim_typed_pointers(run->ir->module),
	};

	if (ir_is_prepared(run->ir))
		return 0;
	plain_triple(run->ir->module);
	name_language(run->ir->module);
	prepare_debug(&p);
	spirv_lower_always(run->ir);
	/* constants that post-link did not lower; no consumer knows the calls */
	TRY(pass_spec_constants_default(run));
	TRY(inline_into_kernels(run));
	spirv_printf(run);
	for (LLVMValueRef g = LLVMGetFirstGlobal(run->ir->module); g; g = LLVMGetNextGlobal(g))
		TRY(prepare_variable(&p, g));
	TRY(prepare_functions(&p));
	TRY(prepare_modes(&p));
	TRY(prepare_global_annotations(&p));
	return add_variable(&p);
}
