/* runtime/backend/opencl_pocl.c — add functions to PoCL's own binaries that PoCL has compiled since.
 *
 * PoCL compiles a function for each size of work-groups when a kernel is first launched with it, and opens it as a
 * library. CL_PROGRAM_BINARIES has those that existed when it was first asked for, and never any that were compiled for
 * a program which was made from a binary. So they are added here, from the files that this process has opened.
 *
 * A binary of version 9: a header, of which the last part is the name of the program's folder; the files of the
 * program; one record for each kernel, at whose end its files are. Lists of files have no count: the size in front of
 * them says where they end. A file is its path in the folder and its content, both after their 32-bit lengths. */
#define _GNU_SOURCE
#include "opencl.h"

#include "base/file.h"

#include <link.h>
#include <stdio.h>

enum {
	VERSION_AT = 16,
	KERNELS_AT = 20,
	FOLDER_AT = 36,
	FOLDER_ROOM = 41, /* 40 hexadecimal digits, or another name, and a zero */
	HEADER_SIZE = FOLDER_AT + FOLDER_ROOM,
	VERSION = 9,

	RECORD_FILES = 8, /* size of a kernel's files; before it, that of the whole record */
	RECORD_NAME = 20, /* length of its name; the name follows */
	RECORD_LEAST = 24,

	MOST_FILES = 32, /* of a kernel: further sizes are compiled again in each process */
};

static uint64_t number_at(const struct buf *b, size_t at, size_t bytes)
{
	uint64_t n = 0;

	memcpy(&n, b->ptr + at, bytes); /* little-endian, as PoCL writes on the hosts that it is built for here */
	return n;
}

/* A length at an offset, and where what it measures begins. false: it does not fit before `end`. */
static bool read_length(const struct buf *b, size_t bytes, size_t end, size_t *inout_at, size_t *out_length)
{
	uint64_t length;

	if (bytes > end - *inout_at)
		return false;
	length = number_at(b, *inout_at, bytes);
	*inout_at += bytes;
	if (length > end - *inout_at)
		return false;
	*out_length = (size_t)length;
	return true;
}

struct record {
	size_t at, files, end; /* offsets */
};

/* The record of a kernel. false: there is none, or the binary is damaged. */
static bool find_record(const struct buf *b, const char *name, size_t name_len, struct record *out)
{
	size_t at = HEADER_SIZE, length, count;

	if (b->len < HEADER_SIZE || memcmp(b->ptr, "poclbin", 8) != 0 || number_at(b, VERSION_AT, 4) != VERSION ||
	    !memchr(b->ptr + FOLDER_AT, '\0', FOLDER_ROOM) || !read_length(b, 8, b->len, &at, &length))
		return false;
	at += length;
	count = (size_t)number_at(b, KERNELS_AT, 4);
	for (size_t i = 0; i < count && b->len - at >= RECORD_LEAST; i++) {
		uint64_t size = number_at(b, at, 8), files = number_at(b, at + RECORD_FILES, 8);
		size_t named = (size_t)number_at(b, at + RECORD_NAME, 4);

		if (size < RECORD_LEAST || size > b->len - at || files > size - RECORD_LEAST ||
		    named > size - RECORD_LEAST - files)
			return false;
		if (named == name_len && memcmp(b->ptr + at + RECORD_LEAST, name, name_len) == 0) {
			*out = (struct record){ at, at + (size_t)(size - files), at + (size_t)size };
			return true;
		}
		at += (size_t)size;
	}
	return false;
}

/* Whether a kernel's files have room for one of this path, and it is not there yet. */
static bool lacks(const struct buf *b, const struct record *record, const char *path)
{
	size_t at = record->files, count = 0, len;

	for (; at < record->end; count++) {
		const uint8_t *name;
		size_t named;

		if (!read_length(b, 4, record->end, &at, &named))
			return false;
		name = b->ptr + at;
		at += named;
		if (!read_length(b, 4, record->end, &at, &len))
			return false;
		at += len;
		if (named == strlen(path) && memcmp(name, path, named) == 0)
			return false;
	}
	return count < MOST_FILES;
}

