/* runtime/bundle.c — bundles: packages for some devices, in one of three states.
 *
 * Opening reads headers only. The properties of a module are read when one of its kernels is requested; to find the
 * module, the text of the properties is searched for the name first, so that a package of a thousand modules costs one
 * search. */
#define _GNU_SOURCE /* memmem */
#include "bundle.h"

#include "base/file.h"
#include <sybil/spirv.h>

/* ---- packages ---- */

static void source_drop(struct source *source)
{
	if (!source || atomic_fetch_sub(&source->refs, 1) != 1)
		return;
	for (size_t i = 0; i < source->module_count; i++) {
		syb_spirv_close(source->modules[i].code);
		syb_view_free(source->modules[i].view);
		syb_props_free(source->modules[i].props);
	}
	syb_bin_close(source->bin);
	syb_file_close(source->file);
	allocator_free(source->from, source->copy);
	arena_free(&source->arena);
	pthread_mutex_destroy(&source->lock);
	allocator_free(source->from, source);
}

DEFINE_CLEANUP(struct source *, source_drop);

static int list_modules(struct syb_ctx *ctx, struct source *source)
{
	size_t count = syb_bin_module_count(source->bin);

	source->modules = arena_array(ctx, &source->arena, count, sizeof(*source->modules));
	if (!source->modules)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		source->modules[i] = (struct module){ .source = source, .bin = syb_bin_module_at(source->bin, i) };
	source->module_count = count;
	return 0;
}

static int copy_bytes(struct syb_ctx *ctx, struct source *source, struct syb_bytes bytes, const char *name)
{
	struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = name, .only = true };

	source->copy = mem_alloc(ctx, bytes.len + 1);
	if (!source->copy)
		return -SYB_E_NOMEM;
	if (bytes.len)
		memcpy(source->copy, bytes.ptr, bytes.len);
	return syb_bin_open(ctx, (struct syb_bytes){ source->copy, bytes.len }, &opts, &source->bin);
}

/* Small packages are read, so that later changes of the file have no effect. Large ones are mapped. */
static int open_file(struct syb_ctx *ctx, struct source *source, const char *path)
{
	enum { SMALL = 1 << 20 };
	struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = path, .only = true };

	TRY(file_open_whole(ctx, path, SMALL, &source->file));
	return syb_bin_open(ctx, syb_file_bytes(source->file), &opts, &source->bin);
}

/* path NULL: bytes. */
static int source_open(struct syb_ctx *ctx, struct syb_bytes bytes, const char *path, const char *name,
		       struct source **out_source)
{
	_cleanup_(source_drop_p) struct source *source = mem_zalloc(ctx, sizeof(*source));

	if (!source)
		return -SYB_E_NOMEM;
	source->from = allocator_of(ctx);
	atomic_init(&source->refs, 1);
	pthread_mutex_init(&source->lock, NULL);
	TRY(path ? open_file(ctx, source, path) : copy_bytes(ctx, source, bytes, name));
	TRY(list_modules(ctx, source));
	*out_source = steal(source);
	return 0;
}

/* ---- modules ---- */

static int read_view(struct syb_ctx *ctx, struct module *module)
{
	int r;

	TRY(module->props ? 0 : syb_module_props(ctx, module->bin, &module->props));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(module->source->bin));
	r = syb_spec_consts_check(ctx, module->props, NULL);
	if (r < 0)
		return syb_note(ctx, r, "in module %zu", syb_module_index(module->bin));
	return syb_module_view(ctx, module->bin, module->props, &module->view);
}

int module_info(struct syb_ctx *ctx, struct module *module, const struct syb_module_info **out_info)
{
	int r = 0;

	pthread_mutex_lock(&module->source->lock);
	if (!module->view)
		r = read_view(ctx, module);
	if (r == 0)
		*out_info = syb_view_info(module->view);
	pthread_mutex_unlock(&module->source->lock);
	return r;
}

bool module_mentions(const struct module *module, const char *text, size_t len)
{
	struct syb_bytes metadata = syb_module_metadata(module->bin, NULL);

	return metadata.len >= len && memmem(metadata.ptr, metadata.len, text, len) != NULL;
}

