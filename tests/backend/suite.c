/* backend/suite.c — the steps of the conformance suite at the level of backends. */
#include "suite.h"

#include <stdio.h>

#define N 1024
/* Steps may answer with a positive number, which is not a failure. */
#define STEP(call)                    \
	do {                          \
		int tried = (call);   \
		if (tried < 0)        \
			return tried; \
	} while (0)
#define claim(s, ...) claim_at((s), __LINE__, __VA_ARGS__)

static void claim_at(struct suite *s, int line, bool good, const char *what)
{
	if (!s->quiet)
		s->tell(good, line, what);
	if (!good && !s->wrong++)
		s->wrong_what = what;
}

/* An error that is wanted. Under faults another one is as good, and goes up. */
static int wants_error(struct suite *s, int line, int r, int want, const char *check, const char *what)
{
	size_t count = syb_ctx_diag_count(s->ctx);
	const char *got = "";

	for (size_t i = count; i-- > 0;) {
		const struct syb_diag *d = syb_ctx_diag_at(s->ctx, i);

		if (d->severity == SYB_SEVERITY_ERROR) {
			got = d->check;
			break;
		}
	}
	if (s->quiet && r < 0 && (r != want || strcmp(got, check) != 0))
		return r;
	claim_at(s, line, r == want && strcmp(got, check) == 0, what);
	if (!s->quiet && (r != want || strcmp(got, check) != 0))
		printf("# returned %d, check %s; wanted %d, %s\n", r, got, want, check);
	syb_ctx_diag_clear(s->ctx);
	return 0;
}
#define WANT_ERROR(s, r, want, check, what) STEP(wants_error((s), __LINE__, (r), (want), (check), (what)))

/* ---- images ---- */

static enum be_format format_of(const struct suite *s)
{
	if (s->info.formats & 1u << BE_SPIRV)
		return BE_SPIRV;
	return s->info.formats & 1u << BE_PTX ? BE_PTX : BE_BITCODE;
}

static int read_file(struct suite *s, const char *name, struct be_input *out)
{
	static const char *const suffixes[] = { [BE_SPIRV] = "spv", [BE_BITCODE] = "bc", [BE_PTX] = "ptx" };
	struct buf *buf = &s->files[s->file_count++];
	char path[512], part[4096];
	size_t got;
	FILE *f;
	int r = 0;

	snprintf(path, sizeof(path), "%s/%s.%s", s->folder, name, suffixes[format_of(s)]);
	f = fopen(path, "rb");
	if (!f)
		return syb_fail(s->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s", path);
	while (r >= 0 && (got = fread(part, 1, sizeof(part), f)) > 0)
		r = buf_add(s->ctx, buf, part, got);
	fclose(f);
	*out = (struct be_input){ .format = format_of(s), .bytes = buf_bytes(buf) };
	return r;
}

static int build(struct suite *s, const struct be_input *inputs, size_t count, struct be_program **out)
{
	struct buf log = { 0 };
	int r = s->ops->build(s->ctx, s->device, inputs, count, "", &log, out);

	buf_free(&log);
	if (r >= 0)
		s->programs[s->program_count++] = *out;
	return r;
}

static int get_kernel(struct suite *s, struct be_program *program, const char *name, struct be_kernel **out)
{
	struct be_kernel_info info;
	int r = s->ops->kernel_open(s->ctx, program, name, &info, out);

	if (r < 0)
		return r;
	s->kernels[s->kernel_count++] = *out;
	return 0;
}

static int alloc(struct suite *s, enum syb_mem_kind kind, size_t bytes, void *out_address)
{
	void *address = NULL;
	int r = s->ops->alloc(s->ctx, s->device, kind, bytes, &address);

	if (r < 0)
		return r;
	s->memory[s->memory_count++] = address;
	memcpy(out_address, &address, sizeof(address));
	return 0;
}

static int copy(struct suite *s, void *to, const void *from, size_t bytes)
{
	struct be_transfer t = { .kind = BE_COPY, .to = to, .from = from, .bytes = bytes };

	STEP(s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL));
	return s->ops->queue_wait(s->ctx, s->queue);
}

/* A launch of one dimension. Arguments: NULL ends the list of pointers. */
static struct be_arg arg_pointer(const void *p)
{
	return (struct be_arg){ BE_ARG_POINTER, p, 0 };
}

