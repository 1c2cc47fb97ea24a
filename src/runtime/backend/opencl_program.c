/* runtime/backend/opencl_program.c — programs and kernels of an OpenCL driver.
 *
 * One input is built in one step; several are compiled and linked, if the driver supports that. SPIR bitcode is a
 * binary with special build options (cl_khr_spir). */
#include "opencl.h"

static const char spir_options[] = "-x spir -spir-std=1.2";

void opencl_program_close(struct be_program *program)
{
	if (program->id)
		program->device->api->clReleaseProgram(program->id);
	allocator_free(program->from, program);
}

DEFINE_CLEANUP(struct be_program *, opencl_program_close);

/* ---- one input → an unbuilt program ---- */

static int create_il(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, cl_program *out)
{
	const struct opencl_api *api = device->api;
	cl_int error = CL_INVALID_OPERATION;
	cl_program program;

	if (api->clCreateProgramWithIL)
		program = api->clCreateProgramWithIL(device->context, input->bytes.ptr, input->bytes.len, &error);
	else
		program = device->create_il(device->context, input->bytes.ptr, input->bytes.len, &error);
	TRY(opencl_made(ctx, error, program, "clCreateProgramWithIL"));
	for (size_t i = 0; i < input->spec_const_count; i++) {
		const struct be_spec_const *c = &input->spec_consts[i];

		error = api->clSetProgramSpecializationConstant
				? api->clSetProgramSpecializationConstant(program, c->id, c->value.len, c->value.ptr)
				: CL_INVALID_OPERATION;
		/* a constant that the module does not have was optimised away */
		if (error != CL_SUCCESS && error != CL_INVALID_SPEC_ID) {
			api->clReleaseProgram(program);
			return opencl_check(ctx, error, "clSetProgramSpecializationConstant");
		}
	}
	*out = program;
	return 0;
}

static int create_binary(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, cl_program *out)
{
	const unsigned char *bytes = input->bytes.ptr;
	cl_int error = CL_SUCCESS, status = CL_SUCCESS;
	cl_program program = device->api->clCreateProgramWithBinary(device->context, 1, &device->id, &input->bytes.len,
								    &bytes, &status, &error);

	if (program && (error != CL_SUCCESS || status != CL_SUCCESS)) {
		device->api->clReleaseProgram(program);
		program = NULL;
	}
	*out = program;
	return opencl_made(ctx, error != CL_SUCCESS ? error : status, program, "clCreateProgramWithBinary");
}

static int create(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, cl_program *out)
{
	return input->format == BE_SPIRV ? create_il(ctx, device, input, out) : create_binary(ctx, device, input, out);
}

/* ---- building ---- */

static int add_log(struct syb_ctx *ctx, struct be_device *device, cl_program program, struct buf *log)
{
	size_t len = 0;

	if (device->api->clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &len) !=
		    CL_SUCCESS ||
	    len <= 1 || len > DRIVER_MOST_LOG)
		return 0;
	TRY(buf_reserve(ctx, log, len));
	memset(log->ptr + log->len, 0, len); /* the log may be shorter than announced */
	if (device->api->clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, len, log->ptr + log->len,
					       NULL) == CL_SUCCESS)
		log->len += strnlen((const char *)log->ptr + log->len, len);
	return 0;
}

static int build_options(struct syb_ctx *ctx, const struct be_input *input, const char *options, struct buf *out)
{
	TRY(buf_text(ctx, out, input->format == BE_BITCODE ? spir_options : ""));
	return driver_options(ctx, input, options, out);
}

static int build_one(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, const char *options,
		     struct buf *log, struct be_program *program)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = create(ctx, device, input, &program->id), logged;
	cl_int error;

	if (r == 0)
		r = build_options(ctx, input, options, &text);
	if (r < 0)
		return r;
	error = device->api->clBuildProgram(program->id, 1, &device->id, (const char *)text.ptr, NULL, NULL);
	logged = add_log(ctx, device, program->id, log);
	return error != CL_SUCCESS ? opencl_check(ctx, error, "clBuildProgram") : logged;
}

struct objects {
	const struct opencl_api *api;
	cl_program *list;
	size_t count;
};

static void objects_drop(struct objects *objects)
{
	for (size_t i = 0; i < objects->count; i++)
		objects->api->clReleaseProgram(objects->list[i]);
}

static int compile_one(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, struct buf *log,
		       struct objects *objects)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	cl_program program;
	cl_int error;
	int r = create(ctx, device, input, &program);

	if (r < 0)
		return r;
	objects->list[objects->count++] = program;
	if (input->format == BE_NATIVE)
		return 0;
	r = build_options(ctx, input, NULL, &text);
	if (r < 0)
		return r;
	error = device->api->clCompileProgram(program, 1, &device->id, (const char *)text.ptr, 0, NULL, NULL, NULL,
					      NULL);
	r = add_log(ctx, device, program, log);
	return error != CL_SUCCESS ? opencl_check(ctx, error, "clCompileProgram") : r;
}

