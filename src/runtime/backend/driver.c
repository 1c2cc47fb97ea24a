/* runtime/backend/driver.c — driver libraries: dlopen, a table of symbols, and functions that several backends share.
 */
#include "driver.h"

#include "base/clock.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

int driver_load(struct syb_ctx *ctx, const char *library, const struct driver_symbol *symbols, size_t count,
		void *table, void **out_handle)
{
	/* Drivers have threads and memory that outlive a handle: they are never unloaded. */
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

	if (!handle)
		return -SYB_E_NOTFOUND;
	for (size_t i = 0; i < count; i++) {
		void *address = dlsym(handle, symbols[i].name);

		if (!address && !symbols[i].optional) {
			dlclose(handle);
			return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed",
					"%s has no function %s: install a newer driver", library, symbols[i].name);
		}
		memcpy((char *)table + symbols[i].offset, &address, sizeof(address));
	}
	*out_handle = handle;
	return 0;
}

void driver_unload(void *handle)
{
	if (handle)
		dlclose(handle);
}

bool driver_is_loaded(const char *library)
{
	void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);

	driver_unload(handle);
	return handle;
}

int driver_bad_answer(struct syb_ctx *ctx, const char *call, const char *fmt, ...)
{
	char text[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed", "%s succeeded, but %s", call, text);
}

int driver_no_kernel(struct syb_ctx *ctx, const char *name)
{
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "kernel-name", "the built program has no kernel %s", name);
}

int driver_no_variable(struct syb_ctx *ctx, const char *name)
{
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "device-global", "the built program has no variable %s",
			name);
}

int driver_variable(struct syb_ctx *ctx, const struct be_transfer *t, const char *call, const void *address,
		    size_t size)
{
	if (!address)
		return driver_bad_answer(ctx, call, "variable %s has no address", t->symbol);
	if (t->offset > size || t->bytes > size - t->offset)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "device-global",
				"cannot transfer %zu bytes at offset %zu: variable %s has %zu bytes", t->bytes,
				t->offset, t->symbol, size);
	return 0;
}

int driver_foreign_memory(struct syb_ctx *ctx, const void *address)
{
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "%p is not memory of this device", address);
}

int driver_missing_arg(struct syb_ctx *ctx, size_t i)
{
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument", "argument %zu is not set", i);
}

uint64_t driver_ns(double ns)
{
	return ns > 0 && ns < 4e18 ? (uint64_t)ns : 0;
}

void driver_pause(void)
{
	struct timespec pause = { .tv_nsec = 100000 };

	nanosleep(&pause, NULL);
}

bool driver_may_stop(const struct syb_ctx *ctx)
{
	return ctx->opts.cancel != NULL;
}

/* A sleep takes at least 50 µs, so a short wait does not sleep: it spins, as drivers for GPUs always do. A longer wait
 * sleeps for a small part of the time that it has taken, so that it ends soon after the command. */
static void pause_after(uint64_t waited)
{
	enum { SPIN_NS = 1000000, PART = 32, MOST_NS = 10000000 };
	struct timespec pause = { .tv_nsec = waited / PART < MOST_NS ? (long)(waited / PART) : MOST_NS };

	if (waited >= SPIN_NS)
		nanosleep(&pause, NULL);
}

int driver_poll(struct syb_ctx *ctx, be_event_done_fn *ask, struct be_queue *queue, struct be_event *event)
{
	uint64_t start = clock_ns();
	int r;

	while ((r = ask(ctx, queue, event)) == 0) {
		r = ctx_cancelled(ctx);
		if (r < 0)
			return r;
		pause_after(clock_ns() - start);
	}
	return r < 0 ? r : 0;
}

int driver_options(struct syb_ctx *ctx, const struct be_input *input, const char *options, struct buf *out)
{
	const char *own = input->options ? input->options : "", *all = options ? options : "";

	TRY(buf_printf(ctx, out, "%s%s%s%s", out->len && *own ? " " : "", own, (out->len || *own) && *all ? " " : "",
		       all));
	return buf_char(ctx, out, '\0');
}

size_t driver_local_size(size_t global, size_t most)
{
	for (size_t n = global < most ? global : most; n > 1; n--)
		if (global % n == 0)
			return n;
	return 1;
}

size_t driver_pattern_period(const void *pattern, size_t bytes)
{
	const uint8_t *p = pattern;

	for (size_t n = 1; n <= bytes / 2; n *= 2)
		if (bytes % n == 0 && memcmp(p, p + n, bytes - n) == 0)
			return n;
	return bytes;
}