static struct be_arg arg_value(const void *p, size_t bytes)
{
	return (struct be_arg){ BE_ARG_VALUE, p, bytes };
}

static struct be_arg arg_local(size_t bytes)
{
	return (struct be_arg){ BE_ARG_LOCAL, NULL, bytes };
}

static struct be_launch launch_of(size_t global, size_t local, const struct be_arg *args, size_t count)
{
	return (struct be_launch){ .dims = 1,
				   .global = { global, 1, 1 },
				   .local = { local, local ? 1 : 0, local ? 1 : 0 },
				   .args_changed = true,
				   .args = args,
				   .arg_count = count };
}

static int run(struct suite *s, struct be_kernel *kernel, const struct be_launch *launch)
{
	STEP(s->ops->launch(s->ctx, s->queue, kernel, launch, NULL, 0, NULL));
	return s->ops->queue_wait(s->ctx, s->queue);
}

/* ---- steps ---- */

static int test_open(struct suite *s)
{
	struct syb_queue_opts timed = { .size = sizeof(timed), .profiling = true }, plain = { .size = sizeof(plain) };
	struct be_device **devices = NULL;
	size_t count = 0;
	int r = s->ops->open(s->ctx, &s->backend, &devices, &count);

	if (r < 0)
		return r;
	claim(s, count > 0, "there is a device");
	if (s->number >= count)
		return -SYB_E_NOTFOUND;
	s->device = devices[s->number];
	STEP(s->ops->info(s->ctx, s->device, &s->arena, &s->info));
	/* To OpenCL a question that fails is one without an answer. */
	if (s->quiet && s->ops->backend == SYB_BACKEND_OPENCL)
		s->info.caps.max_work_group_size = 1;
	else
		claim(s, s->info.info.name && s->info.info.name[0] && s->info.info.driver_version[0], "it has a name");
	claim(s, s->info.caps.aspect_count > 0 && s->info.caps.max_work_group_size > 0, "it can do something");
	for (size_t i = 1; i < s->info.caps.aspect_count; i++)
		if (s->info.caps.aspects[i] <= s->info.caps.aspects[i - 1])
			claim(s, false, "aspects ascend");
	claim(s, s->info.formats != 0, "it takes some format");
	if (!s->quiet)
		printf("# %s, %s, driver %s, %s\n", s->info.info.name, s->info.info.platform,
		       s->info.info.driver_version, s->info.info.arch);
	STEP(s->ops->queue_open(s->ctx, s->device, &plain, &s->queue));
	return s->ops->queue_open(s->ctx, s->device, &timed, &s->timed);
}

static int test_copies(struct suite *s)
{
	uint32_t host[N], back[N];
	char *a, *b;

	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(host), &a));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(host), &b));
	for (size_t i = 0; i < N; i++)
		host[i] = (uint32_t)(i * 7);
	memset(back, 0, sizeof(back));
	STEP(copy(s, a, host, sizeof(host)));
	STEP(copy(s, b, a, sizeof(host)));
	STEP(copy(s, back, b, sizeof(host)));
	claim(s, memcmp(host, back, sizeof(host)) == 0, "host to device to device to host");
	STEP(copy(s, a + 400, host, 4));
	STEP(copy(s, back, a, sizeof(host)));
	claim(s, back[100] == 0 && back[99] == 99 * 7 && back[101] == 101 * 7, "in the middle");
	return s->ops->backend == SYB_BACKEND_OPENCL ? 0 : copy(s, a, host, 0); /* OpenCL has no such copy */
}

static int test_shared(struct suite *s)
{
	static const enum syb_mem_kind kinds[] = { SYB_MEM_SHARED, SYB_MEM_HOST };

	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
		uint32_t *p, host[4] = { 1, 2, 3, 4 };
		int r = alloc(s, kinds[k], sizeof(host), &p);

		if (r == -SYB_E_UNSUPPORTED) {
			syb_ctx_diag_clear(s->ctx);
			continue;
		}
		STEP(r);
		memset(p, 0, sizeof(host));
		STEP(copy(s, p, host, sizeof(host)));
		claim(s, p[3] == 4, kinds[k] == SYB_MEM_HOST ? "host memory" : "shared memory");
	}
	return 0;
}

