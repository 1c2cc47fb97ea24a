/* package/diff/diff.h — comparing the packages of two files, and decoded values. */
#ifndef PACKAGE_DIFF_H
#define PACKAGE_DIFF_H

#include "base/value.h"
#include <sybil/package.h>

/* All packages of a file, in order, at least one. */
struct diff_packages {
	const struct diff_package {
		const struct syb_bin *bin;
		const char *name; /* where the package is in its file: "MEMBER > ENTRY"; "" for the file itself */
	} * at;
	size_t count;
};

/* syb_diff for files that may have several packages each (diff.c). */
int diff_packages(struct syb_ctx *ctx, const struct diff_packages packages[2], bool *out_same,
		  struct syb_record **out_record);

/* Whether two decoded values mean the same (diff.c). */
bool diff_same(const struct syb_value *a, const struct syb_value *b);

/* Call fn for each key of two maps, which may be NULL: first the keys of a, then those that only b has. Of repeated
 * keys the last counts (diff.c). */
typedef int diff_key_fn(void *user, const char *key, const struct syb_value *a, const struct syb_value *b);
int diff_each_key(struct syb_ctx *ctx, const struct syb_value *a, const struct syb_value *b, diff_key_fn *fn,
		  void *user);

enum kernel_change {
	KERNEL_SAME,
	KERNEL_OTHER, /* neither better nor worse, or unknown */
	KERNEL_BETTER,
	KERNEL_WORSE,
};

/* How a kernel changed (diff_kernel.c). */
struct kernel_verdict {
	enum kernel_change change;
	size_t worst;  /* index of the attribute with the worst change, in order of importance */
	double amount; /* by how much that attribute changed */
};

/* Compare two records of a kernel. Changes are appended to a list of rec, one map each; *out_summary describes them in
 * words and lives in the record's arena. tolerance: the fraction by which code may grow. */
int diff_kernel(struct syb_record *rec, struct syb_value *changes, const struct syb_value *a, const struct syb_value *b,
		double tolerance, struct kernel_verdict *out, const char **out_summary);

/* Property by property, image by image. out_same: whether nothing differs. */
int syb_diff(struct syb_ctx *ctx, const struct syb_bin *a, const struct syb_bin *b, bool *out_same,
	     struct syb_record **out_record);
/* Kernels of Intel GPU binaries in two detailed records of syb_show, by name: what changed, worst first. A zebin by
 * itself is compared with the one for its device in a file of several. Fails: FORMAT (no such device). */
int syb_diff_kernels(struct syb_ctx *ctx, const struct syb_value *a, const struct syb_value *b,
		     const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out_verdict,
		     struct syb_record **out_record);

#endif
