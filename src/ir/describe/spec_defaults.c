/* ir/describe/spec_defaults.c — types and default values of specialization constants.
 *
 * The default value is the beginning of the specialization_id variable, whatever its type is there: it is read as
 * bytes, from which a constant of the requested type is made. Bytes that the variable does not define are padding. */
#include "spec_constants.h"

/* ---- types ---- */

static bool is_scalar(LLVMTypeRef type)
{
	unsigned bits;

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		bits = LLVMGetIntTypeWidth(type);
		return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
	case LLVMHalfTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	default:
		return false;
	}
}

static bool is_bit(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

/* Bits of a vector have no bytes of their own. */
static bool can_be_constant(LLVMTypeRef type, unsigned depth)
{
	if (depth == SPEC_DEPTH_MOST)
		return false;
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (!can_be_constant(LLVMStructGetTypeAtIndex(type, i), depth + 1))
				return false;
		return !LLVMIsOpaqueStruct(type);
	case LLVMArrayTypeKind:
		return can_be_constant(LLVMGetElementType(type), depth + 1);
	case LLVMVectorTypeKind:
		return is_scalar(LLVMGetElementType(type)) && !is_bit(LLVMGetElementType(type));
	default:
		return is_scalar(type);
	}
}

size_t spec_leaf_count(LLVMTypeRef type)
{
	const size_t most = SPEC_LEAVES_MOST + 1;
	size_t count = 0, each;

	if (!spec_is_composite(type))
		return 1;
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && count < most; i++)
			count += spec_leaf_count(LLVMStructGetTypeAtIndex(type, i));
		return count < most ? count : most;
	}
	each = spec_leaf_count(LLVMGetElementType(type));
	return each && spec_member_count(type) > most / each ? most : spec_member_count(type) * each;
}

static int add_leaves(struct specs *specs, struct spec *spec, LLVMTypeRef type, uint64_t offset)
{
	if (spec_is_composite(type)) {
		bool empty = spec_leaf_count(type) == 0;

		for (unsigned i = 0; i < spec_member_count(type) && !empty; i++)
			TRY(add_leaves(specs, spec, ir_part_type(type, i),
				       offset + spec_member_offset(specs, type, i)));
		return 0;
	}
	spec->leaves[spec->leaf_count++] = (struct spec_leaf){
		.type = type,
		.offset = (uint32_t)offset,
		.size = (uint32_t)LLVMStoreSizeOfType(specs->layout, type),
	};
	return 0;
}

int spec_read_type(struct specs *specs, struct spec *spec, const char *function)
{
	struct pass_run *run = specs->run;
	size_t count;
	uint64_t size;

	if (!LLVMTypeIsSized(spec->type) || !can_be_constant(spec->type, 0))
		return syb_fail(run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-type",
				"function '%s': specialization constant '%.*s' has an unsupported type", function,
				(int)spec->name.len, spec->name.ptr);
	count = spec_leaf_count(spec->type);
	size = LLVMABISizeOfType(specs->layout, spec->type);
	if (count > SPEC_LEAVES_MOST || size > SPEC_SIZE_MOST)
		return syb_fail(run->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "spec-constant-type",
				"function '%s': specialization constant '%.*s' is larger than %d bytes or %d members",
				function, (int)spec->name.len, spec->name.ptr, SPEC_SIZE_MOST, SPEC_LEAVES_MOST);
	spec->size = (uint32_t)size;
	spec->align = LLVMABIAlignmentOfType(specs->layout, spec->type);
	spec->leaves = arena_array(run->ctx, &run->arena, count + 1, sizeof(*spec->leaves));
	return spec->leaves ? add_leaves(specs, spec, spec->type, 0) : -SYB_E_NOMEM;
}

/* ---- the variable → bytes ---- */

static void put_bytes(struct spec *spec, uint64_t at, uint64_t bits, uint64_t size)
{
	for (uint64_t i = 0; i < size && at + i < spec->size; i++) {
		spec->bytes[at + i] = i < sizeof(bits) ? (uint8_t)(bits >> 8 * i) : 0;
		spec->known[at + i] = true;
	}
}

/* Numbers of at most 64 bits. */
static bool put_scalar(struct specs *specs, struct spec *spec, LLVMValueRef constant, uint64_t at)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	uint64_t size = LLVMStoreSizeOfType(specs->layout, type);

	if (size > sizeof(uint64_t))
		return false;
	if (LLVMIsAConstantFP(constant)) { /* its bits, as LLVM folds them */
		type = LLVMIntTypeInContext(specs->run->ir->context, 8 * (unsigned)size);
		constant = LLVMConstBitCast(constant, type);
	}
	if (!LLVMIsAConstantInt(constant))
		return false;
	put_bytes(spec, at, LLVMConstIntGetZExtValue(constant), size);
	return true;
}

