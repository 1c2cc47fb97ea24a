/* t_rt_cache.c — entries of the cache: damaged, foreign, evicted; directories that cannot be used; many writers at
 * once. */
#include "lib/rtpack.h"

#include "base/buf.h"
#include "runtime/bundle.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static struct syb_ctx *ctx;
static struct syb_rt rt = { .cache_most = 1 << 20 };
static char dir[64], cache[128];

static struct store_key key_of(const char *text)
{
	struct store_key key = { { 0 } };

	store_key_text(&key, "test", text);
	return key;
}

static void put(const char *name, const void *bytes, size_t len)
{
	struct store_key key = key_of(name);

	cache_put(ctx, &rt, &key, (struct syb_bytes){ bytes, len });
}

/* 1 and the right bytes, or 0. */
static int get(const char *name, const void *bytes, size_t len)
{
	_cleanup_(buf_free) struct buf got = { 0 };
	struct store_key key = key_of(name);
	int r = cache_get(ctx, &rt, &key, &got);

	if (r == 1 && (got.len != len || memcmp(got.ptr, bytes, len) != 0))
		return -1000;
	return r;
}

static const char *path_of(const char *name)
{
	static char path[300];
	struct store_key key = key_of(name);
	char digits[STORE_KEY];

	store_key_name(&key, digits);
	snprintf(path, sizeof(path), "%s/%s.sybil-cache", cache, digits);
	return path;
}

/* A link in place of an entry is neither read nor written through: the victim is a file of the test's own. */
static void test_link(const char *text, size_t len)
{
	char victim[128], content[8] = "";
	FILE *f;

	snprintf(victim, sizeof(victim), "%s/victim", dir);
	rt_write(victim, "mine", 4);
	is_int(symlink(victim, path_of("one")), 0);
	is_int(get("one", text, len), 0);
	ok(access(victim, F_OK) == 0, "it is still there");
	unlink(path_of("one"));
	is_int(symlink(victim, path_of("one")), 0);
	put("one", text, len);
	is_int(get("one", text, len), 1);
	f = fopen(victim, "rb");
	ok(f && fread(content, 1, sizeof(content), f) == 4 && memcmp(content, "mine", 4) == 0, "and untouched");
	if (f)
		fclose(f);
}

static void test_damage(void)
{
	static const char text[] = "what a driver had built";
	struct stat st;

	is_int(get("one", text, sizeof(text)), 0);
	put("one", text, sizeof(text));
	is_int(get("one", text, sizeof(text)), 1);
	is_int(get("two", text, sizeof(text)), 0);
	is_int(stat(path_of("one"), &st), 0);
	is_int(st.st_mode & 0022, 0);
	for (off_t at = 0; at < st.st_size; at++) {
		int fd = open(path_of("one"), O_RDWR);
		uint8_t byte = 0;

		if (pread(fd, &byte, 1, at) != 1)
			abort();
		byte ^= 0x20;
		if (pwrite(fd, &byte, 1, at) != 1)
			abort();
		close(fd);
		if (get("one", text, sizeof(text)) != 0 || access(path_of("one"), F_OK) == 0)
			ok(false, "byte %ld", (long)at);
		put("one", text, sizeof(text));
	}
	for (off_t len = 0; len < st.st_size; len++) {
		if (truncate(path_of("one"), len) < 0)
			abort();
		if (get("one", text, sizeof(text)) != 0)
			ok(false, "cut at %ld", (long)len);
		put("one", text, sizeof(text));
	}
	is_int(get("one", text, sizeof(text)), 1);
	/* the entry of another key */
	{
		char from[300];

		snprintf(from, sizeof(from), "%s", path_of("one"));
		is_int(rename(from, path_of("two")), 0);
		is_int(get("two", text, sizeof(text)), 0);
	}
	test_link(text, sizeof(text));
	unlink(path_of("one"));
	is_int(mkdir(path_of("one"), 0700), 0);
	put("one", text, sizeof(text));
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_WARNING), 1);
	/* who looks for it removes what is no entry */
	is_int(get("one", text, sizeof(text)), 0);
	put("one", text, sizeof(text));
	is_int(get("one", text, sizeof(text)), 1);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_WARNING), 1);
	unlink(path_of("one"));
	is_int(mkfifo(path_of("one"), 0600), 0);
	is_int(get("one", text, sizeof(text)), 0);
	unlink(path_of("one"));
	put("one", text, sizeof(text));
	is_int(chmod(path_of("one"), 0666), 0);
	is_int(get("one", text, sizeof(text)), 0);
	syb_ctx_diag_clear(ctx);
}

