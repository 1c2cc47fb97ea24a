/* package/check/check_zeinfo.h — rules of ZE Info, shared by their files. */
#ifndef PACKAGE_CHECK_ZEINFO_H
#define PACKAGE_CHECK_ZEINFO_H

#include "base/hash.h"
#include "check.h"
#include "format/zeinfo/zeinfo.h"

struct ze_check {
	struct syb_ctx *ctx;
	struct arena arena;
	const struct syb_zeinfo *zeinfo;
	struct syb_ze_version version; /* whose rules apply, at most the newest */
	bool newer;                    /* states a version that is not known yet: unknown things are expected */
	bool narrow;                   /* the section of a 32-bit file: addresses may have 4 bytes */
	bool failed;                   /* out of memory; checked at the end */
};

/* Report a broken rule at a node. */
void ze_report(const struct ze_check *c, const char *check, const struct syb_ze_node *node, const char *fmt, ...)
	SYB_PRINTF(4, 5);
/* Zeroed memory of the arena; NULL, and c->failed, on failure. */
void *ze_array(struct ze_check *c, size_t count, size_t size);
/* Whether the key was in the hash, which has it from now on. */
bool ze_seen(struct ze_check *c, struct hash *hash, const void *key, size_t len);

/* Whether the document's version is at least 1.minor. */
static inline bool ze_since(const struct ze_check *c, uint32_t minor)
{
	return syb_ze_version_compare(c->version, (struct syb_ze_version){ 1, minor }) >= 0;
}

/* Where to report something about a key: its value, or the map when it is missing. */
static inline const struct syb_ze_node *ze_at(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *node = syb_ze_get(map, key);

	return node ? node : map;
}

/* The next map in a list of a map, NULL at the end; other elements are skipped. Begin with *i = 0. */
const struct syb_ze_node *ze_next(const struct syb_ze_node *map, const char *list, size_t *i);
/* A number of a map; `missing` when it is not a number, or neither it nor a default exists. */
int64_t ze_number(const struct syb_ze_node *map, const char *key, int64_t missing);
/* Text of a map's value, "" when it is missing. */
const char *ze_word(const struct syb_ze_node *map, const char *key);
bool ze_is(const struct syb_ze_node *map, const char *key, const char *word);
const char *ze_name(const struct syb_ze_node *map);

/* Numbers of a map that are too small; list: its name in the kernel. */
void ze_check_least(const struct ze_check *c, const struct syb_ze_node *map, const char *list);
/* The payload of a kernel, and the binding table (check_zeinfo_args.c). */
void ze_check_payload(struct ze_check *c, const struct syb_ze_node *kernel);
/* Everything else of a kernel or function (check_zeinfo_kernel.c). */
void ze_check_kernel(struct ze_check *c, const struct syb_ze_node *kernel);
void ze_check_function(const struct ze_check *c, const struct syb_ze_node *function);

#endif
