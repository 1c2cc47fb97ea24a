/* base/file.c — opening inputs: regular files are mapped, everything else is read up to a limit. */
#define _GNU_SOURCE
#include "file.h"

#include "buf.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FDS_KEPT = 256, /* a table may name thousands of files; mappings do without descriptors */
	READ_STEP = 64 * 1024,
	RELEASED = 4 << 20, /* bytes of a stream at once */
};

/* A pipe or a device may have no end: by default, a quarter of the machine's memory is read. */
static size_t stream_most(const struct syb_ctx *ctx)
{
	const uint64_t pages = (uint64_t)sysconf(_SC_PHYS_PAGES), size = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t most = ctx->limits.max_stream ? ctx->limits.max_stream : pages / 4 * size;

	return most < SIZE_MAX ? (size_t)most : SIZE_MAX - 1;
}

static int read_all(struct syb_ctx *ctx, int fd, struct syb_file *file)
{
	const size_t most = stream_most(ctx);
	struct buf buf = { 0 };

	for (;;) {
		/* one byte more than allowed shows that the content is too large */
		const size_t left = most - buf.len + 1;
		ssize_t n;
		int r = ctx_cancelled(ctx);

		if (r == 0)
			r = buf_reserve(ctx, &buf, left < READ_STEP ? left : READ_STEP);
		if (r < 0) {
			buf_free(&buf);
			return r;
		}
		n = read(fd, buf.ptr + buf.len, buf.room - buf.len < left ? buf.room - buf.len : left);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			buf_free(&buf);
			return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "cannot read: %s", strerror(errno));
		}
		if (n == 0)
			break;
		buf.len += (size_t)n;
		if (buf.len > most) {
			buf_free(&buf);
			return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
					"a pipe or device has more than %zu bytes%s", most,
					ctx->limits.max_stream ? "" : ", a quarter of this machine's memory");
		}
		ctx_progress(ctx, "read", buf.len, 0);
	}
	file->bytes = buf_bytes(&buf);
	return 0;
}

/* Files of up to `small` bytes are read. */
static int map_or_read(struct syb_ctx *ctx, int fd, size_t small, struct syb_file *file)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st) < 0)
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "cannot read: %s", strerror(errno));
	if (S_ISDIR(st.st_mode))
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "is a directory");
	if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size <= small) /* files in /proc have size 0 and content */
		return read_all(ctx, fd, file);
	if ((uint64_t)st.st_size > SIZE_MAX)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too large for this machine");
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return read_all(ctx, fd, file);
	file->mapped = true;
	file->changed = st.st_mtim;
	file->bytes = (struct syb_bytes){ p, (size_t)st.st_size };
	return 0;
}

static struct syb_file *file_new(struct syb_ctx *ctx, const char *name)
{
	struct syb_file *file = mem_zalloc(ctx, sizeof(*file) + strlen(name) + 1);

	if (!file)
		return NULL;
	file->from = allocator_of(ctx);
	file->fd = -1;
	file->name = (char *)(file + 1);
	memcpy(file->name, name, strlen(name) + 1);
	return file;
}

int syb_file_open(struct syb_ctx *ctx, const char *path, struct syb_file **out_file)
{
	return file_open_whole(ctx, path, 0, out_file);
}

int file_check(struct syb_ctx *ctx, const struct syb_file *file)
{
	struct stat st;

	if (!file->mapped || file->fd < 0)
		return 0;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, file->name);
	if (fstat(file->fd, &st) < 0)
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "cannot read: %s", strerror(errno));
	if ((uint64_t)st.st_size == file->bytes.len && st.st_mtim.tv_sec == file->changed.tv_sec &&
	    st.st_mtim.tv_nsec == file->changed.tv_nsec)
		return 0;
	return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "file-changed", "was changed while it was open");
}

