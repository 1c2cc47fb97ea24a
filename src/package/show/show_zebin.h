/* package/show/show_zebin.h — kernels of Intel GPU binaries in records: what the files that decode them share, and what
 * those that compare and judge such records need to know about them. */
#ifndef PACKAGE_SHOW_ZEBIN_H
#define PACKAGE_SHOW_ZEBIN_H

#include "show.h"
#include <sybil/zebin.h>

/* The pseudo kernel that only holds functions or anchors symbols. */
#define PSEUDO_KERNEL "Intel_Symbol_Table_Void_Program"

/* Add the kernels of a document to map, then, by the second, its version, functions and everything else; zebin NULL
 * when there is only the text (show_zeinfo.c). */
int show_zeinfo_kernels(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin,
			struct syb_value *map);
int show_zeinfo_rest(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin,
		     struct syb_value *map);

/* A node of a document as a value: typed by the schema, unknown ones by their looks (show_zenode.c). */
int zenode_put(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node);
/* The default of an attribute; null when it has none. */
void zenode_put_default(struct show *s, struct syb_value *parent, const struct syb_ze_attr *attr,
			struct syb_ze_version version);
/* Call fn for the elements of a map that count: of repeated keys, the last. */
typedef int zenode_fn(void *user, const char *key, const struct syb_ze_node *node);
int zenode_each(const struct syb_ze_node *map, zenode_fn *fn, void *user);

/* The arguments that a user of the kernel passes, by index, added to map unless it is NULL; out_count tells how many
 * (show_zeargs.c). misc is the kernel's element of kernels_misc_info, or NULL. */
int zeargs_put(struct show *s, struct syb_value *map, const struct syb_ze_node *kernel, const struct syb_ze_node *misc,
	       size_t *out_count);

/* ---- records ---- */

/* Call fn for each map of a zebin or of ZE Info text in a record of syb_show, wherever it lies. group names the part of
 * the file: a member of an archive or an architecture; "" when there is nothing to name (zerecord.c). */
typedef int zerecord_fn(void *user, const struct syb_value *binary, const char *group);
int zerecord_each(const struct syb_value *root, zerecord_fn *fn, void *user);

#endif
