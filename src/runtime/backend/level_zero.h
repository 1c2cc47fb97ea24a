/* runtime/backend/level_zero.h — the Level Zero backend's objects, shared by its files. */
#ifndef RUNTIME_LEVEL_ZERO_H
#define RUNTIME_LEVEL_ZERO_H

#include "backend.h"
#include "level_zero_api.h"

#include <pthread.h>

struct l0_platform {
	l0_driver driver;
	l0_context context;
	uint32_t version;
};

struct backend {
	struct l0_api api;
	struct allocator from;
	void *library;
	struct l0_platform *platforms;
	size_t platform_count;
	struct be_device *devices, **list;
	size_t device_count, device_room;
};

struct be_device {
	struct backend *backend;
	const struct l0_platform *platform;
	l0_device device;
	uint32_t number;
	uint32_t ordinal;        /* of the first queue group that computes */
	size_t most_fill;        /* bytes of a pattern */
	double timer_ns;         /* of one tick of the device's clock */
	uint64_t timestamp_mask; /* bits of a kernel's time that count */
	struct l0_device_properties properties;
	uint32_t ip_version;     /* 0: the driver does not tell */
	struct be_queue *queues; /* that are open, or wait to be destroyed */
	struct l0_grave *graves;
	pthread_mutex_t lock; /* of both */
};

/* Something that is closed and not yet destroyed; part of the object. */
struct l0_grave {
	struct l0_grave *next;
	void (*destroy)(void *object);
	void *object;
};
/* Destroy it now, or when nothing runs on the device any more. */
void l0_bury(struct be_device *device, struct l0_grave *grave);
/* Destroy everything that waits; the device is closed. */
void l0_bury_all(struct be_device *device);
/* Whether a command may still be running. */
bool l0_busy(struct be_device *device);

enum { EVENTS_PER_POOL = 32 };

struct event_pool {
	struct event_pool *next;
	l0_pool pool;
	uint32_t used;
};

struct be_queue {
	struct syb_native native;
	struct be_device *device;
	struct be_queue *next; /* of the device */
	struct l0_grave grave;
	struct allocator from;
	l0_list list;
	bool profiling, out_of_order;
	struct event_pool *pools;
	struct be_event *unused, *busy; /* events to use again: now, and when their commands are done */
	pthread_mutex_t lock;           /* of both: an event may be released by another thread than the queue's */
};

struct be_event {
	struct be_event *next;
	struct be_queue *queue;
	l0_event event;
};

struct be_program {
	struct be_device *device;
	struct l0_grave grave;
	struct allocator from;
	l0_module *modules; /* one, or several that were linked dynamically */
	size_t module_count;
};

struct be_kernel {
	struct syb_native native;
	struct be_device *device;
	struct l0_grave grave;
	struct allocator from;
	l0_kernel kernel;
	uint32_t arg_count;
	uint32_t group[3]; /* of the last launch */
	size_t chosen_for[3];
	uint32_t chosen[3];
	bool has_offset;
};

static inline struct syb_native l0_native(const struct be_device *device, void *object)
{
	const struct l0_platform *platform = device->platform;

	return (struct syb_native){ SYB_BACKEND_LEVEL_ZERO, platform->driver, device->device, platform->context,
				    object };
}

/* Report a failed call under the code and check that fit its result. */
int l0_fail(struct syb_ctx *ctx, int result, const char *call);
const char *l0_result_name(int result);

int l0_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info);

int l0_build(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
	     const char *options, struct buf *log, struct be_program **out_program);
int l0_binary(struct syb_ctx *ctx, struct be_program *program, struct buf *out);
void l0_program_close(struct be_program *program);
int l0_kernel_open(struct syb_ctx *ctx, struct be_program *program, const char *name, struct be_kernel_info *out_info,
		   struct be_kernel **out_kernel);
void l0_kernel_close(struct be_kernel *kernel);

int l0_queue_open(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
		  struct be_queue **out_queue);
void l0_queue_close(struct be_queue *queue);
int l0_launch(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel, const struct be_launch *launch,
	      struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
int l0_memory(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
	      void **inout_address);
int l0_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
int l0_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event, bool poll, bool release,
	    struct syb_event_times *out_times);

/* A command on its way into the list: what it waits for, and the event that it tells. */
struct l0_command {
	struct be_queue *queue;
	l0_event *wait;
	uint32_t wait_count;
	l0_event few[8];
	struct be_event *event; /* NULL when nobody wants one */
	l0_event signal;
};
int l0_command_begin(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *const *wait, size_t wait_count,
		     bool wants_event, struct l0_command *out_command);
/* Hand the event to the caller when r is 0, else take it back; returns r. */
int l0_command_end(struct l0_command *command, int r, struct be_event **out_event);

#endif
