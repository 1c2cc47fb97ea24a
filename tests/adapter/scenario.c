/* adapter/scenario.c — all that the adapter has, in one run: memory, buffers, programs, kernels, events. */
#include "ur_test.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 256 };

/* A call that must succeed; under faults, one that fails ends the run. */
#define STEP(call)                                                                                       \
	do {                                                                                             \
		ur_result_t result_ = (call);                                                            \
                                                                                                         \
		if (!run->quiet)                                                                         \
			ur_claim(result_ == UR_RESULT_SUCCESS, __LINE__, "%.60s: %u %s", #call, result_, \
				 result_ == UR_RESULT_SUCCESS ? "" : ur_error());                        \
		if (result_ != UR_RESULT_SUCCESS)                                                        \
			return result_;                                                                  \
	} while (0)
/* A call that must fail, and how. Under faults, one that fails in the driver's way would hide the fault: it is left
 * out. */
#define REFUSED(call, want)                                                                                    \
	do {                                                                                                   \
		bool hides_ = run->quiet && (want) == UR_RESULT_ERROR_ADAPTER_SPECIFIC;                        \
		ur_result_t result_ = hides_ ? (want) : (call);                                                \
                                                                                                               \
		if (!run->quiet)                                                                               \
			ur_claim(result_ == (want), __LINE__, "%.60s: %u, wanted %u", #call, result_, (want)); \
		else if (result_ != (want) && result_ != UR_RESULT_SUCCESS)                                    \
			return result_;                                                                        \
	} while (0)
/* Contents are right whenever nothing failed. */
#define CLAIM(cond, ...)                                         \
	do {                                                     \
		if (!run->quiet)                                 \
			ur_claim((cond), __LINE__, __VA_ARGS__); \
	} while (0)

static bool counts_from(const uint32_t *values, size_t count, uint32_t first)
{
	for (size_t i = 0; i < count; i++)
		if (values[i] != first + i)
			return false;
	return true;
}

static bool all_are(const void *bytes, size_t size, const void *pattern, size_t width)
{
	for (size_t i = 0; i < size; i += width)
		if (memcmp((const char *)bytes + i, pattern, width) != 0)
			return false;
	return true;
}

ur_result_t ur_load(struct run *run, const char *file, const ur_program_properties_t *properties,
		    ur_program_handle_t *out_program)
{
	char path[512], *text = malloc(1 << 20);
	const uint8_t *binary = (uint8_t *)text;
	size_t size;
	FILE *from;

	run->texts[run->text_count++] = text;
	snprintf(path, sizeof(path), "%s/%s", run->images, file);
	from = fopen(path, "r");
	size = from ? fread(text, 1, 1 << 20, from) : 0;
	if (from)
		fclose(from);
	return UR(ProgramCreateWithBinary)(run->context, 1, &run->device, &size, &binary, properties, out_program);
}

/* ---- unified shared memory ---- */

static ur_result_t check_kind(struct run *run, void *address, ur_usm_type_t want)
{
	ur_device_handle_t device = NULL;
	ur_usm_type_t type;
	void *base;
	size_t size;

	STEP(UR(USMGetMemAllocInfo)(run->context, address, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type, NULL));
	CLAIM(type == want, "kind of memory");
	STEP(UR(USMGetMemAllocInfo)(run->context, (char *)address + 5, UR_USM_ALLOC_INFO_BASE_PTR, sizeof(base), &base,
				    NULL));
	STEP(UR(USMGetMemAllocInfo)(run->context, address, UR_USM_ALLOC_INFO_SIZE, sizeof(size), &size, NULL));
	STEP(UR(USMGetMemAllocInfo)(run->context, address, UR_USM_ALLOC_INFO_DEVICE, sizeof(device), &device, NULL));
	CLAIM(base == address && size >= N * 4 && device == run->device, "the block that holds an address");
	return UR_RESULT_SUCCESS;
}

static ur_result_t use_memory(struct run *run)
{
	static const uint8_t patterns[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
	ur_usm_desc_t wide = { .stype = UR_STRUCTURE_TYPE_USM_DESC, .align = 4096 };
	uint8_t *shared, *host, on_stack = 0;
	ur_usm_type_t type;
	void *none;

	STEP(UR(USMDeviceAlloc)(run->context, run->device, NULL, NULL, N * 4, &run->device_memory));
	STEP(UR(USMHostAlloc)(run->context, NULL, NULL, N * 4, &run->host_memory));
	STEP(UR(USMSharedAlloc)(run->context, run->device, NULL, NULL, N * 4, &run->shared_memory));
	REFUSED(UR(USMDeviceAlloc)(run->context, run->device, &wide, NULL, 64, &none),
		UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
	REFUSED(UR(USMDeviceAlloc)(run->context, run->device, NULL, NULL, SIZE_MAX / 2, &none),
		UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
	STEP(check_kind(run, run->device_memory, UR_USM_TYPE_DEVICE));
	STEP(check_kind(run, run->host_memory, UR_USM_TYPE_HOST));
	STEP(check_kind(run, run->shared_memory, UR_USM_TYPE_SHARED));
	STEP(UR(USMGetMemAllocInfo)(run->context, &on_stack, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type, NULL));
	CLAIM(type == UR_USM_TYPE_UNKNOWN, "memory that is not the driver's");

	shared = run->shared_memory;
	host = run->host_memory;
	for (size_t width = 1; width <= 16; width = width == 2 ? 3 : width == 3 ? 4 : width * 2) {
		size_t size = width * 16;

		STEP(UR(EnqueueUSMFill)(run->queue, shared, width, patterns, size, 0, NULL, NULL));
		STEP(UR(EnqueueUSMMemcpy)(run->queue, true, host, shared, size, 0, NULL, NULL));
		CLAIM(all_are(host, size, patterns, width), "filled with %zu bytes", width);
	}
	REFUSED(UR(EnqueueUSMFill)(run->queue, shared, 4, patterns, 6, 0, NULL, NULL),
		UR_RESULT_ERROR_ADAPTER_SPECIFIC);

	memset(host, 0, N);
	STEP(UR(EnqueueUSMFill)(run->queue, shared, 2, patterns, 64, 0, NULL, NULL));
	STEP(UR(EnqueueUSMMemcpy2D)(run->queue, true, host + 1, 32, shared, 16, 8, 4, 0, NULL, NULL));
	CLAIM(host[0] == 0 && all_are(host + 1, 8, patterns, 2) && all_are(host + 97, 8, patterns, 2) && host[105] == 0,
	      "rows of two pitches");

	STEP(UR(EnqueueUSMPrefetch)(run->queue, shared, N, UR_USM_MIGRATION_FLAG_HOST_TO_DEVICE, 0, NULL, NULL));
	STEP(UR(EnqueueUSMPrefetch)(run->queue, shared, N, UR_USM_MIGRATION_FLAG_DEVICE_TO_HOST, 0, NULL, NULL));
	STEP(UR(EnqueueUSMPrefetch)(run->queue, host, N, UR_USM_MIGRATION_FLAG_HOST_TO_DEVICE, 0, NULL, NULL));
	STEP(UR(EnqueueUSMAdvise)(run->queue, shared, N,
				  UR_USM_ADVICE_FLAG_SET_READ_MOSTLY | UR_USM_ADVICE_FLAG_SET_ACCESSED_BY_HOST |
					  UR_USM_ADVICE_FLAG_BIAS_CACHED,
				  NULL));
	return UR(QueueFinish)(run->queue);
}

/* ---- buffers ---- */

static ur_result_t use_boxes(struct run *run)
{
	uint8_t bytes[64], out[64] = { 0 };
	const ur_rect_region_t box = { 2, 2, 2 };
	const ur_rect_offset_t origin = { 1, 1, 1 }, none = { 0, 0, 0 };

	for (size_t i = 0; i < 64; i++)
		bytes[i] = (uint8_t)i;
	/* 4 x 4 x 4 bytes: the box in the middle, to the beginning, and back into another place */
	STEP(UR(EnqueueMemBufferWrite)(run->queue, run->buffer, true, 0, 64, bytes, 0, NULL, NULL));
	STEP(UR(EnqueueMemBufferReadRect)(run->queue, run->buffer, true, origin, none, box, 4, 16, 0, 0, out, 0, NULL,
					  NULL));
	CLAIM(out[0] == 21 && out[1] == 22 && out[2] == 25 && out[4] == 37 && out[7] == 42 && out[8] == 0, "box read");
	STEP(UR(EnqueueMemBufferCopyRect)(run->queue, run->buffer, run->buffer, origin, none, box, 4, 16, 4, 16, 0,
					  NULL, NULL));
	STEP(UR(EnqueueMemBufferRead)(run->queue, run->buffer, true, 0, 64, out, 0, NULL, NULL));
	CLAIM(out[0] == 21 && out[1] == 22 && out[4] == 25 && out[16] == 37 && out[21] == 42 && out[2] == 2,
	      "box copied");
	STEP(UR(EnqueueMemBufferWriteRect)(run->queue, run->buffer, true, none, none, box, 4, 16, 2, 4, bytes, 0, NULL,
					   NULL));
	STEP(UR(EnqueueMemBufferRead)(run->queue, run->buffer, true, 0, 64, out, 0, NULL, NULL));
	CLAIM(out[0] == 0 && out[1] == 1 && out[4] == 2 && out[5] == 3 && out[16] == 4 && out[21] == 7, "box written");
	REFUSED(UR(EnqueueMemBufferReadRect)(run->queue, run->buffer, true, (ur_rect_offset_t){ 3, N, 0 }, none, box, 4,
					     N * 16, 0, 0, out, 0, NULL, NULL),
		UR_RESULT_ERROR_INVALID_SIZE);
	return UR_RESULT_SUCCESS;
}

static ur_result_t use_buffers(struct run *run)
{
	uint32_t values[N], out[N] = { 0 }, seven = 7, *mapped = NULL;
	const ur_buffer_region_t region = { .stype = UR_STRUCTURE_TYPE_BUFFER_REGION, .origin = 256, .size = 512 };
	ur_buffer_properties_t from = { .stype = UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, .pHost = values };
	ur_native_handle_t native;
	size_t size;
	void *address;

	for (uint32_t i = 0; i < N; i++)
		values[i] = i;
	STEP(UR(MemBufferCreate)(run->context, UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, N * 4,
				 &from, &run->buffer));
	STEP(UR(MemBufferPartition)(run->buffer, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION, &region,
				    &run->part));
	STEP(UR(EnqueueMemBufferRead)(run->queue, run->part, true, 4, 508, out, 0, NULL, NULL));
	CLAIM(counts_from(out, 127, 65), "a part of a buffer");
	STEP(UR(MemGetInfo)(run->part, UR_MEM_INFO_SIZE, sizeof(size), &size, NULL));
	CLAIM(size == 512, "size of the part");
	STEP(UR(MemGetNativeHandle)(run->buffer, run->device, &native));
	STEP(UR(EnqueueMemBufferFill)(run->queue, run->part, &seven, 4, 8, 16, 0, NULL, NULL));
	STEP(UR(EnqueueMemBufferCopy)(run->queue, run->buffer, run->buffer, 264, 0, 16, 0, NULL, NULL));
	STEP(UR(EnqueueMemBufferRead)(run->queue, run->buffer, true, 0, 20, out, 0, NULL, NULL));
	CLAIM(out[0] == 7 && out[3] == 7 && out[4] == 4, "filled and copied");
	REFUSED(UR(EnqueueMemBufferRead)(run->queue, run->part, true, 8, 508, out, 0, NULL, NULL),
		UR_RESULT_ERROR_INVALID_SIZE);
	REFUSED(UR(MemBufferPartition)(run->part, 0, UR_BUFFER_CREATE_TYPE_REGION, &region, &run->buffer),
		UR_RESULT_ERROR_INVALID_MEM_OBJECT);

	STEP(UR(EnqueueMemBufferMap)(run->queue, run->buffer, true, UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE, 16, 64, 0,
				     NULL, NULL, &address));
	mapped = address;
	CLAIM(mapped[0] == 4, "mapped");
	mapped[0] = 99;
	STEP(UR(EnqueueMemUnmap)(run->queue, run->buffer, mapped, 0, NULL, NULL));
	STEP(UR(EnqueueMemBufferRead)(run->queue, run->buffer, true, 16, 8, out, 0, NULL, NULL));
	CLAIM(out[0] == 99 && out[1] == 5, "unmapped");
	REFUSED(UR(EnqueueMemUnmap)(run->queue, run->buffer, mapped, 0, NULL, NULL), UR_RESULT_ERROR_INVALID_VALUE);
	return use_boxes(run);
}

/* ---- programs ---- */

static ur_result_t use_variables(struct run *run)
{
	/* A size in bits before the name, as the runtime's property sets have it. */
	static struct {
		uint64_t bits;
		char name[8];
	} mapping = { 64, "counter" };
	const ur_program_metadata_t metadata = {
		"the_id@global_id_mapping", UR_PROGRAM_METADATA_TYPE_BYTE_ARRAY, sizeof(mapping), { .pData = &mapping }
	};
	const ur_program_properties_t properties = { UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, NULL, 1, &metadata };
	uint32_t in[2] = { 70, 80 }, out[4] = { 0 };
	void *address;
	size_t size;

	STEP(ur_load(run, "globals.ptx", &properties, &run->globals));
	REFUSED(UR(EnqueueDeviceGlobalVariableRead)(run->queue, run->globals, "the_id", true, 16, 0, out, 0, NULL,
						    NULL),
		UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE);
	STEP(UR(ProgramBuild)(run->context, run->globals, NULL));
	STEP(UR(EnqueueDeviceGlobalVariableWrite)(run->queue, run->globals, "the_id", true, 8, 4, in, 0, NULL, NULL));
	STEP(UR(EnqueueDeviceGlobalVariableRead)(run->queue, run->globals, "the_id", true, 16, 0, out, 0, NULL, NULL));
	CLAIM(out[0] == 1 && out[1] == 70 && out[2] == 80 && out[3] == 4, "a device_global by its identifier");
	STEP(UR(ProgramGetGlobalVariablePointer)(run->device, run->globals, "the_id", &size, &address));
	CLAIM(size == 16 && address, "its address");
	REFUSED(UR(EnqueueDeviceGlobalVariableRead)(run->queue, run->globals, "the_id", true, 16, 4, out, 0, NULL,
						    NULL),
		UR_RESULT_ERROR_ADAPTER_SPECIFIC);
	REFUSED(UR(ProgramGetGlobalVariablePointer)(run->device, run->globals, "missing", &size, &address),
		UR_RESULT_ERROR_INVALID_GLOBAL_NAME);
	return UR_RESULT_SUCCESS;
}

static ur_result_t use_damaged(struct run *run)
{
	static const char damaged[] = "this is not PTX";
	const uint8_t *binary = (const uint8_t *)damaged;
	ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
	ur_program_handle_t bad = NULL;
	size_t size = sizeof(damaged);
	char log[512] = "";

	STEP(UR(ProgramCreateWithBinary)(run->context, 1, &run->device, &size, &binary, NULL, &bad));
	REFUSED(UR(ProgramBuild)(run->context, bad, NULL), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
	STEP(UR(ProgramGetBuildInfo)(bad, run->device, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log, NULL));
	CLAIM(strstr(log, "cuModuleLoadDataEx"), "the log has the text of the error");
	STEP(UR(ProgramGetBuildInfo)(bad, run->device, UR_PROGRAM_BUILD_INFO_STATUS, sizeof(status), &status, NULL));
	CLAIM(status == UR_PROGRAM_BUILD_STATUS_ERROR, "its status");
	return UR(ProgramRelease)(bad);
}

/* Two programs that need each other, and one alone. */
static ur_result_t use_programs(struct run *run)
{
	ur_program_handle_t parts[2] = { NULL, NULL };
	size_t length = 0;
	ur_result_t r;

	if (!run->quiet)
		STEP(use_damaged(run));
	STEP(UR(ProgramLink)(run->context, 1, &run->program, NULL, &run->linked));
	STEP(UR(ProgramRelease)(run->linked));
	run->linked = NULL;
	r = ur_load(run, "uses.ptx", NULL, &parts[0]);
	if (r == UR_RESULT_SUCCESS)
		r = UR(ProgramCompileExp)(parts[0], 1, &run->device, 0, "-O2");
	if (r == UR_RESULT_SUCCESS)
		r = ur_load(run, "library.ptx", NULL, &parts[1]);
	if (r == UR_RESULT_SUCCESS)
		r = UR(ProgramCompile)(run->context, parts[1], NULL);
	if (r == UR_RESULT_SUCCESS)
		r = UR(ProgramLinkExp)(run->context, 1, &run->device, 0, 2, parts, NULL, &run->linked);
	for (int i = 0; i < 2; i++)
		if (parts[i])
			UR(ProgramRelease)(parts[i]);
	STEP(r);
	STEP(UR(ProgramGetInfo)(run->linked, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(length), &length, NULL));
	CLAIM(length > 0, "linked code has %zu bytes", length);
	return UR_RESULT_SUCCESS;
}

/* ---- kernels ---- */

static ur_exp_kernel_arg_properties_t pointer_arg(uint32_t index, void *pointer)
{
	return (ur_exp_kernel_arg_properties_t){ .stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES,
						 .type = UR_EXP_KERNEL_ARG_TYPE_POINTER,
						 .index = index,
						 .size = sizeof(void *),
						 .value.pointer = pointer };
}

static ur_result_t launch_iota(struct run *run)
{
	ur_exp_kernel_arg_properties_t arg = pointer_arg(0, run->shared_memory);
	const size_t global[3] = { N / 2, 1, 1 }, offset[3] = { N / 4, 0, 0 }, odd[3] = { 100, 1, 1 }, none[3] = { 0 };
	const size_t seven[3] = { 7, 1, 1 }, too_large[3] = { 2048, 1, 1 };
	uint32_t *values = run->shared_memory;
	ur_event_handle_t *event = &run->events[0];

	memset(values, 0xff, N * 4);
	STEP(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, global, NULL, 1, &arg, NULL, 0, NULL,
						event));
	STEP(UR(EventWait)(1, event));
	CLAIM(counts_from(values, N / 2, 0) && values[N / 2] == UINT32_MAX, "a launch");
	memset(values, 0xff, N * 4);
	STEP(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, offset, global, NULL, 1, &arg, NULL, 1,
						event, NULL));
	STEP(UR(QueueFinish)(run->queue));
	CLAIM(counts_from(values + N / 4, N / 2, N / 4) && values[0] == UINT32_MAX && values[N / 4 * 3] == UINT32_MAX,
	      "with an offset");

	arg.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
	arg.value.memObjTuple.hMem = run->buffer;
	STEP(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, global, NULL, 1, &arg, NULL, 0, NULL,
						NULL));
	STEP(UR(EnqueueMemBufferRead)(run->queue, run->buffer, true, 0, N * 2, values, 0, NULL, NULL));
	CLAIM(counts_from(values, N / 2, 0), "into a buffer");
	STEP(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, none, NULL, 1, &arg, NULL, 0, NULL,
						&run->events[1]));
	STEP(UR(EventWait)(1, &run->events[1]));

	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, odd, seven, 1, &arg, NULL, 0, NULL,
						   NULL),
		UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, too_large, too_large, 1, &arg,
						   NULL, 0, NULL, NULL),
		UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 4, NULL, odd, NULL, 1, &arg, NULL, 0, NULL,
						   NULL),
		UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, global, NULL, 0, NULL, NULL, 0,
						   NULL, NULL),
		UR_RESULT_ERROR_ADAPTER_SPECIFIC);
	arg.index = 1;
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, global, NULL, 1, &arg, NULL, 0,
						   NULL, NULL),
		UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
	arg.index = 0;
	arg.type = UR_EXP_KERNEL_ARG_TYPE_SAMPLER;
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->kernel, 1, NULL, global, NULL, 1, &arg, NULL, 0,
						   NULL, NULL),
		UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
	return UR_RESULT_SUCCESS;
}

