/* runtime/rt.c — opening a runtime: load drivers, list devices, read profiles, apply ONEAPI_DEVICE_SELECTOR.
 *
 * A driver that fails does not affect others: its errors become remarks, and a warning says that it is ignored. Every
 * object opened on a runtime holds it, so it may be closed at any time. */
#include "queue.h"

#include "runtime/backend/driver.h"
#include "base/number.h"
#include "base/words.h"

#include <stdlib.h>

static const struct backend_ops *const all_backends[] = {
	&opencl_backend,
	&cuda_backend,
	&level_zero_backend,
};

enum { CACHE_MOST = 1 << 30 };

static void ignore_diag(void *user, const struct syb_diag *diag)
{
	(void)user;
	(void)diag;
}

struct syb_ctx rt_quiet(struct allocator from)
{
	return (struct syb_ctx){ .opts = { .size = sizeof(struct syb_ctx_opts),
					   .sink = ignore_diag,
					   .alloc = from.fn,
					   .alloc_user = from.user } };
}

const char *syb_backend_name(enum syb_backend backend)
{
	static const char *const names[] = { "opencl", "cuda", "level_zero", "profile" };

	return (size_t)backend < ARRAY_SIZE(names) ? names[backend] : "unknown";
}

void syb_rt_close(struct syb_rt *rt)
{
	if (rt && atomic_load(&rt->left)) /* abandoned queues still use it */
		uses_collect(rt);
	if (!rt || atomic_fetch_sub(&rt->refs, 1) != 1)
		return;
	for (size_t i = 0; i < rt->backend_count; i++)
		rt->backends[i].ops->close(rt->backends[i].backend);
	for (size_t i = 0; i < rt->profile_count; i++)
		syb_devices_free(rt->profiles[i]);
	allocator_free(rt->from, rt->allocations.slots);
	arena_free(&rt->arena);
	pthread_mutex_destroy(&rt->lock);
	allocator_free(rt->from, rt);
}

/* ---- devices ---- */

struct found {
	struct syb_rt_device **list;
	size_t count, room;
	struct allocator from;
};

static void found_drop(struct found *found)
{
	allocator_free(found->from, found->list);
}

static int push(struct syb_ctx *ctx, struct syb_rt *rt, struct found *found, const struct syb_rt_device *device)
{
	struct syb_rt_device *copy;

	TRY(VEC_PUSH(ctx, found->list, found->count, found->room));
	copy = arena_alloc(ctx, &rt->arena, sizeof(*copy));
	if (!copy)
		return -SYB_E_NOMEM;
	*copy = *device;
	copy->rt = rt;
	copy->info.info.caps = &copy->info.caps;
	found->list[found->count++] = copy;
	return 0;
}

static void warn(struct syb_ctx *ctx, const struct backend_ops *ops, int r, const char *what)
{
	syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "driver-failed", "%s: %s (%s); it is ignored",
		   syb_backend_name(ops->backend), what, syb_code_name((enum syb_code) - r));
}

/* Errors of a driver that is then ignored become remarks. */
static int ask(struct syb_ctx *ctx, const struct backend_ops *ops, struct be_device *be, struct arena *arena,
	       struct be_device_info *out)
{
	_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(ctx, true);

	return ops->info(ctx, be, arena, out);
}

/* One thread at a time: PoCL 3.1 crashes if several threads are the first to use it. A lock in the runtime would not
 * help, because each thread may open its own: this one is the only mutable static data of the library. */
static int open_driver(struct syb_ctx *ctx, const struct backend_ops *ops, struct backend **out_backend,
		       struct be_device ***out_devices, size_t *out_count)
{
	static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
	_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(ctx, true);
	int r;

	pthread_mutex_lock(&first);
	r = ops->open(ctx, out_backend, out_devices, out_count);
	pthread_mutex_unlock(&first);
	return r;
}

