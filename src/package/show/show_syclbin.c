/* package/show/show_syclbin.c — a SYCLBIN package as a record: modules with their kernels, properties and images.
 *
 * Numbers without a name are shown as such: "state": null with "state_number", "type": null with "type_number". The
 * properties of an image are shown only when they hold more than its type, architecture and target. */
#include "package/check/check.h"
#include "format/item/item.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/wrapped.h"
#include "package/judge/kernels.h"
#include "show.h"

#include <inttypes.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

struct package {
	struct show *show;
	struct syb_record *rec;
	const struct syb_bin *bin;
	/* images with the same facts have the same text: of the last one, by kind, whether it held more */
	const struct image_facts *facts[2];
	bool more[2];
	uint64_t left; /* bytes of code that may be read for names of kernels */
};

/* Label a key with the readable name of its kernel; "KERNEL@KEY" begins with one. */
static void label_key(struct show *s, struct syb_value *prop)
{
	const char *at = strrchr(prop->key, '@');
	const char *readable = show_readable(s, prop->key, at ? (size_t)(at - prop->key) : strlen(prop->key));

	if (readable)
		prop->label = arena_printf(s->ctx, &s->rec->arena, "%s%s", readable, at ? at : "");
	s->rec->failed |= readable && !prop->label;
}

/* Undecoded values, {SET: {KEY: "TYPE|VALUE"}}. */
static void put_raw(struct show *s, struct syb_value *map, const struct syb_props *props)
{
	struct syb_value *sets = value_map(s->rec, map, "raw");

	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);
		struct syb_value *keys = value_map(s->rec, sets, syb_set_name(set));

		for (size_t k = 0; k < syb_set_count(set); k++) {
			const struct syb_prop *prop = syb_set_at(set, k);
			const char *text;

			if (syb_set_find(set, syb_prop_key(prop)) != prop) /* a repeated key */
				continue;
			text = arena_printf(s->ctx, &s->rec->arena, "%" PRIu32 "|%s", syb_prop_type(prop),
					    syb_prop_raw(prop));
			s->rec->failed |= !text;
			value_string(s->rec, keys, syb_prop_key(prop), text ? text : "");
		}
	}
}

int show_props(struct show *s, struct syb_value *map, const struct syb_props *props)
{
	const char *numbers = syb_props_aspect_numbers_text(props);
	struct syb_value *sets;

	if (numbers)
		value_string(s->rec, map, "aspect_numbers", numbers);
	sets = value_map(s->rec, map, "properties");
	TRY(sets ? prop_decode_into(s->rec, sets, props, false) : -SYB_E_NOMEM);
	if (s->opts.raw)
		put_raw(s, map, props);
	for (struct syb_value *set = sets->as.c.first; set && s->opts.demangle; set = set->next)
		for (struct syb_value *prop = set->kind == SYB_VALUE_MAP ? set->as.c.first : NULL; prop;
		     prop = prop->next)
			label_key(s, prop);
	return 0;
}

static int put_kernels(struct package *p, const struct syb_module *module, const struct syb_props *props,
		       struct syb_value *map)
{
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };
	struct syb_value *list = value_list(p->rec, map, "kernels"), *readable_names = NULL;

	TRY(kernels_read(p->show->ctx, module, props, &p->left, &kernels));
	for (size_t i = 0; i < kernels_count(&kernels); i++) {
		const char *name = kernels_at(&kernels, i), *readable = show_readable(p->show, name, strlen(name));
		struct syb_value *v = value_string(p->rec, list, NULL, name);

		if (!readable || !v)
			continue;
		v->label = readable;
		if (!readable_names)
			readable_names = value_hint(value_map(p->rec, map, "demangled"), VALUE_QUIET);
		value_string(p->rec, readable_names, name, readable);
	}
	return 0;
}

