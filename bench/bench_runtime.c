/* bench/bench_runtime.c — the runtime measured beside the same work without it. Run by bench/run.
 *
 * usage: bench_runtime check PACKAGE KERNEL PROFILES      seconds to open, match and check; to judge every kernel
 *        bench_runtime start PACKAGE KERNEL CACHE         seconds to the first result: built, and from the cache
 *        bench_runtime once PACKAGE KERNEL CACHE SIZE     the same, one start, with work-groups of this size
 *        bench_runtime launch PACKAGE KERNEL BITCODE      seconds of a launch, and of one on raw OpenCL */
#define CL_TARGET_OPENCL_VERSION 300
#include "base/clock.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/runtime.h>

static struct syb_ctx *ctx;

static void need(int r, const char *what)
{
	if (r >= 0)
		return;
	fprintf(stderr, "%s: %d\n", what, r);
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		fprintf(stderr, "%s\n", syb_ctx_diag_at(ctx, i)->text);
	exit(1);
}

/* With a profile the driver is all that is missing: what is measured ends where it would be called. */
static int check(const char *package, const char *kernel, const char *profiles)
{
	struct syb_rt_opts opts = { .size = sizeof(opts), .no_live = true, .profiles = &profiles, .profile_count = 1 };
	struct syb_rt *rt = NULL;
	struct syb_rt_device *device;
	double best = 1e9, all = 1e9;

	need(syb_rt_open(ctx, &opts, &rt), "profiles");
	device = syb_rt_device_at(rt, 0);
	for (int i = 0; i < 200; i++) {
		struct syb_bundle *bundle = NULL;
		struct syb_kernel *found = NULL;
		struct syb_record *record = NULL;
		double t = clock_seconds();
		int r;

		need(syb_bundle_open_file(ctx, rt, package, &device, 1, NULL, &bundle), "open");
		r = syb_kernel_get(ctx, bundle, device, kernel, &found);
		t = clock_seconds() - t;
		if (r != -SYB_E_UNSUPPORTED)
			need(-1, "the kernel was not let through to the driver");
		best = t < best ? t : best;
		if (i < 10) {
			t = clock_seconds();
			need(syb_bundle_check(ctx, bundle, &record), "check");
			t = clock_seconds() - t;
			all = t < all ? t : all;
			syb_record_free(record);
		}
		syb_bundle_close(bundle);
		syb_ctx_diag_clear(ctx);
	}
	printf("%.9f %.9f\n", best, all);
	syb_rt_close(rt);
	return 0;
}

static double start_once(const char *package, const char *kernel, const char *cache, size_t local)
{
	struct syb_rt_opts opts = { .size = sizeof(opts), .cache_dir = cache };
	struct syb_rt *rt = NULL;
	struct syb_rt_device *device;
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *found = NULL;
	struct syb_queue *queue = NULL;
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 64 }, .local = { local } };
	void *memory = NULL;
	double t;

	need(syb_rt_open(ctx, &opts, &rt), "runtime");
	need(syb_rt_select(ctx, rt, "opencl:cpu", &device) == 1 ? 0 : -1, "device");
	need(syb_queue_open(ctx, device, NULL, &queue), "queue");
	need(syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, 4096, &memory), "memory");
	t = clock_seconds();
	need(syb_bundle_open_file(ctx, rt, package, &device, 1, NULL, &bundle), "open");
	need(syb_kernel_get(ctx, bundle, device, kernel, &found), "kernel");
	need(syb_kernel_arg_pointer(ctx, found, 0, memory), "argument");
	need(syb_kernel_launch(ctx, queue, found, &range, NULL), "launch");
	need(syb_queue_wait(ctx, queue), "wait");
	t = clock_seconds() - t;
	need(syb_mem_free(ctx, device, memory), "memory");
	syb_queue_close(queue);
	syb_kernel_free(found);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
	return t;
}

static int start(const char *package, const char *kernel, const char *cache)
{
	double build = 1e9, next = 1e9;

	start_once(package, kernel, cache, 0); /* fills it */
	for (int i = 0; i < 3; i++) {
		double built = start_once(package, kernel, "", 0), found = start_once(package, kernel, cache, 0);

		build = built < build ? built : build;
		next = found < next ? found : next;
	}
	printf("%.9f %.9f\n", build, next);
	return 0;
}

/* ---- launches ---- */

enum { LAUNCHES = 200, ROUNDS = 301 }; /* short rounds: some of them are not disturbed */

struct raw {
	cl_command_queue queue;
	cl_kernel kernel;
	__typeof__(&clEnqueueNDRangeKernel) launch;
	__typeof__(&clFinish) finish;
};

#define LOOK_UP(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

