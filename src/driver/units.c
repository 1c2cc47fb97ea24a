/* driver/units.c — device code in files of any kind: offload binaries, objects and libraries that contain them,
 * archives of these; and its modules of LLVM IR, as inputs of linking. */
#include "base/ctx.h"
#include "base/file.h"
#include "format/item/item.h"
#include "term/nearest.h"

#include <ctype.h>
#include <sybil/compile.h>

/* ---- device code ---- */

struct walk {
	struct syb_ctx *ctx;
	struct arena arena;
	syb_device_code_fn *fn;
	void *user;
};

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
	case SYB_KIND_BITCODE: /* of the host, if it contains device code */
		return !holds_offload(item);
	case SYB_KIND_SYCLBIN:
	case SYB_KIND_SPIRV:
	case SYB_KIND_PTX:
		return true;
	default:
		return false;
	}
}

/* "lib.a(member.o)" */
static const char *inner_name(struct walk *w, const char *outer, const char *inner)
{
	return *inner ? arena_printf(w->ctx, &w->arena, "%s(%s)", outer, inner) : outer;
}

static bool is_of_host(const struct syb_item *item)
{
	struct bundle_id id;

	return item_bundle_id(item, &id) && span_eq(id.kind, "host");
}

/* Depth is limited by the tree. */
static int visit(struct walk *w, const struct syb_item *item, const char *name, bool member)
{
	bool archive = syb_item_kind(item) == SYB_KIND_ARCHIVE;
	const struct syb_device_code code = {
		.item = item, .kind = syb_item_kind(item), .name = name, .member = member, .triple = item_triple(item)
	};

	if (is_of_host(item))
		return 0;
	if (is_code(item))
		return w->fn(w->user, &code);
	for (size_t i = 0; i < syb_item_count(item); i++) {
		const struct syb_item *child = syb_item_at(item, i);
		const char *inner = archive ? inner_name(w, name, syb_item_name(child)) : name;

		TRY(inner ? visit(w, child, inner, member || archive) : -SYB_E_NOMEM);
	}
	return 0;
}

int syb_device_code_each(struct syb_ctx *ctx, const struct syb_tree *tree, const char *name, syb_device_code_fn *fn,
			 void *user)
{
	struct walk w = { .ctx = ctx, .fn = fn, .user = user };
	int r = visit(&w, syb_tree_root(tree), name, false);

	arena_free(&w.arena);
	return r;
}

/* Decided by the first word after comments; a file named .ll is LLVM IR, even if it is malformed. */
bool syb_device_code_is_text(const char *path, struct syb_bytes bytes)
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

/* ---- LLVM IR ---- */

struct syb_units {
	struct syb_ctx *ctx;
	struct arena arena;
	const char *first;  /* name of the first file */
	size_t files;       /* number of files that were added */
	const char *triple; /* requested for the current file */
	const char *seen;   /* the first triple found */
	const char *seen_in;
	struct nearest near; /* the most similar triple, for the error message */
	struct syb_tree **trees;
	size_t tree_count, tree_room;
	struct syb_ir_input *list;
	size_t count, room;
};

int syb_units_new(struct syb_ctx *ctx, struct syb_units **out_units)
{
	struct syb_units *units = mem_zalloc(ctx, sizeof(*units));

	if (!units)
		return -SYB_E_NOMEM;
	units->ctx = ctx;
	units->near = (struct nearest){ NULL, SIZE_MAX };
	*out_units = units;
	return 0;
}

void syb_units_free(struct syb_units *units)
{
	struct allocator a;

	if (!units)
		return;
	a = allocator_of(units->ctx);
	for (size_t i = 0; i < units->tree_count; i++)
		syb_tree_free(units->trees[i]);
	allocator_free(a, units->trees);
	allocator_free(a, units->list);
	arena_free(&units->arena);
	allocator_free(a, units);
}

static int add(struct syb_units *u, const char *name, struct syb_bytes bytes, bool lazy)
{
	const char *kept = arena_string(u->ctx, &u->arena, name, strlen(name));

	TRY(kept ? VEC_PUSH(u->ctx, u->list, u->count, u->room) : -SYB_E_NOMEM);
	u->list[u->count++] = (struct syb_ir_input){
		.size = sizeof(*u->list), .name = kept, .bytes = bytes, .lazy = lazy, .file = u->files - 1
	};
	return 0;
}

