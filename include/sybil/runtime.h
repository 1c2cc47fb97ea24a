/* sybil/runtime.h — load SYCLBIN packages on real devices, check them, run their kernels.
 *
 * Part of libsybil-rt. Drivers (OpenCL, CUDA, Level Zero) are loaded with dlopen; none is required. Work is done on
 * demand: opening a bundle compiles nothing, and a kernel's image is built when the kernel is first requested.
 *
 * Threads: several threads may use a runtime, its devices and bundles at a time, each with its own context; a queue, a
 * kernel object and an event belong to one thread at a time. All contexts used with a runtime must have the same
 * allocator. Objects may be freed in any order: each holds the objects that it needs.
 *
 * fork: drivers start threads, which a forked child does not have. After syb_rt_open, a child may only call exec or
 * _exit: it must not use or free objects of its parent, nor open a runtime. A process that forks first and then opens
 * runtimes in each child works.
 *
 * Drivers run in the calling process. One that crashes, ends the process or never returns on code that it is given
 * takes the program with it: pass code from an untrusted source to `sybil build` or `sybil run`, which use a child. */
#ifndef SYBIL_RUNTIME_H
#define SYBIL_RUNTIME_H

#include <sybil/bin.h>
#include <sybil/devices.h>
#include <sybil/value.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_rt;
struct syb_rt_device;
struct syb_bundle;
struct syb_kernel;
struct syb_queue;
struct syb_event;

/* ---- the runtime ---- */

/* Since: 0.1 */
struct syb_rt_opts {
	size_t size;
	const char *cache_dir;       /* NULL: SYBIL_CACHE_DIR, or no cache if that is not set; "": no cache */
	uint64_t cache_most;         /* bytes; 0: SYBIL_CACHE_SIZE ("512M"), or 1 GiB if that is not set */
	bool no_live;                /* profiles only: no driver is loaded */
	const char *const *profiles; /* device configuration files whose entries act as devices */
	size_t profile_count;
	bool strict; /* unknown capabilities are treated as unsupported */
};

/* Find drivers and devices. A driver that fails is reported as a warning ("driver-failed") and ignored. Close with
 * syb_rt_close. Fails: FORMAT (profiles), IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_rt_open(struct syb_ctx *ctx, const struct syb_rt_opts *opts, struct syb_rt **out_rt);
SYB_API void syb_rt_close(struct syb_rt *rt);

/* ---- devices ---- */

/* Since: 0.1 */
enum syb_backend {
	SYB_BACKEND_OPENCL = 0,
	SYB_BACKEND_CUDA = 1,
	SYB_BACKEND_LEVEL_ZERO = 2,
	SYB_BACKEND_PROFILE = 3, /* a device configuration; nothing can be launched */
};

/* Since: 0.1 */
struct syb_rt_device_info {
	enum syb_backend backend;
	uint32_t number;  /* within the backend, over all platforms */
	const char *type; /* "cpu", "gpu", "fpga", "acc" */
	const char *name, *vendor, *platform, *driver_version;
	const char *arch; /* canonical target name ("intel_gpu_pvc", "nvidia_gpu_sm_90", "x86_64"), "" when not known */
	/* Its capabilities, in the form of a configuration file; requirements are compared with them. */
	const struct syb_device *caps;
	const char *il_versions; /* "SPIR-V_1.2 SPIR-V_1.0", "" for none */
	uint32_t compute_units;
	uint64_t global_memory, local_memory;
	bool native_specialization; /* supports SPIR-V specialization constants */
};

/* Devices in a fixed order: OpenCL, CUDA, Level Zero, profiles; only those that ONEAPI_DEVICE_SELECTOR selects.
 * Since: 0.1 */
SYB_API size_t syb_rt_device_count(const struct syb_rt *rt);
SYB_API struct syb_rt_device *syb_rt_device_at(const struct syb_rt *rt, size_t i);
SYB_API const struct syb_rt_device_info *syb_rt_device_info(const struct syb_rt_device *device);
/* Select devices ("opencl:cpu", "cuda:0", "*:gpu", "!opencl:*", "level_zero:0,1;opencl:cpu", or the name of a profile).
 * out_devices has room for syb_rt_device_count; returns their number. NULL: one, the default device. Fails: ARG
 * ("device-selector", with the column), NOTFOUND. Since: 0.1 */
