/* ir/describe/spec_constants.c — calls for specialization constants → native constants, loads from a buffer, or default
 * values.
 *
 *   __sycl_getScalar2020SpecConstantValue(name, specialization_id, buffer)
 *   __sycl_getComposite2020SpecConstantValue([pointer to the result,] name, specialization_id, buffer)
 *   llvm.sycl.alloca(name, specialization_id, buffer, element, alignment)
 *
 * All calls are read first, in the order of the code; constants are numbered by first use. Then each call is replaced.
 * Descriptions for the runtime stay in the module as named metadata and are returned to the caller. */
#include "spec_constants.h"

#include "ir/module/metadata.h"

static const char alloca_function[] = "llvm.sycl.alloca";

enum { ARG_NAME, ARG_VARIABLE, ARG_BUFFER, ARG_COUNT, ARG_ELEMENT = ARG_COUNT, ARG_ALIGN, ARG_ALLOCA_COUNT };

/* ---- which functions ---- */

static bool is_asked(LLVMValueRef function)
{
	const char *name = ir_name(function);

	return LLVMIsDeclaration(function) &&
	       (str_starts(name, "_Z37__sycl_getScalar2020SpecConstantValue") ||
		str_starts(name, "_Z40__sycl_getComposite2020SpecConstantValue") || str_starts(name, alloca_function));
}

bool spec_constants_used(const struct image *image)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstUse(f) && is_asked(f))
			return true;
	return false;
}

/* ---- reading calls ---- */

static const char *function_of(LLVMValueRef instruction)
{
	return ir_name(ir_function_of(instruction));
}

static int complain_call(struct specs *specs, LLVMValueRef call, const char *problem)
{
	return syb_fail(specs->run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-call",
			"function '%s': a call for a specialization constant %s", function_of(call), problem);
}

static bool is_view(LLVMValueRef value)
{
	return LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value) ||
	       (LLVMIsAGetElementPtrInst(value) && LLVMGetNumOperands(value) == 1 + 1 &&
		LLVMIsNull(LLVMGetOperand(value, 1)));
}

/* The value stored to a local variable, directly or through casts of its address, if there is exactly one store. */
static LLVMValueRef only_store(LLVMValueRef memory, unsigned depth, unsigned *count)
{
	LLVMValueRef stored = NULL;

	for (LLVMUseRef use = LLVMGetFirstUse(memory); use && *count < 2; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use), found = NULL;

		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == memory) {
			found = LLVMGetOperand(user, 0);
			(*count)++;
		} else if (depth && LLVMIsAInstruction(user) && is_view(user)) {
			found = only_store(user, depth - 1, count);
		}
		stored = found ? found : stored;
	}
	return *count == 1 ? stored : NULL;
}

/* Through casts, and through the local variables of code that was not optimised. */
static LLVMValueRef constant_behind(LLVMValueRef value)
{
	enum { STEPS = 64, CASTS = 4 };

	for (int i = 0; i < STEPS && value && LLVMIsAInstruction(value); i++) {
		if (is_view(value)) {
			value = LLVMGetOperand(value, 0);
		} else if (LLVMIsALoadInst(value)) {
			LLVMValueRef memory = LLVMGetOperand(value, 0);
			unsigned count = 0;

			for (int k = 0; k < CASTS && is_view(memory); k++)
				memory = LLVMGetOperand(memory, 0);
			value = LLVMIsAAllocaInst(memory) ? only_store(memory, CASTS, &count) : NULL;
		} else {
			return NULL;
		}
	}
	return value && LLVMIsConstant(value) ? value : NULL;
}

/* The pointee type of the pointer to the result. */
static LLVMTypeRef result_type(LLVMValueRef call)
{
	unsigned kind = ir_attribute_kind("sret");
	LLVMAttributeRef sret = LLVMGetCallSiteEnumAttribute(call, 1, kind);
	LLVMTypeRef pointer = LLVMTypeOf(LLVMGetOperand(call, 0));

	if (!sret)
		sret = LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), 1, kind);
	if (sret)
		return LLVMGetTypeAttributeValue(sret);
	return LLVMPointerTypeIsOpaque(pointer) ? NULL : LLVMGetElementType(pointer);
}