static int test_fills(struct suite *s)
{
	static const uint8_t pattern[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
	static const size_t sizes[] = { 1, 2, 4, 8, 16 };
	uint8_t back[480];
	char *p;

	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(back) + 16, &p));
	for (size_t k = 0; k < ARRAY_SIZE(sizes); k++) {
		struct be_transfer t = {
			.kind = BE_FILL, .to = p + 16, .from = pattern, .bytes = sizeof(back), .pattern_bytes = sizes[k]
		};
		bool good = true;

		STEP(s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL));
		STEP(copy(s, back, p + 16, sizeof(back)));
		for (size_t i = 0; i < sizeof(back); i++)
			good &= back[i] == pattern[i % sizes[k]];
		claim(s, good, "fill with a pattern");
	}
	if (s->ops->backend != SYB_BACKEND_OPENCL) { /* which has powers of two only */
		struct be_transfer t = { .kind = BE_FILL, .to = p, .from = pattern, .bytes = 480, .pattern_bytes = 12 };
		bool good = true;

		STEP(s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL));
		STEP(copy(s, back, p, sizeof(back)));
		for (size_t i = 0; i < sizeof(back); i++)
			good &= back[i] == pattern[i % 12];
		claim(s, good, "fill with a pattern of 12 bytes");
	}
	return 0;
}

static int test_iota(struct suite *s, struct be_program *program)
{
	static const size_t locals[] = { 0, 64, 1 };
	struct be_kernel *kernel;
	uint32_t back[N], *out;

	STEP(get_kernel(s, program, "iota", &kernel));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(back), &out));
	for (size_t k = 0; k < ARRAY_SIZE(locals); k++) {
		struct be_arg args[] = { arg_pointer(out) };
		struct be_launch l = launch_of(N, locals[k], args, 1);
		bool good = true;

		memset(back, 0xff, sizeof(back));
		STEP(copy(s, out, back, sizeof(back)));
		STEP(run(s, kernel, &l));
		STEP(copy(s, back, out, sizeof(back)));
		for (size_t i = 0; i < N; i++)
			good &= back[i] == i;
		claim(s, good, locals[k] ? "a kernel" : "a kernel, local size chosen by the driver");
	}
	return 0;
}

static int test_saxpy(struct suite *s, struct be_program *program)
{
	struct be_kernel *kernel;
	float x[N], y[N], *dx, *dy, a = 2;
	bool good = true;

	STEP(get_kernel(s, program, "saxpy", &kernel));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(x), &dx));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(y), &dy));
	for (size_t i = 0; i < N; i++) {
		x[i] = (float)i;
		y[i] = 1;
	}
	STEP(copy(s, dx, x, sizeof(x)));
	STEP(copy(s, dy, y, sizeof(y)));
	struct be_arg args[] = { arg_value(&a, sizeof(a)), arg_pointer(dx), arg_pointer(dy) };
	struct be_launch l = launch_of(N, 128, args, 3);
	STEP(s->ops->launch(s->ctx, s->queue, kernel, &l, NULL, 0, NULL));
	a = 0; /* the value was taken */
	l.args_changed = false;
	STEP(run(s, kernel, &l));
	STEP(copy(s, y, dy, sizeof(y)));
	for (size_t i = 0; i < N; i++)
		good &= y[i] == 1 + 4 * (float)i;
	claim(s, good, "arguments keep their values from launch to launch");

	a = 1;
	l.args_changed = true;
	STEP(run(s, kernel, &l));
	args[2] = arg_pointer(dy + 512); /* half of it, from the middle */
	l.global[0] = 512;
	STEP(run(s, kernel, &l));
	STEP(copy(s, y, dy, sizeof(y)));
	claim(s, y[511] == 1 + 5 * 511.f && y[513] == 1 + 5 * 513.f + 1, "a pointer into the middle of memory");
	return 0;
}

/* Two kernels may be one function of the driver's: what one asks for must not take away from the other. */
static int test_two_limits(struct suite *s, struct be_kernel *first, struct be_program *program, struct be_arg *args,
			   size_t count)
{
	struct be_launch l = launch_of(N, 64, args, count);
	struct be_kernel *second;

	STEP(get_kernel(s, program, "two_locals", &second));
	args[1].bytes = 60 << 10;
	STEP(run(s, second, &l));
	args[1].bytes = 96 << 10;
	STEP(run(s, first, &l));
	claim(s, true, "two kernels of one function, with much local memory each");
	return 0;
}

