/* runtime/backend/level_zero_program.c — SPIR-V and zebins to modules and kernels.
 *
 * Several SPIR-V images become one module, compiled and linked together. If a zebin is among them, each becomes a
 * separate module, and the driver links the compiled modules. */
#include "level_zero.h"

#include "driver.h"

/* Append the driver's build log to `log`. */
static int take_log(struct syb_ctx *ctx, const struct be_device *device, l0_log handle, struct buf *log)
{
	const struct l0_api *api = &device->backend->api;
	size_t size = 0, room;

	if (!handle || !log || api->log_text(handle, &size, NULL) != L0_SUCCESS || size <= 1 || size > DRIVER_MOST_LOG)
		return 0;
	TRY(buf_reserve(ctx, log, size + 1));
	room = size;
	memset(log->ptr + log->len, 0, size + 1);
	if (api->log_text(handle, &room, (char *)log->ptr + log->len) != L0_SUCCESS)
		return 0;
	log->len += strnlen((char *)log->ptr + log->len, size);
	return 0;
}

/* Specialization constants in the driver's form; in the arena. */
static int read_constants(struct syb_ctx *ctx, struct arena *arena, const struct be_input *input,
			  struct l0_constants *out)
{
	uint32_t *ids = arena_array(ctx, arena, input->spec_const_count + 1, sizeof(*ids));
	const void **values = arena_array(ctx, arena, input->spec_const_count + 1, sizeof(*values));

	if (!ids || !values)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < input->spec_const_count; i++) {
		ids[i] = input->spec_consts[i].id;
		values[i] = input->spec_consts[i].value.ptr;
	}
	*out = (struct l0_constants){ (uint32_t)input->spec_const_count, ids, values };
	return 0;
}

static int create(struct syb_ctx *ctx, struct be_program *program, const struct l0_module_desc *desc, struct buf *log)
{
	struct be_device *device = program->device;
	const struct l0_api *api = &device->backend->api;
	l0_module module = NULL;
	l0_log handle = NULL;
	int r = api->module_create(device->platform->context, device->device, desc, &module, &handle);
	int logged = take_log(ctx, device, handle, log);

	if (handle)
		api->log_destroy(handle);
	r = driver_made(ctx, l0_check(ctx, r, "zeModuleCreate"), module, "zeModuleCreate");
	if (r < 0)
		return r;
	program->modules[program->module_count++] = module;
	return logged;
}

static int create_one(struct syb_ctx *ctx, struct be_program *program, const struct be_input *input,
		      const char *options, struct buf *log)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(buf_free) struct buf flags = { 0 };
	struct l0_constants constants;
	struct l0_module_desc desc = {
		.type = L0_TYPE_MODULE_DESC,
		.format = input->format == BE_SPIRV ? L0_FORMAT_SPIRV : L0_FORMAT_NATIVE,
		.size = input->bytes.len,
		.bytes = input->bytes.ptr,
		.constants = &constants,
	};
	int r = read_constants(ctx, &arena, input, &constants);

	if (r >= 0)
		r = driver_options(ctx, input, options, &flags);
	desc.flags = (const char *)flags.ptr;
	return r < 0 ? r : create(ctx, program, &desc, log);
}