/* The number of elements to allocate has the type that the variable begins with. */
static LLVMTypeRef first_type(LLVMTypeRef type)
{
	while (spec_is_composite(type) && spec_member_count(type))
		type = ir_part_type(type, 0);
	return type;
}

/* The type of the constant; NULL for an unknown form of call. */
static LLVMTypeRef read_form(struct spec_call *call, LLVMValueRef variable)
{
	LLVMTypeRef type = LLVMTypeOf(call->call);

	if (call->element) {
		type = first_type(LLVMGlobalGetValueType(variable));
		return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? type : NULL;
	}
	if (call->first)
		return result_type(call->call);
	/* a byte in memory */
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1)
		return LLVMInt8TypeInContext(LLVMGetTypeContext(type));
	return type;
}

/* A malformed constant is not added, so each call for it is reported. */
static int add_spec(struct specs *specs, struct spec *spec, LLVMValueRef variable, LLVMValueRef call, size_t *out_spec)
{
	struct pass_run *run = specs->run;
	size_t *at = hash_get(&specs->by_name, spec->name.ptr, spec->name.len);
	bool found;

	if (at) {
		*out_spec = *at;
		return specs->list[*at].type == spec->type
			       ? 0
			       : complain_call(specs, call, "requests a different type than an earlier call");
	}
	TRY(spec_read_type(specs, spec, function_of(call)));
	TRY(spec_read_default(specs, spec, variable, function_of(call)));
	TRY(VEC_PUSH(run->ctx, specs->list, specs->count, specs->room));
	TRY(hash_put(run->ctx, &specs->by_name, spec->name.ptr, spec->name.len, specs->count, &at, &found));
	*out_spec = specs->count;
	specs->list[specs->count++] = *spec;

	return 0;
}

static int read_arguments(struct specs *specs, struct spec_call *call)
{
	LLVMValueRef name = constant_behind(LLVMGetOperand(call->call, call->first + ARG_NAME));
	LLVMValueRef id = constant_behind(LLVMGetOperand(call->call, call->first + ARG_VARIABLE));
	LLVMValueRef variable = id ? constant_variable(id) : NULL;
	LLVMTypeKind buffer = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call->call, call->first + ARG_BUFFER)));
	struct spec spec = { 0 };

	if (!name || !constant_text(name, &spec.name) || spec.name.len == 0)
		return complain_call(specs, call->call, "has a name that is not a constant string");
	if (!variable)
		return complain_call(specs, call->call, "has a specialization_id that is not a constant variable");
	if (buffer != LLVMPointerTypeKind)
		return complain_call(specs, call->call, "has a buffer argument that is not a pointer");
	spec.type = read_form(call, variable);
	if (!spec.type)
		return complain_call(specs, call->call, "has an unknown result type");
	TRY(add_spec(specs, &spec, variable, call->call, &call->spec));
	TRY(values_add(specs->run->ctx, &specs->variables, constant_variable(name), NULL));
	return values_add(specs->run->ctx, &specs->variables, variable, NULL);
}

/* Checks the number and kinds of the arguments; read_arguments reads their values. */
static int check_arguments(struct specs *specs, const struct spec_call *call)
{
	LLVMValueRef instruction = call->call;
	LLVMTypeRef type = LLVMTypeOf(instruction);

	if (LLVMGetNumArgOperands(instruction) != call->first + (call->element ? ARG_ALLOCA_COUNT : ARG_COUNT))
		return complain_call(specs, instruction, "has the wrong number of arguments");
	if (call->element && (LLVMGetTypeKind(type) != LLVMPointerTypeKind || !LLVMTypeIsSized(call->element) ||
			      !LLVMIsAConstantInt(LLVMGetOperand(instruction, ARG_ALIGN)) ||
			      LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(instruction, ARG_ALIGN))) > 64))
		return complain_call(specs, instruction, "allocates memory with invalid arguments");
	if (call->first && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(instruction, 0))) != LLVMPointerTypeKind)
		return complain_call(specs, instruction, "has no pointer to its result");
	return 0;
}

