/* sybil/file.h — input and output files.
 *
 * Inputs are mapped, so opening takes the same time for any size; pipes are read. Outputs appear complete or not at
 * all: they are written to a temporary file beside their path and renamed on commit. One thread at a time per object.
 */
#ifndef SYBIL_FILE_H
#define SYBIL_FILE_H

#include <sybil/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_file;
struct syb_out;

/* Open a file for reading; "-" is standard input. Fails: IO, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_file_open(struct syb_ctx *ctx, const char *path, struct syb_file **out_file);
/* Close a file; NULL is allowed. Since: 0.1 */
SYB_API void syb_file_close(struct syb_file *file);
/* Read the file as a stream: functions that are called with this context release the memory of its pages once they have
 * read them, so that a file may be larger than the memory the process may use. Bytes may still be read again, which
 * takes longer. The context must not be freed before the file is closed. Since: 0.1 */
SYB_API void syb_file_stream(struct syb_ctx *ctx, struct syb_file *file);
/* The content; valid until close. Since: 0.1 */
SYB_API struct syb_bytes syb_file_bytes(const struct syb_file *file);
/* The path as given, "<stdin>" for "-". Since: 0.1 */
SYB_API const char *syb_file_name(const struct syb_file *file);

/* Begin an output file; "-" is standard output. Nothing is visible at path until syb_out_commit; a special file or
 * pipe is written directly. Fails: IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_out_open(struct syb_ctx *ctx, const char *path, struct syb_out **out_out);
/* Append bytes. Fails: IO, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_out_write(struct syb_ctx *ctx, struct syb_out *out, struct syb_bytes bytes);
/* Append part of an opened file, inside the kernel where possible. bytes must lie within the file's bytes.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_out_copy(struct syb_ctx *ctx, struct syb_out *out, const struct syb_file *file,
				  struct syb_bytes bytes);
/* Rename the output to its path. Fails: IO. Since: 0.1 */
SYB_API SYB_MUST int syb_out_commit(struct syb_ctx *ctx, struct syb_out *out);
/* Close an output, and discard it if it was not committed; NULL is allowed. Since: 0.1 */
SYB_API void syb_out_close(struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
