/* adapter/ur_buffer.c — buffers: memory of the device, parts of it, copies, and mapping to the host.
 *
 * A buffer of the caller's memory is a copy; the runtime copies it back itself. */
#include "adapter.h"

struct map {
	struct map *next;
	void *host;
	size_t offset, size;
	bool writes;
};

static int copy_now(struct syb_ctx *ctx, ur_context_handle_t context, void *to, const void *from, size_t bytes)
{
	const struct be_transfer t = { .kind = BE_COPY, .to = to, .from = from, .bytes = bytes };
	struct be_queue *queue = NULL;
	int r;

	TRY(cuda_queue_open(ctx, context_device(context), NULL, &queue));
	r = cuda_transfer(ctx, queue, &t, NULL, 0, NULL);
	if (r >= 0)
		r = cuda_queue_wait(ctx, queue);
	cuda_queue_close(queue);
	return r;
}

static int make_memory(struct syb_ctx *ctx, ur_mem_handle_t mem, const void *from)
{
	void *address = NULL;
	int r;

	TRY(cuda_alloc(ctx, context_device(mem->context), SYB_MEM_DEVICE, mem->size, &address));
	r = from ? copy_now(ctx, mem->context, address, from, mem->size) : 0;
	if (r < 0) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		(void)!cuda_free(ctx, context_device(mem->context), address);
		return r;
	}
	mem->address = address;
	return 0;
}

ur_result_t urMemBufferCreate(ur_context_handle_t context, ur_mem_flags_t flags, size_t size,
			      const ur_buffer_properties_t *properties, ur_mem_handle_t *out_buffer)
{
	bool copies = flags & (UR_MEM_FLAG_USE_HOST_POINTER | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER);
	const void *from = copies && properties ? properties->pHost : NULL;
	struct syb_ctx space, *ctx = call_begin(&space);
	ur_mem_handle_t mem;
	int r;

	if (size == 0)
		return call_refuse(UR_RESULT_ERROR_INVALID_BUFFER_SIZE, "a buffer must not be empty");
	if (copies && !from)
		return call_refuse(UR_RESULT_ERROR_INVALID_HOST_PTR, "the pointer to the host's memory is missing");
	mem = handle_new(ctx, sizeof(*mem));
	if (!mem)
		return call_end(-SYB_E_NOMEM);
	mem->context = context;
	mem->size = size;
	r = make_memory(ctx, mem, from);
	if (r < 0) {
		handle_free(mem);
		return call_end(r);
	}
	pthread_mutex_init(&mem->lock, NULL);
	handle_retain(&context->handle);
	*out_buffer = mem;
	return UR_RESULT_SUCCESS;
}

ur_result_t urMemBufferPartition(ur_mem_handle_t buffer, ur_mem_flags_t flags, ur_buffer_create_type_t type,
				 const ur_buffer_region_t *region, ur_mem_handle_t *out_mem)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	ur_mem_handle_t mem;

	(void)flags;
	if (type != UR_BUFFER_CREATE_TYPE_REGION || buffer->parent)
		return call_refuse(UR_RESULT_ERROR_INVALID_MEM_OBJECT, "a sub-buffer cannot have sub-buffers");
	if (region->size == 0 || region->origin > buffer->size || region->size > buffer->size - region->origin)
		return call_refuse(UR_RESULT_ERROR_INVALID_BUFFER_SIZE, "%zu bytes at %zu are not in a buffer of %zu",
				   region->size, region->origin, buffer->size);
	mem = handle_new(ctx, sizeof(*mem));
	if (!mem)
		return call_end(-SYB_E_NOMEM);
	mem->context = buffer->context;
	mem->parent = buffer;
	mem->address = buffer->address + region->origin;
	mem->size = region->size;
	pthread_mutex_init(&mem->lock, NULL);
	handle_retain(&buffer->handle);
	handle_retain(&mem->context->handle);
	*out_mem = mem;
	return UR_RESULT_SUCCESS;
}

