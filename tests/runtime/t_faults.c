/* t_faults.c — the library on a driver with faults: t_faults SELECTOR LIBRARY KERNELS [WORDS].
 *
 * A whole program, from opening the runtime to reading results, with each call of a fake driver (tests/fake) failing in
 * turn, with the device lost at each call, and with all that a call tells being wrong, in several ways. Each run ends
 * with the right answer, or with an error that says what went wrong, and leaves nothing behind. tests/backend does the
 * same below the library, with every function of the drivers. */
#include "lib/rtpack.h"

#include "fake/fake.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { N = 256 };

static struct {
	const char *selector, *words;
	char path[128], dir[64];
	const struct fake_control *fake;
} t;

/* What the program opened. */
struct run {
	struct syb_ctx *ctx;
	struct syb_rt *rt;
	struct syb_rt_device *device;
	struct syb_queue *queue;
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;
	struct syb_event *filled, *copied, *launched;
	void *x, *y;
	bool kept; /* memory that could not be freed */
};

#define TRY(call)                     \
	do {                          \
		int tried = (call);   \
		if (tried < 0)        \
			return tried; \
	} while (0)

/* The program as it was built: sizes of code that a driver tells. */
static int write_back(struct run *r)
{
	struct syb_out *out = NULL;
	int result;

	TRY(syb_out_open(r->ctx, "/dev/null", &out));
	result = syb_bundle_write(r->ctx, r->bundle, NULL, out);
	if (result == 0)
		result = syb_out_commit(r->ctx, out);
	syb_out_close(out);
	return result;
}

static int work(struct run *r, bool *out_right)
{
	struct syb_queue_opts profiling = { .size = sizeof(profiling), .profiling = true };
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { N }, .local = { 64 } };
	struct syb_rt_device *devices[64];
	struct syb_event_times times;
	struct syb_record *record = NULL;
	float x[N], y[N], a = 2, zero = 0;

	TRY(syb_rt_open(r->ctx, NULL, &r->rt));
	TRY(syb_rt_select(r->ctx, r->rt, t.selector, devices));
	r->device = devices[0];
	TRY(syb_queue_open(r->ctx, r->device, &profiling, &r->queue));
	TRY(syb_bundle_open_file(r->ctx, r->rt, t.path, &r->device, 1, NULL, &r->bundle));
	TRY(syb_bundle_check(r->ctx, r->bundle, &record));
	syb_record_free(record);
	TRY(syb_kernel_get(r->ctx, r->bundle, r->device, "saxpy", &r->kernel));
	TRY(syb_mem_alloc(r->ctx, r->device, SYB_MEM_DEVICE, sizeof(x), &r->x));
	TRY(syb_mem_alloc(r->ctx, r->device, SYB_MEM_DEVICE, sizeof(y), &r->y));
	for (int i = 0; i < N; i++) {
		x[i] = (float)i;
		y[i] = 1;
	}
	TRY(syb_mem_fill(r->ctx, r->queue, r->x, &zero, sizeof(zero), sizeof(x), NULL, 0, &r->filled));
	TRY(syb_event_wait(r->ctx, r->filled));
	TRY(syb_mem_copy(r->ctx, r->queue, r->x, x, sizeof(x), NULL, 0, NULL));
	TRY(syb_mem_copy(r->ctx, r->queue, r->y, y, sizeof(y), NULL, 0, &r->copied));
	TRY(syb_kernel_arg(r->ctx, r->kernel, 0, &a, sizeof(a)));
	TRY(syb_kernel_arg_pointer(r->ctx, r->kernel, 1, r->x));
	TRY(syb_kernel_arg_pointer(r->ctx, r->kernel, 2, r->y));
	range.wait = &r->copied;
	range.wait_count = 1;
	TRY(syb_kernel_launch(r->ctx, r->queue, r->kernel, &range, &r->launched));
	TRY(syb_event_wait(r->ctx, r->launched));
	TRY(syb_event_times(r->ctx, r->launched, &times));
	if (times.ended < times.started)
		return -SYB_E_STATE;
	TRY(write_back(r));
	memset(y, 0, sizeof(y));
	TRY(syb_mem_copy(r->ctx, r->queue, y, r->y, sizeof(y), NULL, 0, NULL));
	TRY(syb_queue_wait(r->ctx, r->queue));
	*out_right = true;
	for (int i = 0; i < N; i++)
		*out_right &= y[i] == 1 + 2 * x[i];
	return 0;
}

static void close_all(struct run *r)
{
	void *memory[] = { r->x, r->y };

	for (size_t i = 0; i < 2; i++)
		if (memory[i] && syb_mem_free(r->ctx, r->device, memory[i]) < 0)
			r->kept = true;
	syb_event_free(r->filled);
	syb_event_free(r->copied);
	syb_event_free(r->launched);
	syb_kernel_free(r->kernel);
	syb_queue_close(r->queue);
	syb_bundle_close(r->bundle);
	syb_rt_close(r->rt);
}

