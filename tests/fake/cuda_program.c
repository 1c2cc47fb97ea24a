/* fake/cuda_program.c — libcuda.so.1: modules, the linker, functions and their launch. */
#include "cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	CUBIN_HEADER = 128, /* of ELF, and one section that is all the rest */
};

struct log {
	char *text;
	size_t size;
};

struct module {
	struct fake_object object;
	struct fake_program program;
	struct function {
		struct module *module;
		struct fake_entry *entry;
		int dynamic;
	} functions[FAKE_KERNELS];
};

struct link {
	struct fake_object object;
	char *cubin;
	size_t size;
	struct fake_program program;
	struct log log;
};

/* ---- modules ---- */

/* A cubin of ours: an ELF header, and PTX texts with NULs behind them. */
static bool read_cubin(struct fake_program *program, const char *bytes, size_t size)
{
	uint64_t said;

	if (memcmp(bytes, "\177ELF\2\1\1\x41\x8", 9) != 0)
		return false;
	memcpy(&said, bytes + 24, sizeof(said));
	if (size && said != size)
		return false;
	for (const char *p = bytes + CUBIN_HEADER; p < bytes + said; p += strlen(p) + 1)
		if (*p && !fake_read_ptx(program, p))
			return false;
	return true;
}

/* A fat binary with one piece of PTX. It says itself how long it is. */
static bool read_fatbin(struct fake_program *program, const char *bytes)
{
	uint64_t all, size;
	uint32_t header;

	memcpy(&all, bytes + 8, sizeof(all));
	memcpy(&header, bytes + 20, sizeof(header));
	memcpy(&size, bytes + 24, sizeof(size));
	return bytes[16] == 1 && all == header + size && bytes[16 + all - 1] == '\0' &&
	       fake_read_ptx(program, bytes + 16 + header);
}

static bool read_image(struct fake_program *program, const void *image)
{
	if (memcmp(image, "\177ELF", 4) == 0)
		return read_cubin(program, image, 0);
	if (memcmp(image, "\x50\xed\x55\xba", 4) == 0)
		return read_fatbin(program, image);
	return fake_read_ptx(program, image);
}

static struct log find_log(unsigned count, const int *options, void **values)
{
	struct log log = { 0 };

	for (unsigned i = 0; i < count; i++) {
		if (options[i] == CUDA_JIT_ERROR_LOG_BUFFER)
			log.text = values[i];
		if (options[i] == CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
			log.size = (size_t)values[i];
	}
	return log;
}

static int log_text(struct log log, int result, const char *text, const char *name)
{
	if (log.text && log.size)
		snprintf(log.text, log.size, "%s %s", text, name);
	return result;
}

static void drop_module(struct module *module)
{
	fake_program_stop(&module->program);
	fake_delete(module);
}

FAKE_API int cuModuleLoadDataEx(cuda_module *out, const void *image, unsigned count, int *options, void **values)
{
	struct module *module;
	const char *missing;

	CALL("cuModuleLoadDataEx");
	CURRENT(call);
	CHECK(image && out && (!count || (options && values)), "cuModuleLoadDataEx: NULL");
	module = fake_new("module", sizeof(*module), cuda_primary());
	if (!read_image(&module->program, image)) {
		fake_delete(module);
		return log_text(find_log(count, options, values), CUDA_INVALID_IMAGE, "error: this is no image", "");
	}
	missing = fake_unresolved(&module->program);
	if (missing || !fake_program_start(&module->program)) {
		drop_module(module);
		return missing ? CUDA_INVALID_IMAGE : CUDA_OUT_OF_MEMORY;
	}
	if (fake_hides()) {
		drop_module(module);
		module = NULL;
	}
	*out = (cuda_module)module;
	return CUDA_OK;
}

FAKE_API int cuModuleUnload(cuda_module handle)
{
	struct module *module = (struct module *)handle;

	CALL_DROP("cuModuleUnload");
	CURRENT(call);
	CHECK(fake_is(module, "module", call), "cuModuleUnload");
	drop_module(module);
	return injected;
}

FAKE_API int cuModuleGetFunction(cuda_function *out, cuda_module handle, const char *name)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;
	struct function *function;

	CALL("cuModuleGetFunction");
	CURRENT(call);
	CHECK(fake_is(module, "module", call) && name, "cuModuleGetFunction");
	entry = fake_find(module->program.kernels, module->program.kernel_count, name);
	if (!entry)
		return CUDA_NOT_FOUND;
	function = &module->functions[entry - module->program.kernels];
	if (!function->entry)
		*function = (struct function){ module, entry, SHARED };
	*out = (cuda_function)function;
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return CUDA_OK;
}

