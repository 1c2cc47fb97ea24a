/* runtime/write.c — writes a bundle as SYCLBIN: its modules, the native code built for them, and the values of
 * constants that were set.
 *
 * Unchanged parts are written byte for byte. Native code built from one module becomes an image of that module. Code
 * linked from several modules becomes a separate module before the requested one: it has the same kernels and imports
 * nothing, so that a device that accepts its code needs no linking, and other devices use the original modules. */
#include "bundle.h"

#include "base/buf.h"
#include "base/file.h"

DEFINE_CLEANUP(struct syb_bin_writer *, syb_bin_writer_free);
DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);

static const char set_values[] = "SYCL/specialization constants set values";
static const char globals_set[] = "SYCL/device globals", metadata_set[] = "SYCL/program metadata";

struct writing {
	struct syb_ctx *ctx;
	struct syb_bundle *bundle;
	struct syb_bin_writer *writer;
	struct arena arena; /* native code, until it is written */
};

static void drop(struct writing *w)
{
	arena_free(&w->arena);
}

/* ---- property sets ---- */

/* Whether a property of another part of a program is about its variables or their symbols. */
static bool belongs(const char *set, const char *key)
{
	static const char mapping[] = "@global_id_mapping";
	size_t len = strlen(key), end = strlen(mapping);

	return str_eq(set, globals_set) || (len > end && str_eq(key + len - end, mapping));
}

static bool has_before(const struct program_code *code, size_t part, const char *set, const char *key)
{
	for (size_t p = 0; p < part; p++)
		if (syb_props_get(code->parts[p]->props, set, key))
			return true;
	return false;
}

static int add_others(struct writing *w, struct syb_props_writer *props, const struct program_code *code,
		      const char *name)
{
	for (size_t p = 1; p < code->part_count; p++) {
		const struct syb_set *set = syb_props_find(code->parts[p]->props, name);

		for (size_t i = 0; set && i < syb_set_count(set); i++) {
			const struct syb_prop *prop = syb_set_at(set, i);

			if (belongs(name, syb_prop_key(prop)) && !has_before(code, p, name, syb_prop_key(prop)))
				TRY(syb_props_writer_prop(w->ctx, props, prop));
		}
	}
	return 0;
}

/* Add a set that the first part lacks and another part has. */
static int add_missing(struct writing *w, struct syb_props_writer *props, const struct program_code *code,
		       const char *name)
{
	bool any = false;

	if (syb_props_find(code->parts[0]->props, name))
		return 0;
	for (size_t p = 1; p < code->part_count; p++)
		any |= syb_props_find(code->parts[p]->props, name) != NULL;
	if (!any)
		return 0;
	TRY(syb_props_writer_set(w->ctx, props, name));
	return add_others(w, props, code, name);
}

/* Add all sets, with the values of constants that were set. code: a linked program, which imports and exports nothing
 * and has the variables of all its parts; or NULL. */
static int add_sets(struct writing *w, struct syb_props_writer *props, struct module *module, bool with_values,
		    const struct program_code *code)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < syb_props_count(module->props); i++) {
		const struct syb_set *set = syb_props_at(module->props, i);
		const char *name = syb_set_name(set);

		if (with_values && str_eq(name, set_values))
			continue;
		if (code && (str_eq(name, "SYCL/imported symbols") || str_eq(name, "SYCL/exported symbols")))
			continue;
		r = syb_props_writer_set(w->ctx, props, name);
		for (size_t k = 0; r == 0 && k < syb_set_count(set); k++)
			r = syb_props_writer_prop(w->ctx, props, syb_set_at(set, k));
		if (r == 0 && code && (str_eq(name, globals_set) || str_eq(name, metadata_set)))
			r = add_others(w, props, code, name);
	}
	if (r == 0 && code)
		r = add_missing(w, props, code, globals_set);
	return r < 0 || !code ? r : add_missing(w, props, code, metadata_set);
}