static int test_local(struct suite *s, struct be_program *program)
{
	struct be_kernel *reverse, *two;
	uint32_t host[N], back[N], *in, *out;
	bool good = true;

	STEP(get_kernel(s, program, "reverse_local", &reverse));
	STEP(get_kernel(s, program, "two_locals", &two));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(host), &in));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(host), &out));
	for (size_t i = 0; i < N; i++)
		host[i] = (uint32_t)i;
	STEP(copy(s, in, host, sizeof(host)));
	struct be_arg args[] = { arg_pointer(in), arg_pointer(out), arg_local(64 * 4) };
	struct be_launch l = launch_of(N, 64, args, 3);
	STEP(run(s, reverse, &l));
	STEP(copy(s, back, out, sizeof(back)));
	for (size_t i = 0; i < N; i++)
		good &= back[i] == i / 64 * 64 + 63 - i % 64;
	claim(s, good, "local memory");

	struct be_arg both[] = { arg_pointer(out), arg_local(64 * 4), arg_local(64 * 8) };
	l = launch_of(N, 64, both, 3);
	STEP(run(s, two, &l));
	STEP(copy(s, back, out, sizeof(back)));
	good = true;
	for (size_t i = 0; i < N; i++)
		good &= back[i] == (64 - i % 64) + (63 - i % 64) * 1000;
	claim(s, good, "two local arguments");
	/* More than drivers give without being asked, where the device has it. */
	if (s->info.info.local_memory >= 100 << 10) {
		both[1].bytes = 96 << 10;
		l = launch_of(N, 64, both, 3);
		STEP(run(s, two, &l));
		claim(s, true, "96 KiB of local memory");
		return test_two_limits(s, two, program, both, 3);
	}
	return 0;
}

static int test_position(struct suite *s, struct be_program *program)
{
	struct be_kernel *kernel;
	uint32_t back[8 * 6 * 4], *out;
	bool good = true;

	STEP(get_kernel(s, program, "position", &kernel));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(back), &out));
	struct be_arg args[] = { arg_pointer(out) };
	struct be_launch l = { .dims = 3,
			       .global = { 8, 6, 4 },
			       .local = { 4, 2, 1 },
			       .args_changed = true,
			       .args = args,
			       .arg_count = 1 };
	STEP(run(s, kernel, &l));
	STEP(copy(s, back, out, sizeof(back)));
	for (uint32_t i = 0; i < 8 * 6 * 4; i++)
		good &= back[i] == i % 8 + 100 * (i / 8 % 6) + 10000 * (i / 48);
	claim(s, good, "three dimensions, dimension 0 fastest");
	l.offset[0] = 0;
	if (s->ops->backend != SYB_BACKEND_CUDA) { /* which has none */
		l.offset[2] = 1;
		l.global[2] = 3;
		STEP(run(s, kernel, &l));
		claim(s, true, "an offset");
	}
	return 0;
}

static int test_values(struct suite *s, struct be_program *program)
{
	struct {
		uint8_t tag;
		uint64_t wide;
		float scale;
	} p;
	struct be_kernel *kernel;
	uint8_t small = 3;
	uint16_t middle = 1000;
	float back[4], *out;

	memset(&p, 0, sizeof(p));
	p.tag = 7;
	p.wide = 100;
	p.scale = 0.5f;
	STEP(get_kernel(s, program, "by_value", &kernel));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(back), &out));
	struct be_arg args[] = { arg_value(&p, sizeof(p)), arg_value(&small, 1), arg_value(&middle, 2),
				 arg_pointer(out) };
	struct be_launch l = launch_of(4, 4, args, 4);
	STEP(run(s, kernel, &l));
	STEP(copy(s, back, out, sizeof(back)));
	claim(s, back[3] == 7 + 50 + 3 + 1000, "values of 24, 1 and 2 bytes");
	return 0;
}

