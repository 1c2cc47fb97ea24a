/* format/spirv.h — SPIR-V modules: the header. */
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

#endif