static int begin_module(struct writing *w, struct module *module, bool specialized, const struct program_code *code)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	struct syb_bytes text = syb_module_metadata(module->bin, NULL), values;
	const struct syb_module_info *info = NULL;

	if (specialized || code) {
		TRY(module_info(w->ctx, module, &info));
		TRY(syb_props_writer_new(w->ctx, &props));
		TRY(add_sets(w, props, module, specialized, code));
		if (specialized) {
			TRY(program_spec_values(w->ctx, &w->arena, w->bundle, info, &values));
			TRY(syb_props_writer_set(w->ctx, props, set_values));
			TRY(syb_props_writer_bytes(w->ctx, props, "all", values));
		}
		TRY(syb_props_writer_text(w->ctx, props, SYB_DIALECT_KEEP, &text));
	}
	return syb_bin_writer_module(w->ctx, w->writer, text);
}

/* ---- images ---- */

static const char *spec_of(const struct syb_rt_device *device)
{
	const struct syb_rt_device_info *info = &device->info.info;

	if (str_starts(info->arch, "nvidia_gpu"))
		return "nvptx64-nvidia-cuda";
	if (str_eq(info->type, "cpu"))
		return "spir64_x86_64-unknown-unknown";
	return str_eq(info->type, "gpu") ? "spir64_gen-unknown-unknown" : "spir64_fpga-unknown-unknown";
}

static bool has_native(const struct syb_module *module, struct syb_bytes bytes)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++) {
		const struct syb_image *image = syb_module_image_at(module, i);
		struct syb_bytes other = syb_image_bytes(image);

		if (syb_image_kind(image) == SYB_IMAGE_NATIVE && other.len == bytes.len &&
		    memcmp(other.ptr, bytes.ptr, bytes.len) == 0)
			return true;
	}
	return false;
}

/* Native code of a built program, in the arena; 0 bytes: the driver does not provide it, or the architecture of the
 * device has no name. Under the lock of the program. */
static int read_native(struct writing *w, struct program_code *code, struct syb_bytes *out)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	uint8_t *kept;
	int r;

	*out = (struct syb_bytes){ 0 };
	if (!code->be || !*code->device->info.info.arch ||
	    code->placed_count) /* the code contains addresses of this process */
		return 0;
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx);

		r = code->device->ops->binary(w->ctx, code->be, &bytes);
	}
	if (r == -SYB_E_NOMEM)
		return syb_fail(w->ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory",
				"no memory to fetch the code that %s built", code->device->info.info.name);
	if (r < 0 || bytes.len == 0)
		return 0;
	kept = arena_bytes(w->ctx, &w->arena, bytes.len);
	if (!kept)
		return -SYB_E_NOMEM;
	memcpy(kept, bytes.ptr, bytes.len);
	*out = (struct syb_bytes){ kept, bytes.len };
	return 0;
}

static int add_native(struct writing *w, const struct program_code *code, struct syb_bytes bytes)
{
	struct syb_image_desc desc = { .size = sizeof(desc), .kind = SYB_IMAGE_NATIVE, .bytes = bytes };

	desc.arch = code->device->info.info.arch;
	desc.target = spec_of(code->device);
	return syb_bin_writer_image(w->ctx, w->writer, &desc);
}

static struct program *programs(struct writing *w)
{
	struct program *first;

	pthread_mutex_lock(&w->bundle->lock);
	first = w->bundle->programs; /* the list only grows, at its head */
	pthread_mutex_unlock(&w->bundle->lock);
	return first;
}

static int add_natives(struct writing *w, struct module *module)
{
	int r = 0;

	for (struct program *p = programs(w); r == 0 && p; p = p->next) {
		struct program_code *code = p->code;
		struct syb_bytes bytes;

		if (code->parts[0] != module || code->part_count != 1)
			continue;
		pthread_mutex_lock(&code->lock);
		r = code->native ? 0 : read_native(w, code, &bytes);
		if (r == 0 && !code->native && bytes.len && !has_native(module->bin, bytes))
			r = add_native(w, code, bytes);
		pthread_mutex_unlock(&code->lock);
	}
	return r;
}