FAKE_API int cuModuleGetGlobal_v2(cuda_ptr *out, size_t *bytes, cuda_module handle, const char *name)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;

	CALL("cuModuleGetGlobal_v2");
	CURRENT(call);
	CHECK(fake_is(module, "module", call) && name, "cuModuleGetGlobal");
	entry = fake_find(module->program.variables, module->program.variable_count, name);
	if (!entry)
		return CUDA_NOT_FOUND;
	*out = (cuda_ptr)(uintptr_t)entry->address;
	*bytes = entry->bytes;
	FAKE_TELLS(bytes);
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return CUDA_OK;
}

FAKE_API int cuLinkCreate_v2(unsigned count, int *options, void **values, cuda_link *out)
{
	struct link *link;

	CALL("cuLinkCreate_v2");
	CURRENT(call);
	*out = NULL;
	if (fake_hides())
		return CUDA_OK;
	link = fake_new("link", sizeof(*link), cuda_primary());
	link->log = find_log(count, options, values);
	link->cubin = calloc(1, CUBIN_HEADER);
	link->size = CUBIN_HEADER;
	memcpy(link->cubin, "\177ELF\2\1\1\x41\x8", 9);
	link->cubin[18] = (char)190;
	link->cubin[40] = 64; /* one section header behind this one */
	link->cubin[49] = 90;
	link->cubin[58] = 64;
	link->cubin[60] = 1;
	link->cubin[64 + 4] = 1;
	*out = (cuda_link)link;
	return CUDA_OK;
}

FAKE_API int cuLinkAddData_v2(cuda_link handle, int type, void *data, size_t size, const char *name, unsigned count,
			      int *options, void **values)
{
	struct link *link = (struct link *)handle;
	const char *text = data;

	(void)options;
	(void)values;
	CALL("cuLinkAddData_v2");
	CURRENT(call);
	CHECK(fake_is(link, "link", call) && data && size && name && count == 0, "cuLinkAddData");
	if (type == CUDA_JIT_INPUT_PTX) {
		CHECK(text[size - 1] == '\0', "cuLinkAddData: PTX without its NUL");
		CHECK(!strstr(text, ".ptr .shared"), "cuLinkAddData: a parameter that points to shared memory");
		if (!fake_read_ptx(&link->program, text))
			return log_text(link->log, CUDA_INVALID_PTX, "ptxas fatal: this is no PTX:", name);
	} else {
		if (size < CUBIN_HEADER || !read_cubin(&link->program, text, size))
			return log_text(link->log, CUDA_INVALID_IMAGE, "this is no cubin:", name);
		text += CUBIN_HEADER;
		size -= CUBIN_HEADER;
	}
	link->cubin = realloc(link->cubin, link->size + size);
	memcpy(link->cubin + link->size, text, size);
	link->size += size;
	return CUDA_OK;
}

FAKE_API int cuLinkComplete(cuda_link handle, void **out_cubin, size_t *out_size)
{
	struct link *link = (struct link *)handle;
	const char *missing;
	uint64_t size;

	CALL("cuLinkComplete");
	CURRENT(call);
	CHECK(fake_is(link, "link", call), "cuLinkComplete");
	missing = fake_unresolved(&link->program);
	if (missing)
		return log_text(link->log, CUDA_INVALID_IMAGE, "error: Undefined reference to", missing);
	size = link->size;
	memcpy(link->cubin + 24, &size, sizeof(size));
	size = CUBIN_HEADER;
	memcpy(link->cubin + 64 + 24, &size, sizeof(size));
	size = link->size - CUBIN_HEADER;
	memcpy(link->cubin + 64 + 32, &size, sizeof(size));
	*out_cubin = fake_faults()->lie ? NULL : link->cubin;
	*out_size = link->size;
	FAKE_TELLS(out_size);
	fake_tells(FAKE_POINTER, out_cubin, sizeof(*out_cubin));
	return CUDA_OK;
}

FAKE_API int cuLinkDestroy(cuda_link handle)
{
	struct link *link = (struct link *)handle;

	CALL_DROP("cuLinkDestroy");
	CURRENT(call);
	CHECK(fake_is(link, "link", call), "cuLinkDestroy");
	/* The driver may write into the logs until now. */
	log_text(link->log, 0, link->log.text && *link->log.text ? link->log.text : "", "");
	free(link->cubin);
	fake_delete(link);
	return injected;
}

