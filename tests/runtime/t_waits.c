/* t_waits.c — waits of callers that may cancel: as short as others, asleep when they are long, and told apart. */
#define _GNU_SOURCE
#include "base/clock.h"
#include "lib/rtfix.h"

#include <pthread.h>
#include <unistd.h>

enum { N = 256, TIMES = 200 };

static const struct rt_module modules[] = {
	{ "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "other.spv" }, { .file = "other.ptx" } } },
	{ "[SYCL/kernel names]\nslow=1|1\nspin=1|1\n", { { .file = "slow.spv" }, { .file = "slow.ptx" } } },
};
static const struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N }, .local = { 64 } };

/* A context with a flag that is never set. */
static struct syb_ctx *flagged(void)
{
	static const volatile int never = 0;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &never };
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	return ctx;
}

/* The fewest nanoseconds from a launch to the end of a wait for its event, or for the queue. */
static uint64_t fewest(struct syb_ctx *ctx, struct syb_kernel *kernel, bool by_event)
{
	uint64_t best = UINT64_MAX;
	int bad = 0;

	for (int i = 0; i < TIMES; i++) {
		struct syb_event *event = NULL;
		uint64_t took = clock_ns();

		bad += syb_kernel_launch(t.ctx, t.queue, kernel, &range, by_event ? &event : NULL) < 0;
		bad += (by_event ? syb_event_wait(ctx, event) : syb_queue_wait(ctx, t.queue)) < 0;
		took = clock_ns() - took;
		best = took < best ? took : best;
		syb_event_free(event);
	}
	is_int(bad, 0);
	return best;
}

/* Waking up takes a while; sleeping between looks at the command took 100 µs, and waking up from that 50 more. On a
 * fake driver, the flag makes commands slow that are not without it. */
static void test_short(struct syb_kernel *kernel, struct syb_ctx *ctx, uint64_t most)
{
	for (int by_event = 0; by_event < 2; by_event++) {
		uint64_t plain = fewest(t.ctx, kernel, by_event), with = fewest(ctx, kernel, by_event);

		printf("# %s: %.1f us, with a flag %.1f us\n", by_event ? "event" : "queue", (double)plain / 1e3,
		       (double)with / 1e3);
		ok(with < 4 * plain + most, "a short wait does not sleep");
	}
}

static void *end_kernel(void *flag)
{
	usleep(400 * 1000);
	*(volatile uint32_t *)flag = 1;
	return NULL;
}

/* A wait that takes long uses no processor. */
static void test_long(struct syb_bundle *bundle, struct syb_ctx *ctx)
{
	const struct syb_launch one = { .size = sizeof(one), .dims = 1, .global = { 1 } };
	struct syb_kernel *spin = get(bundle, "spin");
	struct timespec before, after;
	void *flag = NULL;
	pthread_t thread;

	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_HOST, 4, &flag));
	*(volatile uint32_t *)flag = 0;
	works(syb_kernel_arg_pointer(t.ctx, spin, 0, flag));
	works(syb_kernel_launch(t.ctx, t.queue, spin, &one, NULL));
	if (pthread_create(&thread, NULL, end_kernel, flag) != 0)
		abort();
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
	works(syb_queue_wait(ctx, t.queue));
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
	pthread_join(thread, NULL);
	ok((double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9 < 0.1,
	   "a long wait sleeps");
	works(syb_mem_free(t.ctx, t.device, flag));
	syb_kernel_free(spin);
}

/* Several threads wait for events of one queue: each ends when its own command does. */
static void *wait_for(void *event)
{
	struct syb_ctx *ctx = flagged();
	int r = syb_event_wait(ctx, event);

	syb_ctx_free(ctx);
	return r == 0 ? event : NULL;
}

static void test_threads(struct syb_kernel *kernel)
{
	enum { THREADS = 6 };
	struct syb_event *events[THREADS] = { NULL };
	pthread_t threads[THREADS];
	int ended = 0;

	for (int i = 0; i < THREADS; i++) {
		works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, &events[i]));
		if (pthread_create(&threads[i], NULL, wait_for, events[i]) != 0)
			abort();
	}
	for (int i = 0; i < THREADS; i++) {
		void *result;

		pthread_join(threads[i], &result);
		ended += result != NULL;
	}
	is_int(ended, THREADS);
	for (int i = 0; i < THREADS; i++)
		syb_event_free(events[i]);
	works(syb_queue_wait(t.ctx, t.queue));
}

int main(int argc, char **argv)
{
	const float a = 1;
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;
	struct syb_ctx *ctx;
	void *memory;

	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	ctx = flagged();
	bundle = open_path(pack("waits.syclbin", modules, 2, SYB_STATE_EXECUTABLE), NULL);
	kernel = get(bundle, "saxpy");
	memory = device_memory(2 * N * sizeof(float));
	works(syb_kernel_arg(t.ctx, kernel, 0, &a, sizeof(a)));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 1, memory));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 2, (float *)memory + N));
	test_short(kernel, ctx, argc > 2 ? (uint64_t)atoi(argv[2]) * 1000 : 50000);
	test_threads(kernel);
	if (has_compiler()) /* fakes have no kernel that runs as long as that */
		test_long(bundle, ctx);
	works(syb_mem_free(t.ctx, t.device, memory));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	syb_ctx_free(ctx);
	return rtfix_end();
}
