/* base/out.c — outputs that appear whole or not at all.
 *
 * A regular file is written to an unnamed file (O_TMPFILE) in the target's folder and linked in on commit, so that
 * even SIGKILL leaves no partial file; where the file system has no unnamed files, or /proc is missing, to a named
 * temporary file that is removed on failure. Pipes, terminals and devices are written directly. */
#define _GNU_SOURCE
#include "file.h"
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	STAGE_SIZE = 64 * 1024, /* small writes are gathered */
	COPY_STEP = 16 << 20,   /* bytes between two checks of the cancel flag, when the kernel copies */
	WRITE_STEP = 1 << 20,   /* the same for a pipe */
};

struct syb_out {
	struct allocator from;
	int fd;
	bool direct; /* no rename */
	bool committed;
	bool kernel_copy_failed;
	char *path;  /* final name, symbolic links resolved; NULL for direct ones */
	char *temp;  /* named temporary, or NULL for O_TMPFILE */
	char *shown; /* name for diagnostics */
	mode_t mode; /* of the file that is replaced; for a new one, the kernel applies the umask */
	bool replaces;
	uint64_t size;
	uint64_t expected;
	size_t staged;
	uint8_t stage[STAGE_SIZE];
};

static char *string_copy(struct syb_ctx *ctx, const char *s)
{
	size_t size = strlen(s) + 1;
	char *copy = mem_alloc(ctx, size);

	return copy ? memcpy(copy, s, size) : NULL;
}

static int io_error(struct syb_ctx *ctx, const struct syb_out *out, const char *what)
{
	int error = errno;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, out->shown);

	return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "write", "cannot %s: %s", what, strerror(error));
}

/* An unpredictable name beside path: path + ".0123456789abcdef". */
static char *temp_name(struct syb_ctx *ctx, const char *path)
{
	size_t size = strlen(path) + 18;
	char *name = mem_alloc(ctx, size);
	uint64_t random = 0;

	if (!name)
		return NULL;
	if (getrandom(&random, sizeof(random), GRND_NONBLOCK) < 0)
		random = (uint64_t)getpid(); /* names are only made, never followed or overwritten */
	snprintf(name, size, "%s.%016" PRIx64, path, random);
	return name;
}

/* A named temporary, where the file system has no unnamed ones. */
static int open_named(struct syb_ctx *ctx, struct syb_out *out)
{
	char *name = temp_name(ctx, out->path);

	if (!name)
		return -SYB_E_NOMEM;
	out->fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (out->fd < 0) {
		int r = io_error(ctx, out, "create");

		allocator_free(out->from, name);
		return r;
	}
	out->temp = name;
	return 0;
}

enum { SELF_ROOM = 32 };

/* The name by which a file that has none can be linked. */
static const char *self_name(int fd, char out[SELF_ROOM])
{
	snprintf(out, SELF_ROOM, "/proc/self/fd/%d", fd);
	return out;
}

static int open_beside(struct syb_ctx *ctx, struct syb_out *out)
{
	char self[SELF_ROOM];
	char *slash = strrchr(out->path, '/');
	char *dir = string_copy(ctx, slash ? out->path : ".");
	bool unnamed;
	int r;

	if (!dir)
		return -SYB_E_NOMEM;
	if (slash)
		dir[slash == out->path ? 1 : slash - out->path] = '\0';
	out->fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
	unnamed = out->fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL);
	if (out->fd >= 0 && access(self_name(out->fd, self), F_OK) < 0) {
		close(steal_fd(&out->fd));
		unnamed = false;
	}
	r = out->fd >= 0 ? 0 : unnamed ? io_error(ctx, out, "create") : open_named(ctx, out);
	allocator_free(out->from, dir);
	if (r == 0 && out->replaces)
		(void)!fchmod(out->fd, out->mode);
	return r;
}

