/* package/explore_treemap.c — where the bytes are: file → package → module → image → kernel, as a tree whose children
 * add up to their parent.
 *
 * Packages are those of `sybil size`: every byte of the inflated file is counted once, and images that are there before
 * name the first. Within images: sections of zebins, functions of SPIR-V, members of archives. */
#include "explore.h"

#include "base/order.h"

#include <sybil/item.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST_DEPTH = 16 };

struct tree {
	struct explore *x;
	const struct explore_file *file;
	size_t next_code;   /* of x->codes */
	struct hash images; /* "module M image I" of the current package → id */
	size_t ids;
};

struct node {
	struct syb_value *map, *children;
	uint64_t at;   /* in the file */
	uint64_t left; /* bytes that no child has */
};

/* ---- nodes ---- */

static struct node fill(struct tree *t, struct syb_value *map, const char *name, uint64_t bytes, const char *what)
{
	struct syb_record *rec = t->x->rec;

	value_string(rec, map, "name", name);
	value_uint(rec, map, "bytes", bytes);
	value_string(rec, map, "what", what);
	return (struct node){ .map = map, .left = bytes };
}

static struct node add(struct tree *t, struct node *parent, const char *name, uint64_t bytes, const char *what)
{
	if (!parent->children)
		parent->children = value_list(t->x->rec, parent->map, "children");
	if (bytes > parent->left) /* children never have more than their parent, whatever a file says */
		bytes = parent->left;
	parent->left -= bytes;
	return fill(t, value_map(t->x->rec, parent->children, NULL), name, bytes, what);
}

static void add_offset(struct tree *t, struct node *node, const struct syb_value *offset)
{
	if (!offset || syb_value_kind(offset) != SYB_VALUE_UINT)
		return;
	node->at = syb_value_uint(offset);
	value_uint(t->x->rec, node->map, "offset", node->at);
}

/* What remains, where there are children at all. */
static void add_rest(struct tree *t, struct node *node, const char *name, const char *what)
{
	if (node->children && node->left)
		add(t, node, name, node->left, what);
}

static int add_kernel(struct tree *t, struct node *parent, const char *name, uint64_t bytes, struct node *out)
{
	const char *readable;
	int r = explore_readable(t->x, name, &readable);

	if (r == 0)
		*out = add(t, parent, readable, bytes, "kernel");
	return r;
}

/* ---- zebins ---- */

enum { SECTION_NOBITS = 8 };

struct section {
	const struct syb_value *map;
	uint64_t at, end;
};

static int by_place(const void *a, const void *b)
{
	const struct section *x = a, *y = b;

	return ORDER(x->at, y->at);
}

/* Sections that overlap, or do not fit, are not subdivided: what then adds up is the whole. */
static bool are_apart(struct section *list, size_t count, uint64_t at, uint64_t bytes)
{
	const uint64_t end = at + bytes;

	qsort(list, count, sizeof(*list), by_place);
	for (size_t i = 0; i < count; i++) {
		if (list[i].at < at || list[i].end > end)
			return false;
		at = list[i].end;
	}
	return true;
}

static int add_sections(struct tree *t, struct node *node, const struct syb_value *zebin)
{
	static const char text[] = ".text.";
	const struct syb_value *sections = explore_get(zebin, "sections");
	size_t count = 0;
	struct section *list = arena_array(t->x->ctx, &t->x->arena, explore_count(sections) + 1, sizeof(*list));
	int r = list ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < explore_count(sections); i++) {
		const struct syb_value *one = syb_value_at(sections, i);
		const uint64_t at = explore_number(one, "offset"), size = explore_number(one, "size");

		if (size && explore_number(one, "type") != SECTION_NOBITS && at <= UINT64_MAX - size)
			list[count++] = (struct section){ one, at, at + size };
	}
	if (r < 0 || !are_apart(list, count, node->at, node->left))
		return r;
	for (size_t i = 0; r == 0 && i < count; i++) {
		const char *name = explore_text(list[i].map, "name");
		const uint64_t bytes = list[i].end - list[i].at;
		struct node section = { 0 };

		if (str_starts(name, text) && name[sizeof(text) - 1])
			r = add_kernel(t, node, name + sizeof(text) - 1, bytes, &section);
		else
			section = add(t, node, name, bytes, "section");
		if (r == 0)
			add_offset(t, &section, explore_get(list[i].map, "offset"));
	}
	add_rest(t, node, "headers and padding", "padding");
	return r;
}

/* ---- SPIR-V ---- */

/* The functions of an image were measured in the order in which images are met here. */
static const struct explore_code *code_of(struct tree *t, size_t package, size_t module, size_t image)
{
	const struct explore *x = t->x;
	const struct explore_code *c;

	for (; t->next_code < x->code_count; t->next_code++) {
		c = &x->codes[t->next_code];
		if (c->file > t->file->index)
			return NULL;
		if (c->file < t->file->index || c->package < package || (c->module == SIZE_MAX) != (module == SIZE_MAX))
			continue;
		if (c->package == package && c->module == module && c->image == image) {
			t->next_code++;
			return c;
		}
		if (c->package > package || c->module > module || (c->module == module && c->image > image))
			return NULL;
	}
	return NULL;
}

