/* tests/lib/ctx.h — contexts that collect. */
#ifndef TESTS_CTX_H
#define TESTS_CTX_H

#include <stdlib.h>
#include <sybil/ctx.h>

static inline struct syb_ctx *test_ctx(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	return ctx;
}

#endif
