/* ir/lower/front_end_clean.c — the end of the pass front-end: a module of device code.
 *
 * The same source has code for the host, and clang writes it, too. Entry points are known, so all else is for this
 * module alone and goes unless an entry point needs it. Folders of the machine that compiled do not stay. */
#include "front_end.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

int fe_remember(struct front_end *fe, struct fe_values *values, LLVMValueRef value)
{
	for (size_t i = 0; i < values->count; i++)
		if (values->list[i] == value)
			return 0;
	TRY(VEC_PUSH(fe->run->ctx, values->list, values->count, values->room));
	values->list[values->count++] = value;
	return 0;
}

void fe_replace_list(struct front_end *fe, LLVMValueRef list, LLVMValueRef *entries, unsigned count)
{
	LLVMTypeRef element = LLVMGetElementType(LLVMGlobalGetValueType(list));
	LLVMValueRef fresh;

	if (count > 0) {
		fresh = LLVMAddGlobalInAddressSpace(fe->run->ir->module, LLVMArrayType(element, count), "",
						    LLVMGetPointerAddressSpace(LLVMTypeOf(list)));
		LLVMSetInitializer(fresh, LLVMConstArray(element, entries, count));
		LLVMSetLinkage(fresh, LLVMAppendingLinkage);
		LLVMSetSection(fresh, LLVMGetSection(list));
		LLVMDeleteGlobal(list);
		LLVMSetValueName2(fresh, "llvm.global.annotations", strlen("llvm.global.annotations"));
	} else {
		LLVMDeleteGlobal(list);
	}
}

/* ---- calls ---- */

enum { CALL_TEXT = 1, CALL_FILE = 2 };

/* A constant with a file's name, of the type that the call wants. */
static LLVMValueRef file_name(struct front_end *fe, struct text name, LLVMTypeRef type)
{
	LLVMContextRef context = fe->run->ir->context;
	LLVMValueRef bytes = LLVMConstStringInContext(context, name.ptr, (unsigned)name.len, false), variable;

	for (variable = LLVMGetFirstGlobal(fe->run->ir->module); variable; variable = LLVMGetNextGlobal(variable))
		if (LLVMGetLinkage(variable) == LLVMPrivateLinkage && LLVMGetInitializer(variable) == bytes &&
		    str_eq(LLVMGetSection(variable), "llvm.metadata"))
			return LLVMConstPointerCast(variable, type);
	variable = LLVMAddGlobalInAddressSpace(fe->run->ir->module, LLVMTypeOf(bytes), ".file",
					       LLVMGetPointerAddressSpace(type));
	LLVMSetInitializer(variable, bytes);
	LLVMSetLinkage(variable, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(variable, true);
	LLVMSetUnnamedAddress(variable, LLVMGlobalUnnamedAddr);
	LLVMSetSection(variable, "llvm.metadata");
	return LLVMConstPointerCast(variable, type);
}

/* The name of a file that a constant names with its folder; NULL when it has none. */
static LLVMValueRef bare_file(struct front_end *fe, LLVMValueRef constant)
{
	struct text file;
	size_t at;

	if (!constant_text(constant, &file))
		return NULL;
	for (at = file.len; at > 0 && file.ptr[at - 1] != '/'; at--)
		;
	if (at == 0)
		return NULL;
	return file_name(fe, (struct text){ file.ptr + at, file.len - at }, LLVMTypeOf(constant));
}

LLVMValueRef fe_without_folder(struct front_end *fe, LLVMValueRef entry)
{
	LLVMValueRef fields[8], file;
	unsigned count = (unsigned)LLVMGetNumOperands(entry);

	if (count <= CALL_FILE || count > ARRAY_SIZE(fields))
		return entry;
	file = bare_file(fe, LLVMGetOperand(entry, CALL_FILE));
	for (unsigned i = 0; i < count; i++)
		fields[i] = i == CALL_FILE && file ? file : LLVMGetOperand(entry, i);
	return LLVMConstStructInContext(fe->run->ir->context, fields, count, false);
}

static void finish_call(struct front_end *fe, LLVMValueRef call)
{
	struct text text;
	LLVMValueRef file;

	if (LLVMGetNumArgOperands(call) <= CALL_FILE || !constant_text(LLVMGetOperand(call, CALL_TEXT), &text))
		return;
	if (text.len >= strlen("sybil.source:") && memcmp(text.ptr, "sybil.source:", strlen("sybil.source:")) == 0) {
		if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
			LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
		LLVMInstructionEraseFromParent(call);
		return;
	}
	file = bare_file(fe, LLVMGetOperand(call, CALL_FILE));
	if (file)
		LLVMSetOperand(call, CALL_FILE, file);
}

int fe_finish_calls(struct front_end *fe)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(fe->run->ir->module); f; f = LLVMGetNextFunction(f)) {
		size_t len;
		const char *name = LLVMGetValueName2(f, &len);
		LLVMUseRef use, next;

		if (!str_starts(name, "llvm.var.annotation") && !str_starts(name, "llvm.ptr.annotation"))
			continue;
		for (use = LLVMGetFirstUse(f); use; use = next) {
			next = LLVMGetNextUse(use);
			if (LLVMIsACallInst(LLVMGetUser(use)))
				finish_call(fe, LLVMGetUser(use));
		}
	}
	return 0;
}