/* Where symbolic links lead, although there is no file: it is created there. */
static const char *follow_links(const char *path, char out[PATH_MAX])
{
	enum { MOST_LINKS = 40 }; /* as in the kernel */
	const size_t size = strlen(path) + 1;
	char link[PATH_MAX];

	if (size > PATH_MAX)
		return path;
	memcpy(out, path, size);
	for (int i = 0; i < MOST_LINKS; i++) {
		const ssize_t len = readlink(out, link, sizeof(link) - 1);
		const size_t folder = len > 0 && link[0] == '/' ? 0 : (size_t)(path_name(out) - out);

		if (len <= 0 || folder + (size_t)len >= PATH_MAX)
			break;
		memcpy(out + folder, link, (size_t)len);
		out[folder + (size_t)len] = '\0';
	}
	return out;
}

int out_check(const char *path)
{
	char room[PATH_MAX], *slash;
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? EISDIR : access(path, W_OK) < 0 ? errno : 0;
	path = follow_links(path, room);
	slash = path == room ? strrchr(room, '/') : NULL;
	if (slash)
		slash[slash == room] = '\0';
	return access(slash ? room : ".", W_OK | X_OK) < 0 ? errno : 0;
}

static int open_path(struct syb_ctx *ctx, struct syb_out *out, const char *path)
{
	char resolved[PATH_MAX];
	struct stat st;

	if (stat(path, &st) == 0) {
		if (S_ISDIR(st.st_mode)) {
			errno = EISDIR;
			return io_error(ctx, out, "create");
		}
		if (!S_ISREG(st.st_mode)) {
			out->direct = true;
			out->fd = open(path, O_WRONLY | O_CLOEXEC);
			return out->fd < 0 ? io_error(ctx, out, "open") : 0;
		}
		if (access(path, W_OK) < 0)
			return io_error(ctx, out, "replace");
		out->mode = st.st_mode & 07777;
		out->replaces = true;
		if (realpath(path, resolved)) /* write through symbolic links, not over them */
			path = resolved;
	} else if (errno == ENOENT) {
		path = follow_links(path, resolved);
	} else {
		return io_error(ctx, out, "create");
	}
	out->path = string_copy(ctx, path);
	return out->path ? open_beside(ctx, out) : -SYB_E_NOMEM;
}

static struct syb_out *out_new(struct syb_ctx *ctx, const char *shown)
{
	struct syb_out *out = mem_alloc(ctx, sizeof(*out));

	if (!out)
		return NULL;
	memset(out, 0, offsetof(struct syb_out, stage));
	out->from = allocator_of(ctx);
	out->fd = -1;
	out->shown = string_copy(ctx, shown);
	if (!out->shown) {
		allocator_free(out->from, out);
		return NULL;
	}
	return out;
}

int syb_out_open(struct syb_ctx *ctx, const char *path, struct syb_out **out_out)
{
	bool is_stdout = str_eq(path, "-");
	_cleanup_(syb_out_close_p) struct syb_out *out = out_new(ctx, is_stdout ? "<stdout>" : path);

	if (!out)
		return -SYB_E_NOMEM;
	if (is_stdout) {
		out->direct = true;
		out->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
		if (out->fd < 0)
			TRY(io_error(ctx, out, "open"));
	} else {
		TRY(open_path(ctx, out, path));
	}
	*out_out = steal(out);
	return 0;
}

int out_scratch(struct syb_ctx *ctx, struct syb_out **out_out)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = out_new(ctx, "<scratch>");
	const char *dir = getenv("TMPDIR");
	FILE *f;

	if (!out)
		return -SYB_E_NOMEM;
	out->direct = true;
	out->fd = open(dir && *dir ? dir : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (out->fd < 0) {
		f = tmpfile();
		out->fd = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;
		if (f)
			fclose(f);
	}
	if (out->fd < 0)
		return io_error(ctx, out, "create a temporary file");
	*out_out = steal(out);
	return 0;
}