ur_result_t urMemRetain(ur_mem_handle_t mem)
{
	handle_retain(&mem->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urMemRelease(ur_mem_handle_t mem)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	int r = 0;

	if (!handle_release(&mem->handle))
		return UR_RESULT_SUCCESS;
	while (mem->maps) {
		struct map *map = mem->maps;

		mem->maps = map->next;
		r = cuda_free(ctx, context_device(mem->context), map->host);
		handle_free(map);
	}
	if (mem->parent)
		urMemRelease(mem->parent);
	else
		r = cuda_free(ctx, context_device(mem->context), mem->address);
	urContextRelease(mem->context);
	pthread_mutex_destroy(&mem->lock);
	handle_free(mem);
	return call_end(r);
}

ur_result_t urMemGetNativeHandle(ur_mem_handle_t mem, ur_device_handle_t device, ur_native_handle_t *out_native_mem)
{
	(void)device;
	*out_native_mem = (ur_native_handle_t)mem->address;
	return UR_RESULT_SUCCESS;
}

ur_result_t urMemGetInfo(ur_mem_handle_t memory, ur_mem_info_t what, UR_ANSWER)
{
	switch (what) {
	case UR_MEM_INFO_SIZE:
		return ANSWER(size_t, memory->size);
	case UR_MEM_INFO_CONTEXT:
		return ANSWER(ur_context_handle_t, memory->context);
	case UR_MEM_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&memory->handle.references));
	default:
		return answer_unknown("urMemGetInfo", what);
	}
}

/* ---- copies ---- */

static bool fits(const struct ur_mem_handle_t_ *mem, size_t offset, size_t size)
{
	return offset <= mem->size && size <= mem->size - offset;
}

static ur_result_t refuse_range(const struct ur_mem_handle_t_ *mem, size_t offset, size_t size)
{
	return call_refuse(UR_RESULT_ERROR_INVALID_SIZE, "%zu bytes at %zu are not in a buffer of %zu", size, offset,
			   mem->size);
}

ur_result_t urEnqueueMemBufferRead(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking, size_t offset,
				   size_t size, void *dst, UR_WAITS)
{
	const struct be_transfer t = { .kind = BE_COPY, .to = dst, .from = buffer->address + offset, .bytes = size };

	if (!fits(buffer, offset, size))
		return refuse_range(buffer, offset, size);
	return command_transfer(queue, UR_COMMAND_MEM_BUFFER_READ, &t, blocking, wait_count, wait, out_event);
}

ur_result_t urEnqueueMemBufferWrite(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking, size_t offset,
				    size_t size, const void *src, UR_WAITS)
{
	const struct be_transfer t = { .kind = BE_COPY, .to = buffer->address + offset, .from = src, .bytes = size };

	if (!fits(buffer, offset, size))
		return refuse_range(buffer, offset, size);
	return command_transfer(queue, UR_COMMAND_MEM_BUFFER_WRITE, &t, blocking, wait_count, wait, out_event);
}

ur_result_t urEnqueueMemBufferCopy(ur_queue_handle_t queue, ur_mem_handle_t from, ur_mem_handle_t to, size_t src_offset,
				   size_t dst_offset, size_t size, UR_WAITS)
{
	const struct be_transfer t = {
		.kind = BE_COPY, .to = to->address + dst_offset, .from = from->address + src_offset, .bytes = size
	};

	if (!fits(from, src_offset, size))
		return refuse_range(from, src_offset, size);
	if (!fits(to, dst_offset, size))
		return refuse_range(to, dst_offset, size);
	return command_transfer(queue, UR_COMMAND_MEM_BUFFER_COPY, &t, false, wait_count, wait, out_event);
}

ur_result_t urEnqueueMemBufferFill(ur_queue_handle_t queue, ur_mem_handle_t buffer, const void *pattern,
				   size_t pattern_bytes, size_t offset, size_t size, UR_WAITS)
{
	const struct be_transfer t = { .kind = BE_FILL,
				       .to = buffer->address + offset,
				       .from = pattern,
				       .bytes = size,
				       .pattern_bytes = pattern_bytes };

	if (!fits(buffer, offset, size))
		return refuse_range(buffer, offset, size);
	return command_transfer(queue, UR_COMMAND_MEM_BUFFER_FILL, &t, false, wait_count, wait, out_event);
}

