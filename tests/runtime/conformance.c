/* conformance.c — what every backend has to do: run with a selector and the folder of kernels.
 *
 *     rt_conformance SELECTOR KERNELS
 *
 * Skipped where the selector names no device. What a device cannot do is skipped one by one. */
#include "lib/rtfix.h"

#include <sybil/native.h>

static const char names[] = "[SYCL/kernel names]\nsaxpy=1|1\nplaces=1|1\nsizes=1|1\nreverse=1|1\nby_value=1|1\n"
			    "__sycl_kernel_free=1|1\n";

static struct syb_bundle *open_bundle(const char *name, const struct rt_module *modules, size_t count,
				      enum syb_state state)
{
	return open_path(pack(name, modules, count, state), NULL);
}

static struct syb_bundle *open_kernels(const char *props)
{
	struct rt_module module = { props, { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };

	return open_bundle("kernels.syclbin", &module, 1, SYB_STATE_EXECUTABLE);
}

/* ---- kernels, arguments, launches ---- */

static void test_saxpy(struct syb_bundle *bundle)
{
	enum { N = 1024 };
	float x[N], y[N], a = 2;
	struct syb_kernel *kernel = get(bundle, "saxpy");
	float *dx = device_memory(sizeof(x)), *dy = device_memory(sizeof(y));
	bool same = true;

	if (!kernel)
		return;
	for (int i = 0; i < N; i++) {
		x[i] = (float)i;
		y[i] = 1;
	}
	move(dx, x, sizeof(x));
	move(dy, y, sizeof(y));
	is_str(syb_kernel_info(kernel)->name, "saxpy");
	is_int(launch(kernel, N, 0), syb_kernel_info(kernel)->args_known ? -SYB_E_ARG : launch(kernel, 0, 0));
	syb_ctx_diag_clear(t.ctx);
	works(syb_kernel_arg(t.ctx, kernel, 0, &a, sizeof(a)));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 1, dx));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 2, dy));
	works(launch(kernel, N, 0));
	move(y, dy, sizeof(y));
	for (int i = 0; i < N; i++)
		same &= y[i] == 2 * x[i] + 1;
	ok(same, "saxpy, the driver's local size");
	/* arguments stay; pointers into the middle */
	works(syb_kernel_arg_pointer(t.ctx, kernel, 1, dx + N / 2));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 2, dy + N / 2));
	works(launch(kernel, N / 2, 64));
	move(y, dy, sizeof(y));
	for (int i = 0; i < N; i++)
		same &= y[i] == (i < N / 2 ? 1 : 2) * 2 * x[i] + 1;
	ok(same, "the upper half again");
	is_int(launch(kernel, N, 48), -SYB_E_ARG);
	ok(rt_said(t.ctx, "nd-range"), "sizes that do not divide");
	is_int(launch(kernel, 0, 0), -SYB_E_ARG);
	is_int(launch(kernel, 1 << 24, 1 << 23), -SYB_E_ARG);
	syb_ctx_diag_clear(t.ctx);
	if (syb_kernel_info(kernel)->args_known) {
		is_int(syb_kernel_arg(t.ctx, kernel, 3, &a, sizeof(a)), -SYB_E_ARG);
		ok(rt_said(t.ctx, "kernel-argument"), "an argument it does not have");
	}
	syb_ctx_diag_clear(t.ctx);
	works(syb_mem_free(t.ctx, t.device, dx));
	works(syb_mem_free(t.ctx, t.device, dy));
	syb_kernel_free(kernel);
}

static void test_dimensions(struct syb_bundle *bundle)
{
	enum { X = 4, Y = 3, Z = 2 }; /* in the driver's order */
	uint32_t out[X * Y * Z];
	uint32_t *d = device_memory(sizeof(out));
	struct syb_kernel *kernel = get(bundle, "places"), *sizes = get(bundle, "sizes");
	struct syb_launch range = { .size = sizeof(range), .dims = 3, .global = { Z, Y, X }, .local = { 1, 3, 2 } };
	bool same = true;

	if (!kernel || !sizes)
		return;
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL));
	move(out, d, sizeof(out));
	for (uint32_t i = 0; i < X * Y * Z; i++)
		same &= out[i] == i % X + 100 * (i / X % Y) + 10000 * (i / (X * Y));
	ok(same, "dimension 0 is the slowest");
	works(syb_kernel_arg_pointer(t.ctx, sizes, 0, d));
	works(syb_kernel_launch(t.ctx, t.queue, sizes, &range, NULL));
	move(out, d, 3 * sizeof(*out));
	ok(out[0] == 2 && out[1] == 3 && out[2] == 1, "so it is for local sizes: %u %u %u", out[0], out[1], out[2]);
	range.dims = 4;
	is_int(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL), -SYB_E_ARG);
	range.dims = 0;
	is_int(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL), -SYB_E_ARG);
	syb_ctx_diag_clear(t.ctx);
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_kernel_free(sizes);
}

