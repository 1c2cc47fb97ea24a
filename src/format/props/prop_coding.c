/* format/props/prop_coding.c — byte arrays as text, in both forms. This is hot: a character costs one table look-up,
 * and validity is checked once at the end. */
#include "prop_coding.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum { GOOD = 0x40 }; /* set in every valid entry of the table */

#define V(n) (GOOD | (n))
static const uint8_t values[256] = {
	['A'] = V(0),  ['B'] = V(1),  ['C'] = V(2),  ['D'] = V(3),  ['E'] = V(4),  ['F'] = V(5),  ['G'] = V(6),
	['H'] = V(7),  ['I'] = V(8),  ['J'] = V(9),  ['K'] = V(10), ['L'] = V(11), ['M'] = V(12), ['N'] = V(13),
	['O'] = V(14), ['P'] = V(15), ['Q'] = V(16), ['R'] = V(17), ['S'] = V(18), ['T'] = V(19), ['U'] = V(20),
	['V'] = V(21), ['W'] = V(22), ['X'] = V(23), ['Y'] = V(24), ['Z'] = V(25), ['a'] = V(26), ['b'] = V(27),
	['c'] = V(28), ['d'] = V(29), ['e'] = V(30), ['f'] = V(31), ['g'] = V(32), ['h'] = V(33), ['i'] = V(34),
	['j'] = V(35), ['k'] = V(36), ['l'] = V(37), ['m'] = V(38), ['n'] = V(39), ['o'] = V(40), ['p'] = V(41),
	['q'] = V(42), ['r'] = V(43), ['s'] = V(44), ['t'] = V(45), ['u'] = V(46), ['v'] = V(47), ['w'] = V(48),
	['x'] = V(49), ['y'] = V(50), ['z'] = V(51), ['0'] = V(52), ['1'] = V(53), ['2'] = V(54), ['3'] = V(55),
	['4'] = V(56), ['5'] = V(57), ['6'] = V(58), ['7'] = V(59), ['8'] = V(60), ['9'] = V(61), ['+'] = V(62),
	['/'] = V(63),
};
#undef V

/* Bytes that len characters hold. */
static size_t bytes_of(size_t len)
{
	return len / 4 * 3 + (len % 4 ? len % 4 - 1 : 0);
}

/* Decode six bits at a time from the low end; false when a character or the left-over bits are wrong. */
static bool unpack_lsb(const char *text, size_t len, uint8_t *out)
{
	const uint8_t *s = (const uint8_t *)text;
	uint32_t good = GOOD, v = 0;
	size_t left = len % 4;

	for (const uint8_t *end = s + (len - left); s < end; s += 4, out += 3) {
		uint8_t a = values[s[0]], b = values[s[1]], c = values[s[2]], d = values[s[3]];

		good &= a & b & c & d;
		v = (a & 63u) | (b & 63u) << 6 | (c & 63u) << 12 | (uint32_t)(d & 63u) << 18;
		out[0] = (uint8_t)v;
		out[1] = (uint8_t)(v >> 8);
		out[2] = (uint8_t)(v >> 16);
	}
	v = 0;
	for (size_t i = 0; i < left; i++) {
		good &= values[s[i]];
		v |= (values[s[i]] & 63u) << 6 * i;
	}
	for (size_t i = 0; i + 1 < left; i++, v >>= 8)
		out[i] = (uint8_t)v;
	return good && v == 0 && left != 1;
}

bool coding_lsb_read(const char *text, size_t len, uint8_t *out, size_t *out_len, uint64_t *out_bits)
{
	/* the count and the first byte fill twelve characters */
	size_t head_len = len < 12 ? len : 12, data;
	uint8_t head[9] = { 0 };
	uint64_t bits = 0;

	if (len < 11 || len % 4 == 1 || !unpack_lsb(text, head_len, head))
		return false;
	for (size_t i = 8; i-- > 0;)
		bits = bits << 8 | head[i];
	data = bytes_of(len) - 8;
	if (bits / 8 + (bits % 8 != 0) != data)
		return false;
	if (data) {
		out[0] = head[8];
		if (!unpack_lsb(text + 12, len - 12, out + 1))
			return false;
	}
	*out_len = data;
	*out_bits = bits;
	return true;
}

