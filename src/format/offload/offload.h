/* format/offload/offload.h — the inside of read offload binaries, and their layout on disk. Little-endian.
 *
 * Offsets inside a binary count from that binary's first byte. A compressed binary is presented uncompressed: its
 * header as on disk, followed by the inflated content. */
#ifndef FORMAT_OFFLOAD_H
#define FORMAT_OFFLOAD_H

#include "base/span.h"
#include <sybil/offload.h>

/* The kind of an entry's bytes. */
enum syb_offload_image {
#define SYB_OFFLOAD_IMAGE(id, value, name) SYB_OFFLOAD_IMAGE_##id = value,
#include "offload.def"
#undef SYB_OFFLOAD_IMAGE
};

/* Which programming model an entry belongs to; values of today. */
enum syb_offload_kind {
#define SYB_OFFLOAD_KIND(id, value, old, name) SYB_OFFLOAD_KIND_##id = value,
#include "offload.def"
#undef SYB_OFFLOAD_KIND
};

#define SYB_OFFLOAD_FLAG_METADATA 1u /* the entry has strings and no image */

struct syb_offload_read_opts {
	size_t size;
	const char *name; /* file name for diagnostics */
	uint64_t at;      /* absolute offset of bytes in that file */
};

#define OFFLOAD_MAGIC "\x10\xff\x10\xad"

enum {
	OFFLOAD_HDR_VERSION = 4,
	OFFLOAD_HDR_TOTAL = 8,
	OFFLOAD_HDR_ENTRIES = 16,
	OFFLOAD_HDR_COUNT = 24,    /* version 1: size of the only entry */
	OFFLOAD_HDR_INFLATED = 32, /* version 3 */
	OFFLOAD_HDR_SIZE = 32,
	OFFLOAD_HDR_SIZE_V3 = 40,

	OFFLOAD_ENTRY_IMAGE = 0,
	OFFLOAD_ENTRY_KIND = 2,
	OFFLOAD_ENTRY_FLAGS = 4,
	OFFLOAD_ENTRY_STRINGS = 8,
	OFFLOAD_ENTRY_STRING_COUNT = 16,
	OFFLOAD_ENTRY_IMAGE_AT = 24,
	OFFLOAD_ENTRY_IMAGE_SIZE = 32,
	OFFLOAD_ENTRY_SIZE = 40,

	OFFLOAD_STRING_KEY = 0,
	OFFLOAD_STRING_VALUE = 8,
	OFFLOAD_STRING_VALUE_SIZE = 16, /* version 2 on */
	OFFLOAD_STRING_SIZE_V1 = 16,
	OFFLOAD_STRING_SIZE = 24,

	OFFLOAD_VERSION_MAX = 3,

	/* numbers from before kinds were bit flags and before SPIR-V had its own image kind */
	OFFLOAD_OLD_HIP = 3,
	OFFLOAD_OLD_SYCL = 4,
	OFFLOAD_OLD_SYCL_RUNTIME = 5, /* written by one build of the SYCL runtime */
	OFFLOAD_OLD_SYCLBIN = 6,
};

struct offload_string {
	const char *key;
	const char *value;
	size_t value_size;
};

struct syb_offload_entry {
	size_t binary;
	uint64_t entry_off;   /* of the entry's record */
	uint64_t strings_off; /* of its string records */
	uint16_t image_raw, kind_raw;
	enum syb_offload_image image;
	enum syb_offload_kind kind;
	uint32_t flags;
	struct span bytes;
	struct offload_string *strings;
	size_t string_count;
};

struct offload_binary {
	uint32_t version;
	enum syb_compress compress;
	uint64_t size; /* on disk */
	uint64_t entries_off;
	uint64_t entry_size;       /* as announced by version 1, else 40 */
	struct span whole;         /* inflated */
	uint8_t *inflated;         /* owned, or NULL */
	uint64_t text_lo, text_hi; /* from the first string to the end of the last */
	size_t first, count;       /* entries */
};

