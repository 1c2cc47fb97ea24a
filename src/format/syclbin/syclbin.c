/* format/syclbin/syclbin.c — bytes → SYCLBIN package in any container. Finds the package (bare, in an offload
 * binary, in anything syb_unpack opens), chooses the reader, and provides access to the model. Image bytes are not
 * touched; the property text of modules is parsed on demand. Format: docs/format-syclbin.md. */
#include "syclbin.h"

#include "base/file.h"
#include "base/names.h"
#include "format/item/item.h"
#include "format/props/props.h"
#include "format/wrapped/wrapped.h"

#include <inttypes.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

static const char *const state_names[] = { "input", "object", "executable" };
static const char *const type_names[] = { "spirv", "ptx", "amdgcn" };
static const char *const container_names[] = { "keep", "none", "offload", "wrapped" };
static const char *const role_names[] = { "global_metadata", "am_metadata", "ir", "native" };

const char *syb_state_name(uint32_t state)
{
	return NAMES_AT(state_names, state);
}

const char *syb_ir_type_name(uint32_t type)
{
	return NAMES_AT(type_names, type);
}

const char *syb_container_name(enum syb_container container)
{
	return NAMES_AT(container_names, container);
}

const char *syclbin_role_name(enum syclbin_role role)
{
	return (size_t)role < ARRAY_SIZE(role_names) ? role_names[role] : "unknown";
}

int syb_state_parse(const char *name, enum syb_state *out_state)
{
	return NAMES_PARSE(state_names, name, out_state);
}

int syb_ir_type_parse(const char *name, enum syb_ir_type *out_type)
{
	return NAMES_PARSE(type_names, name, out_type);
}

int syb_container_parse(const char *name, enum syb_container *out_container)
{
	return NAMES_PARSE(container_names, name, out_container);
}

static int read_props(struct syb_ctx *ctx, const struct syb_bin *bin, struct span text, struct syb_props **out_props)
{
	const struct syb_props_read_opts opts = {
		.size = sizeof(opts), .name = bin->name, .at = text.at, .embedded = true
	};

	return bin->wrapped ? props_read_made(ctx, span_bytes(text), &opts, out_props)
			    : syb_props_read(ctx, span_bytes(text), &opts, out_props);
}

/* A string property copied into the package; NULL when absent. An embedded NUL would truncate the string that
 * drivers compare. */
static int take_string(struct syb_ctx *ctx, struct syb_bin *bin, const struct syb_prop *prop, struct span where,
		       const char **out)
{
	struct syb_bytes bytes;

	*out = NULL;
	if (!prop || syb_prop_type(prop) != SYB_PROP_BYTES)
		return 0;
	bytes = syb_prop_bytes(prop);
	if (bytes.len && memchr(bytes.ptr, 0, bytes.len))
		return syb_fail(ctx, SYB_E_FORMAT, where.at, "syclbin-string", "the %s of an image holds a NUL byte",
				syb_prop_key(prop));
	*out = arena_string(ctx, &bin->arena, bytes.ptr, bytes.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

static int read_facts(struct syb_ctx *ctx, struct syb_bin *bin, const struct syb_image *image, struct image_facts *f)
{
	const char *name = image->kind == SYB_IMAGE_IR ? SYCLBIN_SET_IR : SYCLBIN_SET_NATIVE;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_prop *type;
	const struct syb_set *set;

	TRY(read_props(ctx, bin, image->metadata, &props));
	set = syb_props_find(props, name);
	if (!set)
		return 0;
	type = image->kind == SYB_IMAGE_IR ? syb_set_find(set, "type") : NULL;
	if (type && syb_prop_type(type) == SYB_PROP_U32) {
		f->has_type = true;
		f->type = syb_prop_u32(type);
	}
	TRY(take_string(ctx, bin, syb_set_find(set, "arch"), image->metadata, &f->arch));
	return take_string(ctx, bin, syb_set_find(set, "target"), image->metadata, &f->target);
}

/* Most images of a package have the same few metadata texts: each text is parsed once. IR and native images never
 * share facts, because they look into different sets. */
int syclbin_image_facts(struct syb_ctx *ctx, struct syb_bin *bin, struct syb_image *image)
{
	struct image_facts *f;
	size_t *stored;
	bool found;

	TRY(hash_put(ctx, &bin->facts[image->kind], image->metadata.len ? (const void *)image->metadata.ptr : "",
		     image->metadata.len, 0, &stored, &found));
	if (found) {
		image->facts = (const struct image_facts *)*stored;
		return 0;
	}
	f = arena_alloc(ctx, &bin->arena, sizeof(*f));
	if (!f)
		return -SYB_E_NOMEM;
	*stored = (size_t)f;
	image->facts = f;
	return read_facts(ctx, bin, image, f);
}

int syclbin_make_metadata(struct syb_ctx *ctx, struct syb_bin *bin, struct syb_image *image)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *pw = NULL;
	struct syb_bytes text;

	TRY(syclbin_image_text(ctx, image->kind, image->facts, SYB_DIALECT_DPCPP, &pw, &text));
	image->metadata.ptr = (const uint8_t *)arena_string(ctx, &bin->arena, text.ptr, text.len);
	image->metadata.len = text.len;
	return image->metadata.ptr ? 0 : -SYB_E_NOMEM;
}

int syclbin_global_facts(struct syb_ctx *ctx, struct syb_bin *bin)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_prop *state;
	int r = read_props(ctx, bin, bin->global, &props);

	if (r < 0)
		return syb_note(ctx, r, "in the global metadata");
	state = syb_props_get(props, SYCLBIN_SET_GLOBAL, "state");
	if (!state)
		return 0;
	bin->state_at = props_offset(props, bin->global.at, value_place(state).where);
	bin->has_state = state->type == SYB_PROP_U32 && !state->wide;
	bin->state_unreadable = !bin->has_state;
	bin->state = bin->has_state ? state->u32 : 0;
	return 0;
}

