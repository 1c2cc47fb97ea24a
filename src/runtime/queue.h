/* runtime/queue.h — the inside of queues, events and kernels. */
#ifndef RUNTIME_QUEUE_H
#define RUNTIME_QUEUE_H

#include "bundle.h"

struct syb_queue {
	struct allocator from;
	atomic_uint refs; /* events have one each */
	struct syb_rt *rt;
	struct syb_rt_device *device;
	struct be_queue *be;
	bool profiling;
};

struct syb_event {
	struct allocator from;
	struct syb_queue *queue;
	struct be_event *be;
};

struct arg {
	bool removed;
	bool set;
	size_t place; /* among the arguments of the device code */
};

#define NO_PLACE UINT32_MAX

struct syb_kernel {
	struct allocator from;
	struct arena arena;
	struct syb_bundle *bundle;
	struct program_code *code;
	struct syb_rt_device *device;
	struct syb_kernel_info info;
	struct be_kernel *be;
	struct arg *args; /* as in the source */
	size_t arg_count;
	struct be_arg *be_args; /* as in the device code */
	void **stores;          /* room for values */
	size_t *rooms;
	size_t be_arg_count, be_arg_room;
	bool args_changed;
	bool args_complete;      /* all were set when it was launched last */
	bool wants_specs;        /* native code without the constants that were set: it must be given them in memory */
	uint32_t implicit_local; /* place of it, or NO_PLACE */
	uint32_t required_dims;  /* the number of dimensions that it must be launched with, 0: any */
};

/* The driver's events, in the arena; wait_count 0 gives NULL. Fails: ARG (of another device), NOMEM. */
int queue_wait_list(struct syb_ctx *ctx, struct arena *arena, struct syb_queue *queue, struct syb_event *const *wait,
		    size_t count, struct be_event ***out_list);
/* An event object for the driver's, which it takes over also when it fails. */
int queue_event(struct syb_ctx *ctx, struct syb_queue *queue, struct be_event *be, struct syb_event **out_event);

DEFINE_CLEANUP(struct syb_queue *, syb_queue_close);
DEFINE_CLEANUP(struct syb_kernel *, syb_kernel_free);

#endif
