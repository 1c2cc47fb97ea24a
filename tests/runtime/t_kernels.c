/* t_kernels.c — arguments of kernels that the source has not (implicit local memory), limits of local memory, and
 * constants where there is only native code. */
#include "lib/rtfix.h"

/* ---- local memory ---- */

enum { N = 64, GROUP = 16 };

/* reverse(data, copy), where copy is the implicit argument. */
static void run_reverse(const char *what, const char *more)
{
	char props[256];
	const struct rt_module module = { props, { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N }, .local = { GROUP } };
	int data[N], *d = device_memory(sizeof(data));
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;
	bool same = true;

	snprintf(props, sizeof(props), "[SYCL/kernel names]\nreverse=1|1\n[SYCL/implicit local arg]\nreverse=1|1\n%s",
		 more);
	bundle = open_module("reverse.syclbin", &module, SYB_STATE_EXECUTABLE);
	kernel = get(bundle, "reverse");
	for (int i = 0; i < N; i++)
		data[i] = i;
	move(d, data, sizeof(data));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	if (syb_kernel_info(kernel)->args_known) {
		is_int(syb_kernel_info(kernel)->arg_count, 1);
		is_int(syb_kernel_arg_local(t.ctx, kernel, 1, 64), -SYB_E_ARG);
		syb_ctx_diag_clear(t.ctx);
	}
	range.dynamic_local_bytes = GROUP * sizeof(int);
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL));
	move(data, d, sizeof(data));
	for (int i = 0; i < N; i++)
		same &= data[i] == i / GROUP * GROUP + GROUP - 1 - i % GROUP;
	ok(same, "implicit local memory, %s", what);
	range.dynamic_local_bytes = (size_t)syb_rt_device_info(t.device)->local_memory + 1;
	refused_as(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL), SYB_E_INCOMPATIBLE, "local-memory");
	range.dynamic_local_bytes = GROUP * sizeof(int);
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL)); /* it is as good as before */
	works(syb_queue_wait(t.ctx, t.queue));
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
}

static void test_local_limit(void)
{
	static const struct rt_module module = { "[SYCL/kernel names]\nreverse=1|1\nplaces=1|1\n",
						 { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N }, .dynamic_local_bytes = 16 };
	const size_t most = (size_t)syb_rt_device_info(t.device)->local_memory;
	struct syb_bundle *bundle = open_module("limit.syclbin", &module, SYB_STATE_EXECUTABLE);
	struct syb_kernel *kernel = get(bundle, "reverse"), *places = get(bundle, "places");
	int *d = device_memory(N * sizeof(int));

	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_arg_local(t.ctx, kernel, 1, 64 * most));
	refused_as(launch(kernel, N, GROUP), SYB_E_INCOMPATIBLE, "local-memory");
	works(syb_kernel_arg_local(t.ctx, kernel, 1, SIZE_MAX));
	refused_as(launch(kernel, N, GROUP), SYB_E_INCOMPATIBLE, "local-memory");
	works(syb_kernel_arg_local(t.ctx, kernel, 1, GROUP * sizeof(int)));
	works(launch(kernel, N, GROUP));
	works(syb_kernel_arg_pointer(t.ctx, places, 0, d));
	if (syb_rt_device_info(t.device)->backend != SYB_BACKEND_CUDA)
		refused_as(syb_kernel_launch(t.ctx, t.queue, places, &range, NULL), SYB_E_ARG, "kernel-argument");
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_kernel_free(places);
	syb_bundle_close(bundle);
}

/* ---- constants ---- */

static const char spec_props[] = "[SYCL/kernel names]\n"
				 "constants=1|1\n"
				 "[SYCL/specialization constants]\n"
				 "number=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
				 "[SYCL/specialization constants default values]\n"
				 "all=2|gAAAAAAAAAwBAAAA\n";

static double run_constants(struct syb_bundle *bundle, int *out_result)
{
	struct syb_kernel *kernel = get(bundle, "constants");
	double got[5] = { 0 }, *d = device_memory(sizeof(got));

	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	*out_result = launch(kernel, 1, 1);
	if (*out_result == 0)
		move(got, d, sizeof(got));
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	return got[0];
}

