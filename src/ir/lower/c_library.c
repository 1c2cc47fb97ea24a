/* ir/lower/c_library.c — mathematical functions of the C library → those of the device: instructions of SPIR-V, or
 * functions of libclc. The front end reports calls of others. */
#include "front_end.h"

#include <stdio.h>

struct c_function {
	const char *name, *spirv, *opencl, *types; /* T: float or double, by the end of the name */
};

static const struct c_function functions[] = {
#define C_REAL(name, types) { #name, #name, #name, types },
#define C_WHOLE(name, spirv, opencl, type) { #name, #spirv, #opencl, type },
#include "c_library.def"
#undef C_REAL
#undef C_WHOLE
};

/* The row of a name, and whether it is that of float. */
static const struct c_function *find(const char *name, bool *out_single)
{
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		const char *rest = str_starts(name, functions[i].name) ? name + strlen(functions[i].name) : "?";

		*out_single = str_eq(rest, "f");
		if (*rest == '\0' || (*out_single && functions[i].types[0] == 'T'))
			return &functions[i];
	}
	return NULL;
}

enum { NAME_ROOM = 48 };

static void device_name(LLVMModuleRef module, const struct c_function *function, bool single, char name[NAME_ROOM])
{
	const bool spirv = str_starts(LLVMGetTarget(module), "spir");
	const char *prefix = spirv ? "__spirv_ocl_" : "", *word = spirv ? function->spirv : function->opencl;
	int len = snprintf(name, NAME_ROOM, "_Z%zu%s%s", strlen(prefix) + strlen(word), prefix, word);

	for (const char *type = function->types; *type; type++)
		name[len++] = *type != 'T' ? *type : single ? 'f' : 'd';
	name[len] = '\0';
}

/* Rename a function to the device's; an existing function of that name takes over its calls. */
static void rename_function(LLVMModuleRef module, LLVMValueRef function, const char *name)
{
	LLVMValueRef existing = LLVMGetNamedFunction(module, name);

	if (!existing) {
		LLVMSetValueName2(function, name, strlen(name));
	} else if (LLVMGlobalGetValueType(existing) == LLVMGlobalGetValueType(function)) {
		LLVMReplaceAllUsesWith(function, existing);
		LLVMDeleteFunction(function);
	}
}

void fe_use_device_library(struct front_end *fe)
{
	LLVMModuleRef module = fe->run->ir->module;

	for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
		const struct c_function *function;
		char name[NAME_ROOM];
		bool single;

		next = LLVMGetNextFunction(f);
		function = LLVMIsDeclaration(f) ? find(ir_name(f), &single) : NULL;
		if (!function)
			continue;
		device_name(module, function, single, name);
		rename_function(module, f, name);
	}
}
