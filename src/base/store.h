/* base/store.h — a folder of bytes that are found again by what they were made from.
 *
 * An entry appears by rename and says what it is of and how its bytes hash. So any number of processes may use one
 * folder, and what was damaged, cut off or put there by others is not used but made again. Entries that were not used
 * for longest go first when there are too many; using one sets its time. */
#ifndef BASE_STORE_H
#define BASE_STORE_H

#include "buf.h"

#define STORE_MOST (UINT64_C(5) << 30)

struct store {
	const char *dir;
	uint64_t most; /* bytes; 0: STORE_MOST */
};

/* A key grows part by part. Each counts with its name and its length, so that no two lists have the same bytes. Begin
 * with `{ 0 }`. */
enum { STORE_HASH = 32, STORE_KEY = 2 * STORE_HASH + 1 };
struct store_key {
	uint8_t hash[STORE_HASH];
};
void store_key_add(struct store_key *key, const char *what, const void *ptr, size_t len);
static inline void store_key_text(struct store_key *key, const char *what, const char *text)
{
	store_key_add(key, what, text, strlen(text));
}

/* Make the folder if it is not there. NULL, or why it cannot be used: others must not be able to put entries there,
 * which are code that will be run. */
const char *store_refuse(const char *dir);
/* 1: the bytes are added to out; 0: there is no such entry, or no longer. Fails: NOMEM. */
int store_get(struct syb_ctx *ctx, const struct store *store, const struct store_key *key, struct buf *out);
/* false: they could not be kept. */
bool store_put(const struct store *store, const struct store_key *key, struct syb_bytes bytes);
/* Make room: what is above the limit goes, and what writers that were killed left behind. */
void store_trim(struct syb_ctx *ctx, const struct store *store);

#endif