static bool said_something(const struct syb_ctx *ctx)
{
	return syb_ctx_count(ctx, SYB_SEVERITY_ERROR) || syb_ctx_count(ctx, SYB_SEVERITY_WARNING);
}

/* What follows from a lie may be something that the driver then refuses; what is no handle, or gone too early, may not.
 */
static bool bad_complaint(bool failed, bool lied)
{
	const char *text = t.fake->complaint();

	return text && (!lied || !failed || strstr(text, " is no ") || strstr(text, "goes before"));
}

static bool once(const char *faults, unsigned n)
{
	struct run r = { .ctx = test_ctx() };
	bool right = false, good;
	char words[128];
	int result;

	snprintf(words, sizeof(words), "%s %s", t.words, faults);
	t.fake->reset(words);
	result = work(&r, &right);
	close_all(&r);
	if (r.kept) /* the caller was told */
		t.fake->forget_memory();
	good = result < 0 ? said_something(r.ctx) : right;
	good &= t.fake->live() == 0 && !bad_complaint(result < 0 || r.kept, strstr(faults, "lie=") != NULL);
	if (!good) {
		ok(false, "%s (%s)", faults, t.fake->call_at(n));
		printf("# returned %d, %s, %zu left (%s), complaint: %s\n", result, right ? "right" : "wrong",
		       t.fake->live(), t.fake->live_kind(), t.fake->complaint() ? t.fake->complaint() : "none");
		rt_tell(r.ctx);
		t.fake->forget_memory();
	}
	syb_ctx_free(r.ctx);
	return good;
}

static void sweep(const char *what, const char *fault, const char *code, unsigned calls)
{
	unsigned bad = 0;

	for (unsigned n = 1; n <= calls && bad < 5; n++) {
		char faults[64];

		snprintf(faults, sizeof(faults), "%s=%u%s", fault, n, code);
		bad += !once(faults, n);
	}
	ok(bad == 0, "%s at each of %u calls", what, calls);
}

static void sweep_lies(unsigned calls)
{
	static const char *const ways[] = { "huge", "more", "less", "zero", "noise", "null" };
	static bool tells[1 << 12];
	unsigned bad = 0, told = 0;

	once("", 0);
	for (unsigned n = 1; n <= calls && n < sizeof(tells); n++)
		told += tells[n] = t.fake->tells(n);
	for (unsigned n = 1; n <= calls && n < sizeof(tells) && bad < 5; n++)
		for (size_t i = 0; tells[n] && i < sizeof(ways) / sizeof(*ways); i++) {
			char faults[64];

			snprintf(faults, sizeof(faults), "lie=%u:%s", n, ways[i]);
			bad += !once(faults, n);
		}
	ok(bad == 0 && told > 0, "what each of %u calls tells is a lie", told);
}

/* ---- a driver that hangs ---- */

static volatile int stop;

static void on_alarm(int sig)
{
	(void)sig;
	stop = 1;
}

static void hang(void)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &stop };
	struct run r = { 0 };
	bool right = false;
	char words[128];

	if (syb_ctx_new(&opts, &r.ctx) < 0)
		abort();
	signal(SIGALRM, on_alarm);
	snprintf(words, sizeof(words), "%s hang", t.words);
	t.fake->reset(words);
	setitimer(ITIMER_REAL, &(struct itimerval){ .it_value = { .tv_usec = 100000 } }, NULL);
	is_int(work(&r, &right), -SYB_E_CANCELLED);
	if (r.queue)
		is_int(syb_queue_wait(r.ctx, r.queue), -SYB_E_CANCELLED);
	syb_queue_close(r.queue); /* left to itself, until it comes back */
	r.queue = NULL;
	ok(t.fake->live() > 0, "what may be in use stays");
	t.fake->reset(t.words);
	usleep(60 * 1000);
	close_all(&r);
	if (r.kept) /* what may be in use is not freed */
		t.fake->forget_memory();
	is_int(t.fake->live(), 0);
	ok(!t.fake->complaint(), "no complaint: %s", t.fake->complaint() ? t.fake->complaint() : "none");
	syb_ctx_free(r.ctx);
	t.fake->reset("");
}

/* ---- CUDA ---- */