int owners_add(struct syb_ctx *ctx, struct owners *owners, const char *name, struct module *module, bool *out_new)
{
	size_t *first, at = owners->count;
	bool found;

	TRY(VEC_PUSH(ctx, owners->list, owners->count, owners->room));
	TRY(hash_put(ctx, &owners->first, name, strlen(name), at, &first, &found));
	owners->list[owners->count++] = (struct owner){ module, SIZE_MAX, at };
	if (found) {
		owners->list[owners->list[*first].last].next = at;
		owners->list[*first].last = at;
	}
	*out_new = !found;
	return 0;
}

size_t owners_find(const struct owners *owners, const char *name)
{
	size_t *first = hash_get(&owners->first, name, strlen(name));

	return first ? *first : SIZE_MAX;
}

void owners_drop(struct owners *owners, struct allocator from)
{
	hash_free(&owners->first);
	allocator_free(from, owners->list);
	*owners = (struct owners){ 0 };
}

/* ---- making and closing ---- */

static void drop(struct syb_bundle *bundle)
{
	if (bundle->has_thread) {
		atomic_store(&bundle->stop, true);
		pthread_join(bundle->thread, NULL);
	}
	globals_drop(bundle);
	for (struct program *program = bundle->programs; program; program = program->next)
		program_drop(program->code);
	for (size_t i = 0; i < bundle->source_count; i++)
		source_drop(bundle->sources[i]);
	owners_drop(&bundle->exporters, bundle->from);
	owners_drop(&bundle->kernel_owners, bundle->from);
	allocator_free(bundle->from, bundle->kernels);
	arena_free(&bundle->arena);
	pthread_mutex_destroy(&bundle->lock);
	syb_rt_close(bundle->rt);
	allocator_free(bundle->from, bundle);
}

void syb_bundle_close(struct syb_bundle *bundle)
{
	if (bundle && atomic_fetch_sub(&bundle->refs, 1) == 1)
		drop(bundle);
}

static const char *copy_text(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *text)
{
	return arena_string(ctx, &bundle->arena, text ? text : "", text ? strlen(text) : 0);
}

/* An empty bundle for these devices. */
static int bundle_new(struct syb_ctx *ctx, struct syb_rt *rt, struct syb_rt_device *const *devices, size_t device_count,
		      const struct syb_bundle_opts *opts, struct syb_bundle **out_bundle)
{
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = mem_zalloc(ctx, sizeof(*bundle));

	if (!bundle)
		return -SYB_E_NOMEM;
	bundle->from = allocator_of(ctx);
	bundle->numbers = ctx->assumed_numbers;
	atomic_init(&bundle->refs, 1);
	pthread_mutex_init(&bundle->lock, NULL);
	bundle->rt = rt_hold(rt);
	bundle->name = copy_text(ctx, bundle, opts->name);
	bundle->link_options = copy_text(ctx, bundle, opts->link_options);
	bundle->devices = arena_array(ctx, &bundle->arena, device_count, sizeof(struct syb_rt_device *));
	if (!bundle->name || !bundle->link_options || !bundle->devices)
		return -SYB_E_NOMEM;
	memcpy(bundle->devices, devices, device_count * sizeof(struct syb_rt_device *));
	bundle->device_count = device_count;
	*out_bundle = steal(bundle);
	return 0;
}

/* Take the modules of packages, with the options that each is compiled with; each gets a reference. */
static int add_sources(struct syb_ctx *ctx, struct syb_bundle *bundle, struct source *const *sources,
		       const char *const *options, size_t count)
{
	size_t modules = 0;

	bundle->sources = arena_array(ctx, &bundle->arena, count, sizeof(struct source *));
	bundle->compile_options = arena_array(ctx, &bundle->arena, count, sizeof(const char *));
	if (!bundle->sources || !bundle->compile_options)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		bundle->compile_options[i] = copy_text(ctx, bundle, options[i]);
		if (!bundle->compile_options[i])
			return -SYB_E_NOMEM;
		atomic_fetch_add(&sources[i]->refs, 1);
		bundle->sources[bundle->source_count++] = sources[i];
		modules += sources[i]->module_count;
	}
	bundle->modules = arena_array(ctx, &bundle->arena, modules, sizeof(struct module *));
	if (!bundle->modules)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < sources[i]->module_count; k++)
			bundle->modules[bundle->module_count++] = &sources[i]->modules[k];
	return 0;
}

/* ---- building everything ---- */

