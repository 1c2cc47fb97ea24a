/* driver/exec/store.c — a folder of cache entries; see store.h. */
#define _GNU_SOURCE
#include "store.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/order.h"
#include "base/sha256.h"
#include "base/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* magic, hash of the key, hash of the payload, length of the payload */
enum { AT_KEY = 8, AT_HASH = AT_KEY + STORE_HASH, AT_LENGTH = AT_HASH + SHA256_SIZE, HEADER = AT_LENGTH + 8 };

static const uint8_t magic[AT_KEY] = { 'S', 'y', 'b', 'S', 't', 'o', 'r', '1' };

enum { NAME_LEN = STORE_KEY + 32 }; /* a suffix is shorter */

void store_key_add(struct store_key *key, const char *what, const void *ptr, size_t len)
{
	uint8_t chain[3 * STORE_HASH + 8] = { 0 };
	uint64_t length = len;

	memcpy(chain, key->hash, STORE_HASH);
	sha256(ptr ? ptr : "", len, chain + STORE_HASH);
	sha256(what, strlen(what), chain + 2 * STORE_HASH);
	memcpy(chain + 3 * STORE_HASH, &length, sizeof(length));
	sha256(chain, sizeof(chain), key->hash);
}

void store_key_name(const struct store_key *key, char out[STORE_KEY])
{
	for (size_t i = 0; i < STORE_HASH; i++)
		snprintf(out + 2 * i, 3, "%02x", key->hash[i]);
}

static const char *suffix_of(const struct store *store)
{
	return store->suffix ? store->suffix : ".sybil-store";
}

static void name_of(const struct store *store, const struct store_key *key, char out[NAME_LEN])
{
	char digits[STORE_KEY];

	store_key_name(key, digits);
	snprintf(out, NAME_LEN, "%s%s", digits, suffix_of(store));
}

const char *store_refuse(const char *dir)
{
	struct stat st;

	if (mkdir(dir, 0700) < 0 && errno != EEXIST)
		return strerror(errno);
	if (stat(dir, &st) < 0)
		return strerror(errno);
	if (!S_ISDIR(st.st_mode))
		return "not a directory";
	if (st.st_uid != geteuid() && st.st_uid != 0)
		return "it belongs to another user";
	if (st.st_mode & S_IWOTH && !(st.st_mode & S_ISVTX))
		return "all users can write to it";
	return access(dir, R_OK | W_OK | X_OK) < 0 ? strerror(errno) : NULL;
}

static int open_dir(const struct store *store)
{
	return open(store->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* ---- entries ---- */

/* Only files of this user or of root that other users cannot write. */
static bool is_trusted(const struct stat *st)
{
	return S_ISREG(st->st_mode) && (st->st_uid == geteuid() || st->st_uid == 0) && !(st->st_mode & S_IWOTH);
}

/* O_NOFOLLOW: ignore links, which other users may have created. */
static int open_entry(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && is_trusted(&st))
		return fd;
	close(fd);
	return -1;
}

/* Remove a folder with the name of an entry, which would prevent writing it. Files of other users are ignored when an
 * entry is used, and removed when entries are verified. */
static void remove_stranger(int dir, const char *name, bool used)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && (used ? S_ISDIR(st.st_mode) : !is_trusted(&st)))
		(void)!temp_remove(dir, name);
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

/* Append the payload of an entry: 1 if it has this key and is undamaged, else 0. It is read, not mapped, because a file
 * that another process truncates must not crash this one. The header is read first, so that no memory is allocated for
 * large files that are not entries. */
static int read_entry(struct syb_ctx *ctx, int fd, const struct store_key *key, struct buf *out)
{
	uint8_t header[HEADER], hash[SHA256_SIZE];
	struct stat st;
	uint64_t len;

	if (fstat(fd, &st) < 0 || st.st_size < HEADER || !read_some(fd, header, sizeof(header)))
		return 0;
	memcpy(&len, header + AT_LENGTH, sizeof(len));
	if (memcmp(header, magic, sizeof(magic)) != 0 || memcmp(header + AT_KEY, key->hash, STORE_HASH) != 0 ||
	    len != (uint64_t)st.st_size - HEADER || len > SIZE_MAX / 2)
		return 0;
	TRY(buf_reserve(ctx, out, (size_t)len + 1));
	if (!read_some(fd, out->ptr + out->len, (size_t)len))
		return 0;
	sha256(out->ptr + out->len, (size_t)len, hash);
	if (memcmp(hash, header + AT_HASH, SHA256_SIZE) != 0)
		return 0;
	out->len += (size_t)len;
	return 1;
}

