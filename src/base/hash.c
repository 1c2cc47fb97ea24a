/* base/hash.c — string map. Not keyed: collisions cost time linear in the colliding keys, which limits bound. */
#include "hash.h"

uint64_t hash_code(const void *key, size_t len)
{
	const uint8_t *p = key;
	uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ len, w;

	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&w, p, 8);
		h = (h ^ w) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	w = 0;
	if (len)
		memcpy(&w, p, len);
	h = (h ^ w) * UINT64_C(0xc4ceb9fe1a85ec53);
	return h ^ h >> 29;
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
	s = find(hash, key, len, hash_code(key, len));
	return s->key ? &s->value : NULL;
}

static int grow(struct syb_ctx *ctx, struct hash *hash, size_t room)
{
	struct hash bigger = { .room = room, .count = hash->count, .from = allocator_of(ctx) };

	if (bigger.room > SIZE_MAX / sizeof(*bigger.slots))
		return -SYB_E_NOMEM;
	bigger.slots = mem_zalloc(ctx, bigger.room * sizeof(*bigger.slots));
	if (!bigger.slots)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < hash->room; i++)
		if (hash->slots[i].key)
			*find(&bigger, hash->slots[i].key, hash->slots[i].len, hash->slots[i].code) = hash->slots[i];
	hash_free(hash);
	*hash = bigger;
	return 0;
}

int hash_reserve(struct syb_ctx *ctx, struct hash *hash, size_t count)
{
	size_t room = hash->room ? hash->room : 32;

	while (room / 4 * 3 <= count)
		if (!checked_mul(room, (size_t)2, &room))
			return -SYB_E_NOMEM;
	return room > hash->room ? grow(ctx, hash, room) : 0;
}

int hash_put(struct syb_ctx *ctx, struct hash *hash, const void *key, size_t len, size_t value, size_t **out_value,
	     bool *out_found)
{
	uint64_t code = hash_code(key, len);
	struct hash_slot *s;

	if (hash->count * 4 >= hash->room * 3 && grow(ctx, hash, hash->room ? hash->room * 2 : 32) < 0)
		return -SYB_E_NOMEM;
	s = find(hash, key, len, code);
	*out_found = s->key != NULL;
	if (!s->key) {
		*s = (struct hash_slot){ key, len, code, value };
		hash->count++;
	}
	*out_value = &s->value;
	return 0;
}

void hash_free(struct hash *hash)
{
	allocator_free(hash->from, hash->slots);
	*hash = (struct hash){ 0 };
}