/* Whether the properties of an image hold more than its columns show. */
static int has_more(struct package *p, const struct syb_image *image, struct syb_props **out_props, bool *out)
{
	const char *const shown[2][2] = { { "type", "target" }, { "arch", "target" } };
	enum syb_image_kind kind = image->kind;
	struct syb_props *props;
	bool more = false;

	if (p->facts[kind] == image->facts && !p->more[kind] && !p->show->opts.raw) {
		*out = false;
		return 0;
	}
	TRY(syb_image_props(p->show->ctx, image, &props));
	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);

		more |= syb_props_find(props, kind == SYB_IMAGE_IR ? SYCLBIN_SET_IR : SYCLBIN_SET_NATIVE) != set;
		for (size_t k = 0; k < syb_set_count(set); k++) {
			const char *key = syb_prop_key(syb_set_at(set, k));

			more |= !str_eq(key, shown[kind][0]) && !str_eq(key, shown[kind][1]);
		}
	}
	p->facts[kind] = image->facts;
	p->more[kind] = more;
	*out_props = props;
	*out = more || p->show->opts.raw;
	return 0;
}

static bool holds_kernels(const struct syb_item *item)
{
	if (syb_item_kind(item) == SYB_KIND_ZEBIN)
		return true;
	for (size_t i = 0; i < syb_item_count(item); i++)
		if (holds_kernels(syb_item_at(item, i)))
			return true;
	return false;
}

/* The contents of an image: SPIR-V, a zebin, or an archive of zebins. */
static int put_content(struct package *p, const struct syb_image *image, struct syb_value *map, bool *out_more)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	enum syb_kind kind;
	int r;

	if (!p->show->opts.deep || p->show->in_image)
		return 0;
	kind = syb_identify(span_bytes(image->bytes));
	if (kind == SYB_KIND_SPIRV) {
		*out_more = true;
		return show_spirv_image(p->show, image->bytes, map);
	}
	if (image->kind != SYB_IMAGE_NATIVE)
		return 0;
	if (kind != SYB_KIND_ZEBIN && kind != SYB_KIND_ARCHIVE && kind != SYB_KIND_ZSTD)
		return 0;
	TRY(item_unpack_part(p->show->ctx, image->bytes, p->show->opts.name, SYB_SEVERITY_WARNING, &tree));
	if (!holds_kernels(syb_tree_root(tree)))
		return 0;
	*out_more = true;
	p->show->in_image = true;
	r = show_item(p->show, syb_tree_root(tree), value_map(p->rec, map, "content"));
	p->show->in_image = false;
	return r;
}

static void put_wrapped(struct package *p, const struct wrapped_facts *w, struct syb_value *map)
{
	value_words(p->rec, value_uint(p->rec, map, "version", w->version));
	value_string(p->rec, map, "format", wrapped_format_name(w->format));
	value_string(p->rec, map, "compile_options", w->compile_options);
	value_string(p->rec, map, "link_options", w->link_options);
}

static int put_image(struct package *p, const struct syb_image *image, struct syb_value *list, bool *out_more)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct syb_value *map = value_map(p->rec, list, NULL);
	const struct image_facts *f = image->facts;
	bool more;

	TRY(has_more(p, image, &props, &more));
	value_uint(p->rec, map, "index", image->index);
	value_string(p->rec, map, "kind", image->kind == SYB_IMAGE_IR ? "ir" : "native");
	value_string_or_null(p->rec, map, "type", f->has_type ? syb_ir_type_name(f->type) : NULL);
	if (f->has_type && !syb_ir_type_name(f->type))
		value_words(p->rec, value_uint(p->rec, map, "type_number", f->type));
	value_string_or_null(p->rec, map, "arch", f->arch);
	value_string_or_null(p->rec, map, "target", image->wrapped ? image->wrapped->target : f->target);
	if (image->wrapped)
		put_wrapped(p, image->wrapped, map);
	value_hint(value_uint(p->rec, map, "offset", image_stored(image).at), VALUE_OFFSET);
	show_payload(p->show, map, span_bytes(image_stored(image)));
	if (more)
		TRY(show_props(p->show, map, props));
	*out_more |= more;
	return put_content(p, image, map, out_more);
}

static int put_images(struct package *p, const struct syb_module *module, struct syb_value *map)
{
	struct syb_value *list = value_list(p->rec, map, "images");
	bool more = false;
	int r = 0;

	for (size_t i = 0; r == 0 && i < module->image_count; i++)
		r = put_image(p, &module->images[i], list, &more);
	if (!more) {
		value_hint(list, VALUE_TABLE);
		return r;
	}
	for (struct syb_value *image = list ? list->as.c.first : NULL; image; image = image->next)
		value_hint(image->as.c.first, VALUE_NAME);
	return r;
}

