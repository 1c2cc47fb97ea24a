/* package/explore.h — inside of the explorer: a document while it is built. One file per part of it. */
#ifndef PACKAGE_EXPLORE_H
#define PACKAGE_EXPLORE_H

#include "term/demangle.h"
#include "base/hash.h"
#include "base/value.h"
#include "package/judge/matrix.h"
#include <sybil/report.h>

/* How well a kernel gets on with a device, worse ones first. */
enum explore_answer {
	ANSWER_NO,
	ANSWER_UNKNOWN,
	ANSWER_JIT,
	ANSWER_NATIVE,
};

/* A kernel of the document. A module's kernels follow each other. */
struct explore_kernel {
	const char *name;
	size_t file, module; /* module: number in the file; SIZE_MAX: not of a package */
	struct syb_value *map, *images, *resources;
	size_t answers; /* place in "answers", SIZE_MAX: nobody was asked */
};

/* A module of a package, in the order of the files. */
struct explore_module {
	size_t file, package, index; /* package: number in the file */
	size_t first_kernel, kernel_count;
	const struct syb_value *shown; /* of its file's record */
};

/* One file while the document is built. */
struct explore_file {
	const struct syb_report_file *in;
	const char *name; /* bytes that are not UTF-8 spelled out, since JSON cannot have them */
	size_t index;
	struct syb_value *map;
	struct syb_record *shown; /* NULL: it cannot be read */
	size_t first_module, module_count;
	size_t first_kernel, kernel_count;
	size_t package_count;
	bool checked; /* its checks are in the list */
	struct syb_value *summary;
	struct syb_value *kernels_value; /* of the summary, NULL: not known */
	size_t ptx_count;                /* outside of packages */
	bool has_llvm;
	const char *unread;        /* code whose kernels are not looked for; NULL: none, or they are known */
	const char *not_explained; /* why LLVM IR was not looked into; NULL: it was, or there is none */
	struct {
		size_t modules, missed; /* of LLVM IR: all, and those that nobody could look into */
		const char *places;     /* of the first that were missed */
		bool refused, text;     /* LLVM says that it is none; the file is LLVM IR as text */
		const char *error;      /* LLVM's, and where in the text */
		uint32_t line, column;
	} ir;
};

/* What the functions of a SPIR-V image take, in the order of the files. */
struct explore_code {
	size_t file, package, module, image; /* module SIZE_MAX: the file, or a part of it, is the module */
	struct explore_size {
		const char *name;
		uint64_t bytes;
	} * kernels;
	size_t kernel_count;
	uint64_t others; /* functions that are no kernels */
};

/* What a kernel takes of a device, as native code has it. */
enum { EXPLORE_RESOURCES = 12 };
struct explore_resource {
	size_t kernel, arch; /* places in the lists */
	uint64_t values[EXPLORE_RESOURCES];
	bool known[EXPLORE_RESOURCES];
	size_t partner; /* of a comparison: place of the row of the other file; SIZE_MAX: none */
	bool worse;     /* a regression is about it */
	bool kept;
};

struct explore {
	struct syb_ctx *ctx;
	struct allocator from;
	struct arena arena;
	struct syb_explore_opts opts;
	struct syb_record *rec;
	struct demangler *demangler;
	struct explore_file *files;
	size_t file_count;
	struct explore_kernel *kernels;
	size_t kernel_count, kernel_room;
	size_t image_count; /* that kernels list */
	struct explore_module *modules;
	size_t module_count, module_room;
	struct explore_code *codes;
	size_t code_count, code_room;
	struct explore_resource *resources;
	size_t resource_count, resource_room;
	bool resources_known[EXPLORE_RESOURCES]; /* one row has it at least */
	size_t parts_left_out;                   /* of the treemap */
	struct {
		uint64_t least; /* parts below are not subdivided */
		size_t few;     /* parts that stay while smaller ones are joined */
	} thin;
	const char **arches; /* that they are for */
	size_t arch_count, arch_room;
	struct hash arch_places;
	struct hash group_places;               /* what a comparison calls native code → its place in arches */
	struct hash verdict_places, row_places; /* what was told before → its place in the list */
	enum explore_answer *verdict_answers;   /* of each verdict */
	size_t verdict_count, verdict_room;
	const uint32_t **rows; /* of "answers": places of verdicts */
	size_t row_count, row_room;
	struct hash call_places; /* a call and the next one → its place in "calls" */
	size_t call_count, step_count;
	size_t blame_left_out;
	struct {
		struct explore_ir_place *queue; /* of the file that is read */
		size_t queue_count, queue_room;
		struct hash known; /* modules by their hash */
		size_t count;      /* that were asked about */
		size_t bytes;      /* of answers */
		int64_t left_ms;   /* for more questions */
	} ir;
	struct {
		struct syb_value *files, *devices, *kernels, *answers, *verdicts;
		struct syb_value *treemap, *splits, *blame, *calls, *links, *checks;
	} out;
};