/* Skip kernels that a device cannot run: requesting them fails later. */
static int build_module(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
			struct module *module)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	const struct syb_module_info *info = NULL;
	struct program_code *code;
	struct module **parts;
	size_t count;
	int r = module_info(ctx, module, &info);

	if (r < 0 || info->kernel_count == 0 || !device->ops)
		return r;
	r = -SYB_E_INCOMPATIBLE;
	for (size_t i = 0; i < info->kernel_count && r == -SYB_E_INCOMPATIBLE;
	     i++) { /* one kernel that can run is enough to build it */
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = check_kernel(ctx, &scratch, bundle, device, module, info->kernels[i], &parts, &count);
		if (r != -SYB_E_INCOMPATIBLE)
			r = ctx_unmute_failed(&mute, r);
	}
	if (r == -SYB_E_INCOMPATIBLE)
		return 0;
	return r < 0 ? r : program_get(ctx, bundle, device, parts, count, &code);
}

static int build_all(struct syb_ctx *ctx, struct syb_bundle *bundle)
{
	int r = 0;

	for (size_t d = 0; d < bundle->device_count; d++) {
		for (size_t i = 0; r == 0 && i < bundle->module_count && !atomic_load(&bundle->stop); i++)
			r = build_module(ctx, bundle, bundle->devices[d], bundle->modules[i]);
	}
	return r;
}

/* Errors are reported again when a kernel is requested. */
static void *build_behind(void *arg)
{
	struct syb_bundle *bundle = arg;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = bundle->from.fn, .alloc_user = bundle->from.user };
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(&opts, &ctx) == 0) {
		syb_ctx_assume_aspect_numbers(ctx, bundle->numbers);
		(void)!build_all(ctx, bundle);
	}
	syb_ctx_free(ctx);
	return NULL;
}

static int start_building(struct syb_ctx *ctx, struct syb_bundle *bundle, const struct syb_bundle_opts *opts)
{
	if (opts->background)
		bundle->has_thread = pthread_create(&bundle->thread, NULL, build_behind, bundle) == 0;
	return opts->eager && !opts->background ? build_all(ctx, bundle) : 0;
}

/* ---- opening ---- */

static int read_state(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_bundle_opts *opts,
		      enum syb_state *out_state)
{
	uint32_t state = SYB_STATE_INPUT;

	TRY(syb_bin_state_check(ctx, bin));
	(void)syb_bin_state(bin, &state);
	if (opts->check_state && (int)state != opts->state)
		return syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "bundle-state",
				"kernel_bundle state does not match the state of the SYCLBIN file: it is %s",
				syb_state_name(state));
	*out_state = (enum syb_state)state;
	return 0;
}

/* Bundles that are not executable need devices that can compile or link them. */
static int check_devices(struct syb_ctx *ctx, const struct syb_rt *rt, struct syb_rt_device *const *devices,
			 size_t count, enum syb_state state)
{
	const struct syb_aspect_info *aspect = NULL;

	if (state != SYB_STATE_EXECUTABLE)
		aspect = syb_aspect_parse(state == SYB_STATE_INPUT ? "online_compiler" : "online_linker");
	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "bundle-devices", "Vector of devices is empty");
	for (size_t i = 0; i < count; i++) {
		if (devices[i]->rt != rt)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "bundle-devices",
					"Not all devices are associated with the context");
		if (aspect && devices[i]->ops && !syb_device_has_aspect(&devices[i]->info.caps, aspect->number))
			return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "bundle-devices",
					"Not all devices have aspect::%s", aspect->name);
	}
	return 0;
}

static int open_any(struct syb_ctx *ctx, struct syb_rt *rt, struct syb_bytes bytes, const char *path,
		    struct syb_rt_device *const *devices, size_t device_count, const struct syb_bundle_opts *opts,
		    struct syb_bundle **out_bundle)
{
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;
	_cleanup_(source_drop_p) struct source *source = NULL;
	struct syb_bundle_opts given = { 0 };
	enum syb_state state = SYB_STATE_EXECUTABLE;
	uint64_t start = clock_ns();
	int r;

