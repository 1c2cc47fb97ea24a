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

/* Since: 0.1 */
enum syb_compress {
	SYB_COMPRESS_NONE = 0,
	SYB_COMPRESS_ZSTD = 1,
	SYB_COMPRESS_ZLIB = 2,
};

struct syb_offload;
struct syb_offload_entry;

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

/* Since: 0.1 */
struct syb_offload_add_opts {
	size_t size;
	bool today; /* use today's numbers of kinds and images, else those of LLVM 19 (hip is 3; sycl, spv, syclbin are
		       0) */
};
/* Add entries in the grammar of clang-offload-packager's --image, `file=F,triple=T[,arch=A][,kind=K][,KEY=VALUE]…`: one
 * for each file, opened here and kept until the writer is freed. A repeated key adds ",VALUE"; strings are in the
 * order of that tool. opts may be NULL. Fails: ARG, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_add(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *spec,
					    const struct syb_offload_add_opts *opts);
/* Stream everything to out; memory used does not depend on the images' sizes. Fails: IO, NOMEM, ARG (nothing to
 * write, or a version that cannot hold it). Since: 0.1 */
SYB_API SYB_MUST int syb_offload_writer_write(struct syb_ctx *ctx, struct syb_offload_writer *writer,
					      struct syb_out *out);

/* Write an object file for this machine that contains offload binaries, as compilers do: host linkers accept it, and
 * drop them. offload is part of file, or file is NULL. Fails: IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_offload_object(struct syb_ctx *ctx, const struct syb_file *file, struct syb_bytes offload,
					struct syb_out *out);

SYB_API const char *syb_compress_name(enum syb_compress compress);
SYB_API SYB_MUST int syb_compress_parse(const char *name, enum syb_compress *out_compress);

#ifdef __cplusplus
}
#endif
#endif
