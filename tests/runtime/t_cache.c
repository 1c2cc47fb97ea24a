/* t_cache.c — the cache on a live device: a second start finds what the first one built, alone and with many processes
 * at once. Started with "child" it is one of those. tests/unit/runtime/t_rt_cache.c looks at entries and directories.
 */
#include "lib/rtpack.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const char *kernels;

struct result {
	int r;
	bool right;
	uint64_t builds, hits;
	bool warned;
	size_t errors;
};

static uint64_t count_of(const struct syb_record *record, const char *key)
{
	return syb_value_uint(syb_value_get(syb_record_root(record), key));
}

static bool run_saxpy(struct syb_ctx *ctx, struct syb_rt_device *device, struct syb_kernel *kernel)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 1 } };
	struct syb_queue *queue = NULL;
	float x = 3, y = 0, a = 2;
	float *d = NULL;
	bool good =
		syb_queue_open(ctx, device, NULL, &queue) == 0 &&
		syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, 2 * sizeof(float), (void **)&d) == 0 &&
		syb_mem_copy(ctx, queue, d, &x, sizeof(x), NULL, 0, NULL) == 0 &&
		syb_kernel_arg(ctx, kernel, 0, &a, sizeof(a)) == 0 && syb_kernel_arg_pointer(ctx, kernel, 1, d) == 0 &&
		syb_kernel_arg_pointer(ctx, kernel, 2, d + 1) == 0 &&
		syb_kernel_launch(ctx, queue, kernel, &range, NULL) == 0 &&
		syb_mem_copy(ctx, queue, &y, d + 1, sizeof(y), NULL, 0, NULL) == 0 && syb_queue_wait(ctx, queue) == 0;

	if (d && syb_mem_free(ctx, device, d) < 0)
		good = false;
	syb_queue_close(queue);
	return good && y == -1;
}

/* Open everything anew, run a kernel, tell where it came from. */
static struct result run(const char *package, const char *cache, uint64_t most, const char *options)
{
	struct syb_rt_opts opts = { .size = sizeof(opts), .cache_dir = cache, .cache_most = most };
	struct syb_bundle_opts bundle_opts = { .size = sizeof(bundle_opts), .compile_options = options };
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *rt = NULL;
	struct syb_rt_device *devices[64];
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *kernel = NULL;
	struct syb_record *record = NULL;
	struct result result = { 0 };

	result.r = syb_rt_open(ctx, &opts, &rt);
	if (result.r == 0)
		result.r = syb_rt_select(ctx, rt, "opencl:*", devices);
	if (result.r > 0)
		result.r = syb_bundle_open_file(ctx, rt, package, devices, 1, &bundle_opts, &bundle);
	if (result.r == 0)
		result.r = syb_kernel_get(ctx, bundle, devices[0], "saxpy", &kernel);
	if (result.r == 0)
		result.right = run_saxpy(ctx, devices[0], kernel);
	if (result.r == 0 && syb_bundle_report(ctx, bundle, &record) == 0) {
		result.builds = count_of(record, "builds");
		result.hits = count_of(record, "cache_hits");
	}
	result.warned = rt_said(ctx, "cache");
	result.errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR);
	if (result.r < 0 || !result.right)
		rt_tell(ctx);
	syb_record_free(record);
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
	syb_ctx_free(ctx);
	return result;
}

static void is_built(struct result got, const char *what)
{
	ok(got.r == 0 && got.right && got.builds == 1 && got.hits == 0 && got.errors == 0, "%s: built", what);
}

static void is_found(struct result got, const char *what)
{
	ok(got.r == 0 && got.right && got.builds == 0 && got.hits == 1 && got.errors == 0, "%s: found", what);
}

/* The entry in a directory that has one. */
static size_t entries(const char *dir, char path[512])
{
	DIR *d = opendir(dir);
	struct dirent *found;
	size_t count = 0;

	while (d && (found = readdir(d))) {
		if (found->d_name[0] == '.')
			continue;
		snprintf(path, 512, "%s/%.200s", dir, found->d_name);
		count++;
	}
	if (d)
		closedir(d);
	return count;
}

/* Of the right form, but nothing that the driver takes. */
static void test_refused(const char *package, const char *dir)
{
	char path[512];
	struct result got;

	is_int(entries(dir, path), 1);
	is_int(truncate(path, 200), 0);
	is_built(run(package, dir, 0, NULL), "half an entry");
	is_found(run(package, dir, 0, NULL), "its successor");
	unlink(path);
	rmdir(dir);
	rt_write(dir, "x", 1);
	got = run(package, dir, 0, NULL);
	ok(got.right && got.warned && got.errors == 0, "a file in place of the directory is a warning");
	unlink(dir);
}

static void test_processes(const char *self, const char *package, const char *dir)
{
	enum { COUNT = 8 };
	pid_t children[COUNT];
	char cache[512], path[512];
	int bad = 0;

	snprintf(cache, sizeof(cache), "%s/race", dir);
	for (int i = 0; i < COUNT; i++) {
		children[i] = fork();
		if (children[i] == 0) { /* with files of its own for PoCL: its processes take them from each other */
			snprintf(path, sizeof(path), "%s/pocl%d", dir, i);
			setenv("POCL_CACHE_DIR", path, 1);
			execl(self, self, "child", package, cache, (char *)NULL);
			_exit(127);
		}
	}
	for (int i = 0; i < COUNT; i++) {
		int status;

		if (waitpid(children[i], &status, 0) < 0 || status != 0)
			bad++;
	}
	is_int(bad, 0);
	is_int(entries(cache, path), 1);
	is_found(run(package, cache, 0, NULL), "after the race");
}

int main(int argc, char **argv)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "other.spv" } } };
	struct syb_rt_device *devices[64];
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *rt = NULL;
	char dir[64], package[128], cache[128];
	int r;

	if (argc == 4 && strcmp(argv[1], "child") == 0) {
		struct result got = run(argv[2], argv[3], 0, NULL);

		syb_ctx_free(ctx);
		return got.r == 0 && got.right && got.errors == 0 && !got.warned ? 0 : 1;
	}
	kernels = getenv("SYBIL_KERNELS");
	if (syb_rt_open(ctx, NULL, &rt) < 0)
		return 1;
	r = syb_rt_select(ctx, rt, "opencl:*", devices);
	syb_rt_close(rt);
	syb_ctx_free(ctx);
	if (r < 1) {
		printf("1..0 # SKIP no OpenCL device\n");
		return 0;
	}
	rt_folder(dir);
	snprintf(package, sizeof(package), "%s/package", dir);
	snprintf(cache, sizeof(cache), "%s/cache", dir);
	rt_pack(package, kernels, SYB_STATE_EXECUTABLE, &module, 1);
	is_built(run(package, "", 0, NULL), "no cache");
	is_built(run(package, cache, 0, NULL), "an empty cache");
	is_found(run(package, cache, 0, NULL), "a second start");
	setenv("SYBIL_CACHE_DIR", cache, 1);
	is_found(run(package, NULL, 0, NULL), "by the environment");
	unsetenv("SYBIL_CACHE_DIR");
	test_refused(package, cache);
	test_processes(argv[0], package, dir);
	rt_remove(dir);
	return tap_done();
}