static int read_call(struct specs *specs, LLVMValueRef instruction)
{
	struct spec_call call = { .call = instruction };

	call.first = LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind;
	if (str_starts(ir_name(LLVMGetCalledValue(instruction)), alloca_function)) {
		if (LLVMGetNumArgOperands(instruction) <= ARG_ELEMENT)
			return complain_call(specs, instruction, "has the wrong number of arguments");
		call.element = LLVMTypeOf(LLVMGetOperand(instruction, ARG_ELEMENT));
	}
	TRY(check_arguments(specs, &call));
	TRY(read_arguments(specs, &call));
	TRY(VEC_PUSH(specs->run->ctx, specs->calls, specs->call_count, specs->call_room));
	specs->calls[specs->call_count++] = call;
	return 0;
}

/* ---- finding calls ---- */

static bool is_call(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;

	return callee && LLVMIsAFunction(callee) && is_asked(callee) &&
	       LLVMGetCalledFunctionType(instruction) == LLVMGlobalGetValueType(callee);
}

/* Report all errors; stop only without memory. */
static int find_in_function(struct specs *specs, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			int r = is_call(i) ? read_call(specs, i) : 0;

			if (r == -SYB_E_NOMEM)
				return r;
			if (specs->result == 0)
				specs->result = r;
		}
	return 0;
}

static void check_uses(struct specs *specs, LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAInstruction(user) && is_call(user) && LLVMGetCalledValue(user) == function)
			continue;
		specs->result = syb_fail(specs->run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-call",
					 "the address of '%s' is used; only calls are supported", ir_name(function));
		return;
	}
}

static int find_calls(struct specs *specs)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(specs->module); f; f = LLVMGetNextFunction(f)) {
		if (is_asked(f))
			check_uses(specs, f);
		TRY(find_in_function(specs, f));
	}
	return specs->result;
}

static void number_leaves(struct specs *specs)
{
	uint32_t next = 0;

	for (size_t i = 0; i < specs->count; i++)
		for (size_t k = 0; k < specs->list[i].leaf_count; k++)
			specs->list[i].leaves[k].id = next++;
}

/* ---- replacing calls ---- */

/* Remove casts that only the call used. */
static void drop_views(LLVMValueRef value)
{
	while (value && LLVMIsAInstruction(value) && is_view(value) && !LLVMGetFirstUse(value)) {
		LLVMValueRef below = LLVMGetOperand(value, 0);

		LLVMInstructionEraseFromParent(value);
		value = below;
	}
}

static void erase_call(LLVMValueRef call, LLVMValueRef replacement)
{
	LLVMValueRef arguments[ARG_ALLOCA_COUNT + 1] = { NULL };
	unsigned count = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < count; i++)
		arguments[i] = LLVMGetOperand(call, i);
	if (replacement)
		LLVMReplaceAllUsesWith(call, replacement);
	if (replacement && LLVMIsAInstruction(replacement) && *ir_name(call))
		shim_take_name(replacement, call);
	LLVMInstructionEraseFromParent(call);
	for (unsigned i = 0; i < count; i++) {
		bool again = false;

		for (unsigned k = 0; k < i; k++)
			again |= arguments[k] == arguments[i];
		if (!again)
			drop_views(arguments[i]);
	}
}

static void store_result(struct specs *specs, const struct spec_call *call, LLVMValueRef value)
{
	unsigned kind = ir_attribute_kind("align");
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call->call, 1, kind);
	LLVMValueRef pointer = LLVMGetOperand(call->call, 0), store;
	LLVMTypeRef wanted = LLVMPointerType(LLVMTypeOf(value), LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)));

	store = LLVMBuildStore(specs->builder, value, LLVMBuildBitCast(specs->builder, pointer, wanted, ""));
	if (align)
		LLVMSetAlignment(store, (unsigned)LLVMGetEnumAttributeValue(align));
}

static LLVMValueRef allocate(struct specs *specs, const struct spec_call *call, LLVMValueRef count)
{
	uint64_t align = LLVMConstIntGetZExtValue(LLVMGetOperand(call->call, ARG_ALIGN));
	LLVMValueRef memory = LLVMBuildArrayAlloca(specs->builder, call->element, count, "");

	if (align && (align & (align - 1)) == 0 && align <= UINT32_C(1) << 29)
		LLVMSetAlignment(memory, (unsigned)align);
	return LLVMBuildPointerCast(specs->builder, memory, LLVMTypeOf(call->call), "");
}

