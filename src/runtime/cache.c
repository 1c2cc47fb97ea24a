/* runtime/cache.c — built programs on disk, one file each: found again by what they were built from.
 *
 * Off unless a directory is given. An entry appears by rename and says what it is of and how its bytes hash, so that
 * any number of processes may use one directory, and what was damaged, cut off or put there by others is not used but
 * built again. Nothing that is wrong with the directory is more than a warning. When entries exceed the limit those go
 * that were not used for longest; using one sets its time. */
#include "bundle.h"

#include "base/sha256.h"
#include "base/value.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* magic, key in hexadecimal digits, hash of the payload, length of the payload */
enum { AT_KEY = 8, AT_HASH = AT_KEY + 64, AT_LENGTH = AT_HASH + SHA256_SIZE, HEADER = AT_LENGTH + 8 };
static const char magic[8] = "SYBCACH1";
static const char suffix[] = ".sybil-cache";

enum { KEY_LEN = CACHE_KEY - 1, NAME_LEN = KEY_LEN + sizeof(suffix) };

/* Each part counts with its length, so that no two lists have the same bytes. */
void cache_key(const struct cache_key_part *parts, size_t count, char out_key[CACHE_KEY])
{
	uint8_t chain[3 * SHA256_SIZE] = { 0 };

	for (size_t i = 0; i < count; i++) {
		uint64_t len = parts[i].bytes.len;

		memset(chain + SHA256_SIZE, 0, 2 * SHA256_SIZE);
		sha256(parts[i].bytes.ptr, parts[i].bytes.len, chain + SHA256_SIZE);
		memcpy(chain + 2 * SHA256_SIZE, &len, sizeof(len));
		snprintf((char *)chain + 2 * SHA256_SIZE + sizeof(len), SHA256_SIZE - sizeof(len), "%s", parts[i].what);
		sha256(chain, sizeof(chain), chain);
	}
	sha256_hex(chain, SHA256_SIZE, out_key);
}

/* ---- entries ---- */

static bool entry_path(const char *dir, const char *key, char *out, size_t room)
{
	int n = snprintf(out, room, "%s/%s%s", dir, key, suffix);

	return n > 0 && (size_t)n < room;
}

/* The payload, empty when the entry is not sound. */
static struct syb_bytes check_entry(struct syb_bytes file, const char *key)
{
	struct syb_bytes payload = { 0 };
	uint8_t hash[SHA256_SIZE];
	uint64_t len;

	if (file.len < HEADER || memcmp(file.ptr, magic, sizeof(magic)) != 0 ||
	    memcmp(file.ptr + AT_KEY, key, KEY_LEN) != 0)
		return payload;
	memcpy(&len, file.ptr + AT_LENGTH, sizeof(len));
	if (len == 0 || len != file.len - HEADER)
		return payload;
	sha256(file.ptr + HEADER, (size_t)len, hash);
	if (memcmp(hash, file.ptr + AT_HASH, SHA256_SIZE) == 0)
		payload = (struct syb_bytes){ file.ptr + HEADER, (size_t)len };
	return payload;
}

/* Only files that are ours, or root's, and that nobody else may write. O_NOFOLLOW: no links planted by others. */
static int open_entry(const char *path, uint64_t *out_size)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (st.st_uid == geteuid() || st.st_uid == 0) &&
	    !(st.st_mode & S_IWOTH)) {
		*out_size = (uint64_t)st.st_size;
		return fd;
	}
	close(fd);
	return -1;
}