static int bin_new(struct syb_ctx *ctx, const char *name, struct syb_bin **out_bin)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = mem_zalloc(ctx, sizeof(*bin));

	if (!bin)
		return -SYB_E_NOMEM;
	bin->from = allocator_of(ctx);
	bin->package_count = 1;
	if (name) {
		bin->name = arena_string(ctx, &bin->arena, name, strlen(name));
		if (!bin->name)
			return -SYB_E_NOMEM;
	}
	*out_bin = steal(bin);
	return 0;
}

static int read_body(struct syb_ctx *ctx, struct syb_bin *bin, bool inflate)
{
	int r = bin->wrapped   ? wrapped_read_bin(ctx, bin->wrapped, inflate, bin)
		: bin->offload ? syclbin_v2_read(ctx, bin)
			       : syclbin_v1_read(ctx, bin);

	for (size_t i = 0; i < ARRAY_SIZE(bin->facts); i++)
		hash_free(&bin->facts[i]);
	return r;
}

static int open_item(struct syb_ctx *ctx, const struct syb_item *item, const char *name, bool inflate,
		     struct syb_bin **out_bin)
{
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflation = { 0 };
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	if (!syb_item_is_package(item))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "%s is not a package",
				syb_kind_text(syb_item_kind(item)));
	TRY(bin_new(ctx, name, &bin));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, bin->name);
	bin->compress = syb_item_compress(item);
	if (syb_item_wrapped(item)) {
		bin->container = SYB_CONTAINER_WRAPPED;
		bin->wrapped = syb_item_wrapped(item);
		bin->body = item_span(item);
		ctx_inflate(ctx, syb_item_bytes(item).len, &inflation);
	} else if (syb_item_entry(item)) {
		bin->container = SYB_CONTAINER_OFFLOAD;
		bin->body = item_span(item);
	} else if (syb_item_offload(item)) {
		bin->container = SYB_CONTAINER_OFFLOAD;
		bin->offload = syb_item_offload(item);
		bin->binary = syb_item_binary(item);
	} else {
		bin->container = SYB_CONTAINER_NONE;
		bin->body = item_span(item);
	}
	TRY(read_body(ctx, bin, inflate));
	*out_bin = steal(bin);
	return 0;
}

int syb_bin_open_item(struct syb_ctx *ctx, const struct syb_item *item, const char *name, struct syb_bin **out_bin)
{
	return open_item(ctx, item, name, true, out_bin);
}

int syclbin_open_stored(struct syb_ctx *ctx, const struct syb_item *item, const char *name, struct syb_bin **out_bin)
{
	return open_item(ctx, item, name, false, out_bin);
}

