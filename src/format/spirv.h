/* format/spirv.h — SPIR-V modules: the header, and the kernels. */
#ifndef FORMAT_SPIRV_H
#define FORMAT_SPIRV_H

#include "base/span.h"

struct spirv_header {
	bool big_endian;
	uint8_t major, minor;
	uint32_t generator; /* tool in the upper half, its version in the lower */
	uint32_t bound;     /* ids are less than this */
	uint32_t schema;
};

/* By the magic number, in either byte order. */
bool spirv_is_module(struct span s);
/* Fails: FORMAT (magic, header cut off, size not a multiple of 4). */
int spirv_read_header(struct syb_ctx *ctx, struct span s, struct spirv_header *out_header);

/* Call fn for the name of every kernel; names are only there during the call. Stops when fn returns non-zero and
 * returns that. A module that is damaged ends where it is. Fails: NOMEM. */
typedef int spirv_name_fn(void *user, const char *name, size_t len);
int spirv_each_kernel(struct syb_ctx *ctx, struct span s, spirv_name_fn *fn, void *user);

#endif
