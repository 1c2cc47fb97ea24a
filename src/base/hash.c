/* base/hash.c — string map. The seed prevents files whose keys all collide; for that it must affect every bit of the
 * difference between two words, hence the folded product. */
#include "hash.h"

/* Both halves of the 128-bit product. */
static inline uint64_t fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 p = (unsigned __int128)a * b;

	return (uint64_t)p ^ (uint64_t)(p >> 64);
#else
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t mid = ah * bl + (al * bl >> 32), mid2 = al * bh + (uint32_t)mid;

	return a * b ^ (ah * bh + (mid >> 32) + (mid2 >> 32));
#endif
}

uint64_t hash_code(uint64_t seed, const void *key, size_t len)
{
	const uint8_t *p = key;
	uint64_t h = (seed + len) * UINT64_C(0x9e3779b97f4a7c15), w;

	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&w, p, 8);
		h = fold(h ^ w, UINT64_C(0xff51afd7ed558ccd)) + seed;
	}
	w = 0;
	if (len)
		memcpy(&w, p, len);
	return fold(h ^ w, UINT64_C(0xc4ceb9fe1a85ec53));
}

static struct hash_slot *find(const struct hash *hash, const void *key, size_t len, uint64_t code)
{
	size_t i = code & (hash->room - 1);

	for (;; i = (i + 1) & (hash->room - 1)) {
		struct hash_slot *s = &hash->slots[i];

		if (!s->key || (s->code == code && s->len == len && memcmp(s->key, key, len) == 0))
			return s;
	}
}

size_t *hash_get(const struct hash *hash, const void *key, size_t len)
{
	struct hash_slot *s;

	if (!hash->room)
		return NULL;
	s = find(hash, key, len, hash_code(hash->seed, key, len));
	return s->key ? &s->value : NULL;
}

static int grow(struct syb_ctx *ctx, struct hash *hash)
{
	struct hash bigger = { .room = hash->room ? hash->room * 2 : 32,
			       .count = hash->count,
			       .seed = hash->seed,
			       .from = allocator_of(ctx) };

	if (bigger.room > SIZE_MAX / sizeof(*bigger.slots))
		return -SYB_E_NOMEM;
	bigger.slots = mem_zalloc(ctx, bigger.room * sizeof(*bigger.slots));
	if (!bigger.slots)
		return -SYB_E_NOMEM;
	if (!bigger.seed) /* addresses differ from run to run; nothing is ever listed in the order of slots */
		bigger.seed = (uintptr_t)bigger.slots | 1;
	for (size_t i = 0; i < hash->room; i++)
		if (hash->slots[i].key)
			*find(&bigger, hash->slots[i].key, hash->slots[i].len, hash->slots[i].code) = hash->slots[i];
	hash_free(hash);
	*hash = bigger;
	return 0;
}

int hash_put(struct syb_ctx *ctx, struct hash *hash, const void *key, size_t len, size_t value, size_t **out_value,
	     bool *out_found)
{
	struct hash_slot *s;
	uint64_t code;

	if (hash->count * 4 >= hash->room * 3 && grow(ctx, hash) < 0)
		return -SYB_E_NOMEM;
	code = hash_code(hash->seed, key, len);
	s = find(hash, key, len, code);
	if (out_found)
		*out_found = s->key != NULL;
	if (!s->key) {
		*s = (struct hash_slot){ key, len, code, value };
		hash->count++;
	}
	if (out_value)
		*out_value = &s->value;
	return 0;
}

int hash_add_copy(struct syb_ctx *ctx, struct hash *hash, struct arena *arena, const void *key, size_t len,
		  size_t value)
{
	const char *copy = arena_string(ctx, arena, key, len);

	return copy ? hash_add(ctx, hash, copy, len, value) : -SYB_E_NOMEM;
}

void hash_free(struct hash *hash)
{
	allocator_free(hash->from, hash->slots);
	*hash = (struct hash){ 0 };
}