static int test_wrong(struct suite *s, struct be_program *program)
{
	struct be_kernel *kernel, *none = NULL;
	struct be_kernel_info info;
	uint64_t wide = 0;
	int r;

	r = s->ops->kernel_open(s->ctx, program, "no_such_kernel", &info, &none);
	WANT_ERROR(s, r, -SYB_E_NOTFOUND, "kernel-name", "a kernel that is not there");
	claim(s, !none, "untouched");
	STEP(get_kernel(s, program, "saxpy", &kernel));
	struct be_arg args[] = { arg_value(&wide, 8), arg_pointer(NULL), arg_pointer(NULL) };
	struct be_launch l = launch_of(N, 64, args, 3);
	r = s->ops->launch(s->ctx, s->queue, kernel, &l, NULL, 0, NULL);
	WANT_ERROR(s, r, -SYB_E_ARG, "kernel-argument", "a value of the wrong size");
	if (s->ops->backend != SYB_BACKEND_OPENCL) {
		args[0] = (struct be_arg){ 0 };
		r = s->ops->launch(s->ctx, s->queue, kernel, &l, NULL, 0, NULL);
		WANT_ERROR(s, r, -SYB_E_ARG, "kernel-argument", "an argument that was not set");
	}
	r = alloc(s, SYB_MEM_DEVICE, (size_t)1 << 46, &wide);
	WANT_ERROR(s, r, -SYB_E_NOMEM, "device-memory", "more memory than there is");
	return 0;
}

static int test_nothing(struct suite *s, struct be_program *program)
{
	struct be_kernel *kernel;
	struct be_launch l = launch_of(1, 1, NULL, 0);

	STEP(get_kernel(s, program, "nothing", &kernel));
	STEP(run(s, kernel, &l));
	claim(s, true, "a kernel without arguments");
	return 0;
}

static int hold_event(struct suite *s, struct be_queue *queue, struct be_event *event)
{
	s->event_queues[s->event_count] = queue;
	s->events[s->event_count++] = event;
	return 0;
}

/* As a caller does who may cancel. NULL: for the queue. */
static int wait_with_flag(struct suite *s, struct be_event *event)
{
	static const volatile int never = 0;
	const volatile int *before = s->ctx->opts.cancel;
	int r;

	s->ctx->opts.cancel = before ? before : &never;
	r = event ? s->ops->event_wait(s->ctx, s->timed, event) : s->ops->queue_wait(s->ctx, s->timed);
	s->ctx->opts.cancel = before;
	return r;
}

static int test_events(struct suite *s, struct be_program *program)
{
	struct be_event *first = NULL, *second = NULL;
	struct syb_event_times times = { 0 };
	struct be_kernel *iota, *saxpy;
	uint32_t *x;
	float *y, a = 1;
	int r, looks = 0;

	STEP(get_kernel(s, program, "iota", &iota));
	STEP(get_kernel(s, program, "saxpy", &saxpy));
	STEP(alloc(s, SYB_MEM_DEVICE, N * 4, &x));
	STEP(alloc(s, SYB_MEM_DEVICE, N * 4, &y));
	struct be_arg args[] = { arg_pointer(x) };
	struct be_launch l = launch_of(N, 64, args, 1);
	STEP(s->ops->launch(s->ctx, s->timed, iota, &l, NULL, 0, &first));
	STEP(hold_event(s, s->timed, first));
	struct be_arg more[] = { arg_value(&a, 4), arg_pointer(x), arg_pointer(y) };
	struct be_launch m = launch_of(N, 64, more, 3);
	STEP(s->ops->launch(s->ctx, s->queue, saxpy, &m, &first, 1, &second)); /* waits for another queue */
	STEP(hold_event(s, s->queue, second));
	STEP(s->ops->event_wait(s->ctx, s->timed, first));
	STEP(s->ops->event_times(s->ctx, s->timed, first, &times));
	claim(s, times.started > 0 && times.ended >= times.started, "times of a command");
	do
		r = s->ops->event_done(s->ctx, s->queue, second);
	while (r == 0 && ++looks < 1 << 24);
	STEP(r);
	claim(s, r == 1, "looking until a command is done");
	/* Events that are used again and again. */
	for (int i = 0; i < 100; i++) {
		struct be_event *event = NULL;

		STEP(s->ops->launch(s->ctx, s->timed, iota, &l, NULL, 0, &event));
		r = i % 2 ? s->ops->event_done(s->ctx, s->timed, event) : s->ops->event_wait(s->ctx, s->timed, event);
		if (r >= 0 && i % 4 == 0)
			r = s->ops->event_times(s->ctx, s->timed, event, &times);
		s->ops->event_release(s->timed, event);
		STEP(r);
	}
	struct be_transfer t = { .kind = BE_COPY, .to = y, .from = x, .bytes = N * 4 };
	struct be_event *third = NULL;
	STEP(s->ops->transfer(s->ctx, s->timed, &t, &second, 1, &third));
	STEP(hold_event(s, s->timed, third));
	STEP(wait_with_flag(s, third));
	STEP(s->ops->event_times(s->ctx, s->timed, third, &times));
	STEP(s->ops->queue_done(s->ctx, s->timed));
	STEP(wait_with_flag(s, NULL));
	return s->ops->queue_wait(s->ctx, s->timed);
}