static int add_backend(struct syb_ctx *ctx, struct syb_rt *rt, const struct backend_ops *ops, struct found *found)
{
	struct rt_backend *slot = &rt->backends[rt->backend_count];
	struct be_device **list = NULL;
	size_t count = 0;
	int r = open_driver(ctx, ops, &slot->backend, &list, &count);

	if (r == -SYB_E_NOTFOUND)
		return 0;
	if (r < 0) { /* also out of memory, which may concern only the driver */
		warn(ctx, ops, r, "cannot open the driver");
		return 0;
	}
	slot->ops = ops;
	rt->backend_count++;
	for (size_t i = 0; i < count; i++) {
		struct syb_rt_device device = { .ops = ops, .be = list[i] };

		r = ask(ctx, ops, list[i], &rt->arena, &device.info);
		if (r < 0) {
			warn(ctx, ops, r, "cannot query a device");
			continue;
		}
		device.info.info.backend = ops->backend;
		device.info.info.number = (uint32_t)i;
		r = push(ctx, rt, found, &device);
		if (r < 0)
			return r;
	}
	return 0;
}

static bool has_devices(const struct syb_rt *rt, enum syb_backend backend)
{
	for (size_t i = 0; i < rt->device_count; i++)
		if (rt->devices[i]->info.info.backend == backend)
			return true;
	return false;
}

int rt_note_missing(struct syb_ctx *ctx, const struct syb_rt *rt, const char *selector, int r)
{
	for (size_t i = 0; i < ARRAY_SIZE(all_backends) && rt->live; i++) {
		const struct backend_ops *ops = all_backends[i];
		bool meant = selector ? str_starts(selector, syb_backend_name(ops->backend))
				      : ops->backend == SYB_BACKEND_OPENCL;

		if (!meant || has_devices(rt, ops->backend))
			continue;
		if (!driver_is_loaded(ops->library))
			r = syb_note(ctx, r, "%s is not installed: %s", ops->library, ops->library_from);
		else
			r = syb_note(ctx, r, "%s finds no driver with a device: %s", ops->library, ops->driver_from);
	}
	return r;
}

/* ---- profiles ---- */

static const char *type_of(const struct syb_device *caps)
{
	static const char *const types[][2] = { { "cpu", "cpu" }, { "gpu", "gpu" }, { "accelerator", "acc" } };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		const struct syb_aspect_info *aspect = syb_aspect_parse(types[i][0]);

		if (aspect && syb_device_has_aspect(caps, aspect->number))
			return types[i][1];
	}
	return str_starts(caps->name, "x86_64") || str_starts(caps->name, "spir64_x86_64") ? "cpu" : "gpu";
}

/* The target of a profile is the one that its name or an alias names. */
static const char *arch_of(const struct syb_device *caps)
{
	const struct syb_target_info *target = syb_target_find(caps->name);
	const char *rest = caps->aliases, *word;
	size_t len;

	while (!target && (word = words_next(&rest, &len))) {
		char name[128];

		if (len < sizeof(name)) {
			memcpy(name, word, len);
			name[len] = '\0';
			target = syb_target_find(name);
		}
	}
	return target ? target->name : "";
}

static int add_profile(struct syb_ctx *ctx, struct syb_rt *rt, const struct syb_device *caps, uint32_t number,
		       struct found *found)
{
	struct syb_rt_device device = { .info = { .caps = *caps } };

	device.info.info = (struct syb_rt_device_info){
		.backend = SYB_BACKEND_PROFILE,
		.number = number,
		.type = type_of(caps),
		.name = caps->name,
		.vendor = "",
		.platform = caps->file ? caps->file : "",
		.driver_version = "",
		.arch = arch_of(caps),
		.il_versions = "",
	};
	return push(ctx, rt, found, &device);
}

static int add_profiles(struct syb_ctx *ctx, struct syb_rt *rt, const struct syb_rt_opts *opts, struct found *found)
{
	uint32_t number = 0;

	rt->profiles = arena_array(ctx, &rt->arena, opts->profile_count, sizeof(*rt->profiles));
	if (!rt->profiles)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < opts->profile_count; i++) {
		struct syb_devices_opts one = { .size = sizeof(one), .files = &opts->profiles[i], .file_count = 1 };
		struct syb_devices *devices = NULL;

		TRY(syb_devices_load(ctx, &one, &devices));
		rt->profiles[rt->profile_count++] = devices;
		for (size_t k = 0; k < syb_devices_count(devices); k++)
			TRY(add_profile(ctx, rt, syb_devices_at(devices, k), number++, found));
	}
	return 0;
}

