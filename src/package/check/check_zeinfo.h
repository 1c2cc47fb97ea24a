/* package/check/check_zeinfo.h — rules of ZE Info, shared by their files. */
#ifndef PACKAGE_CHECK_ZEINFO_H
#define PACKAGE_CHECK_ZEINFO_H

#include "check.h"
#include "format/zeinfo/zeinfo.h"

struct ze_check {
	struct syb_ctx *ctx;
	const struct syb_zeinfo *zeinfo;
	struct syb_ze_version version; /* whose rules hold: as stated, or the newest one */
	bool newer;                    /* states a version that is not known yet: unknown things are expected */
	bool narrow;                   /* the section of a file of 32 bits: addresses may have 4 bytes */
};

/* A rule is broken at a node. */
void ze_report(const struct ze_check *c, const char *check, const struct syb_ze_node *node, const char *fmt, ...)
	SYB_PRINTF(4, 5);

/* Whether the document's version is at least 1.minor. */
static inline bool ze_since(const struct ze_check *c, uint32_t minor)
{
	return syb_ze_version_compare(c->version, (struct syb_ze_version){ 1, minor }) >= 0;
}

/* Where to complain about a key: its value, or the map when it is not there. */
static inline const struct syb_ze_node *ze_at(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *node = syb_ze_get(map, key);

	return node ? node : map;
}

/* A number of a map, `missing` when neither it nor a default is there, or it is no number. */
int64_t ze_number(const struct syb_ze_node *map, const char *key, int64_t missing);
/* Text of a map's value, "" when it is not there. */
const char *ze_word(const struct syb_ze_node *map, const char *key);
const char *ze_name(const struct syb_ze_node *map);

/* The payload of a kernel, and the binding table (check_zeinfo_args.c). Return 0 or NOMEM. */
int ze_check_payload(const struct ze_check *c, const struct syb_ze_node *kernel);
/* Everything else of a kernel or function (check_zeinfo_kernel.c). Returns 0 or NOMEM. */
int ze_check_kernel(const struct ze_check *c, const struct syb_ze_node *kernel);
void ze_check_function(const struct ze_check *c, const struct syb_ze_node *function);

#endif
