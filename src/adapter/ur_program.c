/* adapter/ur_program.c — programs: images with their metadata, building, variables.
 *
 * An image is PTX, which the driver compiles and keeps (docs/nvidia.md), or native code. Several programs are linked by
 * the driver's linker. */
#include "adapter.h"

enum {
	BYTES_HEADER = 8, /* before the bytes of a byte array in metadata: their number */
	MOST_METADATA = 1 << 20,
};

/* ---- metadata ---- */

const struct metadata *program_metadata(const struct ur_program_handle_t_ *program, const char *name)
{
	for (const struct metadata *m = program->metadata; m; m = m->next)
		if (strcmp(m->name, name) == 0)
			return m;
	return NULL;
}

static struct metadata *add_metadata(struct syb_ctx *ctx, ur_program_handle_t program, const char *name, size_t len)
{
	struct metadata *m = arena_alloc(ctx, &program->arena, sizeof(*m));
	char *copy = arena_string(ctx, &program->arena, name, len);

	if (!m || !copy)
		return NULL;
	m->name = copy;
	m->next = program->metadata;
	program->metadata = m;
	return m;
}

static int read_group_size(struct syb_ctx *ctx, ur_program_handle_t program, const char *name, size_t len,
			   struct syb_bytes value)
{
	struct metadata *m;

	if (value.len == 0 || value.len > sizeof(m->group_size) || value.len % sizeof(uint32_t))
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "prop-shape",
				"reqd_work_group_size has %zu bytes instead of 1 to 3 numbers", value.len);
	m = add_metadata(ctx, program, name, len);
	if (!m)
		return -SYB_E_NOMEM;
	for (size_t d = 0; d < 3; d++)
		m->group_size[d] = 1;
	memcpy(m->group_size, value.ptr, value.len);
	return 0;
}

static int read_variable(struct syb_ctx *ctx, ur_program_handle_t program, const char *name, size_t len,
			 struct syb_bytes value)
{
	struct metadata *m = add_metadata(ctx, program, name, len);

	if (m)
		m->variable =
			arena_string(ctx, &program->arena, value.ptr, strnlen((const char *)value.ptr, value.len));
	return m && m->variable ? 0 : -SYB_E_NOMEM;
}

/* NAME@reqd_work_group_size of a kernel, ID@global_id_mapping of a device_global; other metadata is not used. */
static int read_metadata(struct syb_ctx *ctx, ur_program_handle_t program, const ur_program_metadata_t *entry)
{
	const char *at = strrchr(entry->pName, '@');
	size_t len = at ? (size_t)(at - entry->pName) : 0;
	struct syb_bytes value;

	if (!at || (strcmp(at, "@reqd_work_group_size") != 0 && strcmp(at, "@global_id_mapping") != 0))
		return 0;
	if (entry->type != UR_PROGRAM_METADATA_TYPE_BYTE_ARRAY || entry->size < BYTES_HEADER ||
	    entry->size > MOST_METADATA || !entry->value.pData)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "prop-shape", "%s is not a byte array", entry->pName);
	value = (struct syb_bytes){ (const uint8_t *)entry->value.pData + BYTES_HEADER, entry->size - BYTES_HEADER };
	return at[1] == 'r' ? read_group_size(ctx, program, entry->pName, len, value)
			    : read_variable(ctx, program, entry->pName, len, value);
}

/* ---- making ---- */

static void destroy(ur_program_handle_t program)
{
	if (program->be)
		cuda_program_close(program->be);
	buf_free(&program->log);
	arena_free(&program->arena);
	pthread_mutex_destroy(&program->lock);
	urContextRelease(program->context);
	handle_free(program);
}

static ur_program_handle_t make(struct syb_ctx *ctx, ur_context_handle_t context, size_t image_count)
{
	ur_program_handle_t program = handle_new(ctx, sizeof(*program));

	if (!program)
		return NULL;
	program->context = context;
	program->options = "";
	handle_retain(&context->handle);
	pthread_mutex_init(&program->lock, NULL);
	program->images = arena_array(ctx, &program->arena, image_count, sizeof(*program->images));
	if (!program->images) {
		destroy(program);
		return NULL;
	}
	return program;
}

