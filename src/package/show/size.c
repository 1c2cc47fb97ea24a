/* package/show/size.c — package → where its bytes are: by part, by architecture, by module and image.
 *
 * Every byte of the (inflated) file is counted exactly once: bytes that several images share belong to the first of
 * them; bytes that nothing refers to are padding inside the package, and container around it. Images are read only
 * where two have the same size, to find payloads that occur more than once. The answer for a large package fits one
 * screen as text: the largest kernels, without the list of modules. */
#include "base/file.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/sha256.h"
#include "base/value.h"
#include "format/offload/offload.h"
#include "term/demangle.h"
#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"
#include "format/item/item.h"
#include <sybil/package.h>

#include <stdio.h>
#include <stdlib.h>

enum part {
	PART_IR,
	PART_NATIVE,
	PART_METADATA,
	PART_HEADERS,
	PART_PADDING,
	PART_CONTAINER,
	PART_COUNT,
};

enum {
	LARGE = 16,   /* more modules than this are not listed in the text */
	LARGEST = 10, /* kernels with the most bytes */
};

static const char *const part_names[] = { "IR images", "native images", "metadata", "headers", "padding", "container" };

struct image_size {
	const struct syb_image *image;
	struct span stored;
	uint64_t bytes;   /* that belong to it */
	size_t same_as;   /* index of the first image with these bytes, or its own */
	size_t next_same; /* 0 = none */
	size_t copies;    /* on the first one */
};

struct module_size {
	uint64_t metadata; /* its own and its images' */
	uint64_t images;
};

/* A range of the file that belongs to something. */
struct piece {
	uint64_t at, end; /* from the start of the package */
	size_t order;
	enum part part;
	struct module_size *module; /* NULL for parts of the package itself */
	struct image_size *image;   /* for image bytes */
};

/* Modules with the same first kernel. */
struct kernel_size {
	const char *name;
	size_t kernels; /* most in one such module */
	size_t modules;
	uint64_t bytes;
};

struct sizes {
	struct syb_ctx *ctx;
	const struct syb_bin *bin;
	struct arena arena;
	struct hash by_size, by_content, by_arch, by_kernel;
	struct kernel_size *kernels;
	size_t kernel_count;
	struct demangler *demangler;
	struct piece *pieces;
	size_t piece_count;
	struct module_size *modules;
	struct image_size *images; /* of all modules, in order */
	uint64_t total;
	uint64_t parts[PART_COUNT];
	uint64_t repeated; /* bytes of payloads beyond their first copy */
	size_t repeated_images;
};

static void drop(struct sizes *s)
{
	hash_free(&s->by_size);
	hash_free(&s->by_content);
	hash_free(&s->by_arch);
	hash_free(&s->by_kernel);
	demangler_free(s->demangler);
	arena_free(&s->arena);
}

/* ---- ranges ---- */

static struct piece *add_piece(struct sizes *s, struct span span, enum part part)
{
	struct piece *p = &s->pieces[s->piece_count];
	uint64_t at = span.at - s->bin->body.at; /* wraps back where the whole has no offset */

	*p = (struct piece){ at, at + span.len, s->piece_count, part, NULL, NULL };
	s->piece_count++;
	return p;
}

static int by_place(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->at != y->at)
		return ORDER(x->at, y->at);
	return ORDER(x->order, y->order);
}

/* Give each byte to the first piece that covers it. */
static uint64_t sweep(struct sizes *s)
{
	uint64_t pos = 0, covered = 0;

	qsort(s->pieces, s->piece_count, sizeof(*s->pieces), by_place);
	for (size_t i = 0; i < s->piece_count; i++) {
		const struct piece *p = &s->pieces[i];
		uint64_t from = p->at > pos ? p->at : pos;
		uint64_t bytes = p->end > from ? p->end - from : 0;

		if (p->end > pos)
			pos = p->end;
		covered += bytes;
		s->parts[p->part] += bytes;
		if (p->image) {
			p->image->bytes += bytes;
			p->module->images += bytes;
		} else if (p->module) {
			p->module->metadata += bytes;
		}
	}
	return covered;
}

