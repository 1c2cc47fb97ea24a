/* fake/level_zero_program.c — libze_loader.so.1: modules, kernels and their launch. */
#include "level_zero.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	NATIVE_COUNT = 32,     /* where the number of constants is */
	NATIVE_CONSTANTS = 64, /* and they themselves */
	NATIVE_HEADER = NATIVE_CONSTANTS + 16 * sizeof(struct fake_constant),
};

static const char elf_magic[8] = "\177ELF\2\1\1";

struct module {
	struct fake_object object;
	struct fake_program program;
	struct fake_native native;
	bool linked;
};

struct kernel {
	struct fake_object object;
	struct module *module;
	struct fake_entry *entry;
	struct fake_args args;
	uint32_t group[3], offset[3];
	uint64_t command; /* the last one that uses it */
};

struct log {
	struct fake_object object;
	char text[256];
};

/* ---- modules ---- */

/* The header of native code is one of ELF, with the constants that were compiled in. */
static bool read_native(struct fake_program *program, const uint8_t *bytes, size_t size)
{
	if (size < NATIVE_HEADER || memcmp(bytes, elf_magic, sizeof(elf_magic)) != 0 || bytes[18] != 205)
		return false;
	if (bytes[NATIVE_COUNT] > 16)
		return false;
	program->constant_count = bytes[NATIVE_COUNT];
	memcpy(program->constants, bytes + NATIVE_CONSTANTS, program->constant_count * sizeof(struct fake_constant));
	return fake_native_read(program, bytes, size, NATIVE_HEADER);
}

static bool add_image(struct module *module, uint32_t format, const uint8_t *bytes, size_t size,
		      const struct l0_constants *constants)
{
	struct fake_program *program = &module->program;
	struct fake_native *native = &module->native;

	if (!bytes ||
	    (format == L0_FORMAT_SPIRV ? !fake_read_spirv(program, bytes, size) : !read_native(program, bytes, size)))
		return false;
	for (uint32_t i = 0; constants && i < constants->count && program->constant_count < 16; i++) {
		struct fake_constant *c = &program->constants[program->constant_count++];

		c->id = constants->ids[i];
		memcpy(c->value, constants->values[i], c->id == 1 ? 8 : c->id == 2 ? 1 : 4);
	}
	if (format == L0_FORMAT_NATIVE) {
		native->size = 0;
		fake_native_append(native, bytes, size);
		return true;
	}
	fake_native_begin(native, NATIVE_HEADER, elf_magic, sizeof(elf_magic));
	fake_native_add(native, bytes, size);
	native->bytes[18] = 205;
	native->bytes[NATIVE_COUNT] = (uint8_t)program->constant_count;
	memcpy(native->bytes + NATIVE_CONSTANTS, program->constants,
	       program->constant_count * sizeof(struct fake_constant));
	return true;
}

static void drop_module(struct module *module)
{
	fake_program_stop(&module->program);
	free(module->native.bytes);
	fake_delete(module);
}

static l0_log new_log(void *parent, const char *text, const char *name)
{
	struct log *log = fake_new("build log", sizeof(*log), parent);

	snprintf(log->text, sizeof(log->text), "%s %s", text, name);
	return (l0_log)log;
}

FAKE_API int zeModuleCreate(l0_context context, l0_device device, const struct l0_module_desc *desc, l0_module *out,
			    l0_log *log)
{
	struct module *module;
	const char *missing;
	bool good = true, library;

	CALL("zeModuleCreate");
	IS(context, "context");
	IS_DEVICE(device);
	TYPE(desc, L0_TYPE_MODULE_DESC);
	module = fake_new("module", sizeof(*module), context);
	if (desc->next) {
		const struct l0_program_desc *several = desc->next;

		TYPE(several, L0_TYPE_MODULE_PROGRAM_DESC);
		for (uint32_t i = 0; i < several->count; i++)
			good &= add_image(module, L0_FORMAT_SPIRV, several->bytes[i], several->sizes[i],
					  several->constants[i]);
	} else {
		good = add_image(module, desc->format, desc->bytes, desc->size, desc->constants);
	}
	library = desc->flags && strstr(desc->flags, "-library-compilation");
	missing = good && !library ? fake_unresolved(&module->program) : NULL;
	if (!good || missing || !fake_program_start(&module->program)) {
		if (log)
			*log = new_log(context, good ? "error: undefined reference to" : "error: this is no image",
				       missing ? missing : "");
		drop_module(module);
		return good && !missing ? L0_ERROR_OUT_OF_DEVICE_MEMORY : L0_ERROR_MODULE_BUILD_FAILURE;
	}
	if (log)
		*log = new_log(context, "", "");
	if (fake_hides()) {
		drop_module(module);
		module = NULL;
	}
	*out = (l0_module)module;
	return L0_SUCCESS;
}