static int add_image(struct syb_ctx *ctx, ur_program_handle_t program, struct syb_bytes image)
{
	uint8_t *copy = arena_bytes(ctx, &program->arena, image.len ? image.len : 1);

	if (!copy)
		return -SYB_E_NOMEM;
	if (image.len)
		memcpy(copy, image.ptr, image.len);
	program->images[program->image_count++] = (struct syb_bytes){ copy, image.len };
	return 0;
}

ur_result_t urProgramCreateWithBinary(ur_context_handle_t context, uint32_t device_count, ur_device_handle_t *devices,
				      size_t *lengths, const uint8_t **binaries,
				      const ur_program_properties_t *properties, ur_program_handle_t *out_program)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	ur_program_handle_t program;
	int r;

	if (device_count != 1 || devices[0] != context->device)
		return call_refuse(UR_RESULT_ERROR_INVALID_DEVICE,
				   "a program must be for the device of its context, and for no other");
	program = make(ctx, context, 1);
	if (!program)
		return call_end(-SYB_E_NOMEM);
	r = add_image(ctx, program, (struct syb_bytes){ binaries[0], lengths[0] });
	for (uint32_t i = 0; r >= 0 && properties && i < properties->count; i++)
		r = read_metadata(ctx, program, &properties->pMetadatas[i]);
	if (r < 0) {
		destroy(program);
		return call_end(r);
	}
	*out_program = program;
	return UR_RESULT_SUCCESS;
}

ur_result_t urProgramRetain(ur_program_handle_t program)
{
	handle_retain(&program->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urProgramRelease(ur_program_handle_t program)
{
	if (handle_release(&program->handle))
		destroy(program);
	return UR_RESULT_SUCCESS;
}

/* ---- building ---- */

static int build_images(struct syb_ctx *ctx, ur_program_handle_t program, const char *options)
{
	struct be_device *device = context_device(program->context);
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct be_input *inputs = arena_array(ctx, &arena, program->image_count, sizeof(*inputs));

	if (!inputs)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < program->image_count; i++)
		inputs[i] = (struct be_input){ .format = BE_NATIVE, .bytes = program->images[i] };
	if (program->image_count == 1)
		return cuda_load(ctx, device, inputs, options, &program->log, &program->be);
	return cuda_build(ctx, device, inputs, program->image_count, options, &program->log, &program->be);
}

/* The log is all that the runtime shows of a build that failed. */
static void keep_failure(struct syb_ctx *ctx, ur_program_handle_t program)
{
	const char *error = call_error();

	if (buf_add(ctx, &program->log, error, strlen(error)) >= 0)
		adapter_log(UR_LOGGER_LEVEL_ERROR, "%.*s", (int)program->log.len, (const char *)program->log.ptr);
}

static ur_result_t build(ur_program_handle_t program, const char *options)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	const char *copy = "";
	int r = 0;

	pthread_mutex_lock(&program->lock);
	if (!program->be) {
		buf_free(&program->log);
		program->log = (struct buf){ 0 };
		r = options ? arena_copy(ctx, &program->arena, options, &copy) : 0;
		if (r >= 0) {
			program->options = copy;
			r = build_images(ctx, program, options);
		}
		program->failed = r < 0;
		if (r < 0)
			keep_failure(ctx, program);
	}
	pthread_mutex_unlock(&program->lock);
	if (r == -SYB_E_DEVICE || r == -SYB_E_FORMAT)
		return UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE;
	return call_end(r);
}

ur_result_t urProgramBuild(ur_context_handle_t context, ur_program_handle_t program, const char *options)
{
	(void)context;
	return build(program, options);
}

ur_result_t urProgramBuildExp(ur_program_handle_t program, uint32_t device_count, ur_device_handle_t *devices,
			      ur_exp_program_flags_t flags, const char *options)
{
	(void)device_count;
	(void)devices;
	(void)flags;
	return build(program, options);
}

/* The driver builds a compiled program when it is linked, because an image may need other images. */
ur_result_t urProgramCompile(ur_context_handle_t context, ur_program_handle_t program, const char *options)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	int r;

	(void)context;
	pthread_mutex_lock(&program->lock);
	r = arena_copy(ctx, &program->arena, options ? options : "", &program->options);
	pthread_mutex_unlock(&program->lock);
	return call_end(r);
}

