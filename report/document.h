/* report/document.h — a document while it is built: what the source files, one for each part, share. */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "term/demangle.h"
#include "base/hash.h"
#include "base/value.h"
#include "report.h"
#include <sybil/item.h>

/* Worse ones first. */
enum answer { ANSWER_NO, ANSWER_UNKNOWN, ANSWER_JIT, ANSWER_NATIVE };

/* The kernels of a module follow each other. */
struct kernel {
	const char *name;
	size_t file, module; /* module: number in its package; SIZE_MAX: outside of packages */
	struct syb_value *map, *images, *resources;
	size_t answers; /* index into "answers"; SIZE_MAX: not judged */
};

/* A module of a package. */
struct module {
	size_t file, package, index;
	size_t first_kernel, kernel_count;
	const struct syb_value *shown;
};

struct file {
	const struct report_file *in;
	const char *name; /* bytes that are not UTF-8 are escaped: JSON cannot have them */
	size_t index;
	struct syb_value *map, *summary;
	struct syb_record *shown; /* NULL: it cannot be read */
	size_t first_module, module_count;
	size_t first_kernel, kernel_count, package_count;
	const char *unread;     /* code whose kernels the record does not list; NULL: none */
	const char *ir_missing; /* why LLVM IR was not explained; NULL: it was, or there is none */
	bool checked, is_text;  /* its checks are listed; it is LLVM IR as text */
};

/* A row of "resources" of a kernel. */
enum { RESOURCES = 12 };
struct resource {
	size_t kernel, arch; /* indices */
	const struct syb_value *values[RESOURCES];
	size_t partner; /* in a comparison: the row of the other file, or SIZE_MAX */
	bool worse;     /* a regression is about it */
	bool kept;
};

struct report {
	struct syb_ctx *ctx, *quiet;
	struct allocator from;
	struct arena arena;
	struct report_opts opts;
	struct syb_record *rec;
	int error; /* the first one: later steps then do nothing */
	struct demangler *demangler;
	struct file *files;
	size_t file_count;
	struct kernel *kernels;
	size_t kernel_count, kernel_room, image_count;
	struct module *modules;
	size_t module_count, module_room;
	struct resource *resources;
	size_t resource_count, resource_room;
	struct hash arches; /* name → index into "arches" */
	const char **arch_names;
	size_t arch_room;
	struct hash groups;            /* name of native code in a comparison → index into "arches" */
	struct hash verdicts, rows;    /* text, or indices → index in the document */
	enum answer *verdict_answers;  /* of each verdict */
	const uint32_t **row_verdicts; /* of each row of "answers" */
	size_t verdict_room, row_room;
	struct hash calls; /* text of a call → index */
	size_t step_count, blame_left_out, parts_left_out;
	struct hash ir_known; /* hash of a module → struct ir_answer */
	size_t ir_count, ir_bytes;
	int64_t ir_left_ms;
	struct {
		struct syb_value *files, *devices, *kernels, *answers, *verdicts, *treemap, *splits, *blame, *calls,
			*links, *checks;
	} out;
};

static inline bool failed(const struct report *x)
{
	return x->error < 0 || x->rec->failed;
}
/* Failures that are not an answer about a file. */
static inline bool is_fatal(int r)
{
	return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED;
}

/* Calls of the library whose diagnostics are part of the document go through x->quiet, which collects them. */
void quiet_begin(struct report *x);
/* Reports them where asked to, or where r is fatal; then x->error is set. Returns r. */
int quiet_end(struct report *x, bool print, int r);
const struct syb_diag *quiet_error(const struct report *x); /* the first error; NULL: none */
/* Adds them to "checks", notes to the finding before them; nothing is listed twice. */
void quiet_list(struct report *x, size_t file);
/* "error" of a map: the code, and the first error. */
struct syb_value *quiet_put_error(struct report *x, struct syb_value *to, int r);

void files_read(struct report *x, struct file *file); /* record, size, summary, checks */
int files_show(struct syb_ctx *ctx, const struct file *file, bool hash, bool deep, bool detail, bool code,
	       struct syb_record **out);