SYB_API SYB_MUST int syb_rt_select(struct syb_ctx *ctx, const struct syb_rt *rt, const char *selector,
				   struct syb_rt_device **out_devices);
SYB_API const char *syb_backend_name(enum syb_backend backend);
/* Everything about a device, for people and as JSON. Since: 0.1 */
SYB_API SYB_MUST int syb_rt_device_record(struct syb_ctx *ctx, const struct syb_rt_device *device,
					  struct syb_record **out_record);
/* Write profiles of devices, which syb_rt_opts.profiles reads on any machine. Fails: IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_rt_device_save(struct syb_ctx *ctx, struct syb_rt_device *const *devices, size_t count,
					struct syb_out *out);

/* ---- bundles ---- */

/* Since: 0.1 */
struct syb_bundle_opts {
	size_t size;
	const char *name;                           /* for diagnostics; NULL: the path */
	bool check_state;                           /* the file must be in `state` */
	int state;                                  /* enum syb_state */
	bool eager;                                 /* build everything for every device now */
	bool background;                            /* build everything in a background thread */
	const char *compile_options, *link_options; /* passed to the driver */
};

/* Open a package for devices of one or several backends. Bytes are copied; a large file is mapped. Nothing is built.
 * Close with syb_bundle_close. Fails: FORMAT, STATE ("bundle-state"), ARG (no device), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_open(struct syb_ctx *ctx, struct syb_rt *rt, struct syb_bytes bytes,
				     struct syb_rt_device *const *devices, size_t device_count,
				     const struct syb_bundle_opts *opts, struct syb_bundle **out_bundle);
SYB_API SYB_MUST int syb_bundle_open_file(struct syb_ctx *ctx, struct syb_rt *rt, const char *path,
					  struct syb_rt_device *const *devices, size_t device_count,
					  const struct syb_bundle_opts *opts, struct syb_bundle **out_bundle);
SYB_API void syb_bundle_close(struct syb_bundle *bundle);
SYB_API enum syb_state syb_bundle_state(const struct syb_bundle *bundle);

/* input → object. Fails: DEVICE ("build-failed", with the log), INCOMPATIBLE. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_compile(struct syb_ctx *ctx, struct syb_bundle *input, struct syb_bundle **out_object);
/* objects → executable: imports of each resolve to exports of all. Fails: INCOMPATIBLE ("link-unresolved",
 * "link-duplicate", "link-kernel"), DEVICE. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_link(struct syb_ctx *ctx, struct syb_bundle *const *objects, size_t count,
				     struct syb_bundle **out_executable);
/* input → executable. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_build(struct syb_ctx *ctx, struct syb_bundle *input,
				      struct syb_bundle **out_executable);

/* Set a specialization constant by name, before the images that use it are built. Fails: NOTFOUND, ARG (size), STATE.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_spec_const(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name,
					   struct syb_bytes value);
/* The current value of a specialization constant. Fails: NOTFOUND, ARG (room). Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_spec_const_get(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name,
					       void *out_value, size_t *inout_size);

/* Names of kernels, in the order of the package. Since: 0.1 */
SYB_API size_t syb_bundle_kernel_count(const struct syb_bundle *bundle);
SYB_API const char *syb_bundle_kernel_at(const struct syb_bundle *bundle, size_t i);
/* Which kernel runs on which device of the bundle, how (native, or from which IR), or why not: the record of
 * syb_matrix, with live devices, and "images": the one that each device uses, and why the others were not chosen.
 * Fails: FORMAT (a module cannot be read), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_check(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record **out_record);
/* Write the bundle as SYCLBIN, with the native images that were built. Fails: IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_write(struct syb_ctx *ctx, struct syb_bundle *bundle,
				      const struct syb_bin_write_opts *opts, struct syb_out *out);
/* The output of syb_bundle_write in memory. Free with syb_file_close; syb_file_bytes has the bytes until then.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_contents(struct syb_ctx *ctx, struct syb_bundle *bundle,
					 const struct syb_bin_write_opts *opts, struct syb_file **out_contents);
/* Times so far (read, match, check, translate, build, link, load from the cache, launch), numbers of builds and cache
 * hits, build logs. Since: 0.1 */
