/* fake/opencl_program.c — libOpenCL.so.1: programs, kernels and their launch. */
#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	NATIVE_HEADER = 64,
};

static const char native_magic[6] = { 'F', 'A', 'K', 'E', 'C', 'L' };

struct program {
	struct thing thing;
	struct fake_program program;
	struct fake_native native;
	bool built;
	char log[256];
};

struct kernel {
	struct thing thing;
	struct program *program;
	struct fake_entry *entry;
	struct fake_args args;
};

/* ---- programs ---- */

static bool read_native(struct fake_program *program, const struct fake_native *native)
{
	return native->size >= NATIVE_HEADER && memcmp(native->bytes, native_magic, sizeof(native_magic)) == 0 &&
	       fake_native_read(program, native->bytes, native->size, NATIVE_HEADER);
}

static void begin_native(struct program *program)
{
	fake_native_begin(&program->native, NATIVE_HEADER, native_magic, sizeof(native_magic));
}

/* Whether it is SPIR-V is found out when it is built: drivers say so then, too. */
FAKE_API cl_program clCreateProgramWithIL(cl_context context, const void *bytes, size_t size, cl_int *error)
{
	struct program *program;

	CALL_NEW("clCreateProgramWithIL", error);
	IS_NEW(context, "context");
	program = opencl_new("program", sizeof(*program));
	if (fake_hides()) {
		fake_delete(program);
		return NULL;
	}
	begin_native(program);
	fake_native_add(&program->native, bytes, size);
	return (cl_program)program;
}

FAKE_API cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
					      const size_t *sizes, const unsigned char **binaries, cl_int *status,
					      cl_int *error)
{
	struct program *program;

	CALL_NEW("clCreateProgramWithBinary", error);
	IS_NEW(context, "context");
	CHECK(count == 1 && opencl_is_device(devices[0]), NULL, "%s", call);
	if (fake_hides())
		return NULL;
	program = opencl_new("program", sizeof(*program));
	fake_native_append(&program->native, binaries[0], sizes[0]);
	if (status)
		*status = CL_SUCCESS;
	return (cl_program)program;
}

static void drop_program(struct program *program)
{
	if (!opencl_drop(program))
		return;
	fake_program_stop(&program->program);
	free(program->native.bytes);
	fake_delete(program);
}

FAKE_API cl_int clReleaseProgram(cl_program program)
{
	ENTER("clReleaseProgram");
	IS(program, "program");
	drop_program((struct program *)program);
	return injected;
}

FAKE_API cl_int clSetProgramSpecializationConstant(cl_program handle, cl_uint id, size_t size, const void *value)
{
	struct program *program = (struct program *)handle;
	struct fake_constant *c;

	CALL("clSetProgramSpecializationConstant");
	IS(program, "program");
	CHECK(!program->built && size && size <= 8 && program->program.constant_count < 16, CL_INVALID_VALUE, "%s",
	      call);
	c = &program->program.constants[program->program.constant_count++];
	c->id = id;
	memcpy(c->value, value, size);
	return CL_SUCCESS;
}

static cl_int finish(struct program *program, cl_int failure)
{
	const char *missing;

	if (!read_native(&program->program, &program->native)) {
		snprintf(program->log, sizeof(program->log), "error: this is no image");
		return failure;
	}
	missing = fake_unresolved(&program->program);
	if (missing) {
		snprintf(program->log, sizeof(program->log), "error: undefined reference to %s", missing);
		return failure;
	}
	if (!fake_program_start(&program->program))
		return CL_OUT_OF_RESOURCES;
	program->built = true;
	return CL_SUCCESS;
}

static void take_long(void)
{
	unsigned ms = fake_faults()->build_ms;
	struct timespec left = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

	while (nanosleep(&left, &left) < 0)
		;
}

FAKE_API cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
			       void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
	(void)notify;
	(void)user;
	CALL("clBuildProgram");
	take_long();
	IS(program, "program");
	CHECK(count == 1 && opencl_is_device(devices[0]) && options && !((struct program *)program)->built,
	      CL_INVALID_VALUE, "%s", call);
	return finish((struct program *)program, CL_BUILD_PROGRAM_FAILURE);
}