static void put_number(struct buf *b, size_t at, uint64_t n)
{
	memcpy(b->ptr + at, &n, sizeof(n));
}

static int insert(struct syb_ctx *ctx, struct buf *b, const struct record *record, const char *path,
		  struct syb_bytes content)
{
	uint32_t named = (uint32_t)strlen(path), len = (uint32_t)content.len;
	size_t more = 2 * sizeof(uint32_t) + named + content.len;
	uint8_t *to;

	if (content.len > DRIVER_MOST_CODE || b->len > DRIVER_MOST_CODE)
		return 0;
	TRY(buf_reserve(ctx, b, more));
	to = b->ptr + record->end;
	memmove(to + more, to, b->len - record->end);
	memcpy(to, &named, sizeof(named));
	memcpy(to + 4, path, named);
	memcpy(to + 4 + named, &len, sizeof(len));
	memcpy(to + 8 + named, content.ptr, content.len);
	b->len += more;
	put_number(b, record->at, number_at(b, record->at, 8) + more);
	put_number(b, record->at + RECORD_FILES, number_at(b, record->at + RECORD_FILES, 8) + more);
	return 1;
}

/* ---- what this process has opened ---- */

struct opened {
	struct syb_ctx *ctx;
	char folders[2][FOLDER_ROOM + 3]; /* of the program, as parts of a path */
	struct buf paths;                 /* each ends with a zero */
	int r;
};

/* KERNEL/SIZE/KERNEL.so in the folder of the program; NULL if the path is none. */
static const char *path_in_folder(const struct opened *opened, const char *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(opened->folders); i++) {
		const char *found = strstr(path, opened->folders[i]);

		if (found)
			return found + strlen(opened->folders[i]) - 1;
	}
	return NULL;
}

static int note_library(struct dl_phdr_info *info, size_t size, void *user)
{
	struct opened *opened = user;

	(void)size;
	if (path_in_folder(opened, info->dlpi_name))
		opened->r = buf_add(opened->ctx, &opened->paths, info->dlpi_name, strlen(info->dlpi_name) + 1);
	return opened->r;
}

/* 1: it was added, 0: not. */
static int add_library(struct syb_ctx *ctx, const struct opened *opened, const char *path, struct buf *binary)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	const char *inside = path_in_folder(opened, path), *name = inside + 1, *end = strchr(name, '/');
	struct record record;
	int r;

	if (!end || !find_record(binary, name, (size_t)(end - name), &record) || !lacks(binary, &record, inside))
		return 0;
	r = syb_file_open(ctx, path, &file);
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0; /* PoCL has removed it */
	return insert(ctx, binary, &record, inside, syb_file_bytes(file));
}

int opencl_refresh(struct syb_ctx *ctx, struct be_program *program, struct buf *binary)
{
	struct opened opened = { .ctx = ctx };
	const char *folder;
	int added = 0;

	(void)program;
	if (binary->len < HEADER_SIZE || memcmp(binary->ptr, "poclbin", 8) != 0)
		return 0;
	folder = (const char *)binary->ptr + FOLDER_AT;
	if (!memchr(folder, '\0', FOLDER_ROOM) || strlen(folder) < 3)
		return 0;
	snprintf(opened.folders[0], sizeof(opened.folders[0]), "/%s/", folder);
	snprintf(opened.folders[1], sizeof(opened.folders[1]), "/%.2s/%s/", folder, folder + 2);
	dl_iterate_phdr(note_library, &opened);
	for (size_t at = 0; opened.r == 0 && added >= 0 && at < opened.paths.len;) {
		const char *path = (const char *)opened.paths.ptr + at;
		int r = add_library(ctx, &opened, path, binary);

		added = r < 0 ? r : added + r;
		at += strlen(path) + 1;
	}
	buf_free(&opened.paths);
	return opened.r < 0 ? opened.r : added;
}
