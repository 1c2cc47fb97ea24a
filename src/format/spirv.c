/* format/spirv.c — SPIR-V modules: five words of header; a module's byte order is that of its magic number. */
#include "spirv.h"

#include "base/buf.h"

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

/* ---- kernels ---- */

enum {
	OP_ENTRY_POINT = 15,
	OP_FUNCTION = 54,
	MODEL_KERNEL = 6,
	ENTRY_NAME = 3, /* words of an entry point before its name: opcode, model, function */
};

/* A literal string: four bytes a word, the first in the lowest bits, up to a NUL. */
static int read_string(struct syb_ctx *ctx, struct span s, bool big_endian, size_t from, size_t to, struct buf *out)
{
	int r = 0;

	out->len = 0;
	for (size_t i = from; i < to && r == 0; i++)
		for (unsigned shift = 0; shift < 32 && r == 0; shift += 8) {
			char c = (char)(word(s, big_endian, i) >> shift);

			if (!c)
				return 0;
			r = buf_char(ctx, out, c);
		}
	return r;
}

int spirv_each_kernel(struct syb_ctx *ctx, struct span s, spirv_name_fn *fn, void *user)
{
	const bool big_endian = span_starts(s, MAGIC_BE, 4);
	const size_t words = s.len / 4;
	_cleanup_(buf_free) struct buf name = { 0 };
	int r = 0;

	for (size_t i = HDR_WORDS; i < words && r == 0;) {
		uint32_t first = word(s, big_endian, i), op = first & 0xffff;
		size_t count = first >> 16;

		if (count == 0 || count > words - i || op == OP_FUNCTION)
			break;
		if (op == OP_ENTRY_POINT && count > ENTRY_NAME && word(s, big_endian, i + 1) == MODEL_KERNEL) {
			r = read_string(ctx, s, big_endian, i + ENTRY_NAME, i + count, &name);
			if (r == 0)
				r = fn(user, (const char *)name.ptr, name.len);
		}
		i += count;
	}
	return r;
}
