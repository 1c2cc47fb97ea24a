/* tests/lib/ctx.h — contexts that collect, and texts as bytes. */
#ifndef TESTS_CTX_H
#define TESTS_CTX_H

#include <stdlib.h>
#include <string.h>
#include <sybil/ctx.h>

__attribute__((unused)) static struct syb_ctx *fresh(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	return ctx;
}

__attribute__((unused)) static struct syb_bytes bytes_of(const char *text)
{
	return (struct syb_bytes){ (const uint8_t *)text, strlen(text) };
}

#endif
