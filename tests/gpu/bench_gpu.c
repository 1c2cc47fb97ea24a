/* bench_gpu.c — speed on an NVIDIA GPU, as ratios of what the driver gives by hand in the same run.
 *
 *	bench_gpu FOLDER SAXPY.cubin
 *
 * FOLDER has kernels.ptx. Bandwidth: saxpy over 1 GiB, ours from a package, and nvcc's through the driver. Launches:
 * many kernels that do nothing, or take three arguments, through the library, the backend alone, and by cuLaunchKernel.
 * Waits: a kernel that does nothing is launched and waited for, with and without a cancel flag; and how much of a
 * processor a long wait with a flag takes. Rounds alternate, medians are compared. */
#include "lib/rtpack.h"

#include "base/clock.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/cuda_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	ELEMENTS = 1 << 28, /* 1 GiB of floats */
	BLOCK = 256,
	ROUNDS = 15,
	LAUNCHES = 20000,
	WAITS = 2000,
	LONG_LAUNCHES = 500, /* of saxpy over 1 GiB: about half a second */
};

static struct cuda_api api;
static struct syb_ctx *ctx;

#define MUST(call)                                                                  \
	do {                                                                        \
		int must = (call);                                                  \
		if (must != 0) {                                                    \
			printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, must); \
			tell();                                                     \
			exit(1);                                                    \
		}                                                                   \
	} while (0)

static void tell(void)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		printf("%s [%s]\n", syb_ctx_diag_at(ctx, i)->text, syb_ctx_diag_at(ctx, i)->check);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), ascending);
	return values[count / 2];
}

static void load_api(void)
{
	const struct {
		const char *name;
		size_t offset;
	} symbols[] = {
#define CUDA_FN(field, symbol, arguments) { symbol, offsetof(struct cuda_api, field) },
#define CUDA_FN_NEW(field, symbol, arguments) { symbol, offsetof(struct cuda_api, field) },
		CUDA_FUNCTIONS
#undef CUDA_FN
#undef CUDA_FN_NEW
	};
	void *library = dlopen("libcuda.so.1", RTLD_NOW);

	for (size_t i = 0; library && i < ARRAY_SIZE(symbols); i++) {
		void *address = dlsym(library, symbols[i].name);

		memcpy((char *)&api + symbols[i].offset, &address, sizeof(address));
	}
	if (!library) {
		printf("no libcuda.so.1\n");
		exit(77);
	}
}

static struct syb_bytes read_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes;
	long size;

	if (!f || fseek(f, 0, SEEK_END) || (size = ftell(f)) < 0 || fseek(f, 0, SEEK_SET)) {
		printf("%s cannot be read\n", path);
		exit(1);
	}
	bytes = calloc(1, (size_t)size + 1);
	if (!bytes || fread(bytes, 1, (size_t)size, f) != (size_t)size)
		exit(1);
	fclose(f);
	return (struct syb_bytes){ bytes, (size_t)size };
}

struct ours {
	const struct backend_ops *ops;
	struct be_device *device;
	struct be_queue *queue;
	struct be_kernel *saxpy, *nothing;
};

/* The library's objects, from a package with the same image. */
struct library {
	struct syb_rt *rt;
	struct syb_bundle *bundle;
	struct syb_queue *queue, *timed;
	struct syb_rt_device *device;
	struct syb_kernel *saxpy, *nothing;
};

struct theirs {
	cuda_stream stream;
	cuda_function saxpy, nothing;
	cuda_event start, end;
};

static double library_saxpy(const struct library *b)
{
	struct syb_launch l = { .size = sizeof(l), .dims = 1, .global = { ELEMENTS }, .local = { BLOCK } };
	struct syb_event_times times;
	struct syb_event *event;

	MUST(syb_kernel_launch(ctx, b->timed, b->saxpy, &l, &event));
	MUST(syb_event_times(ctx, event, &times));
	syb_event_free(event);
	return (double)(times.ended - times.started) * 1e-9;
}

static void set_saxpy(const struct library *b, float a, const void *x, const void *y)
{
	MUST(syb_kernel_arg(ctx, b->saxpy, 0, &a, sizeof(a)));
	MUST(syb_kernel_arg_pointer(ctx, b->saxpy, 1, x));
	MUST(syb_kernel_arg_pointer(ctx, b->saxpy, 2, y));
}