/* The same kernel on a context of its own. Nothing is freed: the program ends. */
static struct raw raw_open(const char *bitcode)
{
	void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
	static unsigned char bytes[1 << 20];
	const unsigned char *ptr = bytes;
	FILE *f = fopen(bitcode, "rb");
	size_t len = f ? fread(bytes, 1, sizeof(bytes), f) : 0;
	cl_platform_id platform;
	cl_device_id device;
	cl_int error;
	struct raw raw;

	if (!library || len == 0)
		need(-1, "raw OpenCL");
	LOOK_UP(clGetPlatformIDs);
	LOOK_UP(clGetDeviceIDs);
	LOOK_UP(clCreateContext);
	LOOK_UP(clCreateCommandQueueWithProperties);
	LOOK_UP(clCreateProgramWithBinary);
	LOOK_UP(clBuildProgram);
	LOOK_UP(clCreateKernel);
	LOOK_UP(clSVMAlloc);
	LOOK_UP(clSetKernelArgSVMPointer);
	p_clGetPlatformIDs(1, &platform, NULL);
	p_clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL);
	cl_context context = p_clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	raw.queue = p_clCreateCommandQueueWithProperties(context, device, NULL, &error);
	cl_program program = p_clCreateProgramWithBinary(context, 1, &device, &len, &ptr, NULL, &error);
	need(p_clBuildProgram(program, 1, &device, "-x spir -spir-std=1.2", NULL, NULL), "clBuildProgram");
	raw.kernel = p_clCreateKernel(program, "places", &error);
	need(p_clSetKernelArgSVMPointer(raw.kernel, 0, p_clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0)), "argument");
	raw.launch = (__typeof__(&clEnqueueNDRangeKernel))dlsym(library, "clEnqueueNDRangeKernel");
	raw.finish = (__typeof__(&clFinish))dlsym(library, "clFinish");
	fclose(f);
	return raw;
}

static double raw_round(const struct raw *raw)
{
	const size_t global[1] = { 1 }, local[1] = { 1 };
	double t = clock_seconds();

	for (int i = 0; i < LAUNCHES; i++)
		need(raw->launch(raw->queue, raw->kernel, 1, NULL, global, local, 0, NULL, NULL), "launch");
	raw->finish(raw->queue);
	return (clock_seconds() - t) / LAUNCHES;
}

static double our_round(struct syb_queue *queue, struct syb_kernel *kernel)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 1 }, .local = { 1 } };
	double t = clock_seconds();

	for (int i = 0; i < LAUNCHES; i++)
		need(syb_kernel_launch(ctx, queue, kernel, &range, NULL), "launch");
	need(syb_queue_wait(ctx, queue), "wait");
	return (clock_seconds() - t) / LAUNCHES;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int launch(const char *package, const char *kernel, const char *bitcode)
{
	struct raw raw = raw_open(bitcode);
	struct syb_rt_device *device;
	struct syb_rt *rt = NULL;
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *found = NULL;
	struct syb_queue *queue = NULL;
	double ours[ROUNDS], theirs[ROUNDS];
	void *memory = NULL;

	need(syb_rt_open(ctx, NULL, &rt), "runtime");
	need(syb_rt_select(ctx, rt, "opencl:cpu", &device) == 1 ? 0 : -1, "device");
	need(syb_bundle_open_file(ctx, rt, package, &device, 1, NULL, &bundle), "open");
	need(syb_kernel_get(ctx, bundle, device, kernel, &found), "kernel");
	need(syb_queue_open(ctx, device, NULL, &queue), "queue");
	need(syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, 4096, &memory), "memory");
	need(syb_kernel_arg_pointer(ctx, found, 0, memory), "argument");
	raw_round(&raw);
	our_round(queue, found);
	for (int i = 0; i < ROUNDS; i++) {
		theirs[i] = raw_round(&raw);
		ours[i] = our_round(queue, found);
	}
	qsort(ours, ROUNDS, sizeof(*ours), compare);
	qsort(theirs, ROUNDS, sizeof(*theirs), compare);
	/* fewest and median */
	printf("%.9f %.9f %.9f %.9f\n", ours[0], theirs[0], ours[ROUNDS / 2], theirs[ROUNDS / 2]);
	need(syb_mem_free(ctx, device, memory), "memory");
	syb_kernel_free(found);
	syb_queue_close(queue);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
	return 0;
}

int main(int argc, char **argv)
{
	int r = 2;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	if (argc == 5 && strcmp(argv[1], "check") == 0)
		r = check(argv[2], argv[3], argv[4]);
	else if (argc == 5 && strcmp(argv[1], "start") == 0)
		r = start(argv[2], argv[3], argv[4]);
	else if (argc == 6 && strcmp(argv[1], "once") == 0)
		r = printf("%.9f\n", start_once(argv[2], argv[3], argv[4], strtoul(argv[5], NULL, 10))) < 0;
	else if (argc == 5 && strcmp(argv[1], "launch") == 0)
		r = launch(argv[2], argv[3], argv[4]);
	syb_ctx_free(ctx);
	return r;
}