/* saxpy(a, x, y), where x is the memory of a constant: the source has a and y. value NULL: nobody sets it. */
static void run_read_constants(const char *what, const char *mask, const float *value, float want)
{
	char props[512];
	const struct rt_module module = { props, { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	float a = 2, y = 1, *d = device_memory(sizeof(y));
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;

	snprintf(props, sizeof(props),
		 "[SYCL/kernel names]\nsaxpy=1|1\n[SYCL/program metadata]\nsaxpy@spec_constants_arg=1|1\n"
		 "[SYCL/specialization constants]\nnumber=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
		 "[SYCL/specialization constants default values]\nall=2|gAAAAAAAAAAAAAAA\n%s",
		 mask);
	bundle = open_module("read.syclbin", &module, SYB_STATE_EXECUTABLE);
	if (value)
		works(syb_bundle_spec_const(t.ctx, bundle, "number", (struct syb_bytes){ (const uint8_t *)value, 4 }));
	kernel = get(bundle, "saxpy");
	if (syb_kernel_info(kernel)->args_known)
		is_int(syb_kernel_info(kernel)->arg_count, 2);
	move(d, &y, sizeof(y));
	works(syb_kernel_arg(t.ctx, kernel, 0, &a, sizeof(a)));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 1, d));
	works(launch(kernel, 1, 1));
	move(&y, d, sizeof(y));
	ok(y == want, "constants in memory, %s: %g", what, (double)y);
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
}

static void test_read_constants(void)
{
	const float five = 5;

	run_read_constants("by default", "", NULL, 1);
	run_read_constants("no mask", "", &five, 11);
	run_read_constants("a mask", "[SYCL/kernel param opt]\nsaxpy=2|DAAAAAAAAAAA\n", &five, 11);
}

/* The native image of a package, in a file. */
static bool take_native(const char *package, const char *to)
{
	struct syb_bin *bin = NULL;
	bool found = false;

	works(syb_bin_open_file(t.ctx, package, NULL, &bin));
	for (size_t i = 0; bin && i < syb_module_image_count(syb_bin_module_at(bin, 0)); i++) {
		const struct syb_image *image = syb_module_image_at(syb_bin_module_at(bin, 0), i);

		if (syb_image_kind(image) != SYB_IMAGE_NATIVE)
			continue;
		rt_write(to, syb_image_bytes(image).ptr, syb_image_bytes(image).len);
		found = true;
	}
	syb_bin_close(bin);
	return found;
}

static void test_native_constants(void)
{
	struct rt_module module = { spec_props, { { .file = "spec.spv" } } };
	struct syb_bundle *bundle = open_module("spec.syclbin", &module, SYB_STATE_EXECUTABLE);
	char path[128];
	int r, five = 5;

	ok(run_constants(bundle, &r) == 7 && r == 0, "built from IR");
	snprintf(path, sizeof(path), "%s/spec.native", t.dir);
	if (!take_native(write_bundle(bundle, "written.syclbin"), path)) {
		tap_skip("constants of native code", "the driver gives none away");
		syb_bundle_close(bundle);
		return;
	}
	syb_bundle_close(bundle);
	module.images[0] = (struct rt_image){ .file = path, .native = true };
	module.images[0].arch = syb_rt_device_info(t.device)->arch;
	pack("native.syclbin", &module, 1, SYB_STATE_EXECUTABLE);
	snprintf(path, sizeof(path), "%s/native.syclbin", t.dir);
	bundle = open_path(path, NULL);
	ok(run_constants(bundle, &r) == 7 && r == 0, "native code with the value it was built with");
	syb_bundle_close(bundle);
	bundle = open_path(path, NULL);
	works(syb_bundle_spec_const(t.ctx, bundle, "number", (struct syb_bytes){ (const uint8_t *)&five, 4 }));
	run_constants(bundle, &r);
	ok(r == -SYB_E_INCOMPATIBLE && rt_said(t.ctx, "spec-constant"), "another value is refused, not ignored: %d", r);
	syb_ctx_diag_clear(t.ctx);
	syb_bundle_close(bundle);
}

