/* driver/programs/aot_kernels.c — what a compiler made: the kind of file it should be, and every kernel in it.
 *
 * Compilers have been seen to leave kernels out and call it success. */
#include "aot.h"

#include "base/hash.h"
#include "format/elf/elf.h"
#include "format/ptx/ptx.h"
#include "format/zeinfo/zeinfo.h"
#include <sybil/zebin.h>

DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

enum { MOST_NAMED = 20 }; /* kernels in one message */

struct found {
	struct syb_ctx *ctx;
	struct hash names;
};

static void drop(struct found *f)
{
	hash_free(&f->names);
}

static int add(struct found *f, const char *name, size_t len)
{
	size_t *stored;
	bool known;

	return hash_put(f->ctx, &f->names, name, len, 1, &stored, &known);
}

/* ---- names in images; they are the image's, or in the arena ---- */

static int add_zebin(struct aot *aot, struct found *f, struct syb_bytes image)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;
	int r = syb_zebin_read(f->ctx, image, NULL, &zebin);

	if (r == 0)
		r = syb_zebin_zeinfo(f->ctx, zebin, &zeinfo);
	if (r == -SYB_E_NOTFOUND)
		return 0; /* nothing is said about kernels where there are none */
	for (size_t i = 0; r == 0 && i < syb_zeinfo_kernel_count(zeinfo); i++) {
		const struct syb_ze_node *node = syb_ze_get(syb_zeinfo_kernel_at(zeinfo, i), "name");
		const char *name = node ? syb_ze_text(node) : "";
		const char *kept = arena_string(f->ctx, &aot->arena, name, strlen(name));

		r = kept ? add(f, kept, strlen(kept)) : -SYB_E_NOMEM;
	}
	return r;
}

static int add_ptx(struct aot *aot, struct found *f, struct syb_bytes image)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = NULL;
	int r = ptx_read(f->ctx, span_of(image, 0), &ptx);

	for (size_t i = 0; r == 0 && i < ptx->symbol_count; i++) {
		const struct ptx_symbol *s = &ptx->symbols[i];
		const char *kept = arena_string(f->ctx, &aot->arena, s->name, strlen(s->name));

		if (!kept)
			return -SYB_E_NOMEM;
		if (s->kernel && s->defined)
			r = add(f, kept, strlen(kept));
	}
	return r;
}

/* AMD describes a kernel at the symbol NAME.kd; in a cubin it is a function. */
static int add_elf_name(void *user, const char *name, size_t len, unsigned type)
{
	struct found *f = user;

	(void)type;
	if (len > 3 && memcmp(name + len - 3, ".kd", 3) == 0)
		len -= 3;
	return add(f, name, len);
}

/* ---- what is missing ---- */

static int compare(struct aot *aot, const struct found *f, const char *where, const char *const *kernels, size_t count)
{
	size_t missing = 0;
	int r = 0;

	for (size_t i = 0; i < count; i++)
		missing += !hash_get(&f->names, kernels[i], strlen(kernels[i]));
	if (missing == 0)
		return 0;
	r = syb_fail(aot->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aot-kernels",
		     "%zu of %zu kernels %s missing in the code for %s%s%s", missing, count,
		     missing == 1 ? "is" : "are", aot->opts.target, *where ? ", " : "", where);
	for (size_t i = 0, named = 0; i < count && named < MOST_NAMED; i++) {
		if (hash_get(&f->names, kernels[i], strlen(kernels[i])))
			continue;
		syb_note(aot->ctx, r, "%s", kernels[i]);
		named++;
	}
	if (missing > MOST_NAMED)
		syb_note(aot->ctx, r, "and %zu more", missing - MOST_NAMED);
	return r;
}

static int check_one(struct aot *aot, enum syb_kind kind, struct syb_bytes image, const char *where,
		     const char *const *kernels, size_t count)
{
	_cleanup_(drop) struct found found = { .ctx = aot->ctx };
	int r = 0;

	if (kind == SYB_KIND_ZEBIN)
		r = add_zebin(aot, &found, image);
	else if (kind == SYB_KIND_PTX)
		r = add_ptx(aot, &found, image);
	else if (kind == SYB_KIND_ELF)
		r = elf_each_name(aot->ctx, span_of(image, 0), add_elf_name, &found);
	else
		return 0; /* a driver's own form; who made it has asked for each kernel */
	return r < 0 ? r : compare(aot, &found, where, kernels, count);
}

/* ocloc makes one archive for several devices. */
static int check_archive(struct aot *aot, struct syb_bytes image, const char *const *kernels, size_t count)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	const struct syb_item *root;
	int r = syb_unpack(aot->ctx, image, NULL, &tree);

	if (r < 0)
		return r;
	root = syb_tree_root(tree);
	for (size_t i = 0; r == 0 && i < syb_item_count(root); i++) {
		const struct syb_item *item = syb_item_at(root, i);

		if (syb_item_kind(item) == SYB_KIND_ZEBIN)
			r = check_one(aot, SYB_KIND_ZEBIN, syb_item_bytes(item), syb_item_name(item), kernels, count);
	}
	return r;
}

int aot_check_kernels(struct aot *aot, const struct step *step, struct syb_bytes image, const char *const *kernels,
		      size_t count)
{
	int r;

	if (syb_identify(image) == SYB_KIND_ARCHIVE)
		return check_archive(aot, image, kernels, count);
	r = check_one(aot, step->makes, image, "", kernels, count);
	if (r == -SYB_E_FORMAT)
		r = syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "a compiler made a damaged image");
	return r;
}

/* ---- the kind ---- */

int aot_check(struct aot *aot, const struct step *step, const char *program, struct syb_bytes image)
{
	enum syb_kind kind = syb_identify(image);
	bool right = kind == step->makes;

	if (step->makes == SYB_KIND_ZEBIN)
		right |= kind == SYB_KIND_ARCHIVE;
	if (step->makes == SYB_KIND_ELF)
		right |= kind == SYB_KIND_ZEBIN; /* ELF of a machine that both have */
	if (step->makes == SYB_KIND_UNKNOWN)
		right = true;
	return right ? 0
		     : syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s made %s, not %s", program,
				syb_kind_text(kind), syb_kind_text(step->makes));
}
