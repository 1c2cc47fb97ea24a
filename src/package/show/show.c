/* package/show/show.c — any file of this field → a decoded record. This file walks the tree of files inside files; the
 * others of this folder decode one kind each. Images of packages are not read, unless their hashes or kernels are asked
 * for. */
#include "show.h"

#include "base/sha256.h"
#include "format/offload/offload.h"

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

enum {
	MOST_STEPS = 1 << 24,    /* of searches through call graphs, beside one through each */
	MOST_CALLS = 200 * 1000, /* of the chains that they find */
};

static void drop(struct show *s)
{
	demangler_free(s->demangler);
	hash_free(&s->readable);
}

const char *show_readable(struct show *s, const char *name, size_t len)
{
	const char *readable, *key, *found = NULL;
	size_t *stored;

	if (!s->opts.demangle || len < 2 || name[0] != '_' || name[1] != 'Z')
		return NULL;
	stored = hash_get(&s->readable, name, len);
	if (stored)
		return (const char *)*stored;
	key = arena_string(s->ctx, &s->rec->arena, name, len);
	if (!key || (!s->demangler && demangler_new(s->ctx, &s->demangler) < 0)) {
		s->rec->failed = true;
		return NULL;
	}
	readable = demangle(s->demangler, key);
	if (readable && !str_eq(readable, key)) {
		found = arena_string(s->ctx, &s->rec->arena, readable, strlen(readable));
		s->rec->failed |= !found;
	}
	if (hash_put(s->ctx, &s->readable, key, len, (size_t)found, NULL, NULL) < 0)
		s->rec->failed = true;
	return found;
}

void show_name(struct show *s, struct syb_value *map, const char *name)
{
	const char *readable = show_readable(s, name, strlen(name));
	struct syb_value *v = value_hint(value_string(s->rec, map, "name", name), VALUE_NAME);

	if (!readable || !v)
		return;
	v->label = readable;
	value_hint(value_string(s->rec, map, "demangled", readable), VALUE_QUIET);
}

static void put_hash(struct show *s, struct syb_value *map, struct syb_bytes bytes)
{
	char hex[SHA256_HEX];

	if (!s->opts.hash)
		return;
	sha256_hex_told(s->ctx, bytes, hex);
	value_string(s->rec, map, "sha256", hex);
}

void show_payload(struct show *s, struct syb_value *map, struct syb_bytes bytes)
{
	value_hint(value_uint(s->rec, map, "size", bytes.len), VALUE_SIZE);
	put_hash(s, map, bytes);
}

static void put_offset(struct show *s, struct syb_value *map, uint64_t at)
{
	if (at != SYB_NO_OFFSET)
		value_hint(value_uint(s->rec, map, "offset", at), VALUE_OFFSET);
	else
		value_null(s->rec, map, "offset");
}

/* ---- offload binaries ---- */

static void put_binaries(struct show *s, const struct syb_offload *offload, struct syb_value *map)
{
	struct syb_value *list = value_hint(value_list(s->rec, map, "binaries"), VALUE_TABLE);

	for (size_t i = 0; i < syb_offload_binary_count(offload); i++) {
		struct syb_value *b = value_map(s->rec, list, NULL);

		value_uint(s->rec, b, "index", i);
		value_words(s->rec, value_uint(s->rec, b, "format_version", syb_offload_binary_version(offload, i)));
		value_string_or_null(s->rec, b, "compression",
				     syb_compress_name(syb_offload_binary_compress(offload, i)));
		value_hint(value_uint(s->rec, b, "size", syb_offload_binary_size(offload, i)), VALUE_SIZE);
	}
}

static void put_strings(struct show *s, const struct syb_offload_entry *entry, struct syb_value *map)
{
	struct syb_value *strings = value_map(s->rec, map, "strings");

	for (size_t i = 0; i < syb_offload_entry_string_count(entry); i++) {
		struct syb_bytes value = syb_offload_entry_value(entry, i);

		value_stringn(s->rec, strings, syb_offload_entry_key(entry, i), value.ptr, value.len);
	}
}