static void test_local_memory(struct syb_bundle *bundle)
{
	enum { N = 64, GROUP = 16 };
	int data[N];
	int *d = device_memory(sizeof(data));
	struct syb_kernel *kernel = get(bundle, "reverse");
	bool same = true;

	if (!kernel)
		return;
	for (int i = 0; i < N; i++)
		data[i] = i;
	move(d, data, sizeof(data));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_arg_local(t.ctx, kernel, 1, GROUP * sizeof(int)));
	works(launch(kernel, N, GROUP));
	move(data, d, sizeof(data));
	for (int i = 0; i < N; i++)
		same &= data[i] == i / GROUP * GROUP + GROUP - 1 - i % GROUP;
	ok(same, "local memory");
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
}

static void test_by_value(struct syb_bundle *bundle)
{
	struct {
		char c;
		long d;
		short s[3];
	} m = { 5, -25, { 1, 2, 3 } };
	long out[3] = { 0 };
	long *d = device_memory(sizeof(out));
	struct syb_kernel *kernel = get(bundle, "by_value");

	if (!kernel)
		return;
	works(syb_kernel_arg(t.ctx, kernel, 0, &m, sizeof(m)));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 1, d));
	works(launch(kernel, 1, 1));
	move(out, d, sizeof(out));
	ok(out[0] == 5 && out[1] == -25 && out[2] == 6, "a struct by value: %ld %ld %ld", out[0], out[1], out[2]);
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
}

static void test_names(struct syb_bundle *bundle)
{
	struct syb_kernel *kernel = NULL;

	is_int(syb_bundle_kernel_count(bundle), 6);
	is_str(syb_bundle_kernel_at(bundle, 5), "__sycl_kernel_free");
	kernel = get(bundle, "free");
	if (kernel)
		is_str(syb_kernel_info(kernel)->name, "__sycl_kernel_free");
	syb_kernel_free(kernel);
	syb_kernel_free(get(bundle, "__sycl_kernel_free"));
	syb_kernel_free(get(bundle, "__sycl_kernel_saxpy"));
	kernel = NULL;
	is_int(syb_kernel_get(t.ctx, bundle, t.device, "saxp", &kernel), -SYB_E_NOTFOUND);
	ok(!kernel && rt_said(t.ctx, "kernel-name"), "a name that is not there");
	syb_ctx_diag_clear(t.ctx);
}

/* ---- properties ---- */

/* 0b0101: arguments 0 and 2 of four are gone. */
static void run_removed_arguments(const char *mask)
{
	char props[256];
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;
	int out = 0, value = 42, wrong = 1;
	int *d = device_memory(sizeof(out));

	snprintf(props, sizeof(props),
		 "[SYCL/kernel names]\n__sycl_kernel_free=1|1\n[SYCL/kernel param opt]\n__sycl_kernel_free=2|%s\n"
		 "[SYCL/registered kernels]\nmine=2|QCAAAAAAAAwXfNXejx2XrVmcuVGbfZmclVG\n",
		 mask);
	bundle = open_kernels(props);
	kernel = bundle ? get(bundle, "mine") : NULL;
	if (kernel) {
		const struct syb_kernel_info *info = syb_kernel_info(kernel);

		if (info->arg_count == 4) {
			works(syb_kernel_arg(t.ctx, kernel, 0, &wrong, sizeof(wrong)));
			works(syb_kernel_arg_pointer(t.ctx, kernel, 1, d));
			works(syb_kernel_arg(t.ctx, kernel, 2, &wrong, sizeof(wrong)));
			works(syb_kernel_arg(t.ctx, kernel, 3, &value, sizeof(value)));
			works(launch(kernel, 1, 1));
			move(&out, d, sizeof(out));
			is_int(out, 42);
		} else {
			ok(false, "mask %s: %u arguments, expected 4", mask, info->arg_count);
		}
	}
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
}