/* A context that the program made for itself is current before and after whatever the library does. */
static void own_context(void *library)
{
	int (*create)(void **, unsigned, int), (*current)(void **), (*destroy)(void *), (*init)(unsigned);
	void *own = NULL, *now = NULL;
	const struct {
		const char *name;
		void *place;
	} symbols[] = { { "cuInit", &init },
			{ "cuCtxCreate_v2", &create },
			{ "cuCtxGetCurrent", &current },
			{ "cuCtxDestroy_v2", &destroy } };

	for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
		void *symbol = dlsym(library, symbols[i].name);

		memcpy(symbols[i].place, &symbol, sizeof(symbol));
	}
	t.fake->reset("");
	ok(init(0) == 0 && create(&own, 0, 0) == 0, "a context of the program's own");
	for (unsigned n = 0; n < 2; n++) {
		struct run r = { .ctx = test_ctx() };
		bool right = false;

		is_int(work(&r, &right), 0);
		ok(current(&now) == 0 && now == own, "it is still current after the work");
		close_all(&r);
		ok(current(&now) == 0 && now == own, "and after the end");
		syb_ctx_free(r.ctx);
	}
	destroy(own);
	ok(t.fake->live() == 0 && !t.fake->complaint(), "%s", t.fake->complaint() ? t.fake->complaint() : "even");
}

/* A file that says sm_90 and is for another GPU: the driver does not get to see it. */
static void wrong_cubin(unsigned sm, bool good)
{
	uint8_t elf[128] = { 0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41, 8 };
	char cubin[128], path[128];
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n",
				    { { cubin, true, "nvidia_gpu_sm_90", "nvptx64-nvidia-cuda" } } };
	struct run r = { .ctx = test_ctx() };
	struct syb_rt_device *devices[64];
	bool loaded = false;

	elf[18] = 190;
	elf[49] = (uint8_t)sm;
	snprintf(cubin, sizeof(cubin), "%s/saxpy.cubin", t.dir);
	snprintf(path, sizeof(path), "%s/cubin.syclbin", t.dir);
	rt_write(cubin, elf, sizeof(elf));
	rt_pack(path, "", SYB_STATE_EXECUTABLE, &module, 1);
	t.fake->reset("");
	is_int(syb_rt_open(r.ctx, NULL, &r.rt), 0);
	is_int(syb_rt_select(r.ctx, r.rt, t.selector, devices), 1);
	is_int(syb_bundle_open_file(r.ctx, r.rt, path, devices, 1, NULL, &r.bundle), 0);
	ok(syb_kernel_get(r.ctx, r.bundle, devices[0], "saxpy", &r.kernel) < 0, "a cubin for sm_%u", sm);
	for (unsigned n = 1; n <= t.fake->calls(); n++)
		loaded |= strcmp(t.fake->call_at(n), "cuModuleLoadDataEx") == 0;
	ok(loaded == good, "the driver is %sgiven it", good ? "" : "not ");
	close_all(&r);
	syb_ctx_free(r.ctx);
}

int main(int argc, char **argv)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\nplaces=1|1\n",
				    { { .file = "kernels.spv" }, { .file = "kernels.ptx" } } };
	const struct fake_control *(*control)(void);
	void *library, *symbol;
	unsigned calls;
	bool cuda, ze;

	if (argc < 4)
		return 2;
	t.selector = argv[1];
	t.words = argc > 4 ? argv[4] : "";
	library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
	symbol = library ? dlsym(library, "fake_control") : NULL;
	if (!symbol) {
		printf("1..0 # SKIP %s is no fake\n", argv[2]);
		return 0;
	}
	memcpy(&control, &symbol, sizeof(symbol));
	t.fake = control();
	rt_folder(t.dir);
	snprintf(t.path, sizeof(t.path), "%s/kernels.syclbin", t.dir);
	rt_pack(t.path, argv[3], SYB_STATE_EXECUTABLE, &module, 1);
	setenv("ONEAPI_DEVICE_SELECTOR", t.selector, 1);
	cuda = strstr(argv[2], "cuda");
	ze = strstr(argv[2], "ze_loader");

	ok(once("", 0), "without faults");
	calls = t.fake->calls();
	printf("# %u calls\n", calls);
	sweep("an unknown error", "fail", cuda ? ":999" : ze ? ":0x7ffffffe" : ":-9999", calls);
	sweep("out of memory", "fail", cuda ? ":2" : ze ? ":0x70000003" : ":-6", calls);
	sweep("device lost", "lost", "", calls);
	ok(once("memory=1500", 0), "a device that is too small");
	once("lie", 0);
	if (!cuda && !ze)
		ok(once("platforms=2", 0) && once("platforms=3", 0), "platforms without devices, and one that fails");
	sweep_lies(calls);
	hang();
	if (cuda) {
		own_context(library);
		wrong_cubin(80, false);
		wrong_cubin(100, false);
		wrong_cubin(90, true); /* which it then refuses: there is no code in it */
	}
	rt_remove(t.dir);
	return tap_done();
}
