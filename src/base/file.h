/* base/file.h — inside of opened files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "ctx.h"
#include <sybil/file.h>

#include <time.h>

struct syb_file {
	struct allocator from;
	char *name;
	int fd; /* -1 when read from a pipe, or when many files are open */
	bool mapped;
	struct syb_bytes bytes;
	struct timespec changed; /* of a mapped file, when it was opened */
	/* Of a stream: */
	struct syb_ctx *reader;
	struct syb_file *next_stream; /* of that context */
	struct syb_bytes past;        /* read, and not released yet */
};

DEFINE_CLEANUP(struct syb_file *, syb_file_close);
DEFINE_CLEANUP(struct syb_out *, syb_out_close);

/* An output without a name, for content that is built in steps (compression); read back with out_scratch_file. */
int out_scratch(struct syb_ctx *ctx, struct syb_out **out_out);
/* Map the contents of a scratch output; closes nothing. */
int out_scratch_file(struct syb_ctx *ctx, struct syb_out *out, struct syb_file **out_file);
/* The descriptor, for a program that writes to a scratch output itself. */
int out_fd(const struct syb_out *out);
/* 0 if syb_out_open can write to the path, as far as can be known before; else an errno. */
int out_check(const char *path);
/* A file with these bytes, whole or not at all. */
int out_put(struct syb_ctx *ctx, const char *path, struct syb_bytes bytes);
/* Bytes written so far. */
uint64_t out_size(const struct syb_out *out);
/* Zero bytes. */
int out_zeros(struct syb_ctx *ctx, struct syb_out *out, size_t count);
/* Bytes in all, for progress reports. */
void out_expect(struct syb_out *out, uint64_t total);
/* A folder that many small files are put into, each whole or not at all: four system calls for a new one. */
struct out_folder {
	int fd;
	size_t prefix; /* bytes of a path that name the folder */
	bool slow;     /* files exist already, or the file system has no unnamed files: like every other output */
};
/* path ends with a slash or is "", the current folder. out_folder_put reports a folder that cannot be opened. */
struct out_folder out_folder_open(const char *path);
void out_folder_close(struct out_folder *folder);
/* path begins with the folder's. */
int out_folder_put(struct syb_ctx *ctx, struct out_folder *folder, const char *path, struct syb_bytes bytes);
/* As syb_file_open, but a file of up to `most` bytes is read, so that later changes of the file do not matter. */
int file_open_whole(struct syb_ctx *ctx, const char *path, size_t most, struct syb_file **out_file);
/* Whether a mapped file is unchanged since it was opened. A truncated one must not be touched: that would end the
 * process. Files that were replaced by rename, or removed, are unchanged. Fails: IO ("file-changed"). */
int file_check(struct syb_ctx *ctx, const struct syb_file *file);
/* Bytes that were read and are not needed soon; they may be outside of any file. Pages of the context's streams
 * (syb_file_stream) are released, several MiB at once. */
void file_read_past(struct syb_ctx *ctx, struct syb_bytes bytes);
/* Release the pages of these bytes of a mapped file now: they no longer count as memory of this process. They may be
 * read again. file may be NULL, and bytes may be elsewhere. */
void file_forget(const struct syb_file *file, struct syb_bytes bytes);
/* Map an open descriptor (file.c; for out_scratch_file). */
int file_from_fd(struct syb_ctx *ctx, int fd, struct syb_file **out_file);

#endif