/* SPIR-V images that are compiled into one module. */
static int create_joint(struct syb_ctx *ctx, struct be_program *program, const struct be_input *inputs, size_t count,
			const char *options, struct buf *log)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	size_t *sizes = arena_array(ctx, &arena, count, sizeof(*sizes));
	const uint8_t **bytes = arena_array(ctx, &arena, count, sizeof(*bytes));
	const char **flags = arena_array(ctx, &arena, count, sizeof(*flags));
	struct l0_constants *constants = arena_array(ctx, &arena, count, sizeof(*constants));
	const struct l0_constants **list = arena_array(ctx, &arena, count, sizeof(*list));
	struct l0_program_desc desc = { L0_TYPE_MODULE_PROGRAM_DESC, NULL, (uint32_t)count, sizes, bytes, flags, list };
	struct l0_module_desc head = { .type = L0_TYPE_MODULE_DESC, .next = &desc, .format = L0_FORMAT_SPIRV };
	int r;

	if (!sizes || !bytes || !flags || !constants || !list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		_cleanup_(buf_free) struct buf text = { 0 };

		sizes[i] = inputs[i].bytes.len;
		bytes[i] = inputs[i].bytes.ptr;
		list[i] = &constants[i];
		r = read_constants(ctx, &arena, &inputs[i], &constants[i]);
		if (r >= 0)
			r = driver_options(ctx, &inputs[i], options, &text);
		if (r < 0)
			return r;
		flags[i] = arena_string(ctx, &arena, text.ptr, text.len - 1);
		if (!flags[i])
			return -SYB_E_NOMEM;
	}
	return create(ctx, program, &head, log);
}

/* Modules that import from each other: compiled as libraries, linked by the driver. */
static int create_linked(struct syb_ctx *ctx, struct be_program *program, const struct be_input *inputs, size_t count,
			 const char *options, struct buf *log)
{
	const struct l0_api *api = &program->device->backend->api;
	_cleanup_(buf_free) struct buf flags = { 0 };
	l0_log handle = NULL;
	int r = buf_printf(ctx, &flags, "-library-compilation%s%s", *options ? " " : "", options), logged;

	if (r >= 0)
		r = buf_char(ctx, &flags, '\0');

	for (size_t i = 0; i < count && r >= 0; i++)
		r = create_one(ctx, program, &inputs[i],
			       inputs[i].format == BE_SPIRV ? (const char *)flags.ptr : options, log);
	if (r < 0)
		return r;
	r = api->module_link((uint32_t)count, program->modules, &handle);
	logged = take_log(ctx, program->device, handle, log);
	if (handle)
		api->log_destroy(handle);
	return r == L0_SUCCESS ? logged : l0_check(ctx, r, "zeModuleDynamicLink");
}

static void destroy_program(void *object)
{
	struct be_program *program = object;

	for (size_t i = 0; i < program->module_count; i++)
		program->device->backend->api.module_destroy(program->modules[i]);
	allocator_free(program->from, program->modules);
	allocator_free(program->from, program);
}

void l0_program_close(struct be_program *program)
{
	l0_destroy_later(program->device, &program->deferred, destroy_program, program);
}
DEFINE_CLEANUP(struct be_program *, l0_program_close);

int l0_build(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
	     const char *options, struct buf *log, struct be_program **out_program)
{
	_cleanup_(l0_program_close_p) struct be_program *program = NULL;
	bool all_spirv = true;

	for (size_t i = 0; i < count; i++) {
		if (inputs[i].format != BE_SPIRV && inputs[i].format != BE_NATIVE)
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "driver-failed",
					"Level Zero accepts SPIR-V and native code only");
		all_spirv &= inputs[i].format == BE_SPIRV;
	}
	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no image to build");
	program = mem_zalloc(ctx, sizeof(*program));
	if (!program)
		return -SYB_E_NOMEM;
	program->device = device;
	program->from = allocator_of(ctx);
	program->modules = mem_zalloc(ctx, count * sizeof(l0_module));
	if (!program->modules)
		return -SYB_E_NOMEM;
	if (!options)
		options = "";
	if (count == 1)
		TRY(create_one(ctx, program, inputs, options, log));
	else if (all_spirv)
		TRY(create_joint(ctx, program, inputs, count, options, log));
	else
		TRY(create_linked(ctx, program, inputs, count, options, log));
	*out_program = steal(program);
	return 0;
}