static void warns(const char *where, const char *what)
{
	rt.cache_dir = where;
	rt.cache_warned = false;
	syb_ctx_diag_clear(ctx);
	put("x", "y", 1);
	put("x", "y", 1); /* told once */
	ok(syb_ctx_count(ctx, SYB_SEVERITY_WARNING) == 1 && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0 &&
		   rt_said(ctx, "cache"),
	   "%s is a warning", what);
	is_int(get("x", "y", 1), 0);
	syb_ctx_diag_clear(ctx);
	rt.cache_dir = cache;
}

static void test_directories(void)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/not/there", dir);
	warns(path, "a directory that cannot be made");
	snprintf(path, sizeof(path), "%s/file", dir);
	rt_write(path, "x", 1);
	warns(path, "a file");
	snprintf(path, sizeof(path), "%s/open", dir);
	mkdir(path, 0700);
	chmod(path, 0777);
	warns(path, "a directory that everybody may write to");
	chmod(path, 0500);
	if (geteuid() != 0)
		warns(path, "a directory that is read-only");
	else
		tap_skip("read-only", "root may write anywhere");
	chmod(path, 0700);
	warns("/proc", "a file system that takes no files");
	/* without room for a file */
	if (access("/dev/full", F_OK) == 0)
		warns("/dev/full", "no directory at all");
}

/* Files may not grow beyond some bytes: a disk that is full. */
static void test_full(void)
{
	uint8_t *large = calloc(1, 1 << 18);
	char other[300];
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		struct rlimit limit = { 1 << 16, 1 << 16 };

		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		syb_ctx_diag_clear(ctx);
		rt.cache_warned = false;
		put("large", large, 1 << 18);
		_exit(syb_ctx_count(ctx, SYB_SEVERITY_WARNING) == 1 && get("large", large, 1 << 18) == 0 ? 0 : 1);
	}
	ok(waitpid(child, &status, 0) == child && status == 0, "a disk without room is a warning");
	snprintf(other, sizeof(other), "%s", path_of("large"));
	ok(access(other, F_OK) < 0, "nothing is left of it");
	free(large);
}

static void test_eviction(void)
{
	uint8_t bytes[1000] = { 1 }, large[6000] = { 2 };
	char name[8];
	uint64_t removed = 0;

	is_int(syb_cache_trim(ctx, cache, 0, &removed), 0);
	rt.cache_most = 5000;
	for (int i = 0; i < 8; i++) {
		struct timespec times[2] = { { .tv_sec = 1000 + i }, { .tv_sec = 1000 + i } };

		snprintf(name, sizeof(name), "e%d", i);
		put(name, bytes, sizeof(bytes));
		utimensat(AT_FDCWD, path_of(name), times, 0);
		if (i == 3)
			is_int(get("e0", bytes, sizeof(bytes)), 1); /* used just now */
	}
	is_int(get("e0", bytes, sizeof(bytes)), 1);
	is_int(get("e1", bytes, sizeof(bytes)), 0);
	is_int(get("e7", bytes, sizeof(bytes)), 1);
	put("huge", large, sizeof(large));
	is_int(get("huge", bytes, 0), 0);
	rt.cache_most = 1 << 20;
}

static void test_list(void)
{
	struct syb_record *record = NULL;
	uint64_t removed = 0;

	is_int(syb_cache_trim(ctx, cache, 0, &removed), 0);
	put("a", "1", 1);
	put("b", "2", 1);
	is_int(truncate(path_of("a"), 60), 0);
	is_int(syb_cache_list(ctx, cache, false, &record), 0);
	is_int(syb_value_uint(syb_value_get(syb_record_root(record), "count")), 2);
	syb_record_free(record);
	record = NULL;
	is_int(syb_cache_list(ctx, cache, true, &record), 0);
	is_int(syb_value_uint(syb_value_get(syb_record_root(record), "removed")), 1);
	syb_record_free(record);
	is_int(syb_cache_trim(ctx, cache, 0, &removed), 0);
	is_int(removed, 1);
	record = NULL;
	/* a directory that nobody made has nothing in it; a file is none */
	is_int(syb_cache_list(ctx, "/nowhere", true, &record), 0);
	is_int(syb_value_uint(syb_value_get(syb_record_root(record), "count")), 0);
	syb_record_free(record);
	record = NULL;
	is_int(syb_cache_trim(ctx, "/nowhere", 0, &removed), 0);
	is_int(removed, 0);
	is_int(syb_cache_list(ctx, "/dev/null", true, &record), -SYB_E_IO);
	is_int(syb_cache_trim(ctx, "/dev/null", 0, &removed), -SYB_E_IO);
	ok(!record);
	syb_ctx_diag_clear(ctx);
}

