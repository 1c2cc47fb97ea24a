/* adapter/t_adapter.c — the adapter for SYCL runtimes on the fake CUDA driver, or with --real on the machine's:
 *
 *	t_adapter ADAPTER IMAGES [--real]
 *
 * Its tables, its answers, a run of everything that it has, the same run with each call of the driver failing in turn,
 * and several threads. IMAGES is the folder of tests/backend's PTX. */
#include "ur_test.h"

#include "lib/tap.h"
#include "runtime/backend/cuda_api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

entry_fn *entries[ENTRY_COUNT];
static const struct fake_control *fake;
static ur_adapter_handle_t adapter;

const char *ur_error(void)
{
	const char *text = "";
	int32_t code;

	UR(AdapterGetLastError)(adapter, &text, &code);
	return text;
}

void ur_claim(bool good, int line, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	tap_ok(good, text, "scenario.c", line, "%s", text);
}

/* ---- tables ---- */

typedef ur_result_t getter_fn(ur_api_version_t version, void *table);

static const char *const getters[] = {
#define UR_TABLE(name) "urGet" #name "ProcAddrTable",
#define UR_HAS(name)
#define UR_LACKS(name)
#include "adapter/ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
};

static const struct {
	const char *name;
	bool has;
	bool begins; /* a table begins after it */
} names[] = {
#define UR_TABLE(name) { NULL, false, true },
#define UR_HAS(name) { "ur" #name, true, false },
#define UR_LACKS(name) { "ur" #name, false, false },
#include "adapter/ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
};

bool ur_open(const char *path)
{
	void *library = dlopen(path, RTLD_NOW), *driver;
	size_t table = 0, at = 0;

	if (!library) {
		printf("# %s\n", dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		entry_fn *filled[ENTRY_COUNT + 1] = { NULL };
		getter_fn *getter;
		size_t count = 0;

		if (!names[i].begins)
			continue;
		for (size_t k = i + 1; k < sizeof(names) / sizeof(*names) && !names[k].begins; k++)
			count++;
		getter = (getter_fn *)dlsym(library, getters[table++]);
		if (!getter || getter(UR_API_VERSION_0_12, filled) != UR_RESULT_SUCCESS || filled[count])
			return false;
		if (getter(UR_API_VERSION_0_12 - 1, filled) != UR_RESULT_ERROR_UNSUPPORTED_VERSION ||
		    getter(UR_API_VERSION_0_12 + 1, filled) != UR_RESULT_ERROR_UNSUPPORTED_VERSION ||
		    getter(UR_API_VERSION_0_12, NULL) != UR_RESULT_ERROR_INVALID_NULL_POINTER)
			return false;
		memcpy(&entries[at], filled, count * sizeof(*filled));
		at += count;
	}
	driver = dlopen("libcuda.so.1", RTLD_NOW);
	if (driver) {
		const struct fake_control *(*control)(void) =
			(const struct fake_control *(*)(void))dlsym(driver, "fake_control");

		fake = control ? control() : NULL;
	}
	return at == ENTRY_COUNT;
}

const struct fake_control *ur_fake(void)
{
	return fake;
}

static void test_tables(void)
{
	size_t at = 0, lacking = 0;

	is_int(ENTRY_COUNT, 241);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (names[i].begins)
			continue;
		if (!names[i].has) {
			ur_result_t r = ((ur_result_t(*)(void))entries[at])();

			if (r != UR_RESULT_ERROR_UNSUPPORTED_FEATURE || !strstr(ur_error(), names[i].name))
				ok(false, "%s says that it is not supported: %s", names[i].name, ur_error());
			lacking++;
		}
		at++;
	}
	ok(at == ENTRY_COUNT, "%zu entries, of which %zu say that they are not supported", at, lacking);
}

static void begins_with_table(const char *what, const void *handle)
{
	entry_fn *const *table = *(entry_fn *const *const *)handle;

	ok(memcmp(table, entries, sizeof(entries)) == 0, "%s begins with the table", what);
}

/* ---- answers ---- */

