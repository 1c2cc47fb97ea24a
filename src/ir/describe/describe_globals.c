/* ir/describe/describe_globals.c — sets about variables: device globals, host pipes, and the names behind unique ids.
 */
#include "describe.h"

static bool has_image_scope(LLVMValueRef variable)
{
	struct text value = ir_variable_attribute(variable, "sycl-device-image-scope");

	return value.ptr && !text_is(value, "false");
}

bool describe_is_exported_global(LLVMValueRef variable)
{
	return ir_variable_attribute(variable, "sycl-device-global-size").ptr && !LLVMIsDeclaration(variable) &&
	       LLVMGetLinkage(variable) == LLVMExternalLinkage && !has_image_scope(variable);
}

/* Declarations have no attributes, so the type decides. */
bool describe_is_imported_global(LLVMValueRef variable)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);
	const char *name;

	if (!LLVMIsDeclaration(variable) || LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return false;
	name = LLVMGetStructName(type);
	return name && strstr(name, "device_global");
}

/* Unique id + suffix; a variable without an id has its name. */
static int id_key(struct describer *d, LLVMValueRef variable, const char *suffix, const char **out_key)
{
	struct text id = ir_variable_attribute(variable, "sycl-unique-id");

	return id.len ? describe_key(d, id.ptr, id.len, suffix, out_key)
		      : describe_value_key(d, variable, suffix, out_key);
}

static int write_size(struct describer *d, LLVMValueRef variable, const char *attribute)
{
	uint32_t size = 0;

	(void)describe_read_number(d, "variable", variable, attribute, ir_variable_attribute(variable, attribute),
				   &size);
	d->bytes.len = 0;
	return buf_u32(d->ctx, &d->bytes, size);
}

static int write_device_global(struct describer *d, LLVMValueRef variable)
{
	const char *key = NULL;

	TRY(write_size(d, variable, "sycl-device-global-size"));
	TRY(buf_u32(d->ctx, &d->bytes, has_image_scope(variable)));
	TRY(id_key(d, variable, "", &key));
	return describe_buffer(d, key);
}

static int write_host_pipe(struct describer *d, LLVMValueRef variable)
{
	const char *key = NULL;

	TRY(write_size(d, variable, "sycl-host-pipe-size"));
	TRY(id_key(d, variable, "", &key));
	return describe_buffer(d, key);
}

static int write_global_id(struct describer *d, LLVMValueRef variable)
{
	const char *key;

	TRY(id_key(d, variable, "@global_id_mapping", &key));
	return describe_bytes(d, key, ir_name(variable), strlen(ir_name(variable)));
}

typedef int write_fn(struct describer *d, LLVMValueRef variable);

static int each_with(struct describer *d, const char *attribute, write_fn *write)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v; v = LLVMGetNextGlobal(v))
		if (ir_variable_attribute(v, attribute).ptr)
			TRY(write(d, v));
	return 0;
}

int describe_device_globals(struct describer *d)
{
	return each_with(d, "sycl-device-global-size", write_device_global);
}

int describe_host_pipes(struct describer *d)
{
	return each_with(d, "sycl-host-pipe", write_host_pipe);
}

int describe_global_ids(struct describer *d)
{
	return each_with(d, "sycl-device-global-size", write_global_id);
}