static double their_saxpy(const struct theirs *t, void **params)
{
	float ms;

	MUST(api.event_record(t->start, t->stream));
	MUST(api.launch(t->saxpy, ELEMENTS / BLOCK, 1, 1, BLOCK, 1, 1, 0, t->stream, params, NULL));
	MUST(api.event_record(t->end, t->stream));
	MUST(api.event_wait(t->end));
	MUST(api.event_elapsed(&ms, t->start, t->end));
	return ms * 1e-3;
}

static void bandwidth(const struct library *b, const struct theirs *t)
{
	size_t size = (size_t)ELEMENTS * 4;
	double ours[ROUNDS], theirs[ROUNDS], bytes = 3.0 * ELEMENTS * 4, mine, hand;
	void *x = NULL, *y = NULL;
	float a = 1.5f;
	void *params[] = { &a, &x, &y };

	MUST(syb_mem_alloc(ctx, b->device, SYB_MEM_DEVICE, size, &x));
	MUST(syb_mem_alloc(ctx, b->device, SYB_MEM_DEVICE, size, &y));
	MUST(syb_mem_fill(ctx, b->queue, x, "", 1, size, NULL, 0, NULL));
	MUST(syb_mem_fill(ctx, b->queue, y, "", 1, size, NULL, 0, NULL));
	MUST(syb_queue_wait(ctx, b->queue));
	set_saxpy(b, a, x, y);
	library_saxpy(b);
	their_saxpy(t, params);
	for (size_t i = 0; i < ROUNDS; i++) {
		ours[i] = library_saxpy(b);
		theirs[i] = their_saxpy(t, params);
	}
	mine = bytes / median(ours, ROUNDS) * 1e-9;
	hand = bytes / median(theirs, ROUNDS) * 1e-9;
	printf("saxpy over 1 GiB: %.0f GB/s, by hand %.0f GB/s, ratio %.4f (bar: >= 0.99) %s\n", mine, hand,
	       mine / hand, mine >= 0.99 * hand ? "ok" : "MISSED");
	MUST(syb_mem_free(ctx, b->device, x));
	MUST(syb_mem_free(ctx, b->device, y));
}

static double our_loop(const struct ours *o, struct be_kernel *kernel, struct be_launch *l)
{
	double start = clock_seconds();

	for (size_t i = 0; i < LAUNCHES; i++)
		MUST(o->ops->launch(ctx, o->queue, kernel, l, NULL, 0, NULL));
	MUST(o->ops->queue_wait(ctx, o->queue));
	return clock_seconds() - start;
}

static double library_loop(const struct library *b, struct syb_kernel *kernel)
{
	struct syb_launch l = { .size = sizeof(l), .dims = 1, .global = { 32 }, .local = { 32 } };
	double start = clock_seconds();

	for (size_t i = 0; i < LAUNCHES; i++)
		MUST(syb_kernel_launch(ctx, b->queue, kernel, &l, NULL));
	MUST(syb_queue_wait(ctx, b->queue));
	return clock_seconds() - start;
}

static double their_loop(const struct theirs *t, cuda_function function, void **params)
{
	double start = clock_seconds();

	for (size_t i = 0; i < LAUNCHES; i++)
		MUST(api.launch(function, 1, 1, 1, 32, 1, 1, 0, t->stream, params, NULL));
	MUST(api.stream_wait(t->stream));
	return clock_seconds() - start;
}

