/* format/item/item.c — any file → a tree of its contents.
 *
 * Opening goes top down, each container handing windows to its children. All memory of a tree is freed together. The
 * cost of a file is bounded in four ways: depth, number of items, inflated bytes, and the bytes of containers
 * opened, since hostile containers can hold overlapping copies of each other. */
#include "item.h"

#include "format/elf/ar.h"
#include "base/buf.h"
#include "base/codec.h"
#include "format/bitcode/bitcode.h"
#include "format/bundle/bundle.h"
#include "format/bundle/hip.h"
#include "format/elf/elf.h"
#include "format/offload/offload.h"
#include "format/wrapped/wrapped.h"

#include <inttypes.h>
#include <stdio.h>

struct syb_item {
	enum syb_kind kind;
	enum syb_compress compress;
	const char *name;
	struct span bytes;
	size_t stored;      /* bytes in the file, if they were inflated in place; else 0 */
	bool detached;      /* the bytes are not in the file in this form */
	bool bundled;       /* an entry of a bundle: its name is an id */
	const char *triple; /* that the container states; NULL: it states none */
	struct syb_item **children;
	size_t count, room;
	const struct syb_offload *offload;
	const struct syb_offload *within; /* that the entry belongs to */
	const struct syb_offload_entry *entry;
	size_t binary; /* of the offload binaries that contain it */
	const struct wrapped *wrapped;
};

/* Resources of the tree; a list, because there are few. */
struct owned {
	struct owned *next;
	struct buf bytes;
	struct syb_offload *offload;
	struct wrapped *wrapped;
	struct syb_item *item; /* whose children array is to be freed */
};

struct syb_tree {
	struct allocator from;
	struct arena arena;
	struct owned *owned;
	struct syb_item *root;
	uint64_t count; /* items */
	uint64_t work, work_most;
};

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

struct opener {
	struct syb_ctx *ctx;
	struct syb_tree *tree;
	enum syb_severity inner; /* of a part that cannot be opened */
	bool fatal;              /* out of memory, or a limit of the whole tree was reached: stop */
};

static int open_item(struct opener *o, struct syb_item *item, unsigned depth);

/* ---- parts of a tree ---- */

static struct owned *own(struct opener *o)
{
	struct owned *owned = arena_alloc(o->ctx, &o->tree->arena, sizeof(*owned));

	if (!owned) {
		o->fatal = true;
		return NULL;
	}
	owned->next = o->tree->owned;
	o->tree->owned = owned;
	return owned;
}

static int too_much(struct opener *o, uint64_t at, const char *what, uint64_t most)
{
	o->fatal = true;
	return syb_fail(o->ctx, SYB_E_LIMIT, at, "limit", "more than %" PRIu64 " %s", most, what);
}

static int too_deep(struct opener *o, const struct syb_item *item)
{
	o->fatal = true;
	return syb_fail(o->ctx, SYB_E_LIMIT, item->bytes.at, "limit", "containers are nested more than %u deep",
			o->ctx->limits.max_depth);
}

static int no_memory(struct opener *o)
{
	o->fatal = true;
	return -SYB_E_NOMEM;
}

/* Bytes that are new to the tree may be opened once at every depth. */
static void allow(struct opener *o, uint64_t bytes)
{
	uint64_t more;

	if (!checked_mul(bytes, (uint64_t)o->ctx->limits.max_depth, &more) ||
	    !checked_add(o->tree->work_most, more, &o->tree->work_most))
		o->tree->work_most = UINT64_MAX;
}

static int new_item(struct opener *o, struct span bytes, struct syb_item **out_item)
{
	struct syb_item *item;

	if (o->tree->count >= o->ctx->limits.max_items)
		return too_much(o, bytes.at, "things in one file", o->tree->count);
	item = arena_alloc(o->ctx, &o->tree->arena, sizeof(*item));
	if (!item)
		return no_memory(o);
	o->tree->count++;
	item->bytes = bytes;
	item->name = "";
	*out_item = item;
	return 0;
}

static int add_child(struct opener *o, struct syb_item *parent, struct span bytes, struct syb_item **out_item)
{
	struct syb_item *item = NULL;
	struct owned *owned;
	int r = new_item(o, bytes, &item);

	if (r == 0 && parent->room == 0) {
		owned = own(o);
		if (!owned)
			return -SYB_E_NOMEM;
		owned->item = parent;
	}
	if (r == 0)
		r = VEC_PUSH(o->ctx, parent->children, parent->count, parent->room);
	if (r < 0) {
		o->fatal = true;
		return r;
	}
	item->detached = parent->detached;
	item->compress = parent->compress;
	parent->children[parent->count++] = item;
	*out_item = item;
	return 0;
}

