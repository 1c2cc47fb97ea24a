/* t_write.c — bundles written back: what was linked from several modules, what was set, and the same bytes again. */
#include "lib/rtfix.h"

static const struct rt_module importer = { "[SYCL/kernel names]\ncalls=1|1\n[SYCL/imported symbols]\nhelper=1|1\n",
					   { { .file = "importer.spv" }, { .file = "importer.ptx" } } };
static const struct rt_module exporter = { "[SYCL/exported symbols]\nhelper=1|1\n",
					   { { .file = "exporter.spv" }, { .file = "exporter.ptx" } } };

static bool run_calls(struct syb_bundle *bundle, bool *out_native)
{
	struct syb_kernel *kernel = get(bundle, "calls");
	int got[4] = { 0 }, *d = device_memory(sizeof(got));

	if (!kernel)
		return false;
	*out_native = syb_kernel_info(kernel)->native;
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(launch(kernel, 4, 1));
	move(got, d, sizeof(got));
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	return got[0] == 1 && got[1] == 4 && got[3] == 10;
}

static bool same_bytes(const char *name, const char *other)
{
	struct syb_file *a = rt_open(t.ctx, t.dir, name), *b = rt_open(t.ctx, t.dir, other);
	struct syb_bytes x = syb_file_bytes(a), y = syb_file_bytes(b);
	bool same = x.len == y.len && memcmp(x.ptr, y.ptr, x.len) == 0;

	syb_file_close(a);
	syb_file_close(b);
	return same;
}

/* Objects → executable → file → executable, where nothing can be built again: the native code was written. */
static void test_linked(void)
{
	struct syb_bundle *a = open_module("a.syclbin", &importer, SYB_STATE_OBJECT);
	struct syb_bundle *b = open_module("b.syclbin", &exporter, SYB_STATE_OBJECT), *linked = NULL, *again;
	struct syb_bundle *const objects[] = { a, b };
	bool native = false;

	works(syb_bundle_link(t.ctx, objects, 2, &linked));
	syb_bundle_close(a);
	syb_bundle_close(b);
	if (!linked)
		return;
	ok(run_calls(linked, &native) && !native, "linked");
	write_bundle(linked, "first.syclbin");
	write_bundle(linked, "first-again.syclbin");
	ok(same_bytes("first.syclbin", "first-again.syclbin"), "the same bytes from the same bundle");
	is_int(syb_bundle_kernel_count(linked), 1);
	syb_bundle_close(linked);

	again = open_path(folder_path("first.syclbin"), NULL);
	is_int(syb_bundle_state(again), SYB_STATE_EXECUTABLE);
	is_int(syb_bundle_kernel_count(again), 1);
	ok(run_calls(again, &native), "what was written runs");
	if (has_compiler()) {
		ok(native, "as native code, without linking");
		write_bundle(again, "second.syclbin");
		ok(same_bytes("first.syclbin", "second.syclbin"), "written again: the same bytes");
	} else {
		tap_skip("native code of linked programs", "the driver gives none away");
	}
	syb_bundle_close(again);
}

/* Native code of values that are no longer the package's is not kept beside IR. */
static void test_specialized(void)
{
	static const char props[] = "[SYCL/kernel names]\nconstants=1|1\n[SYCL/specialization constants]\n"
				    "number=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
				    "[SYCL/specialization constants default values]\nall=2|gAAAAAAAAAwBAAAA\n";
	static const struct rt_module module = { props, { { .file = "spec.spv" } } };
	struct syb_bundle *bundle = open_module("spec.syclbin", &module, SYB_STATE_EXECUTABLE);
	const int values[] = { 7, 5, 6 };

	for (size_t i = 0; i < 3; i++) { /* each from what was written before */
		struct syb_kernel *kernel;
		double got[5] = { 0 }, *d = device_memory(sizeof(got));
		char name[32];

		works(syb_bundle_spec_const(t.ctx, bundle, "number",
					    (struct syb_bytes){ (const uint8_t *)&values[i], 4 }));
		kernel = get(bundle, "constants");
		works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
		works(launch(kernel, 1, 1));
		move(got, d, sizeof(got));
		ok(got[0] == values[i], "constant %d: %g", values[i], got[0]);
		works(syb_mem_free(t.ctx, t.device, d));
		syb_kernel_free(kernel);
		snprintf(name, sizeof(name), "spec%zu.syclbin", i);
		write_bundle(bundle, name);
		syb_bundle_close(bundle);
		bundle = open_path(folder_path(name), NULL);
	}
	syb_bundle_close(bundle);
}

int main(int argc, char **argv)
{
	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	test_linked();
	if (syb_rt_device_info(t.device)->backend == SYB_BACKEND_CUDA)
		tap_skip("constants of SPIR-V", "PTX has none");
	else
		test_specialized();
	return rtfix_end();
}
