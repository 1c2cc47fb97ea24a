/* lib/rtfix.h — the fixture of tests of the runtime: one device, a queue, a folder for packages, and what a test does
 * with them. rtfix_begin() says in TAP why there is nothing to test. */
#ifndef TESTS_LIB_RTFIX_H
#define TESTS_LIB_RTFIX_H

#include "rtpack.h"

static struct {
	struct syb_ctx *ctx;
	struct syb_rt *rt;
	struct syb_rt_device *device;
	struct syb_queue *queue;
	char dir[64];
	const char *kernels; /* folder of images */
} t;

static inline bool good(int r)
{
	if (r < 0)
		rt_tell(t.ctx);
	return r >= 0;
}

#define works(call) ok(good(call), #call)

/* The call fails with this code, and says so by this name. */
#define refused_as(call, code, check)                                       \
	do {                                                                \
		syb_ctx_diag_clear(t.ctx);                                  \
		is_int(call, -(code));                                      \
		if (!ok(rt_said(t.ctx, check), "%s says %s", #call, check)) \
			rt_tell(t.ctx);                                     \
		syb_ctx_diag_clear(t.ctx);                                  \
	} while (0)

/* false: there is no such device, or no driver at all, and the plan says so. */
__attribute__((unused)) static bool rtfix_begin(const char *selector, const char *kernels)
{
	struct syb_rt_device *devices[64];

	setvbuf(stdout, NULL, _IOLBF, 0);
	t.ctx = test_ctx();
	t.kernels = kernels ? kernels : getenv("SYBIL_KERNELS");
	if (!good(syb_rt_open(t.ctx, NULL, &t.rt)))
		exit(1);
	if (syb_rt_select(t.ctx, t.rt, selector, devices) < 1) {
		printf("1..0 # SKIP no device %s\n", selector);
		syb_rt_close(t.rt);
		syb_ctx_free(t.ctx);
		return false;
	}
	syb_ctx_diag_clear(t.ctx);
	rt_folder(t.dir);
	t.device = devices[0];
	printf("# %s\n", syb_rt_device_info(t.device)->name);
	works(syb_queue_open(t.ctx, t.device, NULL, &t.queue));
	return true;
}

/* `return rtfix_end();` */
__attribute__((unused)) static int rtfix_end(void)
{
	syb_queue_close(t.queue);
	syb_rt_close(t.rt);
	syb_ctx_free(t.ctx);
	rt_remove(t.dir);
	return tap_done();
}

__attribute__((unused)) static bool is_pocl(void)
{
	return strstr(syb_rt_device_info(t.device)->platform, "Portable Computing Language") != NULL;
}

__attribute__((unused)) static bool is_intel_cpu(void)
{
	return strstr(syb_rt_device_info(t.device)->platform, "Intel(R) OpenCL") != NULL;
}

/* A real driver for CPUs, whose compiler refuses what the fakes accept. */
__attribute__((unused)) static bool has_compiler(void)
{
	return is_pocl() || is_intel_cpu();
}

/* A file of the folder; the path is good until the next call. */
__attribute__((unused)) static const char *folder_path(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", t.dir, name);
	return path;
}

/* Write a package into the folder; the path is good until the next call. */
__attribute__((unused)) static const char *pack(const char *name, const struct rt_module *modules, size_t count,
						enum syb_state state)
{
	const char *path = folder_path(name);

	rt_pack(path, t.kernels, state, modules, count);
	return path;
}

__attribute__((unused)) static struct syb_bundle *open_path(const char *path, const struct syb_bundle_opts *opts)
{
	struct syb_bundle *bundle = NULL;

	works(syb_bundle_open_file(t.ctx, t.rt, path, &t.device, 1, opts, &bundle));
	return bundle;
}

/* A package of one module, opened. */
__attribute__((unused)) static struct syb_bundle *open_module(const char *name, const struct rt_module *module,
							      enum syb_state state)
{
	return open_path(pack(name, module, 1, state), NULL);
}

__attribute__((unused)) static struct syb_kernel *get(struct syb_bundle *bundle, const char *name)
{
	struct syb_kernel *kernel = NULL;

	works(syb_kernel_get(t.ctx, bundle, t.device, name, &kernel));
	return kernel;
}

__attribute__((unused)) static void *device_memory(size_t bytes)
{
	void *address = NULL;

	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, bytes, &address));
	return address;
}

/* Copy to or from the device, and wait. */
__attribute__((unused)) static void move(void *to, const void *from, size_t bytes)
{
	works(syb_mem_copy(t.ctx, t.queue, to, from, bytes, NULL, 0, NULL));
	works(syb_queue_wait(t.ctx, t.queue));
}

/* One dimension, and wait. */
__attribute__((unused)) static int launch(struct syb_kernel *kernel, size_t global, size_t local)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { global }, .local = { local } };
	int r = syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL);

	return r < 0 ? r : syb_queue_wait(t.ctx, t.queue);
}

__attribute__((unused)) static uint64_t report_number(struct syb_bundle *bundle, const char *key)
{
	struct syb_record *record = NULL;
	uint64_t n = 0;

	if (good(syb_bundle_report(t.ctx, bundle, &record)))
		n = syb_value_uint(syb_value_get(syb_record_root(record), key));
	syb_record_free(record);
	return n;
}

/* Write a bundle to a file of the folder; the path is good until the next call. */
__attribute__((unused)) static const char *write_bundle(struct syb_bundle *bundle, const char *name)
{
	const char *path = folder_path(name);
	struct syb_out *out = NULL;

	works(syb_out_open(t.ctx, path, &out));
	works(syb_bundle_write(t.ctx, bundle, NULL, out));
	works(syb_out_commit(t.ctx, out));
	syb_out_close(out);
	return path;
}

#endif
