/* format/wrapped/wrapped_bin.c — wrapped records → a package: each image becomes a module with its property sets, its
 * entries as kernels, and the image.
 *
 * The property sets become the text that packages have. Two sets are added: the names of the kernels, and the
 * numbering of the aspects (docs/format-wrapped.md). */
#include "wrapped.h"

#include "base/codec.h"
#include "format/code/code_arch.h"
#include "format/item/item.h"
#include "format/props/module_view.h"
#include "format/props/prop_coding.h"
#include "format/props/props.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"

#include <inttypes.h>
#include <sybil/target.h>

struct making {
	struct wrapped_reader reader;
	struct syb_bin *bin;
	bool inflate;
	const struct syb_image *last; /* before the current one */
	struct buf text;
	/* of the current image */
	bool exports_stated, stand_in;
	struct hash names; /* exported functions if the image states them, else the kernels in the code */
};

static void making_drop(struct making *m)
{
	buf_free(&m->text);
	hash_free(&m->names);
}

/* ---- property sets → text ---- */

static int put_name(struct making *m, uint64_t at, struct span name, const char *check, const char *what)
{
	const char *key = (const char *)name.ptr; /* ends with a NUL */
	const char *problem = props_key_fault(key);

	if (problem)
		return syb_fail(m->reader.ctx, SYB_E_FORMAT, at, check, "%s has an invalid name: %s", what, problem);
	return buf_add(m->reader.ctx, &m->text, name.ptr, name.len);
}

static int put_prop(struct making *m, const struct wrapped_prop *prop)
{
	struct syb_ctx *ctx = m->reader.ctx;

	TRY(put_name(m, prop->at, prop->name, "wrapped-property", "a property"));
	if (prop->type == SYB_PROP_U32)
		return buf_printf(ctx, &m->text, "=1|%" PRIu32 "\n", prop->number);
	TRY(buf_printf(ctx, &m->text, "=2|"));
	TRY(coding_lsb_write(ctx, &m->text, prop->bytes.ptr, prop->bits));
	return buf_add(ctx, &m->text, "\n", 1);
}

static int put_sets(struct making *m, struct wrapped_range rest)
{
	struct wrapped_prop prop;
	struct wrapped_set set;
	int found;

	while ((found = wrapped_next_set(&m->reader, &rest, &set)) > 0) {
		const bool exports = span_eq(set.name, SET_EXPORTS);

		m->exports_stated |= exports;
		m->stand_in |= span_eq(set.name, SET_STAND_IN);
		TRY(buf_add(m->reader.ctx, &m->text, "[", 1));
		TRY(put_name(m, set.name.at, set.name, "wrapped-property", "a property set"));
		TRY(buf_add(m->reader.ctx, &m->text, "]\n", 2));
		while ((found = wrapped_next_prop(&m->reader, &set.props, &prop)) > 0) {
			TRY(put_prop(m, &prop));
			if (exports)
				TRY(hash_add(m->reader.ctx, &m->names, prop.name.ptr, prop.name.len, 0));
		}
		TRY(found);
	}
	return found;
}

/* ---- entries → kernels and exports ---- */

static int add_kernel(void *user, const char *name, size_t len)
{
	struct making *m = user;

	return hash_add_copy(m->reader.ctx, &m->names, &m->bin->arena, name, len, 0);
}

/* Compilers since 2022 list exported functions in a property set. For older images, the code shows which entries are
 * kernels. Returns 1 if names holds the kernels in the code, else 0. */
static int names_from_code(struct making *m, const struct wrapped_image *image, struct span code)
{
	int r;

	if (m->exports_stated || image->version >= 3 || !spirv_is_module(code))
		return 0;
	r = code_each_kernel(m->reader.ctx, code, add_kernel, m);
	return r == -SYB_E_NOMEM ? r : r == 0;
}

