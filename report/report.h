/* report/report.h — files × devices → one document (docs/report.md), and the page that shows it. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <sybil/devices.h>
#include <sybil/value.h>

struct report_file {
	const char *name;
	struct syb_bytes bytes; /* borrowed */
};

/* What the report asks of LLVM; the program fills it in. */
struct report_ir {
	/* The kernels of a module, their aspects and the calls that lead there, as `sybil opt --explain-all -j` prints
	 * them. It runs in a child process, because LLVM may crash on damaged modules. */
	int (*explain)(void *user, struct syb_ctx *ctx, struct syb_bytes module, struct syb_record **out);
	void *user;
};

struct report_opts {
	const struct syb_device *const *devices; /* none: nothing is judged */
	size_t device_count;
	const char *const *device_names;   /* NULL: by their own names */
	const char *const *device_origins; /* "opencl:0"; NULL, or NULL for one: its file, or built in */
	const struct report_file *maps;    /* link maps of `sybil link --map`, JSON */
	size_t map_count;
	uint32_t tolerance;         /* as in syb_diff_kernels_opts */
	const struct report_ir *ir; /* NULL: there is no LLVM, and the document says so */
	bool diff;                  /* two files: compare them */
};

/* A file that cannot be read has an "error" in the document and does not affect the others. Fails: FORMAT (a link map),
 * NOMEM, CANCELLED. */
int report_compose(struct syb_ctx *ctx, const struct report_file *files, size_t count, const struct report_opts *opts,
		   struct syb_record **out_document);
/* One HTML page that needs nothing else. Its script draws everything from the document that the page carries. */
int report_page(struct syb_ctx *ctx, const struct syb_value *document, struct syb_out *out);

extern const struct report_ir report_llvm; /* of the program (llvm.c) */

#endif
