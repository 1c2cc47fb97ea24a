/* runtime/backend/level_zero.h — the Level Zero backend's objects, shared by its files. */
#ifndef RUNTIME_LEVEL_ZERO_H
#define RUNTIME_LEVEL_ZERO_H

#include "backend.h"
#include "level_zero_api.h"

#include <pthread.h>
#include <stdatomic.h>

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
	uint64_t timestamp_mask; /* valid bits of kernel timestamps */
	struct l0_device_properties properties;
	uint32_t ip_version;     /* 0: unknown */
	struct be_queue *queues; /* open, or not yet destroyed */
	struct l0_deferred *deferred;
	pthread_mutex_t lock; /* of both */
	atomic_bool stuck;    /* it did not become idle within the limit */
};

/* An object that is closed but not yet destroyed; part of the object. */
struct l0_deferred {
	struct l0_deferred *next;
	void (*destroy)(void *object);
	void *object;
};
/* Destroy an object now, or when the device has become idle. */
void l0_destroy_later(struct be_device *device, struct l0_deferred *deferred, void (*destroy)(void *object),
		      void *object);
/* Destroy all deferred objects, before the device is closed. */
void l0_destroy_deferred(struct be_device *device);
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
	struct l0_deferred deferred;
	struct allocator from;
	l0_list list;
	bool profiling, out_of_order;
	struct event_pool *pools;
	struct be_event *unused, *busy; /* released events: reusable, and not yet done */
	pthread_mutex_t lock;           /* of both lists: another thread may release an event */
};

struct be_event {
	struct be_event *next;
	struct be_queue *queue;
	l0_event event;
};

struct be_program {
	struct be_device *device;
	struct l0_deferred deferred;
	struct allocator from;
	l0_module *modules; /* one, or several that were linked dynamically */
	size_t module_count;
};

struct be_kernel {
	struct syb_native native;
	struct be_device *device;
	struct l0_deferred deferred;
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

/* 0 for L0_SUCCESS; else report the call under the code and check that fit its result. */
int l0_check(struct syb_ctx *ctx, int result, const char *call);
const char *l0_result_name(int result);

be_info_fn l0_info;
be_build_fn l0_build;
be_binary_fn l0_binary;
be_program_close_fn l0_program_close;
be_kernel_open_fn l0_kernel_open;
be_kernel_close_fn l0_kernel_close;
be_queue_open_fn l0_queue_open;
be_queue_close_fn l0_queue_close;
be_queue_wait_fn l0_queue_wait;
be_queue_done_fn l0_queue_done;
be_alloc_fn l0_alloc;
be_free_fn l0_free;
be_launch_fn l0_launch;
be_transfer_fn l0_transfer;
be_event_wait_fn l0_event_wait;
be_event_done_fn l0_event_done;
be_event_times_fn l0_event_times;
be_event_release_fn l0_event_release;

/* A command before it is in the list: the events that it waits for, and the one that it signals. */
struct l0_command {
	struct be_queue *queue;
	l0_event *wait;
	uint32_t wait_count;
	l0_event few[8];
	struct be_event *event; /* NULL: not requested */
	l0_event signal;
};
int l0_command_begin(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *const *wait, size_t wait_count,
		     bool wants_event, struct l0_command *out_command);
/* Hand the event to the caller when r is 0, else take it back; returns r. */
int l0_command_end(struct l0_command *command, int r, struct be_event **out_event);

#endif