/* Sets that are not in the file: the reader made them of other records. */
static void drop_made(struct syb_value *sets)
{
	struct syb_value **link = &sets->as.c.first;

	sets->as.c.last = NULL;
	while (*link) {
		if (str_eq((*link)->key, SET_KERNEL_NAMES) || str_eq((*link)->key, ASPECT_NUMBERS_SET)) {
			*link = (*link)->next;
			sets->as.c.count--;
			continue;
		}
		sets->as.c.last = *link;
		link = &(*link)->next;
	}
}

static void put_exports(struct package *p, const struct wrapped_facts *w, struct syb_value *map)
{
	struct syb_value *list = value_list(p->rec, map, "exports");

	if (w->export_count == 0)
		value_hint(list, VALUE_QUIET);
	for (size_t i = 0; i < w->export_count; i++) {
		struct syb_value *v = value_string(p->rec, list, NULL, w->exports[i]);

		if (v)
			v->label = show_readable(p->show, w->exports[i], strlen(w->exports[i]));
	}
}

/* The set whose keys are shown as kernels is not shown again. */
static void hide_kernel_names(struct syb_value *map)
{
	struct syb_value *sets = map ? map->as.c.last : NULL;

	for (struct syb_value *set = sets ? sets->as.c.first : NULL; set; set = set->next)
		if (str_eq(set->key, SET_KERNEL_NAMES))
			value_hint(set, VALUE_QUIET);
}

static int put_module(struct package *p, const struct syb_module *module, struct syb_value *list)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct wrapped_facts *wrapped = module->image_count ? module->images[0].wrapped : NULL;
	struct syb_value *map = value_map(p->rec, list, NULL);

	TRY(map ? 0 : -SYB_E_NOMEM);
	TRY(syb_module_props(p->show->ctx, module, &props));
	value_hint(value_uint(p->rec, map, "index", module->index), VALUE_NAME);
	if (wrapped)
		value_uint(p->rec, map, "descriptor", wrapped->descriptor);
	TRY(put_kernels(p, module, props, map));
	if (wrapped)
		put_exports(p, wrapped, map);
	TRY(show_props(p->show, map, props));
	for (struct syb_value *v = map->as.c.first; v && wrapped; v = v->next)
		if (str_eq(v->key, "properties") || str_eq(v->key, "raw"))
			drop_made(v);
	if (!p->show->opts.raw)
		hide_kernel_names(map);
	TRY(put_images(p, module, map));
	module_read_past(p->show->ctx, module);
	return 0;
}

/* The state is shown by name, other global metadata as properties. */
static int put_global(struct package *p, struct syb_value *map)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_set *set;
	bool only_state;

	value_string_or_null(p->rec, map, "state", p->bin->has_state ? syb_state_name(p->bin->state) : NULL);
	if (p->bin->has_state && !syb_state_name(p->bin->state))
		value_words(p->rec, value_hint(value_uint(p->rec, map, "state_number", p->bin->state), VALUE_BAD));
	TRY(syb_bin_props(p->show->ctx, p->bin, &props));
	set = syb_props_find(props, SYCLBIN_SET_GLOBAL);
	only_state =
		syb_props_count(props) == (set != NULL) && (!set || syb_set_count(set) == (p->bin->has_state != 0));
	TRY(show_props(p->show, map, props));
	if (only_state && !p->show->opts.raw)
		value_hint(map->as.c.last, VALUE_QUIET);
	return 0;
}

int show_syclbin(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct package p = { .show = s, .rec = s->rec };
	struct syb_value *list;

	TRY(s->opts.deep ? syb_bin_open_item(s->ctx, item, s->opts.name, &bin)
			 : syclbin_open_stored(s->ctx, item, s->opts.name, &bin));
	p.bin = bin;
	p.left = check_allowance(bin);
	if (bin->wrapped) {
		value_uint(s->rec, map, "descriptors", bin->wrapped->count);
	} else {
		value_words(s->rec, value_uint(s->rec, map, "format_version", bin->version));
		value_string_or_null(s->rec, map, "container", syb_container_name(bin->container));
		value_string_or_null(s->rec, map, "compression", syb_compress_name(bin->compress));
		TRY(put_global(&p, map));
	}
	list = value_list(s->rec, map, "modules");
	for (size_t i = 0; i < bin->module_count; i++)
		TRY(put_module(&p, &bin->modules[i], list));
	return 0;
}
