/* t_cache.c — the cache on a live device: a second start finds what the first one built, alone and with many processes
 * at once; and functions for work-group sizes. Started with "child" it is one of those. tests/unit/runtime/t_rt_cache.c
 * looks at entries and directories.
 */
#include "lib/rtpack.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const char *kernels;
static size_t first_size, last_size; /* of work-groups, launched in turn; 0: the driver chooses one */

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

enum { MOST = 64 }; /* work-items */

static bool launch(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel)
{
	bool good = true;

	for (size_t size = first_size; good && size <= last_size; size++) {
		size_t all = size ? size : 1;
		struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { all }, .local = { size } };

		good = syb_kernel_launch(ctx, queue, kernel, &range, NULL) == 0 && syb_queue_wait(ctx, queue) == 0;
	}
	return good;
}

static bool run_saxpy(struct syb_ctx *ctx, struct syb_rt_device *device, struct syb_kernel *kernel)
{
	struct syb_queue *queue = NULL;
	float x = 3, y = 0, a = 2;
	float *d = NULL;
	bool good = syb_queue_open(ctx, device, NULL, &queue) == 0 &&
		    syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, 2 * MOST * sizeof(float), (void **)&d) == 0 &&
		    syb_mem_copy(ctx, queue, d, &x, sizeof(x), NULL, 0, NULL) == 0 &&
		    syb_kernel_arg(ctx, kernel, 0, &a, sizeof(a)) == 0 &&
		    syb_kernel_arg_pointer(ctx, kernel, 1, d) == 0 &&
		    syb_kernel_arg_pointer(ctx, kernel, 2, d + MOST) == 0 && launch(ctx, queue, kernel) &&
		    syb_mem_copy(ctx, queue, &y, d + MOST, sizeof(y), NULL, 0, NULL) == 0 &&
		    syb_queue_wait(ctx, queue) == 0;

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

/* ---- functions for work-group sizes ---- */

enum { COMPILED = 10 }; /* exit status of a child in which the driver compiled something */

/* A new process that launches these sizes in turn; its exit status. */
static pid_t start_sizes(const char *self, const char *package, const char *cache, size_t first, size_t last)
{
	char from[16], to[16];
	pid_t pid = fork();

	if (pid == 0) {
		snprintf(from, sizeof(from), "%zu", first);
		snprintf(to, sizeof(to), "%zu", last);
		execl(self, self, "child", package, cache, from, to, (char *)NULL);
		_exit(127);
	}
	return pid;
}

static int end_sizes(pid_t pid)
{
	int status = 0;

	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sizes(const char *self, const char *package, const char *cache, size_t first, size_t last)
{
	return end_sizes(start_sizes(self, package, cache, first, last));
}

/* How many functions the only entry has for sizes of one kernel. */
static size_t kept_functions(const char *cache)
{
	static const char word[] = "-goffs0";
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = NULL;
	struct syb_bytes bytes;
	char path[512];
	size_t count = 0;

	if (entries(cache, path) != 1 || syb_file_open(ctx, path, &file) < 0)
		return SIZE_MAX;
	bytes = syb_file_bytes(file);
	for (const uint8_t *at = bytes.ptr; (at = memmem(at, bytes.len - (size_t)(at - bytes.ptr), word, strlen(word)));
	     at += strlen(word))
		count++;
	syb_file_close(file);
	syb_ctx_free(ctx);
	return count;
}

static void test_sizes(const char *self, const char *package, const char *dir)
{
	enum { AT_ONCE = 3, MOST_KEPT = 31 };
	char cache[512], path[512];
	pid_t children[AT_ONCE];

	snprintf(cache, sizeof(cache), "%s/sizes", dir);
	is_int(sizes(self, package, cache, 8, 8), COMPILED);
	is_int(kept_functions(cache), 1);
	is_int(sizes(self, package, cache, 8, 8), 0);
	is_int(sizes(self, package, cache, 4, 4), COMPILED); /* a new size in a process that built nothing */
	is_int(kept_functions(cache), 2);
	is_int(sizes(self, package, cache, 4, 4), 0);
	is_int(sizes(self, package, cache, 8, 8), 0);
	for (size_t i = 0; i < AT_ONCE; i++) { /* each with a size of its own, and a folder of PoCL */
		snprintf(path, sizeof(path), "%s/pocl-sizes%zu", dir, i);
		setenv("POCL_CACHE_DIR", path, 1);
		children[i] = start_sizes(self, package, cache, 10 + i, 10 + i);
	}
	for (size_t i = 0; i < AT_ONCE; i++)
		is_int(end_sizes(children[i]), COMPILED);
	for (int again = 0; again < 2; again++) /* an addition may be lost, once */
		for (size_t i = 0; i < AT_ONCE; i++) {
			int status = sizes(self, package, cache, 10 + i, 10 + i);

			ok(status == 0 || (again == 0 && status == COMPILED), "size %zu", 10 + i);
		}
	is_int(kept_functions(cache), 2 + AT_ONCE);
	is_int(sizes(self, package, cache, 1, MOST_KEPT + 5), COMPILED);
	is_int(kept_functions(cache), MOST_KEPT);
	is_int(sizes(self, package, cache, MOST_KEPT + 5, MOST_KEPT + 5), COMPILED);
	is_int(kept_functions(cache), MOST_KEPT);
}

int main(int argc, char **argv)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "other.spv" } } };
	struct syb_rt_device *devices[64];
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *rt = NULL;
	char dir[64], package[128], cache[128];
	bool pocl;
	int r;

	if (argc > 3 && strcmp(argv[1], "child") == 0) {
		struct rusage children;
		struct result got;

		first_size = argc > 4 ? strtoul(argv[4], NULL, 10) : 0;
		last_size = argc > 5 ? strtoul(argv[5], NULL, 10) : 0;
		got = run(argv[2], argv[3], 0, NULL);
		syb_ctx_free(ctx);
		getrusage(RUSAGE_CHILDREN, &children); /* PoCL starts a linker for each function */
		if (got.r != 0 || !got.right || got.errors || got.warned)
			return 1;
		return argc > 4 && children.ru_maxrss > 0 ? COMPILED : 0;
	}
	kernels = getenv("SYBIL_KERNELS");
	if (syb_rt_open(ctx, NULL, &rt) < 0)
		return 1;
	r = syb_rt_select(ctx, rt, "opencl:*", devices);
	pocl = r > 0 && strstr(syb_rt_device_info(devices[0])->platform, "Portable Computing Language");
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
	if (pocl) /* others compile nothing for a launch */
		test_sizes(argv[0], package, dir);
	rt_remove(dir);
	return tap_done();
}
