/* sybil/report.h — what people look at instead of reading: one document about files, and one page that shows it.
 *
 * The document is a record (sybil/value.h); docs/report.md says what stands where. Its parts are the answers of the
 * other verbs, beside what follows from several of them: kernels × devices, where the bytes are, who calls whom. */
#ifndef SYBIL_REPORT_H
#define SYBIL_REPORT_H

#include <sybil/devices.h>
#include <sybil/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A file to tell about; both are borrowed for the length of the call. Since: 0.1 */
struct syb_report_file {
	const char *name;
	struct syb_bytes bytes;
};

/* Since: 0.1 */
struct syb_explore_opts {
	size_t size;
	const char *title; /* NULL: the names of the files */
	/* What kernels may run on; none: nobody is asked. */
	const struct syb_device *const *devices;
	size_t device_count;
	const char *const *device_names; /* what they are called; NULL: by their own names */
	/* Where they are found, for live devices ("opencl:0"); NULL, or NULL for one: its file, or built in. */
	const char *const *device_origins;
	const struct syb_report_file *maps; /* link maps of `sybil link --map`, JSON */
	size_t map_count;
	uint32_t tolerance; /* of differences: as in syb_diff_kernels_opts */
	/* Path of the program sybil-ir, which is started to look into LLVM IR; NULL: nobody does, and the document says
	 * so. */
	const char *ir_program;
};

/* Everything that is known about files, as one document. A file that cannot be read is told about ("error" of its
 * entry, and among the checks), reported, and does not keep the others from it. Free with syb_record_free. Fails: ARG,
 * FORMAT (a link map), NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_explore(struct syb_ctx *ctx, const struct syb_report_file *files, size_t count,
				 const struct syb_explore_opts *opts, struct syb_record **out_report);
/* The same about two files, and what became of the first in the second: regressions first. Files that cannot be
 * compared are no error: the document then has no "answer" in "diff", and says why among the checks. Since: 0.1 */
SYB_API SYB_MUST int syb_explore_diff(struct syb_ctx *ctx, const struct syb_report_file *a,
				      const struct syb_report_file *b, const struct syb_explore_opts *opts,
				      struct syb_record **out_report);

/* Write a document of these two as one HTML page that needs nothing else: readable and printable without its script,
 * which puts search, sorting and zooming on top. The page carries the document. Fails: IO, LIMIT, NOMEM, CANCELLED.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_page(struct syb_ctx *ctx, const struct syb_value *report, struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
