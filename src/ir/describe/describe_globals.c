/* ir/describe/describe_globals.c — sets about variables: device globals, host pipes, and the names behind unique ids.
 */
#include "describe.h"
#include "ir/properties/properties.h"

/* Value of a string attribute; ptr NULL when it has none. */
static struct text attribute_of(LLVMValueRef variable, const char *name)
{
	size_t count = shim_global_attribute_count(variable);
	struct text key, value;

	for (size_t i = 0; i < count; i++)
		if (shim_global_attribute_at(variable, i, &key.ptr, &key.len, &value.ptr, &value.len) &&
		    text_is(key, name))
			return value.ptr ? value : (struct text){ "", 0 };
	return (struct text){ NULL, 0 };
}

static bool has_attribute(LLVMValueRef variable, const char *name)
{
	return attribute_of(variable, name).ptr != NULL;
}

static bool is_device_global(LLVMValueRef variable)
{
	return has_attribute(variable, "sycl-device-global-size");
}

static bool has_image_scope(LLVMValueRef variable)
{
	struct text value = attribute_of(variable, "sycl-device-image-scope");

	return value.ptr && !text_is(value, "false");
}

bool describe_is_exported_global(LLVMValueRef variable)
{
	return is_device_global(variable) && !LLVMIsDeclaration(variable) &&
	       LLVMGetLinkage(variable) == LLVMExternalLinkage && !has_image_scope(variable);
}

/* Declarations have no attributes: the type tells. */
bool describe_is_imported_global(LLVMValueRef variable)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);
	const char *name;

	if (!LLVMIsDeclaration(variable) || LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return false;
	name = LLVMGetStructName(type);
	return name && strstr(name, "device_global");
}

/* Unique id + suffix; the name of the variable stands for an id that nobody gave. */
static int id_key(struct describer *d, LLVMValueRef variable, const char *suffix, const char **out_key)
{
	struct text id = attribute_of(variable, "sycl-unique-id");

	if (id.ptr && id.len)
		return describe_key(d, id.ptr, id.len, suffix, out_key);
	return describe_value_key(d, variable, suffix, out_key);
}

static uint32_t size_of(struct describer *d, LLVMValueRef variable, const char *attribute)
{
	struct text value = attribute_of(variable, attribute);
	struct subject subject = { .what = "variable" };
	int64_t size = 0;

	if (value.ptr && !text_number(value, 0, UINT32_MAX, &size)) {
		subject.name = LLVMGetValueName2(variable, &subject.name_len);
		complain_value(d->run, &subject, attribute, value, "a number of 32 bits");
	}
	return (uint32_t)size;
}

static int write_device_global(struct describer *d, LLVMValueRef variable)
{
	const char *key = NULL;

	d->bytes.len = 0;
	TRY(buf_u32(d->ctx, &d->bytes, size_of(d, variable, "sycl-device-global-size")));
	TRY(buf_u32(d->ctx, &d->bytes, has_image_scope(variable)));
	TRY(id_key(d, variable, "", &key));
	return describe_bytes(d, key, d->bytes.ptr, d->bytes.len);
}

static int write_host_pipe(struct describer *d, LLVMValueRef variable)
{
	const char *key = NULL;

	d->bytes.len = 0;
	TRY(buf_u32(d->ctx, &d->bytes, size_of(d, variable, "sycl-host-pipe-size")));
	TRY(id_key(d, variable, "", &key));
	return describe_bytes(d, key, d->bytes.ptr, d->bytes.len);
}

static int write_global_id(struct describer *d, LLVMValueRef variable)
{
	size_t len;
	const char *name = LLVMGetValueName2(variable, &len), *key;

	TRY(id_key(d, variable, "@global_id_mapping", &key));
	return describe_bytes(d, key, name, len);
}

typedef int write_fn(struct describer *d, LLVMValueRef variable);

static int each_with(struct describer *d, const char *attribute, write_fn *write)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v; v = LLVMGetNextGlobal(v))
		if (has_attribute(v, attribute))
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
