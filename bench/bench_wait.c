/* bench/bench_wait.c — launching a kernel and waiting for it, through the library and on the driver's own objects. Run
 * by bench/run.
 *
 * usage: bench_wait SELECTOR PACKAGE
 *
 * The package has kernel places, which takes an address, and spin, which runs until there is no zero at its address.
 * Each line of the output is a way to wait and its seconds: a tenth of all rounds, which alternate, are faster. The
 * last line is the time of a processor that the waiting thread uses while a kernel runs for a second. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#include "base/clock.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sybil/native.h>
#include <sybil/runtime.h>
#include <time.h>
#include <unistd.h>

enum { LAUNCHES = 100, ROUNDS = 201 };

static struct syb_ctx *plain, *flagged; /* without and with a cancel flag */
static struct syb_queue *queue;
static struct syb_kernel *kernel;
static cl_command_queue raw_queue;
static cl_kernel raw_kernel;
static sem_t called;

#define FUNCTION(name) static __typeof__(&name) p_##name;
#define FUNCTIONS                        \
	FUNCTION(clEnqueueNDRangeKernel) \
	FUNCTION(clFinish)               \
	FUNCTION(clFlush)                \
	FUNCTION(clWaitForEvents)        \
	FUNCTION(clSetEventCallback)     \
	FUNCTION(clReleaseEvent)
FUNCTIONS
#undef FUNCTION

static void load(void)
{
	void *library = dlopen("libOpenCL.so.1", RTLD_NOW);

#define FUNCTION(name) p_##name = (__typeof__(&name))dlsym(library, #name);
	if (library) {
		FUNCTIONS
	}
#undef FUNCTION
}

static void need(int r, const char *what)
{
	if (r >= 0)
		return;
	fprintf(stderr, "%s: %d\n", what, r);
	for (size_t i = 0; i < syb_ctx_diag_count(plain); i++)
		fprintf(stderr, "%s\n", syb_ctx_diag_at(plain, i)->text);
	exit(1);
}

/* ---- ways to wait ---- */

static const struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 1 }, .local = { 1 } };

static void ours_queue(struct syb_ctx *ctx)
{
	need(syb_kernel_launch(ctx, queue, kernel, &range, NULL), "launch");
	need(syb_queue_wait(ctx, queue), "wait");
}

static void ours_event(struct syb_ctx *ctx)
{
	struct syb_event *event = NULL;

	need(syb_kernel_launch(ctx, queue, kernel, &range, &event), "launch");
	need(syb_event_wait(ctx, event), "wait");
	syb_event_free(event);
}

static void raw_launch(cl_event *event)
{
	const size_t one = 1;

	need(p_clEnqueueNDRangeKernel(raw_queue, raw_kernel, 1, NULL, &one, &one, 0, NULL, event), "raw launch");
}

static void raw_finish(struct syb_ctx *ctx)
{
	(void)ctx;
	raw_launch(NULL);
	p_clFinish(raw_queue);
}

static void raw_event(struct syb_ctx *ctx)
{
	cl_event event;

	(void)ctx;
	raw_launch(&event);
	p_clWaitForEvents(1, &event);
	p_clReleaseEvent(event);
}

static void CL_CALLBACK call(cl_event event, cl_int state, void *user)
{
	(void)event;
	(void)state;
	sem_post(user);
}

/* What a caller can do by hand who wants to look at a flag from time to time. */
static void raw_callback(struct syb_ctx *ctx)
{
	struct timespec until;
	cl_event event;

	(void)ctx;
	raw_launch(&event);
	p_clSetEventCallback(event, CL_COMPLETE, call, &called);
	p_clFlush(raw_queue);
	do {
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec++;
	} while (sem_clockwait(&called, CLOCK_MONOTONIC, &until) != 0);
	p_clReleaseEvent(event);
}