ur_result_t urProgramCompileExp(ur_program_handle_t program, uint32_t device_count, ur_device_handle_t *devices,
				ur_exp_program_flags_t flags, const char *options)
{
	(void)device_count;
	(void)devices;
	(void)flags;
	return urProgramCompile(program->context, program, options);
}

/* All images and metadata of another program; its bytes are copied, because it may be released first. */
static int add_program(struct syb_ctx *ctx, ur_program_handle_t program, const struct ur_program_handle_t_ *from)
{
	for (size_t i = 0; i < from->image_count; i++)
		TRY(add_image(ctx, program, from->images[i]));
	for (const struct metadata *m = from->metadata; m; m = m->next) {
		struct metadata *copy = add_metadata(ctx, program, m->name, strlen(m->name));

		if (!copy)
			return -SYB_E_NOMEM;
		memcpy(copy->group_size, m->group_size, sizeof(copy->group_size));
		if (m->variable)
			TRY(arena_copy(ctx, &program->arena, m->variable, &copy->variable));
	}
	return 0;
}

ur_result_t urProgramLink(ur_context_handle_t context, uint32_t count, const ur_program_handle_t *programs,
			  const char *options, ur_program_handle_t *out_program)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	ur_program_handle_t program;
	size_t image_count = 0;
	ur_result_t result;
	int r = 0;

	*out_program = NULL;
	for (uint32_t i = 0; i < count; i++)
		image_count += programs[i]->image_count;
	if (image_count == 0)
		return call_refuse(UR_RESULT_ERROR_INVALID_VALUE, "no programs to link");
	program = make(ctx, context, image_count);
	for (uint32_t i = 0; program && r >= 0 && i < count; i++)
		r = add_program(ctx, program, programs[i]);
	if (!program || r < 0) {
		if (program)
			destroy(program);
		return call_end(r < 0 ? r : -SYB_E_NOMEM);
	}
	result = build(program, options && *options ? options : programs[0]->options);
	/* A program that does not link is returned, too: the caller asks it for the log. */
	*out_program = program;
	return result == UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE ? UR_RESULT_ERROR_PROGRAM_LINK_FAILURE : result;
}

ur_result_t urProgramLinkExp(ur_context_handle_t context, uint32_t device_count, ur_device_handle_t *devices,
			     ur_exp_program_flags_t flags, uint32_t count, const ur_program_handle_t *programs,
			     const char *options, ur_program_handle_t *out_program)
{
	(void)device_count;
	(void)devices;
	(void)flags;
	return urProgramLink(context, count, programs, options, out_program);
}

/* ---- queries ---- */

/* The program of several images has the code that the driver linked. */
static ur_result_t answer_code(ur_program_handle_t program, bool bytes, UR_ANSWER)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(buf_free) struct buf linked = { 0 };
	struct syb_bytes code = program->images[0];

	if (program->image_count > 1) {
		if (!program->be || cuda_binary(ctx, program->be, &linked) < 0)
			return call_refuse(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
		code = buf_bytes(&linked);
	}
	if (!bytes)
		return ANSWER(size_t, code.len);
	if (out && room >= sizeof(void *) && *(void **)out)
		memcpy(*(void **)out, code.ptr, code.len);
	if (out_size)
		*out_size = sizeof(void *);
	return UR_RESULT_SUCCESS;
}

ur_result_t urProgramGetInfo(ur_program_handle_t program, ur_program_info_t what, UR_ANSWER)
{
	switch (what) {
	case UR_PROGRAM_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&program->handle.references));
	case UR_PROGRAM_INFO_CONTEXT:
		return ANSWER(ur_context_handle_t, program->context);
	case UR_PROGRAM_INFO_NUM_DEVICES:
		return ANSWER(uint32_t, 1);
	case UR_PROGRAM_INFO_DEVICES:
		return ANSWER(ur_device_handle_t, program->context->device);
	case UR_PROGRAM_INFO_BINARY_SIZES:
		return answer_code(program, false, room, out, out_size);
	case UR_PROGRAM_INFO_BINARIES:
		return answer_code(program, true, room, out, out_size);
	default:
		return answer_unknown("urProgramGetInfo", what);
	}
}