static int write_through(struct syb_ctx *ctx, struct syb_out *out, const uint8_t *ptr, size_t len)
{
	while (len) {
		size_t step = len < WRITE_STEP ? len : WRITE_STEP;
		ssize_t n;

		TRY(ctx_cancelled(ctx));
		n = write(out->fd, ptr, step);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EFAULT) /* the kernel's word for bytes of a mapping that are gone */
			return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read",
					"a file became shorter while it was read");
		if (n < 0)
			return io_error(ctx, out, "write");
		ptr += n;
		len -= (size_t)n;
		if (out->expected)
			ctx_progress(ctx, out->shown, out->size - len, out->expected);
	}
	return 0;
}

static int flush(struct syb_ctx *ctx, struct syb_out *out)
{
	size_t n = out->staged;

	out->staged = 0;
	return n ? write_through(ctx, out, out->stage, n) : 0;
}

int syb_out_write(struct syb_ctx *ctx, struct syb_out *out, struct syb_bytes bytes)
{
	if (bytes.len == 0)
		return 0;
	out->size += bytes.len;
	if (bytes.len <= STAGE_SIZE - out->staged) {
		memcpy(out->stage + out->staged, bytes.ptr, bytes.len);
		out->staged += bytes.len;
		return 0;
	}
	TRY(flush(ctx, out));
	return write_through(ctx, out, bytes.ptr, bytes.len);
}

int out_zeros(struct syb_ctx *ctx, struct syb_out *out, size_t count)
{
	static const uint8_t zeros[64];

	while (count) {
		size_t step = count < sizeof(zeros) ? count : sizeof(zeros);

		TRY(syb_out_write(ctx, out, (struct syb_bytes){ zeros, step }));
		count -= step;
	}
	return 0;
}

/* Let the kernel copy; returns the number of bytes copied, which may be fewer than requested or 0. */
static int kernel_copy(struct syb_ctx *ctx, struct syb_out *out, int fd, uint64_t from, size_t len, size_t *out_done)
{
	loff_t pos = (loff_t)from;
	size_t done = 0;

	while (done < len && !out->kernel_copy_failed) {
		size_t step = len - done < COPY_STEP ? len - done : COPY_STEP;
		ssize_t n;

		TRY(ctx_cancelled(ctx));
		n = copy_file_range(fd, &pos, out->fd, NULL, step, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO))
			return io_error(ctx, out, "write");
		if (n <= 0)
			out->kernel_copy_failed = true; /* pipes, other file systems: the mapping will do */
		else
			done += (size_t)n;
		if (out->expected)
			ctx_progress(ctx, out->shown, out->size + done, out->expected);
	}
	*out_done = done;
	return 0;
}

int syb_out_copy(struct syb_ctx *ctx, struct syb_out *out, const struct syb_file *file, struct syb_bytes bytes)
{
	size_t done = 0;
	int r;

	if (!file || !file->mapped || bytes.len < STAGE_SIZE || bytes.ptr < file->bytes.ptr ||
	    (size_t)(bytes.ptr - file->bytes.ptr) > file->bytes.len ||
	    bytes.len > file->bytes.len - (size_t)(bytes.ptr - file->bytes.ptr))
		return syb_out_write(ctx, out, bytes);

	r = flush(ctx, out);
	if (r == 0 && file->fd >= 0)
		r = kernel_copy(ctx, out, file->fd, (uint64_t)(bytes.ptr - file->bytes.ptr), bytes.len, &done);
	if (r < 0)
		return r;
	out->size += done;
	while (done < bytes.len && r == 0) {
		size_t step = bytes.len - done < COPY_STEP ? bytes.len - done : COPY_STEP;
		struct syb_bytes part = { bytes.ptr + done, step };

		r = syb_out_write(ctx, out, part);
		file_forget(file, part);
		done += step;
	}
	return r;
}

/* A full remote disk is reported when a file is closed. An unnamed file must stay open until it has a name. */
static int close_early(struct syb_ctx *ctx, struct syb_out *out)
{
	const int fd = out->temp ? steal_fd(&out->fd) : fcntl(out->fd, F_DUPFD_CLOEXEC, 3);

	return fd < 0 || close(fd) < 0 ? io_error(ctx, out, "close") : 0;
}