static double time_of(void (*way)(struct syb_ctx *ctx), struct syb_ctx *ctx)
{
	double start;

	for (int i = 0; i < LAUNCHES / 4; i++)
		way(ctx);
	start = clock_seconds();
	for (int i = 0; i < LAUNCHES; i++)
		way(ctx);
	return (clock_seconds() - start) / LAUNCHES;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void compare(void)
{
	const struct {
		const char *name;
		void (*way)(struct syb_ctx *ctx);
		struct syb_ctx *ctx;
	} ways[] = {
		/* side by side: after a wait by callback, other threads are awake for a while, which disturbs the next
		 */
		{ "queue", ours_queue, plain },         { "raw-queue", raw_finish, NULL },
		{ "event", ours_event, plain },         { "raw-event", raw_event, NULL },
		{ "queue-flag", ours_queue, flagged },  { "event-flag", ours_event, flagged },
		{ "raw-callback", raw_callback, NULL },
	};
	enum { COUNT = sizeof(ways) / sizeof(*ways) };
	static double times[COUNT][ROUNDS];

	for (int i = 0; i < COUNT; i++)
		time_of(ways[i].way, ways[i].ctx);
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < COUNT; i++)
			times[i][round] = time_of(ways[i].way, ways[i].ctx);
	for (int i = 0; i < COUNT; i++) {
		qsort(times[i], ROUNDS, sizeof(double), by_size);
		printf("%s %.9f\n", ways[i].name, times[i][ROUNDS / 10]);
	}
}

/* ---- a long wait ---- */

static void *end_kernel(void *flag)
{
	sleep(1);
	*(volatile uint32_t *)flag = 1;
	return NULL;
}

static void wait_long(struct syb_bundle *bundle, struct syb_rt_device *device)
{
	struct syb_kernel *spin = NULL;
	struct timespec before, after;
	void *flag = NULL;
	pthread_t thread;

	need(syb_kernel_get(plain, bundle, device, "spin", &spin), "kernel");
	need(syb_mem_alloc(plain, device, SYB_MEM_HOST, 4, &flag), "memory");
	*(volatile uint32_t *)flag = 0;
	need(syb_kernel_arg_pointer(plain, spin, 0, flag), "argument");
	need(syb_kernel_launch(plain, queue, spin, &range, NULL), "launch");
	need(-pthread_create(&thread, NULL, end_kernel, flag), "thread");
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
	need(syb_queue_wait(flagged, queue), "wait");
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
	pthread_join(thread, NULL);
	printf("idle %.9f\n", (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9);
	need(syb_mem_free(plain, device, flag), "memory");
	syb_kernel_free(spin);
}

int main(int argc, char **argv)
{
	static const volatile int never = 0;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &never };
	struct syb_bundle *bundle = NULL;
	struct syb_rt_device *device;
	struct syb_rt *rt = NULL;
	void *memory = NULL;

	if (argc != 3 || syb_ctx_new(NULL, &plain) < 0 || syb_ctx_new(&opts, &flagged) < 0)
		return 2;
	sem_init(&called, 0, 0);
	load();
	need(syb_rt_open(plain, NULL, &rt), "runtime");
	need(syb_rt_select(plain, rt, argv[1], &device) == 1 ? 0 : -1, "device");
	need(syb_bundle_open_file(plain, rt, argv[2], &device, 1, NULL, &bundle), "open");
	need(syb_kernel_get(plain, bundle, device, "places", &kernel), "kernel");
	need(syb_queue_open(plain, device, NULL, &queue), "queue");
	need(syb_mem_alloc(plain, device, SYB_MEM_DEVICE, 4096, &memory), "memory");
	need(syb_kernel_arg_pointer(plain, kernel, 0, memory), "argument");
	ours_queue(plain); /* sets the argument */
	raw_queue = syb_queue_native(queue)->object;
	raw_kernel = syb_kernel_native(kernel)->object;
	compare();
	wait_long(bundle, device);
	need(syb_mem_free(plain, device, memory), "memory");
	syb_kernel_free(kernel);
	syb_queue_close(queue);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
	syb_ctx_free(flagged);
	syb_ctx_free(plain);
	return 0;
}
