/* runtime/backend/cuda_program.c — PTX and cubins to modules and kernels.
 *
 * A single cubin is loaded unchanged. PTX, and several images that import from each other, go through the driver's
 * linker, because it returns the native code that `binary` passes to the cache. */
#include "cuda.h"

#include "base/span.h"
#include "base/words.h"
#include "cubin.h"
#include "driver.h"

#include <stdlib.h>

enum {
	LOG_BYTES = 32 << 10,
	MOST_OPTIONS = 10,
};

/* Options of a compilation in the driver's form, and the two logs. */
struct jit {
	unsigned count;
	int options[MOST_OPTIONS];
	void *values[MOST_OPTIONS];
	char *info, *error; /* one block: LOG_BYTES each */
	struct allocator from;
};

static void jit_add(struct jit *jit, int option, uintptr_t value)
{
	if (jit->count == MOST_OPTIONS)
		return;
	jit->options[jit->count] = option;
	jit->values[jit->count++] = (void *)value;
}

static void jit_free(struct jit *jit)
{
	allocator_free(jit->from, jit->info);
}

/* Known options are -O0 to -O4, -g, -lineinfo and --maxrregcount=N. Others are ignored: a package's options are often
 * for another device. */
static void read_options(struct jit *jit, const char *options)
{
	static const char registers[] = "--maxrregcount=";
	size_t len;

	for (const char *p; options && (p = words_next(&options, &len));) {
		if (len == 3 && p[0] == '-' && p[1] == 'O' && p[2] >= '0' && p[2] <= '4')
			jit_add(jit, CUDA_JIT_OPTIMIZATION_LEVEL, (uintptr_t)(p[2] - '0'));
		else if (len == 2 && strncmp(p, "-g", len) == 0)
			jit_add(jit, CUDA_JIT_GENERATE_DEBUG_INFO, 1);
		else if (len == 9 && strncmp(p, "-lineinfo", len) == 0)
			jit_add(jit, CUDA_JIT_GENERATE_LINE_INFO, 1);
		else if (str_starts(p, registers))
			jit_add(jit, CUDA_JIT_MAX_REGISTERS, strtoul(p + strlen(registers), NULL, 10));
	}
}

static int jit_new(struct syb_ctx *ctx, const char *options, struct jit *jit)
{
	*jit = (struct jit){ .from = allocator_of(ctx) };
	jit->info = mem_zalloc(ctx, 2 * LOG_BYTES);
	if (!jit->info)
		return -SYB_E_NOMEM;
	jit->error = jit->info + LOG_BYTES;
	jit_add(jit, CUDA_JIT_INFO_LOG_BUFFER, (uintptr_t)jit->info);
	jit_add(jit, CUDA_JIT_INFO_LOG_BUFFER_SIZE_BYTES, LOG_BYTES - 1);
	jit_add(jit, CUDA_JIT_ERROR_LOG_BUFFER, (uintptr_t)jit->error);
	jit_add(jit, CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, LOG_BYTES - 1);
	read_options(jit, options);
	return 0;
}

static int keep_log(struct syb_ctx *ctx, const struct jit *jit, struct buf *log)
{
	const char *logs[] = { jit->info, jit->error };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(logs) && log && r >= 0; i++) {
		size_t len = strnlen(logs[i], LOG_BYTES);

		r = buf_add(ctx, log, logs[i], len);
		if (r >= 0 && len > 0 && logs[i][len - 1] != '\n')
			r = buf_char(ctx, log, '\n');
	}
	return r;
}

/* Compilers put PTX where machine code is expected, so a native image may be text. */
static int input_type(const struct be_input *input)
{
	static const uint8_t fatbin[] = { 0x50, 0xed, 0x55, 0xba }, elf[] = { 0x7f, 'E', 'L', 'F' };

	if (input->format == BE_PTX || input->bytes.len < sizeof(elf))
		return CUDA_JIT_INPUT_PTX;
	if (memcmp(input->bytes.ptr, fatbin, sizeof(fatbin)) == 0)
		return CUDA_JIT_INPUT_FATBINARY;
	return memcmp(input->bytes.ptr, elf, sizeof(elf)) == 0 ? CUDA_JIT_INPUT_CUBIN : CUDA_JIT_INPUT_PTX;
}

/* OpenCL compilers mark parameters that point to shared memory, which CUDA rejects because its kernels have no such
 * parameters. The mark is only a hint for alias analysis and is removed. */
