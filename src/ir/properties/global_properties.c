/* ir/properties/global_properties.c — attributes of a variable → `!spirv.Decorations`, with the host access of device
 * globals and host pipes. */
#include "compile_time_properties.h"

enum { HOST_ACCESS = 6147, READ_WRITE = 2 };

/* Words of the specification; DPC++ writes their numbers. */
static const char *const accesses[] = { "read", "write", "read_write", "none" };

/* A variable that the host may know by name. */
struct host_variable {
	bool device_global, pipe;
	struct text id;
	int64_t access;
};

static void read_access(struct pass_run *run, const struct subject *subject, struct text value, int64_t *out_access)
{
	for (size_t i = 0; i < ARRAY_SIZE(accesses); i++)
		if (text_is(value, accesses[i])) {
			*out_access = (int64_t)i;
			return;
		}
	if (!text_number(value, 0, ARRAY_SIZE(accesses) - 1, out_access))
		complain_value(run, subject, "sycl-host-access", value, "read, write, read_write, none, or 0 to 3");
}

static int lower_attribute(struct lowering *lowering, const struct subject *subject, const struct attribute *attribute,
			   struct host_variable *host)
{
	const struct property *property = properties_find(&lowering->properties, attribute->name);

	if (text_is(attribute->name, "sycl-device-global-size"))
		host->device_global = true;
	else if (text_is(attribute->name, "sycl-host-pipe"))
		host->pipe = true;
	else if (text_is(attribute->name, "sycl-unique-id"))
		host->id = attribute->value;
	if (!property)
		return 0;
	if (property->value != PROPERTY_HOST_ACCESS)
		return decorations_add_property(&lowering->list, subject, property, attribute->value);
	read_access(lowering->run, subject, attribute->value, &host->access);
	return 0;
}

int lower_variable(struct lowering *lowering, LLVMValueRef variable)
{
	struct host_variable host = { .access = READ_WRITE };
	struct subject subject = { .what = "variable", .value = variable };
	struct attribute a;

	TRY(decorations_start_global(&lowering->list, variable, lowering->decorations_kind));
	for (size_t i = 0; i < shim_attribute_count(variable, 0); i++)
		if (attribute_at(variable, 0, i, &a))
			TRY(lower_attribute(lowering, &subject, &a, &host));
	if (host.device_global || host.pipe) {
		const int64_t mode = host.pipe ? READ_WRITE : host.access;
		struct decoration access = { .number = HOST_ACCESS, .int_count = 1, .ints = { mode }, .text = host.id };

		if (host.id.len == 0)
			access.text.ptr = LLVMGetValueName2(variable, &access.text.len);
		TRY(decorations_add(&lowering->list, &access));
	}
	if (decorations_grew(&lowering->list))
		LLVMGlobalSetMetadata(variable, lowering->decorations_kind, decorations_node(&lowering->list));
	return 0;
}
