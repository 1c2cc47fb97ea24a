/* t_queues.c — commands keep what they use: kernels, programs and memory that are given back while they run. */
#include "lib/rtfix.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { ITEMS = 8, STRIDE = 1 << 20, BYTES = ITEMS * STRIDE * 4 };

static const struct rt_module module = { "[SYCL/kernel names]\nslow=1|1\nspin=1|1\n",
					 { { .file = "slow.spv" }, { .file = "slow.ptx" } } };

/* Not all devices have memory that a running kernel and the host share. */
static bool has_host_memory(void)
{
	void *memory = NULL;

	if (syb_mem_alloc(t.ctx, t.device, SYB_MEM_HOST, 4, &memory) < 0)
		return false;
	works(syb_mem_free(t.ctx, t.device, memory));
	return true;
}

static struct syb_kernel *slow_kernel(struct syb_bundle *bundle, void *d)
{
	struct syb_kernel *kernel = get(bundle, "slow");
	const uint32_t rounds = 20 * 1000 * 1000, stride = STRIDE;

	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_arg(t.ctx, kernel, 1, &rounds, 4));
	works(syb_kernel_arg(t.ctx, kernel, 2, &stride, 4));
	return kernel;
}

static const struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { ITEMS }, .local = { 1 } };

/* A wait that the caller stops ends before the kernel does. */
static void stop_waiting(struct syb_queue *queue, struct syb_event *event)
{
	const volatile int stop = 1;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &stop };
	struct syb_ctx *stopped = NULL;
	int r = syb_ctx_new(&opts, &stopped);

	if (r == 0)
		r = event ? syb_event_wait(stopped, event) : syb_queue_wait(stopped, queue);
	is_int(r, -SYB_E_CANCELLED);
	syb_ctx_free(stopped);
}

/* Everything goes while the kernel runs; then the queue is waited for, or an event, or just closed. */
static void test_given_back(const char *path, int way)
{
	static const char *const ways[] = { "the queue is waited for", "its event is", "the queue is closed" };
	struct syb_bundle *bundle = open_path(path, NULL);
	void *d = device_memory(BYTES), *other = NULL;
	struct syb_kernel *kernel = slow_kernel(bundle, d);
	struct syb_queue *queue = NULL;
	struct syb_event *event = NULL;

	printf("# %s\n", ways[way]);
	works(syb_queue_open(t.ctx, t.device, NULL, &queue));
	works(syb_kernel_launch(t.ctx, queue, kernel, &range, way == 1 ? &event : NULL));
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	works(syb_mem_free(t.ctx, t.device, d));
	refused_as(syb_mem_free(t.ctx, t.device, d), SYB_E_ARG, "argument"); /* not twice */
	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, BYTES, &other));
	ok(other != d, "memory that is in use is not given away");
	if (way == 0)
		stop_waiting(queue, NULL);
	if (way == 0)
		works(syb_queue_wait(t.ctx, queue));
	else if (way == 1)
		works(syb_event_wait(t.ctx, event));
	syb_event_free(event);
	syb_queue_close(queue);
	works(syb_mem_free(t.ctx, t.device, other));
}

/* Ends the kernel if the test waits for it. */
struct rescue {
	volatile uint32_t *flag;
	atomic_bool over, needed;
};

static void *rescue_late(void *arg)
{
	struct rescue *r = arg;

	for (int i = 0; i < 200 && !atomic_load(&r->over); i++)
		usleep(100 * 1000);
	if (!atomic_load(&r->over)) {
		atomic_store(&r->needed, true);
		*r->flag = 1;
	}
	return NULL;
}

/* A kernel that would never end: nothing that is given back waits for it. Here it ends when it is told to, and then
 * everything goes. */