/* ---- opening ---- */

static const char *copy_text(struct syb_ctx *ctx, struct syb_rt *rt, const char *text)
{
	return arena_string(ctx, &rt->arena, text, strlen(text));
}

/* SYBIL_CACHE_SIZE: 512M, 2G. A malformed value is only a warning, because a cache is optional. */
static uint64_t cache_most(struct syb_ctx *ctx)
{
	const char *text = getenv("SYBIL_CACHE_SIZE");
	double most = 0;

	if (!text || !*text)
		return CACHE_MOST;
	if (number_parse(text, &most) && most >= 1 && most < 1e18)
		return (uint64_t)most;
	syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache",
		   "SYBIL_CACHE_SIZE=%s is not a number of bytes (such as 512M or 2G): using 1 GiB", text);
	return CACHE_MOST;
}

/* Checked here, because warnings of the OpenCL backend are shown only if it fails. */
static void check_memory_setting(struct syb_ctx *ctx)
{
	const char *wanted = getenv("SYBIL_OPENCL_MEMORY");

	if (wanted && *wanted && !str_eq(wanted, "svm") && !str_eq(wanted, "buffer"))
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "device-memory",
			   "SYBIL_OPENCL_MEMORY=%s is neither svm nor buffer: ignored", wanted);
}

static int read_settings(struct syb_ctx *ctx, struct syb_rt *rt, const struct syb_rt_opts *opts)
{
	const char *dir = opts->cache_dir ? opts->cache_dir : getenv("SYBIL_CACHE_DIR");

	rt->cache_dir = copy_text(ctx, rt, dir ? dir : "");
	rt->cache_most = opts->cache_most ? opts->cache_most : cache_most(ctx);
	rt->strict = opts->strict;
	rt->live = !opts->no_live;
	if (!opts->no_live)
		check_memory_setting(ctx);
	return rt->cache_dir ? 0 : -SYB_E_NOMEM;
}

/* The variable applies to drivers only; the caller names profiles. */
static int find_devices(struct syb_ctx *ctx, struct syb_rt *rt, const struct syb_rt_opts *opts)
{
	_cleanup_(found_drop) struct found found = { .from = allocator_of(ctx) };
	const char *selector = getenv("ONEAPI_DEVICE_SELECTOR");
	int r = 0;

	for (size_t i = 0; r == 0 && !opts->no_live && i < ARRAY_SIZE(all_backends); i++)
		r = add_backend(ctx, rt, all_backends[i], &found);
	rt->hidden_count = found.count;
	if (r == 0 && selector && *selector && !opts->no_live)
		r = select_devices(ctx, selector, "ONEAPI_DEVICE_SELECTOR", found.list, &found.count);
	rt->hidden_count -= found.count;
	if (r == 0)
		r = add_profiles(ctx, rt, opts, &found);
	if (r < 0)
		return r;
	rt->devices = arena_array(ctx, &rt->arena, found.count, sizeof(struct syb_rt_device *));
	if (!rt->devices)
		return -SYB_E_NOMEM;
	if (found.count)
		memcpy(rt->devices, found.list, found.count * sizeof(struct syb_rt_device *));
	rt->device_count = found.count;
	return 0;
}

int syb_rt_open(struct syb_ctx *ctx, const struct syb_rt_opts *opts, struct syb_rt **out_rt)
{
	_cleanup_(syb_rt_close_p) struct syb_rt *rt = NULL;
	struct syb_rt_opts given = { 0 };

	OPTS_READ(ctx, &given, opts);
	rt = mem_zalloc(ctx, sizeof(*rt));
	if (!rt)
		return -SYB_E_NOMEM;
	rt->from = allocator_of(ctx);
	atomic_init(&rt->refs, 1);
	pthread_mutex_init(&rt->lock, NULL);
	TRY(read_settings(ctx, rt, &given));
	TRY(find_devices(ctx, rt, &given));
	*out_rt = steal(rt);
	return 0;
}
