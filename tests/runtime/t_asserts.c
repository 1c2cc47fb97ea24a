/* t_asserts.c — assertions of kernels that fail: told when the command was waited for, once, and nothing else is lost.
 */
#include "lib/rtfix.h"

enum { N = 4 };

static struct syb_kernel *kernel;
static int *d;

static void fill(int bad)
{
	int data[N] = { 1, 2, 3, 4 };

	if (bad >= 0)
		data[bad] = -5;
	move(d, data, sizeof(data));
}

static bool told(int place)
{
	char want[64];
	const char *text = syb_ctx_diag_count(t.ctx) ? syb_ctx_diag_at(t.ctx, 0)->text : "";

	snprintf(want, sizeof(want), "global id: [%d,0,0]", place);
	printf("# %s\n", text);
	return strstr(text, "asserts.cpp:42: void positive(int *): ") && strstr(text, want) &&
	       strstr(text, "Assertion `data[i] > 0` failed.");
}

static void test_queue(void)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N }, .local = { 1 } };
	int data[N];

	fill(-1);
	works(launch(kernel, N, 1));
	fill(2);
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL));
	is_int(syb_queue_wait(t.ctx, t.queue), -SYB_E_DEVICE);
	ok(rt_said(t.ctx, "kernel-assert") && told(2), "where, and what");
	syb_ctx_diag_clear(t.ctx);
	works(syb_queue_wait(t.ctx, t.queue));
	works(syb_mem_copy(t.ctx, t.queue, data, d, sizeof(data), NULL, 0, NULL));
	works(syb_queue_wait(t.ctx, t.queue));
	ok(data[0] == -1 && data[2] == 5 && data[3] == -4, "the kernel went on");
	fill(-1);
	works(launch(kernel, N, 1));
}

static void test_event(void)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N }, .local = { 1 } };
	struct syb_event *event = NULL;

	fill(3);
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, &event));
	is_int(syb_event_wait(t.ctx, event), -SYB_E_DEVICE);
	ok(rt_said(t.ctx, "kernel-assert") && told(3), "by its event");
	syb_ctx_diag_clear(t.ctx);
	works(syb_event_wait(t.ctx, event));
	syb_event_free(event);
	works(syb_queue_wait(t.ctx, t.queue));
}

/* CUDA says that there was one, and the context is lost with it. */
static void test_cuda(void)
{
	fill(-1);
	works(launch(kernel, N, 1));
	fill(2);
	is_int(launch(kernel, N, 1), -SYB_E_DEVICE);
	ok(rt_said(t.ctx, "kernel-assert"), "told by the driver's error");
	syb_ctx_diag_clear(t.ctx);
}

/* Memory objects have no addresses that a failure could be kept at. That is said, once; who is strict is refused. */
static void test_no_addresses(bool strict)
{
	struct syb_rt_opts opts = { .size = sizeof(opts), .strict = strict };
	struct syb_rt_device *devices[64];
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *lost = NULL;
	struct syb_rt *rt = NULL;

	setenv("SYBIL_OPENCL_MEMORY", "buffer", 1);
	works(syb_rt_open(t.ctx, &opts, &rt));
	works(syb_rt_select(t.ctx, rt, "opencl:cpu", devices));
	works(syb_bundle_open_file(t.ctx, rt, folder_path("asserts.syclbin"), devices, 1, NULL, &bundle));
	syb_ctx_diag_clear(t.ctx);
	if (strict) {
		refused_as(syb_kernel_get(t.ctx, bundle, devices[0], "positive", &lost), SYB_E_UNSUPPORTED,
			   "kernel-assert");
	} else {
		works(syb_kernel_get(t.ctx, bundle, devices[0], "positive", &lost));
		ok(rt_said(t.ctx, "kernel-assert"), "it is said that assertions are not reported");
	}
	syb_ctx_diag_clear(t.ctx);
	unsetenv("SYBIL_OPENCL_MEMORY");
	syb_kernel_free(lost);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
}

int main(int argc, char **argv)
{
	static const struct rt_module module = { "[SYCL/kernel names]\npositive=1|1\n"
						 "[SYCL/imported symbols]\n__devicelib_assert_fail=1|1\n",
						 { { .file = "asserts.spv" } } };
	static const struct rt_module ptx = { "[SYCL/kernel names]\npositive=1|1\n", { { .file = "asserts.ptx" } } };
	struct syb_bundle *bundle;
	bool cuda;

	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	cuda = syb_rt_device_info(t.device)->backend == SYB_BACKEND_CUDA;
	bundle = open_module("asserts.syclbin", cuda ? &ptx : &module, SYB_STATE_EXECUTABLE);
	kernel = get(bundle, "positive");
	d = device_memory(N * sizeof(int));
	if (kernel && d) {
		works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
		if (cuda) {
			test_cuda();
		} else {
			test_queue();
			test_event();
		}
	}
	if (!cuda)
		works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	if (has_compiler()) {
		test_no_addresses(false);
		test_no_addresses(true);
	}
	return rtfix_end();
}