/* What a command uses may be closed while it runs. */
static int test_early(struct suite *s, struct be_program *program)
{
	struct be_kernel_info info;
	struct be_kernel *iota;
	void *x = NULL;
	int r, freed;

	STEP(s->ops->kernel_open(s->ctx, program, "iota", &info, &iota));
	r = s->ops->alloc(s->ctx, s->device, SYB_MEM_DEVICE, N * 4, &x);
	if (r < 0) {
		s->ops->kernel_close(iota);
		return r;
	}
	struct be_arg args[] = { arg_pointer(x) };
	struct be_launch l = launch_of(N, 64, args, 1);
	r = s->ops->launch(s->ctx, s->queue, iota, &l, NULL, 0, NULL);
	s->ops->kernel_close(iota);
	freed = s->ops->free(s->ctx, s->device, x);
	s->free_failures += freed < 0;
	STEP(r);
	STEP(freed);
	claim(s, true, "a kernel and memory that go while they are used");
	return s->ops->queue_wait(s->ctx, s->queue);
}

static int test_globals(struct suite *s)
{
	uint32_t value[2] = { 50, 60 }, back[8], *out;
	struct be_program *program;
	struct be_kernel *kernel;
	struct be_input input;
	int r;

	STEP(read_file(s, "globals", &input));
	STEP(build(s, &input, 1, &program));
	struct be_transfer t = {
		.kind = BE_TO_SYMBOL, .from = value, .bytes = 8, .program = program, .symbol = "counter", .offset = 4
	};
	r = s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL);
	if (r == -SYB_E_UNSUPPORTED) {
		syb_ctx_diag_clear(s->ctx);
		return 0;
	}
	STEP(r);
	STEP(get_kernel(s, program, "count", &kernel));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(back), &out));
	struct be_arg args[] = { arg_pointer(out) };
	struct be_launch l = launch_of(8, 8, args, 1);
	STEP(run(s, kernel, &l));
	STEP(copy(s, back, out, sizeof(back)));
	claim(s, back[0] == 1 && back[1] == 50 && back[2] == 60 && back[3] == 4, "a variable that was written");
	t = (struct be_transfer){
		.kind = BE_FROM_SYMBOL, .to = back, .bytes = 16, .program = program, .symbol = "counter"
	};
	STEP(s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL));
	STEP(s->ops->queue_wait(s->ctx, s->queue));
	claim(s, back[0] == 11 && back[1] == 60 && back[3] == 14, "a variable that is read");
	t.offset = 4;
	r = s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL);
	WANT_ERROR(s, r, -SYB_E_ARG, "device-global", "behind the end of a variable");
	t.symbol = "no_such_variable";
	r = s->ops->transfer(s->ctx, s->queue, &t, NULL, 0, NULL);
	WANT_ERROR(s, r, -SYB_E_NOTFOUND, "device-global", "a variable that is not there");
	return 0;
}

/* One of the images as native code: the driver links what it compiled. */
static int test_link_native(struct suite *s, const struct be_input *inputs)
{
	struct be_input mixed[2] = { inputs[0], { .format = BE_NATIVE } };
	struct be_program *library, *program;
	struct buf *code = &s->files[s->file_count++];
	struct be_kernel *kernel;

	STEP(build(s, &inputs[1], 1, &library));
	STEP(s->ops->binary(s->ctx, library, code));
	mixed[1].bytes = buf_bytes(code);
	STEP(build(s, mixed, 2, &program));
	STEP(get_kernel(s, program, "call", &kernel));
	claim(s, true, "SPIR-V and native code that are linked");
	return 0;
}

