/* sybil/offload.h — offload binaries (magic 10 FF 10 AD), versions 1 to 3, compressed or not.
 *
 * A read object covers one or several binaries that follow each other; it is immutable and may be shared between
 * threads. Images are borrowed from the caller's bytes, or belong to the object when they had to be inflated. */
#ifndef SYBIL_OFFLOAD_H
#define SYBIL_OFFLOAD_H

#include <sybil/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an entry's bytes are. Since: 0.1 */
enum syb_offload_image {
#define SYB_OFFLOAD_IMAGE(id, value, name) SYB_OFFLOAD_IMAGE_##id = value,
#include <sybil/offload.def>
#undef SYB_OFFLOAD_IMAGE
};

/* Which programming model an entry belongs to; values of today. Since: 0.1 */
enum syb_offload_kind {
#define SYB_OFFLOAD_KIND(id, value, old, name) SYB_OFFLOAD_KIND_##id = value,
#include <sybil/offload.def>
#undef SYB_OFFLOAD_KIND
};

#define SYB_OFFLOAD_FLAG_METADATA 1u /* the entry has strings and no image */

/* Since: 0.1 */
enum syb_compress {
	SYB_COMPRESS_NONE = 0,
	SYB_COMPRESS_ZSTD = 1,
	SYB_COMPRESS_ZLIB = 2,
};

struct syb_offload;
struct syb_offload_entry;

/* Since: 0.1 */
struct syb_offload_read_opts {
	size_t size;
	const char *name; /* file name for diagnostics */
	uint64_t at;      /* absolute offset of bytes in that file */
};

/* Read all binaries in bytes (zero bytes between and after them are skipped). opts may be NULL.
 * Fails: FORMAT, VERSION, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_read(struct syb_ctx *ctx, struct syb_bytes bytes,
				      const struct syb_offload_read_opts *opts, struct syb_offload **out_offload);
SYB_API void syb_offload_free(struct syb_offload *offload);

/* Binaries, one after the other. Since: 0.1 */
SYB_API size_t syb_offload_binary_count(const struct syb_offload *offload);
SYB_API uint32_t syb_offload_binary_version(const struct syb_offload *offload, size_t binary);
SYB_API enum syb_compress syb_offload_binary_compress(const struct syb_offload *offload, size_t binary);
SYB_API uint64_t syb_offload_binary_size(const struct syb_offload *offload, size_t binary);

/* Entries of all binaries, in order. Since: 0.1 */
SYB_API size_t syb_offload_count(const struct syb_offload *offload);
SYB_API const struct syb_offload_entry *syb_offload_at(const struct syb_offload *offload, size_t i);
/* Index of the binary an entry belongs to. Since: 0.1 */
SYB_API size_t syb_offload_entry_binary(const struct syb_offload_entry *entry);
/* The number in the file. Since: 0.1 */
SYB_API uint16_t syb_offload_entry_image_raw(const struct syb_offload_entry *entry);
SYB_API uint16_t syb_offload_entry_kind_raw(const struct syb_offload_entry *entry);
/* The meaning: old numbers are told apart by content (6 with SYCLBIN inside, 3 and 4 as HIP and SYCL). Since: 0.1 */
SYB_API enum syb_offload_image syb_offload_entry_image(const struct syb_offload_entry *entry);
SYB_API enum syb_offload_kind syb_offload_entry_kind(const struct syb_offload_entry *entry);
SYB_API uint32_t syb_offload_entry_flags(const struct syb_offload_entry *entry);
SYB_API struct syb_bytes syb_offload_entry_bytes(const struct syb_offload_entry *entry);
/* Absolute offset of the bytes in the file as it is once inflated. Since: 0.1 */
SYB_API uint64_t syb_offload_entry_offset(const struct syb_offload_entry *entry);
SYB_API size_t syb_offload_entry_string_count(const struct syb_offload_entry *entry);
SYB_API const char *syb_offload_entry_key(const struct syb_offload_entry *entry, size_t i);
/* NUL-terminated too; version 2 values may hold further NULs. Since: 0.1 */
SYB_API struct syb_bytes syb_offload_entry_value(const struct syb_offload_entry *entry, size_t i);
/* Value of a key as a string, NULL when absent. Since: 0.1 */
SYB_API const char *syb_offload_entry_get(const struct syb_offload_entry *entry, const char *key);

/* ---- writing ---- */
struct syb_offload_writer;

/* Since: 0.1 */
struct syb_offload_write_opts {
	size_t size;
	uint32_t version; /* 0 = the lowest that can hold the content */
	enum syb_compress compress;
	int level;     /* of the compressor, 0 = its default */
	bool separate; /* each entry in a binary of its own (version 1), as the packager does */
};

SYB_API SYB_MUST int syb_offload_writer_new(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts,
					    struct syb_offload_writer **out_writer);
SYB_API void syb_offload_writer_free(struct syb_offload_writer *writer);
/* Begin an entry; image bytes are a chain of pieces added by syb_offload_writer_image. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_entry(struct syb_ctx *ctx, struct syb_offload_writer *writer, uint16_t image,
					      uint16_t kind, uint32_t flags);
/* Add a string to the current entry; copied. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_string(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *key,
					       struct syb_bytes value);
/* Append bytes to the current entry's image; borrowed until written. file may be NULL; when bytes lie in it they are
 * copied by the kernel. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_image(struct syb_ctx *ctx, struct syb_offload_writer *writer,
					      struct syb_bytes bytes, const struct syb_file *file);

/* Since: 0.1 */
struct syb_offload_add_opts {
	size_t size;
	bool today; /* today's numbers of kinds and images; else those of LLVM 19: hip is 3; sycl, spv, syclbin are 0 */
};
/* Add entries in the grammar of clang-offload-packager's --image, `file=F,triple=T[,arch=A][,kind=K][,KEY=VALUE]…`: one
 * for each file, opened here and kept until the writer is freed. A key given again adds ",VALUE"; strings stand in the
 * order that tool gives them. opts may be NULL. Fails: ARG, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_add(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *spec,
					    const struct syb_offload_add_opts *opts);
/* Stream everything to out; memory used does not depend on the images' sizes. Fails: IO, NOMEM, ARG (nothing to
 * write, or a version that cannot hold it). Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_write(struct syb_ctx *ctx, struct syb_offload_writer *writer,
					      struct syb_out *out);

/* An object file of this machine's kind that carries offload binaries, as compilers leave one behind: host linkers take
 * it, and drop them. bytes lie in file, or file is NULL. Fails: IO, NOMEM. Since: 0.6 */
SYB_API SYB_MUST int syb_offload_object(struct syb_ctx *ctx, const struct syb_file *file, struct syb_bytes offload,
					struct syb_out *out);

/* Names as tools use them: "spv", "syclbin", …; "" for none; NULL for numbers not known. Since: 0.1 */
SYB_API const char *syb_offload_image_name(enum syb_offload_image image);
SYB_API const char *syb_offload_kind_name(enum syb_offload_kind kind);
SYB_API SYB_MUST int syb_offload_image_parse(const char *name, enum syb_offload_image *out_image);
SYB_API SYB_MUST int syb_offload_kind_parse(const char *name, enum syb_offload_kind *out_kind);
SYB_API const char *syb_compress_name(enum syb_compress compress);
SYB_API SYB_MUST int syb_compress_parse(const char *name, enum syb_compress *out_compress);

#ifdef __cplusplus
}
#endif
#endif