/* used: the entry is used, not only verified. */
static int find_entry(struct syb_ctx *ctx, const struct store *store, const struct store_key *key, bool used,
		      struct buf *out)
{
	char name[NAME_LEN];
	int dir = open_dir(store), fd, r;

	if (dir < 0)
		return 0;
	name_of(store, key, name);
	fd = open_entry(dir, name);
	r = fd < 0 ? 0 : read_entry(ctx, fd, key, out);
	if (fd >= 0 && r == 1 && used)
		(void)!futimens(fd, NULL);
	if (fd >= 0 && r == 0)
		(void)unlinkat(dir, name, 0);
	if (fd < 0)
		remove_stranger(dir, name, used);
	else
		close(fd);
	close(dir);
	return r;
}

int store_get(struct syb_ctx *ctx, const struct store *store, const struct store_key *key, struct buf *out)
{
	return find_entry(ctx, store, key, true, out);
}

bool store_verify(struct syb_ctx *ctx, const struct store *store, const struct store_key *key)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	_cleanup_(buf_free) struct buf bytes = { 0 };

	return find_entry(ctx, store, key, false, &bytes) == 1;
}

void store_drop(const struct store *store, const struct store_key *key)
{
	char name[NAME_LEN];
	int dir = open_dir(store);

	name_of(store, key, name);
	if (dir >= 0) {
		(void)unlinkat(dir, name, 0);
		close(dir);
	}
}

/* ---- files that other programs read ---- */

static int digest_of(struct syb_ctx *ctx, const char *path, uint8_t out[STORE_HASH])
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	int r = syb_file_open(ctx, path, &file);

	if (r == 0)
		sha256(syb_file_bytes(file).len ? (const void *)syb_file_bytes(file).ptr : "", syb_file_bytes(file).len,
		       out);
	return r;
}

static bool name_beside(const char *path, const char *suffix, char out[PATH_MAX])
{
	return (size_t)snprintf(out, PATH_MAX, "%s%s", path, suffix) < PATH_MAX;
}

int store_seal(struct syb_ctx *ctx, const char *path)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	uint8_t digest[STORE_HASH];
	char sum[PATH_MAX];

	if (!name_beside(path, ".sum", sum))
		return -SYB_E_IO;
	TRY(digest_of(ctx, path, digest));
	return out_put(ctx, sum, (struct syb_bytes){ digest, sizeof(digest) });
}

bool store_is_sealed(struct syb_ctx *ctx, const char *path)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	uint8_t digest[STORE_HASH];
	char sum[PATH_MAX];

	return name_beside(path, ".sum", sum) && syb_file_open(ctx, sum, &file) == 0 &&
	       digest_of(ctx, path, digest) == 0 &&
	       bytes_eq(syb_file_bytes(file), (struct syb_bytes){ digest, sizeof(digest) });
}

