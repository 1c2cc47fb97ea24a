/* runtime/bundle.h — internals of a bundle: its packages, the modules read so far, programs.
 *
 * Locks, in the order in which they may be taken: program, bundle, source. Only that of a program is held during calls
 * of a driver. */
#ifndef RUNTIME_BUNDLE_H
#define RUNTIME_BUNDLE_H

#include "base/hash.h"
#include "driver/exec/store.h"
#include "rt.h"
#include <sybil/filter.h>
#include <sybil/propsets.h>
#include <sybil/spirv.h>

#include <pthread.h>

/* A module of a package. Its properties are read on first use. */
struct module {
	struct source *source;
	const struct syb_module *bin;
	struct syb_props *props;
	struct syb_view *view;  /* NULL: not read yet; see module_info */
	struct syb_spirv *code; /* its SPIR-V, read on first use; see narrow.c */
	bool code_tried;
};

/* A package, shared by the bundles that were made from it. */
struct source {
	struct allocator from;
	struct arena arena;
	atomic_uint refs;
	struct syb_bin *bin;
	uint8_t *copy;         /* of the caller's bytes; NULL: a file */
	struct syb_file *file; /* mapped, if it is large */
	pthread_mutex_t lock;
	struct module *modules;
	size_t module_count;
};

enum step {
	STEP_READ,
	STEP_MATCH,
	STEP_CHECK,
	STEP_TRANSLATE,
	STEP_BUILD,
	STEP_LINK,
	STEP_LOAD, /* from the cache */
	STEP_LAUNCH,
	STEP_COUNT
};

struct timing {
	atomic_uint_fast64_t ns, count;
};

/* A value that was set for all constants of this name. */
struct spec_value {
	struct spec_value *next;
	const char *name;
	struct syb_bytes value;
};

/* Memory of a device global that is not part of an image. */
struct global_memory {
	struct global_memory *next;
	struct syb_rt_device *device;
	const char *name;
	void *address;
	size_t bytes;
};

/* The choice of an image, and the reason. */
struct match {
	enum syb_answer answer;
	const struct syb_image *image; /* NULL: none */
	enum be_format format;
	struct syb_verdict *verdict; /* on the requirements */
	const char *why;             /* without an image: the available images, in the given arena */
};

/* The code of a module and its imports on a device. */
struct program {
	struct program *next; /* of the bundle; programs of other bundles are held by them, see program_share */
	struct program_code *code;
};

/* A variable of device code in memory that the runtime allocates, because the driver cannot access its own. */
struct placed {
	const char *symbol;
	void *address;
	size_t bytes;
	void *initial; /* initial value, until it is copied there */
};

struct program_code {
	struct allocator from;
	struct arena arena;
	atomic_uint refs;
	struct syb_rt *rt;
	struct syb_rt_device *device;
	struct module **parts; /* the first one is the requested module */
	size_t part_count;
	pthread_mutex_t lock;
	bool tried; /* it was built, or rejected by the driver with `error` */
	int error;
	const char *log; /* NULL: empty */
	struct be_program *be;
	bool native, cached;
	bool stale;                    /* native code with other values of constants than those set */
	const struct syb_image *image; /* of the first part */
	void *spec_buffer;
	struct placed *placed;
	size_t placed_count;
	bool asserts; /* failures are recorded in a variable: see asserts.h */
	/* Ranges that were launched, for drivers that compile for each; under the lock. */
	bool kept; /* in the cache, under this key */
	struct store_key key;
	uint64_t ranges[64];
	size_t range_count;
	atomic_bool grown; /* a range is new: the driver may have compiled for it */
};

/* Names → modules that have them, in the order of the bundle. */
struct owner {
	struct module *module;
	size_t next; /* in the list; SIZE_MAX: none */
	size_t last; /* of the first one of a name */
};
struct owners {
	struct hash first; /* place in the list */
	struct owner *list;
	size_t count, room;
	bool complete;
};

struct syb_bundle {
	struct allocator from;
	struct arena arena;              /* under the lock */
	enum syb_aspect_numbers numbers; /* assumed by the context that opened it */
	atomic_uint refs;
	struct syb_rt *rt;
	const char *name;
	enum syb_state state;
	const char *link_options;
	struct syb_rt_device **devices;
	size_t device_count;
	struct source **sources;
	const char **compile_options; /* of each of them */
	size_t source_count;
	struct module **modules;
	size_t module_count;
	bool linked; /* imports were resolved: all modules see each other */
	pthread_mutex_t lock;
	struct spec_value *specs;
	struct program *programs;
	struct global_memory *globals;
	struct owners exporters;     /* built on first use */
	struct owners kernel_owners; /* built on first use */
	const char **kernels;
	size_t kernel_count, kernel_room;
	struct timing times[STEP_COUNT];
	atomic_uint_fast64_t builds, cache_hits;
	pthread_t thread;
	bool has_thread;
	atomic_bool stop;
	atomic_bool asserts_lost; /* a warning about unreported assertions was given */
};

