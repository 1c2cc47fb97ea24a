/* format/spirv.c — SPIR-V modules: five words of header; a module's byte order is that of its magic number. */
#include "spirv.h"

#define MAGIC_LE "\x03\x02\x23\x07"
#define MAGIC_BE "\x07\x23\x02\x03"

enum { HDR_VERSION = 1, HDR_GENERATOR, HDR_BOUND, HDR_SCHEMA, HDR_WORDS };

bool spirv_is_module(struct span s)
{
	return span_starts(s, MAGIC_LE, 4) || span_starts(s, MAGIC_BE, 4);
}

static uint32_t word(struct span s, bool big_endian, size_t i)
{
	uint32_t w = span_u32(s, i * 4);

	return big_endian ? __builtin_bswap32(w) : w;
}

int spirv_read_header(struct syb_ctx *ctx, struct span s, struct spirv_header *out_header)
{
	struct spirv_header h = { .big_endian = span_starts(s, MAGIC_BE, 4) };
	uint32_t version;
	struct span hdr;
	int r;

	r = span_sub_as(ctx, s, 0, HDR_WORDS * 4, "spirv-header", "SPIR-V header", &hdr);
	if (r < 0)
		return r;
	if (!spirv_is_module(hdr))
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at, "spirv-header", "not a SPIR-V module");
	if (s.len % 4)
		return syb_fail(ctx, SYB_E_FORMAT, s.at + s.len, "spirv-size",
				"%zu bytes are not a whole number of words", s.len);
	version = word(hdr, h.big_endian, HDR_VERSION);
	h.major = (uint8_t)(version >> 16);
	h.minor = (uint8_t)(version >> 8);
	h.generator = word(hdr, h.big_endian, HDR_GENERATOR);
	h.bound = word(hdr, h.big_endian, HDR_BOUND);
	h.schema = word(hdr, h.big_endian, HDR_SCHEMA);
	*out_header = h;
	return 0;
}
