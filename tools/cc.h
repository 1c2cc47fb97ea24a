/* tools/cc.h — inside of sybil cc: what the command line asks for, and the jobs that make it.
 *
 *   options → inputs → front half of jobs → file tables of images → jobs of images → results
 *
 * Everything lives as long as the tool. Planning collects its first failure in cc->error, so that lists of words can be
 * written as lists. */
#ifndef TOOLS_CC_H
#define TOOLS_CC_H

#include "driver/exec/jobs.h"
#include "base/temp.h"
#include "tools/frame/tool.h"

#include <sybil/clang.h>

/* Where to stop. */
enum cc_stop {
	CC_STOP_PACKAGE, /* at the end */
	CC_STOP_OBJECT,
	CC_STOP_IR,
	CC_STOP_PREPROCESSED,
	CC_STOP_SYNTAX,
};

enum cc_kind {
	CC_SOURCE,
	CC_IR,
	CC_SPIRV,
	CC_OBJECT,  /* files that carry LLVM IR */
	CC_PACKAGE, /* files that carry packages, and what else sybil link takes */
};

/* Code is compiled anew for each of these: types, address spaces and built-in functions differ. */
enum cc_family {
	CC_SPIR64,
	CC_SPIR64_AOT, /* the same for native code: specialization constants are values in a buffer, not SPIR-V's own */
	CC_NVPTX,
	CC_AMDGCN,
	CC_FAMILY_COUNT,
};

enum cc_chain {
	CC_CHAIN_SPIRV, /* compiled when it is loaded */
	CC_CHAIN_INTEL,
	CC_CHAIN_CPU,
	CC_CHAIN_NVIDIA,
	CC_CHAIN_AMD,
};

struct cc_input {
	const char *path;  /* as typed */
	const char *name;  /* in messages */
	const char *file;  /* that is read: of standard input, a copy */
	const char *stem;  /* of files made from it; no two inputs have the same */
	const char *clang; /* what -x says to clang */
	enum cc_kind kind;
	unsigned families;   /* bits: those that code for can be made from it */
	bool has_aot;        /* an object or package: it has code for CC_SPIR64_AOT that can be linked */
	bool has_spirv;      /* a package: it has SPIR-V for CC_SPIR64 */
	const char *has;     /* what it is, in messages */
	const char *natives; /* a package: targets of its native code, each between blanks */
};

struct cc_target {
	const char *name;                  /* canonical, what packages call arch */
	const char *said;                  /* as typed */
	const char *triple;                /* in packages */
	const char *arch;                  /* of the backend, "" for general ones */
	const char *compile_for, *options; /* what sybil translate is given */
	enum cc_chain chain;
	const struct syb_device *device; /* what the device configuration says about it */
	size_t images;                   /* that are made for it */
	bool told;                       /* why there is none */
	enum { CC_ASSEMBLES_UNKNOWN, CC_ASSEMBLES, CC_ASSEMBLES_NOT } assembles; /* by ptxas */
};

/* Images that post-link makes of one module. */
struct cc_table {
	const char *path, *name; /* of what it was made, in messages */
	enum cc_family family;
};

/* An image before it is compiled for targets. */
struct cc_image {
	const char *code, *properties, *stem;
	const char *name; /* in messages: what it was made of, and its kernels */
	enum cc_family family;
	struct syb_props *props, *needs_props;
	struct syb_view *view;  /* NULL: nothing is known of it (-###) */
	struct syb_view *needs; /* what its code needs, which properties do not tell where targets are fixed; or NULL */
	size_t module;          /* of the package */
	bool spirv;             /* code is SPIR-V already: an input, or linked */
	bool joined;            /* it comes from the package that sybil link made */
	bool ptx;               /* and is PTX there */
	const char *native;     /* or native code for the target of that name */
};

/* A module of the package: images with the same properties. */
struct cc_module {
	const char *properties;
	struct syb_bytes text;
	struct syb_file *file;
	const char **words; /* pairs: a file, and the word of sybil pack about it: --ir=…, --native=… */
	size_t word_count, word_room;
};