static int find_pieces(struct sizes *s)
{
	const struct syb_bin *bin = s->bin;
	const struct span headers[] = { bin->layout.header, bin->layout.modules, bin->layout.ir, bin->layout.native };
	size_t n = 0;

	s->pieces = arena_array(s->ctx, &s->arena, ARRAY_SIZE(headers) + 1 + bin->module_count + 2 * bin->image_count,
				sizeof(*s->pieces));
	s->modules = arena_array(s->ctx, &s->arena, bin->module_count, sizeof(*s->modules));
	s->images = arena_array(s->ctx, &s->arena, bin->image_count, sizeof(*s->images));
	s->kernels = arena_array(s->ctx, &s->arena, bin->module_count, sizeof(*s->kernels));
	if (!s->pieces || !s->modules || !s->images || !s->kernels)
		return -SYB_E_NOMEM;
	for (size_t i = 0; bin->version == 1 && i < ARRAY_SIZE(headers); i++)
		add_piece(s, headers[i], PART_HEADERS);
	if (!bin->wrapped)
		add_piece(s, bin->global, PART_METADATA);
	for (size_t m = 0; m < bin->module_count; m++) {
		const struct syb_module *module = &bin->modules[m];

		if (!bin->wrapped) /* their properties are records anywhere in the file */
			add_piece(s, module->metadata, PART_METADATA)->module = &s->modules[m];
		for (size_t i = 0; i < module->image_count; i++, n++) {
			const struct syb_image *image = &module->images[i];
			struct piece *p;

			s->images[n] =
				(struct image_size){ .image = image, .stored = image_stored(image), .same_as = n };
			if (!bin->wrapped && !bin->loose) /* else the file does not contain it */
				add_piece(s, image->metadata, PART_METADATA)->module = &s->modules[m];
			p = add_piece(s, image_stored(image), image->kind == SYB_IMAGE_IR ? PART_IR : PART_NATIVE);
			p->module = &s->modules[m];
			p->image = &s->images[n];
		}
	}
	return 0;
}

static void count_parts(struct sizes *s)
{
	uint64_t covered = sweep(s), body = s->bin->version == 1 ? s->bin->body.len : covered;

	s->parts[PART_PADDING] = body > covered ? body - covered : 0;
	s->parts[PART_CONTAINER] = s->total > body ? s->total - body : 0;
}

/* ---- equal payloads ---- */

static int find_repeated(struct sizes *s)
{
	const size_t count = s->bin->image_count;
	size_t *stored;
	bool found;
	int r = 0;

	/* how many images have a size; the key is the length itself, which lives in the image */
	for (size_t i = 0; r == 0 && i < count; i++) {
		r = hash_put(s->ctx, &s->by_size, &s->images[i].stored.len, sizeof(size_t), 0, &stored, NULL);
		if (r == 0)
			(*stored)++;
	}
	for (size_t i = 0; r == 0 && i < count; i++) {
		const struct span *bytes = &s->images[i].stored;
		size_t last;

		r = ctx_cancelled(s->ctx);
		ctx_progress_count(s->ctx, "compare images", i, count);
		if (r < 0 || bytes->len == 0 || *hash_get(&s->by_size, &bytes->len, sizeof(size_t)) < 2)
			continue;
		r = hash_put(s->ctx, &s->by_content, bytes->ptr, bytes->len, i, &stored, &found);
		if (r < 0)
			break;
		file_read_past(s->ctx, span_bytes(*bytes));
		last = *stored;
		s->images[s->images[last].same_as].copies++;
		if (!found)
			continue;
		file_read_past(s->ctx, span_bytes(s->images[last].stored)); /* it was compared */
		s->images[i].same_as = s->images[last].same_as;
		s->images[last].next_same = i;
		*stored = i; /* the table holds the last image of the chain */
		s->repeated += s->images[i].bytes;
		s->repeated_images++;
	}
	return r;
}

/* ---- the record ---- */

static void put_bytes(const struct sizes *s, struct syb_record *rec, struct syb_value *map, uint64_t bytes)
{
	value_hint(value_uint(rec, map, "bytes", bytes), VALUE_SIZE);
	value_hint(value_real(rec, map, "share", s->total ? (double)bytes / (double)s->total : 0), VALUE_BAR);
}

static void put_parts(const struct sizes *s, struct syb_record *rec)
{
	struct syb_value *list = value_hint(value_list(rec, rec->root, "parts"), VALUE_TABLE);

	for (size_t i = 0; i < PART_COUNT; i++) {
		struct syb_value *map = value_map(rec, list, NULL);

		value_string(rec, map, "part", part_names[i]);
		put_bytes(s, rec, map, s->parts[i]);
	}
}

struct arch_size {
	const struct syb_image *example;
	size_t images;
	uint64_t bytes;
};

/* The architecture of an image, or the type of its IR; the target where neither is stated. */
static const char *arch_of(const struct syb_image *image)
{
	const char *name = image->kind == SYB_IMAGE_NATIVE ? image->facts->arch
			   : image->facts->has_type        ? syb_ir_type_name(image->facts->type)
							   : NULL;

	name = name ? name : image->facts->target;
	return name ? name : "(not stated)";
}

static int by_bytes(const void *a, const void *b)
{
	const struct arch_size *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return x->example->kind != y->example->kind ? (int)x->example->kind - (int)y->example->kind
						    : strcmp(arch_of(x->example), arch_of(y->example));
}

