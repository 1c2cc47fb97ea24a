/* t_backend.c — the conformance suite on a backend: t_backend BACKEND FOLDER [--device=N] [--real] [--fake=WORDS].
 *
 * Where the driver is a fake (tests/fake) its accounts are looked at afterwards, and then the suite runs again with
 * each call failing in turn, with the device lost at each call, with a driver that lies, and one that hangs. */
#include "suite.h"

#include "fake/fake.h"
#include "lib/torture.h"
#include "runtime/backend/cuda_api.h"
#include "runtime/backend/level_zero_api.h"

#include <dlfcn.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static const struct {
	const char *name, *library;
	const struct backend_ops *ops;
	int out_of_memory, broken; /* errors of the driver */
} backends[] = {
	{ "opencl", "libOpenCL.so.1", &opencl_backend, -6, -9999 },
	{ "cuda", "libcuda.so.1", &cuda_backend, 2, 999 },
	{ "level_zero", "libze_loader.so.1", &level_zero_backend, 0x70000003, 0x7ffffffe },
};

struct again {
	const char *folder;
	size_t backend, number;
	const struct fake_control *fake;
	const char *model; /* words for the fake in every run */
};

static void claim(bool good, int line, const char *what)
{
	tap_ok(good, what, "suite.c", line, "%s", what);
}

static struct suite suite_of(const struct again *a, struct syb_ctx *ctx, bool quiet)
{
	return (struct suite){ .ctx = ctx,
			       .ops = backends[a->backend].ops,
			       .folder = a->folder,
			       .quiet = quiet,
			       .tell = claim,
			       .number = a->number };
}

static void tell(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++) {
		const struct syb_diag *d = syb_ctx_diag_at(ctx, i);

		printf("# %s: %s [%s]\n", syb_severity_name(d->severity), d->text, d->check);
	}
}

/* Once with faults. Good: it works, or says one thing that went wrong; nothing wrong, nothing left. */
static void reset(const struct again *a, const char *faults)
{
	char words[128];

	snprintf(words, sizeof(words), "%s %s", a->model, faults);
	a->fake->reset(words);
}

/* What follows from a lie may be something that the driver then refuses; what is no handle, or gone too early, may not.
 */
static bool bad_complaint(const char *complaint, bool lied)
{
	return complaint && (!lied || strstr(complaint, " is no ") || strstr(complaint, "goes before"));
}

static bool once(const struct again *a, const char *faults, const char *what, unsigned n, bool may_be_wrong)
{
	struct syb_ctx *ctx = NULL;
	struct suite s;
	bool good;
	int r;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	reset(a, faults);
	s = suite_of(a, ctx, true);
	r = suite_run(&s);
	if (s.free_failures) /* the caller was told */
		a->fake->forget_memory();
	good = (may_be_wrong || s.wrong == 0 || r < 0) && a->fake->live() == 0 &&
	       !bad_complaint(a->fake->complaint(), may_be_wrong && r < 0);
	if (r < 0 && r != -SYB_E_NOTFOUND && r != -SYB_E_UNSUPPORTED && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0)
		good = false;
	if (!good) {
		ok(false, "%s at call %u (%s)", what, n, a->fake->call_at(n));
		printf("# returned %d, %u wrong (%s), %zu left (%s), complaint: %s\n", r, s.wrong,
		       s.wrong_what ? s.wrong_what : "", a->fake->live(), a->fake->live_kind(),
		       a->fake->complaint() ? a->fake->complaint() : "none");
		tell(ctx);
	}
	reset(a, "");
	syb_ctx_free(ctx);
	return good;
}

static void sweep(const struct again *a, const char *what, const char *fmt, int code, unsigned calls)
{
	unsigned bad = 0, n;

	for (n = 1; n <= calls && bad < 5; n++) {
		char faults[64];

		snprintf(faults, sizeof(faults), fmt[0] == 'f' ? "fail=%u:%d" : "lost=%u", n, code);
		bad += !once(a, faults, what, n, false);
	}
	ok(bad == 0, "%s: %s at each of %u calls", backends[a->backend].name, what, calls);
}