	OPTS_READ(ctx, &given, opts);
	if (!given.name)
		given.name = path;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, given.name);
	r = source_open(ctx, bytes, path, given.name, &source);
	if (r == 0)
		r = read_state(ctx, source->bin, &given, &state);
	if (r == 0)
		r = check_devices(ctx, rt, devices, device_count, state);
	if (r == 0)
		r = bundle_new(ctx, rt, devices, device_count, &given, &bundle);
	if (r == 0)
		r = add_sources(ctx, bundle, &source, &given.compile_options, 1);
	if (r < 0)
		return r;
	bundle->state = state;
	bundle_time(bundle, STEP_READ, start);
	r = start_building(ctx, bundle, &given);
	if (r == 0)
		*out_bundle = steal(bundle);
	return r;
}

int syb_bundle_open(struct syb_ctx *ctx, struct syb_rt *rt, struct syb_bytes bytes,
		    struct syb_rt_device *const *devices, size_t device_count, const struct syb_bundle_opts *opts,
		    struct syb_bundle **out_bundle)
{
	return open_any(ctx, rt, bytes, NULL, devices, device_count, opts, out_bundle);
}

int syb_bundle_open_file(struct syb_ctx *ctx, struct syb_rt *rt, const char *path, struct syb_rt_device *const *devices,
			 size_t device_count, const struct syb_bundle_opts *opts, struct syb_bundle **out_bundle)
{
	return open_any(ctx, rt, (struct syb_bytes){ 0 }, path, devices, device_count, opts, out_bundle);
}

enum syb_state syb_bundle_state(const struct syb_bundle *bundle)
{
	return bundle->state;
}

int bundle_has_device(struct syb_ctx *ctx, const struct syb_bundle *bundle, const struct syb_rt_device *device)
{
	for (size_t i = 0; i < bundle->device_count; i++)
		if (bundle->devices[i] == device)
			return 0;
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "bundle-devices", "the bundle was not opened for device %s",
			device ? device->info.info.name : "(NULL)");
}

int bundle_files(struct syb_ctx *ctx, const struct syb_bundle *bundle)
{
	for (size_t i = 0; i < bundle->source_count; i++)
		TRY(bundle->sources[i]->file ? file_check(ctx, bundle->sources[i]->file) : 0);
	return 0;
}

const char *bundle_compile_options(const struct syb_bundle *bundle, const struct module *module)
{
	for (size_t i = 0; i < bundle->source_count; i++)
		if (bundle->sources[i] == module->source)
			return bundle->compile_options[i];
	return "";
}

/* ---- states ---- */

/* Linked bundles share specialization constants: values of the same name must be equal. */
static int check_spec(struct syb_ctx *ctx, const struct syb_bundle *bundle, const struct spec_value *value)
{
	for (const struct spec_value *v = bundle->specs; v; v = v->next)
		if (str_eq(v->name, value->name) &&
		    (v->value.len != value->value.len || memcmp(v->value.ptr, value->value.ptr, v->value.len) != 0))
			return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "spec-constant",
					"%s was set to different values in the bundles that are linked", v->name);
	return 0;
}

static int copy_specs(struct syb_ctx *ctx, struct syb_bundle *to, struct syb_bundle *from)
{
	int r = 0;

	pthread_mutex_lock(&from->lock);
	for (struct spec_value *value = from->specs; r == 0 && value; value = value->next) {
		r = check_spec(ctx, to, value);
		if (r == 0)
			r = syb_bundle_spec_const(ctx, to, value->name, value->value);
	}
	pthread_mutex_unlock(&from->lock);
	return r;
}

/* Link options of all bundles, each once. */
static int join_options(struct syb_ctx *ctx, struct syb_bundle *const *from, size_t count, struct buf *out)
{
	for (size_t i = 0; i < count; i++) {
		bool again = !*from[i]->link_options;

		for (size_t k = 0; k < i; k++)
			again |= str_eq(from[k]->link_options, from[i]->link_options);
		if (!again)
			TRY(buf_printf(ctx, out, "%s%s", out->len ? " " : "", from[i]->link_options));
	}
	return buf_char(ctx, out, '\0');
}