static bool read_some(int fd, uint8_t *to, size_t len)
{
	while (len) {
		ssize_t n = read(fd, to, len);

		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		to += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* Read, not mapped: an entry that is cut off by others while it is used must not end the process. The header is read
 * first: no memory is asked for what is not an entry, however large. false: not sound, or no memory for it. */
static bool read_entry(struct syb_ctx *ctx, int fd, uint64_t size, const char *key, struct buf *out)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	uint8_t header[HEADER];
	uint64_t len;

	if (size <= HEADER || size > SIZE_MAX / 2 || !read_some(fd, header, sizeof(header)))
		return false;
	memcpy(&len, header + AT_LENGTH, sizeof(len));
	if (memcmp(header, magic, sizeof(magic)) != 0 || memcmp(header + AT_KEY, key, KEY_LEN) != 0 ||
	    len != size - HEADER)
		return false;
	if (buf_add(ctx, out, header, sizeof(header)) < 0 || buf_reserve(ctx, out, (size_t)len) < 0 ||
	    !read_some(fd, out->ptr + out->len, (size_t)len))
		return false;
	out->len += (size_t)len;
	return true;
}

int cache_get(struct syb_ctx *ctx, const struct syb_rt *rt, const char *key, struct buf *out)
{
	_cleanup_(buf_free) struct buf file = { 0 };
	struct syb_bytes payload = { 0 };
	uint64_t size = 0;
	char path[4096];
	int fd = entry_path(rt->cache_dir, key, path, sizeof(path)) ? open_entry(path, &size) : -1;
	int r;

	if (fd < 0)
		return 0;
	if (read_entry(ctx, fd, size, key, &file))
		payload = check_entry(buf_bytes(&file), key);
	if (payload.len)
		(void)!futimens(fd, NULL);
	close(fd);
	if (payload.len == 0) {
		unlink(path);
		return 0;
	}
	r = buf_add(ctx, out, payload.ptr, payload.len);
	return r < 0 ? r : 1;
}

void cache_drop(const struct syb_rt *rt, const char *key)
{
	char path[4096];

	if (entry_path(rt->cache_dir, key, path, sizeof(path)))
		unlink(path);
}

/* ---- the directory ---- */

struct entry {
	char name[NAME_LEN];
	uint64_t size;
	struct timespec used;
};

struct listing {
	struct entry *list;
	size_t count, room;
	uint64_t total;
	struct allocator from;
};

static void listing_drop(struct listing *l)
{
	allocator_free(l->from, l->list);
}

static bool is_entry(const char *name)
{
	return strlen(name) == NAME_LEN - 1 && strspn(name, "0123456789abcdef") == KEY_LEN &&
	       str_eq(name + KEY_LEN, suffix);
}

/* What a writer that was killed left behind: names of ours that grew a tail, an hour old. */
static bool is_rubbish(const char *name, const struct stat *st)
{
	return strstr(name, suffix) && strlen(name) >= NAME_LEN && st->st_mtime + 3600 < time(NULL);
}

static int list_dir(struct syb_ctx *ctx, const char *dir, struct listing *out)
{
	DIR *d = opendir(dir);
	struct dirent *found;
	int r = d || errno == ENOENT ? 0 : -SYB_E_IO; /* what was never used has nothing in it */

	out->from = allocator_of(ctx);
	while (r == 0 && d && (found = readdir(d))) {
		struct stat st;

		if (fstatat(dirfd(d), found->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
			continue;
		if (!is_entry(found->d_name)) {
			if (is_rubbish(found->d_name, &st))
				unlinkat(dirfd(d), found->d_name, 0);
			continue;
		}
		r = VEC_PUSH(ctx, out->list, out->count, out->room);
		if (r < 0)
			break;
		out->list[out->count] = (struct entry){ .size = (uint64_t)st.st_size, .used = st.st_mtim };
		memcpy(out->list[out->count].name, found->d_name, NAME_LEN);
		out->total += out->list[out->count++].size;
	}
	if (d)
		closedir(d);
	return r;
}

static int older(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	if (x->used.tv_nsec != y->used.tv_nsec)
		return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Make room: entries that were not used for longest go first. */
static int evict(struct syb_ctx *ctx, const char *dir, uint64_t most, uint64_t *out_removed)
{
	_cleanup_(listing_drop) struct listing l = { 0 };
	char path[4096];
	int r = list_dir(ctx, dir, &l);

	*out_removed = 0;
	if (r < 0 || l.total <= most)
		return r;
	qsort(l.list, l.count, sizeof(*l.list), older);
	for (size_t i = 0; i < l.count && l.total > most; i++) {
		int n = snprintf(path, sizeof(path), "%s/%s", dir, l.list[i].name);

		if (n > 0 && (size_t)n < sizeof(path) && unlink(path) == 0)
			++*out_removed;
		l.total -= l.list[i].size;
	}
	return 0;
}

/* Others must not be able to put entries there: they are code that will be run. */
static const char *refuse_dir(const char *dir)
{
	struct stat st;

	if (mkdir(dir, 0700) < 0 && errno != EEXIST)
		return strerror(errno);
	if (stat(dir, &st) < 0)
		return strerror(errno);
	if (!S_ISDIR(st.st_mode))
		return "not a directory";
	if (st.st_uid != geteuid() && st.st_uid != 0)
		return "it belongs to somebody else";
	if (st.st_mode & S_IWOTH && !(st.st_mode & S_ISVTX))
		return "everybody may write to it";
	return NULL;
}

static bool write_all(int fd, const uint8_t *ptr, size_t len)
{
	while (len) {
		ssize_t n = write(fd, ptr, len);

		if (n < 0 && errno != EINTR)
			return false;
		ptr += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* A new file of our own beside the entry, which then takes its place: links are replaced, never followed. */
static bool write_entry(int dir, const char *key, struct syb_bytes bytes)
{
	uint8_t header[HEADER];
	uint64_t len = bytes.len;
	char name[NAME_LEN], temp[NAME_LEN + 64];
	bool done;
	int fd;

	memcpy(header, magic, sizeof(magic));
	memcpy(header + AT_KEY, key, KEY_LEN);
	sha256(bytes.ptr, bytes.len, header + AT_HASH);
	memcpy(header + AT_LENGTH, &len, sizeof(len));
	snprintf(name, sizeof(name), "%s%s", key, suffix);
	snprintf(temp, sizeof(temp), "%s.%ld.%" PRIx64, name, (long)getpid(), rt_now() ^ (uintptr_t)header);
	fd = openat(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	done = write_all(fd, header, sizeof(header)) && write_all(fd, bytes.ptr, bytes.len);
	done = close(fd) == 0 && done && renameat(dir, temp, dir, name) == 0;
	if (!done)
		unlinkat(dir, temp, 0);
	return done;
}

void cache_put(struct syb_ctx *ctx, const struct syb_rt *rt, const char *key, struct syb_bytes bytes)
{
	uint64_t removed;
	const char *why;
	int dir;

	if (bytes.len == 0 || bytes.len > rt->cache_most)
		return;
	why = refuse_dir(rt->cache_dir);
	dir = why ? -1 : open(rt->cache_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir >= 0) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		if (write_entry(dir, key, bytes))
			(void)!evict(ctx, rt->cache_dir, rt->cache_most, &removed);
		else
			why = "an entry cannot be written";
		close(dir);
	} else if (!why) {
		why = strerror(errno);
	}
	if (why)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s; nothing is kept", rt->cache_dir,
			   why);
}

/* ---- for people ---- */

static bool verify_entry(struct syb_ctx *ctx, const char *dir, const char *name)
{
	_cleanup_(buf_free) struct buf file = { 0 };
	uint64_t size = 0;
	char path[4096];
	bool sound = false;
	int fd, n = snprintf(path, sizeof(path), "%s/%s", dir, name);

	fd = n > 0 && (size_t)n < sizeof(path) ? open_entry(path, &size) : -1;
	if (fd < 0) /* nothing that would be used; it goes when an entry takes its place */
		return false;
	if (read_entry(ctx, fd, size, name, &file))
		sound = check_entry(buf_bytes(&file), name).len != 0;
	close(fd);
	if (!sound)
		unlink(path);
	return sound;
}

static int fail_dir(struct syb_ctx *ctx, const char *dir)
{
	return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "cache", "%s: %s", dir, strerror(errno));
}

int syb_cache_list(struct syb_ctx *ctx, const char *dir, bool verify, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(listing_drop) struct listing l = { 0 };
	struct syb_value *list;
	size_t bad = 0;
	int r = list_dir(ctx, dir, &l);

	if (r == 0)
		r = record_new(ctx, &record);
	if (r < 0)
		return r == -SYB_E_IO ? fail_dir(ctx, dir) : r;
	if (l.count)
		qsort(l.list, l.count, sizeof(*l.list), older);
	value_string(record, record->root, "directory", dir);
	list = value_hint(value_list(record, record->root, "entries"), VALUE_TABLE);
	for (size_t i = 0; i < l.count; i++) {
		struct syb_value *map = value_map(record, list, NULL);
		time_t age = time(NULL) - l.list[i].used.tv_sec;

		value_stringn(record, map, "key", l.list[i].name, KEY_LEN);
		value_hint(value_uint(record, map, "size", l.list[i].size), VALUE_SIZE);
		value_uint(record, map, "age_seconds", age > 0 ? (uint64_t)age : 0);
		if (verify) {
			bool sound;

			ctx_progress_count(ctx, "entries", i, l.count);
			r = ctx_cancelled(ctx);
			if (r < 0)
				return r;
			sound = verify_entry(ctx, dir, l.list[i].name);

			value_bool(record, map, "sound", sound);
			bad += !sound;
		}
	}
	value_uint(record, record->root, "count", l.count);
	value_hint(value_uint(record, record->root, "size", l.total), VALUE_SIZE);
	if (verify)
		value_uint(record, record->root, "removed", bad);
	r = record_finish(record);
	if (r == 0)
		*out_record = steal(record);
	return r;
}

int syb_cache_trim(struct syb_ctx *ctx, const char *dir, uint64_t keep, uint64_t *out_removed)
{
	int r = evict(ctx, dir, keep, out_removed);

	return r == -SYB_E_IO ? fail_dir(ctx, dir) : r;
}

int syb_cache_clear(struct syb_ctx *ctx, const char *dir, uint64_t *out_removed)
{
	return syb_cache_trim(ctx, dir, 0, out_removed);
}