/* Whatever a call tells is wrong, in each way. Information may be what the driver made up; nothing may break. */
static void sweep_lies(const struct again *a, unsigned calls)
{
	static const char *const ways[] = { "huge", "more", "less", "zero", "noise", "null" };
	static bool tells[1 << 16];
	unsigned bad = 0, told = 0;

	for (unsigned n = 1; n <= calls && n < ARRAY_SIZE(tells); n++)
		told += tells[n] = a->fake->tells(n);
	for (unsigned n = 1; n <= calls && n < ARRAY_SIZE(tells) && bad < 5; n++)
		for (size_t i = 0; tells[n] && i < ARRAY_SIZE(ways); i++) {
			char faults[64];

			snprintf(faults, sizeof(faults), "lie=%u:%s", n, ways[i]);
			bad += !once(a, faults, ways[i], n, true);
		}
	ok(bad == 0, "%s: what each of %u calls tells is a lie", backends[a->backend].name, told);
}

static const char *const functions[][64] = {
#define OPENCL(name) #name,
#define OPENCL_NEW(name) #name,
	{
#include "runtime/backend/opencl_symbols.def"
	},
#undef OPENCL
#undef OPENCL_NEW
#define CUDA_FN(field, symbol, arguments) symbol,
#define CUDA_FN_NEW(field, symbol, arguments) symbol,
	{ CUDA_FUNCTIONS },
#define L0_FN(field, symbol, arguments) symbol,
#define L0_FN_NEW(field, symbol, arguments) symbol,
	{ L0_FUNCTIONS },
};

/* Functions of OpenCL's other ways to memory, and what fakes do not count. */
static bool is_elsewhere(const char *model, const char *name)
{
	static const char *const uncounted[] = { "cuGetErrorName", "cuGetErrorString",
						 "clGetExtensionFunctionAddressForPlatform" };

	for (size_t i = 0; i < ARRAY_SIZE(uncounted); i++)
		if (strcmp(name, uncounted[i]) == 0)
			return true;
	if (strstr(name, "SVM"))
		return !strstr(model, "svm");
	if (strncmp(name, "cl", 2) == 0 && (strstr(name, "Buffer") || strstr(name, "MemObject")))
		return !strstr(model, "buffer");
	return strcmp(name, "clSetKernelExecInfo") == 0 && !strstr(model, "usm");
}

/* A function that no step calls is one whose faults are not tried. */
static void all_called(const struct again *a, unsigned calls)
{
	unsigned missing = 0;

	for (size_t i = 0; i < 64 && functions[a->backend][i]; i++) {
		const char *name = functions[a->backend][i];
		bool called = is_elsewhere(a->model, name);

		for (unsigned n = 1; n <= calls && !called; n++)
			called = strcmp(a->fake->call_at(n), name) == 0;
		if (!called) {
			printf("# never called: %s\n", name);
			missing++;
		}
	}
	ok(missing == 0, "every function of the driver is called");
}

static volatile int stop;

static void on_alarm(int sig)
{
	(void)sig;
	stop = 1;
}

/* A driver that hangs: the caller's wish to stop ends the wait. */
static void hang(const struct again *a)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &stop };
	struct timespec before, after;
	struct syb_ctx *ctx = NULL;
	struct suite s;
	int r;

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	stop = 0;
	signal(SIGALRM, on_alarm);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
	alarm(1);
	reset(a, "hang");
	s = suite_of(a, ctx, true);
	r = suite_run(&s);
	alarm(0);
	is_int(r, -SYB_E_CANCELLED);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
	ok(after.tv_sec - before.tv_sec + (after.tv_nsec - before.tv_nsec) * 1e-9 < 0.5, "a long wait sleeps");
	if (s.free_failures) /* what may be in use is not freed */
		a->fake->forget_memory();
	is_int(a->fake->live(), 0);
	reset(a, "");
	syb_ctx_free(ctx);
}