static void test_never_ends(const char *path, bool by_event)
{
	struct syb_bundle *bundle = open_path(path, NULL);
	const struct syb_launch one = { .size = sizeof(one), .dims = 1, .global = { 1 } };
	struct syb_kernel *kernel = get(bundle, "spin");
	struct syb_queue *queue = NULL;
	struct syb_event *event = NULL;
	void *memory = NULL, *again = NULL, *other = device_memory(4096);
	struct rescue rescue = { NULL, false, false };
	pthread_t thread;

	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_HOST, 4, &memory));
	rescue.flag = memory;
	*rescue.flag = 0;
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, memory));
	works(syb_queue_open(t.ctx, t.device, NULL, &queue));
	works(syb_kernel_launch(t.ctx, queue, kernel, &one, &event));
	if (pthread_create(&thread, NULL, rescue_late, &rescue) != 0)
		abort();
	stop_waiting(queue, by_event ? event : NULL);
	works(syb_mem_free(t.ctx, t.device, other));
	syb_event_free(event);
	syb_queue_close(queue);
	works(syb_mem_free(t.ctx, t.device, memory));
	refused_as(syb_mem_free(t.ctx, t.device, memory), SYB_E_ARG, "argument");
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	other = device_memory(4096); /* after the queue was closed */
	works(syb_mem_free(t.ctx, t.device, other));
	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_HOST, 4, &again));
	ok(again != memory, "memory of a kernel that runs is not freed");
	works(syb_mem_free(t.ctx, t.device, again));
	atomic_store(&rescue.over, true);
	pthread_join(thread, NULL);
	ok(!atomic_load(&rescue.needed), "nothing waited for the kernel");
	*rescue.flag = 1;
	for (int i = 0; i < 6; i++) {
		usleep(60 * 1000);
		works(syb_mem_free(t.ctx, t.device, device_memory(16)));
	}
}

/* What a caller may get wrong is told, and not followed. */
static void test_wrong(void)
{
	char here[64] = "";
	char *d = device_memory(sizeof(here));
	struct syb_queue_opts unset = { 0 };
	struct syb_queue *queue = NULL;
	struct syb_event *none = NULL, *event = NULL;
	void *memory = NULL;

	refused_as(syb_mem_free(t.ctx, t.device, here), SYB_E_ARG, "argument");
	refused_as(syb_mem_free(t.ctx, t.device, d + 16), SYB_E_ARG, "argument");
	refused_as(syb_mem_alloc(t.ctx, t.device, (enum syb_mem_kind)77, 16, &memory), SYB_E_ARG, "argument");
	refused_as(syb_mem_alloc(t.ctx, NULL, SYB_MEM_DEVICE, 16, &memory), SYB_E_ARG, "argument");
	refused_as(syb_mem_free(t.ctx, NULL, d), SYB_E_ARG, "argument");
	refused_as(syb_queue_open(t.ctx, NULL, NULL, &queue), SYB_E_ARG, "argument");
	refused_as(syb_queue_open(t.ctx, t.device, &unset, &queue), SYB_E_ARG, "argument");
	refused_as(syb_event_wait(t.ctx, NULL), SYB_E_ARG, "argument");
	works(syb_queue_open(t.ctx, t.device, NULL, &queue));
	works(syb_mem_copy(t.ctx, queue, d, here, 0, NULL, 0, NULL));
	refused_as(syb_mem_copy(t.ctx, queue, d, NULL, 1, NULL, 0, NULL), SYB_E_ARG, "argument");
	refused_as(syb_mem_copy(t.ctx, queue, d, here, 1, &none, 1, &event), SYB_E_ARG, "argument");
	syb_queue_close(queue);
	works(syb_mem_free(t.ctx, t.device, d));
	refused_as(syb_mem_free(t.ctx, t.device, d), SYB_E_ARG, "argument");
	for (int i = 0; i < 300; i++) { /* those that were freed take no room */
		works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, 16, &memory));
		works(syb_mem_free(t.ctx, t.device, memory));
	}
}

int main(int argc, char **argv)
{
	char path[128];

	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	snprintf(path, sizeof(path), "%s", pack("slow.syclbin", &module, 1, SYB_STATE_EXECUTABLE));
	for (int way = 0; way < 3; way++)
		test_given_back(path, way);
	test_wrong();
	if (has_host_memory()) {
		test_never_ends(path, false);
		test_never_ends(path, true);
	}
	return rtfix_end();
}
