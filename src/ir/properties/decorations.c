/* ir/properties/decorations.c — lists of decorations in metadata; see decorations.h. */
#include "decorations.h"
#include "ir/module/metadata.h"

static int push(struct decorations *list, LLVMMetadataRef node)
{
	TRY(VEC_PUSH(list->run->ctx, list->nodes, list->count, list->room));
	list->nodes[list->count++] = node;
	return 0;
}

static int add_existing(struct decorations *list, LLVMMetadataRef existing)
{
	size_t count = shim_node_count(existing);
	int r = 0;

	for (size_t i = 0; i < count && r == 0; i++)
		if (shim_node_at(existing, i))
			r = push(list, shim_node_at(existing, i));
	list->existing = list->count;
	return r;
}

int decorations_start(struct decorations *list, LLVMMetadataRef existing)
{
	list->count = list->existing = 0;
	return add_existing(list, existing);
}

int decorations_start_global(struct decorations *list, LLVMValueRef global, unsigned kind)
{
	LLVMValueMetadataEntry *entries;
	size_t count;
	int r = 0;

	list->count = list->existing = 0;
	entries = LLVMGlobalCopyAllMetadata(global, &count);
	for (unsigned i = 0; i < count && r == 0; i++)
		if (LLVMValueMetadataEntriesGetKind(entries, i) == kind)
			r = add_existing(list, LLVMValueMetadataEntriesGetMetadata(entries, i));
	LLVMDisposeValueMetadataEntries(entries);
	return r;
}

static LLVMMetadataRef node_of(const struct pass_run *run, const struct decoration *decoration)
{
	LLVMMetadataRef operands[4] = { md_int(run->ir, 32, decoration->number) };
	size_t count = 1;

	for (unsigned i = 0; i < decoration->int_count; i++)
		operands[count++] = md_int(run->ir, 32, decoration->ints[i]);
	if (decoration->text.ptr)
		operands[count++] = md_string(run->ir, decoration->text.ptr, decoration->text.len);
	return md_node(run->ir, operands, count);
}

static bool is_about(LLVMMetadataRef node, const struct decoration *decoration)
{
	int64_t number, level;

	if (!shim_integer(shim_node_at(node, 0), &number) || (uint32_t)number != decoration->number)
		return false;
	return !cache_control_is(decoration->number) ||
	       (shim_integer(shim_node_at(node, 1), &level) && level == decoration->ints[0]);
}

int decorations_add(struct decorations *list, const struct decoration *decoration)
{
	size_t compared = cache_control_is(decoration->number) ? list->count : list->existing;
	LLVMMetadataRef node;

	for (size_t i = 0; i < compared; i++)
		if (is_about(list->nodes[i], decoration))
			return 0;
	node = node_of(list->run, decoration);
	for (size_t i = 0; i < list->count; i++)
		if (list->nodes[i] == node)
			return 0;
	return push(list, node);
}

int decorations_add_property(struct decorations *list, const struct subject *subject, const struct property *property,
			     struct text value)
{
	struct decoration asked[DECORATIONS_MOST];
	size_t count = property_read(list->run, subject, property, value, asked);

	for (size_t i = 0; i < count; i++)
		TRY(decorations_add(list, &asked[i]));
	return 0;
}

LLVMMetadataRef decorations_node(const struct decorations *list)
{
	return md_node(list->run->ir, list->nodes, list->count);
}

void decorations_free(struct decorations *list)
{
	allocator_free(allocator_of(list->run->ctx), list->nodes);
}
