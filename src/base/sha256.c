/* base/sha256.c — SHA-256 as in FIPS 180-4: the code for every processor, and the framing around it. By hand:
 * docs/design.md says why. */
#include "sha256.h"

#include "file.h"
#include "sha256_blocks.h"

#include <string.h>

const uint32_t sha256_keys[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotr(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

struct round {
	uint32_t key, word;
};

/* One round: the new value replaces the oldest one, so that no values are moved. */
static inline __attribute__((always_inline)) void turn(struct round r, uint32_t a, uint32_t b, uint32_t c, uint32_t *d,
						       uint32_t e, uint32_t f, uint32_t g, uint32_t *h)
{
	const uint32_t t = *h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + (g ^ (e & (f ^ g))) + r.key + r.word;

	*d += t;
	*h = t + (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) | (c & (a | b)));
}

static void block(uint32_t h[8], const uint8_t *p)
{
	uint32_t w[64], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], z = h[7];

	for (int i = 0; i < 16; i++, p += 4)
		w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + w[i - 7] + (rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
	for (int i = 0; i < 64; i += 8) {
		turn((struct round){ sha256_keys[i], w[i] }, a, b, c, &d, e, f, g, &z);
		turn((struct round){ sha256_keys[i + 1], w[i + 1] }, z, a, b, &c, d, e, f, &g);
		turn((struct round){ sha256_keys[i + 2], w[i + 2] }, g, z, a, &b, c, d, e, &f);
		turn((struct round){ sha256_keys[i + 3], w[i + 3] }, f, g, z, &a, b, c, d, &e);
		turn((struct round){ sha256_keys[i + 4], w[i + 4] }, e, f, g, &z, a, b, c, &d);
		turn((struct round){ sha256_keys[i + 5], w[i + 5] }, d, e, f, &g, z, a, b, &c);
		turn((struct round){ sha256_keys[i + 6], w[i + 6] }, c, d, e, &f, g, z, a, &b);
		turn((struct round){ sha256_keys[i + 7], w[i + 7] }, b, c, d, &e, f, g, z, &a);
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
	h[5] += f;
	h[6] += g;
	h[7] += z;
}

void sha256_blocks_portable(uint32_t h[8], const uint8_t *p, size_t count)
{
	for (; count; p += SHA256_BLOCK, count--)
		block(h, p);
}

static sha256_blocks *best_blocks(void)
{
	sha256_blocks *fast = sha256_blocks_fast();

	return fast ? fast : sha256_blocks_portable;
}

static void begin(uint32_t h[8])
{
	static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

	memcpy(h, first, sizeof(first));
}

/* What follows the first `done` bytes, whole blocks that were hashed. */
static void hash_rest(sha256_blocks *blocks, uint32_t h[8], const uint8_t *p, size_t done, size_t len,
		      uint8_t out[SHA256_SIZE])
{
	const size_t count = (len - done) / SHA256_BLOCK, rest = len % SHA256_BLOCK;
	const size_t tail_len = rest < 56 ? SHA256_BLOCK : 2 * SHA256_BLOCK;
	uint8_t tail[2 * SHA256_BLOCK] = { 0 };

	if (count)
		blocks(h, p + done, count);
	if (rest)
		memcpy(tail, p + len - rest, rest);
	tail[rest] = 0x80;
	for (int i = 0; i < 8; i++)
		tail[tail_len - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
	blocks(h, tail, tail_len / SHA256_BLOCK);
	for (int i = 0; i < 32; i++)
		out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_by(sha256_blocks *blocks, const void *ptr, size_t len, uint8_t out[SHA256_SIZE])
{
	uint32_t h[8];

	begin(h);
	hash_rest(blocks, h, ptr, 0, len, out);
}

void sha256(const void *ptr, size_t len, uint8_t out[SHA256_SIZE])
{
	sha256_by(best_blocks(), ptr, len, out);
}

static void to_hex(const uint8_t raw[SHA256_SIZE], char out[SHA256_HEX])
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; i < SHA256_SIZE; i++) {
		out[2 * i] = digits[raw[i] >> 4];
		out[2 * i + 1] = digits[raw[i] & 15];
	}
	out[64] = '\0';
}

void sha256_hex(const void *ptr, size_t len, char out[SHA256_HEX])
{
	uint8_t raw[SHA256_SIZE];

	sha256(ptr, len, raw);
	to_hex(raw, out);
}

void sha256_told(struct syb_ctx *ctx, struct syb_bytes bytes, uint8_t out[SHA256_SIZE])
{
	enum { STEP = 1 << 20 };
	sha256_blocks *blocks = best_blocks();
	size_t len = bytes.len, done = 0;
	uint32_t h[8];

	begin(h);
	while (len - done >= STEP) {
		blocks(h, bytes.ptr + done, STEP / SHA256_BLOCK);
		file_read_past(ctx, (struct syb_bytes){ bytes.ptr + done, STEP });
		done += STEP;
		ctx_progress(ctx, "hash", done, len);
		if (ctx->opts.cancel && *ctx->opts.cancel)
			len = done;
	}
	hash_rest(blocks, h, bytes.ptr, done, len, out);
	file_read_past(ctx, bytes);
}

void sha256_hex_told(struct syb_ctx *ctx, struct syb_bytes bytes, char out[SHA256_HEX])
{
	uint8_t raw[SHA256_SIZE];

	sha256_told(ctx, bytes, raw);
	to_hex(raw, out);
}
