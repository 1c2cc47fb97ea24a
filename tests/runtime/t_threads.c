/* t_threads.c — several threads on one runtime and one bundle: a program is built once, results are right. Before that,
 * several threads open the driver for the first time. Under the thread sanitizer it sees to locks as well. */
#include "lib/rtpack.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 6, N = 256 };

static struct syb_rt *rt;
static struct syb_rt_device *device;
static struct syb_bundle *shared;

static bool run(struct syb_ctx *ctx, struct syb_bundle *bundle, float a)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N } };
	struct syb_kernel *kernel = NULL;
	struct syb_queue *queue = NULL;
	float x[N], y[N];
	float *d = NULL;
	bool good;

	for (int i = 0; i < N; i++)
		x[i] = (float)i;
	good = syb_kernel_get(ctx, bundle, device, "saxpy", &kernel) == 0 &&
	       syb_queue_open(ctx, device, NULL, &queue) == 0 &&
	       syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, sizeof(x) + sizeof(y), (void **)&d) == 0 &&
	       syb_mem_copy(ctx, queue, d, x, sizeof(x), NULL, 0, NULL) == 0 &&
	       syb_kernel_arg(ctx, kernel, 0, &a, sizeof(a)) == 0 && syb_kernel_arg_pointer(ctx, kernel, 1, d) == 0 &&
	       syb_kernel_arg_pointer(ctx, kernel, 2, d + N) == 0 &&
	       syb_kernel_launch(ctx, queue, kernel, &range, NULL) == 0 &&
	       syb_mem_copy(ctx, queue, y, d + N, sizeof(y), NULL, 0, NULL) == 0 && syb_queue_wait(ctx, queue) == 0;
	for (int i = 0; good && i < N; i++)
		good = y[i] == a - x[i];
	if (d && syb_mem_free(ctx, device, d) < 0)
		good = false;
	syb_kernel_free(kernel);
	syb_queue_close(queue);
	return good;
}

static void *work(void *arg)
{
	struct syb_ctx *ctx = test_ctx();
	bool good = true;

	for (int i = 0; i < ROUNDS; i++)
		good &= run(ctx, shared, (float)(i + *(int *)arg));
	good &= syb_bundle_kernel_count(shared) == 1;
	if (!good)
		rt_tell(ctx);
	syb_ctx_free(ctx);
	return good ? arg : NULL;
}

static void test_shared(const char *path, bool background)
{
	struct syb_bundle_opts opts = { .size = sizeof(opts), .background = background };
	struct syb_ctx *ctx = test_ctx();
	struct syb_record *record = NULL;
	pthread_t threads[THREADS];
	int numbers[THREADS], bad = 0;

	is_int(syb_bundle_open_file(ctx, rt, path, &device, 1, &opts, &shared), 0);
	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0)
			abort();
	}
	for (int i = 0; i < THREADS; i++) {
		void *result;

		pthread_join(threads[i], &result);
		bad += result == NULL;
	}
	is_int(bad, 0);
	is_int(syb_bundle_report(ctx, shared, &record), 0);
	is_int(syb_value_uint(syb_value_get(syb_record_root(record), "builds")), 1);
	syb_record_free(record);
	syb_bundle_close(shared);
	syb_ctx_free(ctx);
}

/* PoCL gives the thread that opens it first a signal stack, which the address sanitizer takes for its own. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "use_sigaltstack=0";
}

static pthread_barrier_t together;

static void *open_first(void *arg)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *own = NULL;

	pthread_barrier_wait(&together);
	*(int *)arg = syb_rt_open(ctx, NULL, &own) < 0 ? -1 : (int)syb_rt_device_count(own);
	syb_rt_close(own);
	syb_ctx_free(ctx);
	return NULL;
}

/* No driver was used before: some crash if several threads are the first to use them. */
static void open_together(int found[THREADS])
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&together, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, open_first, &found[i]) != 0)
			abort();
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&together);
}

int main(int argc, char **argv)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n",
				    { { .file = "other.spv" }, { .file = "other.ptx" } } };
	struct syb_rt_device *devices[64];
	struct syb_ctx *ctx = test_ctx();
	char dir[64], path[128];
	int found[THREADS];

	open_together(found);
	if (syb_rt_open(ctx, NULL, &rt) < 0)
		return 1;
	if (syb_rt_select(ctx, rt, argc > 1 ? argv[1] : "opencl:*", devices) < 1) {
		printf("1..0 # SKIP no such device\n");
		syb_rt_close(rt);
		syb_ctx_free(ctx);
		return 0;
	}
	for (int i = 0; i < THREADS; i++)
		is_int(found[i], syb_rt_device_count(rt));
	device = devices[0];
	rt_folder(dir);
	snprintf(path, sizeof(path), "%s/package", dir);
	rt_pack(path, getenv("SYBIL_KERNELS"), SYB_STATE_EXECUTABLE, &module, 1);
	test_shared(path, false);
	test_shared(path, true);
	syb_rt_close(rt);
	syb_ctx_free(ctx);
	rt_remove(dir);
	return tap_done();
}
