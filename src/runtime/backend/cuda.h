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
	int reserved_shared; /* bytes of shared memory in front of a kernel's */
	int most_shared;     /* bytes a kernel may ask for */
	/* The primary context is taken when it is first needed: listing devices starts none. */
	_Atomic(cuda_context) context;
	pthread_mutex_t lock;
};

struct be_queue {
	struct syb_native native;
	struct be_device *device;
	struct allocator from;
	cuda_stream stream;
	bool profiling;
	cuda_event begin;        /* what times are counted from; profiling queues only */
	struct be_event *unused; /* events to use again */
	pthread_mutex_t lock;    /* of `unused`: an event may be released by another thread than the queue's */
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
	struct buf cubin; /* of what was linked; empty where the image was native already */
};

struct be_kernel {
	struct syb_native native;
	struct be_device *device;
	struct allocator from;
	cuda_function function;
	size_t most_threads, static_shared;
	size_t dynamic_allowed; /* what the driver was told that launches may ask for */
	bool params_known;
	size_t param_count;
	uint32_t *param_sizes;
	/* Arguments of the last launch, as the driver takes them. */
	void **params;
	uint8_t *values;
	size_t value_room, arg_count, arg_room;
	size_t local_bytes, dynamic_bytes;
	bool has_local;
	/* The last range without a local size, and what was chosen for it. */
	size_t chosen_global, chosen_local;
};

static inline struct syb_native cuda_native(struct be_device *device, void *object)
{
	return (struct syb_native){ SYB_BACKEND_CUDA, NULL, (void *)(intptr_t)device->device, device->context, object };
}

/* The device's context is current on this thread until the scope is left, and then what was there before. */
struct cuda_scope {
	struct backend *pop;
};
int cuda_enter(struct syb_ctx *ctx, struct be_device *device, struct cuda_scope *out_scope);
/* For what is closed and cannot fail: false when there is no context. */
bool cuda_enter_quietly(struct be_device *device, struct cuda_scope *out_scope);
void cuda_leave(struct cuda_scope *scope);

/* Report a failed call under the code and check that fit its result. */
int cuda_fail(struct syb_ctx *ctx, const struct backend *backend, int result, const char *call);

/* 0 where the driver does not know the attribute. */
int cuda_attribute(struct syb_ctx *ctx, const struct be_device *device, int which, int *out);

int cuda_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info);

int cuda_build(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
	       const char *options, struct buf *log, struct be_program **out_program);
int cuda_binary(struct syb_ctx *ctx, struct be_program *program, struct buf *out);
void cuda_program_close(struct be_program *program);
int cuda_kernel(struct syb_ctx *ctx, struct be_program *program, const char *name, struct be_kernel_info *out_info,
		struct be_kernel **out_kernel);
void cuda_kernel_close(struct be_kernel *kernel);

int cuda_queue_open(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
		    struct be_queue **out_queue);
void cuda_queue_close(struct be_queue *queue);
int cuda_launch(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel, const struct be_launch *launch,
		struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
int cuda_memory(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
		void **inout_address);
int cuda_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		  struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
int cuda_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event, bool poll, bool release,
	      struct syb_event_times *out_times);

/* Commands between begin and end: the events waited for, the event that is told. */
int cuda_command_begin(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *const *wait, size_t wait_count,
		       bool wants_event, struct be_event **out_event);
int cuda_command_end(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event);
void cuda_event_release(struct be_queue *queue, struct be_event *event);
/* What is left of a command: out of its scope, and its event is the caller's, or released when it failed. */
static inline int cuda_command_leave(struct be_queue *queue, struct cuda_scope *scope, int r, struct be_event *event,
				     struct be_event **out_event)
{
	cuda_leave(scope);
	if (r < 0) {
		if (event)
			cuda_event_release(queue, event);
		return r;
	}
	if (out_event)
		*out_event = event;
	return 0;
}

#endif