/* ---- functions ---- */

static bool good_function(const struct function *function, const char *call)
{
	return fake_is(function->module, "module", call) && function->entry;
}

FAKE_API int cuFuncGetAttribute(int *out, int attribute, cuda_function handle)
{
	struct function *function = (struct function *)handle;

	CALL("cuFuncGetAttribute");
	CURRENT(call);
	CHECK(good_function(function, call), "cuFuncGetAttribute");
	*out = attribute == CUDA_FUNC_MAX_THREADS_PER_BLOCK           ? 1024
	       : attribute == CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES ? function->dynamic
								      : 0;
	FAKE_TELLS(out);
	return CUDA_OK;
}

FAKE_API int cuFuncSetAttribute(cuda_function handle, int attribute, int value)
{
	struct function *function = (struct function *)handle;

	CALL("cuFuncSetAttribute");
	CURRENT(call);
	CHECK(good_function(function, call) && attribute == CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
		      value <= SHARED_OPTIN,
	      "cuFuncSetAttribute: %d to %d", attribute, value);
	function->dynamic = value;
	return CUDA_OK;
}

FAKE_API int cuFuncGetParamInfo(cuda_function handle, size_t index, size_t *out_offset, size_t *out_size)
{
	struct function *function = (struct function *)handle;

	CALL("cuFuncGetParamInfo");
	CURRENT(call);
	CHECK(good_function(function, call), "cuFuncGetParamInfo");
	if (index >= function->entry->arg_count && !fake_faults()->lie)
		return CUDA_INVALID_VALUE;
	*out_offset = 0;
	*out_size = index < FAKE_ARGS ? function->entry->arg_sizes[index] : 8;
	FAKE_TELLS(out_size);
	FAKE_TELLS(out_offset);
	return CUDA_OK;
}

/* Local arguments are addresses of shared memory: behind what is reserved, and no two overlap. */
static bool place_locals(const struct function *function, struct fake_launch *l, void **params, char *shared,
			 size_t bytes)
{
	const struct fake_kernel *kernel = function->entry->kernel;
	size_t before = 0;

	for (size_t i = 0; i < function->entry->arg_count; i++) {
		uint64_t at;

		l->args[i] = params[i];
		l->sizes[i] = function->entry->arg_sizes[i];
		if (kernel->args[i] != 'l')
			continue;
		memcpy(&at, params[i], sizeof(at));
		if (at < RESERVED + before || at > RESERVED + bytes || at % 8) {
			fake_complain("cuLaunchKernel: local argument %zu at %zu, %zu bytes were asked for", i,
				      (size_t)at, bytes);
			return false;
		}
		l->args[i] = shared + (at - RESERVED);
		l->sizes[i] = bytes - (at - RESERVED);
		before = at - RESERVED + 1;
	}
	return true;
}

FAKE_API int cuLaunchKernel(cuda_function handle, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
			    unsigned block_y, unsigned block_z, unsigned shared_bytes, cuda_stream stream,
			    void **params, void **extra)
{
	struct function *function = (struct function *)handle;
	struct fake_launch l = {
		.global = { (size_t)grid_x * block_x, (size_t)grid_y * block_y, (size_t)grid_z * block_z },
		.local = { block_x, block_y, block_z },
	};
	char *shared;
	bool good;

	CALL("cuLaunchKernel");
	CURRENT(call);
	CHECK(good_function(function, call) && fake_is(stream, "stream", call) && !extra, "cuLaunchKernel");
	CHECK(params || function->entry->arg_count == 0, "cuLaunchKernel: no arguments");
	if (grid_x == 0 || grid_y == 0 || grid_z == 0 || (uint64_t)block_x * block_y * block_z > 1024 ||
	    block_x * block_y * block_z == 0 || (int)shared_bytes > function->dynamic)
		return CUDA_INVALID_VALUE;
	if (!function->entry->kernel)
		return CUDA_OK;
	l.program = &function->module->program;
	shared = aligned_alloc(128, ((size_t)shared_bytes + 128) & ~(size_t)127);
	good = place_locals(function, &l, params, shared, shared_bytes) && function->entry->kernel->run(&l);
	free(shared);
	return good ? CUDA_OK : CUDA_ILLEGAL_ADDRESS;
}