/* ---- rectangles ---- */

/* One side of a copy of a box. A pitch of 0 means that rows, or slices, follow each other. */
struct side {
	uint8_t *address;
	ur_rect_offset_t origin;
	size_t row, slice;
	size_t room; /* of a buffer; SIZE_MAX: the caller's memory */
};

/* The pitches, and the offset of the first byte; false if the box is not in the room. */
static bool side_read(struct side *side, ur_rect_region_t box)
{
	size_t last, rows, slices;

	if (!side->row)
		side->row = box.width;
	if (!side->slice && __builtin_mul_overflow(side->row, box.height, &side->slice))
		return false;
	if (side->row < box.width || side->slice < side->row)
		return false;
	if (__builtin_mul_overflow(side->origin.y + box.height - 1, side->row, &rows) ||
	    __builtin_mul_overflow(side->origin.z + box.depth - 1, side->slice, &slices) ||
	    __builtin_add_overflow(rows, slices, &last) ||
	    __builtin_add_overflow(last, side->origin.x + box.width, &last))
		return false;
	side->address += side->origin.x + side->origin.y * side->row + side->origin.z * side->slice;
	return last <= side->room;
}

static ur_result_t copy_box(ur_queue_handle_t queue, ur_command_t type, struct side to, struct side from,
			    ur_rect_region_t box, bool blocking, UR_WAITS)
{
	struct command command;
	struct cuda_rect rect;
	int r;

	if (!box.width || !box.height || !box.depth || !side_read(&to, box) || !side_read(&from, box))
		return call_refuse(UR_RESULT_ERROR_INVALID_SIZE, "a box of %zu x %zu x %zu bytes is not in its buffer",
				   (size_t)box.width, (size_t)box.height, (size_t)box.depth);
	rect = (struct cuda_rect){
		.to = to.address,
		.from = from.address,
		.width = box.width,
		.height = box.height,
		.depth = box.depth,
		.to_row = to.row,
		.to_slice = to.slice,
		.from_row = from.row,
		.from_slice = from.slice,
	};
	r = command_begin(&command, queue, type, wait_count, wait, out_event);
	if (r >= 0)
		r = cuda_copy_rect(command.ctx, queue->be, &rect);
	return command_end(&command, r, blocking, out_event);
}

static struct side buffer_side(ur_mem_handle_t mem, ur_rect_offset_t origin, size_t row, size_t slice)
{
	return (struct side){ mem->address, origin, row, slice, mem->size };
}

static struct side host_side(const void *address, ur_rect_offset_t origin, size_t row, size_t slice)
{
	return (struct side){ (uint8_t *)(uintptr_t)address, origin, row, slice, SIZE_MAX };
}

ur_result_t urEnqueueMemBufferReadRect(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
				       ur_rect_offset_t buffer_origin, ur_rect_offset_t host_origin,
				       ur_rect_region_t region, size_t buffer_row, size_t buffer_slice, size_t host_row,
				       size_t host_slice, void *dst, UR_WAITS)
{
	return copy_box(queue, UR_COMMAND_MEM_BUFFER_READ_RECT, host_side(dst, host_origin, host_row, host_slice),
			buffer_side(buffer, buffer_origin, buffer_row, buffer_slice), region, blocking, wait_count,
			wait, out_event);
}

ur_result_t urEnqueueMemBufferWriteRect(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
					ur_rect_offset_t buffer_origin, ur_rect_offset_t host_origin,
					ur_rect_region_t region, size_t buffer_row, size_t buffer_slice,
					size_t host_row, size_t host_slice, void *src, UR_WAITS)
{
	return copy_box(
		queue, UR_COMMAND_MEM_BUFFER_WRITE_RECT, buffer_side(buffer, buffer_origin, buffer_row, buffer_slice),
		host_side(src, host_origin, host_row, host_slice), region, blocking, wait_count, wait, out_event);
}

