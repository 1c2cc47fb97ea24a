/* package/check/decoder.h — would a driver load the file? The verdict of compute-runtime's zebin decoder of a chosen
 * version.
 *
 * A decoder is named by the ZE Info version that it supports. Release 22.43 names 1.15; it is the oldest one known here
 * and understands everything up to 1.20. Changes of an unknown version are assigned to DECODER_MODERN: unknown
 * attributes were warnings before, and errors since August 2024, when versions 1.46 to 1.49 were current. */
#ifndef PACKAGE_DECODER_H
#define PACKAGE_DECODER_H

#include "base/hash.h"
#include "decoder_yaml.h"
#include <sybil/zeinfo.h>

enum {
	DECODER_OLDEST = 15,  /* minor versions of major 1 */
	DECODER_LEARNED = 20, /* the newest version that the oldest one understands */
	DECODER_MODERN = 47,
	DECODER_ARGUMENTS = 1 << 20, /* with a larger arg_index it runs out of memory and aborts */
};

/* The results of the driver's function. */
enum decoder_result {
	DECODER_LOADS = 0,
	DECODER_INVALID = 2,
	DECODER_UNHANDLED = 3, /* another major version */
	DECODER_UNKNOWN = 4,   /* an unknown attribute */
	DECODER_ABORTS = 128,  /* no result: the process aborts, or accesses memory out of bounds */
};

struct decoder {
	struct syb_ctx *ctx;
	struct syb_ze_version version;
	bool modern;
	unsigned grf_size;          /* bytes of a register of the device; 0: not known */
	bool embedded;              /* the text is part of a binary file: report offsets */
	enum decoder_result result; /* of the first error */
	size_t errors, findings;
	struct dy_doc doc;
	const struct hash *texts; /* names of .text sections, with sizes; NULL for a text alone */
	struct hash kernels;      /* names seen, with the number of their arguments */
};

/* "1.15" … "1.73" or "newest". Fails: ARG. */
int decoder_version(struct syb_ctx *ctx, const char *text, struct syb_ze_version *out_version);
/* The verdict on ZE Info text or on a zebin: errors decoder-…, or decoder-verdict when it loads. Returns 0 in both
 * cases; fails: LIMIT, NOMEM. */
int decoder_check_text(struct syb_ctx *ctx, struct span text, struct syb_ze_version version);
int decoder_check_zebin(struct syb_ctx *ctx, struct span file, struct syb_ze_version version);

/* ---- inside ---- */

/* Report an error in the text, or with DECODER_LOADS a warning; the first error decides the result. */
void decoder_error(struct decoder *d, enum decoder_result result, const struct dy_node *node, const char *check,
		   const char *fmt, ...) SYB_PRINTF(5, 6);
/* A finding at an offset of the file. */
void decoder_error_at(struct decoder *d, enum decoder_result result, uint64_t at, const char *check, const char *fmt,
		      ...) SYB_PRINTF(5, 6);
/* Report decoder-verdict, or add a note to the last error. */
void decoder_verdict(const struct decoder *d, uint64_t at);
/* The text of ZE Info. */
int decoder_zeinfo(struct decoder *d, struct span text);
/* One kernel (decoder_kernel.c). Returns 0 or NOMEM. */
int decoder_kernel(struct decoder *d, const struct dy_node *node);

/* Walk: the first child of a node, which may be NULL, and the next one; NULL at the end. */
const struct dy_node *decoder_first(const struct decoder *d, const struct dy_node *node);
const struct dy_node *decoder_next(const struct decoder *d, const struct dy_node *node);
/* The last child with a key, NULL when there is none. */
const struct dy_node *decoder_find(const struct decoder *d, const struct dy_node *map, const char *key);
int64_t decoder_int(const struct decoder *d, const struct dy_node *map, const char *key, int64_t missing);
/* Read all entries of a map by the schema: false when one is refused. */
bool decoder_map(struct decoder *d, const struct dy_node *map, const char *path);
/* Report an unknown entry: a warning of old decoders, an error of modern ones. */
void decoder_unknown(struct decoder *d, const struct dy_node *node, const char *where);
/* Text of a key, for messages and tables; cut when long. */
struct decoder_word {
	char text[64];
};
struct decoder_word decoder_word(struct span s);

#endif
