/* tests/lib/package.h — packages made in memory, for tests of what is done to them. */
#ifndef TESTS_PACKAGE_H
#define TESTS_PACKAGE_H

#include "ctx.h"

#include "base/file.h"
#include <sybil/package.h>

#include <stdlib.h>
#include <string.h>

/* What a writer writes, mapped; close with syb_file_close. NULL on failure (reported to ctx). */
static inline struct syb_file *written(struct syb_ctx *ctx, struct syb_bin_writer *writer)
{
	struct syb_out *out = NULL;
	struct syb_file *file = NULL;

	if (out_scratch(ctx, &out) < 0)
		return NULL;
	if (syb_bin_writer_write(ctx, writer, out) < 0 || out_scratch_file(ctx, out, &file) < 0)
		file = NULL;
	syb_out_close(out);
	return file;
}

static inline int add_ir(struct syb_ctx *ctx, struct syb_bin_writer *w, uint32_t type, const char *target,
			 const char *bytes)
{
	const struct syb_image_desc desc = {
		.size = sizeof(desc), .kind = SYB_IMAGE_IR, .ir_type = type, .target = target, .bytes = str_bytes(bytes)
	};

	return syb_bin_writer_image(ctx, w, &desc);
}

static inline int add_native(struct syb_ctx *ctx, struct syb_bin_writer *w, const char *arch, const char *target,
			     const char *bytes)
{
	const struct syb_image_desc desc = { .size = sizeof(desc),
					     .kind = SYB_IMAGE_NATIVE,
					     .arch = arch,
					     .target = target,
					     .bytes = str_bytes(bytes) };

	return syb_bin_writer_image(ctx, w, &desc);
}

/* The first check name that was reported, "" when there is none. */
static inline const char *first_check(const struct syb_ctx *ctx)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		if (syb_ctx_diag_at(ctx, i)->severity != SYB_SEVERITY_NOTE)
			return syb_ctx_diag_at(ctx, i)->check;
	return "";
}

#endif