static void launches(const struct library *b, const struct ours *o, const struct theirs *t, bool args)
{
	float a = 0;
	void *x = NULL;
	double library[ROUNDS], ours[ROUNDS], theirs[ROUNDS], whole, mine, hand;

	MUST(syb_mem_alloc(ctx, b->device, SYB_MEM_DEVICE, 4096, &x));
	struct be_arg list[] = { { BE_ARG_VALUE, &a, 4 }, { BE_ARG_POINTER, x, 0 }, { BE_ARG_POINTER, x, 0 } };
	struct be_launch l = { .dims = 1,
			       .global = { 32, 1, 1 },
			       .local = { 32, 1, 1 },
			       .args_changed = true,
			       .args = list,
			       .arg_count = args ? 3 : 0 };
	void *params[] = { &a, &x, &x };
	struct be_kernel *kernel = args ? o->saxpy : o->nothing;
	cuda_function function = args ? t->saxpy : t->nothing;

	set_saxpy(b, a, x, x);
	MUST(o->ops->launch(ctx, o->queue, kernel, &l, NULL, 0, NULL));
	l.args_changed = false;
	our_loop(o, kernel, &l); /* to warm up */
	for (size_t i = 0; i < ROUNDS; i++) {
		library[i] = library_loop(b, args ? b->saxpy : b->nothing);
		ours[i] = our_loop(o, kernel, &l);
		theirs[i] = their_loop(t, function, params);
	}
	whole = median(library, ROUNDS) / LAUNCHES * 1e9;
	mine = median(ours, ROUNDS) / LAUNCHES * 1e9;
	hand = median(theirs, ROUNDS) / LAUNCHES * 1e9;
	printf("launch of %s: %.0f ns (backend alone %.0f ns), by hand %.0f ns, ratio %.3f (bar: <= 1.05) %s\n",
	       args ? "three arguments" : "nothing", whole, mine, hand, whole / hand,
	       whole <= 1.05 * hand ? "ok" : "MISSED");
	MUST(syb_mem_free(ctx, b->device, x));
}

/* ---- waits ---- */

static const struct syb_launch small = { .size = sizeof(small), .dims = 1, .global = { 32 }, .local = { 32 } };

static double library_waits(struct syb_ctx *from, const struct library *b, bool by_event)
{
	double start = clock_seconds();

	for (size_t i = 0; i < WAITS; i++) {
		struct syb_event *event = NULL;

		MUST(syb_kernel_launch(ctx, b->queue, b->nothing, &small, by_event ? &event : NULL));
		MUST(by_event ? syb_event_wait(from, event) : syb_queue_wait(from, b->queue));
		syb_event_free(event);
	}
	return clock_seconds() - start;
}

static double their_waits(const struct theirs *t, cuda_event event)
{
	double start = clock_seconds();

	for (size_t i = 0; i < WAITS; i++) {
		MUST(api.launch(t->nothing, 1, 1, 1, 32, 1, 1, 0, t->stream, NULL, NULL));
		if (event)
			MUST(api.event_record(event, t->stream));
		MUST(event ? api.event_wait(event) : api.stream_wait(t->stream));
	}
	return clock_seconds() - start;
}

static void short_waits(struct syb_ctx *flagged, const struct library *b, const struct theirs *t, bool by_event)
{
	double plain[ROUNDS], with[ROUNDS], theirs[ROUNDS], hand;
	cuda_event event = NULL;

	if (by_event)
		MUST(api.event_create(&event, CUDA_EVENT_DISABLE_TIMING));
	library_waits(ctx, b, by_event); /* to warm up */
	for (size_t i = 0; i < ROUNDS; i++) {
		plain[i] = library_waits(ctx, b, by_event);
		with[i] = library_waits(flagged, b, by_event);
		theirs[i] = their_waits(t, event);
	}
	hand = median(theirs, ROUNDS) / WAITS * 1e9;
	for (int flag = 0; flag < 2; flag++) {
		double mine = median(flag ? with : plain, ROUNDS) / WAITS * 1e9;

		printf("launch and wait for the %s, %s: %.0f ns, by hand %.0f ns, ratio %.3f (bar: <= 1.1) %s\n",
		       by_event ? "event" : "queue", flag ? "with a cancel flag" : "no flag", mine, hand, mine / hand,
		       mine <= 1.1 * hand ? "ok" : "MISSED");
	}
	if (event)
		api.event_destroy(event);
}

