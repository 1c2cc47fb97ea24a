/* ir/properties/parameter_properties.c — attributes of a kernel's parameters → `!spirv.ParameterDecorations`, one node
 * for each parameter. The alignment of a pointer becomes LLVM's own attribute `align`. */
#include "compile_time_properties.h"
#include "ir/module/metadata.h"

static void raise_alignment(struct lowering *lowering, LLVMValueRef kernel, unsigned index, uint64_t align)
{
	LLVMAttributeRef known = LLVMGetEnumAttributeAtIndex(kernel, index, lowering->align_kind);

	if (known && LLVMGetEnumAttributeValue(known) >= align)
		return;
	if (known)
		LLVMRemoveEnumAttributeAtIndex(kernel, index, lowering->align_kind);
	LLVMAddAttributeAtIndex(kernel, index,
				LLVMCreateEnumAttribute(lowering->run->ir->context, lowering->align_kind, align));
}

static bool is_pointer_alignment(const struct property *property, LLVMValueRef parameter)
{
	return !property->of_user && str_eq(property->name, "sycl-alignment") &&
	       LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMPointerTypeKind;
}

static int lower_attribute(struct lowering *lowering, LLVMValueRef kernel, const struct subject *subject,
			   const struct property *property, struct text value)
{
	int64_t align;

	if (!is_pointer_alignment(property, LLVMGetParam(kernel, subject->parameter - 1)))
		return decorations_add_property(&lowering->list, subject, property, value);
	if (text_number(value, 1, UINT32_MAX, &align) && is_alignment(align))
		raise_alignment(lowering, kernel, subject->parameter, (uint64_t)align);
	else
		complain_value(lowering->run, subject, property->name, value, "a power of two");
	return 0;
}

/* The node of one parameter; *out_grew is set when it has new decorations. */
static int lower_parameter(struct lowering *lowering, LLVMValueRef kernel, const struct subject *subject,
			   LLVMMetadataRef existing, LLVMMetadataRef *out_node, bool *out_grew)
{
	struct attribute a;

	TRY(decorations_start(&lowering->list, existing));
	for (size_t i = 0; i < shim_attribute_count(kernel, subject->parameter); i++) {
		bool text = attribute_at(kernel, subject->parameter, i, &a);
		const struct property *property = text ? properties_find(&lowering->properties, a.name) : NULL;

		if (property)
			TRY(lower_attribute(lowering, kernel, subject, property, a.value));
	}
	*out_grew |= decorations_grew(&lowering->list);
	*out_node = existing && !decorations_grew(&lowering->list) ? existing : decorations_node(&lowering->list);
	return 0;
}

int lower_parameters(struct lowering *lowering, LLVMValueRef kernel)
{
	LLVMMetadataRef existing = shim_global_metadata(kernel, lowering->parameters_kind);
	struct subject subject = { .what = "kernel", .value = kernel };
	_cleanup_(arena_free) struct arena arena = { 0 };
	unsigned count = LLVMCountParams(kernel);
	LLVMMetadataRef *nodes;
	bool grew = false, counted = !existing || shim_node_count(existing) == count;

	nodes = count ? arena_array(lowering->run->ctx, &arena, count, sizeof(LLVMMetadataRef)) : NULL;
	if (count && !nodes)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < count; i++) {
		subject.parameter = i + 1;
		TRY(lower_parameter(lowering, kernel, &subject, counted ? shim_node_at(existing, i) : NULL, &nodes[i],
				    &grew));
	}
	if (!grew)
		return 0;
	if (counted)
		LLVMGlobalSetMetadata(kernel, lowering->parameters_kind, md_node(lowering->run->ir, nodes, count));
	else
		complain_about(lowering->run, &subject, "property-metadata",
			       "!spirv.ParameterDecorations does not have one node per parameter and is not changed");
	return 0;
}
