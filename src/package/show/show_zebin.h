/* package/show/show_zebin.h — kernels of Intel GPU binaries in records: shared by the files that decode them and those
 * that compare and judge such records. */
#ifndef PACKAGE_SHOW_ZEBIN_H
#define PACKAGE_SHOW_ZEBIN_H

#include "format/zebin/zebin.h"
#include "show.h"
#include <sybil/zebin.h>

/* Add the kernels of a document to map; the second adds its version, functions and everything else. zebin is NULL for a
 * text alone (show_zeinfo.c). */
int show_zeinfo_kernels(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin,
			struct syb_value *map);
int show_zeinfo_rest(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin,
		     struct syb_value *map);

/* Add a node of a document: typed by the schema; unknown nodes by their form (show_zenode.c). Maps have the defaults of
 * the version, too. */
void zenode_put(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node,
		struct syb_ze_version version);
/* Add the elements of a map (NULL: none), with the defaults of attributes that it lacks: attributes of the version in
 * the order of the schema, then others. path: in the schema, or NULL. all: attributes without a default are null. */
void zenode_put_map(struct show *s, struct syb_value *v, const struct syb_ze_node *map, const char *path,
		    struct syb_ze_version version, bool all);
/* The next element of a map, NULL at the end; of repeated keys only the last. Begin with *i = 0. */
const struct syb_ze_node *zenode_next(const struct syb_ze_node *map, size_t *i, const char **out_key);

/* Add the arguments that a user of the kernel passes, by index, to map unless it is NULL; out_count is their number
 * (show_zeargs.c). misc is the kernel's element of kernels_misc_info, or NULL. */
int zeargs_put(struct show *s, struct syb_value *map, const struct syb_ze_node *kernel, const struct syb_ze_node *misc,
	       struct syb_ze_version version, size_t *out_count);

/* ---- records ---- */

/* Call fn for each map of a zebin or of ZE Info text in a record of syb_show, at any depth. group names the part of the
 * file: a member of an archive or an architecture; "" when there is no name (zerecord.c). */
typedef int zerecord_fn(void *user, const struct syb_value *binary, const char *group);
int zerecord_each(const struct syb_value *root, zerecord_fn *fn, void *user);

#endif