struct syb_offload {
	struct allocator from;
	struct arena arena;
	struct offload_binary *binaries;
	size_t binary_count, binary_room;
	struct syb_offload_entry *entries;
	size_t entry_count, entry_room;
};

/* syb_offload_read with a budget of inflated bytes shared by a whole tree of files. */
int offload_read(struct syb_ctx *ctx, struct span bytes, const char *name, uint64_t *budget,
		 struct syb_offload **out_offload);
/* true when the binary is a SYCLBIN package of version 2: entries with roles and no inner header. */
bool offload_is_package(const struct syb_offload *offload, size_t binary);
/* Keep a file open until the writer is freed. */
int offload_writer_keep(struct syb_ctx *ctx, struct syb_offload_writer *writer, struct syb_file *file);

/* Read all binaries in bytes (zero bytes between and after them are skipped). opts may be NULL.
 * Fails: FORMAT, VERSION, LIMIT, NOMEM. */
int syb_offload_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_offload_read_opts *opts,
		     struct syb_offload **out_offload);
void syb_offload_free(struct syb_offload *offload);
/* Binaries, one after the other. */
size_t syb_offload_binary_count(const struct syb_offload *offload);
uint32_t syb_offload_binary_version(const struct syb_offload *offload, size_t binary);
enum syb_compress syb_offload_binary_compress(const struct syb_offload *offload, size_t binary);
uint64_t syb_offload_binary_size(const struct syb_offload *offload, size_t binary);
/* Entries of all binaries, in order. */
size_t syb_offload_count(const struct syb_offload *offload);
const struct syb_offload_entry *syb_offload_at(const struct syb_offload *offload, size_t i);
/* Index of the binary an entry belongs to. */
size_t syb_offload_entry_binary(const struct syb_offload_entry *entry);
/* The number in the file. */
uint16_t syb_offload_entry_image_raw(const struct syb_offload_entry *entry);
uint16_t syb_offload_entry_kind_raw(const struct syb_offload_entry *entry);
/* The meaning: old numbers are distinguished by content (6 with SYCLBIN inside, 3 and 4 as HIP and SYCL). */
enum syb_offload_image syb_offload_entry_image(const struct syb_offload_entry *entry);
enum syb_offload_kind syb_offload_entry_kind(const struct syb_offload_entry *entry);
uint32_t syb_offload_entry_flags(const struct syb_offload_entry *entry);
struct syb_bytes syb_offload_entry_bytes(const struct syb_offload_entry *entry);
/* Absolute offset of the bytes in the file as it is once inflated. */
uint64_t syb_offload_entry_offset(const struct syb_offload_entry *entry);
size_t syb_offload_entry_string_count(const struct syb_offload_entry *entry);
const char *syb_offload_entry_key(const struct syb_offload_entry *entry, size_t i);
/* NUL-terminated too; version 2 values may hold further NULs. */
struct syb_bytes syb_offload_entry_value(const struct syb_offload_entry *entry, size_t i);
/* Begin an entry; image bytes are a chain of pieces added by syb_offload_writer_image. */
int syb_offload_writer_entry(struct syb_ctx *ctx, struct syb_offload_writer *writer, uint16_t image, uint16_t kind,
			     uint32_t flags);
/* Add a string to the current entry; copied. */
int syb_offload_writer_string(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *key,
			      struct syb_bytes value);
/* Append bytes to the current entry's image; borrowed until written. file may be NULL; when bytes lie in it they are
 * copied by the kernel. */
int syb_offload_writer_image(struct syb_ctx *ctx, struct syb_offload_writer *writer, struct syb_bytes bytes,
			     const struct syb_file *file);
/* Names as tools use them: "spv", "syclbin", …; "" for none; NULL for numbers not known. */
const char *syb_offload_image_name(enum syb_offload_image image);
const char *syb_offload_kind_name(enum syb_offload_kind kind);
int syb_offload_image_parse(const char *name, enum syb_offload_image *out_image);

DEFINE_CLEANUP(struct syb_offload *, syb_offload_free);
DEFINE_CLEANUP(struct syb_offload_writer *, syb_offload_writer_free);

#endif