/* The n-th package below item, in file order; *n counts down. Depth is bounded by syb_unpack. */
static const struct syb_item *find_package(const struct syb_item *item, size_t *n, size_t *count)
{
	const struct syb_item *found = NULL;

	if (syb_item_is_package(item)) {
		(*count)++;
		return (*n)-- == 0 ? item : NULL;
	}
	for (size_t i = 0; i < syb_item_count(item); i++) {
		const struct syb_item *below = find_package(syb_item_at(item, i), n, count);

		if (below)
			found = below;
	}
	return found;
}

static int open_bare(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_bin_open_opts *opts,
		     struct syb_bin **out_bin)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	TRY(bin_new(ctx, opts->name, &bin));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, bin->name);
	bin->container = SYB_CONTAINER_NONE;
	bin->body = span_of(bytes, opts->at);
	TRY(read_body(ctx, bin, true));
	*out_bin = steal(bin);
	return 0;
}

static int open_loose(struct syb_ctx *ctx, struct syb_tree **tree, const struct syb_bin_open_opts *opts,
		      struct syb_bin **out_bin)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	TRY(bin_new(ctx, opts->name, &bin));
	bin->container = SYB_CONTAINER_NONE;
	bin->tree = steal(*tree);
	bin->loose = true;
	bin->body = item_span(syb_tree_root(bin->tree));
	TRY(syclbin_loose_read(ctx, bin));
	bin->has_state = true; /* code outside packages is linked */
	bin->state = SYB_STATE_EXECUTABLE;
	*out_bin = steal(bin);
	return 0;
}

int syb_bin_open(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_bin_open_opts *opts,
		 struct syb_bin **out_bin)
{
	struct syb_bin_open_opts o = { 0 };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	const struct syb_item *item;
	enum syb_kind kind;
	size_t n, count = 0;
	int r;

	OPTS_READ(ctx, &o, opts);
	if (o.index == 0 && syb_identify(bytes) == SYB_KIND_SYCLBIN)
		return open_bare(ctx, bytes, &o, out_bin);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	TRY(syb_unpack(ctx, bytes, o.name, &tree));
	n = o.index;
	item = find_package(syb_tree_root(tree), &n, &count);
	kind = syb_item_kind(syb_tree_root(tree));
	if (!item && count == 0) {
		r = o.index ? -SYB_E_NOTFOUND : open_loose(ctx, &tree, &o, out_bin);
		if (r != -SYB_E_NOTFOUND)
			return r;
		return syb_fail(ctx, SYB_E_FORMAT, o.at, "no-package", "%s contains no package",
				bytes.len ? syb_kind_text(kind) : "an empty file");
	}
	if (o.only && count > 1)
		return syb_fail(ctx, SYB_E_FORMAT, o.at, "package-several",
				"the file has %zu packages, expected one; combine them with 'sybil link'", count);
	if (!item)
		return syb_fail(ctx, SYB_E_NOTFOUND, o.at, "no-package", "the file has only %zu packages", count);
	TRY(open_item(ctx, item, o.name, !o.stored, out_bin));
	(*out_bin)->package_count = count;
	(*out_bin)->tree = steal(tree);
	return 0;
}

int syb_bin_open_file(struct syb_ctx *ctx, const char *path, const struct syb_bin_open_opts *opts,
		      struct syb_bin **out_bin)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bin_open_opts o = { 0 };

	OPTS_READ(ctx, &o, opts);
	TRY(syb_file_open(ctx, path, &file));
	o.size = sizeof(o);
	if (!o.name)
		o.name = syb_file_name(file);
	TRY(syb_bin_open(ctx, syb_file_bytes(file), &o, out_bin));
	(*out_bin)->file = steal(file);
	return 0;
}

void syb_bin_close(struct syb_bin *bin)
{
	if (!bin)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(bin->facts); i++)
		hash_free(&bin->facts[i]);
	for (size_t i = 0; i < bin->inflated_count; i++)
		buf_free(bin->inflated[i]);
	allocator_free(bin->from, bin->inflated);
	syb_tree_free(bin->tree);
	syb_file_close(bin->file);
	arena_free(&bin->arena);
	allocator_free(bin->from, bin);
}

size_t syb_bin_package_count(const struct syb_bin *bin)
{
	return bin->package_count;
}

uint32_t syb_bin_format_version(const struct syb_bin *bin)
{
	return bin->version;
}

enum syb_container syb_bin_container(const struct syb_bin *bin)
{
	return bin->container;
}

