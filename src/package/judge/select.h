/* package/judge/select.h — which modules and images a command means: numbers, and shell patterns on architectures and
 * kernel names. */
#ifndef PACKAGE_SELECT_H
#define PACKAGE_SELECT_H

#include "term/demangle.h"
#include <sybil/package.h>

/* true when one of the patterns matches; text NULL matches none. */
bool select_text(const char *const *patterns, size_t count, const char *text);
/* The same for a kernel's name, raw or readable. */
bool select_name(struct demangler *demangler, const char *const *patterns, size_t count, const char *name);
bool select_number(const size_t *numbers, size_t count, size_t n);

/* How many kernels a module has, and how many of them a pattern matches by raw or by readable name. */
struct select_kernels {
	size_t all;
	size_t matching;
};
int select_kernels(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_module *module,
		   const char *const *patterns, size_t count, struct select_kernels *out);

/* Say of each pattern that nothing in the package matches what may have been meant: as warnings (where there is
 * something near), or (r < 0) as notes of the failure r. Returns r, or another failure. */
struct select_patterns {
	const char *const *kernels, *const *archs;
	size_t kernel_count, arch_count;
	bool kept; /* all else is left out: what matches nothing is told in any case */
};
int select_suggest(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_bin *bin,
		   const struct select_patterns *patterns, int r);

#endif