static int name_item(struct opener *o, struct syb_item *item, struct span name)
{
	item->name = arena_string(o->ctx, &o->tree->arena, name.ptr, name.len);
	return item->name ? 0 : no_memory(o);
}

static int set_triple(struct opener *o, struct syb_item *item)
{
	struct bundle_id id;

	if (!item_bundle_id(item, &id))
		return 0;
	item->triple = arena_string(o->ctx, &o->tree->arena, id.triple.ptr, id.triple.len);
	return item->triple ? 0 : no_memory(o);
}

/* ---- a failure inside becomes a warning ---- */

struct finding {
	uint64_t at;
	char check[64]; /* "" when there was none */
	char text[1024];
};

/* The first of each; more of them add nothing about a thing that stays closed. */
struct captured {
	struct finding error, warning;
};

static void capture(void *user, const struct syb_diag *diag)
{
	struct captured *c = user;
	struct finding *f = diag->severity == SYB_SEVERITY_ERROR ? &c->error : &c->warning;

	if (*f->check || diag->severity < SYB_SEVERITY_WARNING)
		return;
	f->at = diag->at;
	snprintf(f->check, sizeof(f->check), "%s", diag->check);
	snprintf(f->text, sizeof(f->text), "%s", diag->text);
}

static bool is_answer(int r)
{
	return r == -SYB_E_FORMAT || r == -SYB_E_VERSION || r == -SYB_E_LIMIT;
}

/* Run the opener of one kind with its errors held back. */
static int open_quietly(struct opener *o, struct syb_item *item, int (*fn)(struct opener *, struct syb_item *),
			struct captured *out)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_divert(o->ctx, capture, out);

	return fn(o, item);
}

/* ---- containers ---- */

static int open_children(struct opener *o, struct syb_item *item, unsigned depth)
{
	for (size_t i = 0; i < item->count; i++)
		if (item->children[i]->kind == SYB_KIND_UNKNOWN)
			TRY(open_item(o, item->children[i], depth + 1));
	return 0;
}

/* The children of an offload binary are its entries. Binaries that are packages of version 2 are one child each. */
static int add_binary(struct opener *o, struct syb_item *item, const struct syb_offload *offload, size_t binary)
{
	const struct offload_binary *b = &offload->binaries[binary];
	const bool package = offload_is_package(offload, binary);
	const size_t count = package ? 1 : b->count;

	for (size_t i = 0; i < count; i++) {
		const struct syb_offload_entry *e = &offload->entries[b->first + i];
		struct syb_item *child;

		TRY(add_child(o, item, package ? b->whole : e->bytes, &child));
		child->compress = b->compress;
		child->binary = binary;
		child->within = offload;
		child->entry = package ? NULL : e;
		child->triple = package ? NULL : syb_offload_entry_get(e, "triple");
		if (package) {
			child->kind = SYB_KIND_SYCLBIN;
			child->offload = offload;
		}
	}
	return 0;
}

static int read_offload(struct opener *o, struct syb_item *item)
{
	struct syb_offload *offload = NULL;
	struct owned *owned;

	TRY(offload_read(o->ctx, item->bytes, NULL, o->ctx->inflate_left, &offload));
	owned = own(o);
	if (!owned) {
		syb_offload_free(offload);
		return -SYB_E_NOMEM;
	}
	owned->offload = offload;
	item->offload = offload;
	if (item->compress == SYB_COMPRESS_NONE)
		item->compress = offload->binaries[0].compress;
	if (offload->binary_count == 1 && offload->binaries[0].inflated)
		item->bytes = offload->binaries[0].whole;
	for (size_t i = 0; i < offload->binary_count; i++) {
		if (offload->binaries[i].inflated)
			allow(o, offload->binaries[i].whole.len);
		TRY(add_binary(o, item, offload, i));
	}
	return 0;
}

static int read_archive(struct opener *o, struct syb_item *item)
{
	struct ar_member member;
	struct syb_item *child;
	struct ar ar;
	int r;

	r = ar_open(o->ctx, item->bytes, &ar);
	if (r < 0)
		return r;
	while ((r = ar_next(o->ctx, &ar, &member)) > 0) {
		r = add_child(o, item, member.bytes, &child);
		if (r == 0)
			r = name_item(o, child, member.name);
		if (r < 0)
			return r;
	}
	return r;
}

