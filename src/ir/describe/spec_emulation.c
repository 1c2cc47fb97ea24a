/* ir/describe/spec_emulation.c — specialization constants for targets without native ones: values in a buffer that the
 * runtime fills, in order and aligned. */
#include "spec_constants.h"

void spec_emulation_layout(struct specs *specs)
{
	uint64_t end = 0;

	for (size_t i = 0; i < specs->count; i++) {
		struct spec *spec = &specs->list[i];
		uint64_t at = (end + spec->align - 1) / spec->align * spec->align;

		if (i)
			specs->list[i - 1].padding = (uint32_t)(at - end);
		spec->id = (uint32_t)i;
		spec->offset = (uint32_t)at;
		end = at + spec->size;
	}
}

LLVMValueRef spec_emulation_value(struct specs *specs, const struct spec *spec, LLVMValueRef buffer)
{
	LLVMContextRef context = specs->run->ir->context;
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(buffer));
	LLVMTypeRef bytes = LLVMPointerType(LLVMInt8TypeInContext(context), space);
	LLVMValueRef offset = LLVMConstInt(LLVMInt32TypeInContext(context), spec->offset, false), address;

	/* casts of a type to itself, as with opaque pointers, emit nothing */
	address = LLVMBuildBitCast(specs->builder, buffer, bytes, "");
	address = LLVMBuildGEP2(specs->builder, LLVMInt8TypeInContext(context), address, &offset, 1, "");
	address = LLVMBuildBitCast(specs->builder, address, LLVMPointerType(spec->type, space), "");
	return LLVMBuildLoad2(specs->builder, spec->type, address, "");
}
