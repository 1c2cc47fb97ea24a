/* tools/device_code.c — the device code in a file: in offload binaries, in objects, libraries and host bitcode that
 * carry them, and in archives of any of these. */
#include "tools/frame/tool.h"

#include <ctype.h>
#include <stdio.h>

struct walk {
	struct tool *tool;
	device_code_fn *fn;
	void *user;
};

/* "lib.a(member.o)" */
static const char *inner_name(struct tool *tool, const char *outer, const char *inner)
{
	return *inner ? arena_printf(tool->ctx, &tool->arena, "%s(%s)", outer, inner) : outer;
}

static bool holds_offload(const struct syb_item *item)
{
	for (size_t i = 0; i < syb_item_count(item); i++)
		if (syb_item_kind(syb_item_at(item, i)) == SYB_KIND_OFFLOAD)
			return true;
	return false;
}

static bool is_code(const struct syb_item *item)
{
	switch (syb_item_kind(item)) {
	case SYB_KIND_BITCODE: /* of the host, when it carries device code */
		return !holds_offload(item);
	case SYB_KIND_SYCLBIN:
	case SYB_KIND_SPIRV:
	case SYB_KIND_PTX:
		return true;
	default:
		return false;
	}
}

/* Depth is limited by the tree. */
static int visit(const struct walk *w, const struct syb_item *item, const char *name, bool member)
{
	bool archive = syb_item_kind(item) == SYB_KIND_ARCHIVE;
	const struct syb_offload_entry *entry = syb_item_entry(item);
	const struct device_code code = { .item = item,
					  .kind = syb_item_kind(item),
					  .name = name,
					  .member = member,
					  .triple = entry ? syb_offload_entry_get(entry, "triple") : NULL };
	int r = 0;

	if (is_code(item))
		return w->fn(w->user, &code);
	for (size_t i = 0; i < syb_item_count(item) && r == 0; i++) {
		const struct syb_item *child = syb_item_at(item, i);
		const char *inner = archive ? inner_name(w->tool, name, syb_item_name(child)) : name;

		r = inner ? visit(w, child, inner, member || archive) : -SYB_E_NOMEM;
	}
	return r;
}

int device_code_each(struct tool *tool, const struct syb_tree *tree, const char *name, device_code_fn *fn, void *user)
{
	const struct walk w = { tool, fn, user };

	return visit(&w, syb_tree_root(tree), name, false);
}

/* The first word behind comments; a file that says by its name that it is LLVM IR is one, whatever is wrong with it. */
bool device_code_is_text(const char *path, struct syb_bytes bytes)
{
	static const char *const words[] = {
		"target ", "source_filename", "module ", "define ", "declare ", "attributes ", "@", "$", "%", "!", "^",
	};
	const char *s = (const char *)bytes.ptr, *end = s + bytes.len;
	size_t len = strlen(path);

	if (len > 3 && str_eq(path + len - 3, ".ll"))
		return true;
	while (s < end && (isspace((unsigned char)*s) || *s == ';'))
		if (*s++ == ';')
			while (s < end && *s != '\n')
				s++;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if ((size_t)(end - s) >= strlen(words[i]) && memcmp(s, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

const char *file_kind(struct syb_bytes bytes)
{
	return bytes.len ? syb_kind_text(syb_identify(bytes)) : "an empty file";
}

/* A zebin is device code, too: what is said is true of all that is native. */
int device_code_none(struct tool *tool, const char *path, struct syb_bytes bytes, size_t others)
{
	return syb_fail(tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-input",
			"%s: there is no LLVM IR, SPIR-V, PTX or package in %s%s", path, file_kind(bytes),
			others ? ", nor in the other files" : "");
}
