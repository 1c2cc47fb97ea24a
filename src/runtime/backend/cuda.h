/* runtime/backend/cuda.h — the CUDA backend's objects, shared by its files. */
#ifndef RUNTIME_CUDA_H
#define RUNTIME_CUDA_H

#include "backend.h"
#include "cuda_api.h"

#include <pthread.h>
#include <stdatomic.h>

struct backend {
	struct cuda_api api;
	struct allocator from;
	void *library;
	int driver_version;
	struct be_device *devices, **list;
	size_t device_count;
};

struct be_device {
	struct backend *backend;
	int device;
	uint32_t number;
	int sm;              /* 90 of compute capability 9.0 */
	int reserved_shared; /* bytes of shared memory before those of a kernel */
	int most_shared;     /* maximum of bytes that a kernel can request */
	/* The primary context is retained on first use, so listing devices does not create one. */
	_Atomic(cuda_context) context;
	pthread_mutex_t lock;
};

struct be_queue {
	struct syb_native native;
	struct be_device *device;
	struct allocator from;
	cuda_stream stream;
	bool profiling;
	cuda_event begin;        /* origin of times; profiling queues only */
	struct be_event *unused; /* events to reuse */
	pthread_mutex_t lock;    /* of `unused`: another thread may release an event */
};

struct be_event {
	struct be_event *next;
	struct be_queue *queue;
	cuda_event start, end; /* start: profiling queues only */
};

struct be_program {
	struct be_device *device;
	struct allocator from;
	cuda_module module;
	struct buf cubin; /* result of linking; empty where the image was native code */
};

struct be_kernel {
	struct syb_native native;
	struct be_device *device;
	struct allocator from;
	cuda_function function;
	size_t most_threads, static_shared, registers;
	size_t dynamic_allowed; /* limit that the driver was given for launches */
	bool params_known;
	size_t param_count;
	uint32_t *param_sizes;
	/* Arguments of the last launch, in the driver's form. */
	void **params;
	uint8_t *values;
	size_t value_room, arg_count, arg_room;
	size_t local_bytes, dynamic_bytes;
	bool has_local;
	/* The last range without a local size, and what was chosen for it. */
	uint32_t chosen_dims;
	size_t chosen_global[3], chosen_local[3];
};

static inline struct syb_native cuda_native(struct be_device *device, void *object)
{
	return (struct syb_native){ SYB_BACKEND_CUDA, NULL, (void *)(intptr_t)device->device, device->context, object };
}

/* The device's context is current on this thread until the scope is left; then the earlier one is again. Declare a
 * scope with _cleanup_(cuda_leave). */
struct cuda_scope {
	struct backend *pop;
};
int cuda_enter(struct syb_ctx *ctx, struct be_device *device, struct cuda_scope *out_scope);
/* For closing, which cannot fail: false without a context. */
bool cuda_enter_quietly(struct be_device *device, struct cuda_scope *out_scope);
void cuda_leave(struct cuda_scope *scope);

/* 0 for CUDA_OK; else report the call under the code and check that fit its result. */
int cuda_check(struct syb_ctx *ctx, const struct backend *backend, int result, const char *call);

/* 0 if the driver does not support the attribute. */
int cuda_attribute(struct syb_ctx *ctx, const struct be_device *device, int which, int *out);

/* Load one image as it is, without the linker: the driver itself keeps the native code of PTX (docs/nvidia.md), so
 * `binary` has none. */
int cuda_load(struct syb_ctx *ctx, struct be_device *device, const struct be_input *input, const char *options,
	      struct buf *log, struct be_program **out_program);

/* A local size that divides the global one, for up to so many dimensions. */
void cuda_choose_local(const struct be_kernel *kernel, uint32_t dims, const size_t global[3], size_t out_local[3]);

/* A box of bytes, with the distances in bytes between its rows and between its slices. */
struct cuda_rect {
	void *to;
	const void *from;
	size_t width, height, depth;
	size_t to_row, to_slice, from_row, from_slice;
};
int cuda_copy_rect(struct syb_ctx *ctx, struct be_queue *queue, const struct cuda_rect *rect);

/* Hints; no error where the driver, or the memory, has no use for them. */
int cuda_prefetch(struct syb_ctx *ctx, struct be_queue *queue, const void *address, size_t bytes, bool to_host);
int cuda_advise(struct syb_ctx *ctx, struct be_device *device, const void *address, size_t bytes,
		enum cuda_advice advice, bool about_host);

/* The allocation that an address is in; not known: memory that is not the driver's. */
struct cuda_pointer {
	bool known;
	enum syb_mem_kind kind;
	void *base;
	size_t bytes;
};
int cuda_pointer(struct syb_ctx *ctx, struct be_device *device, const void *address, struct cuda_pointer *out);

/* The address and size of a variable. Fails: NOTFOUND ("device-global"). */
int cuda_variable(struct syb_ctx *ctx, struct be_program *program, const char *name, void **out_address,
		  size_t *out_bytes);

be_info_fn cuda_info;
be_build_fn cuda_build;
be_binary_fn cuda_binary;
be_program_close_fn cuda_program_close;
be_kernel_open_fn cuda_kernel_open;
be_kernel_close_fn cuda_kernel_close;
be_queue_open_fn cuda_queue_open;
be_queue_close_fn cuda_queue_close;
be_queue_wait_fn cuda_queue_wait;
be_queue_done_fn cuda_queue_done;
be_alloc_fn cuda_alloc;
be_free_fn cuda_free;
be_launch_fn cuda_launch;
be_transfer_fn cuda_transfer;
be_event_wait_fn cuda_event_wait;
be_event_done_fn cuda_event_done;
be_event_times_fn cuda_event_times;
be_event_release_fn cuda_event_release;

/* Before a command: wait for events, and begin an event if the caller wants one. After the command: end that event and
 * return it, or release it if the command failed (r < 0). */
int cuda_command_begin(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *const *wait, size_t wait_count,
		       bool wants_event, struct be_event **out_event);
int cuda_command_end(struct syb_ctx *ctx, struct be_queue *queue, int r, struct be_event *event,
		     struct be_event **out_event);

#endif
