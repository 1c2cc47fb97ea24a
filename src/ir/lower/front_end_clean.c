/* ir/lower/front_end_clean.c — the end of the pass front-end: removes host code.
 *
 * clang also writes the host code of the source. Everything that no entry point needs is removed, and folder names of
 * the compiling machine are cut off. */
#include "front_end.h"

#include <llvm-c/Comdat.h>

/* ---- calls ---- */

enum { CALL_TEXT = 1, CALL_FILE = 2 };

/* A constant with the name of a file, of the type that calls take. */
static LLVMValueRef file_name(struct front_end *fe, struct text name, LLVMTypeRef type)
{
	LLVMContextRef context = fe->run->ir->context;
	LLVMValueRef bytes = LLVMConstStringInContext(context, name.ptr, (unsigned)name.len, false), variable;

	for (variable = LLVMGetFirstGlobal(fe->run->ir->module); variable; variable = LLVMGetNextGlobal(variable))
		if (LLVMGetLinkage(variable) == LLVMPrivateLinkage && LLVMGetInitializer(variable) == bytes &&
		    str_eq(LLVMGetSection(variable), "llvm.metadata"))
			return LLVMConstPointerCast(variable, type);
	variable = ir_add_constant(fe->run->ir->module, bytes, ".file", LLVMGetPointerAddressSpace(type));
	LLVMSetSection(variable, "llvm.metadata");
	return LLVMConstPointerCast(variable, type);
}

/* The file name without its folder; NULL when the constant names no folder. */
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
	return file_name(fe, text_after(file, at), LLVMTypeOf(constant));
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
	if (text_starts(text, "sybil.source:")) {
		if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
			LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
		LLVMInstructionEraseFromParent(call);
		return;
	}
	file = bare_file(fe, LLVMGetOperand(call, CALL_FILE));
	if (file)
		LLVMSetOperand(call, CALL_FILE, file);
}

void fe_finish_calls(struct front_end *fe)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(fe->run->ir->module); f; f = LLVMGetNextFunction(f)) {
		const char *name = ir_name(f);
		LLVMUseRef use, next;

		if (!str_starts(name, "llvm.var.annotation") && !str_starts(name, "llvm.ptr.annotation"))
			continue;
		for (use = LLVMGetFirstUse(f); use; use = next) {
			next = LLVMGetNextUse(use);
			if (LLVMIsACallInst(LLVMGetUser(use)))
				finish_call(fe, LLVMGetUser(use));
		}
	}
}

/* ---- aliases ---- */

/* A function that passes its arguments on to the target, with the name of the alias. */
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
	shim_copy_attributes(function, target);
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
	shim_take_name(function, alias);
	return 0;
}

int fe_replace_aliases(struct front_end *fe)
{
	LLVMValueRef next;

	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(fe->run->ir->module); a; a = next) {
		LLVMValueRef target = LLVMIsAFunction(LLVMAliasGetAliasee(a));

		next = LLVMGetNextGlobalAlias(a);
		if (!target || LLVMTypeOf(target) != LLVMTypeOf(a))
			continue;
		TRY(write_caller(fe, a, target));
		LLVMSetLinkage(a, LLVMInternalLinkage); /* unused, so globaldce removes it */
	}
	return 0;
}

/* ---- device code ---- */

static void mark_entries(struct front_end *fe)
{
	LLVMAttributeRef id =
		LLVMCreateStringAttribute(fe->run->ir->context, "sycl-module-id", strlen("sycl-module-id"),
					  fe->module.ptr, (unsigned)fe->module.len);

	for (size_t i = 0; i < fe->entries.count; i++)
		LLVMAddAttributeAtIndex(fe->entries.items[i], LLVMAttributeFunctionIndex, id);
}

/* Hide a global from other modules; linkonce copies may stay. */
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

/* clang does not know that variables of a work-group belong into local memory. */
static void move_to_local_memory(struct front_end *fe)
{
	enum { LOCAL = 3 };
	LLVMValueRef next;

	for (LLVMValueRef v = LLVMGetFirstGlobal(fe->run->ir->module); v; v = next) {
		next = LLVMGetNextGlobal(v);
		if (ir_variable_attribute(v, "sycl-work-group-static").ptr)
			shim_global_move(v, LOCAL);
	}
}

static void drop_list(struct front_end *fe, const char *name)
{
	LLVMValueRef list = LLVMGetNamedGlobal(fe->run->ir->module, name);

	if (list)
		LLVMDeleteGlobal(list);
}

int fe_keep_device_code(struct front_end *fe)
{
	LLVMModuleRef module = fe->run->ir->module;

	/* constructors of the host, and lists for its linker */
	drop_list(fe, "llvm.global_ctors");
	drop_list(fe, "llvm.global_dtors");
	drop_list(fe, "llvm.used");
	drop_list(fe, "llvm.compiler.used");
	for (size_t i = 0; i < fe->carriers.count; i++)
		shim_global_drop_unused(fe->carriers.items[i]);
	move_to_local_memory(fe);
	mark_entries(fe);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		LLVMSetComdat(f, NULL);
		if (!ir_has(f, "sycl-module-id"))
			hide(f);
	}
	for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) {
		LLVMSetComdat(v, NULL);
		if (shim_attribute_count(v, 0) == 0 && LLVMGetLinkage(v) != LLVMAppendingLinkage)
			hide(v);
	}
	return ir_run_passes(fe->run->ctx, fe->run->ir, "globaldce");
}