/* Constants of other parts would be lost: native code that has them is left out. */
static bool has_constants(const struct program_code *code)
{
	for (size_t p = 1; p < code->part_count; p++)
		if (part_info(code->parts[p])->spec_const_count > 0)
			return true;
	return false;
}

/* Programs that were linked, each a module. */
static int add_linked(struct writing *w, struct module *module, bool specialized)
{
	int r = 0;

	for (struct program *p = programs(w); r == 0 && p; p = p->next) {
		struct program_code *code = p->code;
		struct syb_bytes bytes = { 0 };

		if (code->parts[0] != module || code->part_count == 1 || w->bundle->state != SYB_STATE_EXECUTABLE)
			continue;
		pthread_mutex_lock(&code->lock);
		if (!has_constants(code) && !code->stale)
			r = read_native(w, code, &bytes);
		if (r == 0 && bytes.len)
			r = begin_module(w, module, specialized, code);
		if (r == 0 && bytes.len)
			r = add_native(w, code, bytes);
		pthread_mutex_unlock(&code->lock);
	}
	return r;
}

static bool has_ir(const struct syb_module *module)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++)
		if (syb_image_kind(syb_module_image_at(module, i)) == SYB_IMAGE_IR)
			return true;
	return false;
}

static int add_module(struct writing *w, struct module *module)
{
	const struct syb_module_info *info = NULL;
	bool specialized = false;

	TRY(w->bundle->specs ? module_info(w->ctx, module, &info) : 0);
	if (info)
		specialized = program_is_specialized(w->bundle, info);
	TRY(add_linked(w, module, specialized));
	TRY(begin_module(w, module, specialized, NULL));
	for (size_t i = 0; i < syb_module_image_count(module->bin); i++) {
		const struct syb_image *image = syb_module_image_at(module->bin, i);

		/* native code with other values would be used as if it had these */
		if (!specialized || syb_image_kind(image) == SYB_IMAGE_IR || !has_ir(module->bin))
			TRY(syb_bin_writer_copy(w->ctx, w->writer, image));
	}
	return add_natives(w, module);
}

/* ---- the package ---- */

static int add_global(struct writing *w)
{
	const struct syb_bin *bin = w->bundle->sources[0]->bin;
	struct syb_bytes text = syb_bin_metadata(bin, NULL);
	uint32_t state;

	TRY(text.len ? syb_bin_writer_global(w->ctx, w->writer, text) : 0);
	if (!text.len || syb_bin_state(bin, &state) < 0 || state != (uint32_t)w->bundle->state)
		TRY(syb_bin_writer_state(w->ctx, w->writer, w->bundle->state));
	return 0;
}

int syb_bundle_write(struct syb_ctx *ctx, struct syb_bundle *bundle, const struct syb_bin_write_opts *opts,
		     struct syb_out *out)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *writer = NULL;
	_cleanup_(drop) struct writing w = { .ctx = ctx, .bundle = bundle };
	struct syb_bin_write_opts form = syb_bin_form(bundle->sources[0]->bin);

	TRY(bundle_files(ctx, bundle));
	TRY(syb_bin_writer_new(ctx, opts ? opts : &form, &writer));
	w.writer = writer;
	TRY(add_global(&w));
	for (size_t i = 0; i < bundle->module_count; i++)
		TRY(add_module(&w, bundle->modules[i]));
	return syb_bin_writer_write(ctx, writer, out);
}

int syb_bundle_contents(struct syb_ctx *ctx, struct syb_bundle *bundle, const struct syb_bin_write_opts *opts,
			struct syb_file **out_contents)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	TRY(out_scratch(ctx, &out));
	TRY(syb_bundle_write(ctx, bundle, opts, out));
	return out_scratch_file(ctx, out, out_contents);
}