/* Name an unnamed file: link it beside the target, then rename it over the target. */
static int link_and_rename(struct syb_ctx *ctx, struct syb_out *out)
{
	char self[SELF_ROOM];

	self_name(out->fd, self);
	if (!out->temp && linkat(AT_FDCWD, self, AT_FDCWD, out->path, AT_SYMLINK_FOLLOW) == 0)
		return 0;
	for (int tries = 0; !out->temp && tries < 100; tries++) {
		char *name = temp_name(ctx, out->path);

		if (!name)
			return -SYB_E_NOMEM;
		if (linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
			out->temp = name;
		else
			allocator_free(out->from, name);
		if (!out->temp && errno != EEXIST)
			break;
	}
	if (!out->temp || rename(out->temp, out->path) < 0)
		return io_error(ctx, out, "create");
	allocator_free(out->from, steal(out->temp));
	return 0;
}

int syb_out_commit(struct syb_ctx *ctx, struct syb_out *out)
{
	TRY(flush(ctx, out));
	if (!out->direct) {
		TRY(close_early(ctx, out));
		TRY(link_and_rename(ctx, out));
	}
	out->committed = true;
	if (out->fd < 0 || close(steal_fd(&out->fd)) == 0)
		return 0;
	if (!out->direct)
		(void)!unlink(out->path);
	return io_error(ctx, out, "close");
}

void syb_out_close(struct syb_out *out)
{
	if (!out)
		return;
	if (out->fd >= 0)
		close(out->fd);
	if (out->temp)
		unlink(out->temp);
	allocator_free(out->from, out->path);
	allocator_free(out->from, out->temp);
	allocator_free(out->from, out->shown);
	allocator_free(out->from, out);
}

int out_put(struct syb_ctx *ctx, const char *path, struct syb_bytes bytes)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	TRY(syb_out_open(ctx, path, &out));
	TRY(syb_out_write(ctx, out, bytes));
	return syb_out_commit(ctx, out);
}

/* ---- many small files in one folder ---- */

struct out_folder out_folder_open(const char *path)
{
	int fd = open(*path ? path : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

	return (struct out_folder){ .fd = fd, .prefix = strlen(path), .slow = fd < 0 };
}

void out_folder_close(struct out_folder *folder)
{
	if (folder->fd >= 0)
		close(steal_fd(&folder->fd));
}

/* False: not this way, and nothing happened. */
static bool put_new(const struct out_folder *folder, const char *name, struct syb_bytes bytes)
{
	char self[SELF_ROOM];
	int fd = openat(folder->fd, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
	bool done;

	if (fd < 0)
		return false;
	done = write(fd, bytes.ptr, bytes.len) == (ssize_t)bytes.len &&
	       linkat(AT_FDCWD, self_name(fd, self), folder->fd, name, AT_SYMLINK_FOLLOW) == 0;
	if (close(fd) == 0)
		return done;
	if (done)
		(void)!unlinkat(folder->fd, name, 0);
	return false;
}

int out_folder_put(struct syb_ctx *ctx, struct out_folder *folder, const char *path, struct syb_bytes bytes)
{
	TRY(ctx_cancelled(ctx));
	if (!folder->slow && put_new(folder, path + folder->prefix, bytes))
		return 0;
	folder->slow = true; /* once one file is replaced, the others will be as well, and errors are reported there */
	return out_put(ctx, path, bytes);
}

int out_scratch_file(struct syb_ctx *ctx, struct syb_out *out, struct syb_file **out_file)
{
	TRY(flush(ctx, out));
	return file_from_fd(ctx, out->fd, out_file);
}

int out_fd(const struct syb_out *out)
{
	return out->fd;
}

uint64_t out_size(const struct syb_out *out)
{
	return out->size;
}

void out_expect(struct syb_out *out, uint64_t total)
{
	out->expected = total;
}
