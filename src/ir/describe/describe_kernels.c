/* ir/describe/describe_kernels.c — sets with one property for each kernel: names, removed arguments, group sizes, the
 * implicit local argument, registered names. */
#include "describe.h"

static int each_kernel(struct describer *d, int (*fn)(struct describer *d, LLVMValueRef kernel))
{
	for (size_t i = 0; i < d->image->entry_count; i++)
		if (ir_is_kernel(d->image->entries[i]))
			TRY(fn(d, d->image->entries[i]));
	return 0;
}

int describe_kernel_names(struct describer *d)
{
	return each_kernel(d, describe_flag);
}

/* ---- removed arguments ---- */

static int write_mask(struct describer *d, LLVMValueRef kernel)
{
	LLVMMetadataRef node = describe_metadata(d, kernel, "sycl_kernel_omit_args");
	size_t count = node ? shim_node_count(node) : 0;
	const char *key = NULL;
	int64_t value;

	if (!node)
		return 0;
	d->bytes.len = 0;
	TRY(buf_fill(d->ctx, &d->bytes, 0, count / 8 + 1));
	for (size_t i = 0; i < count; i++)
		if (shim_integer(shim_node_at(node, i), &value) && value)
			d->bytes.ptr[i / 8] |= (uint8_t)(1u << i % 8);
	TRY(describe_value_key(d, kernel, "", &key));
	return describe_bits(d, key, d->bytes.ptr, count);
}

int describe_kernel_args(struct describer *d)
{
	return each_kernel(d, write_mask);
}

/* ---- program metadata ---- */

enum fact_form { FACT_NUMBER, FACT_LIST };

static const struct {
	const char *kind, *suffix;
	enum fact_form form;
} facts[] = {
	{ "reqd_work_group_size", "@reqd_work_group_size", FACT_LIST },
	{ "intel_reqd_sub_group_size", "@reqd_sub_group_size", FACT_NUMBER },
	{ "work_group_num_dim", "@work_group_num_dim", FACT_NUMBER },
	{ "max_work_group_size", "@max_work_group_size", FACT_LIST },
	{ "max_linear_work_group_size", "@max_linear_work_group_size", FACT_NUMBER },
};

static int write_fact(struct describer *d, LLVMValueRef kernel, size_t fact)
{
	LLVMMetadataRef node = describe_metadata(d, kernel, facts[fact].kind);
	size_t count = shim_node_count(node);
	const char *key = NULL;
	int64_t value;

	d->bytes.len = 0;
	for (size_t i = 0; i < count; i++)
		if (shim_integer(shim_node_at(node, i), &value))
			TRY(buf_u32(d->ctx, &d->bytes, describe_in_u32(value)));
	if (d->bytes.len == 0)
		return 0;
	TRY(describe_value_key(d, kernel, facts[fact].suffix, &key));
	if (facts[fact].form == FACT_LIST)
		return describe_buffer(d, key);
	if (d->spec) /* this set has byte arrays only */
		return describe_bytes(d, key, d->bytes.ptr, sizeof(uint32_t));
	return shim_integer(shim_node_at(node, 0), &value) ? describe_u32(d, key, describe_in_u32(value)) : 0;
}

/* The first parameter with the attribute; false when there is none. */
static bool find_parameter(LLVMValueRef kernel, const char *attribute, uint32_t *out_place)
{
	unsigned count = LLVMCountParams(kernel);

	for (unsigned i = 0; i < count; i++)
		if (LLVMGetStringAttributeAtIndex(kernel, i + 1, attribute, (unsigned)strlen(attribute))) {
			*out_place = i;
			return true;
		}
	return false;
}

/* The argument that points to emulated specialization constants, which callers do not know of. */
static int write_spec_arg(struct describer *d, LLVMValueRef kernel)
{
	const char *key = NULL;
	uint32_t place;

	if (!find_parameter(kernel, IR_SPEC_CONSTANTS_ARG, &place))
		return 0;
	TRY(describe_value_key(d, kernel, "@spec_constants_arg", &key));
	if (!d->spec)
		return describe_u32(d, key, place);
	d->bytes.len = 0;
	TRY(buf_u32(d->ctx, &d->bytes, place));
	return describe_buffer(d, key);
}

static int write_facts(struct describer *d, LLVMValueRef kernel)
{
	for (size_t f = 0; f < ARRAY_SIZE(facts); f++)
		TRY(write_fact(d, kernel, f));
	return write_spec_arg(d, kernel);
}

int describe_program_metadata(struct describer *d)
{
	TRY(each_kernel(d, write_facts));
	return describe_global_ids(d);
}

/* ---- implicit local argument ---- */

static int write_local_arg(struct describer *d, LLVMValueRef kernel)
{
	const char *key = NULL;
	uint32_t place;

	if (!find_parameter(kernel, "sycl-implicit-local-arg", &place))
		return 0;
	TRY(describe_value_key(d, kernel, "", &key));
	return describe_u32(d, key, place);
}

int describe_local_args(struct describer *d)
{
	return each_kernel(d, write_local_arg);
}

/* ---- registered kernels ---- */

static bool is_pair(LLVMMetadataRef node)
{
	size_t len;

	return shim_node_count(node) == 2 && shim_string(shim_node_at(node, 0), &len) &&
	       shim_string(shim_node_at(node, 1), &len);
}

/* {registered name, kernel}; pairs about kernels of other images are skipped. */
static int write_pair(struct describer *d, LLVMMetadataRef pair)
{
	size_t name_len, kernel_len;
	const char *name = shim_string(shim_node_at(pair, 0), &name_len);
	const char *kernel = shim_string(shim_node_at(pair, 1), &kernel_len), *key;
	char *copy = arena_string(d->ctx, &d->arena, kernel, kernel_len);
	LLVMValueRef function;

	if (!copy)
		return -SYB_E_NOMEM;
	function = LLVMGetNamedFunction(d->image->module, copy);
	if (!function || LLVMIsDeclaration(function))
		return 0;
	TRY(describe_key(d, name, name_len, "", &key));
	return describe_bytes(d, key, kernel, kernel_len);
}

int describe_registered_kernels(struct describer *d)
{
	static const char list[] = "sycl_registered_kernels";
	size_t count = shim_named_count(d->image->module, list);

	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(d->image->module, list, i);

		if (is_pair(node))
			TRY(write_pair(d, node));
		for (size_t n = 0; n < shim_node_count(node); n++)
			if (is_pair(shim_node_at(node, n)))
				TRY(write_pair(d, shim_node_at(node, n)));
	}
	return 0;
}
