/* ir/aspects/opencl_aspects.c — aspects of OpenCL C.
 *
 * SYCL's headers list the types that need aspects; OpenCL C has no such list, but its types and functions are known:
 * values of half, images and samplers as kernel arguments, 64-bit atomics. sybil/spirv_aspects.def has the same rules
 * for SPIR-V, so that a package states the requirements that its code is found to have. */
#include "ir/split/uses.h"

static const char *const lists[] = { "sycl_aspects", "intel_aspects", "sycl_types_that_use_aspects",
				     "intel_types_that_use_aspects" };

static aspect_set one(struct aspects *a, const char *name)
{
	int64_t number;

	return aspects_number(a, name, strlen(name), &number) ? aspects_one(a, number) : 0;
}

void opencl_aspects_init(struct aspects *a)
{
	if (shim_named_count(a->ir->module, "opencl.ocl.version") == 0)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		if (shim_named_count(a->ir->module, lists[i]))
			return; /* SYCL's metadata is more precise */
	a->fp16 = one(a, "fp16");
	a->image = one(a, "image");
	a->atomic64 = one(a, "atomic64");
}

/* ---- atomics ---- */

static bool is_wide(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMDoubleTypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64);
}

/* _Z8atom_add…, _Z25atomic_fetch_add_explicit…, _Z18__spirv_AtomicIAdd…; atomic_init does not access memory. */
static bool is_atomic_name(const char *name)
{
	if (!str_starts(name, "_Z"))
		return false;
	name += strlen("_Z");
	name += strspn(name, "0123456789");
	return str_starts(name, "atom_") || str_starts(name, "__spirv_Atomic") ||
	       (str_starts(name, "atomic_") && !str_starts(name, "atomic_init"));
}

static bool is_wide_call(LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	unsigned count = LLVMGetNumArgOperands(call);

	if (!callee || !LLVMIsDeclaration(callee) || !is_atomic_name(ir_name(callee)))
		return false;
	if (is_wide(LLVMTypeOf(call)))
		return true;
	for (unsigned i = 0; i < count; i++)
		if (is_wide(LLVMTypeOf(LLVMGetOperand(call, i))))
			return true;
	return false;
}

aspect_set opencl_aspects_of(const struct aspects *a, LLVMValueRef instruction, LLVMOpcode opcode)
{
	bool wide = false;

	if (a->atomic64 == 0)
		return 0;
	if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg)
		wide = is_wide(LLVMTypeOf(LLVMGetOperand(instruction, 1)));
	else if (opcode == LLVMCall)
		wide = is_wide_call(instruction);
	return wide ? a->atomic64 : 0;
}

/* ---- images ---- */

/* By name: a pointer may have no pointee type. */
aspect_set opencl_aspects_of_kernel(const struct aspects *a, LLVMValueRef function)
{
	LLVMMetadataRef names;

	if (a->image == 0)
		return 0;
	names = shim_global_metadata(function, md_kind(a->ir, "kernel_arg_base_type"));
	for (size_t i = 0; i < shim_node_count(names); i++) {
		size_t len = 0;
		const char *name = shim_string(shim_node_at(names, i), &len);

		if (name && len > 7 && (memcmp(name, "image", 5) == 0 || memcmp(name, "sampler", 7) == 0) &&
		    memcmp(name + len - 2, "_t", 2) == 0)
			return a->image;
	}
	return 0;
}