/* Values of objects that are linked: one for all, or an error. */
static void test_linked_constants(void)
{
	static const struct rt_module spec = { spec_props, { { .file = "spec.spv" } } };
	static const struct rt_module other = { "[SYCL/kernel names]\nsaxpy=1|1\n"
						"[SYCL/specialization constants]\n"
						"number=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
						"[SYCL/specialization constants default values]\n"
						"all=2|gAAAAAAAAAwBAAAA\n",
						{ { .file = "other.spv" } } };
	const int five = 5, six = 6;
	struct syb_bundle *input = open_module("in.syclbin", &spec, SYB_STATE_INPUT), *a = NULL, *linked = NULL;
	struct syb_bundle *b = open_module("ob.syclbin", &other, SYB_STATE_OBJECT);
	int r;

	/* compiled with the default; the other object has a value for it */
	works(syb_bundle_compile(t.ctx, input, &a));
	works(syb_bundle_spec_const(t.ctx, b, "number", (struct syb_bytes){ (const uint8_t *)&five, 4 }));
	works(syb_bundle_link(t.ctx, (struct syb_bundle *const[]){ a, b }, 2, &linked));
	ok(linked && run_constants(linked, &r) == 5, "the value of one object is that of all");
	syb_bundle_close(linked);
	syb_bundle_close(a);
	syb_bundle_close(input);
	linked = NULL;
	a = open_module("oa.syclbin", &spec, SYB_STATE_OBJECT);
	works(syb_bundle_spec_const(t.ctx, a, "number", (struct syb_bytes){ (const uint8_t *)&six, 4 }));
	refused_as(syb_bundle_link(t.ctx, (struct syb_bundle *const[]){ a, b }, 2, &linked), SYB_E_INCOMPATIBLE,
		   "spec-constant");
	syb_bundle_close(a);
	syb_bundle_close(b);
}

/* ---- work-group sizes that a module requires ---- */

static void launch_in(struct syb_bundle *bundle, const char *name, void *d, size_t local, bool fits)
{
	const struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 8 }, .local = { local } };
	struct syb_kernel *kernel = get(bundle, name);
	float two = 2;

	if (strcmp(name, "saxpy") == 0) {
		works(syb_kernel_arg(t.ctx, kernel, 0, &two, sizeof(two)));
		works(syb_kernel_arg_pointer(t.ctx, kernel, 1, d));
		works(syb_kernel_arg_pointer(t.ctx, kernel, 2, d));
	} else {
		works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	}
	if (fits)
		works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL));
	else
		refused_as(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL), SYB_E_ARG, "nd-range");
	works(syb_queue_wait(t.ctx, t.queue));
	syb_kernel_free(kernel);
}

/* 2: it is the size of every kernel. 512: one kernel of several has it, the others are free. */
static void test_module_sizes(void)
{
	static const struct rt_module all = { "[SYCL/kernel names]\nsaxpy=1|1\nplaces=1|1\n"
					      "[SYCL/device requirements]\n"
					      "reqd_work_group_size_uint64_t=2|ABAAAAAAAAgAAAAAAAAAAA\n",
					      { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	static const struct rt_module one = { "[SYCL/kernel names]\nplain=1|1\nlarge=1|1\n"
					      "[SYCL/device requirements]\n"
					      "reqd_work_group_size_uint64_t=2|ABAAAAAAAAAACAAAAAAAAA\n",
					      { { .file = "mixed.spv" } } };
	void *d = device_memory(4096);
	struct syb_bundle *bundle = open_module("all.syclbin", &all, SYB_STATE_EXECUTABLE);

	launch_in(bundle, "saxpy", d, 2, true);
	launch_in(bundle, "saxpy", d, 0, true);
	launch_in(bundle, "saxpy", d, 4, false);
	launch_in(bundle, "saxpy", d, 8, false);
	syb_bundle_close(bundle);
	if (has_compiler()) { /* fakes do not read this module */
		bundle = open_module("one.syclbin", &one, SYB_STATE_EXECUTABLE);
		launch_in(bundle, "plain", d, 4, true);
		syb_bundle_close(bundle);
	}
	works(syb_mem_free(t.ctx, t.device, d));
}

int main(int argc, char **argv)
{
	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	run_reverse("no mask", "");
	run_reverse("a mask without it", "[SYCL/kernel param opt]\nreverse=2|BAAAAAAAAAAA\n");
	run_reverse("a mask with it", "[SYCL/kernel param opt]\nreverse=2|CAAAAAAAAAAA\n");
	test_local_limit();
	test_module_sizes();
	test_read_constants();
	if (syb_rt_device_info(t.device)->backend != SYB_BACKEND_CUDA) { /* packages of SPIR-V */
		test_native_constants();
		test_linked_constants();
	}
	return rtfix_end();
}