/* What was used last stays. */
static void test_trim(void)
{
	uint8_t bytes[1000] = { 1 };
	uint64_t removed = 0;
	char name[8];

	for (int i = 0; i < 4; i++) {
		struct timespec times[2] = { { .tv_sec = 1000 + i }, { .tv_sec = 1000 + i } };

		snprintf(name, sizeof(name), "t%d", i);
		put(name, bytes, sizeof(bytes));
		utimensat(AT_FDCWD, path_of(name), times, 0);
	}
	is_int(syb_cache_trim(ctx, cache, 10000, &removed), 0);
	is_int(removed, 0);
	is_int(syb_cache_trim(ctx, cache, 3000, &removed), 0);
	is_int(removed, 2);
	is_int(get("t1", bytes, sizeof(bytes)), 0);
	is_int(get("t2", bytes, sizeof(bytes)), 1);
	is_int(syb_cache_trim(ctx, cache, 0, &removed), 0);
	is_int(removed, 2);
}

/* Entries that are not ours, or not to be read, or larger than memory: as if they were not there. */
static void test_strange(void)
{
	static const char text[] = "built again";

	put("one", text, sizeof(text));
	is_int(truncate(path_of("one"), (off_t)1 << 42), 0); /* a hole: there are no such bytes */
	is_int(get("one", text, sizeof(text)), 0);
	put("one", text, sizeof(text));
	is_int(get("one", text, sizeof(text)), 1);
	is_int(chmod(path_of("one"), 0), 0);
	ok(get("one", text, sizeof(text)) >= 0, "one that cannot be read"); /* root can */
	put("one", text, sizeof(text));
	is_int(get("one", text, sizeof(text)), 1);
	if (geteuid() == 0) {
		is_int(chown(path_of("one"), 12345, 12345), 0);
		is_int(get("one", text, sizeof(text)), 0);
		put("one", text, sizeof(text));
		is_int(get("one", text, sizeof(text)), 1);
	} else {
		tap_skip("an entry of somebody else", "only root can make one");
	}
	is_int(syb_ctx_diag_count(ctx), 0);
}

/* 64 processes write, read and evict: whatever is read is whole. */
static void test_race(void)
{
	enum { COUNT = 64, ROUNDS = 40 };
	pid_t children[COUNT];
	int bad = 0;

	rt.cache_most = 40000;
	for (int i = 0; i < COUNT; i++) {
		children[i] = fork();
		if (children[i] != 0)
			continue;
		for (int k = 0; k < ROUNDS; k++) {
			uint8_t bytes[3000];
			char name[8];
			int which = (i + k) % 16;

			memset(bytes, which, sizeof(bytes));
			snprintf(name, sizeof(name), "r%d", which);
			if (get(name, bytes, sizeof(bytes)) < 0)
				_exit(1);
			put(name, bytes, sizeof(bytes));
		}
		_exit(syb_ctx_diag_count(ctx) == 0 ? 0 : 2);
	}
	for (int i = 0; i < COUNT; i++) {
		int status = 0;

		bad += waitpid(children[i], &status, 0) < 0 || status != 0;
	}
	is_int(bad, 0);
}

int main(void)
{
	ctx = test_ctx();
	rt_folder(dir);
	snprintf(cache, sizeof(cache), "%s/cache", dir);
	rt.cache_dir = cache;
	test_damage();
	test_directories();
	test_full();
	test_eviction();
	test_list();
	test_trim();
	test_strange();
	test_race();
	syb_ctx_free(ctx);
	rt_remove(dir);
	return tap_done();
}
