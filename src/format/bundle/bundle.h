/* format/bundle/bundle.h — bundles of clang-offload-bundler: binary, compressed and as text. docs/format-bundle.md. */
#ifndef FORMAT_BUNDLE_H
#define FORMAT_BUNDLE_H

#include "base/buf.h"
#include "base/span.h"
#include <sybil/offload.h>

#define BUNDLE_MAGIC "__CLANG_OFFLOAD_BUNDLE__"      /* also begins the names of sections in fat objects */
#define BUNDLE_SIZES "__CLANG_OFFLOAD_BUNDLE_SIZE__" /* begins the names of their sections with sizes */
#define BUNDLE_COMPRESSED_MAGIC "CCOB"

enum {
	BUNDLE_MAGIC_SIZE = sizeof(BUNDLE_MAGIC) - 1,
	BUNDLE_SIZES_SIZE = sizeof(BUNDLE_SIZES) - 1,
	BUNDLE_COMPRESSED_MAGIC_SIZE = sizeof(BUNDLE_COMPRESSED_MAGIC) - 1,
};

/* Windows on the bundle. The id contains no NUL. */
struct bundle_entry {
	struct span id, bytes;
};

/* Whether bytes begin with a bundle of that form. A text bundle begins with the comment that opens its first entry. */
bool bundle_is_binary(struct span bytes);
bool bundle_is_compressed(struct span bytes);
bool bundle_is_text(struct span bytes);

typedef int bundle_entry_fn(void *user, const struct bundle_entry *entry);
/* Call fn, unless it is NULL, for each entry of the uncompressed bundle at the start of bytes. Stops when fn returns
 * non-zero, and returns that value. out_size: the size of the bundle. Fails: FORMAT, LIMIT. */
int bundle_each(struct syb_ctx *ctx, struct span bytes, bundle_entry_fn *fn, void *user, uint64_t *out_size);

/* Append the content of the compressed bundle at the start of bytes to out: an uncompressed bundle. budget: see
 * codec_inflate. Fails: FORMAT, VERSION, LIMIT, NOMEM. */
int bundle_inflate(struct syb_ctx *ctx, struct span bytes, uint64_t *budget, struct buf *out,
		   enum syb_compress *out_method);

/* The size of the bundle at the start of bytes, or the size of bytes if it is damaged; its reader reports the damage.
 * budget: as for bundle_inflate. Fails: NOMEM, CANCELLED. */
int bundle_size(struct syb_ctx *ctx, struct span bytes, uint64_t budget, uint64_t *out_size);
/* The first of the bundles in bytes, which follow each other with zero bytes between them; out_rest begins with the
 * next one, or is empty. If the first is damaged, out_first is all of bytes. Fails: FORMAT (other bytes follow). */
int bundle_first(struct syb_ctx *ctx, struct span bytes, uint64_t budget, struct span *out_first,
		 struct span *out_rest);

/* The parts of an id: "sycl-spir64-unknown-unknown", "hip-amdgcn-amd-amdhsa--gfx90a". */
struct bundle_id {
	struct span kind;   /* "host", "sycl", "hip", … */
	struct span triple; /* of three or four words, without trailing dashes */
	struct span arch;   /* with its features; may be empty */
};
/* name: an id, or the name of a section of a fat object. False if it is neither. */
bool bundle_id(const char *name, struct bundle_id *out);

#endif