static void test_removed_arguments(void)
{
	run_removed_arguments("EAAAAAAAAAQB"); /* four bits */
	run_removed_arguments("BQ==");         /* base64: a byte, half of it padding */
	run_removed_arguments("IAAAAAAAAAQB"); /* the same with a count of eight bits */
}

/* Facts about a kernel that are not one number of 32 bits. */
static void test_damaged_facts(void)
{
	static const char *const facts[] = {
		"work_group_num_dim=2|QAAAAAAAAAQAAA",
		"reqd_sub_group_size=2|AA==",
		"reqd_sub_group_size=2|EAAAAAAAEAAAAA==",
		"spec_constants_arg=2|AAA=",
		"reqd_work_group_size=2|AAAA",
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		struct syb_kernel *kernel = NULL;
		struct syb_bundle *bundle;
		char props[160];

		snprintf(props, sizeof(props), "[SYCL/kernel names]\nsizes=1|1\n[SYCL/program metadata]\nsizes@%s\n",
			 facts[i]);
		bundle = open_kernels(props);
		if (!bundle)
			continue;
		refused_as(syb_kernel_get(t.ctx, bundle, t.device, "sizes", &kernel), SYB_E_FORMAT, "prop-shape");
		syb_kernel_free(kernel);
		syb_bundle_close(bundle);
	}
}

static void test_required_size(void)
{
	/* 2 × 1 × 1 in the driver's order, one dimension in the source */
	struct syb_bundle *bundle = open_kernels("[SYCL/kernel names]\nsizes=1|1\n[SYCL/program metadata]\n"
						 "sizes@reqd_work_group_size=2|gBAAAAAAAAgAAAAABAAAAEAAAAA\n"
						 "sizes@work_group_num_dim=1|1\n");
	struct syb_kernel *kernel = bundle ? get(bundle, "sizes") : NULL;
	struct syb_launch two = { .size = sizeof(two), .dims = 2, .global = { 2, 2 } };
	uint32_t out[3] = { 0 };
	uint32_t *d = device_memory(sizeof(out));

	if (kernel) {
		is_int(syb_kernel_info(kernel)->work_group_dims, 1);
		is_int(syb_kernel_info(kernel)->work_group_size[0], 2);
		works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
		is_int(launch(kernel, 4, 4), -SYB_E_ARG);
		is_int(syb_kernel_launch(t.ctx, t.queue, kernel, &two, NULL), -SYB_E_ARG);
		ok(rt_said(t.ctx, "nd-range"), "another size than the required one");
		syb_ctx_diag_clear(t.ctx);
		works(launch(kernel, 4, 0));
		move(out, d, sizeof(out));
		is_int(out[0], 2);
	}
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
}

/* A kernel that the device cannot run does not keep another one from running. */
static void test_requirements(void)
{
	static const struct rt_module modules[] = {
		/* aspect 4 ("custom") */
		{ "[SYCL/device requirements]\naspects=2|gAAAAAAAAAABAAAA\n[SYCL/kernel names]\nplaces=1|1\n",
		  { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } },
		{ "[SYCL/kernel names]\nsizes=1|1\n", { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } },
		{ "[SYCL/device requirements]\nreqd_sub_group_size=1|7\n[SYCL/kernel names]\nreverse=1|1\n",
		  { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } },
		{ "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "kernels.ptx", .native = true, .arch = "gfx90a" } } },
	};
	struct syb_bundle *bundle = open_bundle("requirements.syclbin", modules, 4, SYB_STATE_EXECUTABLE);
	static const char *const refused[] = { "places", "reverse", "saxpy" };
	struct syb_record *record = NULL;
	struct syb_kernel *kernel = NULL;

	if (!bundle)
		return;
	for (size_t i = 0; i < 3; i++) {
		int r = syb_kernel_get(t.ctx, bundle, t.device, refused[i], &kernel);

		ok(r == -SYB_E_INCOMPATIBLE && rt_said(t.ctx, "kernel-not-supported"), "%s is refused", refused[i]);
		if (r == 0) /* a sub-group size of 7 is not known to be wrong everywhere */
			syb_kernel_free(kernel);
		syb_ctx_diag_clear(t.ctx);
	}
	syb_kernel_free(get(bundle, "sizes"));
	works(syb_bundle_check(t.ctx, bundle, &record));
	if (record) {
		is_int(syb_value_uint(syb_value_get(syb_record_root(record), "everywhere")), 1);
		is_int(syb_value_uint(syb_value_get(syb_record_root(record), "nowhere")), 3);
	}
	is_int(syb_ctx_diag_count(t.ctx), 0);
	syb_record_free(record);
	syb_bundle_close(bundle);
}

/* ---- bundles ---- */

static float run_one(struct syb_bundle *bundle)
{
	struct syb_kernel *kernel = get(bundle, "saxpy");
	float x = 3, y = 10, a = 2;
	enum { APART = 64 }; /* floats: where memory is objects, parts begin at such offsets only */
	float *d = device_memory(2 * APART * sizeof(float));

	if (!kernel)
		return -1;
	move(d, &x, sizeof(x));
	move(d + APART, &y, sizeof(y));
	works(syb_kernel_arg(t.ctx, kernel, 0, &a, sizeof(a)));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 1, d));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 2, d + APART));
	works(launch(kernel, 1, 1));
	move(&y, d + APART, sizeof(y));
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	return y;
}