bool store_drop_sealed(const char *path)
{
	static const char *const others[] = { ".sum", ".d" };
	char name[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (name_beside(path, others[i], name))
			(void)unlink(name);
	return unlink(path) == 0;
}

/* ---- writing ---- */

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

/* Write a new file beside the entry and rename it: links are replaced, never followed. */
bool store_put(const struct store *store, const struct store_key *key, struct syb_bytes bytes)
{
	char name[NAME_LEN], temp[NAME_LEN + 64];
	uint8_t header[HEADER];
	uint64_t len = bytes.len;
	int dir = open_dir(store), fd, why;
	bool done;

	if (dir < 0)
		return false;
	memcpy(header, magic, sizeof(magic));
	memcpy(header + AT_KEY, key->hash, STORE_HASH);
	sha256(bytes.ptr, bytes.len, header + AT_HASH);
	memcpy(header + AT_LENGTH, &len, sizeof(len));
	name_of(store, key, name);
	snprintf(temp, sizeof(temp), "%s.%ld.%lx", name, (long)getpid(), (unsigned long)clock_ns());
	fd = openat(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	done = fd >= 0 && write_all(fd, header, sizeof(header)) && write_all(fd, bytes.ptr, bytes.len);
	why = errno;
	if (done) {
		done = close(fd) == 0 && renameat(dir, temp, dir, name) == 0;
		why = errno;
	} else if (fd >= 0) {
		close(fd);
	}
	if (fd >= 0 && !done)
		(void)unlinkat(dir, temp, 0);
	close(dir);
	errno = why;
	return done;
}

/* ---- listing and eviction ---- */

static bool digit_of(char c, uint8_t *out)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	*out = at ? (uint8_t)(at - digits) : 0;
	return at;
}

static bool is_entry(const struct store *store, const char *name, struct store_key *out)
{
	for (size_t i = 0; i < STORE_HASH; i++) {
		uint8_t high, low;

		if (!digit_of(name[2 * i], &high) || !digit_of(name[2 * i + 1], &low))
			return false;
		out->hash[i] = (uint8_t)(high << 4 | low);
	}
	return str_eq(name + STORE_KEY - 1, suffix_of(store));
}

/* A temporary file of a writer that was killed: the name of an entry with a suffix, more than an hour old. */
static bool is_rubbish(const struct store *store, const char *name, const struct stat *st)
{
	const char *tail = strstr(name, suffix_of(store));

	return tail && tail[strlen(suffix_of(store))] && st->st_mtime + 3600 < time(NULL);
}

static int older(const void *a, const void *b)
{
	const struct store_entry *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return ORDER(x->used.tv_sec, y->used.tv_sec);
	if (x->used.tv_nsec != y->used.tv_nsec)
		return ORDER(x->used.tv_nsec, y->used.tv_nsec);
	return memcmp(&x->key, &y->key, sizeof(x->key));
}

static int list_one(struct syb_ctx *ctx, const struct store *store, int dir, const char *name, struct store_list *out)
{
	struct store_entry entry = { 0 };
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	if (!is_entry(store, name, &entry.key)) {
		if (S_ISREG(st.st_mode) && is_rubbish(store, name, &st))
			(void)unlinkat(dir, name, 0);
		return 0;
	}
	TRY(VEC_PUSH(ctx, out->list, out->count, out->room));
	entry.size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
	entry.used = st.st_mtim;
	out->list[out->count++] = entry;
	out->total += entry.size;
	return 0;
}

int store_list(struct syb_ctx *ctx, const struct store *store, struct store_list *out)
{
	DIR *dir = opendir(store->dir);
	struct dirent *found;
	int r = dir || errno == ENOENT ? 0 : -SYB_E_IO; /* a missing folder has no entries */

	out->from = allocator_of(ctx);
	while (r == 0 && dir && (found = readdir(dir)))
		r = list_one(ctx, store, dirfd(dir), found->d_name, out);
	if (dir)
		closedir(dir);
	if (out->count)
		qsort(out->list, out->count, sizeof(*out->list), older);
	return r;
}

void store_list_free(struct store_list *list)
{
	allocator_free(list->from, list->list);
}

int store_evict(struct syb_ctx *ctx, const struct store *store, uint64_t keep, uint64_t *out_removed)
{
	_cleanup_(store_list_free) struct store_list all = { 0 };
	int dir, r = store_list(ctx, store, &all);

	*out_removed = 0;
	if (r < 0 || (keep && all.total <= keep))
		return r;
	dir = open_dir(store);
	for (size_t i = 0; i < all.count && (!keep || all.total > keep); i++) { /* 0: remove all, also empty ones */
		char name[NAME_LEN];

		name_of(store, &all.list[i].key, name);
		*out_removed += dir >= 0 && temp_remove(dir, name);
		all.total -= all.list[i].size;
	}
	if (dir >= 0)
		close(dir);
	return 0;
}

void store_trim(struct syb_ctx *ctx, const struct store *store)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	uint64_t removed;

	(void)!store_evict(ctx, store, store->most ? store->most : STORE_MOST, &removed);
}