static int test_link(struct suite *s)
{
	struct be_program *program, *none = NULL;
	struct be_kernel *kernel;
	struct be_input inputs[2];
	uint32_t back[64], *out;
	struct buf log = { 0 };
	bool good = true;
	int r;

	STEP(read_file(s, "uses", &inputs[0]));
	STEP(read_file(s, "library", &inputs[1]));
	STEP(build(s, inputs, 2, &program));
	STEP(get_kernel(s, program, "call", &kernel));
	STEP(alloc(s, SYB_MEM_DEVICE, sizeof(back), &out));
	struct be_arg args[] = { arg_pointer(out) };
	struct be_launch l = launch_of(64, 0, args, 1);
	STEP(run(s, kernel, &l));
	STEP(copy(s, back, out, sizeof(back)));
	for (uint32_t i = 0; i < 64; i++)
		good &= back[i] == 2 * i;
	claim(s, good, "two images that are linked");
	if (s->ops->backend == SYB_BACKEND_LEVEL_ZERO)
		STEP(test_link_native(s, inputs));
	r = s->ops->build(s->ctx, s->device, inputs, 1, NULL, &log, &none);
	claim(s, log.len > 0 || r >= 0 || s->quiet, "there is a log");
	buf_free(&log);
	if (none)
		s->programs[s->program_count++] = none; /* a driver that links later */
	else
		WANT_ERROR(s, r, -SYB_E_DEVICE, "driver-failed", "an import that nothing exports");
	return 0;
}

static int test_binary(struct suite *s, struct be_program *program)
{
	struct be_input input = { .format = BE_NATIVE };
	struct be_program *again;
	struct buf *code = &s->files[s->file_count++];
	int r = s->ops->binary(s->ctx, program, code);

	if (r == -SYB_E_UNSUPPORTED)
		return 0;
	STEP(r);
	claim(s, code->len > 0, "native code of a program");
	input.bytes = buf_bytes(code);
	STEP(build(s, &input, 1, &again));
	return test_iota(s, again);
}

/* Text where machine code is expected, and cut short at its end. */
static int test_native_ptx(struct suite *s, const struct be_input *image)
{
	struct be_input input = *image;
	struct be_program *program;
	struct be_kernel *kernel;

	input.format = BE_NATIVE;
	STEP(build(s, &input, 1, &program));
	STEP(get_kernel(s, program, "iota", &kernel));
	claim(s, true, "PTX as native code");
	return 0;
}

/* PTX in a fat binary, and a fat binary that says it is longer than it is: the driver is told no size. */
static int test_fat(struct suite *s)
{
	const uint32_t magic = 0xba55ed50, version = 16 << 16 | 1, kind = 0x101 << 16 | 1, header = 80, sm = 80;
	const uint32_t options = 64, ptx = 7 << 16 | 4, rest = 72;
	const uint64_t flags = 0x11;
	uint64_t bytes, all;
	struct buf *fat = &s->files[s->file_count++];
	struct be_input image;
	struct be_input input = { .format = BE_NATIVE };
	struct be_program *program;
	struct be_kernel *kernel;
	struct buf log = { 0 };
	int r;

	STEP(read_file(s, "globals", &image));
	bytes = (image.bytes.len + 8) & ~UINT64_C(7);
	all = header + bytes;
	STEP(buf_fill(s->ctx, fat, 0, 16 + (size_t)all));
	memcpy(fat->ptr, &magic, 4);
	memcpy(fat->ptr + 4, &version, 4);
	memcpy(fat->ptr + 8, &all, 8);
	memcpy(fat->ptr + 16, &kind, 4);
	memcpy(fat->ptr + 20, &header, 4);
	memcpy(fat->ptr + 24, &bytes, 8);
	memcpy(fat->ptr + 36, &options, 4);
	memcpy(fat->ptr + 40, &ptx, 4);
	memcpy(fat->ptr + 44, &sm, 4);
	memcpy(fat->ptr + 56, &flags, 8);
	memcpy(fat->ptr + 80, &rest, 4);
	memcpy(fat->ptr + 16 + header, image.bytes.ptr, image.bytes.len);
	input.bytes = buf_bytes(fat);
	STEP(build(s, &input, 1, &program));
	STEP(get_kernel(s, program, "count", &kernel));
	claim(s, true, "a fat binary");
	input.bytes.len -= 8;
	r = s->ops->build(s->ctx, s->device, &input, 1, "", &log, &program);
	buf_free(&log);
	WANT_ERROR(s, r, -SYB_E_FORMAT, "elf", "a fat binary that is cut short");
	return 0;
}