/* False for parts without bytes, such as addresses. Parts outside of the constant are ignored. */
static bool put_constant(struct specs *specs, struct spec *spec, LLVMValueRef constant, uint64_t at, unsigned depth)
{
	LLVMTypeRef type = LLVMTypeOf(constant);

	if (at >= spec->size || LLVMIsUndef(constant))
		return true;
	if (depth == SPEC_DEPTH_MOST)
		return false;
	if (LLVMIsNull(constant)) {
		put_bytes(spec, at, 0, LLVMABISizeOfType(specs->layout, type));
		return true;
	}
	if (!spec_is_composite(type))
		return put_scalar(specs, spec, constant, at);
	for (unsigned i = 0; i < spec_member_count(type); i++) {
		uint64_t offset = at + spec_member_offset(specs, type, i);
		LLVMValueRef member = offset < spec->size ? LLVMGetAggregateElement(constant, i) : NULL;

		if (offset >= spec->size)
			return true;
		if (!member || !put_constant(specs, spec, member, offset, depth + 1))
			return false;
	}
	return true;
}

/* Members without a known byte are padding; a constant of padding alone is one of zeros. */
static void mark_undef(struct spec *spec)
{
	size_t known = 0;

	for (size_t i = 0; i < spec->leaf_count; i++) {
		struct spec_leaf *leaf = &spec->leaves[i];

		leaf->undef = true;
		for (uint32_t at = 0; at < leaf->size; at++)
			leaf->undef &= !spec->known[leaf->offset + at];
		known += !leaf->undef;
	}
	for (size_t i = 0; i < spec->leaf_count && known == 0; i++) {
		spec->leaves[i].undef = false;
		memset(spec->known + spec->leaves[i].offset, true, spec->leaves[i].size);
	}
}

int spec_read_default(struct specs *specs, struct spec *spec, LLVMValueRef variable, const char *function)
{
	struct pass_run *run = specs->run;
	LLVMValueRef value = LLVMGetInitializer(variable);
	uint64_t size = value ? LLVMABISizeOfType(specs->layout, LLVMTypeOf(value)) : 0;

	spec->bytes = arena_alloc(run->ctx, &run->arena, spec->size + 1);
	spec->known = arena_array(run->ctx, &run->arena, spec->size + 1, sizeof(*spec->known));
	if (!spec->bytes || !spec->known)
		return -SYB_E_NOMEM;
	if (!value || size < spec->size || !put_constant(specs, spec, value, 0, 0)) {
		return syb_fail(run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-default",
				"function '%s': variable '%s' %s", function, ir_name(variable),
				!value              ? "has no default value for its specialization constant"
				: size < spec->size ? "is smaller than its specialization constant"
						    : "has a default value that does not consist of numbers");
	}
	mark_undef(spec);
	return 0;
}

int spec_add_bytes(struct specs *specs, LLVMValueRef constant, struct buf *bytes)
{
	struct pass_run *run = specs->run;
	uint64_t size = LLVMABISizeOfType(specs->layout, LLVMTypeOf(constant));
	struct spec spec = { .size = (uint32_t)size };

	if (size > SPEC_SIZE_MOST)
		return syb_fail(run->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "a default value is too large");
	spec.bytes = arena_alloc(run->ctx, &run->arena, size + 1);
	spec.known = arena_array(run->ctx, &run->arena, size + 1, sizeof(*spec.known));
	if (!spec.bytes || !spec.known)
		return -SYB_E_NOMEM;
	if (!put_constant(specs, &spec, constant, 0, 0))
		return syb_fail(run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-metadata",
				"a default value of a specialization constant does not consist of numbers");
	return buf_add(run->ctx, bytes, spec.bytes, size);
}

/* ---- bytes → a constant ---- */

LLVMValueRef spec_default_leaf(struct specs *specs, const struct spec *spec, LLVMTypeRef type, uint32_t offset)
{
	uint64_t bits = 0;
	uint32_t size = (uint32_t)LLVMStoreSizeOfType(specs->layout, type);
	LLVMValueRef value;

	for (uint32_t i = 0; i < size; i++)
		bits |= (uint64_t)spec->bytes[offset + i] << 8 * i;
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return LLVMConstInt(type, is_bit(type) ? bits & 1 : bits, false);
	value = LLVMConstInt(LLVMIntTypeInContext(specs->run->ir->context, 8 * size), bits, false);
	return LLVMConstBitCast(value, type);
}

/* cursor: the next leaf. */
static int make_constant(struct specs *specs, const struct spec *spec, LLVMTypeRef type, size_t *cursor,
			 LLVMValueRef *out_value)
{
	struct pass_run *run = specs->run;
	unsigned count = spec_member_count(type);
	LLVMValueRef *members;

	if (!spec_is_composite(type)) {
		const struct spec_leaf *leaf = &spec->leaves[(*cursor)++];

		*out_value = leaf->undef ? LLVMGetUndef(type) : spec_default_leaf(specs, spec, type, leaf->offset);
		return 0;
	}
	if (spec_leaf_count(type) == 0) {
		*out_value = LLVMConstNull(type);
		return 0;
	}
	members = arena_array(run->ctx, &run->arena, count, sizeof(*members));
	if (!members)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < count; i++)
		TRY(make_constant(specs, spec, ir_part_type(type, i), cursor, &members[i]));
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
		*out_value = LLVMConstNamedStruct(type, members, count);
	else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		*out_value = LLVMConstArray(LLVMGetElementType(type), members, count);
	else
		*out_value = LLVMConstVector(members, count);
	return 0;
}

int spec_default(struct specs *specs, const struct spec *spec, LLVMValueRef *out_value)
{
	size_t cursor = 0;

	return make_constant(specs, spec, spec->type, &cursor, out_value);
}