static void test_device(ur_device_handle_t device)
{
	/* What the runtime cannot do without, and what a listing with all aspects asks for. */
	static const ur_device_info_t needed[] = {
		UR_DEVICE_INFO_TYPE,
		UR_DEVICE_INFO_NAME,
		UR_DEVICE_INFO_VENDOR,
		UR_DEVICE_INFO_VERSION,
		UR_DEVICE_INFO_EXTENSIONS,
		UR_DEVICE_INFO_PLATFORM,
		UR_DEVICE_INFO_UUID,
		UR_DEVICE_INFO_PCI_ADDRESS,
		UR_DEVICE_INFO_LOCAL_MEM_SIZE,
		UR_DEVICE_INFO_ATOMIC_64,
		UR_DEVICE_INFO_IMAGE_SUPPORT,
		UR_DEVICE_INFO_GLOBAL_MEM_FREE,
		UR_DEVICE_INFO_IL_VERSION,
		UR_DEVICE_INFO_DRIVER_VERSION,
		UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES,
		UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT,
		UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL,
	};
	uint8_t room[4096];
	size_t size, known = 0;

	for (ur_device_info_t what = 0; what <= UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP; what++) {
		ur_result_t r = UR(DeviceGetInfo)(device, what, 0, NULL, &size);

		if (r == UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION)
			continue;
		known++;
		if (r != UR_RESULT_SUCCESS || size > sizeof(room) ||
		    UR(DeviceGetInfo)(device, what, size, room, NULL) != UR_RESULT_SUCCESS ||
		    (size && UR(DeviceGetInfo)(device, what, size - 1, room, NULL) != UR_RESULT_ERROR_INVALID_SIZE))
			ok(false, "property %#x: %s", what, ur_error());
	}
	ok(known > 150, "%zu properties of the device", known);
	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
		is_int(UR(DeviceGetInfo)(device, needed[i], sizeof(room), room, NULL), UR_RESULT_SUCCESS);
}

static void test_choice(ur_device_handle_t device)
{
	ur_device_binary_t images[3] = { { .pDeviceTargetSpec = "spir64" },
					 { .pDeviceTargetSpec = "nvptx64x" },
					 { .pDeviceTargetSpec = "nvptx64" } };
	uint32_t selected = 9;

	is_int(UR(DeviceSelectBinary)(device, images, 3, &selected), UR_RESULT_SUCCESS);
	is_int(selected, 2);
	is_int(UR(DeviceSelectBinary)(device, images, 2, &selected), UR_RESULT_ERROR_INVALID_BINARY);
	ok(strstr(ur_error(), "no image for NVIDIA GPUs") != NULL, "%s", ur_error());
}

