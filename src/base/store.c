/* base/store.c — a folder of bytes that are found again by what they were made from; see store.h. */
#define _GNU_SOURCE
#include "store.h"

#include "sha256.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* magic, hash of the key, hash of the payload, length of the payload */
enum { AT_KEY = 8, AT_HASH = AT_KEY + STORE_HASH, AT_LENGTH = AT_HASH + SHA256_SIZE, HEADER = AT_LENGTH + 8 };

static const uint8_t magic[AT_KEY] = { 'S', 'y', 'b', 'S', 't', 'o', 'r', '1' };
static const char suffix[] = ".sybil-store";

enum { NAME_LEN = STORE_KEY - 1 + sizeof(suffix) }; /* with the end */

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

static void name_of(const struct store_key *key, char out[NAME_LEN])
{
	for (size_t i = 0; i < STORE_HASH; i++)
		snprintf(out + 2 * i, 3, "%02x", key->hash[i]);
	memcpy(out + 2 * STORE_HASH, suffix, sizeof(suffix));
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
		return "it belongs to somebody else";
	if (st.st_mode & S_IWOTH && !(st.st_mode & S_ISVTX))
		return "everybody may write to it";
	return access(dir, R_OK | W_OK | X_OK) < 0 ? strerror(errno) : NULL;
}

static int open_dir(const struct store *store)
{
	return open(store->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* ---- entries ---- */

/* Only files that are ours, or root's, and that nobody else may write. O_NOFOLLOW: no links planted by others. */
static int open_entry(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (st.st_uid == geteuid() || st.st_uid == 0) &&
	    !(st.st_mode & S_IWOTH))
		return fd;
	close(fd);
	return -1;
}

/* Read, not mapped: an entry that is cut off by others while it is used must not end the process. */
static int read_entry(struct syb_ctx *ctx, int fd, struct buf *out)
{
	enum { STEP = 1 << 18 };
	struct stat st;
	ssize_t n = 0;
	int r = fstat(fd, &st) == 0 && st.st_size > 0 ? buf_reserve(ctx, out, (size_t)st.st_size + STEP) : 0;

	do {
		r = r < 0 ? r : buf_reserve(ctx, out, STEP);
		if (r < 0)
			return r;
		n = read(fd, out->ptr + out->len, STEP);
		out->len += n > 0 ? (size_t)n : 0;
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n < 0 ? -SYB_E_IO : 0;
}

/* Whether it is an entry of this key, whole and unchanged. */
static bool is_sound(struct syb_bytes file, const struct store_key *key)
{
	uint8_t hash[SHA256_SIZE];
	uint64_t len;

	if (file.len < HEADER || memcmp(file.ptr, magic, sizeof(magic)) != 0 ||
	    memcmp(file.ptr + AT_KEY, key->hash, STORE_HASH) != 0)
		return false;
	memcpy(&len, file.ptr + AT_LENGTH, sizeof(len));
	if (len != file.len - HEADER)
		return false;
	sha256(file.ptr + HEADER, (size_t)len, hash);
	return memcmp(hash, file.ptr + AT_HASH, SHA256_SIZE) == 0;
}

int store_get(struct syb_ctx *ctx, const struct store *store, const struct store_key *key, struct buf *out)
{
	_cleanup_(buf_free) struct buf file = { 0 };
	char name[NAME_LEN];
	int dir = open_dir(store), fd = -1, r = 0;
	bool sound = false;

	name_of(key, name);
	if (dir >= 0)
		fd = open_entry(dir, name);
	if (fd >= 0)
		r = read_entry(ctx, fd, &file);
	if (fd >= 0 && r == 0)
		sound = is_sound(buf_bytes(&file), key);
	if (sound)
		(void)!futimens(fd, NULL);
	else if (fd >= 0 && r == 0)
		(void)unlinkat(dir, name, 0);
	if (fd >= 0)
		close(fd);
	if (dir >= 0)
		close(dir);
	if (r == -SYB_E_NOMEM)
		return r;
	if (!sound)
		return 0;
	r = buf_add(ctx, out, file.ptr + HEADER, file.len - HEADER);
	return r < 0 ? r : 1;
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
bool store_put(const struct store *store, const struct store_key *key, struct syb_bytes bytes)
{
	char name[NAME_LEN], temp[NAME_LEN + 64];
	uint8_t header[HEADER];
	uint64_t len = bytes.len;
	struct timespec now;
	int dir = open_dir(store), fd;
	bool done;

	if (dir < 0)
		return false;
	memcpy(header, magic, sizeof(magic));
	memcpy(header + AT_KEY, key->hash, STORE_HASH);
	sha256(bytes.ptr, bytes.len, header + AT_HASH);
	memcpy(header + AT_LENGTH, &len, sizeof(len));
	name_of(key, name);
	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(temp, sizeof(temp), "%s.%ld.%lx", name, (long)getpid(), (unsigned long)now.tv_nsec);
	fd = openat(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	done = fd >= 0 && write_all(fd, header, sizeof(header)) && write_all(fd, bytes.ptr, bytes.len);
	if (fd >= 0)
		done = close(fd) == 0 && done && renameat(dir, temp, dir, name) == 0;
	if (fd >= 0 && !done)
		(void)unlinkat(dir, temp, 0);
	close(dir);
	return done;
}

/* ---- room ---- */

struct entry {
	char name[NAME_LEN];
	uint64_t size;
	struct timespec used;
};

static bool is_entry(const char *name)
{
	return strlen(name) == NAME_LEN - 1 && strspn(name, "0123456789abcdef") == STORE_KEY - 1 &&
	       str_eq(name + STORE_KEY - 1, suffix);
}

/* What a writer that was killed left behind: names of ours that grew a tail, an hour old. */
static bool is_rubbish(const char *name, const struct stat *st)
{
	return strstr(name, suffix) && strlen(name) >= NAME_LEN && st->st_mtime + 3600 < time(NULL);
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

void store_trim(struct syb_ctx *ctx, const struct store *store)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	uint64_t most = store->most ? store->most : STORE_MOST, total = 0;
	DIR *dir = opendir(store->dir);
	struct entry *list = NULL;
	size_t count = 0, room = 0;
	struct dirent *found;

	while (dir && (found = readdir(dir))) {
		struct stat st;

		if (fstatat(dirfd(dir), found->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
			continue;
		if (!is_entry(found->d_name)) {
			if (is_rubbish(found->d_name, &st))
				(void)unlinkat(dirfd(dir), found->d_name, 0);
			continue;
		}
		if (VEC_PUSH(ctx, list, count, room) < 0)
			break;
		list[count] = (struct entry){ .size = (uint64_t)st.st_size, .used = st.st_mtim };
		memcpy(list[count].name, found->d_name, NAME_LEN);
		total += list[count++].size;
	}
	if (count)
		qsort(list, count, sizeof(*list), older);
	for (size_t i = 0; i < count && total > most; i++) {
		(void)unlinkat(dirfd(dir), list[i].name, 0);
		total -= list[i].size;
	}
	if (dir)
		closedir(dir);
	allocator_free(allocator_of(ctx), list);
}
