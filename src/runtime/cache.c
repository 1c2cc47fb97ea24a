/* runtime/cache.c — built programs on disk, found again by what they were built from: a store (base/store.h) of the
 * runtime's, and what people may ask about it.
 *
 * Off unless a directory is given. Nothing that is wrong with the directory is more than a warning. */
#include "bundle.h"

#include "base/value.h"

#include <errno.h>

static struct store store_at(const char *dir, uint64_t most)
{
	return (struct store){ .dir = dir, .most = most, .suffix = ".sybil-cache" };
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

void cache_put(struct syb_ctx *ctx, const struct syb_rt *rt, const struct store_key *key, struct syb_bytes bytes)
{
	const struct store store = store_at(rt->cache_dir, rt->cache_most);
	const char *why;

	if (bytes.len == 0 || bytes.len > rt->cache_most)
		return;
	why = store_refuse(rt->cache_dir);
	if (!why && !store_put(&store, key, bytes))
		why = "an entry cannot be written";
	if (why)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s; nothing is kept", rt->cache_dir,
			   why);
	else
		store_trim(ctx, &store);
}

/* ---- for people ---- */

static int fail_dir(struct syb_ctx *ctx, const char *dir)
{
	return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "cache", "%s: %s", dir, strerror(errno));
}

int syb_cache_list(struct syb_ctx *ctx, const char *dir, bool verify, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(store_list_free) struct store_list all = { 0 };
	const struct store store = store_at(dir, 0);
	struct syb_value *list;
	size_t bad = 0;
	int r = store_list(ctx, &store, &all);

	if (r == 0)
		r = record_new(ctx, &record);
	if (r < 0)
		return r == -SYB_E_IO ? fail_dir(ctx, dir) : r;
	value_string(record, record->root, "directory", dir);
	list = value_hint(value_list(record, record->root, "entries"), VALUE_TABLE);
	for (size_t i = 0; i < all.count; i++) {
		struct syb_value *map = value_map(record, list, NULL);
		time_t age = time(NULL) - all.list[i].used.tv_sec;
		char key[STORE_KEY];

		store_key_name(&all.list[i].key, key);
		value_string(record, map, "key", key);
		value_hint(value_uint(record, map, "size", all.list[i].size), VALUE_SIZE);
		value_uint(record, map, "age_seconds", age > 0 ? (uint64_t)age : 0);
		if (verify) {
			bool sound;

			ctx_progress_count(ctx, "entries", i, all.count);
			r = ctx_cancelled(ctx);
			if (r < 0)
				return r;
			sound = store_verify(ctx, &store, &all.list[i].key);

			value_bool(record, map, "sound", sound);
			bad += !sound;
		}
	}
	value_uint(record, record->root, "count", all.count);
	value_hint(value_uint(record, record->root, "size", all.total), VALUE_SIZE);
	if (verify)
		value_uint(record, record->root, "removed", bad);
	r = record_finish(record);
	if (r == 0)
		*out_record = steal(record);
	return r;
}

int syb_cache_trim(struct syb_ctx *ctx, const char *dir, uint64_t keep, uint64_t *out_removed)
{
	const struct store store = store_at(dir, 0);
	int r = store_evict(ctx, &store, keep, out_removed);

	return r == -SYB_E_IO ? fail_dir(ctx, dir) : r;
}

int syb_cache_clear(struct syb_ctx *ctx, const char *dir, uint64_t *out_removed)
{
	return syb_cache_trim(ctx, dir, 0, out_removed);
}