static int put_entries(struct making *m, const struct wrapped_image *image, struct span code, struct wrapped_facts *out)
{
	struct syb_ctx *ctx = m->reader.ctx;
	struct wrapped_range rest = image->entries;
	const int by_code = names_from_code(m, image, code);
	struct span name;
	int found;

	TRY(by_code < 0 ? by_code : 0);
	out->exports = arena_array(ctx, &m->bin->arena, wrapped_most_entries(&rest), sizeof(*out->exports));
	TRY(out->exports ? 0 : -SYB_E_NOMEM);
	TRY(buf_text(ctx, &m->text, "[" SET_KERNEL_NAMES "]\n"));
	while ((found = wrapped_next_entry(&m->reader, &rest, &name)) > 0) {
		const bool listed = hash_get(&m->names, name.ptr, name.len);

		if (listed != by_code) {
			out->exports[out->export_count++] = (const char *)name.ptr;
			continue;
		}
		TRY(put_name(m, name.at, name, "wrapped-entry", "an entry"));
		TRY(buf_text(ctx, &m->text, "=1|1\n"));
	}
	return found;
}

/* ---- images ---- */

static int inflate(struct making *m, struct syb_image *image)
{
	struct buf *code = arena_alloc(m->reader.ctx, &m->bin->arena, sizeof(*code));

	TRY(code ? 0 : -SYB_E_NOMEM);
	TRY(VEC_ADD(m->reader.ctx, m->bin->inflated, m->bin->inflated_count, m->bin->inflated_room, code));
	TRY(codec_inflate_file(m->reader.ctx, SYB_COMPRESS_ZSTD, image->bytes, m->reader.ctx->inflate_left, code));
	image->bytes = (struct span){ code->ptr, code->len, image->bytes.at };
	return 0;
}

/* Native code for one device states its architecture. For archives of ocloc with several, packages state none. */
static const char *arch_of(struct span code)
{
	struct syb_code_arch piece;

	return code_single_arch(span_bytes(code), &piece) && piece.target ? piece.target->arch : "";
}

/* The kind of code is found by content, unless it is compressed. */
static void find_facts(const struct making *m, const struct wrapped_facts *wrapped, struct syb_image *image,
		       struct image_facts *out)
{
	enum syb_kind content = syb_identify(span_bytes(image->bytes));
	const struct syb_target_info *known = syb_target_find(wrapped->target);

	*out = (struct image_facts){ .target = known ? known->triple : wrapped->target };
	if (content != SYB_KIND_BITCODE && (str_starts(out->target, "spir64-") || str_eq(out->target, "spir")))
		content = SYB_KIND_SPIRV; /* compressed, or damaged */
	out->has_type = content == SYB_KIND_SPIRV || content == SYB_KIND_PTX;
	out->type = content == SYB_KIND_PTX ? SYB_IR_PTX : SYB_IR_SPIRV;
	image->kind = out->has_type || content == SYB_KIND_BITCODE ? SYB_IMAGE_IR : SYB_IMAGE_NATIVE;
	if (image->kind == SYB_IMAGE_NATIVE && m->inflate)
		out->arch = arch_of(image->bytes);
}

static bool same_facts(const struct image_facts *a, const struct image_facts *b)
{
	return a->has_type == b->has_type && a->type == b->type && str_eq(a->target, b->target) &&
	       str_eq(a->arch ? a->arch : "", b->arch ? b->arch : "");
}

/* Most images of a file have the same facts, which they share with their metadata. */
static int put_metadata(struct making *m, const struct wrapped_image *from, struct syb_image *image)
{
	struct image_facts facts, *kept;

	find_facts(m, image->wrapped, image, &facts);
	if (m->last && m->last->kind == image->kind && same_facts(m->last->facts, &facts)) {
		image->facts = m->last->facts;
		image->metadata = m->last->metadata;
	} else {
		kept = arena_alloc(m->reader.ctx, &m->bin->arena, sizeof(*kept));
		TRY(kept ? 0 : -SYB_E_NOMEM);
		*kept = facts;
		image->facts = kept;
		TRY(syclbin_make_metadata(m->reader.ctx, m->bin, image));
	}
	image->metadata.at = from->at;
	m->last = image;
	return 0;
}