FAKE_API int zeModuleDestroy(l0_module handle)
{
	struct module *module = (struct module *)handle;

	CALL_DROP("zeModuleDestroy");
	IS(module, "module");
	drop_module(module);
	return injected;
}

FAKE_API int zeModuleDynamicLink(uint32_t count, l0_module *handles, l0_log *log)
{
	struct fake_program *all;
	const char *missing;

	CALL("zeModuleDynamicLink");
	for (uint32_t i = 0; i < count; i++)
		IS(handles[i], "module");
	all = calloc(1, sizeof(*all));
	for (uint32_t i = 0; i < count; i++) {
		const struct fake_program *one = &((struct module *)handles[i])->program;

		for (size_t k = 0; k < one->import_count && all->import_count < 8; k++)
			memcpy(all->imports[all->import_count++], one->imports[k], FAKE_NAME);
		for (size_t k = 0; k < one->export_count && all->export_count < 8; k++)
			memcpy(all->exports[all->export_count++], one->exports[k], FAKE_NAME);
	}
	missing = fake_unresolved(all);
	if (log)
		*log = new_log(NULL, missing ? "error: undefined reference to" : "", missing ? missing : "");
	for (uint32_t i = 0; i < count && !missing; i++)
		((struct module *)handles[i])->linked = true;
	free(all);
	return missing ? L0_ERROR_MODULE_LINK_FAILURE : L0_SUCCESS;
}

FAKE_API int zeModuleGetNativeBinary(l0_module handle, size_t *size, uint8_t *out)
{
	struct module *module = (struct module *)handle;

	CALL("zeModuleGetNativeBinary");
	IS(module, "module");
	if (out) {
		if (*size < module->native.size)
			return L0_ERROR_INVALID_SIZE;
		memcpy(out, module->native.bytes, module->native.size);
	}
	*size = module->native.size + (out && fake_faults()->lie ? 1000000 : 0);
	FAKE_TELLS(size);
	return L0_SUCCESS;
}

FAKE_API int zeModuleGetGlobalPointer(l0_module handle, const char *name, size_t *size, void **out)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;

	CALL("zeModuleGetGlobalPointer");
	IS(module, "module");
	entry = fake_find(module->program.variables, module->program.variable_count, name);
	if (!entry)
		return L0_ERROR_INVALID_GLOBAL_NAME;
	*size = entry->bytes;
	*out = entry->address;
	FAKE_TELLS(size);
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return L0_SUCCESS;
}

FAKE_API int zeModuleBuildLogGetString(l0_log handle, size_t *size, char *out)
{
	struct log *log = (struct log *)handle;
	size_t len = strlen(log->text) + 1;

	CALL("zeModuleBuildLogGetString");
	IS(log, "build log");
	if (out) {
		if (*size < len)
			return L0_ERROR_INVALID_SIZE;
		memcpy(out, log->text, fake_faults()->lie ? len - 1 : len);
	}
	*size = fake_faults()->lie ? len + 1000 : len;
	FAKE_TELLS(size);
	fake_tells(FAKE_TEXT, out, out ? len : 0);
	return L0_SUCCESS;
}

FAKE_API int zeModuleBuildLogDestroy(l0_log log)
{
	CALL_DROP("zeModuleBuildLogDestroy");
	IS(log, "build log");
	fake_delete(log);
	return injected;
}

/* ---- kernels ---- */

FAKE_API int zeKernelCreate(l0_module handle, const struct l0_kernel_desc *desc, l0_kernel *out)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;
	struct kernel *kernel;

	CALL("zeKernelCreate");
	IS(module, "module");
	TYPE(desc, L0_TYPE_KERNEL_DESC);
	entry = fake_find(module->program.kernels, module->program.kernel_count, desc->name);
	if (!entry)
		return L0_ERROR_INVALID_KERNEL_NAME;
	kernel = fake_new("kernel", sizeof(*kernel), module);
	kernel->module = module;
	kernel->entry = entry;
	*out = fake_give(kernel);
	return L0_SUCCESS;
}

FAKE_API int zeKernelDestroy(l0_kernel kernel)
{
	CALL_DROP("zeKernelDestroy");
	IS(kernel, "kernel");
	CHECK(!l0_in_use(((struct kernel *)kernel)->command), "%s: a command uses it", call);
	fake_delete(kernel);
	return injected;
}