ur_result_t urEnqueueMemBufferCopyRect(ur_queue_handle_t queue, ur_mem_handle_t from, ur_mem_handle_t to,
				       ur_rect_offset_t src_origin, ur_rect_offset_t dst_origin,
				       ur_rect_region_t region, size_t src_row, size_t src_slice, size_t dst_row,
				       size_t dst_slice, UR_WAITS)
{
	return copy_box(queue, UR_COMMAND_MEM_BUFFER_COPY_RECT, buffer_side(to, dst_origin, dst_row, dst_slice),
			buffer_side(from, src_origin, src_row, src_slice), region, false, wait_count, wait, out_event);
}

/* ---- maps ---- */

/* The host's copy of a mapped part is page-locked, so that the copies do not block the host. */
static int map_make(struct syb_ctx *ctx, ur_mem_handle_t mem, ur_map_flags_t flags, size_t offset, size_t size,
		    struct map **out_map)
{
	struct map *map = mem_zalloc(ctx, sizeof(*map));
	int r;

	if (!map)
		return -SYB_E_NOMEM;
	r = cuda_alloc(ctx, context_device(mem->context), SYB_MEM_HOST, size, &map->host);
	if (r < 0) {
		handle_free(map);
		return r;
	}
	map->offset = offset;
	map->size = size;
	map->writes = flags & (UR_MAP_FLAG_WRITE | UR_MAP_FLAG_WRITE_INVALIDATE_REGION);
	*out_map = map;
	return 0;
}

static void map_add(ur_mem_handle_t mem, struct map *map)
{
	pthread_mutex_lock(&mem->lock);
	map->next = mem->maps;
	mem->maps = map;
	pthread_mutex_unlock(&mem->lock);
}

static struct map *map_take(ur_mem_handle_t mem, const void *host)
{
	struct map *found = NULL;

	pthread_mutex_lock(&mem->lock);
	for (struct map **at = &mem->maps; *at && !found; at = found ? at : &(*at)->next)
		if ((*at)->host == host) {
			found = *at;
			*at = found->next;
		}
	pthread_mutex_unlock(&mem->lock);
	return found;
}

ur_result_t urEnqueueMemBufferMap(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
				  ur_map_flags_t map_flags, size_t offset, size_t size, UR_WAITS, void **out_address)
{
	bool reads = !(map_flags & UR_MAP_FLAG_WRITE_INVALIDATE_REGION);
	struct be_transfer t = { .kind = BE_COPY, .from = buffer->address + offset, .bytes = reads ? size : 0 };
	struct syb_ctx space, *ctx = call_begin(&space);
	struct map *map;
	ur_result_t result;
	int r;

	if (size == 0 || !fits(buffer, offset, size))
		return refuse_range(buffer, offset, size);
	r = map_make(ctx, buffer, map_flags, offset, size, &map);
	if (r < 0)
		return call_end(r);
	t.to = map->host;
	map_add(buffer, map);
	result = command_transfer(queue, UR_COMMAND_MEM_BUFFER_MAP, &t, blocking, wait_count, wait, out_event);
	if (result == UR_RESULT_SUCCESS)
		*out_address = map->host;
	/* after a failure it is freed with the buffer: the copy may be under way */
	return result;
}

/* The driver's free waits for commands that use the memory. */
ur_result_t urEnqueueMemUnmap(ur_queue_handle_t queue, ur_mem_handle_t mem, void *mapped, UR_WAITS)
{
	struct map *map = map_take(mem, mapped);
	struct syb_ctx space, *ctx = call_begin(&space);
	struct be_transfer t = { .kind = BE_COPY, .from = mapped };
	ur_result_t result;
	int r;

	if (!map)
		return call_refuse(UR_RESULT_ERROR_INVALID_VALUE, "%p is not a mapped part of the buffer", mapped);
	t.to = mem->address + map->offset;
	t.bytes = map->writes ? map->size : 0;
	result = command_transfer(queue, UR_COMMAND_MEM_UNMAP, &t, map->writes, wait_count, wait, out_event);
	r = cuda_free(ctx, context_device(mem->context), map->host);
	handle_free(map);
	return result != UR_RESULT_SUCCESS ? result : call_end(r);
}
