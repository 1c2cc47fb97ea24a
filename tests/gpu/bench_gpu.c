/* bench_gpu.c — speed on an NVIDIA GPU, as ratios of what the driver gives by hand in the same run.
 *
 *	bench_gpu KERNELS.ptx SAXPY.cubin
 *
 * Bandwidth: saxpy over 1 GiB, our image through the backend, and nvcc's through the driver. Launches: many kernels that do nothing,
 * or take three arguments, through the backend and by cuLaunchKernel. Rounds alternate, medians are compared. */
#include "runtime/backend/backend.h"
#include "runtime/backend/cuda_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	ELEMENTS = 1 << 28, /* 1 GiB of floats */
	BLOCK = 256,
	ROUNDS = 15,
	LAUNCHES = 20000,
};

static struct cuda_api api;
static struct syb_ctx *ctx;

#define MUST(call)                                                                \
	do {                                                                      \
		int must = (call);                                                \
		if (must != 0) {                                                  \
			printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, must); \
			tell();                                                   \
			exit(1);                                                  \
		}                                                                 \
	} while (0)

static void tell(void)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		printf("%s [%s]\n", syb_ctx_diag_at(ctx, i)->text, syb_ctx_diag_at(ctx, i)->check);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
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
	struct be_queue *queue, *timed;
	struct be_kernel *saxpy, *nothing;
};

struct theirs {
	cuda_stream stream;
	cuda_function saxpy, nothing;
	cuda_event start, end;
};

