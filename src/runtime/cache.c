/* runtime/cache.c — the cache of built programs on disk, a store (driver/exec/store.h), and its listing.
 *
 * Disabled unless a directory is given. Problems with the directory are only warnings. */
#include "bundle.h"

#include "base/value.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

/* Kinds of entries, by suffix. sybil cc and sybil c++ write the others, in the same folder or another one: results of
 * jobs, and precompiled headers, which clang reads and which are therefore sealed files. */
static const struct kind {
	const char *name, *suffix, *folder;
} kinds[] = {
	{ "code", ".sybil-cache", "" },
	{ "job", NULL, "" },
	{ "headers", ".pch", "/pch" },
};

static bool is_sealed(const struct kind *kind)
{
	return *kind->folder != 0;
}

/* The folder of a kind; the store borrows out. */
static int store_of(struct syb_ctx *ctx, const struct kind *kind, const char *dir, char out[PATH_MAX],
		    struct store *out_store)
{
	if ((size_t)snprintf(out, PATH_MAX, "%s%s", dir, kind->folder) >= PATH_MAX)
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "cache", "%s: %s", dir, strerror(ENAMETOOLONG));
	*out_store = (struct store){ .dir = out, .suffix = kind->suffix };
	return 0;
}

/* The path of an entry that is a sealed file. */
static void path_of(const struct store *store, const struct store_entry *entry, char out[PATH_MAX])
{
	char key[STORE_KEY];

	store_key_name(&entry->key, key);
	if ((size_t)snprintf(out, PATH_MAX, "%s/%s%s", store->dir, key, store->suffix) >= PATH_MAX)
		*out = '\0'; /* too long a name: there is no such file */
}

static struct store store_at(const char *dir, uint64_t most)
{
	return (struct store){ .dir = dir, .most = most, .suffix = kinds[0].suffix };
}

int cache_get(struct syb_ctx *ctx, const struct syb_rt *rt, const struct store_key *key, struct buf *out)
{
	const struct store store = store_at(rt->cache_dir, rt->cache_most);

	return store_get(ctx, &store, key, out);
}

void cache_drop(const struct syb_rt *rt, const struct store_key *key)
{
	const struct store store = store_at(rt->cache_dir, rt->cache_most);

	store_drop(&store, key);
}

void cache_put(struct syb_ctx *ctx, struct syb_rt *rt, const struct store_key *key, struct syb_bytes bytes)
{
	const struct store store = store_at(rt->cache_dir, rt->cache_most);
	const char *why, *what = "";

	if (bytes.len == 0 || bytes.len > rt->cache_most)
		return;
	why = store_refuse(rt->cache_dir);
	if (!why && !store_put(&store, key, bytes)) {
		what = "cannot write an entry: ";
		why = strerror(errno);
	}
	if (!why)
		store_trim(ctx, &store);
	else if (!atomic_exchange(&rt->cache_warned, true)) /* warn once */
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s%s; built code is not cached",
			   rt->cache_dir, what, why);
}

/* ---- sybil cache ---- */

static int fail_dir(struct syb_ctx *ctx, const char *dir)
{
	return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "cache", "%s: %s", dir, strerror(errno));
}

struct listing {
	struct syb_ctx *ctx;
	struct syb_record *record;
	struct syb_value *entries;
	bool verify;
	size_t count, bad;
	uint64_t size;
};

/* A damaged entry is removed. */
static bool verify(struct syb_ctx *ctx, const struct kind *kind, const struct store *store,
		   const struct store_entry *entry)
{
	char path[PATH_MAX];

	if (!is_sealed(kind))
		return store_verify(ctx, store, &entry->key);
	path_of(store, entry, path);
	if (store_is_sealed(ctx, path))
		return true;
	(void)store_drop_sealed(path);
	return false;
}

static int list_entry(struct listing *to, const struct store *store, const struct kind *kind,
		      const struct store_entry *entry)
{
	struct syb_value *map = value_map(to->record, to->entries, NULL), *shown;
	time_t age = time(NULL) - entry->used.tv_sec;
	char key[STORE_KEY];
	bool sound;

	store_key_name(&entry->key, key);
	value_string(to->record, map, "key", key);
	value_string(to->record, map, "kind", kind->name);
	value_hint(value_uint(to->record, map, "size", entry->size), VALUE_SIZE);
	shown = value_uint(to->record, map, "age_seconds", age > 0 ? (uint64_t)age : 0);
	value_label(to->record, value_hint(shown, VALUE_AGE), "age");
	if (!to->verify)
		return 0;
	TRY(ctx_cancelled(to->ctx));
	sound = verify(to->ctx, kind, store, entry);
	value_bool(to->record, map, "sound", sound);
	to->bad += !sound;
	return 0;
}

static int list_kind(struct listing *to, const char *dir, const struct kind *kind)
{
	_cleanup_(store_list_free) struct store_list all = { 0 };
	struct store store;
	char folder[PATH_MAX];
	int r;

	TRY(store_of(to->ctx, kind, dir, folder, &store));
	r = store_list(to->ctx, &store, &all);
	if (r == -SYB_E_IO)
		return fail_dir(to->ctx, dir);
	for (size_t i = 0; i < all.count && r == 0; i++) {
		if (to->verify)
			ctx_progress_count(to->ctx, "entries", i, all.count);
		r = list_entry(to, &store, kind, &all.list[i]);
	}
	to->count += all.count;
	to->size += all.total;
	return r;
}

int syb_cache_list(struct syb_ctx *ctx, const char *dir, bool verify, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct listing to = { .ctx = ctx, .verify = verify };

	TRY(record_new(ctx, &record));
	to.record = record;
	value_string(record, record->root, "directory", dir);
	to.entries = value_hint(value_list(record, record->root, "entries"), VALUE_TABLE);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		TRY(list_kind(&to, dir, &kinds[i]));
	value_uint(record, record->root, "count", to.count);
	value_hint(value_uint(record, record->root, "size", to.size), VALUE_SIZE);
	if (verify)
		value_uint(record, record->root, "removed", to.bad);
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}

/* As store_evict. */
static int evict_sealed(struct syb_ctx *ctx, const struct store *store, uint64_t keep, uint64_t *out_removed)
{
	_cleanup_(store_list_free) struct store_list all = { 0 };

	*out_removed = 0;
	TRY(store_list(ctx, store, &all));
	for (size_t i = 0; i < all.count && (!keep || all.total > keep); i++) {
		char path[PATH_MAX];

		path_of(store, &all.list[i], path);
		*out_removed += store_drop_sealed(path);
		all.total -= all.list[i].size;
	}
	return 0;
}

/* Each kind may use the space that the previous ones left. */
int syb_cache_trim(struct syb_ctx *ctx, const char *dir, uint64_t keep, uint64_t *out_removed)
{
	uint64_t removed = 0;
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(kinds) && r == 0; i++) {
		_cleanup_(store_list_free) struct store_list left = { 0 };
		struct store store;
		char folder[PATH_MAX];
		uint64_t gone = 0;

		TRY(store_of(ctx, &kinds[i], dir, folder, &store));
		r = is_sealed(&kinds[i]) ? evict_sealed(ctx, &store, keep, &gone)
					 : store_evict(ctx, &store, keep, &gone);
		if (r == 0)
			r = store_list(ctx, &store, &left);
		keep -= left.total < keep ? left.total : keep;
		removed += gone;
	}
	if (r < 0)
		return r == -SYB_E_IO ? fail_dir(ctx, dir) : r;
	if (out_removed)
		*out_removed = removed;
	return 0;
}
