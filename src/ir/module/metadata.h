/* ir/module/metadata.h — creates metadata nodes; shim.h reads them. */
#ifndef IR_METADATA_H
#define IR_METADATA_H

#include "ir.h"

static inline unsigned md_kind(const struct syb_ir *ir, const char *name)
{
	return LLVMGetMDKindIDInContext(ir->context, name, (unsigned)strlen(name));
}

static inline LLVMMetadataRef md_int(const struct syb_ir *ir, unsigned bits, int64_t value)
{
	return LLVMValueAsMetadata(LLVMConstInt(LLVMIntTypeInContext(ir->context, bits), (uint64_t)value, true));
}

static inline LLVMMetadataRef md_string(const struct syb_ir *ir, const char *text, size_t len)
{
	return LLVMMDStringInContext2(ir->context, text, len);
}

static inline LLVMMetadataRef md_node(const struct syb_ir *ir, LLVMMetadataRef *operands, size_t count)
{
	return LLVMMDNodeInContext2(ir->context, operands, count);
}

#endif