static int put_archs(struct sizes *s, struct syb_record *rec)
{
	struct syb_value *list = value_hint(value_list(rec, rec->root, "archs"), VALUE_TABLE);
	struct arch_size *archs = arena_array(s->ctx, &s->arena, s->bin->image_count, sizeof(*archs));
	size_t count = 0;

	if (!archs)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < s->bin->image_count; i++) {
		const struct syb_image *image = s->images[i].image;
		const char *key = arena_printf(s->ctx, &s->arena, "%d%s", (int)image->kind, arch_of(image));
		size_t *stored;
		bool found;

		TRY(key ? hash_put(s->ctx, &s->by_arch, key, strlen(key), count, &stored, &found) : -SYB_E_NOMEM);
		if (!found)
			archs[count++] = (struct arch_size){ .example = image };
		archs[*stored].images++;
		archs[*stored].bytes += s->images[i].bytes;
	}
	qsort(archs, count, sizeof(*archs), by_bytes);
	for (size_t i = 0; i < count; i++) {
		struct syb_value *map = value_map(rec, list, NULL);

		value_string(rec, map, "kind", archs[i].example->kind == SYB_IMAGE_IR ? "ir" : "native");
		value_string(rec, map, "arch", arch_of(archs[i].example));
		value_uint(rec, map, "images", archs[i].images);
		put_bytes(s, rec, map, archs[i].bytes);
	}
	return 0;
}

enum { IMAGE_NAME = 64 };

static const char *image_name(const struct syb_image *image, char out[IMAGE_NAME])
{
	snprintf(out, IMAGE_NAME, "module %zu image %zu", image->module->index, image->index);
	return out;
}

static void put_images(const struct sizes *s, struct syb_record *rec, struct syb_value *parent, size_t first,
		       size_t count)
{
	struct syb_value *list = value_hint(value_list(rec, parent, "images"), VALUE_TABLE);
	char name[IMAGE_NAME];

	for (size_t i = first; i < first + count; i++) {
		const struct image_size *size = &s->images[i];
		struct syb_value *map = value_map(rec, list, NULL);

		value_uint(rec, map, "index", size->image->index);
		value_string(rec, map, "kind", size->image->kind == SYB_IMAGE_IR ? "ir" : "native");
		value_string(rec, map, "arch", arch_of(size->image));
		value_string_or_null(rec, map, "target", size->image->facts->target);
		put_bytes(s, rec, map, size->bytes);
		if (size->same_as == i)
			value_words(rec, value_null(rec, map, "same_as"));
		else
			value_words(rec, value_string(rec, map, "same_as",
						      image_name(s->images[size->same_as].image, name)));
	}
}

/* Modules are named by their first kernel; those with the same first kernel are copies, or for other targets. */
static int count_kernels(struct sizes *s, const struct kernels *kernels, size_t module)
{
	const char *name = kernels_count(kernels) ? kernels_at(kernels, 0) : "";
	const size_t len = strlen(name), *known = hash_get(&s->by_kernel, name, len);
	struct kernel_size *kernel = &s->kernels[known ? *known : s->kernel_count];

	if (!known) {
		kernel->name = arena_string(s->ctx, &s->arena, name, len);
		TRY(kernel->name ? 0 : -SYB_E_NOMEM);
		TRY(hash_add(s->ctx, &s->by_kernel, kernel->name, len, s->kernel_count++));
	}
	kernel->kernels = kernels_count(kernels) > kernel->kernels ? kernels_count(kernels) : kernel->kernels;
	kernel->modules++;
	kernel->bytes += s->modules[module].images;
	return 0;
}

static int by_size(const void *a, const void *b)
{
	const struct kernel_size *x = a, *y = b;

	return x->bytes != y->bytes ? ORDER(y->bytes, x->bytes) : strcmp(x->name, y->name);
}

static int put_largest(struct sizes *s, struct syb_record *rec, struct syb_value *list)
{
	if (s->kernel_count == 0)
		return 0;
	TRY(demangler_new(s->ctx, &s->demangler));
	qsort(s->kernels, s->kernel_count, sizeof(*s->kernels), by_size);
	for (size_t i = 0; i < s->kernel_count && i < LARGEST; i++) {
		const struct kernel_size *kernel = &s->kernels[i];
		struct syb_value *map = value_map(rec, list, NULL);

		const char *readable = demangle(s->demangler, kernel->name);

		put_bytes(s, rec, map, kernel->bytes);
		value_uint(rec, map, "modules", kernel->modules);
		value_uint(rec, map, "kernels", kernel->kernels);
		value_hint(value_string(rec, map, "first", kernel->name), VALUE_QUIET);
		value_string(rec, map, "name", readable ? readable : *kernel->name ? kernel->name : "(no kernel)");
	}
	return 0;
}