static void test_answers(void)
{
	ur_platform_handle_t platform = NULL, same_platform = NULL;
	ur_device_handle_t device = NULL, same = NULL;
	ur_context_handle_t context = NULL, again = NULL;
	ur_native_handle_t native;
	ur_api_version_t version;
	const char *option;
	char text[256] = "";
	uint32_t number = 0;

	is_int(UR(PlatformGet)(adapter, 1, &platform, &number), UR_RESULT_SUCCESS);
	is_int(UR(DeviceGet)(platform, UR_DEVICE_TYPE_ALL, 1, &device, &number), UR_RESULT_SUCCESS);
	is_int(number, 1);
	UR(DeviceGet)(platform, UR_DEVICE_TYPE_CPU, 0, NULL, &number);
	is_int(number, 0);
	begins_with_table("the adapter", adapter);
	begins_with_table("a platform", platform);
	begins_with_table("a device", device);
	UR(PlatformGetInfo)(platform, UR_PLATFORM_INFO_NAME, sizeof(text), text, NULL);
	is_str(text, "NVIDIA CUDA");
	UR(AdapterGetInfo)(adapter, UR_ADAPTER_INFO_BACKEND, sizeof(number), &number, NULL);
	is_int(number, UR_BACKEND_CUDA);
	is_int(UR(AdapterGetInfo)(adapter, 77, sizeof(number), &number, NULL), UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
	UR(PlatformGetApiVersion)(platform, &version);
	is_int(version, UR_API_VERSION_0_12);
	is_int(UR(PlatformGetBackendOption)(platform, "-O2", &option), UR_RESULT_SUCCESS);
	is_str(option, "-O2");
	is_int(UR(PlatformGetBackendOption)(platform, "-strange", &option), UR_RESULT_ERROR_INVALID_VALUE);
	test_device(device);
	test_choice(device);

	is_int(UR(ContextCreate)(2, (ur_device_handle_t[]){ device, device }, NULL, &context),
	       UR_RESULT_ERROR_INVALID_VALUE);
	is_int(UR(ContextCreate)(1, &device, NULL, &context), UR_RESULT_SUCCESS);
	begins_with_table("a context", context);
	UR(DeviceGetNativeHandle)(device, &native);
	is_int(UR(DeviceCreateWithNativeHandle)(native, adapter, NULL, &same), UR_RESULT_SUCCESS);
	ok(same == device, "the device of a native device");
	UR(PlatformGetNativeHandle)(platform, &native);
	is_int(UR(PlatformCreateWithNativeHandle)(native, adapter, NULL, &same_platform), UR_RESULT_SUCCESS);
	ok(same_platform == platform, "the platform of a native device");
	UR(ContextGetNativeHandle)(context, &native);
	is_int(UR(ContextCreateWithNativeHandle)(native, adapter, 1, &device, NULL, &again), UR_RESULT_SUCCESS);
	is_int(UR(ContextRelease)(again), UR_RESULT_SUCCESS);
	is_int(UR(ContextCreateWithNativeHandle)(1, adapter, 1, &device, NULL, &again),
	       UR_RESULT_ERROR_INVALID_CONTEXT);
	is_int(UR(ContextRelease)(context), UR_RESULT_SUCCESS);
}

/* ---- messages ---- */

static char logged[256];

static void keep_message(ur_logger_level_t level, const char *message, void *user)
{
	*(ur_logger_level_t *)user = level;
	snprintf(logged, sizeof(logged), "%s", message);
}

static void test_messages(void)
{
	ur_logger_level_t level = UR_LOGGER_LEVEL_QUIET;

	UR(AdapterSetLoggerCallback)(adapter, keep_message, &level, UR_LOGGER_LEVEL_ERROR);
	((ur_result_t(*)(void))entries[ENTRY_SamplerCreate])();
	ok(level == UR_LOGGER_LEVEL_ERROR && strstr(logged, "urSamplerCreate"), "logged: %s", logged);
	UR(AdapterSetLoggerCallbackLevel)(adapter, UR_LOGGER_LEVEL_QUIET);
	logged[0] = '\0';
	((ur_result_t(*)(void))entries[ENTRY_SamplerCreate])();
	is_str(logged, "");
	UR(AdapterSetLoggerCallback)(adapter, NULL, NULL, UR_LOGGER_LEVEL_DEBUG);
}

/* ---- the run, and faults ---- */

static void test_run(const char *images)
{
	struct run run = { .images = images };

	ur_scenario(&run);
	is_int(ur_release(&run), UR_RESULT_SUCCESS);
	if (fake) {
		ok(fake->complaint() == NULL, "no wrong call: %s", fake->complaint() ? fake->complaint() : "");
		is_int(fake->live(), 1); /* the device's context */
	}
}

/* Calls whose failure has no result: the object is gone all the same, or the driver merely does not know a property. */
static bool may_be_silent(const char *call, int code)
{
	static const char *const silent[] = {
		"cuStreamDestroy_v2", "cuEventDestroy_v2",   "cuModuleUnload",      "cuLinkDestroy",
		"cuCtxPopCurrent_v2", "cuCtxPushCurrent_v2", "cuDeviceTotalMem_v2",
	};
	static const char *const optional[] = {
		"cuDeviceGetAttribute",  "cuFuncGetAttribute", "cuFuncGetParamInfo",
		"cuPointerGetAttribute", "cuMemPrefetchAsync", "cuMemAdvise",
	};

	for (size_t i = 0; i < sizeof(silent) / sizeof(*silent); i++)
		if (strcmp(call, silent[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof(optional) / sizeof(*optional); i++)
		if (strcmp(call, optional[i]) == 0)
			return code == CUDA_INVALID_VALUE || code == CUDA_NOT_SUPPORTED;
	return false;
}

enum { RUN_GOOD, RUN_WRONG, RUN_SILENT };

/* In a process of its own, because the adapter opens the driver once. Call n fails with the code; 0: none does. */
static int run_with_fault(const char *images, unsigned n, int code, const char *fault, unsigned *out_calls)
{
	struct run run = { .images = images, .quiet = true };
	ur_result_t failed, released;
	int result = RUN_GOOD;
	char name[64];

	fake->reset(fault);
	failed = ur_scenario(&run);
	released = ur_release(&run);
	*out_calls = fake->calls();
	snprintf(name, sizeof(name), "%s", n ? fake->call_at(n) : "");
	if (fake->complaint()) {
		printf("# %s: complaint: %s\n", fault, fake->complaint());
		result = RUN_WRONG;
	}
	fake->reset("");
	fake->forget_memory();
	if (fake->live() > 1 || (fake->live() == 1 && strcmp(fake->live_kind(), "context") != 0)) {
		printf("# %s: left behind: %zu, a %s\n", fault, fake->live(), fake->live_kind());
		result = RUN_WRONG;
	}
	if (!*fault && failed != UR_RESULT_SUCCESS) {
		printf("# a run without faults ends with %u\n", failed);
		result = RUN_WRONG;
	}
	if (!n || failed != UR_RESULT_SUCCESS || released != UR_RESULT_SUCCESS || result != RUN_GOOD)
		return result;
	if (may_be_silent(name, code))
		return RUN_SILENT;
	printf("# call %u, %s: its failure %d has no result\n", n, name, code);
	return RUN_WRONG;
}

static int fork_run(const char *images, unsigned n, int code, const char *fault, unsigned *out_calls)
{
	int pipes[2], status = 0;
	pid_t child;

	fflush(stdout);
	if (pipe(pipes) < 0)
		return -1;
	child = fork();
	if (child == 0) {
		unsigned calls = 0;
		int result = run_with_fault(images, n, code, fault, &calls);

		fflush(stdout);
		_exit(write(pipes[1], &calls, sizeof(calls)) == sizeof(calls) ? result : RUN_WRONG);
	}
	close(pipes[1]);
	if (read(pipes[0], out_calls, sizeof(*out_calls)) != sizeof(*out_calls))
		*out_calls = 0;
	close(pipes[0]);
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_faults(const char *images)
{
	static const int codes[] = { CUDA_INVALID_VALUE, CUDA_OUT_OF_MEMORY, CUDA_ILLEGAL_ADDRESS, CUDA_NOT_SUPPORTED };
	unsigned calls = 0, unused, wrong = 0, silent = 0;
	char fault[64];

	is_int(fork_run(images, 0, 0, "", &calls), RUN_GOOD);
	ok(calls > 100, "%u calls of the driver in a run", calls);
	for (unsigned n = 1; n <= calls; n++) {
		int r;

		snprintf(fault, sizeof(fault), "fail=%u:%d", n, codes[n % 4]);
		r = fork_run(images, n, codes[n % 4], fault, &unused);
		silent += r == RUN_SILENT;
		wrong += r != RUN_GOOD && r != RUN_SILENT;
		if (r < 0)
			printf("# %s: ended by a signal\n", fault);
	}
	ok(wrong == 0, "each of %u calls failed in turn; %u had no result", calls, silent);
	wrong = 0;
	for (unsigned n = 1; n <= calls; n += 5) {
		snprintf(fault, sizeof(fault), "lost=%u", n);
		wrong += fork_run(images, 0, 0, fault, &unused) != RUN_GOOD;
	}
	ok(wrong == 0, "the device is lost at any call");
}

/* A function that no step calls is one whose failure is not tried. */
static void test_calls(void)
{
	static const char *const names_of[] = {
#define CUDA_FN(field, symbol, arguments) symbol,
#define CUDA_FN_NEW(field, symbol, arguments) symbol,
		CUDA_ADAPTER_FUNCTIONS
#undef CUDA_FN
#undef CUDA_FN_NEW
	};

	for (size_t i = 0; i < sizeof(names_of) / sizeof(*names_of); i++) {
		bool called = false;

		for (unsigned n = 1; n <= fake->calls() && !called; n++)
			called = strcmp(fake->call_at(n), names_of[i]) == 0;
		ok(called, "%s is called", names_of[i]);
	}
}

/* ---- threads ---- */

enum { THREADS = 6, ROUNDS = 20 };

static struct {
	struct run run;
	pthread_mutex_t lock;
	unsigned failed;
} shared = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* All of them share a context, a program, a kernel; each has a queue, and memory. */
static ur_result_t work(ur_queue_handle_t queue, uint32_t *values)
{
	const size_t global[1] = { 64 }, offset[1] = { 32 };
	ur_exp_kernel_arg_properties_t arg = { .type = UR_EXP_KERNEL_ARG_TYPE_POINTER,
					       .size = 8,
					       .value.pointer = values };
	ur_event_handle_t events[2] = { NULL };
	ur_kernel_handle_t own = NULL;
	ur_result_t r = UR_RESULT_SUCCESS;

	for (int i = 0; r == UR_RESULT_SUCCESS && i < ROUNDS; i++) {
		memset(values, 0, 512);
		r = UR(EnqueueKernelLaunchWithArgsExp)(queue, shared.run.kernel, 1, i % 2 ? offset : NULL, global, NULL,
						       1, &arg, NULL, 0, NULL, &events[0]);
		if (r == UR_RESULT_SUCCESS)
			r = UR(EnqueueEventsWaitWithBarrier)(shared.run.queue, 1, events, &events[1]);
		if (r == UR_RESULT_SUCCESS)
			r = UR(EventWait)(2, events);
		if (values[i % 2 ? 95 : 63] != (i % 2 ? 95u : 63u))
			r = UR_RESULT_ERROR_UNKNOWN;
		for (int k = 0; k < 2; k++)
			if (events[k])
				UR(EventRelease)(events[k]);
		memset(events, 0, sizeof(events));
		if (r == UR_RESULT_SUCCESS)
			r = UR(KernelCreate)(shared.run.program, "saxpy", &own);
		if (r == UR_RESULT_SUCCESS)
			r = UR(KernelRelease)(own);
		((ur_result_t(*)(void))entries[ENTRY_SamplerCreate])();
	}
	return r;
}

static void *thread_main(void *arg)
{
	ur_queue_handle_t queue = NULL;
	void *values = NULL;
	ur_result_t r = UR(QueueCreate)(shared.run.context, shared.run.device, NULL, &queue);

	(void)arg;
	if (r == UR_RESULT_SUCCESS)
		r = UR(USMSharedAlloc)(shared.run.context, shared.run.device, NULL, NULL, 512, &values);
	if (r == UR_RESULT_SUCCESS)
		r = work(queue, values);
	if (values)
		UR(USMFree)(shared.run.context, values);
	if (queue)
		UR(QueueRelease)(queue);
	pthread_mutex_lock(&shared.lock);
	shared.failed += r != UR_RESULT_SUCCESS;
	pthread_mutex_unlock(&shared.lock);
	return NULL;
}

static void test_threads(const char *images)
{
	struct run *run = &shared.run;
	pthread_t threads[THREADS];
	ur_result_t r;

	run->images = images;
	UR(AdapterGet)(1, &run->adapter, NULL);
	UR(PlatformGet)(run->adapter, 1, &run->platform, NULL);
	UR(DeviceGet)(run->platform, UR_DEVICE_TYPE_GPU, 1, &run->device, NULL);
	r = UR(ContextCreate)(1, &run->device, NULL, &run->context);
	if (r == UR_RESULT_SUCCESS)
		r = UR(QueueCreate)(run->context, run->device, NULL, &run->queue);
	if (r == UR_RESULT_SUCCESS)
		r = ur_load(run, "kernels.ptx", NULL, &run->program);
	if (r == UR_RESULT_SUCCESS)
		r = UR(ProgramBuild)(run->context, run->program, NULL);
	if (r == UR_RESULT_SUCCESS)
		r = UR(KernelCreate)(run->program, "iota", &run->kernel);
	if (!ok(r == UR_RESULT_SUCCESS, "what threads share: %s", r == UR_RESULT_SUCCESS ? "made" : ur_error()))
		return;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, thread_main, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	is_int(shared.failed, 0);
	is_int(ur_release(run), UR_RESULT_SUCCESS);
	if (fake)
		ok(fake->complaint() == NULL, "threads: no wrong call: %s", fake->complaint() ? fake->complaint() : "");
}

int main(int argc, char **argv)
{
	uint32_t count = 0;

	if (argc < 3 || !ok(ur_open(argv[1]), "every table is filled for version 0.12, and for no other"))
		return 1;
	if (fake) /* before the driver is opened here: each child opens it */
		test_faults(argv[2]);
	UR(AdapterGet)(1, &adapter, NULL);
	UR(PlatformGet)(adapter, 0, NULL, &count);
	if (count == 0) {
		printf("ok %d - the adapter on a GPU # SKIP no device (cuda:0)\n", ++tap_count);
		return tap_done();
	}
	ok(argc > 3 || fake, "on the %s driver", fake ? "fake" : "real");
	test_tables();
	test_answers();
	test_messages();
	test_run(argv[2]);
	if (fake)
		test_calls();
	test_threads(argv[2]);
	UR(AdapterRelease)(adapter);
	return tap_done();
}