/* Wrapped images are an item that is the whole file, because their records are anywhere in it. */
static int read_wrapped(struct opener *o, struct syb_item *item)
{
	struct syb_item *child = NULL;
	struct wrapped *wrapped;
	struct owned *owned;

	TRY(wrapped_find(o->ctx, item->kind, item->bytes, &wrapped));
	if (!wrapped)
		return 0;
	owned = own(o);
	if (!owned) {
		wrapped_free(wrapped);
		return -SYB_E_NOMEM;
	}
	owned->wrapped = wrapped;
	TRY(add_child(o, item, item->bytes, &child));
	child->kind = SYB_KIND_WRAPPED;
	child->wrapped = wrapped;
	return 0;
}

/* Where children are added. */
struct adding {
	struct opener *o;
	struct syb_item *item;
	const struct elf_info *info;
};

/* A bundle that a record of HIP points to, unless it is in a section that is a child. */
static int add_hip_bundle(void *user, struct span bytes)
{
	const struct adding *to = user;
	struct syb_item *child;
	uint64_t size;

	for (size_t i = 0; i < to->info->section_count; i++) {
		const struct span *s = &to->info->sections[i].bytes;

		if (bytes.at >= s->at && bytes.at - s->at < s->len)
			return 0;
	}
	TRY(bundle_size(to->o->ctx, bytes, *to->o->ctx->inflate_left, &size));
	TRY(span_sub(to->o->ctx, bytes, 0, size, "bundle", &bytes));
	TRY(add_child(to->o, to->item, bytes, &child));
	child->name = HIP_RECORDS;
	return 0;
}

static int read_elf(struct opener *o, struct syb_item *item)
{
	_cleanup_(elf_info_free) struct elf_info info = { 0 };
	struct syb_item *child;

	TRY(elf_read(o->ctx, item->bytes, &info));
	for (size_t i = 0; i < info.section_count; i++) {
		const struct elf_offload *s = &info.sections[i];

		TRY(add_child(o, item, s->bytes, &child));
		TRY(name_item(o, child, (struct span){ (const uint8_t *)s->name, strlen(s->name), 0 }));
		TRY(set_triple(o, child));
	}
	if (info.hip.len)
		TRY(hip_each_bundle(o->ctx, item->bytes, info.hip, add_hip_bundle, &(struct adding){ o, item, &info }));
	return read_wrapped(o, item);
}

static int read_bitcode(struct opener *o, struct syb_item *item)
{
	_cleanup_(bitcode_info_free) struct bitcode_info info = { 0 };

	TRY(bitcode_read(o->ctx, item->bytes, o->ctx->inflate_left, &info));
	for (size_t i = 0; i < info.object_count; i++) {
		struct owned *owned = own(o);
		struct syb_item *child;

		if (!owned)
			return -SYB_E_NOMEM;
		owned->bytes = info.objects[i].bytes;
		info.objects[i].bytes = (struct buf){ 0 };
		TRY(add_child(o, item, span_of(buf_bytes(&owned->bytes), 0), &child));
		child->name = ELF_OFFLOADING;
		child->detached = true;
		allow(o, owned->bytes.len);
	}
	return 0;
}

/* Replace the bytes of an item by what they inflate to, which is then opened in their place. */
static int take_content(struct opener *o, struct syb_item *item, struct buf *content, enum syb_compress method)
{
	struct owned *owned = own(o);

	if (!owned)
		return -SYB_E_NOMEM;
	owned->bytes = *content;
	*content = (struct buf){ 0 };
	item->stored = item->bytes.len;
	item->bytes = (struct span){ owned->bytes.ptr, owned->bytes.len, item->bytes.at };
	item->compress = method;
	item->detached = item->detached || item != o->tree->root;
	allow(o, item->bytes.len);
	return 0;
}

/* A compressed file. The start of a content of no known kind
 * is enough: the rest would not be opened. */
static int read_compressed(struct opener *o, struct syb_item *item)
{
	enum syb_compress method = item->kind == SYB_KIND_ZSTD ? SYB_COMPRESS_ZSTD : SYB_COMPRESS_ZLIB;
	_cleanup_(buf_free) struct buf buf = { 0 };

	if (codec_peek(o->ctx, method, item->bytes, IDENTIFY_MOST, &buf) &&
	    syb_identify(buf_bytes(&buf)) == SYB_KIND_UNKNOWN) {
		item->kind = SYB_KIND_UNKNOWN;
		return 0;
	}
	buf.len = 0;
	TRY(codec_inflate_file(o->ctx, method, item->bytes, o->ctx->inflate_left, &buf));
	return take_content(o, item, &buf, method);
}