SYB_API SYB_MUST int syb_bundle_report(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record **out_record);

/* ---- queues, memory, events ---- */

/* Since: 0.1 */
struct syb_queue_opts {
	size_t size;
	bool profiling;
	bool out_of_order; /* if the device supports it */
};
SYB_API SYB_MUST int syb_queue_open(struct syb_ctx *ctx, struct syb_rt_device *device,
				    const struct syb_queue_opts *opts, struct syb_queue **out_queue);
/* Wait for all commands. Fails: DEVICE; CANCELLED when the context requests it: the commands continue, and the queue
 * may be closed; the queue and the objects that its commands use are freed when the commands end. Since: 0.1 */
SYB_API SYB_MUST int syb_queue_wait(struct syb_ctx *ctx, struct syb_queue *queue);
SYB_API void syb_queue_close(struct syb_queue *queue);

/* Since: 0.1 */
enum syb_mem_kind {
	SYB_MEM_DEVICE = 0,
	SYB_MEM_SHARED = 1, /* the host may read and write it between commands */
	SYB_MEM_HOST = 2,
};
/* Allocate memory of a device. With unified shared memory the address is valid in kernels and on the host; otherwise it
 * is a handle for this library, as an argument and in copies, offsets included. Free with syb_mem_free. Fails: NOMEM
 * ("device-memory"), UNSUPPORTED, DEVICE, ARG. Since: 0.1 */
SYB_API SYB_MUST int syb_mem_alloc(struct syb_ctx *ctx, struct syb_rt_device *device, enum syb_mem_kind kind,
				   size_t bytes, void **out_address);
/* Free memory of syb_mem_alloc once the commands that use it have ended; NULL is allowed. Fails: ARG, DEVICE. Since:
 * 0.1 */
SYB_API SYB_MUST int syb_mem_free(struct syb_ctx *ctx, struct syb_rt_device *device, void *address);
/* Copy or fill memory. Either end of a copy may be ordinary memory of the host. The command waits for the events
 * `wait`; out_event may be NULL. A copy of 0 bytes does nothing and has no event. Fails: ARG, DEVICE, NOMEM. Since: 0.1
 */
SYB_API SYB_MUST int syb_mem_copy(struct syb_ctx *ctx, struct syb_queue *queue, void *to, const void *from,
				  size_t bytes, struct syb_event *const *wait, size_t wait_count,
				  struct syb_event **out_event);
SYB_API SYB_MUST int syb_mem_fill(struct syb_ctx *ctx, struct syb_queue *queue, void *to, const void *pattern,
				  size_t pattern_bytes, size_t bytes, struct syb_event *const *wait, size_t wait_count,
				  struct syb_event **out_event);

/* Nanoseconds of the device's clock; 0: unknown. Since: 0.1 */
struct syb_event_times {
	uint64_t queued, submitted, started, ended;
};
SYB_API SYB_MUST int syb_event_wait(struct syb_ctx *ctx, struct syb_event *event);
SYB_API bool syb_event_done(struct syb_event *event);
SYB_API SYB_MUST int syb_event_times(struct syb_ctx *ctx, struct syb_event *event, struct syb_event_times *out_times);
SYB_API void syb_event_free(struct syb_event *event);

/* ---- kernels ---- */