static void forget_shared_pointers(char *text)
{
	static const char shared[] = ".ptr .shared", align[] = " .align ";

	for (char *p = strstr(text, shared); p; p = strstr(p, shared)) {
		size_t len = sizeof(shared) - 1;

		if (str_starts(p + len, align)) {
			len += sizeof(align) - 1;
			len += strspn(p + len, "0123456789");
		}
		memset(p, ' ', len);
	}
}

/* The driver requires NUL-terminated PTX, which images need not be. */
static int copy_ptx(struct syb_ctx *ctx, struct syb_bytes bytes, struct buf *out)
{
	TRY(buf_add(ctx, out, bytes.ptr, bytes.len));
	TRY(buf_char(ctx, out, '\0'));
	forget_shared_pointers((char *)out->ptr);
	return 0;
}

static int link_add(struct syb_ctx *ctx, struct be_device *device, cuda_link link, const struct be_input *input)
{
	const struct cuda_api *api = &device->backend->api;
	int type = input_type(input);
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_bytes bytes = input->bytes;
	int r;

	if (type == CUDA_JIT_INPUT_PTX) {
		r = copy_ptx(ctx, bytes, &text);
		if (r < 0)
			return r;
		bytes = buf_bytes(&text);
	}
	r = api->link_add(link, type, (void *)(uintptr_t)bytes.ptr, bytes.len, "image", 0, NULL, NULL);
	return cuda_check(ctx, device->backend, r, "cuLinkAddData");
}

static bool find_extent(struct syb_ctx *ctx, struct syb_bytes code, size_t *out_extent)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

	return cubin_extent(ctx, code, out_extent) == 0;
}

/* The code is in the driver's memory. The file's own tables state where it ends, because a wrong size would read beyond
 * it. */
static int take_cubin(struct syb_ctx *ctx, const void *cubin, size_t size, struct buf *out_cubin)
{
	size_t extent;

	if (!cubin || size == 0 || size > DRIVER_MOST_CODE)
		return driver_bad_answer(ctx, "cuLinkComplete", "the code has %zu bytes at %p", size, cubin);
	if (!find_extent(ctx, (struct syb_bytes){ cubin, size }, &extent))
		return driver_bad_answer(ctx, "cuLinkComplete", "%zu bytes of code are not a whole cubin", size);
	return buf_add(ctx, out_cubin, cubin, extent);
}

static int link_all(struct syb_ctx *ctx, struct be_device *device, cuda_link link, const struct be_input *inputs,
		    size_t count, struct buf *out_cubin)
{
	void *cubin = NULL;
	size_t size = 0;

	for (size_t i = 0; i < count; i++)
		TRY(link_add(ctx, device, link, &inputs[i]));
	TRY(cuda_check(ctx, device->backend, device->backend->api.link_complete(link, &cubin, &size),
		       "cuLinkComplete"));
	return take_cubin(ctx, cubin, size, out_cubin);
}

/* The linker writes into the logs until it is destroyed. */
static int link_images(struct syb_ctx *ctx, struct be_device *device, struct jit *jit, const struct be_input *inputs,
		       size_t count, struct buf *out_cubin)
{
	cuda_link link = NULL;
	int r = device->backend->api.link_create(jit->count, jit->options, jit->values, &link);

	r = driver_made(ctx, cuda_check(ctx, device->backend, r, "cuLinkCreate"), link, "cuLinkCreate");
	if (r < 0)
		return r;
	r = link_all(ctx, device, link, inputs, count, out_cubin);
	device->backend->api.link_destroy(link);
	return r;
}

/* The driver takes no size and trusts the file's own headers, so they are checked. */
static int check_whole(struct syb_ctx *ctx, struct syb_bytes code)
{
	enum { FATBIN_HEADER = 6, FATBIN_BYTES = 8, FATBIN_LEAST = 16 };
	struct span file = span_of(code, 0), head, body;
	size_t extent;
	int r;

	if (span_starts(file, "\177ELF", 4))
		return cubin_extent(ctx, code, &extent);
	r = span_sub_as(ctx, file, 0, FATBIN_LEAST, "elf", "the header of a fat binary", &head);
	return r < 0 ? r
		     : span_sub_as(ctx, file, span_u16(head, FATBIN_HEADER), span_u64(head, FATBIN_BYTES), "elf",
				   "the code of a fat binary", &body);
}