/* Diagnostics of a piece of work, kept in the arena in place of being told. Begin with explore_divert. */
struct explore_diag {
	struct syb_diag diag;
	bool again; /* the list of checks had it before */
	struct explore_diag *next;
};
struct explore_found {
	struct explore *x;
	struct explore_diag *first, *last;
	bool failed; /* there was no memory for one */
	/* of the context, until the end */
	void (*sink)(void *user, const struct syb_diag *diag);
	void *sink_user;
	size_t counts[4];
};
void explore_divert(struct explore *x, struct explore_found *found);
/* Tells what was kept where tell is set, or where r says that the work cannot go on; returns r, or -SYB_E_NOMEM. */
int explore_divert_end(struct explore_found *found, bool tell, int r);
/* true for failures that are no answer about a file. */
static inline bool explore_fatal(int r)
{
	return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED;
}

/* The record, size, summary and checks of a file (explore_files.c). */
int explore_file(struct explore *x, struct explore_file *file);
/* Its record, as `sybil show -j` prints it. */
struct explore_form {
	bool hash, deep, detail; /* as the options of syb_show */
};
int explore_show(struct explore *x, const struct explore_file *file, const struct explore_form *form,
		 struct syb_record **out);
/* "error": code, and the first error of those found. */
void explore_put_error(struct explore *x, struct syb_value *to, const struct explore_found *found, int r);
/* Add diagnostics to "checks", notes to the one they belong to. What stands there already is not told twice. */
void explore_checks(struct explore *x, size_t file, const struct explore_found *found);

/* "devices", and what kernels of a file may run on (explore_matrix.c). */
struct explore_asked {
	struct matrix matrix;
	bool asked;         /* else there are no rows */
	const char *why;    /* not; NULL: there is nothing to ask about */
	struct hash places; /* cells of a row → place in "answers" */
};
struct explore_matrix {
	struct explore_asked packages; /* and file tables */
	struct explore_asked bare;     /* code that is in no package */
};
void explore_devices(struct explore *x);
/* Drop it in any case. */
int explore_matrix(struct explore *x, struct explore_file *file, struct explore_matrix *out);
void explore_matrix_drop(struct explore_matrix *m);
/* A package of the SPIR-V and zebins of a file that are in none; NULL: there is nothing to ask for, or *out_why
 * says what is in the way (explore_bare.c). */
int explore_bare(struct explore *x, const struct explore_file *file, struct syb_file **out_package,
		 const char **out_why);