bool coding_rfc_read(const char *text, size_t len, uint8_t *out, size_t *out_len)
{
	const uint8_t *s = (const uint8_t *)text;
	uint32_t good = GOOD, v = 0;
	size_t left;

	if (len && len % 4 == 0 && text[len - 1] == '=')
		len -= text[len - 2] == '=' ? 2 : 1;
	left = len % 4;
	if (left == 1)
		return false;
	*out_len = bytes_of(len);
	for (const uint8_t *end = s + (len - left); s < end; s += 4, out += 3) {
		uint8_t a = values[s[0]], b = values[s[1]], c = values[s[2]], d = values[s[3]];

		good &= a & b & c & d;
		v = (uint32_t)(a & 63u) << 18 | (b & 63u) << 12 | (c & 63u) << 6 | (d & 63u);
		out[0] = (uint8_t)(v >> 16);
		out[1] = (uint8_t)(v >> 8);
		out[2] = (uint8_t)v;
	}
	v = 0;
	for (size_t i = 0; i < left; i++) {
		good &= values[s[i]];
		v |= (uint32_t)(values[s[i]] & 63u) << (26 - 6 * i);
	}
	for (size_t i = 0; i + 1 < left; i++, v <<= 8)
		out[i] = (uint8_t)(v >> 24);
	return good && v == 0;
}

static char *pack_lsb(char *out, const uint8_t *bytes, size_t len)
{
	uint32_t v;

	for (; len >= 3; bytes += 3, len -= 3, out += 4) {
		v = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
		out[0] = alphabet[v & 63];
		out[1] = alphabet[v >> 6 & 63];
		out[2] = alphabet[v >> 12 & 63];
		out[3] = alphabet[v >> 18];
	}
	if (len == 0)
		return out;
	v = len == 2 ? (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 : bytes[0];
	for (size_t i = 0; i <= len; i++, v >>= 6)
		*out++ = alphabet[v & 63];
	return out;
}

/* Room for the text of len bytes and a prefix. */
static int reserve_text(struct syb_ctx *ctx, struct buf *buf, size_t len)
{
	if (len > SIZE_MAX / 2)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "a byte array of %zu bytes", len);
	return buf_reserve(ctx, buf, len / 3 * 4 + 16);
}

int coding_lsb_write(struct syb_ctx *ctx, struct buf *buf, const uint8_t *bytes, uint64_t bits)
{
	size_t len = (size_t)(bits / 8 + (bits % 8 != 0));
	int r = reserve_text(ctx, buf, len);
	uint8_t head[9] = { 0 };
	char *start, *out;

	if (r < 0)
		return r;
	for (size_t i = 0; i < 8; i++)
		head[i] = (uint8_t)(bits >> 8 * i);
	start = out = (char *)buf->ptr + buf->len;
	if (len) {
		head[8] = bytes[0];
		out = pack_lsb(out, head, 9);
		out = pack_lsb(out, bytes + 1, len - 1);
	} else {
		out = pack_lsb(out, head, 8);
	}
	buf->len += (size_t)(out - start);
	return 0;
}

int coding_rfc_write(struct syb_ctx *ctx, struct buf *buf, const uint8_t *bytes, size_t len)
{
	int r = reserve_text(ctx, buf, len);
	char *start, *out;

	if (r < 0)
		return r;
	start = out = (char *)buf->ptr + buf->len;
	for (; len; out += 4) {
		uint32_t v = (uint32_t)bytes[0] << 16;

		v |= len > 1 ? (uint32_t)bytes[1] << 8 : 0;
		v |= len > 2 ? bytes[2] : 0;
		out[0] = alphabet[v >> 18];
		out[1] = alphabet[v >> 12 & 63];
		out[2] = len > 1 ? alphabet[v >> 6 & 63] : '=';
		out[3] = len > 2 ? alphabet[v & 63] : '=';
		bytes += len > 2 ? 3 : len;
		len -= len > 2 ? 3 : len;
	}
	buf->len += (size_t)(out - start);
	return 0;
}

size_t coding_bad_char(const char *text, size_t len)
{
	size_t i = 0;

	while (i < len && values[(uint8_t)text[i]])
		i++;
	while (i < len && len - i <= 2 && text[i] == '=')
		i++;
	return i;
}