/* Each allocation of ours refused in turn; the driver's accounts must be even after each. */
static int torture_once(struct syb_ctx *ctx, void *arg)
{
	const struct again *a = arg;
	struct suite s = suite_of(a, ctx, true);
	int r = suite_run(&s);

	if (s.free_failures)
		a->fake->forget_memory();
	if (a->fake->live() || a->fake->complaint())
		ok(false, "%zu left (%s), complaint: %s", a->fake->live(), a->fake->live_kind(),
		   a->fake->complaint() ? a->fake->complaint() : "none");
	/* A step that wants another error has got this one. */
	return r < 0 && r != -SYB_E_NOMEM && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) ? -SYB_E_NOMEM : r;
}

static void with_faults(const struct again *a, unsigned calls)
{
	sweep_lies(a, calls);
	ok(once(a, "slow=3", "a slow device", 0, false), "commands that take a while");
	ok(once(a, "slow=3 fail=clSetEventCallback:-59", "no callbacks", 0, false), "a driver without callbacks");
	ok(once(a, "lie", "a driver that lies", 0, true), "a driver that lies about sizes");
	ok(once(a, "memory=4096", "a small device", 0, false), "a device with little memory");
	sweep(a, "an unknown error", "f", backends[a->backend].broken, calls);
	sweep(a, "out of memory", "f", backends[a->backend].out_of_memory, calls);
	sweep(a, "device lost", "l", 0, calls);
	hang(a);
	torture(torture_once, (void *)(uintptr_t)a);
}

/* The driver's library, held so that a fake's accounts outlive the backend. */
static const struct fake_control *find_fake(const char *library)
{
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	const struct fake_control *(*control)(void);
	void *symbol = handle ? dlsym(handle, "fake_control") : NULL;

	memcpy(&control, &symbol, sizeof(symbol));
	return symbol ? control() : NULL;
}

int main(int argc, char **argv)
{
	struct again a = { .backend = SIZE_MAX, .model = "" };
	struct syb_ctx *ctx = NULL;
	struct suite s;
	bool real = false;
	unsigned calls = 0;
	int r;

	for (int i = 3; i < argc; i++) {
		if (strncmp(argv[i], "--device=", 9) == 0)
			a.number = strtoul(argv[i] + 9, NULL, 10);
		if (strncmp(argv[i], "--fake=", 7) == 0)
			a.model = argv[i] + 7;
		real |= strcmp(argv[i], "--real") == 0;
	}
	for (size_t i = 0; argc > 2 && i < ARRAY_SIZE(backends); i++)
		if (strcmp(argv[1], backends[i].name) == 0)
			a.backend = i;
	if (a.backend == SIZE_MAX)
		return 2;
	a.folder = argv[2];
	a.fake = real ? NULL : find_fake(backends[a.backend].library);
	if (a.fake)
		reset(&a, "");
	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	s = suite_of(&a, ctx, false);
	r = suite_run(&s);
	if (r == -SYB_E_NOTFOUND && !s.backend) {
		printf("1..0 # SKIP no %s device\n", argv[1]);
		syb_ctx_free(ctx);
		return 0;
	}
	ok(r == 0, "%s: all steps", argv[1]);
	if (r < 0)
		tell(ctx);
	syb_ctx_free(ctx);
	if (a.fake) {
		calls = a.fake->calls();
		ok(a.fake->live() == 0, "nothing is left (%zu, %s)", a.fake->live(), a.fake->live_kind());
		ok(!a.fake->complaint(), "no complaint: %s", a.fake->complaint() ? a.fake->complaint() : "none");
		all_called(&a, calls);
		with_faults(&a, calls);
	}
	return tap_done();
}