/* A number with a name; the number is added where it says more than the name. */
static void put_named(struct show *s, struct syb_value *map, const char *key, const char *name, unsigned meant,
		      const char *number_key, unsigned number)
{
	value_words(s->rec, value_string_or_null(s->rec, map, key, name));
	if (!name || meant != number)
		value_words(s->rec, value_uint(s->rec, map, number_key, number));
}

static int put_entry(struct show *s, const struct syb_offload_entry *entry, size_t index,
		     const struct syb_item *content, struct syb_value *list)
{
	struct syb_value *map = value_map(s->rec, list, NULL);
	enum syb_offload_image image = syb_offload_entry_image(entry);
	enum syb_offload_kind kind = syb_offload_entry_kind(entry);

	value_hint(value_uint(s->rec, map, "index", index), VALUE_NAME);
	value_hint(value_uint(s->rec, map, "binary", syb_offload_entry_binary(entry)), VALUE_QUIET);
	put_named(s, map, "image_kind", image ? syb_offload_image_name(image) : "none", image, "image_kind_number",
		  syb_offload_entry_image_raw(entry));
	put_named(s, map, "offload_kind", syb_offload_kind_name(kind), kind, "offload_kind_number",
		  syb_offload_entry_kind_raw(entry));
	if (syb_offload_entry_flags(entry))
		value_hint(value_uint(s->rec, map, "flags", syb_offload_entry_flags(entry)), VALUE_OFFSET);
	put_strings(s, entry, map);
	put_offset(s, map, syb_offload_entry_offset(entry));
	show_payload(s, map, syb_offload_entry_bytes(entry));
	if (!content || syb_item_kind(content) == SYB_KIND_UNKNOWN)
		return 0;
	return show_item(s, content, value_map(s->rec, map, "content"));
}

/* The item of an entry; NULL for packages of version 2, where a whole binary is one item. Both are in file order: *next
 * is where to look. */
static const struct syb_item *item_of(const struct syb_item *item, const struct syb_offload_entry *entry, size_t *next)
{
	const struct syb_item *below = syb_item_at(item, *next);

	while (below && !syb_item_entry(below) && syb_item_binary(below) < syb_offload_entry_binary(entry))
		below = syb_item_at(item, ++*next);
	if (!below || syb_item_entry(below) != entry)
		return NULL;
	(*next)++;
	return below;
}

static int show_offload(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	const struct syb_offload *offload = syb_item_offload(item);
	struct syb_value *list, *packages = NULL;
	size_t next = 0;

	if (!offload) /* could not be opened; the reason was reported */
		return 0;
	put_binaries(s, offload, map);
	list = value_list(s->rec, map, "entries");
	for (size_t i = 0; i < syb_offload_count(offload); i++) {
		const struct syb_offload_entry *entry = syb_offload_at(offload, i);

		TRY(put_entry(s, entry, i, item_of(item, entry, &next), list));
	}
	for (size_t i = 0; i < syb_item_count(item); i++) {
		const struct syb_item *package = syb_item_at(item, i);

		if (syb_item_entry(package))
			continue;
		if (!packages)
			packages = value_list(s->rec, map, "packages");
		TRY(show_item(s, package, value_map(s->rec, packages, NULL)));
	}
	return 0;
}

/* The package when an offload binary holds nothing else, else NULL. */
static const struct syb_item *only_package(const struct syb_item *item)
{
	const struct syb_item *below = syb_item_count(item) == 1 ? syb_item_at(item, 0) : NULL;

	if (syb_item_kind(item) != SYB_KIND_OFFLOAD || !below || syb_item_kind(below) != SYB_KIND_SYCLBIN)
		return NULL;
	if (syb_item_entry(below))
		return syb_offload_count(syb_item_offload(item)) == 1 ? below : NULL;
	return syb_offload_binary_count(syb_item_offload(item)) == 1 ? below : NULL;
}

/* ---- the tree ---- */