/* A file that appears under its name when all went well. */
struct cc_result {
	const char *from, *to;
	/* rules of make: the same for other families, which may include other files */
	const char *more[CC_FAMILY_COUNT];
	size_t more_count;
};

struct cc {
	struct tool *tool;
	struct temp temp;
	const char *dir; /* of temporary files */
	bool keep_dir;   /* it is part of the result */
	char self[4096];
	struct syb_clang *clang;
	const char *header_list; /* what the compiler says of its folders of headers; NULL: not asked so far */
	struct syb_devices *devices;
	const char *cpu_profile; /* what the CPU device says of itself; NULL: nobody asks */
	struct syb_devices *cpu;

	enum cc_stop stop;
	enum syb_state state;
	bool text;          /* LLVM IR as text */
	bool open;          /* exports may be wanted later */
	bool linked;        /* packages or SPIR-V are linked with what is compiled here, which has not been done */
	bool said_targets;  /* there was -fsycl-targets */
	bool has_general;   /* with a target whose devices stand among the options for its compiler */
	bool rdc;           /* sources are linked with each other */
	bool dry;           /* -###: nothing is run or made */
	bool debug;         /* -g */
	const char *output; /* NULL: not said */
	const char *level;  /* of optimisation */
	const char *config, *fixed;
	const char *cache_dir; /* NULL: nothing is kept */
	bool cache_told;       /* that something could not be */
	uint64_t cache_most;
	struct jobs_held *held; /* NULL: files of all jobs are files */

	struct cc_input *inputs;
	size_t input_count, input_room;
	struct cc_target *targets;
	size_t target_count, target_room;
	struct cc_table *tables;
	size_t table_count, table_room;
	struct cc_image *images;
	size_t image_count, image_room;
	struct cc_module *modules;
	size_t module_count, module_room;
	struct cc_result *results;
	size_t result_count, result_room;

	const char *outputs[3]; /* the package and the plan, ended by NULL */
	struct job *jobs;
	size_t job_count, job_room;
	size_t jobs_run;    /* those before are done */
	const char **words; /* of the command that is being written */
	size_t word_count, word_room;
	const char **reads; /* and its inputs */
	size_t read_count, read_room;
	int error;
};

/* ---- cc_read.c: the command line ---- */
int cc_read(struct cc *cc);
/* Words that an option of the user's is, for another command. */
void cc_pass_warnings(struct cc *cc);
void cc_pass_dialect(struct cc *cc);
bool cc_warning_is_ours(const char *text);

/* ---- cc_targets.c ---- */
int cc_targets_read(struct cc *cc);
bool cc_needs_family(const struct cc *cc, enum cc_family family);
enum cc_family cc_target_family(const struct cc_target *target);
const char *cc_family_name(enum cc_family family);
const char *cc_family_triple(enum cc_family family);
/* What objects call it. */
const char *cc_family_object(enum cc_family family);
/* The targets as they were typed. */
const char *cc_targets_text(struct cc *cc);
/* Options for compilers of native code as one text, as words may come one by one: those for all, and for a target, or
 * where that is NULL for a general name. */
const char *cc_backend_text(struct cc *cc, const char *name, const struct cc_target *target);
/* Whether SPIR-V stands between. */
static inline bool cc_family_spirv(enum cc_family family)
{
	return family == CC_SPIR64 || family == CC_SPIR64_AOT;
}

/* ---- cc_inputs.c ---- */
int cc_inputs_read(struct cc *cc);
bool cc_has_kind(const struct cc *cc, enum cc_kind kind);