static int build_several(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
			 const char *options, struct buf *log, struct be_program *program)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(objects_drop) struct objects objects = { .api = device->api };
	cl_int error = CL_SUCCESS;
	int r = 0;

	if (inputs[0].format == BE_BITCODE || inputs[0].format == BE_PTX)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "link-driver",
				"the driver links SPIR-V and its own binaries only");
	objects.list = arena_array(ctx, &scratch, count, sizeof(cl_program));
	if (!objects.list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < count; i++)
		r = compile_one(ctx, device, &inputs[i], log, &objects);
	if (r < 0)
		return r;
	program->id = device->api->clLinkProgram(device->context, 1, &device->id, options ? options : "",
						 (cl_uint)count, objects.list, NULL, NULL, &error);
	r = program->id ? add_log(ctx, device, program->id, log) : 0;
	return error != CL_SUCCESS || !program->id ? opencl_made(ctx, error, NULL, "clLinkProgram") : r;
}

int opencl_build(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
		 const char *options, struct buf *log, struct be_program **out_program)
{
	_cleanup_(opencl_program_close_p) struct be_program *program = mem_zalloc(ctx, sizeof(*program));

	if (!program)
		return -SYB_E_NOMEM;
	*program = (struct be_program){ .device = device, .from = allocator_of(ctx) };
	TRY(count == 1 ? build_one(ctx, device, inputs, options, log, program)
		       : build_several(ctx, device, inputs, count, options, log, program));
	*out_program = steal(program);
	return 0;
}

/* The driver copies all of the code without a buffer size, so its size is queried twice and must not change. */
int opencl_binary(struct syb_ctx *ctx, struct be_program *program, struct buf *out)
{
	const struct opencl_api *api = program->device->api;
	unsigned char *place;
	size_t len = 0, again = 0;
	cl_int error = api->clGetProgramInfo(program->id, CL_PROGRAM_BINARY_SIZES, sizeof(len), &len, NULL);
	int r;

	if (error == CL_SUCCESS)
		error = api->clGetProgramInfo(program->id, CL_PROGRAM_BINARY_SIZES, sizeof(again), &again, NULL);
	r = opencl_check(ctx, error, "CL_PROGRAM_BINARY_SIZES");
	if (r == 0 && (len != again || len > DRIVER_MOST_CODE))
		r = driver_bad_answer(ctx, "CL_PROGRAM_BINARY_SIZES", "the code has %zu bytes, and then %zu", len,
				      again);
	if (r == 0)
		r = len ? buf_reserve(ctx, out, len) : -SYB_E_UNSUPPORTED;
	if (r < 0)
		return r;
	memset(out->ptr + out->len, 0, len);
	place = out->ptr + out->len;
	r = opencl_check(ctx, api->clGetProgramInfo(program->id, CL_PROGRAM_BINARIES, sizeof(place), &place, NULL),
			 "CL_PROGRAM_BINARIES");
	out->len += r == 0 ? len : 0;
	return r;
}

/* ---- kernels ---- */

static uint64_t kernel_number(struct be_kernel *kernel, cl_kernel_work_group_info what)
{
	uint64_t number = 0;

	if (kernel->device->api->clGetKernelWorkGroupInfo(kernel->id, kernel->device->id, what, sizeof(number), &number,
							  NULL) != CL_SUCCESS)
		return 0;
	return number;
}

int opencl_kernel_open(struct syb_ctx *ctx, struct be_program *program, const char *name,
		       struct be_kernel_info *out_info, struct be_kernel **out_kernel)
{
	const struct opencl_api *api = program->device->api;
	struct be_kernel *kernel = mem_zalloc(ctx, sizeof(*kernel));
	struct be_kernel_info info = { 0 };
	cl_uint args = 0;
	cl_int error = CL_SUCCESS;
	int r;

	if (!kernel)
		return -SYB_E_NOMEM;
	*kernel = (struct be_kernel){ .device = program->device, .from = allocator_of(ctx) };
	kernel->id = api->clCreateKernel(program->id, name, &error);
	r = opencl_made(ctx, error, kernel->id, name);
	if (r < 0) {
		allocator_free(kernel->from, kernel);
		return r;
	}
	info.args_known = api->clGetKernelInfo(kernel->id, CL_KERNEL_NUM_ARGS, sizeof(args), &args, NULL) == CL_SUCCESS;
	if (args > DRIVER_MOST_ARGS) {
		opencl_kernel_close(kernel);
		return driver_bad_answer(ctx, "CL_KERNEL_NUM_ARGS", "%s has %u arguments", name, args);
	}
	info.arg_count = args;
	info.max_work_group_size = kernel_number(kernel, CL_KERNEL_WORK_GROUP_SIZE);
	info.preferred_multiple = kernel_number(kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
	info.private_bytes = kernel_number(kernel, CL_KERNEL_PRIVATE_MEM_SIZE);
	info.local_bytes = kernel_number(kernel, CL_KERNEL_LOCAL_MEM_SIZE);
	if (kernel->device->memory == OPENCL_USM && api->clSetKernelExecInfo) {
		/* kernels may follow pointers in memory */
		static const cl_kernel_exec_info kinds[] = { CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
							     CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
							     CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL };
		const cl_bool yes = CL_TRUE;

		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
			(void)api->clSetKernelExecInfo(kernel->id, kinds[i], sizeof(yes), &yes);
	}
	*out_info = info;
	kernel->native = opencl_native(program->device, kernel->id);
	*out_kernel = kernel;
	return 0;
}

void opencl_kernel_close(struct be_kernel *kernel)
{
	for (size_t i = 0; i < kernel->part_count; i++)
		kernel->device->api->clReleaseMemObject(kernel->parts[i]);
	allocator_free(kernel->from, kernel->parts);
	kernel->device->api->clReleaseKernel(kernel->id);
	allocator_free(kernel->from, kernel);
}