static int show_contents(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	struct syb_value *list = value_list(s->rec, map, "contents");

	if (syb_item_count(item) == 0 && map != s->rec->root) /* not worth a line for images inside others */
		value_hint(list, VALUE_QUIET);

	for (size_t i = 0; i < syb_item_count(item); i++) {
		const struct syb_item *below = syb_item_at(item, i);
		struct syb_value *entry = value_map(s->rec, list, NULL);

		if (*syb_item_name(below))
			value_hint(value_string(s->rec, entry, "name", syb_item_name(below)), VALUE_NAME);
		put_offset(s, entry, syb_item_offset(below));
		TRY(show_item(s, below, entry));
	}
	return 0;
}

static int show_kind(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	switch (syb_item_kind(item)) {
	case SYB_KIND_SYCLBIN:
	case SYB_KIND_WRAPPED:
		return show_syclbin(s, item, map);
	case SYB_KIND_OFFLOAD:
		return show_offload(s, item, map);
	case SYB_KIND_PROPERTIES:
		return show_properties(s, item, map);
	case SYB_KIND_TABLE:
		return show_table(s, item, map);
	case SYB_KIND_SPIRV:
		return show_spirv(s, item_span(item), map);
	case SYB_KIND_ZEBIN:
		return show_zebin(s, item_span(item), map);
	case SYB_KIND_ZEINFO:
		return show_zeinfo_text(s, item, map);
	case SYB_KIND_ELF:
		show_elf(s, item, map);
		break;
	case SYB_KIND_BUNDLE:
		value_string_or_null(s->rec, map, "compression", syb_compress_name(syb_item_compress(item)));
		break;
	case SYB_KIND_ARCHIVE:
	case SYB_KIND_BITCODE:
	case SYB_KIND_PE:
		break;
	case SYB_KIND_PTX:
		return show_ptx(s, item, map);
	default:
		return 0;
	}
	return show_contents(s, item, map);
}

int show_item(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	const struct syb_item *package = only_package(item);
	enum syb_kind kind = syb_item_kind(package ? package : item);
	struct syb_bytes bytes = syb_item_bytes(item);

	value_string(s->rec, map, "kind", syb_kind_name(kind));
	if (map == s->rec->root)
		value_string_or_null(s->rec, map, "file", s->opts.name);
	if (!syb_item_entry(item)) { /* the entry of an offload binary has them */
		value_hint(value_uint(s->rec, map, "size", bytes.len), VALUE_SIZE);
		if (syb_item_count(item) == 0 &&
		    !syb_item_is_package(package ? package : item)) /* contents have their own hashes */
			put_hash(s, map, bytes);
	}
	return show_kind(s, package ? package : item, map);
}

int syb_show(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_show_opts *opts,
	     struct syb_record **out_record)
{
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflate = { 0 };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(drop) struct show s = {
		.ctx = ctx, .opts = { .size = sizeof(s.opts) }, .steps = MOST_STEPS, .calls = MOST_CALLS
	};

	OPTS_READ(ctx, &s.opts, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, s.opts.name);
	ctx_inflate(ctx, bytes.len, &inflate);
	TRY(syb_unpack(ctx, bytes, s.opts.name, &tree));
	if (syb_item_kind(syb_tree_root(tree)) == SYB_KIND_UNKNOWN)
		TRY(item_unknown(ctx, bytes));
	TRY(record_new(ctx, &rec));
	s.rec = rec;
	value_hint(value_uint(rec, rec->root, "version", 1), VALUE_QUIET);
	TRY(show_item(&s, syb_tree_root(tree), rec->root));
	TRY(record_finish(rec));
	*out_record = steal(rec);
	return 0;
}

int syb_show_kernels(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, bool hash_code,
		     struct syb_record **out_record)
{
	const struct syb_show_opts opts = {
		.size = sizeof(opts),
		.name = name,
		.hash_code = hash_code,
		.demangle = true,
		.deep = true,
		.detail = true,
		.per_lane = true,
	};
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = syb_show(ctx, bytes, &opts, out_record);
	}
	return r < 0 ? syb_show(ctx, bytes, &opts, out_record) : r; /* to report the error */
}