static double thread_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void long_wait(struct syb_ctx *flagged, const struct library *b)
{
	struct syb_launch l = { .size = sizeof(l), .dims = 1, .global = { ELEMENTS }, .local = { BLOCK } };
	void *x = NULL, *y = NULL;
	double wall, used;

	MUST(syb_mem_alloc(ctx, b->device, SYB_MEM_DEVICE, (size_t)ELEMENTS * 4, &x));
	MUST(syb_mem_alloc(ctx, b->device, SYB_MEM_DEVICE, (size_t)ELEMENTS * 4, &y));
	set_saxpy(b, 0, x, y);
	for (int i = 0; i < LONG_LAUNCHES; i++)
		MUST(syb_kernel_launch(ctx, b->queue, b->saxpy, &l, NULL));
	wall = clock_seconds();
	used = thread_seconds();
	MUST(syb_queue_wait(flagged, b->queue));
	used = thread_seconds() - used;
	wall = clock_seconds() - wall;
	printf("wait with a cancel flag for %.0f ms: %.2f ms of a processor, ratio %.3f (bar: <= 0.05) %s\n",
	       wall * 1e3, used * 1e3, used / wall, used <= 0.05 * wall ? "ok" : "MISSED");
	MUST(syb_mem_free(ctx, b->device, x));
	MUST(syb_mem_free(ctx, b->device, y));
}

static void waits(const struct library *b, const struct theirs *t)
{
	static const volatile int never = 0;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &never };
	struct syb_ctx *flagged = NULL;

	MUST(syb_ctx_new(&opts, &flagged));
	short_waits(flagged, b, t, false);
	short_waits(flagged, b, t, true);
	long_wait(flagged, b);
	syb_ctx_free(flagged);
}

static void open_library(const char *folder, struct library *b)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\nnothing=1|1\n", { { .file = "kernels.ptx" } } };
	struct syb_queue_opts timed = { .size = sizeof(timed), .profiling = true };
	struct syb_rt_device *devices[64];
	char dir[64], path[128];

	rt_folder(dir);
	snprintf(path, sizeof(path), "%s/kernels.syclbin", dir);
	rt_pack(path, folder, SYB_STATE_EXECUTABLE, &module, 1);
	MUST(syb_rt_open(ctx, NULL, &b->rt));
	MUST(syb_rt_select(ctx, b->rt, "cuda:0", devices) != 1);
	b->device = devices[0];
	MUST(syb_bundle_open_file(ctx, b->rt, path, &b->device, 1, NULL, &b->bundle));
	MUST(syb_queue_open(ctx, b->device, NULL, &b->queue));
	MUST(syb_queue_open(ctx, b->device, &timed, &b->timed));
	MUST(syb_kernel_get(ctx, b->bundle, b->device, "saxpy", &b->saxpy));
	MUST(syb_kernel_get(ctx, b->bundle, b->device, "nothing", &b->nothing));
	rt_remove(dir);
}

int main(int argc, char **argv)
{
	struct syb_queue_opts plain = { .size = sizeof(plain) };
	struct ours o = { .ops = &cuda_backend };
	struct be_kernel_info info;
	struct library b = { 0 };
	char ptx[512];
	struct be_device **devices;
	struct backend *backend;
	struct be_program *program;
	struct theirs t;
	struct buf log = { 0 };
	cuda_module module;
	size_t count;

	if (argc != 3 || syb_ctx_new(NULL, &ctx) < 0)
		return 2;
	load_api();
	MUST(o.ops->open(ctx, &backend, &devices, &count));
	o.device = devices[0];
	MUST(o.ops->queue_open(ctx, o.device, &plain, &o.queue));
	snprintf(ptx, sizeof(ptx), "%s/kernels.ptx", argv[1]);
	struct be_input input = { .format = BE_PTX, .bytes = read_file(ptx) };
	MUST(o.ops->build(ctx, o.device, &input, 1, "", &log, &program));
	MUST(o.ops->kernel_open(ctx, program, "saxpy", &info, &o.saxpy));
	MUST(o.ops->kernel_open(ctx, program, "nothing", &info, &o.nothing));
	MUST(api.module_load(&module, read_file(argv[2]).ptr, 0, NULL, NULL));
	MUST(api.module_function(&t.saxpy, module, "saxpy"));
	MUST(api.module_function(&t.nothing, module, "nothing"));
	MUST(api.stream_create(&t.stream, CUDA_STREAM_NON_BLOCKING));
	MUST(api.event_create(&t.start, CUDA_EVENT_DEFAULT));
	MUST(api.event_create(&t.end, CUDA_EVENT_DEFAULT));
	open_library(argv[1], &b);
	bandwidth(&b, &t);
	launches(&b, &o, &t, false);
	launches(&b, &o, &t, true);
	waits(&b, &t);
	return 0;
}