/* Code that was compiled for SPIR-V constants has no buffer. */
static bool has_buffer(struct specs *specs, const struct spec_call *call, const struct spec *spec)
{
	LLVMValueRef buffer = LLVMGetOperand(call->call, call->first + ARG_BUFFER);

	if (!LLVMIsNull(buffer) && !LLVMIsUndef(buffer))
		return true;
	if (!specs->run->opts.without_warnings)
		syb_report(specs->run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "spec-constant-buffer",
			   "function '%s': specialization constant '%.*s' has no buffer and "
			   "keeps its default value",
			   function_of(call->call), (int)spec->name.len, spec->name.ptr);
	return false;
}

static int make_value(struct specs *specs, const struct spec_call *call, LLVMValueRef *out_value)
{
	const struct spec *spec = &specs->list[call->spec];

	switch (specs->how) {
	case SPEC_NATIVE:
		return spec_native_value(specs, spec, out_value);
	case SPEC_EMULATION:
		if (has_buffer(specs, call, spec)) {
			*out_value =
				spec_emulation_value(specs, spec, LLVMGetOperand(call->call, call->first + ARG_BUFFER));
			return 0;
		}
		break;
	case SPEC_DEFAULTS:
		break;
	}
	return spec_default(specs, spec, out_value);
}

static int replace_call(struct specs *specs, const struct spec_call *call)
{
	LLVMValueRef value = NULL;

	LLVMPositionBuilderBefore(specs->builder, call->call);
	TRY(make_value(specs, call, &value));
	if (call->first) {
		store_result(specs, call, value);
		erase_call(call->call, NULL);
		return 0;
	}
	if (call->element)
		value = allocate(specs, call, value);
	else if (LLVMTypeOf(value) != LLVMTypeOf(call->call))
		value = LLVMBuildTrunc(specs->builder, value, LLVMTypeOf(call->call), "");
	erase_call(call->call, value);
	return 0;
}

/* Translators would turn unused globals into variables. */
static void drop_unused(struct specs *specs)
{
	LLVMValueRef next;

	for (LLVMValueRef f = LLVMGetFirstFunction(specs->module); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (!LLVMGetFirstUse(f) && is_asked(f))
			LLVMDeleteFunction(f);
	}
	for (size_t i = 0; i < specs->variables.count; i++)
		shim_global_drop_unused(specs->variables.items[i]);
}

/* ---- descriptions for the runtime ---- */

static size_t put_triple(uint32_t *triples, size_t count, uint32_t id, uint32_t offset, uint32_t size)
{
	triples[3 * count] = id;
	triples[3 * count + 1] = offset;
	triples[3 * count + 2] = size;
	return count + 1;
}

/* The place of each scalar, and the padding at the end. */
static int describe(struct specs *specs, const struct spec *spec, struct spec_constant *out)
{
	struct pass_run *run = specs->run;
	uint32_t *triples = arena_array(run->ctx, &run->arena, spec->leaf_count + 2, 3 * sizeof(*triples)), end = 0;
	size_t count = 0;

	if (!triples)
		return -SYB_E_NOMEM;
	if (specs->how == SPEC_EMULATION) {
		count = put_triple(triples, count, spec->id, 0, spec->size);
		if (spec->padding)
			count = put_triple(triples, count, SPEC_PADDING_ID, spec->size, spec->padding);
	}
	for (size_t i = 0; i < spec->leaf_count && specs->how == SPEC_NATIVE; i++) {
		const struct spec_leaf *leaf = &spec->leaves[i];

		if (leaf->undef)
			continue;
		count = put_triple(triples, count, leaf->id, leaf->offset, leaf->size);
		end = leaf->offset + leaf->size;
	}
	if (specs->how == SPEC_NATIVE && end < spec->size)
		count = put_triple(triples, count, SPEC_PADDING_ID, end, spec->size - end);
	out->name = arena_string(run->ctx, &run->arena, spec->name.ptr, spec->name.len);
	out->triples = triples;
	out->triple_count = count;
	return out->name ? 0 : -SYB_E_NOMEM;
}

static int add_constant(struct specs *specs, const struct spec_constant *constant)
{
	struct pass_run *run = specs->run;
	size_t count = 1 + 3 * constant->triple_count;
	LLVMMetadataRef *operands = arena_array(run->ctx, &run->arena, count, sizeof(LLVMMetadataRef));

	if (!operands)
		return -SYB_E_NOMEM;
	operands[0] = md_string(run->ir, constant->name, strlen(constant->name));
	for (size_t i = 1; i < count; i++)
		operands[i] = md_int(run->ir, 32, constant->triples[i - 1]);
	shim_named_add(specs->module, SPEC_CONSTANTS_NAME, md_node(run->ir, operands, count));
	return 0;
}