FAKE_API int zeKernelSetArgumentValue(l0_kernel handle, uint32_t index, size_t bytes, const void *value)
{
	struct kernel *kernel = (struct kernel *)handle;
	enum fake_arg wrong;

	CALL("zeKernelSetArgumentValue");
	IS(kernel, "kernel");
	wrong = fake_arg_set(&kernel->args, kernel->entry, index, bytes, value, MOST_LOCAL);
	if (wrong == FAKE_ARG_INDEX)
		return L0_ERROR_INVALID_KERNEL_ARGUMENT_INDEX;
	if (wrong == FAKE_ARG_SIZE)
		return L0_ERROR_INVALID_KERNEL_ARGUMENT_SIZE;
	CHECK(wrong == FAKE_ARG_GOOD && fake_arg_is_local(kernel->entry, index) == !value,
	      "%s: argument %u: a value for local memory, or none", call, index);
	return L0_SUCCESS;
}

FAKE_API int zeKernelSetGroupSize(l0_kernel handle, uint32_t x, uint32_t y, uint32_t z)
{
	struct kernel *kernel = (struct kernel *)handle;

	CALL("zeKernelSetGroupSize");
	IS(kernel, "kernel");
	if (!x || !y || !z || (uint64_t)x * y * z > MOST_GROUP)
		return L0_ERROR_INVALID_GROUP_SIZE_DIMENSION;
	kernel->group[0] = x;
	kernel->group[1] = y;
	kernel->group[2] = z;
	return L0_SUCCESS;
}

FAKE_API int zeKernelSuggestGroupSize(l0_kernel kernel, uint32_t x, uint32_t y, uint32_t z, uint32_t *out_x,
				      uint32_t *out_y, uint32_t *out_z)
{
	CALL("zeKernelSuggestGroupSize");
	IS(kernel, "kernel");
	CHECK(x && y && z, "%s: an empty range", call);
	*out_x = x % 32 == 0 ? 32 : 1;
	*out_y = *out_z = 1;
	FAKE_TELLS(out_x);
	FAKE_TELLS(out_z);
	return L0_SUCCESS;
}

FAKE_API int zeKernelSetGlobalOffsetExp(l0_kernel handle, uint32_t x, uint32_t y, uint32_t z)
{
	struct kernel *kernel = (struct kernel *)handle;

	CALL("zeKernelSetGlobalOffsetExp");
	IS(kernel, "kernel");
	kernel->offset[0] = x;
	kernel->offset[1] = y;
	kernel->offset[2] = z;
	return L0_SUCCESS;
}

FAKE_API int zeKernelSetIndirectAccess(l0_kernel kernel, uint32_t flags)
{
	CALL("zeKernelSetIndirectAccess");
	IS(kernel, "kernel");
	CHECK(flags <= 7, "%s: flags", call);
	return L0_SUCCESS;
}

FAKE_API int zeKernelGetProperties(l0_kernel handle, struct l0_kernel_properties *out)
{
	struct kernel *kernel = (struct kernel *)handle;

	CALL("zeKernelGetProperties");
	IS(kernel, "kernel");
	TYPE(out, L0_TYPE_KERNEL_PROPERTIES);
	out->arg_count = (uint32_t)kernel->entry->arg_count;
	out->max_sub_group_size = 32;
	out->max_sub_groups = 32;
	FAKE_TELLS(&out->arg_count);
	FAKE_TELLS(&out->max_sub_group_size);
	FAKE_TELLS(&out->private_bytes);
	return L0_SUCCESS;
}

FAKE_API int zeCommandListAppendLaunchKernel(l0_list list, l0_kernel handle, const struct l0_group_count *groups,
					     l0_event signal, uint32_t count, l0_event *wait)
{
	struct kernel *kernel = (struct kernel *)handle;
	struct fake_launch l = { 0 };
	size_t missing;
	int r;

	CALL("zeCommandListAppendLaunchKernel");
	IS(kernel, "kernel");
	CHECK(kernel->group[0], "%s: the group size was never set", call);
	CHECK(kernel->module->linked || !fake_unresolved(&kernel->module->program), "%s: a module with imports", call);
	for (size_t d = 0; d < 3; d++) {
		CHECK(groups->count[d], "%s: no groups", call);
		l.local[d] = kernel->group[d];
		l.global[d] = (size_t)kernel->group[d] * groups->count[d];
		l.offset[d] = kernel->offset[d];
	}
	missing = fake_arg_missing(&kernel->args, kernel->entry);
	CHECK(missing == kernel->entry->arg_count, "%s: argument %zu was never set", call, missing);
	r = l0_command(call, list, signal, count, wait);
	kernel->command = l0_last_command();
	if (r != L0_SUCCESS)
		return r;
	l.program = &kernel->module->program;
	return fake_run(&kernel->args, kernel->entry, &l) ? L0_SUCCESS : L0_ERROR_DEVICE_LOST;
}
