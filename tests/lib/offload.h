/* tests/lib/offload.h — offload binaries made in memory. */
#ifndef TESTS_OFFLOAD_H
#define TESTS_OFFLOAD_H

#include "package.h"

#include <stdio.h>

#include "base/buf.h"
#include "format/offload/offload.h"

/* Copy what a writer writes; free with buf_free. */
static inline int offload_bytes(struct syb_ctx *ctx, struct syb_offload_writer *writer, struct buf *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *to = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	int r = out_scratch(ctx, &to);

	if (r == 0)
		r = syb_offload_writer_write(ctx, writer, to);
	if (r == 0)
		r = out_scratch_file(ctx, to, &file);
	return r < 0 ? r : buf_add(ctx, out, syb_file_bytes(file).ptr, syb_file_bytes(file).len);
}

struct sample_entry {
	uint16_t image, kind;
	const char *triple; /* NULL: none */
	const char *role;
	const char *bytes;
	size_t size;
};

static inline int offload_sample(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts,
				 const struct sample_entry *entries, size_t count, struct buf *out)
{
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *w = NULL;
	int r = syb_offload_writer_new(ctx, opts, &w);

	for (size_t i = 0; i < count && r == 0; i++) {
		const struct sample_entry *e = &entries[i];

		r = syb_offload_writer_entry(ctx, w, e->image, e->kind, 0);
		if (r == 0 && e->triple)
			r = syb_offload_writer_string(ctx, w, "triple", str_bytes(e->triple));
		if (r == 0 && e->role)
			r = syb_offload_writer_string(ctx, w, "role", str_bytes(e->role));
		if (r == 0)
			r = syb_offload_writer_image(ctx, w, (struct syb_bytes){ (const uint8_t *)e->bytes, e->size },
						     NULL);
	}
	return r < 0 ? r : offload_bytes(ctx, w, out);
}

/* A file of tests/golden; close with syb_file_close. */
static inline struct syb_file *golden(struct syb_ctx *ctx, const char *name)
{
	char path[4096];
	struct syb_file *file = NULL;

	snprintf(path, sizeof(path), "%s/tests/golden/%s", getenv("SYBIL_SOURCE"), name);
	return syb_file_open(ctx, path, &file) < 0 ? NULL : file;
}

#endif