static int put_modules(struct sizes *s, struct syb_record *rec)
{
	struct syb_value *list = value_list(rec, rec->root, "modules");
	size_t first = 0;

	if (s->bin->module_count > LARGE)
		value_hint(list, VALUE_QUIET);
	for (size_t m = 0; m < s->bin->module_count; m++) {
		const struct syb_module *module = &s->bin->modules[m];
		struct syb_value *map = value_map(rec, list, NULL);
		_cleanup_(kernels_drop) struct kernels kernels = { 0 };

		TRY(kernels_open(s->ctx, module, NULL, &kernels));
		TRY(count_kernels(s, &kernels, m));
		value_hint(value_uint(rec, map, "index", m), VALUE_NAME);
		value_uint(rec, map, "kernels", kernels_count(&kernels));
		put_bytes(s, rec, map, s->modules[m].metadata + s->modules[m].images);
		value_hint(value_uint(rec, map, "metadata", s->modules[m].metadata), VALUE_SIZE);
		put_images(s, rec, map, first, module->image_count);
		module_read_past(s->ctx, module);
		first += module->image_count;
	}
	return 0;
}

static void put_repeated(const struct sizes *s, struct syb_record *rec)
{
	struct syb_value *list = value_list(rec, rec->root, "repeated");
	char hex[SHA256_HEX], name[IMAGE_NAME];

	if (s->bin->module_count > LARGE)
		value_hint(list, VALUE_QUIET);
	for (size_t i = 0; i < s->bin->image_count; i++) {
		const struct image_size *size = &s->images[i];
		struct syb_value *map, *names;

		if (size->same_as != i || size->copies < 2)
			continue;
		map = value_map(rec, list, NULL);
		sha256_hex_told(s->ctx, span_bytes(size->stored), hex);
		value_hint(value_string(rec, map, "sha256", hex), VALUE_NAME);
		value_hint(value_uint(rec, map, "size", size->stored.len), VALUE_SIZE);
		value_uint(rec, map, "copies", size->copies);
		names = value_list(rec, map, "images");
		value_string(rec, names, NULL, image_name(size->image, name));
		for (size_t k = size->next_same; k; k = s->images[k].next_same)
			value_string(rec, names, NULL, image_name(s->images[k].image, name));
	}
}

/* The bytes that inflating adds to the parts of an item. Depth is bounded by syb_unpack. */
static uint64_t growth(const struct syb_item *item, const struct syb_item *root)
{
	const struct syb_offload *offload = syb_item_kind(item) == SYB_KIND_OFFLOAD ? syb_item_offload(item) : NULL;
	uint64_t more = item == root ? 0 : item_growth(item);

	for (size_t i = 0; offload && i < offload->binary_count; i++) {
		const struct offload_binary *b = &offload->binaries[i];

		/* a file that is one binary has its inflated bytes already */
		if (b->inflated && (item != root || syb_item_bytes(root).ptr != b->whole.ptr))
			more += b->whole.len - b->size;
	}
	for (size_t i = 0; i < syb_item_count(item); i++)
		more += growth(syb_item_at(item, i), root);
	return more;
}

/* The inflated size of the file that the package was opened from. */
static uint64_t whole_size(const struct syb_bin *bin)
{
	const struct syb_item *root = bin->tree ? syb_tree_root(bin->tree) : NULL;

	return root ? syb_item_bytes(root).len + growth(root, root) : bin->body.len;
}

static int fill(struct sizes *s, struct syb_record *rec)
{
	uint64_t payloads = s->parts[PART_IR] + s->parts[PART_NATIVE];
	struct syb_value *largest;

	value_hint(value_uint(rec, rec->root, "version", 1), VALUE_QUIET);
	value_hint(value_string(rec, rec->root, "kind", "size"), VALUE_QUIET);
	value_string_or_null(rec, rec->root, "file", syb_bin_name(s->bin));
	value_hint(value_uint(rec, rec->root, "total", s->total), VALUE_SIZE);
	value_hint(value_uint(rec, rec->root, "payloads", payloads), VALUE_SIZE);
	value_hint(value_uint(rec, rec->root, "distinct", payloads - s->repeated), VALUE_SIZE);
	value_uint(rec, rec->root, "images", s->bin->image_count);
	value_uint(rec, rec->root, "repeated_images", s->repeated_images);
	put_parts(s, rec);
	TRY(put_archs(s, rec));
	largest = value_hint(value_list(rec, rec->root, "largest"), VALUE_TABLE);
	TRY(put_modules(s, rec));
	TRY(put_largest(s, rec, largest));
	put_repeated(s, rec);
	return record_finish(rec);
}

int syb_size(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(drop) struct sizes s = { .ctx = ctx, .bin = bin, .total = whole_size(bin) };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));

	TRY(find_pieces(&s));
	count_parts(&s);
	TRY(find_repeated(&s));
	TRY(record_new(ctx, &rec));
	TRY(fill(&s, rec));
	*out_record = steal(rec);
	return 0;
}