/* Local memory, also more than 48 KiB of it. */
static ur_result_t launch_local(struct run *run)
{
	uint32_t *in = run->shared_memory, *out = run->host_memory;
	const size_t global[1] = { N }, local[1] = { 64 };
	ur_exp_kernel_arg_properties_t args[3] = { pointer_arg(0, in), pointer_arg(1, out), { .index = 2 } };

	args[2].type = UR_EXP_KERNEL_ARG_TYPE_LOCAL;
	STEP(UR(KernelCreate)(run->program, "reverse_local", &run->other));
	for (uint32_t i = 0; i < N; i++)
		in[i] = i;
	for (size_t size = 256; size <= 64 << 10; size = 64 << 10) {
		args[2].size = size;
		memset(out, 0, N * 4);
		STEP(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->other, 1, NULL, global, local, 3, args, NULL,
							0, NULL, NULL));
		STEP(UR(QueueFinish)(run->queue));
		CLAIM(out[0] == 63 && out[63] == 0 && out[64] == 127 && out[N - 1] == N - 64,
		      "local memory of %zu bytes", size);
		if (size == 64 << 10)
			break;
	}
	args[2].size = 1 << 20;
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->other, 1, NULL, global, local, 3, args, NULL, 0,
						   NULL, NULL),
		UR_RESULT_ERROR_ADAPTER_SPECIFIC);
	return UR_RESULT_SUCCESS;
}

