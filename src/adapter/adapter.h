/* adapter/adapter.h — the objects behind the handles of the Unified Runtime interface, shared by the adapter's files.
 *
 * The adapter translates: the interface's calls on one side, the CUDA backend of src/runtime on the other. Each call
 * has a context on its stack, whose errors become the call's result and the thread's last error. */
#ifndef ADAPTER_ADAPTER_H
#define ADAPTER_ADAPTER_H

#include "ur.h"

#include "base/ctx.h"
#include "runtime/backend/cuda.h"

#include <pthread.h>
#include <stdatomic.h>

/* Every handle begins with this list, the entry points of all tables in their order: the loader calls through it. */
typedef void adapter_entry(void);
extern adapter_entry *const adapter_entries[];

struct handle {
	adapter_entry *const *entries;
	atomic_uint references;
};

struct ur_adapter_handle_t_ {
	struct handle handle;
};

/* Each device has a platform of its own, so that a context has one device. */
struct ur_platform_handle_t_ {
	struct handle handle;
	ur_device_handle_t device;
};

struct ur_device_handle_t_ {
	struct handle handle;
	struct ur_platform_handle_t_ platform;
	struct be_device *be;
	struct be_device_info info;
	struct arena arena; /* of info */
};

struct ur_context_handle_t_ {
	struct handle handle;
	ur_device_handle_t device;
};

struct ur_queue_handle_t_ {
	struct handle handle;
	ur_context_handle_t context;
	struct be_queue *be;
	ur_queue_flags_t flags;
	uint64_t began; /* host time of the queue's own begin, in ns; profiling queues only */
};

struct ur_event_handle_t_ {
	struct handle handle;
	ur_queue_handle_t queue;
	struct be_event *be;
	ur_command_t type;
	uint64_t submitted; /* host time in ns; profiling queues only */
};

/* What the metadata of a program says about one kernel or variable. */
struct metadata {
	struct metadata *next;
	const char *name;
	uint32_t group_size[3]; /* of a kernel; 0: none is required */
	const char *variable;   /* of a device_global */
};

struct ur_program_handle_t_ {
	struct handle handle;
	ur_context_handle_t context;
	struct arena arena; /* of all below but the log */
	struct syb_bytes *images;
	size_t image_count;
	struct metadata *metadata;
	pthread_mutex_t lock; /* of what building sets */
	struct be_program *be;
	bool failed;
	const char *options;
	struct buf log;
};

struct ur_kernel_handle_t_ {
	struct handle handle;
	ur_program_handle_t program;
	struct be_kernel *be, *with_offset; /* the second takes the global offset in a last parameter; NULL: none */
	struct be_kernel_info info;
	const struct metadata *metadata; /* NULL: none */
	pthread_mutex_t lock;            /* of both kernels: a launch arranges its arguments in them */
	char name[];
};

struct map;

struct ur_mem_handle_t_ {
	struct handle handle;
	ur_context_handle_t context;
	ur_mem_handle_t parent; /* of a sub-buffer */
	uint8_t *address;
	size_t size;
	pthread_mutex_t lock; /* of maps */
	struct map *maps;
};

/* ---- calls: adapter.c ---- */

/* The context of one call: `struct syb_ctx space, *ctx = call_begin(&space);` */
struct syb_ctx *call_begin(struct syb_ctx *space);
/* The interface's result of a call that returned r. */
ur_result_t call_end(int r);
/* The text of this thread's last error. */
const char *call_error(void);
/* A result with a text, for urAdapterGetLastError and the log. */
ur_result_t call_refuse(ur_result_t result, const char *fmt, ...) SYB_PRINTF(2, 3);

void adapter_log(ur_logger_level_t level, const char *fmt, ...) SYB_PRINTF(2, 3);

/* A zeroed object that begins with a handle; it has one reference. */
void *handle_new(struct syb_ctx *ctx, size_t bytes);
void handle_free(void *object);
void handle_retain(struct handle *handle);
/* Whether it was the last reference. */
bool handle_release(struct handle *handle);

size_t adapter_device_count(void);
ur_device_handle_t adapter_device(size_t i);
ur_adapter_handle_t adapter_itself(void);

uint64_t host_time(void);

/* ---- answers of queries ---- */

struct answer {
	size_t room;
	void *out;
	size_t *size;
};
#define ANSWER_HERE ((struct answer){ room, out, out_size })
ur_result_t answer_bytes(struct answer answer, const void *value, size_t bytes);
ur_result_t answer_text(struct answer answer, const char *text);
#define ANSWER(type, ...)                                               \
	({                                                              \
		type answer_value = (__VA_ARGS__);                      \
                                                                        \
		answer_bytes(ANSWER_HERE, &answer_value, sizeof(type)); \
	})
/* The interface has no such property, or the adapter does not know it. */
ur_result_t answer_unknown(const char *call, unsigned what);

/* ---- commands: ur_command.c ---- */

/* The driver's events to wait for, in the caller's room for MOST_WAITS or in memory to free. */
enum { MOST_WAITS = 32 };
struct waits {
	struct be_event *room[MOST_WAITS];
	struct be_event **list;
	size_t count;
};

/* A command that is under way: begun with the caller's waits, ended with the result of its work. */
struct command {
	struct syb_ctx space, *ctx;
	ur_queue_handle_t queue;
	ur_event_handle_t event; /* NULL: not wanted */
	struct be_event *be_event;
	struct cuda_scope scope;
	struct waits waits;
};
int command_begin(struct command *command, ur_queue_handle_t queue, ur_command_t type, UR_WAITS);
ur_result_t command_end(struct command *command, int r, bool blocking, ur_event_handle_t *out_event);
/* The same for work that waits and makes the driver's event itself, in command->be_event: between both calls. */
int command_prepare(struct command *command, ur_queue_handle_t queue, ur_command_t type, UR_WAITS);
ur_result_t command_finish(struct command *command, int r, bool blocking, ur_event_handle_t *out_event);
/* A copy, fill, or transfer of a variable as one command. */
ur_result_t command_transfer(ur_queue_handle_t queue, ur_command_t type, const struct be_transfer *transfer,
			     bool blocking, UR_WAITS);

/* ---- programs ---- */

const struct metadata *program_metadata(const struct ur_program_handle_t_ *program, const char *name);

static inline struct be_device *context_device(const struct ur_context_handle_t_ *context)
{
	return context->device->be;
}

#endif