/* ---- bundles ---- */

static int inflate_bundle(struct opener *o, struct syb_item *item)
{
	enum syb_compress method = SYB_COMPRESS_NONE;
	_cleanup_(buf_free) struct buf buf = { 0 };

	TRY(bundle_inflate(o->ctx, item->bytes, o->ctx->inflate_left, &buf, &method));
	return take_content(o, item, &buf, method);
}

static int add_bundle_entry(void *user, const struct bundle_entry *entry)
{
	const struct adding *to = user;
	struct syb_item *child;

	TRY(add_child(to->o, to->item, entry->bytes, &child));
	child->bundled = true;
	TRY(name_item(to->o, child, entry->id));
	return set_triple(to->o, child);
}

static int read_entries(struct opener *o, struct syb_item *item)
{
	return bundle_each(o->ctx, item->bytes, add_bundle_entry, &(struct adding){ .o = o, .item = item }, NULL);
}

/* The children of a bundle are its entries; those of bundles that follow each other are the bundles. */
static int read_bundle(struct opener *o, struct syb_item *item)
{
	struct span rest = item->bytes, first;
	struct syb_item *child;

	do {
		TRY(bundle_first(o->ctx, rest, *o->ctx->inflate_left, &first, &rest));
		if (item->count == 0 && rest.len == 0)
			return bundle_is_compressed(first) ? inflate_bundle(o, item) : read_entries(o, item);
		TRY(add_child(o, item, first, &child));
	} while (rest.len);
	return 0;
}

/* ---- one item ---- */

static int (*reader_of(enum syb_kind kind))(struct opener *, struct syb_item *)
{
	switch (kind) {
	case SYB_KIND_OFFLOAD:
		return read_offload;
	case SYB_KIND_ARCHIVE:
		return read_archive;
	case SYB_KIND_ELF:
		return read_elf;
	case SYB_KIND_PE:
		return read_wrapped;
	case SYB_KIND_BITCODE:
		return read_bitcode;
	case SYB_KIND_BUNDLE:
		return read_bundle;
	case SYB_KIND_ZSTD:
	case SYB_KIND_GZIP:
		return read_compressed;
	default:
		return NULL;
	}
}

/* By content; an entry that claims to be a package is treated as one, so that the package's reader can report what
 * is wrong with it. */
static enum syb_kind kind_of(const struct syb_item *item)
{
	enum syb_kind kind = syb_identify(span_bytes(item->bytes));

	if (kind == SYB_KIND_UNKNOWN && item->entry && item->entry->image == SYB_OFFLOAD_IMAGE_SYCLBIN)
		return SYB_KIND_SYCLBIN;
	return kind;
}

/* Offsets in content that is not in the file have no meaning for the user. */
static uint64_t place(const struct syb_item *item, const struct finding *f)
{
	return item->detached ? SYB_NO_OFFSET : f->at;
}

static int run_reader(struct opener *o, struct syb_item *item, unsigned depth)
{
	int (*fn)(struct opener *, struct syb_item *) = reader_of(item->kind);
	struct captured c = { 0 };
	int r = ctx_cancelled(o->ctx);

	if (r < 0)
		return r;
	if (item->bytes.len > o->tree->work_most - o->tree->work)
		return too_much(o, item->bytes.at, "bytes in containers", o->tree->work_most);
	o->tree->work += item->bytes.len;
	if (depth == 0)
		return fn(o, item);

	r = open_quietly(o, item, fn, &c);
	if (*c.warning.check)
		syb_report(o->ctx, SYB_SEVERITY_WARNING, place(item, &c.warning), c.warning.check, "%s",
			   c.warning.text);
	if (r == 0)
		return 0;
	if (r == -SYB_E_LIMIT && *o->ctx->inflate_left == 0)
		o->fatal = true;       /* the result would not show how much is missing */
	if (o->fatal || !is_answer(r)) /* reported again, because it was muted */
		return r == -SYB_E_NOMEM ? r
					 : syb_fail(o->ctx, (enum syb_code) - r, place(item, &c.error), c.error.check,
						    "%s", c.error.text);
	syb_report(o->ctx, o->inner, place(item, &c.error), c.error.check, "%s%s%s cannot be opened: %s",
		   syb_kind_text(item->kind), *item->name ? ", " : "", item->name, c.error.text);
	item->count = 0;
	item->offload = NULL;
	return 0;
}

