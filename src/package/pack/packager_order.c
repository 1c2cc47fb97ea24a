/* package/pack/packager_order.c — key order of LLVM 19's clang-offload-packager.
 *
 * That tool keeps the arguments of an image in a hash table and writes them as the table yields them, so the order on
 * disk is that of buckets: a hash of the CityHash family with a fixed seed, a power-of-two table of at least 64
 * buckets that doubles at three quarters, and probing by 1, 2, 3 … Equal bytes need equal buckets. Found by experiment
 * and checked against the tool (tests/differential/offload-packager). */
#include "packager_order.h"

#include "base/span.h"

static const uint64_t SEED = UINT64_C(0xff51afd7ed558ccd);
static const uint64_t K0 = UINT64_C(0xc3a5c85c97cb3127);
static const uint64_t K1 = UINT64_C(0xb492b66fbe98f273);
static const uint64_t K2 = UINT64_C(0x9ae16a3b2f90404f);
static const uint64_t K3 = UINT64_C(0xc949d7c7509e6557);
static const uint64_t KMUL = UINT64_C(0x9ddfea08eb382d69);

static uint64_t rotate(uint64_t v, unsigned n)
{
	n &= 63;
	return n ? v >> n | v << (64 - n) : v;
}

static uint64_t fold(uint64_t v)
{
	return v ^ v >> 47;
}

static uint64_t hash_pair(uint64_t low, uint64_t high)
{
	uint64_t a = fold((low ^ high) * KMUL);

	return fold((high ^ a) * KMUL) * KMUL;
}

static uint64_t hash_1_to_3(struct span s)
{
	uint64_t y = s.ptr[0] + ((uint64_t)s.ptr[s.len >> 1] << 8);
	uint64_t z = s.len + ((uint64_t)s.ptr[s.len - 1] << 2);

	return fold(y * K2 ^ z * K3 ^ SEED) * K2;
}

static uint64_t hash_9_to_16(struct span s)
{
	uint64_t a = span_u64(s, 0), b = span_u64(s, s.len - 8);

	return hash_pair(SEED ^ a, rotate(b + s.len, (unsigned)s.len)) ^ b;
}

static uint64_t hash_17_to_32(struct span s)
{
	uint64_t a = span_u64(s, 0) * K1, b = span_u64(s, 8);
	uint64_t c = span_u64(s, s.len - 8) * K2, d = span_u64(s, s.len - 16) * K0;

	return hash_pair(rotate(a - b, 43) + rotate(c ^ SEED, 30) + d, a + rotate(b ^ K3, 20) - c + s.len + SEED);
}

/* Two sums over 32 bytes of which the first two words are mixed in from outside. */
static void sum_32(uint64_t a, uint64_t z, uint64_t second, uint64_t third, uint64_t *out_first, uint64_t *out_second)
{
	uint64_t b = rotate(a + z, 52), c = rotate(a, 37);

	a += second;
	c += rotate(a, 7);
	a += third;
	*out_first = a + z;
	*out_second = b + rotate(a, 31) + c;
}

static uint64_t hash_33_to_64(struct span s)
{
	uint64_t vf, vs, wf, ws, r;

	sum_32(span_u64(s, 0) + (s.len + span_u64(s, s.len - 16)) * K0, span_u64(s, 24), span_u64(s, 8),
	       span_u64(s, 16), &vf, &vs);
	sum_32(span_u64(s, 16) + span_u64(s, s.len - 32), span_u64(s, s.len - 8), span_u64(s, s.len - 24),
	       span_u64(s, s.len - 16), &wf, &ws);
	r = fold((vf + ws) * K2 + (wf + vs) * K0);
	return fold((SEED ^ r * K0) + vs) * K2;
}

static void mix_32(struct span s, size_t at, uint64_t *a, uint64_t *b)
{
	uint64_t c = span_u64(s, at + 24), d;

	*a += span_u64(s, at);
	*b = rotate(*b + *a + c, 21);
	d = *a;
	*a += span_u64(s, at + 8) + span_u64(s, at + 16);
	*b += rotate(*a, 44) + d;
	*a += c;
}

static void mix_64(struct span s, size_t at, uint64_t h[7])
{
	uint64_t first;

	h[0] = rotate(h[0] + h[1] + h[3] + span_u64(s, at + 8), 37) * K1;
	h[1] = rotate(h[1] + h[4] + span_u64(s, at + 48), 42) * K1;
	h[0] ^= h[6];
	h[1] += h[3] + span_u64(s, at + 40);
	h[2] = rotate(h[2] + h[5], 33) * K1;
	h[3] = h[4] * K1;
	h[4] = h[0] + h[5];
	mix_32(s, at, &h[3], &h[4]);
	h[5] = h[2] + h[6];
	h[6] = h[1] + span_u64(s, at + 16);
	mix_32(s, at + 32, &h[5], &h[6]);
	first = h[0];
	h[0] = h[2];
	h[2] = first;
}

static uint64_t hash_long(struct span s)
{
	uint64_t h[7] = { 0, SEED, hash_pair(SEED, K1), rotate(SEED ^ K1, 49), SEED * K1, fold(SEED), 0 };

	h[6] = hash_pair(h[4], h[5]);
	for (size_t at = 0; at + 64 <= s.len; at += 64)
		mix_64(s, at, h);
	if (s.len % 64)
		mix_64(s, s.len - 64, h);
	return hash_pair(hash_pair(h[3], h[5]) + fold(h[1]) * K1 + h[2],
			 hash_pair(h[4], h[6]) + fold(s.len) * K1 + h[0]);
}

uint32_t packager_hash(const void *key, size_t len)
{
	struct span s = { key, len, 0 };
	uint64_t h;

	if (len == 0)
		h = K2 ^ SEED;
	else if (len < 4)
		h = hash_1_to_3(s);
	else if (len <= 8)
		h = hash_pair(len + ((uint64_t)span_u32(s, 0) << 3), SEED ^ span_u32(s, len - 4));
	else if (len <= 16)
		h = hash_9_to_16(s);
	else if (len <= 32)
		h = hash_17_to_32(s);
	else
		h = len <= 64 ? hash_33_to_64(s) : hash_long(s);
	return (uint32_t)h;
}

/* A bucket holds the index of its key + 1, or 0. */
static void insert(size_t *buckets, size_t room, const struct syb_bytes *keys, size_t key)
{
	size_t i = packager_hash(keys[key].ptr, keys[key].len) & (room - 1);

	for (size_t step = 1; buckets[i]; step++)
		i = (i + step) & (room - 1);
	buckets[i] = key + 1;
}

int packager_order(struct syb_ctx *ctx, const struct syb_bytes *keys, size_t count, size_t *out_order)
{
	size_t room = 0, n = 0;
	size_t *buckets = NULL;

	for (size_t key = 0; key < count; key++) {
		if ((key + 1) * 4 >= room * 3) {
			size_t old_room = room;
			size_t *old = buckets;

			room = room ? room * 2 : 64;
			buckets = mem_zalloc(ctx, room * sizeof(*buckets));
			for (size_t i = 0; buckets && i < old_room; i++)
				if (old[i])
					insert(buckets, room, keys, old[i] - 1);
			allocator_free(allocator_of(ctx), old);
			if (!buckets)
				return -SYB_E_NOMEM;
		}
		insert(buckets, room, keys, key);
	}
	for (size_t i = 0; i < room; i++)
		if (buckets[i])
			out_order[n++] = buckets[i] - 1;
	allocator_free(allocator_of(ctx), buckets);
	return 0;
}
