/* package/judge/select.c — matching by numbers and by shell patterns. */
#include "select.h"

#include "term/nearest.h"
#include "kernels.h"

#include <fnmatch.h>

bool select_text(const char *const *patterns, size_t count, const char *text)
{
	for (size_t i = 0; text && i < count; i++)
		if (fnmatch(patterns[i], text, 0) == 0)
			return true;
	return false;
}

bool select_number(const size_t *numbers, size_t count, size_t n)
{
	for (size_t i = 0; i < count; i++)
		if (numbers[i] == n)
			return true;
	return false;
}

bool select_name(struct demangler *demangler, const char *const *patterns, size_t count, const char *name)
{
	/* readable names contain characters of patterns, f(int*), a[3]: spelled out, such a name matches itself */
	const char *readable;

	if (count == 0 || select_text(patterns, count, name))
		return count != 0;
	readable = demangle(demangler, name);
	for (size_t i = 0; readable && i < count; i++)
		if (str_eq(patterns[i], readable))
			return true;
	return select_text(patterns, count, readable);
}

int select_kernels(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_module *module,
		   const char *const *patterns, size_t count, struct select_kernels *out)
{
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };

	TRY(kernels_open(ctx, module, NULL, &kernels));
	*out = (struct select_kernels){ .all = kernels_count(&kernels) };
	for (size_t i = 0; i < out->all; i++)
		out->matching += select_name(demangler, patterns, count, kernels_at(&kernels, i));
	return 0;
}

/* ---- suggestions ---- */

enum { LONGEST_NAME = 256 };

struct suggestion {
	const char *pattern;
	struct nearest best;
	char name[LONGEST_NAME]; /* of the best */
	bool matched, kept, any; /* any: the package has such names */
};

static void try_name(struct suggestion *s, const char *name)
{
	size_t before = s->best.distance, len = strlen(name);

	if (s->matched || len >= LONGEST_NAME)
		return;
	nearest_try(&s->best, s->pattern, name);
	if (s->best.distance == before)
		return;
	memcpy(s->name, name, len + 1);
	s->best.name = s->name;
}

static int try_kernels(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_module *module,
		       struct suggestion *s)
{
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };

	TRY(kernels_open(ctx, module, NULL, &kernels));
	for (size_t i = 0; i < kernels_count(&kernels); i++) {
		const char *name = kernels_at(&kernels, i), *readable;

		s->matched |= select_name(demangler, &s->pattern, 1, name);
		try_name(s, name);
		readable = demangle(demangler, name); /* until the next call */
		if (readable)
			try_name(s, readable);
	}
	return 0;
}

static void try_archs(const struct syb_module *module, struct suggestion *s)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++) {
		const char *arch = syb_image_arch(syb_module_image_at(module, i));

		s->matched |= select_text(&s->pattern, 1, arch);
		s->any |= arch != NULL;
		if (arch)
			try_name(s, arch);
	}
}

static int warn_unmatched(struct syb_ctx *ctx, const struct suggestion *s, const char *what, int r)
{
	const char *name = s->best.name ? s->name : NULL;

	/* dropping something that does not exist is harmless; keeping it drops everything else */
	if (s->matched || !s->any || (r == 0 && !s->best.name && !s->kept))
		return r;
	if (r < 0)
		return syb_note(ctx, r, "no %s matches '%s'" NEAREST_HINT, what, s->pattern, NEAREST_ARGS(name));
	syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "nothing-matches", "no %s matches '%s'" NEAREST_HINT, what,
		   s->pattern, NEAREST_ARGS(name));
	return 0;
}

int select_suggest(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_bin *bin,
		   const struct select_patterns *patterns, int r)
{
	for (size_t i = 0; i < patterns->kernel_count + patterns->arch_count; i++) {
		bool arch = i >= patterns->kernel_count;
		struct suggestion s = { .pattern = arch ? patterns->archs[i - patterns->kernel_count]
							: patterns->kernels[i],
					.best = { NULL, SIZE_MAX },
					.kept = patterns->kept,
					.any = !arch };
		int failed = 0;

		for (size_t m = 0; m < syb_bin_module_count(bin) && failed == 0; m++) {
			if (arch)
				try_archs(syb_bin_module_at(bin, m), &s);
			else
				failed = try_kernels(ctx, demangler, syb_bin_module_at(bin, m), &s);
		}
		if (failed < 0)
			return failed;
		r = warn_unmatched(ctx, &s, arch ? "architecture" : "kernel", r);
	}
	return r;
}