static void test_same_name(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n",
				    { { .file = "other.spv" }, { .file = "other.ptx" } } };
	struct syb_bundle *a = open_kernels(names);
	struct syb_bundle *b = open_bundle("other.syclbin", &module, 1, SYB_STATE_EXECUTABLE);

	if (!a || !b)
		return;
	ok(run_one(a) == 16, "one package");
	ok(run_one(b) == -1, "another one with a kernel of the same name");
	ok(run_one(a) == 16, "the first again");
	syb_bundle_close(a);
	syb_bundle_close(b);
}

static void test_states(void)
{
	struct rt_module module = { names, { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	struct syb_bundle_opts opts = { .size = sizeof(opts), .check_state = true, .state = SYB_STATE_OBJECT };
	struct syb_bundle *input = open_bundle("input.syclbin", &module, 1, SYB_STATE_INPUT), *object = NULL,
			  *linked = NULL, *built = NULL, *wrong = NULL;
	char path[128];

	if (!input)
		return;
	is_int(syb_bundle_state(input), SYB_STATE_INPUT);
	snprintf(path, sizeof(path), "%s/input.syclbin", t.dir);
	is_int(syb_bundle_open_file(t.ctx, t.rt, path, &t.device, 1, &opts, &wrong), -SYB_E_STATE);
	ok(!wrong && rt_said(t.ctx, "bundle-state"), "another state than the one asked for");
	syb_ctx_diag_clear(t.ctx);
	works(syb_bundle_compile(t.ctx, input, &object));
	works(syb_bundle_build(t.ctx, input, &built));
	if (object) {
		struct syb_kernel *kernel = NULL;

		is_int(syb_bundle_state(object), SYB_STATE_OBJECT);
		is_int(syb_kernel_get(t.ctx, object, t.device, "saxpy", &kernel), -SYB_E_STATE);
		is_int(syb_bundle_compile(t.ctx, object, &wrong), -SYB_E_STATE);
		syb_ctx_diag_clear(t.ctx);
		works(syb_bundle_link(t.ctx, &object, 1, &linked));
	}
	if (built)
		ok(run_one(built) == 16, "input, built");
	if (linked)
		ok(run_one(linked) == 16, "input, compiled, linked");
	ok(run_one(input) == 16, "an input is built when its kernel is asked for");
	if (object) {
		struct syb_bundle *const twice[] = { object, object };

		is_int(syb_bundle_link(t.ctx, twice, 2, &wrong), -SYB_E_INCOMPATIBLE);
		ok(rt_said(t.ctx, "link-kernel"), "a kernel twice");
		syb_ctx_diag_clear(t.ctx);
	}
	syb_bundle_close(input); /* in any order */
	syb_bundle_close(object);
	syb_bundle_close(built);
	syb_bundle_close(linked);
}

/* What is written is read again, and has native code if the driver gives it away. */
static void test_write(void)
{
	struct syb_bundle *bundle = open_kernels(names), *again = NULL;
	struct syb_out *out = NULL;
	char path[128], copy[128];

	if (!bundle)
		return;
	snprintf(path, sizeof(path), "%s/written.syclbin", t.dir);
	snprintf(copy, sizeof(copy), "%s/kernels.syclbin", t.dir);
	works(syb_out_open(t.ctx, path, &out));
	works(syb_bundle_write(t.ctx, bundle, NULL, out));
	works(syb_out_commit(t.ctx, out));
	syb_out_close(out);
	{
		struct syb_file *a = rt_open(t.ctx, "", path), *b = rt_open(t.ctx, "", copy);
		struct syb_bytes x = syb_file_bytes(a), y = syb_file_bytes(b);

		ok(x.len == y.len && memcmp(x.ptr, y.ptr, x.len) == 0, "what was not built is written as it was");
		syb_file_close(a);
		syb_file_close(b);
	}
	ok(run_one(bundle) == 16, "built");
	out = NULL;
	works(syb_out_open(t.ctx, path, &out));
	works(syb_bundle_write(t.ctx, bundle, NULL, out));
	works(syb_out_commit(t.ctx, out));
	syb_out_close(out);
	works(syb_bundle_open_file(t.ctx, t.rt, path, &t.device, 1, NULL, &again));
	if (again)
		ok(run_one(again) == 16, "what was written runs");
	syb_bundle_close(bundle);
	if (again) {
		struct syb_kernel *kernel = get(again, "saxpy");

		printf("# native code was written: %s\n", kernel && syb_kernel_info(kernel)->native ? "yes" : "no");
		syb_kernel_free(kernel);
	}
	syb_bundle_close(again);
}

static void test_background(void)
{
	struct rt_module module = { names, { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	struct syb_bundle_opts eager = { .size = sizeof(eager), .eager = true };
	struct syb_bundle_opts behind = { .size = sizeof(behind), .background = true };
	struct syb_bundle *a = NULL, *b = NULL;
	struct syb_record *record = NULL;
	char path[128];

	snprintf(path, sizeof(path), "%s/background.syclbin", t.dir);
	rt_pack(path, t.kernels, SYB_STATE_EXECUTABLE, &module, 1);
	works(syb_bundle_open_file(t.ctx, t.rt, path, &t.device, 1, &eager, &a));
	works(syb_bundle_report(t.ctx, a, &record));
	is_int(syb_value_uint(syb_value_get(syb_record_root(record), "builds")), 1);
	syb_record_free(record);
	ok(run_one(a) == 16, "eager");
	works(syb_bundle_open_file(t.ctx, t.rt, path, &t.device, 1, &behind, &b));
	ok(run_one(b) == 16, "in the background");
	syb_bundle_close(a);
	syb_bundle_close(b);
}

/* ---- memory and events ---- */

static void test_memory(void)
{
	enum { N = 256 };
	uint32_t data[N], back[N], pattern = 0x01020304;
	uint32_t *a = device_memory(sizeof(data)), *b = device_memory(sizeof(data));
	struct syb_event *first = NULL, *second = NULL;
	void *shared = NULL, *nothing = NULL;
	bool same = true;
	int r;

	for (uint32_t i = 0; i < N; i++)
		data[i] = i;
	works(syb_mem_copy(t.ctx, t.queue, a, data, sizeof(data), NULL, 0, &first));
	works(syb_mem_copy(t.ctx, t.queue, b, a + 1, sizeof(data) - 4, &first, 1, &second));
	works(syb_mem_fill(t.ctx, t.queue, b + 8, &pattern, 4, 16, &second, 1, NULL));
	move(back, b, sizeof(back));
	for (uint32_t i = 0; i < N - 1; i++)
		same &= back[i] == (i >= 8 && i < 12 ? pattern : i + 1);
	ok(same, "copies and fills, one after the other");
	works(syb_event_wait(t.ctx, second));
	ok(syb_event_done(first) && syb_event_done(second), "done");
	syb_event_free(first);
	syb_event_free(second);
	is_int(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, 0, &nothing), -SYB_E_ARG);
	is_int(syb_mem_fill(t.ctx, t.queue, b, &pattern, 3, 12, NULL, 0, NULL), -SYB_E_ARG);
	is_int(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, SIZE_MAX / 4, &nothing), -SYB_E_NOMEM);
	ok(!nothing && rt_said(t.ctx, "device-memory"), "more than there is");
	syb_ctx_diag_clear(t.ctx);
	r = syb_mem_alloc(t.ctx, t.device, SYB_MEM_SHARED, sizeof(data), &shared);
	if (r == -SYB_E_UNSUPPORTED) {
		tap_skip("shared memory", "the device has none");
	} else {
		works(r);
		memcpy(shared, data, sizeof(data));
		works(syb_mem_copy(t.ctx, t.queue, a, shared, sizeof(data), NULL, 0, NULL));
		move(back, a, sizeof(back));
		ok(memcmp(data, back, sizeof(data)) == 0, "shared memory");
		works(syb_mem_free(t.ctx, t.device, shared));
	}
	syb_ctx_diag_clear(t.ctx);
	works(syb_mem_free(t.ctx, t.device, a));
	works(syb_mem_free(t.ctx, t.device, b));
}

/* A kernel and the host use the same addresses. */
static void test_shared_addresses(struct syb_bundle *bundle)
{
	enum { N = 64 };
	struct syb_kernel *kernel = get(bundle, "saxpy");
	void *x = NULL, *y = NULL;
	float a = 3;
	bool same = true;

	if (kernel && syb_mem_alloc(t.ctx, t.device, SYB_MEM_HOST, N * sizeof(float), &x) == 0 &&
	    syb_mem_alloc(t.ctx, t.device, SYB_MEM_SHARED, N * sizeof(float), &y) == 0) {
		for (int i = 0; i < N; i++) {
			((float *)x)[i] = (float)i;
			((float *)y)[i] = 1;
		}
		works(syb_kernel_arg(t.ctx, kernel, 0, &a, sizeof(a)));
		works(syb_kernel_arg_pointer(t.ctx, kernel, 1, x));
		works(syb_kernel_arg_pointer(t.ctx, kernel, 2, y));
		works(launch(kernel, N, 16));
		for (int i = 0; i < N; i++)
			same &= ((float *)y)[i] == 3 * (float)i + 1;
		ok(same, "a kernel in memory of the host and in shared memory");
	} else {
		tap_skip("a kernel in memory of the host and in shared memory", "the device has none");
	}
	syb_ctx_diag_clear(t.ctx);
	if (x)
		works(syb_mem_free(t.ctx, t.device, x));
	if (y)
		works(syb_mem_free(t.ctx, t.device, y));
	syb_kernel_free(kernel);
}

static void test_profiling(struct syb_bundle *bundle)
{
	struct syb_queue_opts opts = { .size = sizeof(opts), .profiling = true };
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 64 } };
	struct syb_event_times times = { 0 };
	struct syb_kernel *kernel = get(bundle, "places");
	struct syb_queue *queue = NULL;
	struct syb_event *event = NULL;
	uint32_t *d = device_memory(64 * sizeof(*d));

	if (!kernel)
		return;
	works(syb_queue_open(t.ctx, t.device, &opts, &queue));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_launch(t.ctx, queue, kernel, &range, &event));
	syb_queue_close(queue); /* the event keeps it */
	works(syb_event_times(t.ctx, event, &times));
	ok(times.ended >= times.started && times.started > 0, "times");
	syb_kernel_free(kernel);
	syb_event_free(event);
	works(syb_mem_free(t.ctx, t.device, d));
}