FAKE_API cl_int clCompileProgram(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
				 cl_uint headers, const cl_program *header_list, const char **names,
				 void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
	struct program *program = (struct program *)handle;
	struct fake_program *parts;
	bool good;

	(void)header_list;
	(void)names;
	(void)notify;
	(void)user;
	CALL("clCompileProgram");
	take_long();
	IS(program, "program");
	CHECK(count == 1 && opencl_is_device(devices[0]) && options && headers == 0, CL_INVALID_VALUE, "%s", call);
	parts = calloc(1, sizeof(*parts));
	good = read_native(parts, &program->native);
	free(parts);
	return good ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

FAKE_API cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
				  cl_uint inputs, const cl_program *list, void(CL_CALLBACK *notify)(cl_program, void *),
				  void *user, cl_int *error)
{
	struct program *program;
	cl_int r;

	(void)options;
	(void)notify;
	(void)user;
	CALL_NEW("clLinkProgram", error);
	IS_NEW(context, "context");
	CHECK(count == 1 && opencl_is_device(devices[0]) && inputs, NULL, "%s", call);
	program = opencl_new("program", sizeof(*program));
	for (cl_uint i = 0; i < inputs; i++) {
		const struct program *one = (struct program *)list[i];

		IS_NEW(one, "program");
		begin_native(program);
		fake_native_append(&program->native, one->native.bytes + NATIVE_HEADER,
				   one->native.size - NATIVE_HEADER);
		for (size_t k = 0; k < one->program.constant_count && program->program.constant_count < 16; k++)
			program->program.constants[program->program.constant_count++] = one->program.constants[k];
	}
	r = finish(program, CL_LINK_PROGRAM_FAILURE);
	if (error)
		*error = r;
	if (fake_hides()) {
		drop_program(program);
		return NULL;
	}
	return (cl_program)program; /* with a log, also when it failed */
}

FAKE_API cl_int clGetProgramInfo(cl_program handle, cl_program_info what, size_t room, void *out, size_t *size)
{
	struct program *program = (struct program *)handle;

	CALL("clGetProgramInfo");
	IS(program, "program");
	if (what == CL_PROGRAM_BINARY_SIZES)
		return opencl_answer(&program->native.size, sizeof(size_t), room, out, size);
	CHECK(what == CL_PROGRAM_BINARIES && out && room >= sizeof(void *), CL_INVALID_VALUE, "%s", call);
	/* a driver copies what it has: nobody tells it how much room there is */
	memcpy(*(unsigned char **)out, program->native.bytes, program->native.size);
	return CL_SUCCESS;
}

FAKE_API cl_int clGetProgramBuildInfo(cl_program handle, cl_device_id device, cl_program_build_info what, size_t room,
				      void *out, size_t *size)
{
	struct program *program = (struct program *)handle;

	CALL("clGetProgramBuildInfo");
	IS(program, "program");
	CHECK(opencl_is_device(device) && what == CL_PROGRAM_BUILD_LOG, CL_INVALID_VALUE, "%s", call);
	return opencl_answer_text(program->log, room, out, size);
}

/* ---- kernels ---- */

FAKE_API cl_kernel clCreateKernel(cl_program handle, const char *name, cl_int *error)
{
	struct program *program = (struct program *)handle;
	struct fake_entry *entry;
	struct kernel *kernel;

	CALL_NEW("clCreateKernel", error);
	IS_NEW(program, "program");
	CHECK(program->built, NULL, "%s: the program was not built", call);
	entry = fake_find(program->program.kernels, program->program.kernel_count, name);
	if (!entry) {
		if (error)
			*error = CL_INVALID_KERNEL_NAME;
		return NULL;
	}
	if (fake_hides())
		return NULL;
	kernel = opencl_new("kernel", sizeof(*kernel));
	kernel->program = program;
	kernel->entry = entry;
	program->thing.refs++;
	return (cl_kernel)kernel;
}

FAKE_API cl_int clReleaseKernel(cl_kernel handle)
{
	struct kernel *kernel = (struct kernel *)handle;

	ENTER("clReleaseKernel");
	IS(kernel, "kernel");
	if (opencl_drop(kernel)) {
		drop_program(kernel->program);
		fake_delete(kernel);
	}
	return injected;
}