/* ---- aliases ---- */

static int copy_attributes(struct front_end *fe, LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex index)
{
	unsigned count = LLVMGetAttributeCountAtIndex(from, index);
	LLVMAttributeRef *list = arena_alloc(fe->run->ctx, &fe->run->arena, (count + 1) * sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	LLVMGetAttributesAtIndex(from, index, list);
	for (unsigned i = 0; i < count; i++)
		LLVMAddAttributeAtIndex(to, index, list[i]);
	return 0;
}

/* The name goes from one to the other. */
static int move_name(struct front_end *fe, LLVMValueRef from, LLVMValueRef to)
{
	size_t len;
	const char *name = LLVMGetValueName2(from, &len);
	char *copy = arena_alloc(fe->run->ctx, &fe->run->arena, len + 1);

	if (!copy)
		return -SYB_E_NOMEM;
	memcpy(copy, name, len);
	LLVMSetValueName2(from, "", 0);
	LLVMSetValueName2(to, copy, len);
	return 0;
}

/* A function that hands its arguments to another one, with the same name as an alias. */
static int write_caller(struct front_end *fe, LLVMValueRef alias, LLVMValueRef target)
{
	struct syb_ir *ir = fe->run->ir;
	LLVMTypeRef type = LLVMGlobalGetValueType(target);
	unsigned count = LLVMCountParams(target);
	LLVMValueRef function = LLVMAddFunction(ir->module, "", type), call;
	LLVMValueRef *arguments = arena_alloc(fe->run->ctx, &fe->run->arena, (count + 1) * sizeof(LLVMValueRef));
	LLVMBuilderRef builder;

	if (!arguments)
		return -SYB_E_NOMEM;

	for (unsigned i = 0; i <= count; i++)
		TRY(copy_attributes(fe, target, function, i));
	TRY(copy_attributes(fe, target, function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex));
	LLVMSetFunctionCallConv(function, LLVMGetFunctionCallConv(target));
	LLVMSetLinkage(function, LLVMGetLinkage(alias));
	LLVMGetParams(function, arguments);
	builder = LLVMCreateBuilderInContext(ir->context);
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(ir->context, function, ""));
	call = LLVMBuildCall2(builder, type, target, arguments, count, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(target));
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, call);
	LLVMDisposeBuilder(builder);
	LLVMReplaceAllUsesWith(alias, function);
	return move_name(fe, alias, function);
}