/* What a zebin is called for in the table of targets, which has no dashes; NULL: no memory. */
const char *explore_arch(struct explore *x, const char *device);
/* The place in "answers" for a kernel of the file, SIZE_MAX where nobody was asked. */
int explore_answers(struct explore *x, struct explore_asked *m, const char *kernel, size_t *out_place);
/* Text of the first error. */
const char *explore_first_error(const struct explore_found *found);
/* Modules and kernels of a file, with their images and resources (explore_kernels.c). */
int explore_kernels(struct explore *x, struct explore_file *file, struct explore_matrix *m);
/* A row of what the kernel takes, by its map in a record; all rows, as the document has them (explore_resources.c). */
int explore_add_resources(struct explore *x, size_t kernel, const struct syb_value *shown, const char *arch);
int explore_resources(struct explore *x, size_t most);
/* Which rows of two files belong together, and which of them regressions (rows of "diff") are about. */
int explore_compare_resources(struct explore *x, const struct syb_value *regressions);
/* Where the bytes are (explore_treemap.c). */
int explore_treemap(struct explore *x);
/* What keeps modules apart (explore_splits.c). */
int explore_splits(struct explore *x, const struct explore_file *file);
/* A kernel of the file that is read, as the last one; package and module may be SIZE_MAX. */
int explore_new_kernel(struct explore *x, const struct explore_file *file, size_t package, size_t module,
		       const char *name, const char *readable, struct explore_kernel **out_kernel);
/* Looks into SPIR-V and LLVM IR: which calls lead to what a kernel needs, and what functions take (explore_code.c). */
int explore_code(struct explore *x, struct explore_file *file);
/* A chain of calls, from the kernel to the function that needs something; source NULL: not known (explore_blame.c). */
struct explore_step {
	const char *function, *source;
};
struct explore_need {
	size_t kernel;            /* place in the list */
	const char *aspect, *use; /* use NULL: not known */
};
int explore_blame(struct explore *x, const struct explore_need *need, const struct explore_step *steps, size_t count);
#define EXPLORE_PTX "PTX" /* as code that cannot be read is told */
#define EXPLORE_IR_NOT_ASKED "LLVM IR runs nowhere as it is; 'sybil cc' makes a package of it"
/* Names of kernels → their places in the list; bare: of those that are in no package (explore_code.c). */
int explore_name_kernels(struct explore *x, size_t first, size_t count, bool bare, struct hash *out);
/* The same of one module of LLVM IR, by another program (explore_ir.c); its bytes stay until the end of the file. */
struct explore_ir_place {
	struct syb_bytes module;
	uint64_t offset;
	bool bare;                       /* in no package: its kernels become the document's */
	const struct explore_module *of; /* NULL: of no package */
	struct explore_ir_asked *asked;  /* of explore_ir */
};
int explore_ir(struct explore *x, struct explore_file *file, const struct explore_ir_place *at);
/* After all modules of a file: what is in them; which were not looked into, and why. bare: kernels outside of packages
 * that are known. */
int explore_ir_end(struct explore *x, struct explore_file *file, struct hash *bare);
/* A file that is LLVM IR as text, which no other verb but those of sybil-ir knows; *out_taken: it was one. */
int explore_ir_text(struct explore *x, struct explore_file *file, bool *out_taken);
/* The readable form of a name, or the name itself; valid until the next call. */
int explore_readable(struct explore *x, const char *name, const char **out);
/* Who has what others import, and link maps (explore_links.c). */
int explore_links(struct explore *x);

/* What became of the first file in the second (explore_diff.c). */
int explore_diff(struct explore *x);

/* Leaves out what makes the document too heavy for a page, and adds the records of files (explore_fit.c). */
int explore_fit(struct explore *x);

/* ---- small things ---- */

/* An element of a map by name; NULL where the map or the element is missing. */
static inline const struct syb_value *explore_get(const struct syb_value *map, const char *key)
{
	return map ? syb_value_get(map, key) : NULL;
}
static inline const char *explore_text(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = explore_get(map, key);

	return v ? syb_value_string(v) : "";
}
static inline uint64_t explore_number(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = explore_get(map, key);

	return v ? syb_value_uint(v) : 0;
}
static inline size_t explore_count(const struct syb_value *list)
{
	return list ? syb_value_count(list) : 0;
}

/* Call fn for every map of a kind ("syclbin", "spirv", …) in a record of syb_show; images of packages are not looked
 * into. */
typedef int explore_fn(void *user, const struct syb_value *map, const char *kind);
int explore_each(const struct syb_value *root, explore_fn *fn, void *user);

#endif
