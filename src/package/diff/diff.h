/* package/diff/diff.h — comparing packages of two files, and decoded values. */
#ifndef PACKAGE_DIFF_H
#define PACKAGE_DIFF_H

#include "base/value.h"
#include <sybil/bin.h>

/* All packages of a file, in order, at least one; name: by which names one gets to it in the file, "" for none. */
struct diff_packages {
	const struct diff_package {
		const struct syb_bin *bin;
		const char *name;
	} * at;
	size_t count;
};

/* syb_diff of files that may have several packages each (diff.c). */
int diff_packages(struct syb_ctx *ctx, const struct diff_packages packages[2], bool *out_same,
		  struct syb_record **out_record);

/* Whether two decoded values mean the same (diff.c). */
bool diff_same(const struct syb_value *a, const struct syb_value *b);

enum kernel_change {
	KERNEL_SAME,
	KERNEL_OTHER, /* neither better nor worse, or it cannot be told */
	KERNEL_BETTER,
	KERNEL_WORSE,
};

/* What became of a kernel (diff_kernel.c). */
struct kernel_verdict {
	enum kernel_change change;
	size_t worst;  /* place of its worst change in the table of attributes */
	double amount; /* by how much */
};

/* Compare two records of a kernel; changes go into a list of rec, one map each, and in words to *out_summary in the
 * record's arena. tolerance: by what part code may grow. */
int diff_kernel(struct syb_record *rec, struct syb_value *changes, const struct syb_value *a, const struct syb_value *b,
		double tolerance, struct kernel_verdict *out, const char **out_summary);

#endif