static ur_result_t answer_log(ur_program_handle_t program, UR_ANSWER)
{
	static const char end = '\0';
	struct syb_ctx space, *ctx = call_begin(&space);
	ur_result_t result;
	int r;

	pthread_mutex_lock(&program->lock);
	r = buf_add(ctx, &program->log, &end, 1);
	result = r < 0 ? call_end(r) : answer_text(ANSWER_HERE, (const char *)program->log.ptr);
	if (r >= 0)
		program->log.len--;
	pthread_mutex_unlock(&program->lock);
	return result;
}

ur_result_t urProgramGetBuildInfo(ur_program_handle_t program, ur_device_handle_t device, ur_program_build_info_t what,
				  UR_ANSWER)
{
	bool built, failed;

	(void)device;
	pthread_mutex_lock(&program->lock);
	built = program->be;
	failed = program->failed;
	pthread_mutex_unlock(&program->lock);
	switch (what) {
	case UR_PROGRAM_BUILD_INFO_STATUS:
		return ANSWER(ur_program_build_status_t, built    ? UR_PROGRAM_BUILD_STATUS_SUCCESS
							 : failed ? UR_PROGRAM_BUILD_STATUS_ERROR
								  : UR_PROGRAM_BUILD_STATUS_NONE);
	case UR_PROGRAM_BUILD_INFO_OPTIONS:
		return answer_text(ANSWER_HERE, program->options);
	case UR_PROGRAM_BUILD_INFO_LOG:
		return answer_log(program, room, out, out_size);
	case UR_PROGRAM_BUILD_INFO_BINARY_TYPE:
		return ANSWER(ur_program_binary_type_t,
			      built ? UR_PROGRAM_BINARY_TYPE_EXECUTABLE : UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
	default:
		return answer_unknown("urProgramGetBuildInfo", what);
	}
}

ur_result_t urProgramGetNativeHandle(ur_program_handle_t program, ur_native_handle_t *out_native_program)
{
	if (!program->be)
		return call_refuse(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
	*out_native_program = (ur_native_handle_t)program->be->module;
	return UR_RESULT_SUCCESS;
}

/* ---- variables ---- */

/* A device_global has a name for the runtime, and one in the code. */
static const char *variable_name(ur_program_handle_t program, const char *name)
{
	const struct metadata *m = program_metadata(program, name);

	return m && m->variable ? m->variable : name;
}

ur_result_t urProgramGetGlobalVariablePointer(ur_device_handle_t device, ur_program_handle_t program, const char *name,
					      size_t *out_size, void **out_address)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	size_t size = 0;
	int r;

	(void)device;
	if (!program->be)
		return call_refuse(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
	r = cuda_enter(ctx, context_device(program->context), &scope);
	if (r >= 0)
		r = cuda_variable(ctx, program->be, variable_name(program, name), out_address, &size);
	if (r >= 0 && out_size)
		*out_size = size;
	return call_end(r);
}

static ur_result_t transfer(ur_queue_handle_t queue, ur_program_handle_t program, const char *name, ur_command_t type,
			    struct be_transfer t, bool blocking, UR_WAITS)
{
	if (!program->be)
		return call_refuse(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
	t.program = program->be;
	t.symbol = variable_name(program, name);
	return command_transfer(queue, type, &t, blocking, wait_count, wait, out_event);
}

ur_result_t urEnqueueDeviceGlobalVariableWrite(ur_queue_handle_t queue, ur_program_handle_t program, const char *name,
					       bool blocking, size_t count, size_t offset, const void *src, UR_WAITS)
{
	const struct be_transfer t = { .kind = BE_TO_SYMBOL, .from = src, .bytes = count, .offset = offset };

	return transfer(queue, program, name, UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE, t, blocking, wait_count, wait,
			out_event);
}

ur_result_t urEnqueueDeviceGlobalVariableRead(ur_queue_handle_t queue, ur_program_handle_t program, const char *name,
					      bool blocking, size_t count, size_t offset, void *dst, UR_WAITS)
{
	const struct be_transfer t = { .kind = BE_FROM_SYMBOL, .to = dst, .bytes = count, .offset = offset };

	return transfer(queue, program, name, UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ, t, blocking, wait_count, wait,
			out_event);
}
