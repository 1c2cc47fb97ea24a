/* runtime/write.c — a bundle back to SYCLBIN: its modules as they were, native code that was built for them, and the
 * values of constants that were set.
 *
 * What was not changed is written byte for byte. Native code is added to a module when it was built from that module
 * alone; what was linked from several stays what it was, and is linked again where it is loaded. */
#include "bundle.h"

#include "base/buf.h"

DEFINE_CLEANUP(struct syb_bin_writer *, syb_bin_writer_free);
DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);

static const char set_values[] = "SYCL/specialization constants set values";

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

/* All sets, with the values that were set in place of earlier ones. */
static int add_values(struct writing *w, struct syb_props_writer *props, struct module *module,
		      const struct syb_module_info *info)
{
	struct syb_bytes values;
	int r = program_spec_values(w->ctx, &w->arena, w->bundle, info, &values);

	for (size_t i = 0; r == 0 && i < syb_props_count(module->props); i++) {
		const struct syb_set *set = syb_props_at(module->props, i);

		if (str_eq(syb_set_name(set), set_values))
			continue;
		r = syb_props_writer_set(w->ctx, props, syb_set_name(set));
		for (size_t k = 0; r == 0 && k < syb_set_count(set); k++)
			r = syb_props_writer_prop(w->ctx, props, syb_set_at(set, k));
	}
	if (r == 0)
		r = syb_props_writer_set(w->ctx, props, set_values);
	return r < 0 ? r : syb_props_writer_bytes(w->ctx, props, "all", values);
}

static int begin_module(struct writing *w, struct module *module)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	struct syb_bytes text = syb_module_metadata(module->bin, NULL);
	const struct syb_module_info *info = NULL;
	int r = 0;

	if (w->bundle->specs) {
		r = module_info(w->ctx, module, &info);
		if (r == 0 && program_is_specialized(w->bundle, info)) {
			r = syb_props_writer_new(w->ctx, &props);
			if (r == 0)
				r = add_values(w, props, module, info);
			if (r == 0)
				r = syb_props_writer_text(w->ctx, props, SYB_DIALECT_KEEP, &text);
		}
	}
	return r < 0 ? r : syb_bin_writer_module(w->ctx, w->writer, text);
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

static int add_native(struct writing *w, struct module *module, struct program_code *code)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	const struct syb_rt_device_info *info = &code->device->info.info;
	struct syb_image_desc desc = { .size = sizeof(desc), .kind = SYB_IMAGE_NATIVE };
	uint8_t *kept;
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx);

		r = code->device->ops->binary(w->ctx, code->be, &bytes);
	}
	if (r == -SYB_E_NOMEM)
		return syb_fail(w->ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory",
				"no memory to fetch the code that %s built", info->name);
	if (r < 0 || bytes.len == 0 || !*info->arch || has_native(module->bin, buf_bytes(&bytes)))
		return 0; /* a driver that does not give it away, or a device without a name for its code */
	kept = arena_bytes(w->ctx, &w->arena, bytes.len);
	if (!kept)
		return -SYB_E_NOMEM;
	memcpy(kept, bytes.ptr, bytes.len);
	desc.arch = info->arch;
	desc.target = spec_of(code->device);
	desc.bytes = (struct syb_bytes){ kept, bytes.len };
	return syb_bin_writer_image(w->ctx, w->writer, &desc);
}

static int add_natives(struct writing *w, struct module *module)
{
	struct program *programs;
	int r = 0;

	pthread_mutex_lock(&w->bundle->lock);
	programs = w->bundle->programs;
	pthread_mutex_unlock(&w->bundle->lock);
	for (struct program *p = programs; r == 0 && p; p = p->next) {
		struct program_code *code = p->code;

		if (code->parts[0] != module || code->part_count != 1)
			continue;
		pthread_mutex_lock(&code->lock);
		if (code->be && !code->native)
			r = add_native(w, module, code);
		pthread_mutex_unlock(&code->lock);
	}
	return r;
}

static int add_module(struct writing *w, struct module *module)
{
	int r = begin_module(w, module);

	for (size_t i = 0; r == 0 && i < syb_module_image_count(module->bin); i++)
		r = syb_bin_writer_copy(w->ctx, w->writer, syb_module_image_at(module->bin, i));
	return r < 0 ? r : add_natives(w, module);
}

/* ---- the whole ---- */

static int add_global(struct writing *w)
{
	const struct syb_bin *bin = w->bundle->sources[0]->bin;
	struct syb_bytes text = syb_bin_metadata(bin, NULL);
	uint32_t state;
	int r = text.len ? syb_bin_writer_global(w->ctx, w->writer, text) : 0;

	if (r == 0 && (syb_bin_state(bin, &state) < 0 || state != (uint32_t)w->bundle->state))
		r = syb_bin_writer_state(w->ctx, w->writer, w->bundle->state);
	return r;
}

int syb_bundle_write(struct syb_ctx *ctx, struct syb_bundle *bundle, const struct syb_bin_write_opts *opts,
		     struct syb_out *out)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *writer = NULL;
	_cleanup_(drop) struct writing w = { .ctx = ctx, .bundle = bundle };
	struct syb_bin_write_opts form = syb_bin_form(bundle->sources[0]->bin);
	int r = syb_bin_writer_new(ctx, opts ? opts : &form, &writer);

	if (r < 0)
		return r;
	w.writer = writer;
	r = add_global(&w);
	for (size_t i = 0; r == 0 && i < bundle->module_count; i++)
		r = add_module(&w, bundle->modules[i]);
	return r < 0 ? r : syb_bin_writer_write(ctx, writer, out);
}