static int load_module(struct syb_ctx *ctx, struct be_program *program, struct jit *jit, const void *code)
{
	const struct backend *backend = program->device->backend;
	cuda_module module = NULL;
	int r = backend->api.module_load(&module, code, jit->count, jit->options, jit->values);

	if (r == CUDA_OK)
		program->module = module;
	return driver_made(ctx, cuda_check(ctx, backend, r, "cuModuleLoadDataEx"), module, "cuModuleLoadDataEx");
}

static int load_linked(struct syb_ctx *ctx, struct be_program *program, struct jit *jit, const struct be_input *inputs,
		       size_t count)
{
	struct syb_bytes code = inputs[0].bytes;

	if (count > 1 || input_type(&inputs[0]) == CUDA_JIT_INPUT_PTX) {
		TRY(link_images(ctx, program->device, jit, inputs, count, &program->cubin));
		code = buf_bytes(&program->cubin);
	}
	TRY(check_whole(ctx, code));
	return load_module(ctx, program, jit, code.ptr);
}

static int load_alone(struct syb_ctx *ctx, struct be_program *program, struct jit *jit, const struct be_input *inputs,
		      size_t count)
{
	_cleanup_(buf_free) struct buf text = { 0 };

	if (input_type(&inputs[0]) != CUDA_JIT_INPUT_PTX)
		return load_linked(ctx, program, jit, inputs, count);
	TRY(copy_ptx(ctx, inputs[0].bytes, &text));
	return load_module(ctx, program, jit, text.ptr);
}

void cuda_program_close(struct be_program *program)
{
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };

	if (program->module && cuda_enter_quietly(program->device, &scope))
		program->device->backend->api.module_unload(program->module);
	buf_free(&program->cubin);
	allocator_free(program->from, program);
}
DEFINE_CLEANUP(struct be_program *, cuda_program_close);

typedef int load_fn(struct syb_ctx *ctx, struct be_program *program, struct jit *jit, const struct be_input *inputs,
		    size_t count);

static int build(struct syb_ctx *ctx, struct be_device *device, load_fn *load, const struct be_input *inputs,
		 size_t count, const char *options, struct buf *log, struct be_program **out_program)
{
	_cleanup_(cuda_program_close_p) struct be_program *program = NULL;
	_cleanup_(jit_free) struct jit jit = { .from = allocator_of(ctx) };
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	int r, logged;

	for (size_t i = 0; i < count; i++)
		if (inputs[i].format != BE_PTX && inputs[i].format != BE_NATIVE)
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "driver-failed",
					"CUDA accepts PTX and cubins only");
	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no image to build");
	r = jit_new(ctx, options, &jit);
	if (r < 0)
		return r;
	read_options(&jit, inputs[0].options);
	program = mem_zalloc(ctx, sizeof(*program));
	if (!program)
		return -SYB_E_NOMEM;
	program->device = device;
	program->from = allocator_of(ctx);

	r = cuda_enter(ctx, device, &scope);
	if (r < 0)
		return r;
	r = load(ctx, program, &jit, inputs, count);
	logged = keep_log(ctx, &jit, log);
	if (r >= 0)
		r = logged;
	if (r >= 0)
		*out_program = steal(program);
	return r;
}

int cuda_build(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
	       const char *options, struct buf *log, struct be_program **out_program)
{
	return build(ctx, device, load_linked, inputs, count, options, log, out_program);
}

int cuda_load(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, const char *options,
	      struct buf *log, struct be_program **out_program)
{
	return build(ctx, device, load_alone, input, 1, options, log, out_program);
}

int cuda_variable(struct syb_ctx *ctx, struct be_program *program, const char *name, void **out_address,
		  size_t *out_bytes)
{
	const struct backend *backend = program->device->backend;
	cuda_ptr ptr = 0;
	int r = backend->api.module_global(&ptr, out_bytes, program->module, name);

	if (r == CUDA_NOT_FOUND)
		return driver_no_variable(ctx, name);
	*out_address = (void *)(uintptr_t)ptr;
	return cuda_check(ctx, backend, r, "cuModuleGetGlobal");
}

int cuda_binary(struct syb_ctx *ctx, struct be_program *program, struct buf *out)
{
	if (program->cubin.len == 0)
		return -SYB_E_UNSUPPORTED;
	return buf_add(ctx, out, program->cubin.ptr, program->cubin.len);
}

