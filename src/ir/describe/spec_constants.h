/* ir/describe/spec_constants.h — shared by the files that lower specialization constants.
 *
 * spec_constants.c finds the calls and the constants, spec_defaults.c reads default values as bytes, and spec_native.c
 * and spec_emulation.c make values. Nothing is changed before all calls are read. */
#ifndef IR_SPEC_CONSTANTS_H
#define IR_SPEC_CONSTANTS_H

#include "ir/module/constants.h"
#include "ir/module/values.h"
#include "ir/split/image.h"

#include "base/buf.h"

#include <llvm-c/Target.h>

#define SPEC_PADDING_ID UINT32_MAX
#define SPEC_CONSTANTS_NAME "sycl.specialization-constants"
#define SPEC_DEFAULTS_NAME "sycl.specialization-constants-default-values"

enum {
	SPEC_DEPTH_MOST = 64,      /* of types inside types */
	SPEC_LEAVES_MOST = 65532,  /* of a constant; the members that one instruction of SPIR-V has room for */
	SPEC_SIZE_MOST = 16 << 20, /* of a constant, in bytes */
};

/* A scalar: a constant that is one, or a member of a composite. */
struct spec_leaf {
	LLVMTypeRef type;
	uint32_t offset, size, id;
	bool undef; /* padding: never set */
};

struct spec {
	struct text name;
	LLVMTypeRef type; /* in memory: i8 where a call returns i1 */
	uint32_t size, align;
	uint8_t *bytes; /* the default value */
	bool *known;    /* which bytes of it are not undefined */
	struct spec_leaf *leaves;
	size_t leaf_count;
	uint32_t id, offset, padding; /* emulation: place in the buffer, bytes to the next one */
};

struct spec_call {
	LLVMValueRef call;
	size_t spec;
	unsigned first; /* index of the name among the arguments; 1: a pointer to the result goes before it */
	LLVMTypeRef
		element; /* of memory to allocate, with the constant as the count; NULL: the call returns the value */
};

struct specs {
	struct pass_run *run;
	LLVMModuleRef module;
	LLVMTargetDataRef layout;
	LLVMBuilderRef builder;
	enum spec_lowering how;
	struct spec *list;
	size_t count, room;
	struct spec_call *calls;
	size_t call_count, call_room;
	struct hash by_name;
	struct values variables; /* that the calls point to */
	struct buf name;         /* of the function worked on */
	int result;              /* of the first complaint */
};

/* spec_defaults.c */
/* Scalars of a type in order; check "spec-constant-type" for types that no constant has. */
int spec_read_type(struct specs *specs, struct spec *spec, const char *function);
/* The default value; check "spec-constant-default". */
int spec_read_default(struct specs *specs, struct spec *spec, LLVMValueRef variable, const char *function);
/* The same as a constant of spec->type. */
int spec_default(struct specs *specs, const struct spec *spec, LLVMValueRef *out_value);
/* A scalar of it. */
LLVMValueRef spec_default_leaf(struct specs *specs, const struct spec *spec, LLVMTypeRef type, uint32_t offset);

/* Append the bytes of a constant. */
int spec_add_bytes(struct specs *specs, LLVMValueRef constant, struct buf *bytes);

/* Values at the builder's place: spec_native.c, spec_emulation.c. */
int spec_native_value(struct specs *specs, const struct spec *spec, LLVMValueRef *out_value);
void spec_emulation_layout(struct specs *specs);
LLVMValueRef spec_emulation_value(struct specs *specs, const struct spec *spec, LLVMValueRef buffer);

/* How many scalars a type has; more than SPEC_LEAVES_MOST are as many as that and one. */
size_t spec_leaf_count(LLVMTypeRef type);

static inline uint64_t spec_stride(const struct specs *specs, LLVMTypeRef type)
{
	LLVMTypeRef element = LLVMGetElementType(type);

	/* arrays leave room between elements, vectors do not */
	return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMABISizeOfType(specs->layout, element)
							  : LLVMStoreSizeOfType(specs->layout, element);
}

/* The members of a composite: how many, the type and place of each. */
static inline unsigned spec_member_count(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
		return LLVMGetArrayLength(type);
	case LLVMVectorTypeKind:
		return LLVMGetVectorSize(type);
	default:
		return 0;
	}
}

static inline uint64_t spec_member_offset(const struct specs *specs, LLVMTypeRef type, unsigned i)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMOffsetOfElement(specs->layout, type, i)
							   : i * spec_stride(specs, type);
}

static inline bool spec_is_composite(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

#endif
