/* ir/split/postlink.h — one run of post-link. */
#ifndef IR_POSTLINK_H
#define IR_POSTLINK_H

#include "base/buf.h"
#include "base/file.h"
#include "ir/module/metadata.h"
#include "split.h"

struct postlink {
	struct syb_ctx *ctx;
	struct pass_run run;
	struct syb_postlink_opts opts;
	struct split split;
	struct shim_writer *writer;
	struct out_folder folder; /* dir */
	const char *dir, *stem;   /* of the images; dir ends with a slash or is empty */
	size_t *ids;              /* by group: the number of its first image; at the end the next one */
	size_t *rows;             /* by group: its first row in a table of all; one more at the end */
	uint8_t *listed;          /* by row and output: whether that table has it */
	uint8_t *begun;           /* by group: some of its files may exist. Shared by all processes */
	bool native_constants;    /* the module has specialization constants of SPIR-V */
	bool uses_bfloat16;       /* by one of the images */
	bool unchanged;           /* the only image equals the input */
	bool made_folder;         /* opts.out_dir was missing and is created */
	struct syb_out *whole;    /* opts.ir_output_only: the image, which may replace the input at the end */
	struct buf lib_listed;    /* by library and output */
};

/* Files of one image beside its code. Adds a byte for each output: whether it lists the image. */
int postlink_describe(struct postlink *p, const struct image *image, const struct spec_constants *constants, size_t id,
		      struct buf *out_listed);
/* A row of a table; code: NULL for the image's own file. */
struct syb_table;
int postlink_add_row(struct postlink *p, struct syb_table *table, const struct syb_postlink_output *output, size_t id,
		     bool esimd, const char *code);

/* device_libs.c: write the properties of the bfloat16 libraries that images use, add their rows, remove them. */
int device_libs_write(struct postlink *p);
int device_libs_add_rows(struct postlink *p, struct syb_table *table, size_t output);
void device_libs_remove(struct postlink *p);

/* Remove the files of an image. */
void postlink_remove(struct postlink *p, size_t id, bool esimd, bool code);

/* Check that no variable with image scope is used by two images. */
int scope_check(struct split *split);

/* Group entry points by an edited plan; name: of its file, or NULL. Fails: FORMAT. */
int plan_apply(struct groups *groups, struct syb_bytes text, const char *name);
/* An empty file is treated as a plan, and reported as invalid. */
static inline bool plan_given(const struct syb_postlink_opts *opts)
{
	return opts->plan.ptr || opts->plan_name;
}

#endif