static double our_saxpy(const struct ours *o, const struct be_launch *launch)
{
	struct syb_event_times times;
	struct be_event *event;

	MUST(o->ops->launch(ctx, o->timed, o->saxpy, launch, NULL, 0, &event));
	MUST(o->ops->wait(ctx, o->timed, event, false, true, &times));
	return (double)(times.ended - times.started) * 1e-9;
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

static void bandwidth(const struct ours *o, const struct theirs *t)
{
	float a = 1.5f;
	void *x = NULL, *y = NULL;
	struct be_transfer zero = { .kind = BE_FILL, .from = "", .pattern_bytes = 1, .bytes = (size_t)ELEMENTS * 4 };
	double ours[ROUNDS], theirs[ROUNDS], bytes = 3.0 * ELEMENTS * 4, mine, hand;

	MUST(o->ops->memory(ctx, o->device, SYB_MEM_DEVICE, (size_t)ELEMENTS * 4, &x));
	MUST(o->ops->memory(ctx, o->device, SYB_MEM_DEVICE, (size_t)ELEMENTS * 4, &y));
	zero.to = x;
	MUST(o->ops->transfer(ctx, o->queue, &zero, NULL, 0, NULL));
	zero.to = y;
	MUST(o->ops->transfer(ctx, o->queue, &zero, NULL, 0, NULL));
	MUST(o->ops->wait(ctx, o->queue, NULL, false, false, NULL));
	struct be_arg args[] = { { BE_ARG_VALUE, &a, 4 }, { BE_ARG_POINTER, x, 0 }, { BE_ARG_POINTER, y, 0 } };
	struct be_launch l = { .dims = 1, .global = { ELEMENTS, 1, 1 }, .local = { BLOCK, 1, 1 }, .args_changed = true,
			       .args = args, .arg_count = 3 };
	void *params[] = { &a, &x, &y };
	our_saxpy(o, &l);
	their_saxpy(t, params);
	l.args_changed = false;
	for (size_t i = 0; i < ROUNDS; i++) {
		ours[i] = our_saxpy(o, &l);
		theirs[i] = their_saxpy(t, params);
	}
	mine = bytes / median(ours, ROUNDS) * 1e-9;
	hand = bytes / median(theirs, ROUNDS) * 1e-9;
	printf("saxpy over 1 GiB: %.0f GB/s, by hand %.0f GB/s, ratio %.4f (bar: >= 0.99) %s\n", mine, hand, mine / hand,
	       mine >= 0.99 * hand ? "ok" : "MISSED");
	MUST(o->ops->memory(ctx, o->device, SYB_MEM_DEVICE, 0, &x));
	MUST(o->ops->memory(ctx, o->device, SYB_MEM_DEVICE, 0, &y));
}

static double our_loop(const struct ours *o, struct be_kernel *kernel, struct be_launch *l)
{
	double start = now();

	for (size_t i = 0; i < LAUNCHES; i++)
		MUST(o->ops->launch(ctx, o->queue, kernel, l, NULL, 0, NULL));
	MUST(o->ops->wait(ctx, o->queue, NULL, false, false, NULL));
	return now() - start;
}

static double their_loop(const struct theirs *t, cuda_function function, void **params)
{
	double start = now();

	for (size_t i = 0; i < LAUNCHES; i++)
		MUST(api.launch(function, 1, 1, 1, 32, 1, 1, 0, t->stream, params, NULL));
	MUST(api.stream_wait(t->stream));
	return now() - start;
}

static void launches(const struct ours *o, const struct theirs *t, bool args)
{
	float a = 0;
	void *x = NULL;
	double ours[ROUNDS], theirs[ROUNDS], mine, hand;

	MUST(o->ops->memory(ctx, o->device, SYB_MEM_DEVICE, 4096, &x));
	struct be_arg list[] = { { BE_ARG_VALUE, &a, 4 }, { BE_ARG_POINTER, x, 0 }, { BE_ARG_POINTER, x, 0 } };
	struct be_launch l = { .dims = 1, .global = { 32, 1, 1 }, .local = { 32, 1, 1 }, .args_changed = true,
			       .args = list, .arg_count = args ? 3 : 0 };
	void *params[] = { &a, &x, &x };
	struct be_kernel *kernel = args ? o->saxpy : o->nothing;
	cuda_function function = args ? t->saxpy : t->nothing;

	our_loop(o, kernel, &l);
	their_loop(t, function, params);
	for (size_t i = 0; i < ROUNDS; i++) {
		l.args_changed = true; /* once per round */
		MUST(o->ops->launch(ctx, o->queue, kernel, &l, NULL, 0, NULL));
		l.args_changed = false;
		ours[i] = our_loop(o, kernel, &l);
		theirs[i] = their_loop(t, function, params);
	}
	mine = median(ours, ROUNDS) / LAUNCHES * 1e9;
	hand = median(theirs, ROUNDS) / LAUNCHES * 1e9;
	printf("launch of %s: %.0f ns, by hand %.0f ns, ratio %.3f (bar: <= 1.05) %s\n",
	       args ? "three arguments" : "nothing", mine, hand, mine / hand, mine <= 1.05 * hand ? "ok" : "MISSED");
	MUST(o->ops->memory(ctx, o->device, SYB_MEM_DEVICE, 0, &x));
}

int main(int argc, char **argv)
{
	struct syb_queue_opts plain = { .size = sizeof(plain) }, timed = { .size = sizeof(timed), .profiling = true };
	struct ours o = { .ops = &cuda_backend };
	struct be_kernel_info info;
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
	MUST(o.ops->queue_open(ctx, o.device, &timed, &o.timed));
	struct be_input input = { .format = BE_PTX, .bytes = read_file(argv[1]) };
	MUST(o.ops->build(ctx, o.device, &input, 1, "", &log, &program));
	MUST(o.ops->kernel(ctx, program, "saxpy", &info, &o.saxpy));
	MUST(o.ops->kernel(ctx, program, "nothing", &info, &o.nothing));
	MUST(api.module_load(&module, read_file(argv[2]).ptr, 0, NULL, NULL));
	MUST(api.module_function(&t.saxpy, module, "saxpy"));
	MUST(api.module_function(&t.nothing, module, "nothing"));
	MUST(api.stream_create(&t.stream, CUDA_STREAM_NON_BLOCKING));
	MUST(api.event_create(&t.start, CUDA_EVENT_DEFAULT));
	MUST(api.event_create(&t.end, CUDA_EVENT_DEFAULT));
	bandwidth(&o, &t);
	launches(&o, &t, false);
	launches(&o, &t, true);
	return 0;
}