/* A bundle of the same packages in a later state. */
static int derive(struct syb_ctx *ctx, struct syb_bundle *const *from, size_t count, enum syb_state state,
		  struct syb_bundle **out_bundle)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(buf_free) struct buf link = { 0 };
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;
	struct syb_bundle_opts opts = { .name = from[0]->name };
	struct source **sources;
	const char **options;
	size_t total = 0, n = 0;
	int r = join_options(ctx, from, count, &link);

	for (size_t i = 0; r == 0 && i < count; i++)
		r = bundle_files(ctx, from[i]);
	opts.link_options = (const char *)link.ptr;
	if (r == 0)
		r = bundle_new(ctx, from[0]->rt, from[0]->devices, from[0]->device_count, &opts, &bundle);
	for (size_t i = 0; i < count; i++)
		total += from[i]->source_count;
	sources = arena_array(ctx, &scratch, total, sizeof(struct source *));
	options = arena_array(ctx, &scratch, total, sizeof(const char *));
	if (r < 0 || !sources || !options)
		return r < 0 ? r : -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < from[i]->source_count; k++) {
			options[n] = from[i]->compile_options[k];
			sources[n++] = from[i]->sources[k];
		}
	r = add_sources(ctx, bundle, sources, options, n);
	bundle->state = state;
	for (size_t i = 0; r == 0 && i < count; i++)
		r = copy_specs(ctx, bundle, from[i]);
	for (size_t i = 0; r == 0 && i < count; i++) /* once all values are known */
		r = program_share(ctx, bundle, from[i]);
	if (r == 0)
		*out_bundle = steal(bundle);
	return r;
}

static int need_state(struct syb_ctx *ctx, const struct syb_bundle *bundle, enum syb_state most, const char *what)
{
	if (bundle->state <= most)
		return 0;
	return syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "bundle-state", "a bundle in state %s cannot be %s",
			syb_state_name(bundle->state), what);
}

/* Modules without imports are built now, to report errors early; the others are built when linked. */
int syb_bundle_compile(struct syb_ctx *ctx, struct syb_bundle *input, struct syb_bundle **out_object)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, *input->name ? input->name : NULL);
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;

	TRY(need_state(ctx, input, SYB_STATE_INPUT, "compiled"));
	TRY(derive(ctx, &input, 1, SYB_STATE_OBJECT, &bundle));
	for (size_t d = 0; d < bundle->device_count; d++) {
		for (size_t i = 0; i < bundle->module_count; i++) {
			const struct syb_module_info *info = NULL;

			TRY(module_info(ctx, bundle->modules[i], &info));
			if (info->import_count == 0)
				TRY(build_module(ctx, bundle, bundle->devices[d], bundle->modules[i]));
		}
	}
	*out_object = steal(bundle);
	return 0;
}

int syb_bundle_build(struct syb_ctx *ctx, struct syb_bundle *input, struct syb_bundle **out_executable)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, *input->name ? input->name : NULL);
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;

	TRY(need_state(ctx, input, SYB_STATE_INPUT, "built"));
	TRY(derive(ctx, &input, 1, SYB_STATE_EXECUTABLE, &bundle));
	for (size_t d = 0; d < bundle->device_count; d++)
		TRY(link_check(ctx, bundle, bundle->devices[d]));
	TRY(build_all(ctx, bundle));
	*out_executable = steal(bundle);
	return 0;
}

int syb_bundle_link(struct syb_ctx *ctx, struct syb_bundle *const *objects, size_t count,
		    struct syb_bundle **out_executable)
{
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;
	uint64_t start = clock_ns();
	int r = 0;

	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no bundles to link");
	for (size_t i = 0; r == 0 && i < count; i++) {
		r = need_state(ctx, objects[i], SYB_STATE_OBJECT, "linked");
		if (r == 0 && objects[i]->rt != objects[0]->rt)
			r = syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "bundle-devices",
				     "the bundles belong to different runtimes");
		for (size_t d = 0; r == 0 && d < objects[0]->device_count; d++)
			r = bundle_has_device(ctx, objects[i], objects[0]->devices[d]);
	}
	if (r == 0)
		r = derive(ctx, objects, count, SYB_STATE_EXECUTABLE, &bundle);
	if (r < 0)
		return r;
	bundle->linked = true;
	for (size_t d = 0; r == 0 && d < bundle->device_count; d++)
		r = link_check(ctx, bundle, bundle->devices[d]);
	bundle_time(bundle, STEP_LINK, start);
	if (r == 0)
		r = build_all(ctx, bundle);
	if (r == 0)
		*out_executable = steal(bundle);
	return r;
}