static void add_value(struct specs *specs, LLVMValueRef value)
{
	LLVMMetadataRef operand = LLVMValueAsMetadata(value);

	shim_named_add(specs->module, SPEC_DEFAULTS_NAME, md_node(specs->run->ir, &operand, 1));
}

static int add_default(struct specs *specs, const struct spec *spec)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(specs->run->ir->context);
	LLVMValueRef value;

	TRY(spec_default(specs, spec, &value));
	add_value(specs, value);
	if (spec->padding)
		add_value(specs, LLVMConstNull(LLVMArrayType(byte, spec->padding)));
	return 0;
}

static int collect_defaults(struct specs *specs, struct syb_bytes *out)
{
	uint8_t *bytes;
	size_t size = 0;

	for (size_t i = 0; i < specs->count; i++)
		size += (size_t)specs->list[i].size + specs->list[i].padding;
	bytes = arena_alloc(specs->run->ctx, &specs->run->arena, size + 1);
	if (!bytes)
		return -SYB_E_NOMEM;
	*out = (struct syb_bytes){ bytes, size };
	for (size_t i = 0; i < specs->count; i++) {
		memcpy(bytes, specs->list[i].bytes, specs->list[i].size);
		bytes += specs->list[i].size + specs->list[i].padding;
	}
	return 0;
}

static int state_constants(struct specs *specs, struct spec_constants *out)
{
	struct pass_run *run = specs->run;

	TRY(collect_defaults(specs, &out->defaults));
	out->list = arena_array(run->ctx, &run->arena, specs->count + 1, sizeof(*out->list));
	if (!out->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < specs->count; i++) {
		TRY(describe(specs, &specs->list[i], &out->list[i]));
		TRY(add_constant(specs, &out->list[i]));
		TRY(add_default(specs, &specs->list[i]));
	}
	out->count = specs->count;
	return 0;
}

/* ---- all of it ---- */

static void free_specs(struct specs *specs)
{
	struct allocator from = allocator_of(specs->run->ctx);

	allocator_free(from, specs->list);
	allocator_free(from, specs->calls);
	values_free(&specs->variables);
	hash_free(&specs->by_name);
	buf_free(&specs->name);
	LLVMDisposeBuilder(specs->builder);
}

int spec_constants_lower(struct pass_run *run, struct image *image, enum spec_lowering how,
			 struct spec_constants *out_constants)
{
	_cleanup_(free_specs) struct specs specs = {
		.run = run,
		.module = image->module,
		.layout = LLVMGetModuleDataLayout(image->module),
		.builder = LLVMCreateBuilderInContext(run->ir->context),
		.how = how,
	};
	struct spec_constants constants = { .replaced = how == SPEC_DEFAULTS };

	TRY(find_calls(&specs));
	if (how != SPEC_DEFAULTS && specs.call_count && shim_named_count(image->module, SPEC_CONSTANTS_NAME))
		return syb_fail(run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-call",
				"the module has both numbered specialization constants and calls for others");
	if (how == SPEC_EMULATION)
		spec_emulation_layout(&specs);
	else
		number_leaves(&specs);
	if (how != SPEC_DEFAULTS)
		TRY(state_constants(&specs, &constants)); /* before names go away with their variables */
	for (size_t i = 0; i < specs.call_count; i++)
		TRY(replace_call(&specs, &specs.calls[i]));
	drop_unused(&specs);
	*out_constants = constants;
	return 0;
}

static int run_pass(struct pass_run *run, enum spec_lowering how)
{
	struct image image = { .module = run->ir->module };
	struct spec_constants constants;

	return spec_constants_used(&image) ? spec_constants_lower(run, &image, how, &constants) : 0;
}

int pass_spec_constants_native(struct pass_run *run)
{
	return run_pass(run, SPEC_NATIVE);
}

int pass_spec_constants_emulation(struct pass_run *run)
{
	return run_pass(run, SPEC_EMULATION);
}

int pass_spec_constants_default(struct pass_run *run)
{
	return run_pass(run, SPEC_DEFAULTS);
}
