/* driver/exec/store.h — a folder of cache entries, found by the hash of what they were made from.
 *
 * An entry is created by rename and contains its key and the hash of its bytes. So any number of processes may use one
 * folder, and entries that are damaged, truncated or written by other users are not used. When the folder is full, the
 * least recently used entries are removed; using an entry sets its modification time. */
#ifndef DRIVER_STORE_H
#define DRIVER_STORE_H

#include "base/buf.h"

#include <time.h>

#define STORE_MOST (UINT64_C(5) << 30)

struct store {
	const char *dir;
	uint64_t most;      /* bytes; 0: STORE_MOST */
	const char *suffix; /* of the names of entries; NULL: ".sybil-store" */
};

/* A key is hashed part by part, each with its name and length, so that different lists of parts never have the same
 * bytes. Begin with `{ 0 }`. */
enum { STORE_HASH = 32, STORE_KEY = 2 * STORE_HASH + 1 };
struct store_key {
	uint8_t hash[STORE_HASH];
};
void store_key_add(struct store_key *key, const char *what, const void *ptr, size_t len);
static inline void store_key_text(struct store_key *key, const char *what, const char *text)
{
	store_key_add(key, what, text, strlen(text));
}

/* The key in hexadecimal, as in file names. */
void store_key_name(const struct store_key *key, char out[STORE_KEY]);

/* Create the folder if it is missing. Returns NULL, or why it cannot be used: entries contain code that will be run, so
 * other users must not be able to add any. */
const char *store_refuse(const char *dir);
/* 1: the bytes are added to out; 0: no such entry. Fails: NOMEM. */
int store_get(struct syb_ctx *ctx, const struct store *store, const struct store_key *key, struct buf *out);
/* false: the entry could not be written; errno has the reason. */
bool store_put(const struct store *store, const struct store_key *key, struct syb_bytes bytes);
void store_drop(const struct store *store, const struct store_key *key);
/* Files that other programs read have no room for the hash of their bytes: it is in FILE.sum beside them. */
int store_seal(struct syb_ctx *ctx, const char *path);
/* Whether the bytes are those that were sealed. */
bool store_is_sealed(struct syb_ctx *ctx, const char *path);
/* Remove the file, its seal, and its make rule FILE.d. false: there was no such file, or it stays. */
bool store_drop_sealed(const char *path);
/* Remove entries above the size limit, and temporary files of writers that were killed. */
void store_trim(struct syb_ctx *ctx, const struct store *store);

/* Entries, what was not used for longest first. */
struct store_entry {
	struct store_key key;
	uint64_t size;
	struct timespec used;
};
struct store_list {
	struct store_entry *list;
	size_t count, room;
	uint64_t total;
	struct allocator from;
};
/* Anything under the name of an entry is one, sound or not. Also removes what writers that were killed left behind.
 * Fails: IO (not reported, errno has the reason; a missing folder has no entries), NOMEM. */
int store_list(struct syb_ctx *ctx, const struct store *store, struct store_list *out);
void store_list_free(struct store_list *list);
/* false: it is not sound, or not to be trusted, and so gone. */
bool store_verify(struct syb_ctx *ctx, const struct store *store, const struct store_key *key);
/* Remove entries until no more than that many bytes are left. Fails: as store_list. */
int store_evict(struct syb_ctx *ctx, const struct store *store, uint64_t keep, uint64_t *out_removed);

#endif