int fe_replace_aliases(struct front_end *fe)
{
	LLVMValueRef next;
	int r = 0;

	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(fe->run->ir->module); a && r == 0; a = next) {
		LLVMValueRef target = LLVMIsAFunction(LLVMAliasGetAliasee(a));

		next = LLVMGetNextGlobalAlias(a);
		if (!target || LLVMTypeOf(target) != LLVMTypeOf(a))
			continue;
		r = write_caller(fe, a, target);
		LLVMSetLinkage(a, LLVMInternalLinkage); /* unused, so it is removed with other unused functions */
	}
	return r;
}

/* ---- device code ---- */

static bool is_entry(LLVMValueRef function)
{
	size_t len;

	return ir_attribute(function, "sycl-module-id", &len);
}

static void mark_entries(struct front_end *fe)
{
	LLVMAttributeRef id =
		LLVMCreateStringAttribute(fe->run->ir->context, "sycl-module-id", strlen("sycl-module-id"),
					  fe->module.ptr, (unsigned)fe->module.len);

	for (size_t i = 0; i < fe->entries.count; i++)
		LLVMAddAttributeAtIndex(fe->entries.list[i], LLVMAttributeFunctionIndex, id);
}

/* Nothing outside sees it; copies of one thing may stay copies. */
static void hide(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	if (LLVMIsDeclaration(global))
		return;
	if (linkage == LLVMWeakODRLinkage)
		LLVMSetLinkage(global, LLVMLinkOnceODRLinkage);
	else if (linkage == LLVMWeakAnyLinkage || linkage == LLVMExternalLinkage || linkage == LLVMCommonLinkage)
		LLVMSetLinkage(global, LLVMInternalLinkage);
}

static bool has_attribute(LLVMValueRef global, const char *wanted)
{
	const char *name, *value;
	size_t name_len, value_len;

	for (size_t i = 0; i < shim_global_attribute_count(global); i++)
		if (shim_global_attribute_at(global, i, &name, &name_len, &value, &value_len) &&
		    text_is((struct text){ name, name_len }, wanted))
			return true;
	return false;
}

/* Variables of a work-group: clang puts them where all variables are. */
static void move_to_local_memory(struct front_end *fe)
{
	enum { LOCAL = 3 };
	LLVMValueRef next;

	for (LLVMValueRef v = LLVMGetFirstGlobal(fe->run->ir->module); v; v = next) {
		next = LLVMGetNextGlobal(v);
		if (has_attribute(v, "sycl-work-group-static"))
			shim_global_move(v, LOCAL);
	}
}

static void drop_list(struct front_end *fe, const char *name)
{
	LLVMValueRef list = LLVMGetNamedGlobal(fe->run->ir->module, name);

	if (list)
		LLVMDeleteGlobal(list);
}

static int drop_unused(struct front_end *fe)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(fe->run->ir->module, "globaldce", NULL, options);
	char *message;
	int r = 0;

	LLVMDisposePassBuilderOptions(options);
	if (error) {
		message = LLVMGetErrorMessage(error);
		r = syb_fail(fe->run->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "%s", message);
		LLVMDisposeErrorMessage(message);
	}
	return r;
}

int fe_keep_device_code(struct front_end *fe)
{
	LLVMModuleRef module = fe->run->ir->module;

	/* what would start before main(), and what is kept for linkers of the host */
	drop_list(fe, "llvm.global_ctors");
	drop_list(fe, "llvm.global_dtors");
	drop_list(fe, "llvm.used");
	drop_list(fe, "llvm.compiler.used");
	for (size_t i = 0; i < fe->carriers.count; i++)
		shim_global_drop_unused(fe->carriers.list[i]);
	move_to_local_memory(fe);
	mark_entries(fe);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		LLVMSetComdat(f, NULL);
		if (!is_entry(f))
			hide(f);
	}
	for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) {
		LLVMSetComdat(v, NULL);
		if (shim_global_attribute_count(v) == 0 && LLVMGetLinkage(v) != LLVMAppendingLinkage)
			hide(v);
	}
	return drop_unused(fe);
}