static int open_item(struct opener *o, struct syb_item *item, unsigned depth)
{
	bool compressed;
	int r = 0;

	do {
		item->kind = kind_of(item);
		if (item->kind == SYB_KIND_SYCLBIN)
			item->offload = item->within;
		if (!reader_of(item->kind))
			return 0;
		if (depth >= o->ctx->limits.max_depth)
			return too_deep(o, item);
		compressed = item->kind == SYB_KIND_ZSTD || item->kind == SYB_KIND_GZIP ||
			     (item->kind == SYB_KIND_BUNDLE && bundle_is_compressed(item->bytes));
		const uint8_t *before = item->bytes.ptr;

		r = run_reader(o, item, depth);
		compressed = compressed && item->bytes.ptr != before; /* a broken one stays as it is */
		depth += compressed;
	} while (r == 0 && compressed);
	return r < 0 ? r : open_children(o, item, depth);
}

int item_unpack_part(struct syb_ctx *ctx, struct span part, const char *name, enum syb_severity inner,
		     struct syb_tree **out_tree)
{
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflate = { 0 };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = mem_zalloc(ctx, sizeof(*tree));
	struct opener o = { .ctx = ctx, .tree = tree, .inner = inner };

	if (!tree)
		return -SYB_E_NOMEM;
	tree->from = allocator_of(ctx);
	ctx_inflate(ctx, part.len, &inflate);
	allow(&o, part.len);
	TRY(new_item(&o, part, &tree->root));
	TRY(open_item(&o, tree->root, 0));
	*out_tree = steal(tree);
	return 0;
}

int item_unknown(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	return syb_fail(ctx, SYB_E_FORMAT, 0, "unknown-kind",
			bytes.len ? "not a file of a known kind" : "the file is empty");
}

int item_unpack(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, enum syb_severity inner,
		struct syb_tree **out_tree)
{
	return item_unpack_part(ctx, span_of(bytes, 0), name, inner, out_tree);
}

int syb_unpack(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, struct syb_tree **out_tree)
{
	return item_unpack(ctx, bytes, name, SYB_SEVERITY_WARNING, out_tree);
}

void syb_tree_free(struct syb_tree *tree)
{
	if (!tree)
		return;
	for (struct owned *owned = tree->owned; owned; owned = owned->next) {
		buf_free(&owned->bytes);
		syb_offload_free(owned->offload);
		wrapped_free(owned->wrapped);
		if (owned->item)
			allocator_free(tree->from, owned->item->children);
	}
	arena_free(&tree->arena);
	allocator_free(tree->from, tree);
}

/* ---- getters ---- */

const struct syb_item *syb_tree_root(const struct syb_tree *tree)
{
	return tree->root;
}

enum syb_kind syb_item_kind(const struct syb_item *item)
{
	return item->kind;
}

const char *syb_item_name(const struct syb_item *item)
{
	return item->name;
}

struct syb_bytes syb_item_bytes(const struct syb_item *item)
{
	return span_bytes(item->bytes);
}

uint64_t syb_item_offset(const struct syb_item *item)
{
	return item->detached ? SYB_NO_OFFSET : item->bytes.at;
}

enum syb_compress syb_item_compress(const struct syb_item *item)
{
	return item->compress;
}

bool item_bundle_id(const struct syb_item *item, struct bundle_id *out)
{
	return (item->bundled || str_starts(item->name, BUNDLE_MAGIC)) && bundle_id(item->name, out);
}

const char *item_triple(const struct syb_item *item)
{
	return item->triple;
}

uint64_t item_growth(const struct syb_item *item)
{
	return item->stored ? (uint64_t)item->bytes.len - item->stored : 0;
}

size_t syb_item_count(const struct syb_item *item)
{
	return item->count;
}

const struct syb_item *syb_item_at(const struct syb_item *item, size_t i)
{
	return i < item->count ? item->children[i] : NULL;
}

const struct syb_offload *syb_item_offload(const struct syb_item *item)
{
	return item->offload;
}

size_t syb_item_binary(const struct syb_item *item)
{
	return item->binary;
}

const struct syb_offload_entry *syb_item_entry(const struct syb_item *item)
{
	return item->entry;
}

const struct wrapped *syb_item_wrapped(const struct syb_item *item)
{
	return item->wrapped;
}

bool syb_item_is_package(const struct syb_item *item)
{
	return item->kind == SYB_KIND_SYCLBIN || item->kind == SYB_KIND_WRAPPED;
}