/* Get a kernel of an executable bundle, or of an input bundle, which is built. The name is the one in the package, with
 * or without "__sycl_kernel_" (also inside mangled names), a registered name, a demangled one ("ns::iota(float*)"),
 * or the one in the source ("iota", "ns::iota", "iota<int>") if it is unambiguous. The requirements of the kernel, of
 * the functions that it can call and of the images that it imports from are checked before the driver gets any code.
 * Free with syb_kernel_free. Fails: NOTFOUND ("kernel-name", with suggestions), ARG ("kernel-name": ambiguous),
 * INCOMPATIBLE
 * ("kernel-not-supported"), DEVICE ("build-failed"), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_kernel_get(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
				    const char *name, struct syb_kernel **out_kernel);
SYB_API void syb_kernel_free(struct syb_kernel *kernel);

/* Since: 0.1 */
struct syb_kernel_info {
	const char *name;
	uint32_t arg_count; /* in the source, including removed arguments; 0 if args_known is false */
	bool args_known;
	uint64_t work_group_size[3]; /* required, dimension 0 first as in syb_launch; dims 0: none */
	uint32_t work_group_dims;
	uint32_t sub_group_size;
	uint64_t max_work_group_size, preferred_multiple, private_bytes,
		local_bytes; /* of the built kernel; 0: not known */
	bool native;         /* the image was native code */
};
SYB_API const struct syb_kernel_info *syb_kernel_info(const struct syb_kernel *kernel);

/* Set an argument by value; later launches keep it. index is the position in the source: removed arguments are accepted
 * and ignored. Pointers are set by syb_kernel_arg_pointer. Fails: ARG, also for a wrong kind or size of argument if the
 * module has SPIR-V. Since: 0.1 */
SYB_API SYB_MUST int syb_kernel_arg(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index, const void *value,
				    size_t bytes);
/* Set a pointer: memory of syb_mem_alloc, or any address that is valid on the device; offsets are allowed. Fails: ARG.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_kernel_arg_pointer(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index,
					    const void *address);
SYB_API SYB_MUST int syb_kernel_arg_local(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index, size_t bytes);
/* Set the argument through which native code reads specialization constants from memory, if the package does not name
 * it (program metadata "spec_constants_arg", which the library sets itself). The library copies the values to the
 * device. Fails: NOTFOUND (the kernel's image has no constants), ARG, NOMEM, DEVICE. Since: 0.1 */
SYB_API SYB_MUST int syb_kernel_arg_spec_consts(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index);

/* Since: 0.1 */
struct syb_launch {
	size_t size;
	uint32_t dims;              /* 1 to 3; dimension 0 is SYCL's first */
	size_t global[3], local[3]; /* local all 0: the driver's choice, or the required one */
	size_t offset[3];
	size_t dynamic_local_bytes; /* of the implicit local argument */
	struct syb_event *const *wait;
	size_t wait_count;
};
/* Launch a kernel; out_event may be NULL. Fails: ARG ("nd-range": sizes that do not divide, or differ from the required
 * one), INCOMPATIBLE, DEVICE. Since: 0.1 */
SYB_API SYB_MUST int syb_kernel_launch(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel,
				       const struct syb_launch *launch, struct syb_event **out_event);

/* ---- device globals ---- */

/* Copy to or from a device global, by its unique id, its symbol, or its name in the source. With image scope, each
 * image has its own variable: the one in the image of `kernel` is used, which may be NULL if only one image has it.
 * Fails: NOTFOUND, ARG (range, or an ambiguous name), STATE, UNSUPPORTED, DEVICE. Since: 0.1 */
SYB_API SYB_MUST int syb_global_write(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle,
				      struct syb_kernel *kernel, const char *name, size_t offset, const void *value,
				      size_t bytes);
SYB_API SYB_MUST int syb_global_read(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle,
				     struct syb_kernel *kernel, const char *name, size_t offset, void *out_value,
				     size_t bytes);
/* The size of a device global in bytes. Fails: NOTFOUND, ARG. Since: 0.1 */
SYB_API SYB_MUST int syb_global_size(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle,
				     struct syb_kernel *kernel, const char *name, size_t *out_bytes);

/* ---- the cache ---- */

/* List the entries of a cache, including those of sybil cc and sybil c++: key, kind, size and age. verify: check each
 * entry, and remove damaged ones. A missing directory has no entries. Fails: IO, NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_cache_list(struct syb_ctx *ctx, const char *dir, bool verify, struct syb_record **out_record);
/* Remove entries, least recently used first, until `keep` bytes are left. Fails: IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_cache_trim(struct syb_ctx *ctx, const char *dir, uint64_t keep, uint64_t *out_removed);

#ifdef __cplusplus
}
#endif
#endif