static int test_damaged(struct suite *s, const struct be_input *image)
{
	struct be_program *none = NULL;
	struct be_input input = *image;
	struct buf log = { 0 }, bytes = { 0 };
	int r = buf_add(s->ctx, &bytes, image->bytes.ptr, image->bytes.len / 2);

	if (r >= 0)
		r = buf_fill(s->ctx, &bytes, 0x42, 64);
	input.bytes = buf_bytes(&bytes);
	if (r >= 0) {
		memset(bytes.ptr, 'x', bytes.len < 256 ? bytes.len : 256);
		r = s->ops->build(s->ctx, s->device, &input, 1, "", &log, &none);
	}
	buf_free(&log);
	buf_free(&bytes);
	claim(s, !none, "a damaged image gives no program");
	if (none)
		s->programs[s->program_count++] = none;
	WANT_ERROR(s, r, -SYB_E_DEVICE, "driver-failed", "a damaged image");
	return 0;
}

static int steps(struct suite *s)
{
	/* one that the module does not have is left out */
	const struct be_spec_const unused = { 77, { (const uint8_t *)"\1\0\0\0", 4 } };
	struct be_program *program;
	struct be_input input;

	STEP(test_open(s));
	STEP(test_copies(s));
	STEP(test_shared(s));
	STEP(test_fills(s));
	STEP(read_file(s, "kernels", &input));
	input.spec_consts = &unused;
	input.spec_const_count = input.format == BE_SPIRV && s->ops->backend == SYB_BACKEND_OPENCL;
	STEP(build(s, &input, 1, &program));
	input.spec_const_count = 0;
	STEP(test_iota(s, program));
	STEP(test_saxpy(s, program));
	STEP(test_local(s, program));
	STEP(test_position(s, program));
	STEP(test_values(s, program));
	STEP(test_nothing(s, program));
	STEP(test_events(s, program));
	STEP(test_wrong(s, program));
	STEP(test_early(s, program));
	STEP(test_globals(s));
	if (input.format == BE_SPIRV || s->ops->backend != SYB_BACKEND_OPENCL) /* PoCL and NVIDIA's link none */
		STEP(test_link(s));
	STEP(test_binary(s, program));
	if (s->ops->backend == SYB_BACKEND_CUDA)
		STEP(test_native_ptx(s, &input));
	if (strncmp(s->info.info.name, "Fake GPU", 8) == 0) /* drivers differ in which they take */
		STEP(test_fat(s));
	if (input.format != BE_BITCODE) /* LLVM ends the process on such */
		STEP(test_damaged(s, &input));
	return 0;
}

static int free_memory(struct suite *s)
{
	int r = 0;

	for (size_t i = 0; i < s->memory_count; i++) {
		int one = s->ops->free(s->ctx, s->device, s->memory[i]);

		s->free_failures += one < 0;
		r = r < 0 ? r : one;
	}
	return r;
}

int suite_run(struct suite *s)
{
	int r = steps(s), freed;

	for (size_t i = 0; i < s->event_count; i++)
		s->ops->event_release(s->event_queues[i], s->events[i]);
	for (size_t i = 0; i < s->kernel_count; i++)
		s->ops->kernel_close(s->kernels[i]);
	for (size_t i = 0; i < s->program_count; i++)
		s->ops->program_close(s->programs[i]);
	freed = free_memory(s);
	if (s->queue)
		s->ops->queue_close(s->queue);
	if (s->timed)
		s->ops->queue_close(s->timed);
	if (s->backend)
		s->ops->close(s->backend);
	for (size_t i = 0; i < s->file_count; i++)
		buf_free(&s->files[i]);
	arena_free(&s->arena);
	return r < 0 ? r : freed;
}
