/* runtime/queue.h — internals of queues, events and kernels. */
#ifndef RUNTIME_QUEUE_H
#define RUNTIME_QUEUE_H

#include "bundle.h"

struct syb_queue {
	struct allocator from;
	atomic_uint refs; /* one of each event */
	struct syb_rt *rt;
	struct syb_rt_device *device;
	struct be_queue *be;
	bool profiling, out_of_order;
	bool given_up;                        /* the last wait failed */
	atomic_bool stopped;                  /* a wait was cancelled: commands may still be running */
	bool left;                            /* closed while they were; under the runtime's lock */
	uint64_t looked;                      /* when the driver was last asked about them */
	atomic_bool failed;                   /* the driver reported an error: commands may never end */
	atomic_uint_fast64_t submitted, done; /* commands */
	struct syb_kernel **held;             /* kernels with launches that are not done */
	size_t held_count, held_room;
	uint64_t epoch;         /* identifies the current `held`; unique among all queues and times */
	struct syb_queue *next; /* of the runtime */
};

struct syb_event {
	struct allocator from;
	struct syb_queue *queue;
	struct be_event *be;
	uint64_t number;           /* of its command, or of a later one */
	struct program_code *code; /* of its kernel, if something is to be done when it has ended; NULL: none */
};

struct arg {
	bool removed;
	bool set;
	size_t place; /* index among the arguments of the device code */
};

#define NO_PLACE UINT32_MAX

struct syb_kernel {
	struct allocator from;
	atomic_uint refs;    /* the caller's, and one of each queue that holds it */
	uint64_t held_epoch; /* of the last queue that holds it */
	struct arena arena;
	struct syb_bundle *bundle;
	struct program_code *code;
	struct syb_rt_device *device;
	struct syb_kernel_info info;
	struct be_kernel *be;
	struct arg *args; /* as in the source */
	size_t arg_count;
	struct be_arg *be_args;               /* as in the device code */
	const struct syb_spirv_kernel *spirv; /* its parameters, by its SPIR-V; NULL: not known */
	void **stores;                        /* buffers for values */
	size_t *rooms;
	size_t be_arg_count, be_arg_room;
	struct syb_launch last;     /* the range of the last launch; dims 0: none yet */
	struct be_launch be_launch; /* the same, for the driver */
	bool args_changed;
	bool args_complete;      /* all were set when it was launched last */
	bool wants_specs;        /* native code with other values of constants: they must be passed in memory */
	uint32_t implicit_local; /* index of that argument, or NO_PLACE */
	uint32_t spec_arg;       /* index of the argument for specialization constants, which the runtime sets */
	uint32_t required_dims;  /* the number of dimensions that it must be launched with, 0: any */
};

/* The driver's events, in the arena; wait_count 0 gives NULL. Fails: ARG (of another device), NOMEM. */
int queue_wait_list(struct syb_ctx *ctx, struct arena *arena, struct syb_queue *queue, struct syb_event *const *wait,
		    size_t count, struct be_event ***out_list);
/* Make an event object; takes ownership of the driver's event, also on failure. */
int queue_event(struct syb_ctx *ctx, struct syb_queue *queue, struct be_event *be, struct syb_event **out_event);

/* Allocate device memory with these bytes, or with zeros if from is NULL; free it with the backend's `free` (memory.c).
 */
int memory_new(struct syb_ctx *ctx, struct syb_rt_device *device, const void *from, size_t bytes, void **out_address);

/* ---- uses.c ---- */

/* Register a queue; close it when its commands are done. false: they are still running, and nothing waits for them. The
 * queue and its kernels stay until a later call finds them done. */
void uses_open(struct syb_queue *queue);
bool uses_close(struct syb_queue *queue);
/* Destroy a closed queue (event.c). */
void queue_end(struct syb_queue *queue);
/* Called before each command. */
static inline void uses_command(struct syb_queue *queue)
{
	atomic_store_explicit(&queue->submitted, atomic_load_explicit(&queue->submitted, memory_order_relaxed) + 1,
			      memory_order_release);
}
/* Record the driver's result of a command, or of a wait. */
static inline int uses_result(struct syb_queue *queue, int r)
{
	if (__builtin_expect(r == -SYB_E_DEVICE, 0))
		atomic_store(&queue->failed, true);
	if (__builtin_expect(r == -SYB_E_CANCELLED, 0))
		atomic_store(&queue->stopped, true);
	return r;
}
/* Keep a kernel whose held_epoch is not the queue's. Fails: NOMEM. */
int uses_hold(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel);
/* Record that commands up to this one are done, or all of them; called by the thread that owns the queue. */
void uses_done(struct syb_queue *queue, uint64_t number);
void uses_wait(struct syb_queue *queue);
/* Record memory that a caller allocated. Fails: NOMEM. */
int uses_allocated(struct syb_ctx *ctx, struct syb_rt_device *device, const void *address);
/* Free memory that a caller allocated, once no command uses it. Fails: ARG, DEVICE, NOMEM. */
int uses_free(struct syb_ctx *ctx, struct syb_rt_device *device, void *address);
/* Free memory and queues whose commands are done by now. */
void uses_collect(struct syb_rt *rt);

DEFINE_CLEANUP(struct syb_queue *, syb_queue_close);
DEFINE_CLEANUP(struct syb_kernel *, syb_kernel_free);

#endif