int file_open_whole(struct syb_ctx *ctx, const char *path, size_t most, struct syb_file **out_file)
{
	bool is_stdin = str_eq(path, "-");
	_cleanup_(syb_file_close_p) struct syb_file *file = file_new(ctx, is_stdin ? "<stdin>" : path);

	if (!file)
		return -SYB_E_NOMEM;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, file->name);
	if (is_stdin)
		file->fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		file->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (file->fd < 0)
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "cannot open: %s", strerror(errno));
	TRY(map_or_read(ctx, file->fd, most, file));
	if (!file->mapped || file->fd >= FDS_KEPT)
		close(steal_fd(&file->fd));
	*out_file = steal(file);
	return 0;
}

int file_from_fd(struct syb_ctx *ctx, int fd, struct syb_file **out_file)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = file_new(ctx, "<scratch>");

	if (!file)
		return -SYB_E_NOMEM;
	file->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (file->fd < 0)
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "cannot open: %s", strerror(errno));
	TRY(map_or_read(ctx, file->fd, 0, file));
	*out_file = steal(file);
	return 0;
}

static void end_stream(struct syb_file *file)
{
	struct syb_file **link = &file->reader->streams;

	while (*link != file)
		link = &(*link)->next_stream;
	*link = file->next_stream;
}

void syb_file_close(struct syb_file *file)
{
	if (!file)
		return;
	if (file->reader)
		end_stream(file);
	if (file->mapped)
		munmap((void *)(uintptr_t)file->bytes.ptr, file->bytes.len);
	else
		allocator_free(file->from, (void *)(uintptr_t)file->bytes.ptr);
	if (file->fd >= 0)
		close(file->fd);
	allocator_free(file->from, file);
}

static bool holds(const struct syb_file *file, struct syb_bytes bytes)
{
	const uintptr_t lo = (uintptr_t)bytes.ptr, first = (uintptr_t)file->bytes.ptr;

	return lo >= first && lo - first <= file->bytes.len && bytes.len <= file->bytes.len - (lo - first);
}

/* Pages at both ends are released, too, although the rest of them may still be read: those bytes are read from the file
 * again when they are used, and the kernel maps pages around one that is missing. */
void file_forget(const struct syb_file *file, struct syb_bytes bytes)
{
	const uintptr_t around = 64 * 1024; /* a multiple of every page size */
	uintptr_t first, end, lo = (uintptr_t)bytes.ptr, hi = lo + bytes.len;

	if (!file || !file->mapped || !bytes.len || !holds(file, bytes))
		return;
	first = (uintptr_t)file->bytes.ptr;
	end = first + file->bytes.len;
	lo = (lo & ~(around - 1)) > first ? lo & ~(around - 1) : first;
	hi = end - hi > around ? (hi + around - 1) & ~(around - 1) : end;
	madvise((void *)lo, hi - lo, MADV_DONTNEED);
}

void syb_file_stream(struct syb_ctx *ctx, struct syb_file *file)
{
	if (file->reader || !file->mapped)
		return;
	file->reader = ctx;
	file->next_stream = ctx->streams;
	ctx->streams = file;
}

/* What is read is mostly read in order, so that one range with gaps describes it. */
void file_read_past(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	for (struct syb_file *file = ctx->streams; bytes.len && file; file = file->next_stream) {
		const uint8_t *lo = bytes.ptr, *hi = bytes.ptr + bytes.len;

		if (!holds(file, bytes))
			continue;
		if (file->past.len && file->past.ptr < lo)
			lo = file->past.ptr;
		if (file->past.len && file->past.ptr + file->past.len > hi)
			hi = file->past.ptr + file->past.len;
		file->past = (struct syb_bytes){ lo, (size_t)(hi - lo) };
		if (file->past.len < RELEASED)
			continue;
		file_forget(file, file->past);
		file->past.len = 0;
	}
}

struct syb_bytes syb_file_bytes(const struct syb_file *file)
{
	return file->bytes;
}

const char *syb_file_name(const struct syb_file *file)
{
	return file->name;
}
