/* tests/unit/driver/t_store.c — bytes found by key: whole or not at all, checked, limited, by several processes. */
#include "lib/tap.h"
#include "lib/torture.h"

#include "driver/exec/store.h"
#include "base/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_ROOM = 5000 };

static struct syb_ctx *ctx;
static struct temp temp;
static struct store store;

static struct store_key key_of(const char *text)
{
	struct store_key key = { { 0 } };

	store_key_text(&key, "text", text);
	return key;
}

static bool put(const char *name, const char *text)
{
	struct store_key key = key_of(name);

	return store_put(&store, &key, str_bytes(text));
}

/* What is kept under a name, "-" when nothing is. */
static const char *get(const char *name)
{
	static char text[256];
	_cleanup_(buf_free) struct buf buf = { 0 };
	struct store_key key = key_of(name);

	if (store_get(ctx, &store, &key, &buf) != 1)
		return "-";
	snprintf(text, sizeof(text), "%.*s", (int)buf.len, buf.ptr ? (const char *)buf.ptr : "");
	return text;
}

/* Entries; the path of the last one. */
static size_t entries(char path[PATH_ROOM])
{
	DIR *dir = opendir(temp.path);
	struct dirent *entry;
	size_t n = 0;

	while (dir && (entry = readdir(dir)))
		if (*entry->d_name != '.') {
			snprintf(path, PATH_ROOM, "%s/%s", temp.path, entry->d_name);
			n++;
		}
	if (dir)
		closedir(dir);
	return n;
}

static void test_keys(void)
{
	struct store_key a = { { 0 } }, b = { { 0 } }, c = { { 0 } };

	store_key_text(&a, "x", "ab");
	store_key_text(&a, "x", "c");
	store_key_text(&b, "x", "a");
	store_key_text(&b, "x", "bc");
	store_key_text(&c, "y", "ab");
	store_key_text(&c, "x", "c");
	ok(memcmp(&a, &b, sizeof(a)) != 0, "where a part ends counts");
	ok(memcmp(&a, &c, sizeof(a)) != 0, "its name counts");
}

static void test_entries(void)
{
	char path[PATH_ROOM];

	is_str(get("a"), "-");
	ok(put("a", "first"));
	ok(put("b", ""));
	is_str(get("a"), "first");
	is_str(get("b"), "");
	ok(put("a", "second"));
	is_str(get("a"), "second");
	is_int(entries(path), 2);
}

/* Each byte of an entry, and each way of being cut off. */
static void test_damage(void)
{
	char path[PATH_ROOM];
	struct stat st;
	size_t bad = 0;

	store_trim(ctx, &(struct store){ .dir = temp.path, .most = 1 });
	ok(put("a", "payload") && entries(path) == 1 && stat(path, &st) == 0);
	for (off_t i = 0; i < st.st_size; i++) {
		int fd = open(path, O_RDWR);
		uint8_t byte = 0;

		bad += pread(fd, &byte, 1, i) != 1;
		byte ^= 0x10;
		bad += pwrite(fd, &byte, 1, i) != 1;
		close(fd);
		bad += strcmp(get("a"), "-") != 0;
		bad += access(path, F_OK) == 0; /* it is gone, so that it is made again */
		bad += !put("a", "payload") || strcmp(get("a"), "payload") != 0;
	}
	for (off_t i = 0; i < st.st_size; i++) {
		bad += truncate(path, i) < 0 || strcmp(get("a"), "-") != 0;
		bad += !put("a", "payload");
	}
	is_int(bad, 0);
}