/* ---- bundle.c ---- */

/* The properties of a module; read once. Fails: FORMAT, NOMEM. */
int module_info(struct syb_ctx *ctx, struct module *module, const struct syb_module_info **out_info);
/* The same for a module that was already read, as all parts of a program are. */
static inline const struct syb_module_info *part_info(const struct module *module)
{
	return syb_view_info(module->view);
}
/* Whether the text of the module's properties contains these bytes: a fast test before parsing. */
bool module_mentions(const struct module *module, const char *text, size_t len);
static inline struct syb_bundle *bundle_hold(struct syb_bundle *bundle)
{
	atomic_fetch_add(&bundle->refs, 1);
	return bundle;
}
/* Check that the packages did not change since they were opened, before reading a mapped file. Fails: IO
 * ("file-changed"). */
int bundle_files(struct syb_ctx *ctx, const struct syb_bundle *bundle);
/* Options for compiling code of the module's package. */
const char *bundle_compile_options(const struct syb_bundle *bundle, const struct module *module);
/* Whether it is one of the bundle's devices. Fails: ARG. */
int bundle_has_device(struct syb_ctx *ctx, const struct syb_bundle *bundle, const struct syb_rt_device *device);
/* Add the time since `since` (clock_ns) to a step. */
void bundle_time(struct syb_bundle *bundle, enum step step, uint64_t since);
/* For steps that are too short to time each one: count it; only some are timed. Returns the previous count. */
static inline uint64_t bundle_count(struct syb_bundle *bundle, enum step step)
{
	return atomic_fetch_add_explicit(&bundle->times[step].count, 1, memory_order_relaxed);
}
static inline void bundle_add(struct syb_bundle *bundle, enum step step, uint64_t ns)
{
	atomic_fetch_add_explicit(&bundle->times[step].ns, ns, memory_order_relaxed);
}

/* Add a module to those that have a name; *out_new: it is the first one. Names must stay valid. */
int owners_add(struct syb_ctx *ctx, struct owners *owners, const char *name, struct module *module, bool *out_new);
/* The first one, SIZE_MAX for none. */
size_t owners_find(const struct owners *owners, const char *name);
void owners_drop(struct owners *owners, struct allocator from);

/* ---- match.c ---- */

static inline void match_drop(struct match *match)
{
	syb_verdict_free(match->verdict);
}
/* The image of a module for a device; `prefer_ir` if constants were set that native code does not support. The caller
 * drops the match. Fails: FORMAT, NOMEM. */
int match_module(struct syb_ctx *ctx, struct arena *arena, const struct syb_bundle *bundle, struct module *module,
		 const struct syb_rt_device *device, bool prefer_ir, struct match *out);
/* Why an image was not chosen. NULL: it was. */
const char *match_lost(const struct syb_bundle *bundle, const struct syb_rt_device *device, const struct match *match,
		       const struct syb_image *image);
/* Add a note for each image that was not chosen, with the reason. Returns r. */
int match_explain(struct syb_ctx *ctx, int r, const struct syb_bundle *bundle, const struct module *module,
		  const struct syb_rt_device *device, const struct match *match);
/* A name of an image for messages: "sm_90", "spirv". */
const char *match_image_name(const struct syb_image *image);
bool match_is_pocl(const struct syb_rt_device *device);
/* The format of an IR image, by its bytes. false: unknown. */
bool match_format(struct syb_bytes bytes, enum be_format *out_format);

/* ---- narrow.c ---- */

/* As match_module, for one kernel: if the device does not meet the requirements of the module, those of the code that
 * the kernel can reach decide. kernel NULL: of the code that other modules may import. */
int match_kernel(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct module *module,
		 const struct syb_rt_device *device, const char *kernel, struct match *out);

/* SPIR-V for a device that does not meet the requirements of its module: only with kernels that the device can run, so
 * that the driver does not reject them because of others. exports: other modules are linked to it. Bytes are in the
 * arena, or unchanged. */
int narrow_code(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct module *module,
		const struct syb_rt_device *device, bool exports, struct syb_bytes *inout_bytes);

/* The work-group size that a module requires for all its kernels, in the driver's order. NULL: none, or it is that of
 * single kernels of several. Valid as long as the module. Fails: FORMAT, NOMEM. */
int module_work_group(struct syb_ctx *ctx, struct module *module, const struct syb_work_group_size **out);