static ur_result_t ask_kernel(struct run *run)
{
	const size_t global[3] = { 1000, 1000, 6 };
	size_t local[3] = { 0 }, size = 0, required[3] = { 0 };
	ur_native_handle_t native;
	uint32_t number = 0;
	char name[32] = "";

	STEP(UR(KernelGetInfo)(run->kernel, UR_KERNEL_INFO_FUNCTION_NAME, sizeof(name), name, NULL));
	STEP(UR(KernelGetInfo)(run->kernel, UR_KERNEL_INFO_NUM_ARGS, sizeof(number), &number, NULL));
	CLAIM(strcmp(name, "iota") == 0 && number == 1, "name and arguments");
	REFUSED(UR(KernelGetInfo)(run->kernel, UR_KERNEL_INFO_FUNCTION_NAME, 2, name, NULL),
		UR_RESULT_ERROR_INVALID_SIZE);
	STEP(UR(KernelGetInfo)(run->kernel, UR_KERNEL_INFO_NUM_REGS, sizeof(number), &number, NULL));
	STEP(UR(KernelGetGroupInfo)(run->kernel, run->device, UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE, sizeof(size), &size,
				    NULL));
	CLAIM(size == 1024, "largest work-group");
	STEP(UR(KernelGetSubGroupInfo)(run->kernel, run->device, UR_KERNEL_SUB_GROUP_INFO_MAX_NUM_SUB_GROUPS,
				       sizeof(number), &number, NULL));
	CLAIM(number == 32, "most sub-groups");
	STEP(UR(KernelGetSuggestedLocalWorkSize)(run->kernel, run->queue, 1, NULL, global, local));
	CLAIM(local[0] == 250, "one dimension: %zu", local[0]);
	STEP(UR(KernelGetSuggestedLocalWorkSizeWithArgs)(run->kernel, run->queue, 3, NULL, global, 0, NULL, local));
	CLAIM(local[0] == 25 && local[1] == 10 && local[2] == 1, "three dimensions: %zu %zu %zu", local[0], local[1],
	      local[2]);
	STEP(UR(KernelGetGroupInfo)(run->other, run->device, UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE,
				    sizeof(required), required, NULL));
	CLAIM(required[0] == 64 && required[1] == 1, "required size");
	STEP(UR(KernelGetSuggestedLocalWorkSize)(run->other, run->queue, 1, NULL, global, local));
	CLAIM(local[0] == 64, "is suggested");
	local[0] = 128;
	REFUSED(UR(EnqueueKernelLaunchWithArgsExp)(run->queue, run->other, 1, NULL, (size_t[]){ 128 }, local, 0, NULL,
						   NULL, 0, NULL, NULL),
		UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
	STEP(UR(KernelSetExecInfo)(run->kernel, 0, 0, NULL, NULL));
	return UR(KernelGetNativeHandle)(run->kernel, &native);
}

static ur_result_t use_kernels(struct run *run)
{
	ur_kernel_handle_t none;

	STEP(UR(KernelCreate)(run->program, "iota", &run->kernel));
	REFUSED(UR(KernelCreate)(run->program, "missing", &none), UR_RESULT_ERROR_INVALID_KERNEL_NAME);
	STEP(launch_iota(run));
	STEP(launch_local(run));
	return ask_kernel(run);
}

/* ---- events ---- */

static atomic_int notified;

static void notify(ur_event_handle_t event, ur_execution_info_t status, void *user)
{
	(void)event;
	(void)status;
	atomic_store(&notified, *(int *)user);
}

static ur_result_t use_events(struct run *run)
{
	static int user = 5;
	ur_event_handle_t *e = &run->events[2];
	uint64_t submitted = 0, started = 0, ended = 0, device_now, host_now;
	ur_event_status_t status;
	ur_bool_t empty;
	uint32_t count;

	STEP(UR(DeviceGetGlobalTimestamps)(run->device, &device_now, &host_now));
	STEP(UR(EnqueueEventsWaitWithBarrier)(run->timed, 1, &run->events[0], e));
	STEP(UR(EnqueueEventsWait)(run->queue, 1, e, &run->events[3]));
	STEP(UR(EventWait)(2, e));
	STEP(UR(EventGetInfo)(*e, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	CLAIM(status == UR_EVENT_STATUS_COMPLETE, "the event is complete");
	STEP(UR(EventGetProfilingInfo)(*e, UR_PROFILING_INFO_COMMAND_SUBMIT, sizeof(submitted), &submitted, NULL));
	STEP(UR(EventGetProfilingInfo)(*e, UR_PROFILING_INFO_COMMAND_START, sizeof(started), &started, NULL));
	STEP(UR(EventGetProfilingInfo)(*e, UR_PROFILING_INFO_COMMAND_END, sizeof(ended), &ended, NULL));
	CLAIM(submitted >= host_now && started && ended >= started, "times of the command");
	REFUSED(UR(EventGetProfilingInfo)(run->events[3], UR_PROFILING_INFO_COMMAND_START, sizeof(started), &started,
					  NULL),
		UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE);
	STEP(UR(EventRetain)(*e));
	STEP(UR(EventGetInfo)(*e, UR_EVENT_INFO_REFERENCE_COUNT, sizeof(count), &count, NULL));
	CLAIM(count == 2, "references");
	STEP(UR(EventRelease)(*e));
	STEP(UR(QueueFinish)(run->timed));
	STEP(UR(QueueGetInfo)(run->timed, UR_QUEUE_INFO_EMPTY, sizeof(empty), &empty, NULL));
	CLAIM(empty, "the queue is empty");
	STEP(UR(EnqueueEventsWaitWithBarrierExt)(run->queue, NULL, 0, NULL, NULL));
	STEP(UR(QueueFlush)(run->queue));
	STEP(UR(DeviceWaitExp)(run->device));
	if (run->quiet) /* a thread would make the order of calls random */
		return UR_RESULT_SUCCESS;
	STEP(UR(EventSetCallback)(*e, 0, notify, &user));
	for (int i = 0; i < 5000 && atomic_load(&notified) != user; i++)
		usleep(1000);
	CLAIM(atomic_load(&notified) == user, "a callback");
	return UR_RESULT_SUCCESS;
}

/* ---- the run ---- */

ur_result_t ur_scenario(struct run *run)
{
	static struct {
		uint64_t bits;
		uint32_t size[3];
	} size = { 96, { 64, 1, 1 } };
	const ur_program_metadata_t metadata = { "reverse_local@reqd_work_group_size",
						 UR_PROGRAM_METADATA_TYPE_BYTE_ARRAY,
						 8 + 3 * sizeof(uint32_t),
						 { .pData = &size } };
	const ur_program_properties_t properties = { UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, NULL, 1, &metadata };
	const ur_queue_properties_t timed = { .stype = UR_STRUCTURE_TYPE_QUEUE_PROPERTIES,
					      .flags = UR_QUEUE_FLAG_PROFILING_ENABLE |
						       UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE };
	uint32_t count = 0;

	STEP(UR(AdapterGet)(1, &run->adapter, NULL));
	STEP(UR(PlatformGet)(run->adapter, 1, &run->platform, &count));
	if (run->quiet && count == 0)
		return UR_RESULT_ERROR_DEVICE_NOT_FOUND;
	STEP(UR(DeviceGet)(run->platform, UR_DEVICE_TYPE_GPU, 1, &run->device, &count));
	STEP(UR(ContextCreate)(1, &run->device, NULL, &run->context));
	STEP(UR(QueueCreate)(run->context, run->device, NULL, &run->queue));
	STEP(UR(QueueCreate)(run->context, run->device, &timed, &run->timed));
	STEP(use_memory(run));
	STEP(use_buffers(run));
	STEP(ur_load(run, "kernels.ptx", &properties, &run->program));
	STEP(UR(ProgramBuildExp)(run->program, 1, &run->device, 0, "-O3"));
	STEP(use_variables(run));
	STEP(use_programs(run));
	STEP(use_kernels(run));
	return use_events(run);
}

static void keep(ur_result_t *first, ur_result_t result)
{
	if (*first == UR_RESULT_SUCCESS)
		*first = result;
}

ur_result_t ur_release(struct run *run)
{
	ur_result_t r = UR_RESULT_SUCCESS;

	for (int i = 0; i < 4; i++)
		if (run->events[i])
			keep(&r, UR(EventRelease)(run->events[i]));
#define RELEASE(what, handle) \
	if (run->handle)      \
	keep(&r, UR(what)(run->handle))
	RELEASE(KernelRelease, kernel);
	RELEASE(KernelRelease, other);
	RELEASE(ProgramRelease, program);
	RELEASE(ProgramRelease, globals);
	RELEASE(ProgramRelease, linked);
	RELEASE(MemRelease, part);
	RELEASE(MemRelease, buffer);
	RELEASE(QueueRelease, queue);
	RELEASE(QueueRelease, timed);
	for (int i = 0; i < 3; i++) {
		void *memory[] = { run->device_memory, run->host_memory, run->shared_memory };

		if (memory[i])
			keep(&r, UR(USMFree)(run->context, memory[i]));
	}
	RELEASE(ContextRelease, context);
	RELEASE(AdapterRelease, adapter);
#undef RELEASE
	for (int i = 0; i < run->text_count; i++)
		free(run->texts[i]);
	return r;
}
