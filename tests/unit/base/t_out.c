/* tests/unit/base/t_out.c — many files in one folder: new ones, ones that are there, links, folders that are not there.
 */
#define _GNU_SOURCE
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct syb_ctx *ctx;

static const char *content(const char *path)
{
	static char bytes[64];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof(bytes) - 1);

	if (fd >= 0)
		close(fd);
	bytes[n < 0 ? 0 : n] = '\0';
	return n < 0 ? "(not there)" : bytes;
}

static bool has_unnamed(void)
{
	int fd = open("d", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void test_new(void)
{
	struct out_folder folder = out_folder_open("d/");
	struct stat st;

	is_int(out_folder_put(ctx, &folder, "d/new", str_bytes("one")), 0);
	is_str(content("d/new"), "one");
	is_int(out_folder_put(ctx, &folder, "d/empty", str_bytes("")), 0);
	is_str(content("d/empty"), "");
	is_int(out_folder_put(ctx, &folder, "d/below/new", str_bytes("two")), 0);
	is_str(content("d/below/new"), "two");
	ok(folder.slow == !has_unnamed(), "all of them the short way, where there is one");
	ok(stat("d/new", &st) == 0 && (st.st_mode & 07777) == 0640, "the umask counts");
	out_folder_close(&folder);
	is_int(folder.fd, -1);
}

static void test_replace(void)
{
	struct out_folder folder = out_folder_open("d/");
	struct stat st;

	(void)!chmod("d/new", 0600);
	ok(symlink("new", "d/link") == 0 && symlink("nowhere", "d/dangling") == 0);
	is_int(out_folder_put(ctx, &folder, "d/link", str_bytes("three")), 0);
	is_str(content("d/new"), "three");
	ok(lstat("d/link", &st) == 0 && S_ISLNK(st.st_mode), "written through the link");
	ok(stat("d/new", &st) == 0 && (st.st_mode & 07777) == 0600, "with the mode it had");
	ok(folder.slow, "the long way from here on");
	is_int(out_folder_put(ctx, &folder, "d/another", str_bytes("four")), 0);
	is_str(content("d/another"), "four");
	out_folder_close(&folder);
	folder = out_folder_open("d/");
	is_int(out_folder_put(ctx, &folder, "d/dangling", str_bytes("five")), 0);
	is_str(content("d/dangling"), "five");
	ok(lstat("d/dangling", &st) == 0 && S_ISLNK(st.st_mode), "a link without a file remains a link");
	is_str(content("d/nowhere"), "five");
	is_int(out_folder_put(ctx, &folder, "d/below", str_bytes("six")), -SYB_E_IO);
	out_folder_close(&folder);
}

static void test_here(void)
{
	struct out_folder folder = out_folder_open("");

	is_int(out_folder_put(ctx, &folder, "here", str_bytes("seven")), 0);
	is_str(content("here"), "seven");
	out_folder_close(&folder);
}

static void test_nowhere(void)
{
	struct out_folder folder = out_folder_open("nowhere/");
	size_t before = syb_ctx_diag_count(ctx);

	is_int(out_folder_put(ctx, &folder, "nowhere/file", str_bytes("eight")), -SYB_E_IO);
	ok(syb_ctx_diag_count(ctx) == before + 1 && strcmp(syb_ctx_diag_at(ctx, before)->check, "write") == 0);
	out_folder_close(&folder);
}

/* A limit on sizes, as a full disk: told once, and no part of the file is there. */
static void test_full(void)
{
	struct out_folder folder = out_folder_open("d/");
	struct rlimit old, little;
	size_t before = syb_ctx_diag_count(ctx);

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	little = (struct rlimit){ 3, old.rlim_max };
	setrlimit(RLIMIT_FSIZE, &little);
	is_int(out_folder_put(ctx, &folder, "d/full", str_bytes("nine")), -SYB_E_IO);
	setrlimit(RLIMIT_FSIZE, &old);
	is_int(syb_ctx_diag_count(ctx) - before, 1);
	is_str(content("d/full"), "(not there)");
	out_folder_close(&folder);
}

/* A folder that has nothing in the place of /proc; false: this machine does not let us. */
static bool hide_proc(void)
{
	char map[64];
	int len = snprintf(map, sizeof(map), "0 %u 1", (unsigned)getuid()), fd;

	if (unshare(CLONE_NEWNS) < 0) {
		if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
			return false;
		fd = open("/proc/self/uid_map", O_WRONLY | O_CLOEXEC);
		if (fd < 0 || write(fd, map, (size_t)len) != len)
			return false;
		close(fd);
	}
	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mount("none", "/proc", "tmpfs", 0, NULL) == 0;
}

/* Unnamed files cannot be given a name there. In a child, because /proc does not come back. */
static void test_without_proc(void)
{
	struct out_folder folder = out_folder_open("d/");
	int status = 0;
	pid_t child = fork();

	if (child == 0 && !hide_proc())
		_exit(77);
	if (child == 0)
		_exit(out_folder_put(ctx, &folder, "d/unlinked", str_bytes("eleven")) < 0 ||
		      out_put(ctx, "d/unlinked", str_bytes("twelve")) < 0);
	ok(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		tap_skip("outputs without /proc", "this machine keeps its /proc");
	} else {
		is_int(WEXITSTATUS(status), 0);
		is_str(content("d/unlinked"), "twelve");
	}
	out_folder_close(&folder);
}

/* As NFS and quotas do: what was written is refused when the file is closed. */
static bool refuse_close;

int close(int fd)
{
	struct stat st;
	const bool file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
	const int r = (int)syscall(SYS_close, fd);

	if (!refuse_close || !file)
		return r;
	errno = EDQUOT;
	return -1;
}

static void test_close(void)
{
	struct out_folder folder = out_folder_open("d/");

	is_int(out_put(ctx, "d/kept", str_bytes("before")), 0);
	refuse_close = true;
	is_int(out_put(ctx, "d/kept", str_bytes("after")), -SYB_E_IO);
	is_int(out_put(ctx, "d/refused", str_bytes("after")), -SYB_E_IO);
	is_int(out_folder_put(ctx, &folder, "d/refused", str_bytes("after")), -SYB_E_IO);
	refuse_close = false;
	is_str(content("d/kept"), "before");
	is_str(content("d/refused"), "(not there)");
	out_folder_close(&folder);
}

/* Devices are written to, whatever their folder allows. */
static void as_other_user(void)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		_exit((getuid() == 0 && setresuid(65534, 65534, 65534) < 0) || out_check("/dev/null") != 0 ||
		      out_check("/dev/new") != EACCES);
	ok(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_check(void)
{
	is_int(out_check("new"), 0);
	is_int(out_check("d/new"), 0);
	is_int(out_check("d/link"), 0);
	is_int(out_check("/dev/null"), 0);
	is_int(out_check("d"), EISDIR);
	is_int(out_check("nowhere/new"), ENOENT);
	as_other_user();
	ok(symlink("../nowhere/new", "d/beyond") == 0 && symlink("loop", "d/loop") == 0);
	is_int(out_check("d/beyond"), ENOENT);
	is_int(out_put(ctx, "d/beyond", str_bytes("no")), -SYB_E_IO);
	is_int(out_put(ctx, "d/loop", str_bytes("no")), -SYB_E_IO);
}

static int put_twice(struct syb_ctx *c, void *arg)
{
	struct out_folder folder = out_folder_open("d/");
	int r = out_folder_put(c, &folder, "d/new", str_bytes("ten"));

	(void)arg;
	out_folder_close(&folder);
	return r;
}

int main(void)
{
	static const char *const made[] = { "d/below/new", "d/below",   "d/new",      "d/empty",   "d/link",
					    "d/dangling",  "d/another", "d/unlinked", "d/nowhere", "d/kept",
					    "d/beyond",    "d/loop",    "d",          "here" };
	char top[] = "/tmp/sybil-out.XXXXXX";

	umask(0027);
	if (!mkdtemp(top) || chdir(top) < 0 || mkdir("d", 0777) < 0 || mkdir("d/below", 0777) < 0 ||
	    syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_new();
	test_replace();
	test_here();
	test_nowhere();
	test_full();
	test_without_proc();
	test_close();
	test_check();
	torture(put_twice, NULL);
	syb_ctx_free(ctx);
	for (size_t i = 0; i < ARRAY_SIZE(made); i++)
		(void)!remove(made[i]);
	(void)!rmdir(top);
	return tap_done();
}
