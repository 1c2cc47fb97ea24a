/* format/props/prop_coding.h — the two text forms of byte arrays.
 *
 * LSB, which DPC++ writes: a little-endian 64-bit count of bits, then the bytes, as one bit stream cut into groups of
 * six from the low end, in the alphabet of base64, never padded. 11 characters or more. RFC 4648, which the documents
 * specify: base64 of the bytes alone, with or without its '=' at the end.
 *
 * A text may be valid in both. LSB is valid only when the length is possible, left-over bits are zero and the count
 * agrees with the number of bytes; bits of the last byte beyond the count are accepted, since DPC++'s reader ignores
 * them. RFC 4648 likewise requires left-over bits to be zero. props_read.c decides over the whole text which one it
 * uses. */
#ifndef FORMAT_PROP_CODING_H
#define FORMAT_PROP_CODING_H

#include "base/buf.h"

/* Room that decoding len characters may need, in either form. */
static inline size_t coding_room(size_t len)
{
	return len / 4 * 3 + 3;
}

/* Decode into out (coding_room(len) bytes); false when the text is not valid in that form. */
bool coding_lsb_read(const char *text, size_t len, uint8_t *out, size_t *out_len, uint64_t *out_bits);
bool coding_rfc_read(const char *text, size_t len, uint8_t *out, size_t *out_len);

/* Append the text of (bits + 7) / 8 bytes. */
int coding_lsb_write(struct syb_ctx *ctx, struct buf *buf, const uint8_t *bytes, uint64_t bits);
int coding_rfc_write(struct syb_ctx *ctx, struct buf *buf, const uint8_t *bytes, size_t len);

/* Index of the first character that is in neither alphabet, len when all are valid. */
size_t coding_bad_char(const char *text, size_t len);

#endif