enum syb_compress syb_bin_compress(const struct syb_bin *bin)
{
	return bin->compress;
}

int syb_bin_state(const struct syb_bin *bin, uint32_t *out_state)
{
	if (!bin->has_state)
		return -SYB_E_NOTFOUND;
	*out_state = bin->state;
	return 0;
}

int syb_bin_state_check(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));

	if (bin->state_unreadable)
		return syb_fail(ctx, SYB_E_FORMAT, bin->state_at, "prop-state",
				"the state is not a number of 32 bits (0 input, 1 object, 2 executable)");
	if (!bin->has_state)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-state-unknown",
			   "the package does not declare its state; input state is assumed");
	if (!bin->has_state || syb_state_name(bin->state))
		return 0;
	return syb_fail(ctx, SYB_E_FORMAT, bin->state_at, "prop-state",
			"%" PRIu32 " is not a state (0 input, 1 object, 2 executable)", bin->state);
}

static struct syb_bytes bytes_and_offset(struct span s, uint64_t *out_offset)
{
	if (out_offset)
		*out_offset = s.at;
	return span_bytes(s);
}

struct syb_bytes syb_bin_metadata(const struct syb_bin *bin, uint64_t *out_offset)
{
	return bytes_and_offset(bin->global, out_offset);
}

int syb_bin_props(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_props **out_props)
{
	return read_props(ctx, bin, bin->global, out_props);
}

const char *syb_bin_name(const struct syb_bin *bin)
{
	return bin->name;
}

size_t syb_bin_module_count(const struct syb_bin *bin)
{
	return bin->module_count;
}

const struct syb_module *syb_bin_module_at(const struct syb_bin *bin, size_t i)
{
	return i < bin->module_count ? &bin->modules[i] : NULL;
}

size_t syb_module_index(const struct syb_module *module)
{
	return module->index;
}

const char *syb_module_name(const struct syb_module *module)
{
	return module->name;
}

struct syb_bytes syb_module_metadata(const struct syb_module *module, uint64_t *out_offset)
{
	return bytes_and_offset(module->metadata, out_offset);
}

int syb_module_props(struct syb_ctx *ctx, const struct syb_module *module, struct syb_props **out_props)
{
	int r = read_props(ctx, module->bin, module->metadata, out_props);

	return r < 0 ? syb_note(ctx, r, "in the metadata of abstract module %zu", module->index) : 0;
}

size_t syb_module_image_count(const struct syb_module *module)
{
	return module->image_count;
}

const struct syb_image *syb_module_image_at(const struct syb_module *module, size_t i)
{
	return i < module->image_count ? &module->images[i] : NULL;
}

size_t syb_image_index(const struct syb_image *image)
{
	return image->index;
}

enum syb_image_kind syb_image_kind(const struct syb_image *image)
{
	return image->kind;
}

int syb_image_ir_type(const struct syb_image *image, uint32_t *out_type)
{
	if (!image->facts->has_type)
		return -SYB_E_NOTFOUND;
	*out_type = image->facts->type;
	return 0;
}

const char *syb_image_arch(const struct syb_image *image)
{
	return image->facts->arch;
}

const char *syb_image_target(const struct syb_image *image)
{
	return image->facts->target;
}

const char *syb_image_name(const struct syb_image *image)
{
	const char *name = syb_image_arch(image);
	uint32_t type;

	if (syb_image_kind(image) == SYB_IMAGE_IR)
		name = syb_image_ir_type(image, &type) == 0 ? syb_ir_type_name(type) : NULL;
	if (!name || !*name)
		name = syb_image_target(image);
	return name && *name ? name : NULL;
}

struct syb_bytes syb_image_bytes(const struct syb_image *image)
{
	return span_bytes(image->bytes);
}

uint64_t syb_image_offset(const struct syb_image *image)
{
	return image->bytes.at;
}

int syb_image_props(struct syb_ctx *ctx, const struct syb_image *image, struct syb_props **out_props)
{
	int r = read_props(ctx, image->module->bin, image->metadata, out_props);

	return r < 0 ? syb_note(ctx, r, "in the metadata of image %zu of abstract module %zu", image->index,
				image->module->index)
		     : 0;
}

void module_read_past(struct syb_ctx *ctx, const struct syb_module *module)
{
	for (size_t i = 0; i < module->image_count; i++)
		file_read_past(ctx, span_bytes(image_stored(&module->images[i])));
}