static int add_functions(struct tree *t, struct node *node, const struct explore_code *code)
{
	uint64_t sum = code->others;
	int r = 0;

	for (size_t i = 0; i < code->kernel_count; i++)
		sum += code->kernels[i].bytes;
	if (sum > node->left)
		return 0;
	for (size_t i = 0; r == 0 && i < code->kernel_count; i++) {
		struct node kernel;

		if (code->kernels[i].bytes)
			r = add_kernel(t, node, code->kernels[i].name, code->kernels[i].bytes, &kernel);
	}
	if (r == 0 && code->others)
		add(t, node, "other functions", code->others, "section");
	add_rest(t, node, "types, constants, names", "metadata");
	return r;
}

/* ---- what lies in what ---- */

static const struct syb_value *parts_of(const struct syb_value *shown, bool *out_entries)
{
	*out_entries = explore_get(shown, "entries") != NULL;
	return *out_entries ? explore_get(shown, "entries") : explore_get(shown, "contents");
}

static const char *part_name(const struct syb_value *part, const struct syb_value *content)
{
	const char *names[] = { explore_text(part, "name"), explore_text(explore_get(part, "strings"), "arch"),
				explore_text(explore_get(part, "strings"), "triple"), explore_text(content, "kind") };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (*names[i])
			return names[i];
	return "entry";
}

static int add_content(struct tree *t, struct node *node, const struct syb_value *shown, unsigned depth);

static int add_parts(struct tree *t, struct node *node, const struct syb_value *shown, unsigned depth)
{
	bool entries;
	const struct syb_value *parts = parts_of(shown, &entries);
	uint64_t sum = 0;
	int r = 0;

	for (size_t i = 0; i < explore_count(parts); i++) {
		const uint64_t size = explore_number(syb_value_at(parts, i), "size");

		if (size > node->left - sum) /* inflated: what is inside is larger than the whole */
			return 0;
		sum += size;
	}
	for (size_t i = 0; r == 0 && i < explore_count(parts); i++) {
		const struct syb_value *part = syb_value_at(parts, i);
		const struct syb_value *content = entries ? explore_get(part, "content") : part;
		struct node below = add(t, node, part_name(part, content), explore_number(part, "size"), "image");

		add_offset(t, &below, explore_get(part, "offset"));
		if (content)
			r = add_content(t, &below, content, depth + 1);
	}
	add_rest(t, node, "container", "section");
	return r;
}

static int add_content(struct tree *t, struct node *node, const struct syb_value *shown, unsigned depth)
{
	const char *kind = explore_text(shown, "kind");
	const struct explore_code *code;

	if (depth >= MOST_DEPTH || t->x->rec->failed)
		return t->x->rec->failed ? -SYB_E_NOMEM : 0;
	if (str_eq(kind, syb_kind_name(SYB_KIND_ZEBIN)))
		return add_sections(t, node, shown);
	if (str_eq(kind, syb_kind_name(SYB_KIND_SPIRV))) {
		code = code_of(t, 0, SIZE_MAX, 0);
		return code ? add_functions(t, node, code) : 0;
	}
	return add_parts(t, node, shown, depth);
}

/* ---- packages ---- */

static struct syb_value *first_of(const struct syb_value *map, const char *list)
{
	const struct syb_value *v = explore_get(map, list);

	return v ? v->as.c.first : NULL;
}

static int mark_image(struct tree *t, struct node *node, const struct syb_value *size, size_t module, size_t image,
		      bool repeated)
{
	const char *same = explore_text(size, "same_as");
	const size_t *first = *same ? hash_get(&t->images, same, strlen(same)) : NULL;
	char name[64];
	const char *key;
	size_t *stored;
	bool found;

	if (!repeated)
		return 0;
	if (first) {
		value_uint(t->x->rec, node->map, "same_as", *first);
		return 0;
	}
	snprintf(name, sizeof(name), "module %zu image %zu", module, image);
	key = arena_string(t->x->ctx, &t->x->arena, name, strlen(name));
	if (!key)
		return -SYB_E_NOMEM;
	value_uint(t->x->rec, node->map, "id", t->ids);
	return hash_put(t->x->ctx, &t->images, key, strlen(key), t->ids++, &stored, &found);
}

