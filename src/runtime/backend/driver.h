/* runtime/backend/driver.h — driver libraries: opened at run time through a table of symbols, never linked. */
#ifndef RUNTIME_DRIVER_H
#define RUNTIME_DRIVER_H

#include "backend.h"

/* One function of a driver: where its address goes in the backend's table. */
struct driver_symbol {
	const char *name;
	size_t offset;
	bool optional; /* of newer drivers; the address stays NULL without it */
};

/* Open a library by its soname and fill the table. NOTFOUND, not reported, if it is not installed. Fails: DEVICE
 * ("driver-failed": a symbol is missing), NOMEM. */
int driver_load(struct syb_ctx *ctx, const char *library, const struct driver_symbol *symbols, size_t count,
		void *table, void **out_handle);
void driver_unload(void *handle);

/* Whether a library was found: it stays in the process once it is opened. */
bool driver_is_loaded(const char *library);

/* Larger answers come from a broken driver. They are errors, and no memory is allocated for them. */
enum {
	DRIVER_MOST_HANDLES = 4096,
	DRIVER_MOST_ARGS = 4096, /* of a kernel; hardware has room for fewer */
	DRIVER_MOST_TEXT = 1 << 20,
	DRIVER_MOST_LOG = 16 << 20,
	DRIVER_MOST_CODE = 1 << 30,
};
/* A call that succeeded with an impossible answer. DEVICE ("driver-failed"). */
int driver_bad_answer(struct syb_ctx *ctx, const char *call, const char *fmt, ...) SYB_PRINTF(3, 4);
/* The result of a call that makes something: success without it is a bad answer. */
static inline int driver_made(struct syb_ctx *ctx, int r, const void *made, const char *call)
{
	return r < 0 || made ? r : driver_bad_answer(ctx, call, "returned no object");
}
/* The program has no such kernel, or variable: NOTFOUND ("kernel-name", "device-global"). */
int driver_no_kernel(struct syb_ctx *ctx, const char *name);
int driver_no_variable(struct syb_ctx *ctx, const char *name);
/* Check that a transfer stays within its variable, whose address and size this call returned. Fails: DEVICE
 * ("driver-failed"), ARG ("device-global"). */
int driver_variable(struct syb_ctx *ctx, const struct be_transfer *t, const char *call, const void *address,
		    size_t size);
/* Memory that is not this driver's: ARG. */
int driver_foreign_memory(struct syb_ctx *ctx, const void *address);
/* An argument that was not set: ARG ("kernel-argument"). */
int driver_missing_arg(struct syb_ctx *ctx, size_t i);
/* Nanoseconds of a time in floating point; 0 for values that are not a time. */
uint64_t driver_ns(double ns);

/* Sleep between two checks of a command and of the cancel flag. */
void driver_pause(void);
/* Whether the caller can cancel: waits must then not block in the driver. */
bool driver_may_stop(const struct syb_ctx *ctx);
/* Poll until a command is done. ask returns 1 when it is, 0 when not, or a negative code. Fails: CANCELLED, and as
 * ask does. */
int driver_poll(struct syb_ctx *ctx, be_event_done_fn *ask, struct be_queue *queue, struct be_event *event);

/* Options of an image and of the program, NUL-terminated. */
int driver_options(struct syb_ctx *ctx, const struct be_input *input, const char *options, struct buf *out);

/* A work-group size for drivers that choose none: the largest divisor of dimension 0 up to `most`. */
size_t driver_local_size(size_t global, size_t most);

/* Length of the shortest pattern that this one repeats, for drivers that fill with 1, 2 or 4 bytes. */
size_t driver_pattern_period(const void *pattern, size_t bytes);

#endif