/* ---- native handles ---- */

static void test_native(struct syb_bundle *bundle)
{
	struct syb_kernel *kernel = get(bundle, "saxpy");
	const struct syb_native *q = syb_queue_native(t.queue), *k;

	if (!kernel)
		return;
	k = syb_kernel_native(kernel);
	is_int(q->backend, syb_rt_device_info(t.device)->backend);
	is_int(k->backend, q->backend);
	ok(q->context && q->object && k->object && q->object != k->object, "handles of the driver");
	ok(k->context == q->context && k->device == q->device && k->platform == q->platform, "of the same device");
	ok((q->platform && q->device) || q->backend == SYB_BACKEND_CUDA, "and platform");
	syb_kernel_free(kernel);
}

int main(int argc, char **argv)
{
	struct syb_bundle *bundle;

	if (argc != 3) {
		fprintf(stderr, "usage: rt_conformance SELECTOR KERNELS\n");
		return 2;
	}
	if (!rtfix_begin(argv[1], argv[2]))
		return 0;
	bundle = open_kernels(names);
	if (bundle) {
		test_saxpy(bundle);
		test_dimensions(bundle);
		test_local_memory(bundle);
		test_by_value(bundle);
		test_names(bundle);
		test_shared_addresses(bundle);
		test_profiling(bundle);
		test_native(bundle);
	}
	test_memory();
	test_removed_arguments();
	test_required_size();
	test_damaged_facts();
	test_requirements();
	test_same_name();
	test_states();
	test_write();
	test_background();
	syb_rt_close(t.rt); /* what is open keeps it */
	syb_bundle_close(bundle);
	syb_queue_close(t.queue);
	syb_ctx_free(t.ctx);
	rt_remove(t.dir);
	return tap_done();
}