static int copy_text(struct making *m, struct span text, const char **out)
{
	*out = arena_string(m->reader.ctx, &m->bin->arena, text.ptr, text.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

static int fill_image(struct making *m, const struct wrapped_image *image, struct syb_image *out,
		      struct wrapped_facts *wrapped)
{
	wrapped->descriptor = image->descriptor;
	wrapped->version = image->version;
	wrapped->format = (uint8_t)image->format;
	wrapped->stored = image->bytes;
	TRY(copy_text(m, image->target, &wrapped->target));
	TRY(copy_text(m, image->compile_options, &wrapped->compile_options));
	TRY(copy_text(m, image->link_options, &wrapped->link_options));
	out->wrapped = wrapped;
	out->bytes = image->bytes;
	if (image->format == WRAPPED_ZSTD && m->inflate)
		TRY(inflate(m, out));
	return put_metadata(m, image, out);
}

static int add_module(struct making *m, const struct wrapped_image *image)
{
	struct syb_bin *bin = m->bin;
	struct syb_module *module = &bin->modules[bin->module_count];
	struct syb_ctx *ctx = m->reader.ctx;
	struct wrapped_facts *wrapped;

	module->images = arena_alloc(ctx, &bin->arena, sizeof(*module->images));
	wrapped = arena_alloc(ctx, &bin->arena, sizeof(*wrapped));
	TRY(module->images && wrapped ? 0 : -SYB_E_NOMEM);
	TRY(fill_image(m, image, module->images, wrapped));
	m->text.len = 0;
	m->exports_stated = m->stand_in = false;
	hash_free(&m->names);
	TRY(put_sets(m, image->sets));
	if (m->stand_in && wrapped_is_stand_in(module->images[0].bytes))
		return 0;
	TRY(put_entries(m, image, module->images[0].bytes, wrapped));
	TRY(buf_text(ctx, &m->text,
		     image->version < 3 ? "[" ASPECT_NUMBERS_SET "]\nnumbers=1|2025\n"
					: "[" ASPECT_NUMBERS_SET "]\nnumbers=1|2026\n"));
	module->metadata.ptr = (const uint8_t *)arena_string(ctx, &bin->arena, m->text.ptr, m->text.len);
	TRY(module->metadata.ptr ? 0 : -SYB_E_NOMEM);
	module->metadata.len = m->text.len;
	module->metadata.at = image->at;
	module->bin = bin;
	module->index = bin->module_count++;
	module->image_count = 1;
	module->ir_count = module->images[0].kind == SYB_IMAGE_IR;
	module->images[0].module = module;
	bin->image_count++;
	return 0;
}

/* Wrapped images are linked. */
static void set_state(struct syb_bin *bin)
{
	static const char global[] = "[" SYCLBIN_SET_GLOBAL "]\nstate=1|2\n";

	bin->global = (struct span){ (const uint8_t *)global, sizeof(global) - 1, 0 };
	bin->has_state = true;
	bin->state = SYB_STATE_EXECUTABLE;
}

int wrapped_read_bin(struct syb_ctx *ctx, const struct wrapped *wrapped, bool inflate_images, struct syb_bin *bin)
{
	_cleanup_(making_drop) struct making m = { .reader = wrapped_read(ctx, wrapped),
						   .bin = bin,
						   .inflate = inflate_images };
	struct wrapped_image image;
	size_t images = 0;

	set_state(bin);
	if (wrapped->host.fault)
		return syb_fail(ctx, SYB_E_FORMAT, wrapped->host.fault_at, "wrapped-relocation", "%s",
				wrapped->host.fault);
	if (wrapped->count == 0)
		return syb_fail(ctx, SYB_E_FORMAT, wrapped->listed_at, "wrapped-descriptor",
				".tgtimg lists images (%" PRIu64 "), but the file has no descriptor", wrapped->listed);
	for (size_t i = 0; i < wrapped->count; i++)
		images += wrapped->descriptors[i].count;
	if (images > wrapped->host.file.len / WRAPPED_IMAGE_LEAST)
		return syb_fail(ctx, SYB_E_FORMAT, wrapped->descriptors[0].at, "wrapped-descriptor",
				"%zu descriptors state %zu images in total, which do not fit in the file",
				wrapped->count, images);
	bin->modules = arena_array(ctx, &bin->arena, images, sizeof(*bin->modules));
	TRY(bin->modules ? 0 : -SYB_E_NOMEM);
	for (size_t i = 0; i < wrapped->count; i++) {
		uint64_t address = wrapped->descriptors[i].images;

		for (size_t k = 0; k < wrapped->descriptors[i].count; k++) {
			int r = wrapped_image(&m.reader, &address, &image);

			image.descriptor = i;
			r = r < 0 ? r : add_module(&m, &image);
			if (r < 0)
				return syb_note(ctx, r, "in image %zu of the descriptor at 0x%" PRIx64, k,
						wrapped->descriptors[i].at);
		}
	}
	return 0;
}