/* Skip code for another triple than the requested one. Without a request, code for several triples is an error. */
static int check_triple(struct syb_units *u, const struct syb_device_code *code, bool *out_ours)
{
	*out_ours = !u->triple || str_eq(u->triple, code->triple);
	if (!*out_ours) {
		nearest_try(&u->near, u->triple, code->triple);
		return 0;
	}
	if (u->seen && !str_eq(u->seen, code->triple))
		return syb_fail(u->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-target",
				"%s has code for '%s' and %s for '%s': choose with --triple", u->seen_in, u->seen,
				code->name, code->triple);
	u->seen = code->triple;
	u->seen_in = arena_string(u->ctx, &u->arena, code->name, strlen(code->name));
	return u->seen_in ? 0 : -SYB_E_NOMEM;
}

static int collect(void *user, const struct syb_device_code *code)
{
	struct syb_units *u = user;
	bool ours = true;
	int r = 0;

	if (code->kind != SYB_KIND_BITCODE)
		return 0;
	if (code->triple)
		r = check_triple(u, code, &ours);
	return r < 0 || !ours ? r : add(u, code->name, syb_item_bytes(code->item), code->member);
}

/* Kinds that neither are LLVM IR nor may contain it. LLVM IR as text has no kind. */
static bool is_other(enum syb_kind kind)
{
	return kind != SYB_KIND_UNKNOWN && kind != SYB_KIND_BITCODE && kind != SYB_KIND_ELF &&
	       kind != SYB_KIND_ARCHIVE && kind != SYB_KIND_OFFLOAD && kind != SYB_KIND_BUNDLE &&
	       kind != SYB_KIND_ZSTD && kind != SYB_KIND_GZIP;
}

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

/* Only host modules are unpacked: LLVM can read a module even if the bytes after it are damaged. */
static bool is_plain_module(struct syb_ctx *ctx, struct syb_bytes bytes, enum syb_kind kind)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	if (kind != SYB_KIND_BITCODE)
		return kind == SYB_KIND_UNKNOWN; /* text, or LLVM reports the error */
	return syb_unpack(ctx, bytes, NULL, &tree) < 0 || syb_item_count(syb_tree_root(tree)) == 0;
}

int syb_units_add(struct syb_ctx *ctx, struct syb_units *u, const struct syb_file *file, const char *name,
		  const char *triple)
{
	enum syb_kind kind = syb_identify(syb_file_bytes(file));
	size_t before = u->count;

	name = name ? name : syb_file_name(file);
	u->files++;
	u->triple = triple;
	if (!u->first)
		u->first = arena_string(ctx, &u->arena, name, strlen(name));
	if (is_other(kind))
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "other-kind", "%s: %s is not LLVM IR", name,
				syb_kind_text(kind));
	if (is_plain_module(ctx, syb_file_bytes(file), kind))
		return add(u, name, syb_file_bytes(file), false);
	TRY(VEC_PUSH(ctx, u->trees, u->tree_count, u->tree_room));
	TRY(syb_unpack(ctx, syb_file_bytes(file), name, &u->trees[u->tree_count]));
	TRY(syb_device_code_each(ctx, u->trees[u->tree_count++], name, collect, u));
	if (u->count == before && kind != SYB_KIND_ARCHIVE && !triple)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-input", "%s contains no LLVM IR", name);
	return 0;
}

int syb_units_list(struct syb_ctx *ctx, struct syb_units *u, struct syb_ir_input **out_list, size_t *out_count)
{
	if (u->count == 0)
		return syb_fail(ctx, u->triple ? SYB_E_NOTFOUND : SYB_E_FORMAT, SYB_NO_OFFSET, "link-input",
				"%s contains no LLVM IR%s%s" NEAREST_HINT, u->first ? u->first : "",
				u->triple ? " for " : "", u->triple ? u->triple : "", NEAREST_ARGS(u->near.name));
	if (u->count == 1)
		u->list[0].lazy = false; /* a single module is always linked */
	*out_list = u->list;
	*out_count = u->count;
	return 0;
}
