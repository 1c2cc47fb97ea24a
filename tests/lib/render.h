/* tests/lib/render.h — what a renderer prints, as a string. */
#ifndef TESTS_RENDER_H
#define TESTS_RENDER_H

#include "base/file.h"
#include <sybil/value.h>

#include <stdlib.h>
#include <string.h>

typedef int render_fn(struct syb_ctx *ctx, const struct syb_value *value, const struct syb_render_opts *opts,
		      struct syb_out *out);

/* For free(); NULL when it failed. */
static inline char *printed(struct syb_ctx *ctx, render_fn *render, const struct syb_value *value,
			    const struct syb_render_opts *opts)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes;
	char *s;

	if (out_scratch(ctx, &out) < 0 || render(ctx, value, opts, out) < 0 || out_scratch_file(ctx, out, &file) < 0)
		return NULL;
	bytes = syb_file_bytes(file);
	s = malloc(bytes.len + 1);
	if (bytes.len)
		memcpy(s, bytes.ptr, bytes.len);
	s[bytes.len] = '\0';
	return s;
}

static inline char *compact_json(struct syb_ctx *ctx, const struct syb_value *value)
{
	const struct syb_render_opts opts = { .size = sizeof(opts), .compact = true };

	return printed(ctx, syb_value_write_json, value, &opts);
}

#endif