void kernels_devices(struct report *x);                 /* "devices" */
void kernels_find(struct report *x, struct file *file); /* kernels and modules, answers, resources */
struct kernel *kernels_add(struct report *x, struct file *file, size_t package, size_t module, const char *name,
			   const char *readable);
void kernels_image(struct report *x, struct kernel *k, const char *key, const char *name, uint64_t offset,
		   uint64_t bytes);
/* Names of kernels first … first + count - 1 → indices; bare: of those outside of packages, else of the others. */
void kernels_names(struct report *x, size_t first, size_t count, bool bare, struct hash *out);
void blame_read(struct report *x, struct file *file); /* "blame" of SPIR-V, and of LLVM IR */
/* One chain, from the kernel to the function that needs the aspect; source and use may be "". */
struct step {
	const char *function, *source;
};
void blame_add(struct report *x, size_t kernel, const char *aspect, const char *use, const struct step *steps,
	       size_t count);
/* A module of LLVM IR; its bytes stay until all modules of the file were explained. */
struct ir_place {
	struct syb_bytes bytes;
	uint64_t offset;
	const struct module *module; /* NULL: outside of packages; its kernels are added to the document */
	struct ir_answer *answer;
};
/* Explains the modules of a file; bare: known kernels outside of packages. */
void ir_explain(struct report *x, struct file *file, struct ir_place *places, size_t count, struct hash *bare);
bool ir_is_text(struct syb_bytes bytes);
void splits_read(struct report *x, const struct file *file);
void treemap_make(struct report *x);
void links_make(struct report *x);
void diff_make(struct report *x);
void resources_put(struct report *x, size_t most); /* as many rows as fit; see fit.c */
void fit_make(struct report *x);

/* The number stored for a key, which is copied, or this one where there is none; NULL after errors. */
size_t *report_slot(struct report *x, struct hash *hash, const void *key, size_t len, size_t value);
/* The index of a key, a new one (the number of keys) where it is unknown; the key is copied. SIZE_MAX after errors. */
size_t report_index(struct report *x, struct hash *hash, const void *key, size_t len, bool *out_new);
/* The readable form of a name, or the name itself; valid until the next call. */
const char *report_readable(struct report *x, const char *name);
const char *report_copy(struct report *x, const char *text);
/* A text in the arena; "" after errors. */
const char *report_printf(struct report *x, const char *fmt, ...) SYB_PRINTF(2, 3);
/* A new element of a list that is VEC_PUSHed; false after errors. */
#define REPORT_PUSH(x, list, count, room) (!failed(x) && ((x)->error = VEC_PUSH((x)->ctx, list, count, room)) == 0)
/* An error, unless there was one. */
static inline void report_fail(struct report *x, int r)
{
	if (x->error == 0 && r < 0)
		x->error = r;
}

/* ---- values; a map or list may be NULL ---- */

static inline const struct syb_value *get(const struct syb_value *map, const char *key)
{
	return map && syb_value_kind(map) == SYB_VALUE_MAP ? syb_value_get(map, key) : NULL;
}
static inline const char *text_of(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = get(map, key);

	return v && syb_value_kind(v) == SYB_VALUE_STRING ? syb_value_string(v) : "";
}
static inline uint64_t number_of(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = get(map, key);

	return v && syb_value_kind(v) == SYB_VALUE_UINT ? syb_value_uint(v) : 0;
}
static inline size_t count_of(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = get(map, key);

	return v ? syb_value_count(v) : 0;
}
static inline const struct syb_value *first_of(const struct syb_value *list)
{
	const bool many = list && (syb_value_kind(list) == SYB_VALUE_LIST || syb_value_kind(list) == SYB_VALUE_MAP);

	return many ? list->as.c.first : NULL;
}
#define EACH(v, list) for (const struct syb_value *v = first_of(list); v; v = v->next)

/* Whether a map of that kind has modules. */
static inline bool is_package(const char *kind)
{
	return str_eq(kind, "syclbin") || str_eq(kind, "wrapped");
}

/* Calls fn for each map of a record of syb_show, with its kind; images of packages are not entered. */
typedef void each_fn(void *user, const struct syb_value *map, const char *kind);
void report_each(const struct syb_value *root, each_fn *fn, void *user);

#endif
