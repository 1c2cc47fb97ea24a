/* report/treemap.c — where the bytes are: file → package → module → image → kernel, as a tree whose children add up to
 * their parent.
 *
 * Packages are those of `sybil size`, which counts every byte of the inflated file once and marks repeated images.
 * Inside of images: sections of zebins, functions of SPIR-V, members of archives. */
#include "document.h"

#include "base/order.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_DEPTH = 16, SECTION_NOBITS = 8 };

struct tree {
	struct report *x;
	const struct file *file;
	struct hash images; /* "module M image I" of the current package → id, + ids of the packages before */
	size_t ids, next_module;
};

struct node {
	struct syb_value *map, *children;
	uint64_t at, left; /* place in the file; bytes that no child has */
};

static struct node fill(struct tree *t, struct syb_value *map, const char *name, uint64_t bytes, const char *what)
{
	value_string(t->x->rec, map, "name", name);
	value_uint(t->x->rec, map, "bytes", bytes);
	value_string(t->x->rec, map, "what", what);
	return (struct node){ .map = map, .left = bytes };
}

/* Children never have more than their parent, whatever a file says. */
static struct node add(struct tree *t, struct node *parent, const char *name, uint64_t bytes, const char *what)
{
	if (!parent->children)
		parent->children = value_list(t->x->rec, parent->map, "children");
	bytes = bytes < parent->left ? bytes : parent->left;
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

static void add_rest(struct tree *t, struct node *node, const char *name, const char *what)
{
	if (node->children && node->left)
		add(t, node, name, node->left, what);
}

/* ---- zebins ---- */

struct section {
	const struct syb_value *map;
	uint64_t at, end;
};

static int by_place(const void *a, const void *b)
{
	const struct section *x = a, *y = b;

	return ORDER(x->at, y->at);
}

/* Sections that overlap or do not fit are left out: the tree would not add up. */
static void add_sections(struct tree *t, struct node *node, const struct syb_value *zebin)
{
	static const char text[] = ".text.";
	size_t count = 0;
	struct section *list =
		arena_array(t->x->ctx, &t->x->arena, count_of(zebin, "sections") + 1, sizeof(struct section));
	uint64_t at = node->at, end = node->at + node->left;

	if (!list) {
		t->x->error = -SYB_E_NOMEM;
		return;
	}
	EACH (one, get(zebin, "sections")) {
		const uint64_t start = number_of(one, "offset"), size = number_of(one, "size");

		if (size && number_of(one, "type") != SECTION_NOBITS && start <= UINT64_MAX - size)
			list[count++] = (struct section){ one, start, start + size };
	}
	qsort(list, count, sizeof(*list), by_place);
	for (size_t i = 0; i < count; at = list[i++].end)
		if (list[i].at < at || list[i].end > end)
			return;
	for (size_t i = 0; i < count; i++) {
		const char *name = text_of(list[i].map, "name");
		const bool kernel = str_starts(name, text) && name[sizeof(text) - 1];
		struct node section = add(t, node, kernel ? report_readable(t->x, name + sizeof(text) - 1) : name,
					  list[i].end - list[i].at, kernel ? "kernel" : "section");

		add_offset(t, &section, get(list[i].map, "offset"));
	}
	add_rest(t, node, "headers and padding", "padding");
}

/* ---- SPIR-V ---- */

static void add_functions(struct tree *t, struct node *node, const struct syb_value *spirv)
{
	uint64_t sum = number_of(spirv, "other_code_size");

	EACH (kernel, get(spirv, "kernels"))
		sum += number_of(kernel, "code_size");
	if (sum > node->left || !get(spirv, "other_code_size"))
		return;
	EACH (kernel, get(spirv, "kernels"))
		if (number_of(kernel, "code_size"))
			add(t, node, report_readable(t->x, text_of(kernel, "name")), number_of(kernel, "code_size"),
			    "kernel");
	if (number_of(spirv, "other_code_size"))
		add(t, node, "other functions", number_of(spirv, "other_code_size"), "section");
	add_rest(t, node, "types, constants, names", "metadata");
}

/* ---- files inside of files ---- */

static const char *part_name(const struct syb_value *part, const struct syb_value *content)
{
	const char *names[] = { text_of(part, "name"), text_of(get(part, "strings"), "arch"),
				text_of(get(part, "strings"), "triple"), text_of(content, "kind"), "entry" };
	size_t i = 0;

	while (!*names[i])
		i++;
	return names[i];
}

static void add_content(struct tree *t, struct node *node, const struct syb_value *shown, unsigned depth)
{
	const char *kind = text_of(shown, "kind");
	const struct syb_value *entries = get(shown, "entries"), *parts = entries ? entries : get(shown, "contents");
	uint64_t sum = 0;

	if (depth >= MOST_DEPTH || failed(t->x))
		return;
	if (str_eq(kind, "zebin")) {
		add_sections(t, node, shown);
		return;
	}
	if (str_eq(kind, "spirv")) {
		add_functions(t, node, shown);
		return;
	}
	EACH (part, parts) {
		if (number_of(part, "size") > node->left - sum) /* compressed: the parts are larger than the whole */
			return;
		sum += number_of(part, "size");
	}
	EACH (part, parts) {
		const struct syb_value *content = entries ? get(part, "content") : part;
		struct node below = add(t, node, part_name(part, content), number_of(part, "size"), "image");

		add_offset(t, &below, get(part, "offset"));
		if (content)
			add_content(t, &below, content, depth + 1);
	}
	add_rest(t, node, "container", "section");
}

/* ---- packages ---- */

/* Where a package has an image twice, images have an id, and the later ones that of the first. */
static void mark_image(struct tree *t, struct node *node, const struct syb_value *size, size_t module, size_t image)
{
	const char *same = text_of(size, "same_as");
	const size_t *first = *same ? hash_get(&t->images, same, strlen(same)) : NULL;
	char name[64];
	bool fresh;

	snprintf(name, sizeof(name), "module %zu image %zu", module, image);
	if (first)
		value_uint(t->x->rec, node->map, "same_as", t->ids + *first);
	else
		value_uint(t->x->rec, node->map, "id",
			   t->ids + report_index(t->x, &t->images, name, strlen(name), &fresh));
}

static void add_module(struct tree *t, struct node *parent, const struct module *module, const struct syb_value *size,
		       bool repeated)
{
	struct node node;
	char name[48];

	snprintf(name, sizeof(name), "module %zu", module->index);
	node = add(t, parent, name, number_of(size, "bytes"), "module");
	EACH (i, get(size, "images")) {
		const size_t index = (size_t)number_of(i, "index");
		const struct syb_value *images = get(module->shown, "images");
		const struct syb_value *shown = images ? syb_value_at(images, index) : NULL;
		struct node image = add(t, &node, text_of(i, "arch"), number_of(i, "bytes"), "image");

		add_offset(t, &image, get(shown, "offset"));
		if (repeated && !failed(t->x))
			mark_image(t, &image, i, module->index, index);
		/* an image that shares bytes with another one has fewer here, and so has a compressed one */
		if (get(shown, "content") && number_of(shown, "size") == image.left &&
		    !str_eq(text_of(shown, "format"), "zstd"))
			add_content(t, &image, get(shown, "content"), 0);
	}
	if (node.left)
		add(t, &node, "metadata", node.left, "metadata");
}

/* node: the package, or the file that is one. */
static void add_package(struct tree *t, struct node *node, const struct syb_value *size)
{
	static const struct {
		const char *part, *what;
	} parts[] = { { "headers", "section" }, { "padding", "padding" }, { "container", "section" } };
	const bool repeated = count_of(size, "repeated") > 0;

	t->ids += t->images.count;
	hash_free(&t->images);
	EACH (m, get(size, "modules"))
		if (t->next_module < t->file->module_count && !failed(t->x))
			add_module(t, node, &t->x->modules[t->file->first_module + t->next_module++], m, repeated);
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		EACH (p, get(size, "parts"))
			if (str_eq(text_of(p, "part"), parts[i].part) && number_of(p, "bytes") &&
			    number_of(p, "bytes") <= node->left)
				add(t, node, parts[i].part, number_of(p, "bytes"), parts[i].what);
	if (node->left)
		add(t, node, "metadata of the whole", node->left, "metadata");
}

/* ---- the tree ---- */

/* Compressed packages may be larger than their file: then their sum counts. */
static uint64_t total_of(const struct file *file)
{
	const struct syb_value *size = get(file->map, "size"), *total = get(size, "total");
	const uint64_t whole = file->shown ? number_of(syb_record_root(file->shown), "size") : file->in->bytes.len;
	uint64_t sum = 0;

	if (total)
		return syb_value_uint(total);
	EACH (p, get(size, "files"))
		sum += number_of(p, "total");
	return sum > whole ? sum : whole;
}

static void add_file(struct tree *t, struct node *node)
{
	const struct syb_value *size = get(t->file->map, "size");

	t->next_module = 0;
	if (!t->file->shown)
		return;
	if (!size) {
		add_content(t, node, syb_record_root(t->file->shown), 0);
		return;
	}
	if (get(size, "total")) {
		add_package(t, node, size);
		return;
	}
	EACH (p, get(size, "files")) {
		struct node package;
		char name[48];

		snprintf(name, sizeof(name), "package %zu", (size_t)number_of(p, "package"));
		package = add(t, node, name, number_of(p, "total"), "package");
		add_package(t, &package, p);
	}
	add_rest(t, node, "around the packages", "section");
}

void treemap_make(struct report *x)
{
	struct tree t = { .x = x };
	struct node root = { .map = x->out.treemap }, node;
	uint64_t sum = 0;

	for (size_t i = 0; i < x->file_count; i++)
		sum += total_of(&x->files[i]);
	if (x->file_count != 1)
		root = fill(&t, root.map, text_of(x->rec->root, "title"), sum, "files");
	for (size_t i = 0; i < x->file_count && !failed(x); i++) {
		t.file = &x->files[i];
		node = x->file_count == 1 ? fill(&t, root.map, t.file->name, sum, "file")
					  : add(&t, &root, t.file->name, total_of(t.file), "file");
		add_file(&t, &node);
	}
	hash_free(&t.images);
}