int l0_binary(struct syb_ctx *ctx, struct be_program *program, struct buf *out)
{
	static const char call[] = "zeModuleGetNativeBinary";
	const struct l0_api *api = &program->device->backend->api;
	size_t size = 0, got;
	int r;

	if (program->module_count != 1)
		return -SYB_E_UNSUPPORTED;
	r = l0_check(ctx, api->module_native(program->modules[0], &size, NULL), call);
	if (r < 0 || size == 0)
		return r < 0 ? r : -SYB_E_UNSUPPORTED;
	if (size > DRIVER_MOST_CODE)
		return driver_bad_answer(ctx, call, "the code has %zu bytes", size);
	r = buf_reserve(ctx, out, size);
	if (r < 0)
		return r;
	memset(out->ptr + out->len, 0, size);
	got = size;
	r = l0_check(ctx, api->module_native(program->modules[0], &got, out->ptr + out->len), call);
	if (r == 0 && (got > size || got == 0))
		r = driver_bad_answer(ctx, call, "the code has %zu bytes, and then %zu", size, got);
	out->len += r == 0 ? got : 0;
	return r;
}

static void destroy_kernel(void *object)
{
	struct be_kernel *kernel = object;

	if (kernel->kernel)
		kernel->device->backend->api.kernel_destroy(kernel->kernel);
	allocator_free(kernel->from, kernel);
}

void l0_kernel_close(struct be_kernel *kernel)
{
	l0_destroy_later(kernel->device, &kernel->deferred, destroy_kernel, kernel);
}
DEFINE_CLEANUP(struct be_kernel *, l0_kernel_close);

static int create_kernel(struct syb_ctx *ctx, const struct be_program *program, const char *name,
			 struct be_kernel *kernel)
{
	const struct l0_api *api = &program->device->backend->api;
	struct l0_kernel_desc desc = { .type = L0_TYPE_KERNEL_DESC, .name = name };
	int r = L0_ERROR_INVALID_KERNEL_NAME;

	for (size_t i = 0; i < program->module_count && r == L0_ERROR_INVALID_KERNEL_NAME; i++)
		r = api->kernel_create(program->modules[i], &desc, &kernel->kernel);
	if (r != L0_SUCCESS)
		kernel->kernel = NULL;
	if (r == L0_ERROR_INVALID_KERNEL_NAME)
		return driver_no_kernel(ctx, name);
	return driver_made(ctx, l0_check(ctx, r, "zeKernelCreate"), kernel->kernel, "zeKernelCreate");
}

int l0_kernel_open(struct syb_ctx *ctx, struct be_program *program, const char *name, struct be_kernel_info *out_info,
		   struct be_kernel **out_kernel)
{
	_cleanup_(l0_kernel_close_p) struct be_kernel *kernel = mem_zalloc(ctx, sizeof(*kernel));
	const struct l0_api *api = &program->device->backend->api;
	struct l0_kernel_properties properties = { .type = L0_TYPE_KERNEL_PROPERTIES };

	if (!kernel)
		return -SYB_E_NOMEM;
	kernel->device = program->device;
	kernel->from = allocator_of(ctx);
	TRY(create_kernel(ctx, program, name, kernel));
	TRY(l0_check(ctx, api->kernel_properties(kernel->kernel, &properties), "zeKernelGetProperties"));
	if (properties.arg_count > DRIVER_MOST_ARGS)
		TRY(driver_bad_answer(ctx, "zeKernelGetProperties", "%s has %u arguments", name, properties.arg_count));
	/* Pointers may be members of structs, where the driver does not see them. */
	TRY(l0_check(ctx, api->kernel_indirect(kernel->kernel, L0_INDIRECT_ALL), "zeKernelSetIndirectAccess"));
	kernel->arg_count = properties.arg_count;
	*out_info = (struct be_kernel_info){
		.arg_count = properties.arg_count,
		.args_known = true,
		.max_work_group_size = (uint64_t)properties.max_sub_group_size * properties.max_sub_groups,
		.preferred_multiple = properties.max_sub_group_size,
		.private_bytes = (uint64_t)properties.private_bytes + properties.spill_bytes,
		.local_bytes = properties.local_bytes,
	};
	kernel->native = l0_native(program->device, kernel->kernel);
	*out_kernel = steal(kernel);
	return 0;
}
