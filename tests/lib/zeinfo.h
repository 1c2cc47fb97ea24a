/* tests/lib/zeinfo.h — reading ZE Info texts in tests. */
#ifndef TESTS_ZEINFO_H
#define TESTS_ZEINFO_H

#include "offload.h"
#include "tap.h"
#include "zeinfo_tree.h"

/* A document of a text that must be readable; free with syb_zeinfo_free. */
static inline struct syb_zeinfo *zeinfo_of(struct syb_ctx *ctx, const char *text)
{
	struct syb_zeinfo *zeinfo = NULL;

	ok(syb_zeinfo_read(ctx, str_bytes(text), NULL, &zeinfo) == 0, "read");
	if (!zeinfo)
		exit(tap_done());
	return zeinfo;
}

/* How often a check was reported since the last clear. */
static inline size_t fired(const struct syb_ctx *ctx, const char *check)
{
	size_t n = 0;

	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		n += str_eq(syb_ctx_diag_at(ctx, i)->check, check);
	return n;
}

#endif
