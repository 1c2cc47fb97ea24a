/* base/hash.h — a map from byte strings to numbers: open addressing, keys borrowed. Begin with `{ 0 }`. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "ctx.h"

struct hash_slot {
	const void *key;
	size_t len;
	uint64_t code;
	size_t value;
};

struct hash {
	struct hash_slot *slots;
	size_t count;
	size_t room; /* a power of two */
	uint64_t seed;
	struct allocator from;
};

uint64_t hash_code(uint64_t seed, const void *key, size_t len);
/* The value stored for key, or NULL. Valid until the next hash_put. */
size_t *hash_get(const struct hash *hash, const void *key, size_t len);
/* Store value for key unless the key exists. out_found says whether it did, out_value is the stored value; both may be
 * NULL. */
int hash_put(struct syb_ctx *ctx, struct hash *hash, const void *key, size_t len, size_t value, size_t **out_value,
	     bool *out_found);
/* Store value for key unless the key exists. */
static inline int hash_add(struct syb_ctx *ctx, struct hash *hash, const void *key, size_t len, size_t value)
{
	return hash_put(ctx, hash, key, len, value, NULL, NULL);
}
/* The same, with a copy of the key in the arena. */
int hash_add_copy(struct syb_ctx *ctx, struct hash *hash, struct arena *arena, const void *key, size_t len,
		  size_t value);
void hash_free(struct hash *hash);

#endif