/* ---- cc_words.c: commands ---- */
void cc_word(struct cc *cc, const char *word);
void cc_wordf(struct cc *cc, const char *fmt, ...) SYB_PRINTF(2, 3);
/* A word that is a file which the command reads. */
void cc_reads(struct cc *cc, const char *path);
/* The same, where the word is not just the file. */
void cc_also_reads(struct cc *cc, const char *path);
/* It reads the device configuration. */
void cc_reads_config(struct cc *cc);
/* A text as long as the tool lives. */
const char *cc_text(struct cc *cc, const char *fmt, ...) SYB_PRINTF(2, 3);
/* A name for a temporary file; stem and tag tell what it is. */
const char *cc_temp(struct cc *cc, const char *stem, const char *tag);
/* A name that can stand in a list. */
const char *cc_without_commas(struct cc *cc, const char *name);
/* The words so far are a job that makes one file. */
void cc_job(struct cc *cc, const char *makes, unsigned flags, const char *fmt, ...) SYB_PRINTF(4, 5);
struct job *cc_last_job(struct cc *cc);
void cc_result(struct cc *cc, const char *from, const char *to);
/* Begin a command that is a verb of ours. */
void cc_verb(struct cc *cc, const char *verb);

/* ---- cc_compile.c: source → device code ---- */
/* The job that compiles an input for a family; returns its output, which later jobs read. */
const char *cc_compile(struct cc *cc, struct cc_input *input, enum cc_family family);
/* cc_headers.c: words about the host's headers of C++ and C. */
void cc_add_headers(struct cc *cc);
/* -E, -fsyntax-only. */
int cc_plan_front(struct cc *cc);

/* ---- cc_plan.c: the front half ---- */
int cc_plan(struct cc *cc);

/* ---- cc_images.c, cc_package.c: the other half ---- */
int cc_images_read(struct cc *cc);
/* Take over what the CPU device said. */
int cc_cpu_read(struct cc *cc);
/* Whether an image is made for a target; one that is left out is told about. */
int cc_image_fits(struct cc *cc, const struct cc_image *image, struct cc_target *target, bool *out_fits);
void cc_tell_missing(struct cc *cc);
int cc_plan_images(struct cc *cc);
/* What messages call an image. */
const char *cc_image_name(struct cc *cc, const char *from, const struct syb_view *view);
/* Forget images and modules. */
void cc_images_drop(struct cc *cc);
/* Whether an image is there in a form that can be linked: it has to be linked before native code is made of it, or
 * others may be linked with it. */
bool cc_image_waits(const struct cc *cc, const struct cc_image *image);
bool cc_image_shared(const struct cc *cc, const struct cc_image *image);
int cc_write_props(struct cc *cc, const struct syb_props *props, const char *path);

/* ---- cc_join.c: packages and SPIR-V among the inputs ---- */
/* Whether native code is made of what sybil link made. */
bool cc_compiles_joined(const struct cc *cc);
/* What SPIR-V that native code is made of is called in packages. */
const char *cc_aot_triple(const struct cc *cc);
/* The target of native code in a package; NULL: none of the table. */
const char *cc_native_name(const struct syb_image *image);
/* What an IR image of a package belongs to. */
enum cc_family cc_ir_family(const struct syb_image *image);
/* The job that links a part, which may be NULL, with the packages among the inputs. */
void cc_plan_join(struct cc *cc, const char *part, const char *made);
/* Its result becomes the images. */
int cc_joined_read(struct cc *cc, const char *path);

/* ---- cc_run.c ---- */
/* A file that a job has made, which need not be one: bytes live as long as *out_file, or cc where that is NULL. */
int cc_made_open(struct cc *cc, const char *path, struct syb_file **out_file, struct syb_bytes *out_bytes);
/* Make the folder for temporary files. */
int cc_begin(struct cc *cc);
/* No output is one of the inputs. */
int cc_check_outputs(struct cc *cc);
/* Run the jobs that were planned since the last call; with -### print them. */
int cc_run(struct cc *cc);
/* Warn about what a package that cannot be linked any more does not have. */
int cc_check_package(struct cc *cc);
/* cc_rules.c: files that other rules of make name and the first one of a result does not, as one more rule. */
int cc_add_rules(struct cc *cc, const struct cc_result *result, struct syb_bytes first, struct syb_out *out);
/* What was made appears under its name. */
int cc_publish(struct cc *cc);
/* The jobs that were planned since the last cc_run, as a file for ninja. */
int cc_write_ninja(struct cc *cc, const char *path);

#endif
