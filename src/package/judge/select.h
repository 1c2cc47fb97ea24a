/* package/judge/select.h — selecting modules and images: by number, and by shell patterns on architectures and kernel
 * names. */
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

/* Report each pattern that matches nothing in the package, with a similar name: as a warning where there is such a
 * name, or (r < 0) as a note of the failure r. Returns r, or another failure. */
struct select_patterns {
	const char *const *kernels, *const *archs;
	size_t kernel_count, arch_count;
	bool kept; /* everything else is dropped: report patterns without a similar name, too */
};
int select_suggest(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_bin *bin,
		   const struct select_patterns *patterns, int r);

#endif