/* Read SPIR-V of a module before a driver gets it: some drivers hang on damaged code. Fails: FORMAT, NOMEM. */
int module_check_code(struct syb_ctx *ctx, struct module *module, const struct syb_image *image);

/* The description of a kernel in the SPIR-V of a module; NULL: none. Valid as long as the module. Fails: NOMEM. */
int module_kernel(struct syb_ctx *ctx, struct module *module, const char *kernel, const struct syb_spirv_kernel **out);

/* ---- check.c ---- */

/* Check the requirements of everything that a kernel of a module can reach. out_parts: the modules, `root` first; in
 * the arena. Fails: INCOMPATIBLE ("kernel-not-supported", "link-unresolved", "link-duplicate"). */
int check_kernel(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		 struct module *root, const char *kernel, struct module ***out_parts, size_t *out_count);

/* ---- links.c ---- */

/* The modules that `root` needs, itself first: imports to exports, and so on. Only modules that the device can use are
 * considered as exporters. In the arena. Fails: INCOMPATIBLE. */
int link_closure(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		 struct module *root, struct module ***out_parts, size_t *out_count);

/* Check the modules of a bundle on a device: each import has one export, and when several packages are linked, exports
 * and kernels are unique. All problems are reported. Fails: INCOMPATIBLE ("link-unresolved", "link-duplicate",
 * "link-kernel").
 */
int link_check(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device);

/* ---- program.c ---- */

/* The program of these modules, built now if necessary. Valid as long as the bundle. Fails: DEVICE
 * ("build-failed"), UNSUPPORTED, TOOL, NOMEM. */
int program_get(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		struct module *const *parts, size_t count, struct program_code **out_code);
struct program_code *program_hold(struct program_code *code);
void program_drop(struct program_code *code);
/* Record the range of a launch, as a hash. */
void program_range(struct program_code *code, uint64_t range);
/* After launches that are done: keep what the driver compiled for them. A failure is a warning. */
void program_keep_again(struct syb_ctx *ctx, struct program_code *code);
/* Share programs that another bundle has built, if they would be built in the same way here. */
int program_share(struct syb_ctx *ctx, struct syb_bundle *to, struct syb_bundle *from);
/* The values of all constants of a module, in the order of its description, as emulation reads them. In the arena. */
int program_spec_values(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle,
			const struct syb_module_info *info, struct syb_bytes *out);
/* The size of a constant: that of its default value, or up to the end of its last part. */
size_t program_spec_size(const struct syb_spec_const *c);
/* Whether a constant of this module was set to another value than in the package. */
bool program_is_specialized(struct syb_bundle *bundle, const struct syb_module_info *info);

/* ---- cache.c ---- */

/* 1 and the entry, or 0; damaged entries are not an error. Fails: NOMEM. */
int cache_get(struct syb_ctx *ctx, const struct syb_rt *rt, const struct store_key *key, struct buf *out);
/* A cache that cannot be written is a warning ("cache"). */
void cache_put(struct syb_ctx *ctx, struct syb_rt *rt, const struct store_key *key, struct syb_bytes bytes);
void cache_drop(const struct syb_rt *rt, const struct store_key *key);

/* ---- globals.c ---- */

/* Whether the runtime allocates the variables of a program, because its driver does not accept SPIR-V. */
bool globals_are_placed(const struct program_code *code);
/* In this order: reserve memory for them; for each module of the program, change the module (*out_file is built instead
 * of `spirv`); write their initial values. Fails: UNSUPPORTED ("device-global"), FORMAT, NOMEM, DEVICE. */
int globals_reserve(struct syb_ctx *ctx, struct program_code *code);
int globals_place(struct syb_ctx *ctx, struct program_code *code, struct syb_bytes spirv, struct syb_file **out_file);
int globals_start(struct syb_ctx *ctx, struct program_code *code);
void globals_unplace(struct program_code *code);
/* Copy to or from a variable (BE_TO_SYMBOL, BE_FROM_SYMBOL), wherever it is. */
struct syb_queue;
int globals_transfer(struct syb_ctx *ctx, struct syb_queue *queue, struct program_code *code, struct be_transfer *what);
/* Attach memory to the globals of a new program that are not part of its image. Fails: UNSUPPORTED ("device-global"),
 * NOMEM, DEVICE. */
int globals_attach(struct syb_ctx *ctx, struct syb_bundle *bundle, struct program_code *code);
void globals_drop(struct syb_bundle *bundle);

DEFINE_CLEANUP(struct syb_bundle *, syb_bundle_close);
DEFINE_CLEANUP(struct program_code *, program_drop);
DEFINE_CLEANUP(struct syb_verdict *, syb_verdict_free);

#endif