void cuda_kernel_close(struct be_kernel *kernel)
{
	allocator_free(kernel->from, kernel->param_sizes);
	allocator_free(kernel->from, kernel->params);
	allocator_free(kernel->from, kernel->values);
	allocator_free(kernel->from, kernel);
}
DEFINE_CLEANUP(struct be_kernel *, cuda_kernel_close);

/* Attributes that the driver does not support are 0. */
static int read_attributes(struct syb_ctx *ctx, struct be_kernel *kernel, size_t *out_private)
{
	const struct {
		int attribute;
		size_t *value;
	} attributes[] = {
		{ CUDA_FUNC_MAX_THREADS_PER_BLOCK, &kernel->most_threads },
		{ CUDA_FUNC_SHARED_SIZE_BYTES, &kernel->static_shared },
		{ CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES, &kernel->dynamic_allowed },
		{ CUDA_FUNC_LOCAL_SIZE_BYTES, out_private },
		{ CUDA_FUNC_NUM_REGS, &kernel->registers },
	};
	const struct backend *backend = kernel->device->backend;

	for (size_t i = 0; i < ARRAY_SIZE(attributes); i++) {
		int value = 0;
		int r = backend->api.function_attribute(&value, attributes[i].attribute, kernel->function);

		if (r != CUDA_OK && r != CUDA_INVALID_VALUE)
			return cuda_check(ctx, backend, r, "cuFuncGetAttribute");
		*attributes[i].value = r == CUDA_OK && value > 0 ? (size_t)value : 0;
	}
	if (kernel->device->most_shared && kernel->static_shared > (size_t)kernel->device->most_shared)
		return driver_bad_answer(ctx, "cuFuncGetAttribute", "a kernel has %zu bytes of shared memory",
					 kernel->static_shared);
	return 0;
}

/* Sizes of the parameters, which drivers since 12.4 report: a wrong argument is then an error instead of a crash. */
static int read_params(struct syb_ctx *ctx, struct be_kernel *kernel)
{
	const struct cuda_api *api = &kernel->device->backend->api;
	size_t offset, size, room = 0;
	int r;

	if (!api->function_param)
		return 0;
	for (;;) {
		size = 0;
		r = api->function_param(kernel->function, kernel->param_count, &offset, &size);
		if (r == CUDA_INVALID_VALUE) /* after the last one */
			break;
		if (r != CUDA_OK)
			return cuda_check(ctx, kernel->device->backend, r, "cuFuncGetParamInfo");
		if (size > UINT32_MAX || kernel->param_count == DRIVER_MOST_ARGS)
			return driver_bad_answer(ctx, "cuFuncGetParamInfo", "parameter %zu has %zu bytes",
						 kernel->param_count, size);
		r = VEC_PUSH(ctx, kernel->param_sizes, kernel->param_count, room);
		if (r < 0)
			return r;
		kernel->param_sizes[kernel->param_count++] = (uint32_t)size;
	}
	kernel->params_known = true;
	return 0;
}

int cuda_kernel_open(struct syb_ctx *ctx, struct be_program *program, const char *name, struct be_kernel_info *out_info,
		     struct be_kernel **out_kernel)
{
	_cleanup_(cuda_kernel_close_p) struct be_kernel *kernel = mem_zalloc(ctx, sizeof(*kernel));
	const struct backend *backend = program->device->backend;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	size_t private_bytes = 0;
	int r;

	if (!kernel)
		return -SYB_E_NOMEM;
	kernel->from = allocator_of(ctx);
	kernel->device = program->device;
	r = cuda_enter(ctx, program->device, &scope);
	if (r < 0)
		return r;
	r = backend->api.module_function(&kernel->function, program->module, name);
	if (r == CUDA_NOT_FOUND)
		return driver_no_kernel(ctx, name);
	r = driver_made(ctx, cuda_check(ctx, backend, r, "cuModuleGetFunction"), kernel->function,
			"cuModuleGetFunction");
	if (r >= 0)
		r = read_params(ctx, kernel);
	if (r >= 0)
		r = read_attributes(ctx, kernel, &private_bytes);
	if (r < 0)
		return r;
	*out_info = (struct be_kernel_info){
		.arg_count = (uint32_t)kernel->param_count,
		.args_known = kernel->params_known,
		.max_work_group_size = kernel->most_threads,
		.preferred_multiple = 32,
		.private_bytes = private_bytes,
		.local_bytes = kernel->static_shared,
	};
	kernel->native = cuda_native(program->device, kernel->function);
	*out_kernel = steal(kernel);
	return 0;
}