/* size: of `sybil size`; the module's record has what is inside. */
static int add_image(struct tree *t, struct node *parent, const struct explore_module *module,
		     const struct syb_value *size, bool repeated)
{
	const size_t index = (size_t)explore_number(size, "index");
	const struct syb_value *shown = syb_value_at(explore_get(module->shown, "images"), index);
	const struct syb_value *content = explore_get(shown, "content");
	struct node node = add(t, parent, explore_text(size, "arch"), explore_number(size, "bytes"), "image");
	const struct explore_code *code = code_of(t, module->package, module->index, index);
	int r;

	if (shown)
		add_offset(t, &node, explore_get(shown, "offset"));
	r = mark_image(t, &node, size, module->index, index, repeated);
	if (r < 0 || !shown || explore_number(shown, "size") != node.left) /* shares bytes with another one */
		return r;
	if (code)
		return add_functions(t, &node, code);
	return content ? add_content(t, &node, content, 0) : 0;
}

static int add_module(struct tree *t, struct node *parent, const struct explore_module *module,
		      const struct syb_value *size, bool repeated)
{
	struct node node;
	char name[48];
	int r = 0;

	snprintf(name, sizeof(name), "module %zu", module->index);
	node = add(t, parent, name, explore_number(size, "bytes"), "module");
	for (const struct syb_value *i = first_of(size, "images"); r == 0 && i; i = i->next)
		r = add_image(t, &node, module, i, repeated);
	if (node.left)
		add(t, &node, "metadata", node.left, "metadata");
	return r < 0 || !t->x->rec->failed ? r : -SYB_E_NOMEM;
}

static uint64_t part_of(const struct syb_value *size, const char *name)
{
	for (const struct syb_value *p = first_of(size, "parts"); p; p = p->next)
		if (str_eq(explore_text(p, "part"), name))
			return explore_number(p, "bytes");
	return 0;
}

/* node is the package, or the file that is one. Modules are those of the file from *next on. */
static int add_package(struct tree *t, struct node *node, const struct syb_value *size, size_t *next)
{
	static const struct {
		const char *part, *what;
	} parts[] = { { "headers", "section" }, { "padding", "padding" }, { "container", "section" } };
	const bool repeated = first_of(size, "repeated") != NULL;
	int r = 0;

	hash_free(&t->images);
	for (const struct syb_value *m = first_of(size, "modules"); r == 0 && m; m = m->next)
		if (*next < t->file->module_count)
			r = add_module(t, node, &t->x->modules[t->file->first_module + (*next)++], m, repeated);
	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(parts); i++) {
		const uint64_t bytes = part_of(size, parts[i].part);

		if (bytes && bytes <= node->left)
			add(t, node, parts[i].part, bytes, parts[i].what);
	}
	if (node->left)
		add(t, node, "metadata of the whole", node->left, "metadata");
	return r;
}

/* ---- files ---- */

/* Several packages are larger than the file where they are compressed in it: then the sum of them is told. */
static uint64_t total_of(const struct explore_file *file, const struct syb_value *size)
{
	const struct syb_value *total = explore_get(size, "total");
	uint64_t sum = 0, whole = file->shown ? explore_number(syb_record_root(file->shown), "size") : 0;

	if (total)
		return syb_value_uint(total);
	for (const struct syb_value *p = first_of(size, "files"); p; p = p->next)
		sum += explore_number(p, "total");
	if (!file->shown)
		whole = file->in->bytes.len;
	return sum > whole ? sum : whole;
}

static int add_file(struct tree *t, struct node *node)
{
	const struct syb_value *size = explore_get(t->file->map, "size");
	size_t next = 0;
	char name[48];
	int r = 0;

	if (!t->file->shown)
		return 0;
	if (!size)
		return add_content(t, node, syb_record_root(t->file->shown), 0);
	if (explore_get(size, "total"))
		return add_package(t, node, size, &next);
	for (const struct syb_value *p = first_of(size, "files"); r == 0 && p; p = p->next) {
		struct node package;

		snprintf(name, sizeof(name), "package %zu", (size_t)explore_number(p, "package"));
		package = add(t, node, name, explore_number(p, "total"), "package");
		r = add_package(t, &package, p, &next);
	}
	add_rest(t, node, "around the packages", "section");
	return r;
}

int explore_treemap(struct explore *x)
{
	struct tree t = { .x = x };
	struct node root = { .map = x->out.treemap }, node;
	uint64_t sum = 0;
	int r = 0;

	for (size_t i = 0; i < x->file_count; i++)
		sum += total_of(&x->files[i], explore_get(x->files[i].map, "size"));
	if (x->file_count != 1)
		root = fill(&t, x->out.treemap, explore_text(x->rec->root, "title"), sum, "files");
	for (size_t i = 0; r == 0 && i < x->file_count && !x->rec->failed; i++) {
		const char *name = x->files[i].name;
		const uint64_t bytes = total_of(&x->files[i], explore_get(x->files[i].map, "size"));

		t.file = &x->files[i];
		node = x->file_count == 1 ? fill(&t, root.map, name, bytes, "file")
					  : add(&t, &root, name, bytes, "file");
		r = add_file(&t, &node);
	}
	hash_free(&t.images);
	return r < 0 || !x->rec->failed ? r : -SYB_E_NOMEM;
}