static cl_int set_arg(struct kernel *kernel, cl_uint index, size_t bytes, const void *value)
{
	static const cl_int errors[] = { [FAKE_ARG_GOOD] = CL_SUCCESS,
					 [FAKE_ARG_INDEX] = CL_INVALID_ARG_INDEX,
					 [FAKE_ARG_SIZE] = CL_INVALID_ARG_SIZE,
					 [FAKE_ARG_VALUE] = CL_INVALID_ARG_VALUE };

	return errors[fake_arg_set(&kernel->args, kernel->entry, index, bytes, value, MOST_LOCAL)];
}

/* Memory objects become their addresses when the kernel starts. */
FAKE_API cl_int clSetKernelArg(cl_kernel handle, cl_uint index, size_t bytes, const void *value)
{
	struct kernel *kernel = (struct kernel *)handle;
	cl_int r;

	CALL("clSetKernelArg");
	IS(kernel, "kernel");
	r = set_arg(kernel, index, bytes, value);
	if (r == CL_SUCCESS && value && kernel->entry->kernel && kernel->entry->kernel->args[index] == 'p') {
		struct memory *memory;

		memcpy(&memory, value, sizeof(memory));
		if (!fake_is(memory, "memory object", call))
			return CL_INVALID_MEM_OBJECT;
		memcpy(kernel->args.values[index], &memory->address, sizeof(memory->address));
	}
	return r;
}

FAKE_API cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
	CALL("clSetKernelArgSVMPointer");
	IS(kernel, "kernel");
	return set_arg((struct kernel *)kernel, index, sizeof(value), &value);
}

static cl_int set_usm(cl_kernel kernel, cl_uint index, const void *value)
{
	CALL("clSetKernelArgMemPointerINTEL");
	IS(kernel, "kernel");
	return set_arg((struct kernel *)kernel, index, sizeof(value), &value);
}

FAKE_API cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info what, size_t bytes, const void *value)
{
	CALL("clSetKernelExecInfo");
	IS(kernel, "kernel");
	return what && bytes && value ? CL_SUCCESS : CL_INVALID_VALUE;
}

FAKE_API cl_int clGetKernelInfo(cl_kernel handle, cl_kernel_info what, size_t room, void *out, size_t *size)
{
	struct kernel *kernel = (struct kernel *)handle;
	cl_uint count;

	CALL("clGetKernelInfo");
	IS(kernel, "kernel");
	if (what != CL_KERNEL_NUM_ARGS)
		return CL_INVALID_VALUE;
	count = (cl_uint)kernel->entry->arg_count;
	return opencl_answer(&count, sizeof(count), room, out, size);
}

FAKE_API cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
					 size_t room, void *out, size_t *size)
{
	cl_ulong number;

	CALL("clGetKernelWorkGroupInfo");
	IS(kernel, "kernel");
	CHECK(opencl_is_device(device), CL_INVALID_DEVICE, "%s", call);
	number = what == CL_KERNEL_WORK_GROUP_SIZE ? MOST_GROUP : 0;
	return opencl_answer(&number, sizeof(number), room, out, size);
}

FAKE_API cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel handle, cl_uint dims, const size_t *offset,
				       const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
				       cl_event *event)
{
	struct kernel *kernel = (struct kernel *)handle;
	struct fake_launch l = { .global = { 1, 1, 1 }, .local = { 1, 1, 1 } };
	size_t group = 1;

	CALL("clEnqueueNDRangeKernel");
	IS(kernel, "kernel");
	CHECK(dims >= 1 && dims <= 3, CL_INVALID_WORK_DIMENSION, "%s: %u dimensions", call, dims);
	for (cl_uint d = 0; d < dims; d++) {
		l.global[d] = global[d];
		l.local[d] = local ? local[d] : 1;
		l.offset[d] = offset ? offset[d] : 0;
		if (l.local[d] == 0 || l.global[d] % l.local[d])
			return CL_INVALID_WORK_GROUP_SIZE;
		group *= l.local[d];
	}
	if (group > MOST_GROUP)
		return CL_INVALID_WORK_GROUP_SIZE;
	if (fake_arg_missing(&kernel->args, kernel->entry) < kernel->entry->arg_count)
		return CL_INVALID_KERNEL_ARGS;
	l.program = &kernel->program->program;
	return fake_run(&kernel->args, kernel->entry, &l) ? opencl_command(call, queue, count, wait, event)
							  : CL_OUT_OF_RESOURCES;
}

const struct extension opencl_kernel_extensions[] = {
	{ "clSetKernelArgMemPointerINTEL", (void *)set_usm },
	{ 0 },
};
