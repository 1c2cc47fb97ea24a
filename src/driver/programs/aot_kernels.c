/* driver/programs/aot_kernels.c — check the output of a compiler: the kind of file, and that it has every kernel.
 *
 * Some compilers drop kernels and report success. */
#include "aot.h"

#include "base/hash.h"
#include "format/elf/elf.h"
#include "format/props/module_view.h"

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

enum { MOST_NAMED = 20 }; /* kernels in one message */

struct found {
	struct aot *aot;
	struct hash names;
};

static void drop(struct found *f)
{
	hash_free(&f->names);
}

static int add(void *user, const char *name, size_t len)
{
	struct found *f = user;
	const char *kept = arena_string(f->aot->ctx, &f->aot->arena, name, len);
	size_t *stored;
	bool known;

	return kept ? hash_put(f->aot->ctx, &f->names, kept, len, 1, &stored, &known) : -SYB_E_NOMEM;
}

/* ---- missing kernels ---- */

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

/* A driver's own format cannot be read here; the program that made it has checked each kernel. */
static int check_one(struct aot *aot, enum syb_kind kind, struct syb_bytes image, const char *where,
		     const char *const *kernels, size_t count)
{
	_cleanup_(drop) struct found found = { .aot = aot };
	int r;

	if (kind != SYB_KIND_ZEBIN && kind != SYB_KIND_PTX && kind != SYB_KIND_ELF)
		return 0;
	r = code_each_kernel(aot->ctx, span_of(image, 0), add, &found);
	if (r == -SYB_E_NOTFOUND && kind == SYB_KIND_ELF) /* neither a cubin nor code for AMD */
		return -SYB_E_FORMAT;
	/* a zebin without kernels does not describe any */
	return r < 0 && r != -SYB_E_NOTFOUND ? r : compare(aot, &found, where, kernels, count);
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
	int r = syb_identify(image) == SYB_KIND_ARCHIVE ? check_archive(aot, image, kernels, count)
							: check_one(aot, step->makes, image, "", kernels, count);

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
		right |= kind == SYB_KIND_ZEBIN; /* ELF with a machine number that both use */
	if (step->makes == SYB_KIND_UNKNOWN)
		right = true;
	return right ? 0
		     : syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s made %s, not %s", program,
				syb_kind_text(kind), syb_kind_text(step->makes));
}
