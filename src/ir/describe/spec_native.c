/* ir/describe/spec_native.c — specialization constants of SPIR-V: calls that translators turn into OpSpecConstant
 * (`_Z20__spirv_SpecConstantii(i32 id, i32 default)`) and OpSpecConstantComposite.
 *
 * Names are mangled as translators expect: parameters in Itanium's letters, structs by their name, and the type of a
 * composite after `_R`. */
#include "spec_constants.h"

static const char scalar_function[] = "_Z20__spirv_SpecConstant";
static const char composite_function[] = "_Z29__spirv_SpecConstantComposite";

static const char *letters(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		return "Dh";
	case LLVMFloatTypeKind:
		return "f";
	case LLVMDoubleTypeKind:
		return "d";
	default: {
		unsigned width = LLVMGetIntTypeWidth(type);

		return width == 1 ? "b" : width == 8 ? "a" : width == 16 ? "s" : width == 32 ? "i" : "x";
	}
	}
}

static int mangle(struct specs *specs, LLVMTypeRef type)
{
	struct syb_ctx *ctx = specs->run->ctx;
	struct buf *name = &specs->name;

	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		TRY(buf_printf(ctx, name, "Dv%u_", LLVMGetVectorSize(type)));
		return mangle(specs, LLVMGetElementType(type));
	case LLVMArrayTypeKind:
		TRY(buf_printf(ctx, name, "A%u_", LLVMGetArrayLength(type)));
		return mangle(specs, LLVMGetElementType(type));
	case LLVMStructTypeKind:
		if (LLVMGetStructName(type))
			return buf_text(ctx, name, LLVMGetStructName(type));
		TRY(buf_text(ctx, name, "S")); /* the members of a struct without a name */
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			TRY(mangle(specs, LLVMStructGetTypeAtIndex(type, i)));
		return buf_text(ctx, name, "E");
	default:
		return buf_text(ctx, name, letters(type));
	}
}

static LLVMValueRef call_named(struct specs *specs, LLVMTypeRef type, LLVMValueRef *arguments, unsigned count)
{
	const char *name = (const char *)specs->name.ptr;
	LLVMValueRef function = LLVMGetNamedFunction(specs->module, name);

	if (!function || LLVMGlobalGetValueType(function) != type)
		function = LLVMAddFunction(specs->module, name, type);
	return LLVMBuildCall2(specs->builder, type, function, arguments, count, "");
}

static int make_scalar(struct specs *specs, const struct spec *spec, const struct spec_leaf *leaf,
		       LLVMValueRef *out_value)
{
	LLVMTypeRef id_type = LLVMInt32TypeInContext(specs->run->ir->context), types[] = { id_type, leaf->type };
	LLVMValueRef arguments[] = {
		LLVMConstInt(id_type, leaf->id, false),
		spec_default_leaf(specs, spec, leaf->type, leaf->offset),
	};

	specs->name.len = 0;
	TRY(buf_printf(specs->run->ctx, &specs->name, "%si", scalar_function));
	TRY(mangle(specs, leaf->type));
	TRY(buf_char(specs->run->ctx, &specs->name, '\0'));
	*out_value = call_named(specs, LLVMFunctionType(leaf->type, types, 2, false), arguments, 2);
	return 0;
}

static int make_value(struct specs *specs, const struct spec *spec, LLVMTypeRef type, size_t *cursor,
		      LLVMValueRef *out_value);

/* Members are made before the name, which they use, too. */
static int make_composite(struct specs *specs, const struct spec *spec, LLVMTypeRef type, size_t *cursor,
			  LLVMValueRef *out_value)
{
	struct pass_run *run = specs->run;
	unsigned count = spec_member_count(type);
	LLVMValueRef *members = arena_array(run->ctx, &run->arena, count, sizeof(*members));
	LLVMTypeRef *types = arena_array(run->ctx, &run->arena, count, sizeof(LLVMTypeRef));

	if (!members || !types)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < count; i++) {
		types[i] = ir_part_type(type, i);
		TRY(make_value(specs, spec, types[i], cursor, &members[i]));
	}
	specs->name.len = 0;
	TRY(buf_text(run->ctx, &specs->name, composite_function));
	for (unsigned i = 0; i < count; i++)
		TRY(mangle(specs, types[i]));
	TRY(buf_text(run->ctx, &specs->name, "_R"));
	TRY(mangle(specs, type));
	TRY(buf_char(run->ctx, &specs->name, '\0'));
	*out_value = call_named(specs, LLVMFunctionType(type, types, count, false), members, count);
	return 0;
}

/* cursor: the next leaf. */
static int make_value(struct specs *specs, const struct spec *spec, LLVMTypeRef type, size_t *cursor,
		      LLVMValueRef *out_value)
{
	size_t count = spec_leaf_count(type), undef = 0;

	while (undef < count && spec->leaves[*cursor + undef].undef)
		undef++;
	if (undef == count) { /* nothing but padding, or nothing at all */
		*cursor += count;
		*out_value = LLVMGetUndef(type);
		return 0;
	}
	if (spec_is_composite(type))
		return make_composite(specs, spec, type, cursor, out_value);
	return make_scalar(specs, spec, &spec->leaves[(*cursor)++], out_value);
}

int spec_native_value(struct specs *specs, const struct spec *spec, LLVMValueRef *out_value)
{
	size_t cursor = 0;

	return make_value(specs, spec, spec->type, &cursor, out_value);
}
