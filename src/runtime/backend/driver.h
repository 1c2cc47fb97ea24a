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

/* Open a library by its soname and fill the table. NOTFOUND, silently, when there is none. Fails: DEVICE
 * ("driver-failed": a symbol is missing), NOMEM. */
int driver_load(struct syb_ctx *ctx, const char *library, const struct driver_symbol *symbols, size_t count,
		void *table, void **out_handle);
void driver_unload(void *handle);

/* Whether a library that was asked for is there: once opened it stays. */
bool driver_is_there(const char *library);

/* What is more than this is not believed: a driver that tells it is broken, and a size is not asked of memory. */
enum {
	DRIVER_MOST_HANDLES = 4096,
	DRIVER_MOST_ARGS = 4096, /* of a kernel; hardware has room for fewer */
	DRIVER_MOST_TEXT = 1 << 20,
	DRIVER_MOST_LOG = 16 << 20,
	DRIVER_MOST_CODE = 1 << 30,
};
/* A call that worked, and whose answer cannot be. DEVICE ("driver-failed"). */
int driver_lied(struct syb_ctx *ctx, const char *call, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* There is no such variable: NOTFOUND ("device-global"). */
int driver_no_variable(struct syb_ctx *ctx, const struct be_transfer *t);
/* Whether a transfer goes to bytes of its variable, as the driver has answered this call. Fails: DEVICE
 * ("driver-failed"), ARG ("device-global"). */
int driver_variable(struct syb_ctx *ctx, const struct be_transfer *t, const char *call, bool there, size_t size);
/* A time that a driver told in floating point, as nanoseconds: what is no time, or centuries, is 0. */
uint64_t driver_ns(double ns);

/* Longest wait between two looks at a command and at the caller's wish to stop. */
enum { DRIVER_POLL_NS = 100000 };
void driver_pause(void);
/* Whether this caller may want to stop: waits must then not block in the driver. */
bool driver_may_stop(const struct syb_ctx *ctx);

/* Options of an image and of the whole, with a 0 at the end. */
int driver_options(struct syb_ctx *ctx, const struct be_input *input, const char *options, struct buf *out);

/* A work-group size for a range whose driver chooses none: the largest divisor of dimension 0 up to `most`. */
size_t driver_local_size(size_t global, size_t most);

/* Whether the pattern repeats a shorter one; its length (a divisor of bytes), for drivers that fill 1, 2 or 4 bytes. */
size_t driver_pattern_period(const void *pattern, size_t bytes);

#endif