static void test_trust(void)
{
	char path[PATH_ROOM], other[PATH_ROOM];

	ok(put("a", "payload") && entries(path) == 1);
	ok(chmod(path, 0666) == 0);
	is_str(get("a"), "-");
	ok(chmod(path, 0600) == 0);
	is_str(get("a"), "payload");
	/* a link is not followed */
	snprintf(other, sizeof(other), "%s/elsewhere", temp.path);
	ok(rename(path, other) == 0 && symlink(other, path) == 0);
	is_str(get("a"), "-");
	ok(put("a", "new") && unlink(other) == 0);
	is_str(get("a"), "new");
	/* a folder in the place of an entry goes, with what is in it */
	memcpy(other, path, strlen(path) + 1);
	strcat(other, "/inside");
	for (int i = 0; i < 2; i++) {
		struct store_key key = key_of("a");
		uint64_t removed = 0;

		ok(unlink(path) == 0 && mkdir(path, 0700) == 0 && mkdir(other, 0700) == 0);
		ok(i ? store_evict(ctx, &store, 0, &removed) == 0 && removed == 1 : !store_verify(ctx, &store, &key));
		ok(put("a", "again"));
		is_str(get("a"), "again");
	}
	ok(chmod(temp.path, 0777) == 0 && store_refuse(temp.path) != NULL, "everybody may write");
	ok(chmod(temp.path, 0700) == 0 && store_refuse(temp.path) == NULL);
	ok(store_refuse("/dev/null") != NULL && store_refuse("/no/such/folder") != NULL, "no folder");
	store.dir = "/no/such/folder";
	errno = 0;
	ok(!put("a", "x") && errno == ENOENT, "and why");
	is_str(get("a"), "-");
	store.dir = temp.path;
}

static void test_limit(void)
{
	char path[PATH_ROOM], digits[STORE_KEY];

	store_trim(ctx, &(struct store){ .dir = temp.path, .most = 1 });
	is_int(entries(path), 0);
	for (int i = 0; i < 5; i++) {
		const char name[] = { (char)('0' + i), 0 };
		struct timespec times[2] = { { .tv_sec = 1000 + i }, { .tv_sec = 1000 + i } };
		struct store_key key = key_of(name);

		ok(put(name, "0123456789"));
		store_key_name(&key, digits);
		snprintf(path, sizeof(path), "%s/%s.sybil-store", temp.path, digits);
		ok(utimensat(AT_FDCWD, path, times, 0) == 0);
	}
	is_str(get("0"), "0123456789"); /* which makes it the youngest */
	store_trim(ctx, &(struct store){ .dir = temp.path, .most = 3 * 95 });
	is_int(entries(path), 3);
	is_str(get("0"), "0123456789");
	is_str(get("1"), "-");
	is_str(get("2"), "-");
	is_str(get("4"), "0123456789");
}

/* Several write and read the same entries: what is found is whole. */
static void test_processes(void)
{
	int bad = 0;

	for (int child = 0; child < 4; child++)
		if (fork() == 0) {
			for (int i = 0; i < 200; i++) {
				const char name[] = { (char)('a' + i % 7), 0 };
				const char *found = get(name);

				if (strcmp(found, "-") != 0 && strcmp(found, "the same for all") != 0)
					_exit(1);
				if (!put(name, "the same for all"))
					_exit(2);
				if (i % 50 == 0)
					store_trim(ctx, &(struct store){ .dir = temp.path, .most = 300 });
			}
			_exit(0);
		}
	for (int child = 0, status; child < 4; child++)
		bad += wait(&status) < 0 || status != 0;
	is_int(bad, 0);
}

static int get_one(struct syb_ctx *c, void *arg)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	struct store_key key = key_of("torture");
	int r = store_get(c, &store, &key, &buf);

	(void)arg;
	if (r == 1)
		store_trim(c, &store);
	return r == 1 ? 0 : r;
}

int main(void)
{
	if (syb_ctx_new(NULL, &ctx) < 0 || temp_make(ctx, &temp, "t_store") < 0)
		return 99;
	store = (struct store){ .dir = temp.path };
	test_keys();
	test_entries();
	test_damage();
	test_trust();
	test_limit();
	test_processes();
	ok(put("torture", "x"));
	torture(get_one, NULL);
	temp_drop(&temp);
	syb_ctx_free(ctx);
	return tap_done();
}
