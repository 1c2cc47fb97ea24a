/* t_builds.c — builds that fail: which failures stay, which are tried again, and what drivers are told. */
#include "lib/rtfix.h"

static const struct rt_module saxpy = { "[SYCL/kernel names]\nsaxpy=1|1\n",
					{ { .file = "other.spv" }, { .file = "other.ptx" } } };

/* A caller that stops does not decide for others. */
static void test_cancel(void)
{
	const volatile int stop = 1;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &stop };
	struct syb_bundle *bundle = open_module("cancel.syclbin", &saxpy, SYB_STATE_EXECUTABLE);
	struct syb_kernel *kernel = NULL;
	struct syb_ctx *stopped = NULL;
	int r = syb_ctx_new(&opts, &stopped);

	if (r == 0)
		r = syb_kernel_get(stopped, bundle, t.device, "saxpy", &kernel);
	if (is_pocl()) /* the translator is stopped; other drivers are not asked to stop */
		is_int(r, -SYB_E_CANCELLED);
	syb_kernel_free(kernel);
	syb_kernel_free(get(bundle, "saxpy"));
	syb_ctx_free(stopped);
	syb_bundle_close(bundle);
}

static void test_missing_tool(void)
{
	struct syb_bundle *bundle = open_module("tool.syclbin", &saxpy, SYB_STATE_EXECUTABLE);
	struct syb_kernel *kernel = NULL;

	if (!is_pocl()) {
		tap_skip("a translator that comes back", "the driver needs none");
	} else {
		setenv("SYBIL_LLVM_SPIRV", "/nowhere/llvm-spirv", 1);
		refused_as(syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel), SYB_E_TOOL, "tool-missing");
		unsetenv("SYBIL_LLVM_SPIRV");
		syb_kernel_free(get(bundle, "saxpy"));
	}
	syb_bundle_close(bundle);
}

/* What the driver refused is not handed to it again, and the reason stays. */
static void test_refused(void)
{
	struct syb_bundle_opts opts = { .size = sizeof(opts), .compile_options = "-no-such-option" };
	struct syb_bundle *bundle = open_path(pack("options.syclbin", &saxpy, 1, SYB_STATE_EXECUTABLE), &opts);
	struct syb_kernel *kernel = NULL;

	if (!has_compiler()) {
		tap_skip("a driver's refusal", "it takes any option");
	} else {
		refused_as(syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel), SYB_E_DEVICE, "build-failed");
		refused_as(syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel), SYB_E_DEVICE, "build-failed");
		is_int(report_number(bundle, "builds"), 1);
	}
	syb_bundle_close(bundle);
}

static const struct rt_module importer = { "[SYCL/kernel names]\ncalls=1|1\n[SYCL/imported symbols]\nhelper=1|1\n",
					   { { .file = "importer.spv" } } };
static const struct rt_module exporter = { "[SYCL/exported symbols]\nhelper=1|1\n", { { .file = "exporter.spv" } } };

/* Link options of every object are the linked program's; compile options are the object's own. */
static void test_link_options(void)
{
	struct syb_bundle_opts link = { .size = sizeof(link), .link_options = "-no-such-option" };
	struct syb_bundle_opts compile = { .size = sizeof(compile), .compile_options = "-no-such-option" };
	struct syb_bundle *a = open_module("a.syclbin", &importer, SYB_STATE_OBJECT);
	struct syb_bundle *b = open_path(pack("b.syclbin", &exporter, 1, SYB_STATE_OBJECT), &link);
	struct syb_bundle *c = open_path(pack("c.syclbin", &exporter, 1, SYB_STATE_OBJECT), &compile);
	struct syb_bundle *d = open_module("d.syclbin", &saxpy, SYB_STATE_OBJECT), *linked = NULL;
	struct syb_bundle *const told[] = { a, b }, *const own[] = { c, d };

	if (!has_compiler()) {
		tap_skip("options of objects", "the driver takes any");
	} else {
		refused_as(syb_bundle_link(t.ctx, told, 2, &linked), SYB_E_DEVICE, "build-failed");
		works(syb_bundle_link(t.ctx, own, 2, &linked)); /* nothing of the first one is built */
	}
	syb_bundle_close(linked);
	syb_bundle_close(a);
	syb_bundle_close(b);
	syb_bundle_close(c);
	syb_bundle_close(d);
}

int main(int argc, char **argv)
{
	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	test_cancel();
	test_missing_tool();
	test_refused();
	test_link_options();
	return rtfix_end();
}
