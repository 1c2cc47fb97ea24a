/* runtime/rt.h — internals of a runtime and its devices. */
#ifndef RUNTIME_RT_H
#define RUNTIME_RT_H

#include "runtime/backend/backend.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>

enum { RT_BACKENDS = 3 };

struct rt_backend {
	const struct backend_ops *ops;
	struct backend *backend;
};

struct syb_rt_device {
	struct syb_rt *rt;
	const struct backend_ops *ops; /* NULL: a profile */
	struct be_device *be;
	struct be_device_info info;
};

/* Open addressing by address; count includes slots of memory that was freed. */
struct allocation {
	const struct syb_rt_device *device; /* NULL: the slot was never used */
	uintptr_t address;                  /* 0: freed */
};
struct allocations {
	struct allocation *slots;
	size_t count, room; /* a power of two */
};

struct syb_rt {
	struct allocator from;
	struct arena arena;
	atomic_uint refs; /* one of the caller, and one of each object opened on it */
	bool strict;
	const char *cache_dir; /* "" for none */
	uint64_t cache_most;
	atomic_bool cache_warned; /* a warning that it cannot be used was given */
	bool live;                /* drivers were queried */
	size_t hidden_count;      /* devices that ONEAPI_DEVICE_SELECTOR hides */
	struct rt_backend backends[RT_BACKENDS];
	size_t backend_count;
	struct syb_devices **profiles;
	size_t profile_count;
	struct syb_rt_device **devices; /* that ONEAPI_DEVICE_SELECTOR selects */
	size_t device_count;
	pthread_mutex_t lock;           /* of the lists of uses.c: */
	struct syb_queue *queues;       /* that are open */
	struct freed *freed;            /* memory that commands may still use */
	struct allocations allocations; /* memory that callers own */
	atomic_uint left;               /* queues that were closed while their commands ran */
	atomic_uint_fast64_t epochs;
};

/* Add notes about missing drivers that a selector names (NULL: OpenCL, which supports CPUs everywhere). */
int rt_note_missing(struct syb_ctx *ctx, const struct syb_rt *rt, const char *selector, int r);

static inline struct syb_rt *rt_hold(struct syb_rt *rt)
{
	atomic_fetch_add(&rt->refs, 1);
	return rt;
}

/* A context that ignores diagnostics, for releasing objects. */
struct syb_ctx rt_quiet(struct allocator from);

/* Keep the devices that the selector matches, in their order, and set *inout_count (select.c). env: the environment
 * variable of the selector, for messages, or NULL. Fails: ARG ("device-selector"), UNSUPPORTED. */
int select_devices(struct syb_ctx *ctx, const char *selector, const char *env, struct syb_rt_device **devices,
		   size_t *inout_count);

DEFINE_CLEANUP(struct syb_rt *, syb_rt_close);

#endif
