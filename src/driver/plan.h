/* driver/plan.h — the state of a build: its options, inputs, images and jobs; plan.c has the order of steps.
 *
 * Everything lives as long as the plan. The first failure while planning is kept in p->error, so that functions which
 * add words need not be checked one by one. */
#ifndef DRIVER_PLAN_H
#define DRIVER_PLAN_H

#include "base/file.h"
#include "base/hash.h"
#include "base/temp.h"
#include "driver/exec/jobs.h"

#include <sybil/clang.h>
#include <sybil/filter.h>
#include <sybil/spirv.h>
#include <sybil/target.h>
#include <sybil/propsets.h>
#include <sybil/compile.h>

enum input_kind {
	INPUT_SOURCE,
	INPUT_IR,
	INPUT_SPIRV,  /* the only input; beside others, SPIR-V is joined like packages */
	INPUT_OBJECT, /* files that contain LLVM IR; other code in them is joined */
	INPUT_PACKAGE,
	INPUT_HOST,   /* of a program: host code only */
	INPUT_LINKER, /* of a program: a word for the linker */
};

/* Sources are compiled once for each family: types, address spaces and built-in functions differ. */
enum plan_family {
	FAMILY_SPIR64,
	FAMILY_SPIR64_AOT, /* the same for native code: specialization constants are values in a buffer, not those of
			      SPIR-V */
	FAMILY_NVPTX,
	FAMILY_AMDGCN,
	FAMILY_COUNT,
};

enum plan_chain {
	CHAIN_SPIRV, /* compiled when it is loaded */
	CHAIN_INTEL,
	CHAIN_CPU,
	CHAIN_NVIDIA,
	CHAIN_AMD,
};

struct plan_input {
	const char *path;  /* as given */
	const char *name;  /* in messages */
	const char *file;  /* the file to read; for standard input, a copy */
	const char *base;  /* of names of its outputs in the current folder; unique among inputs */
	const char *stem;  /* of names of temporary files made from it: the same, or shorter */
	const char *clang; /* value of clang's -x */
	enum input_kind kind;
	bool joins;           /* it has packages, SPIR-V or PTX to link with the other inputs */
	unsigned families;    /* bit set of families that it can be compiled for */
	const char **triples; /* stated by offload binaries for its LLVM IR; "" if not stated */
	size_t triple_count, triple_room;
	bool has_aot;         /* it has linkable code for FAMILY_SPIR64_AOT */
	bool has_spirv;       /* it has SPIR-V for FAMILY_SPIR64 */
	const char *contents; /* in messages */
	const char *natives;  /* a package: targets of its native code, each between blanks */
	const char *host;     /* of a source: the object with its host code */
};

struct plan_target {
	const char *name;                  /* canonical, the arch of packages */
	const char *given;                 /* as given */
	const char *triple;                /* in packages */
	const char *arch;                  /* of the backend, "" for general ones */
	const char *compile_for, *options; /* for syb_aot */
	enum plan_chain chain;
	const struct syb_device *device; /* its entry in the device configuration */
	size_t images;                   /* number of images made for it */
	bool reported;                   /* the reason for having no images was reported */
	enum { ASSEMBLES_UNKNOWN, ASSEMBLES, ASSEMBLES_NOT } assembles; /* by ptxas */
};

/* One module of LLVM IR: its units are merged, and the result is split into images. */
struct plan_module {
	struct plan *plan;
	const char *name; /* in messages */
	enum plan_family family;
	const char *triple; /* of its images in packages; NULL: by target */
	const char *object; /* triple of the units in objects */
	struct plan_unit {
		const struct plan_input *input;
		const char *file;
		bool ready; /* the passes of units have run */
	} * units;
	size_t unit_count;
	const char *table; /* table of images; NULL: one unit, which is written to output */
	const char *output;
};

/* An image before it is compiled for targets. */
struct plan_image {
	const char *code, *properties, *stem;
	const char *name; /* in messages: its inputs and kernels */
	enum plan_family family;
	const char *triple; /* in packages; NULL: by target */
	struct syb_props *props, *needs_props;
	struct syb_view *view; /* NULL: not known (dry run) */
	struct syb_view
		*needs; /* the requirements of its code, which properties do not state with fixed targets; or NULL */
	size_t group;   /* module of the package */
	bool spirv;     /* code is SPIR-V already: an input, or linked */
	bool joined;    /* it comes from the linked package */
	bool ptx;       /* it is PTX of the linked package */
	const char *native; /* the target name, if it is native code of the linked package */
};

/* Code of a module of the package. */
struct plan_code {
	const char *file;
	struct syb_image_desc desc;
};

/* A module of the package: images with the same properties. */
struct plan_group {
	const char *properties;
	struct syb_bytes text;
	struct syb_file *file;
	struct plan_code *code;
	size_t count, room;
};

/* An output file, renamed to its path when the whole build has succeeded. */
struct plan_result {
	const char *from, *to;
	/* make rules: those of other families and passes, which may include other files, and of precompiled headers */
	const char *more[FAMILY_COUNT + 3];
	size_t more_count;
	const char *without; /* a file that is not listed: a precompiled header */
};

/* A message of a compiler that was printed. */
struct plan_said {
	struct syb_bytes output; /* of its job */
	size_t at;               /* of the first line of the message */
	size_t job;
	size_t before; /* an earlier message with the same first line; SIZE_MAX: none */
};

struct plan {
	struct syb_ctx *ctx;
	struct syb_compile_opts o;
	struct arena arena;
	struct plan_said *said; /* messages that were printed */
	size_t said_count, said_room;
	struct hash first_lines; /* of these messages: the last one with that line */
	struct temp temp;
	const char *dir; /* of temporary files */
	bool keep_dir;   /* it is part of the result */
	struct syb_clang *clang;
	const char *header_list; /* clang's list of header folders; NULL: not asked so far */
	struct syb_devices *devices;
	const char *cpu_profile; /* of the CPU device; NULL: no code for it is made */
	struct syb_devices *cpu;
	bool open;          /* the package may be linked later, so exports are kept */
	bool linked;        /* inputs are still to be linked with the code compiled here */
	bool general;       /* a target's devices are given as options for its compiler */
	const char *fixed;  /* a list with commas; NULL: none */
	bool cache_refused; /* reported once */
	struct syb_compile_host host;
	const char *root; /* of the SYCL runtime; NULL: device code only */
	/* of the current command: it makes a precompiled header, or uses this one */
	bool precompiles;
	const char *pch;
	uint32_t abi; /* of the SYCL runtime */

	struct plan_input *inputs;
	size_t input_count, input_room;
	struct plan_target *targets;
	size_t target_count, target_room;
	struct plan_module **modules;
	size_t module_count, module_room;
	struct plan_image *images;
	size_t image_count, image_room;
	struct plan_group *groups;
	size_t group_count, group_room;
	struct plan_result *results;
	size_t result_count, result_room;

	const char *outputs[3]; /* the package and the plan, ended by NULL */
	struct job *jobs;
	size_t job_count, job_room;
	size_t jobs_run; /* number of jobs that were run */
	struct jobs_rest rest;
	const char **words; /* of the current command */
	size_t word_count, word_room;
	const char **reads; /* inputs of the current command */
	size_t read_count, read_room;
	int error;
};

/* Report wrong or contradictory options. */
#define wrong(p, ...) syb_fail((p)->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", __VA_ARGS__)

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_table *, syb_table_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);
DEFINE_CLEANUP(struct syb_pack *, syb_pack_free);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_verdict *, syb_verdict_free);

/* ---- targets.c ---- */
int plan_targets(struct plan *p);
bool plan_needs_family(const struct plan *p, enum plan_family family);
enum plan_family plan_target_family(const struct plan_target *target);
const char *plan_family_name(enum plan_family family);
/* The family for which sources are compiled: code of programs for NVIDIA GPUs is made from that for spir64. */
enum plan_family plan_compiled_family(const struct plan *p, enum plan_family family);
const char *plan_family_triple(enum plan_family family);
/* The triple of the family in objects. */
const char *plan_family_object(enum plan_family family);
/* The targets as they were given. */
const char *plan_targets_text(struct plan *p);
/* Options for compilers of native code: those for all targets and those for one, or if that is NULL for a general name.
 */
const char *plan_backend_text(struct plan *p, const char *name, const struct plan_target *target);
/* Whether code becomes SPIR-V first. */
static inline bool plan_family_spirv(enum plan_family family)
{
	return family == FAMILY_SPIR64 || family == FAMILY_SPIR64_AOT;
}

/* Whether kernels of a program take a buffer with values of specialization constants, which native code reads. SPIR-V
 * has constants of its own, but the host code has one list of parameters for all images. */
static inline bool plan_passes_constants(const struct plan *p)
{
	return p->root && (plan_needs_family(p, FAMILY_SPIR64_AOT) || plan_needs_family(p, FAMILY_NVPTX));
}

/* Whether images are made: for a package or for a program. */
static inline bool plan_has_images(const struct plan *p)
{
	return p->o.stop == SYB_COMPILE_PACKAGE || p->o.stop == SYB_COMPILE_PROGRAM;
}

/* ---- inputs.c ---- */
int plan_inputs(struct plan *p);
bool plan_has_kind(const struct plan *p, enum input_kind kind);

/* ---- words.c: commands ---- */
void plan_word(struct plan *p, const char *word);
void plan_wordf(struct plan *p, const char *fmt, ...) SYB_PRINTF(2, 3);
/* Add a word that is an input file of the command; also_reads: add an input that is not a word. */
void plan_reads(struct plan *p, const char *path);
void plan_also_reads(struct plan *p, const char *path);
/* The command reads the device configuration. */
void plan_reads_config(struct plan *p);
/* A text, as long as the plan lives. */
const char *plan_text(struct plan *p, const char *fmt, ...) SYB_PRINTF(2, 3);
/* A name for a temporary file. */
const char *plan_temp(struct plan *p, const char *stem, const char *tag);
/* Make a job of the words so far; it writes one file. */
struct job *plan_job(struct plan *p, const char *makes, unsigned flags, const char *fmt, ...) SYB_PRINTF(4, 5);
/* The same for a step that this process performs itself: a dry run prints the words. */
void plan_step(struct plan *p);
/* Move the arguments of a long command, from this word on, to a response file. */
void plan_shorten(struct plan *p, size_t first, const char *path);
void plan_result(struct plan *p, const char *from, const char *to);
/* Begin a command of p->o.program. */
void plan_verb(struct plan *p, const char *verb);

/* ---- clang_step.c: source → LLVM IR; returns the file that later jobs read ---- */
const char *plan_clang(struct plan *p, const struct plan_input *input, enum plan_family family);
bool plan_is_cpp(const struct plan_input *input);
/* The file with what the host pass has to know about the kernels of a source. */
const char *plan_integration(struct plan *p, const struct plan_input *input);
/* -E, -fsyntax-only. */
int plan_front(struct plan *p);
/* headers.c: words about the host's headers of C++ and C. */
void plan_headers(struct plan *p);
/* An option among those for clang, "-I dir" or "-Idir"; begin with *at = 0. NULL: no more. */
const char *plan_clang_option(const struct plan *p, const char *option, size_t *at);

/* ---- modules.c: LLVM IR → images, in one process for each module ---- */
int plan_modules(struct plan *p);

/* ---- images.c, translate.c: images → code of targets ---- */
int plan_read_images(struct plan *p);
int plan_read_cpu(struct plan *p);
/* Whether an image is made for a target; one that is left out is reported. */
int plan_image_fits(struct plan *p, const struct plan_image *image, struct plan_target *target, bool *out_fits);
void plan_report_missing(struct plan *p);
/* The name of an image in messages. */
const char *plan_image_name(struct plan *p, const char *from, const struct syb_view *view);
void plan_drop_images(struct plan *p);
/* Whether an image is needed in linkable form, because linking comes before native code, or is left to the user. */
bool plan_image_waits(const struct plan *p, const struct plan_image *image);
bool plan_image_shared(const struct plan *p, const struct plan_image *image);
struct plan_image *plan_add_image(struct plan *p, struct plan_image image);
/* Each image for each target that can run it. */
int plan_translate(struct plan *p);

/* ---- package.c ---- */
int plan_package(struct plan *p);
/* The default name of the output. */
const char *plan_output(const struct plan *p);
int plan_object(struct plan *p, const struct plan_input *input, const char *const code[FAMILY_COUNT]);
int plan_write_props(struct plan *p, const struct syb_props *props, const char *path);
/* Write a file in the folder for temporary ones. */
int plan_put(struct plan *p, const char *path, struct syb_bytes bytes);
/* shared.c: the functions that a package and the shared libraries of the link export, by name. */
int plan_find_exports(struct plan *p, const struct syb_bin *bin, struct hash *out_names);
/* Warn about kernels that have one name and different code in these libraries and the package, which may be NULL. */
int plan_check_names(struct plan *p, const char *package);
/* Warn about undefined functions of an executable package. */
int plan_check_imports(struct plan *p, const char *path);

/* ---- pch.c: precompiled headers of programs ---- */
bool plan_wants_pch(struct plan *p, const struct plan_input *input);
/* The precompiled header for a pass; the current command is that of its compile without input and output, which is
 * taken. NULL: it cannot be kept. */
const char *plan_pch(struct plan *p, const char *label);
/* The command of a compile with the header that the precompiled one begins with, instead of that. */
const char *const *plan_without_pch(struct plan *p, const char *const *argv, const char *pch, const char *header);
/* The make rule with its files. */
const char *plan_pch_rule(struct plan *p, const char *pch);

/* ---- program.c: host code, and the link of programs ---- */
int plan_root(struct plan *p);
/* Compile the host code of a source. */
void plan_host(struct plan *p, struct plan_input *input);
/* Words of both passes: the integration header; the header before all others, or the precompiled one with it. */
void plan_integration_words(struct plan *p, const struct plan_input *input);
void plan_first_header(struct plan *p, const char *name);
/* The path of a header of Sybil for programs. */
const char *plan_header(struct plan *p, const char *name);
/* Let the current command write a make rule, if the cache or the user needs one; returns path or NULL. */
const char *plan_add_rule(struct plan *p, const char *path);
/* The rule, the integration header (or NULL) and the headers in a precompiled one (or NULL) belong to the job. */
void plan_rule_of(struct plan *p, struct job *job, const char *rule, const char *pch, const char *also_makes);
/* Add the headers of the host pass and of the precompiled header to the rule that is the last result. */
void plan_rule_of_program(struct plan *p, const struct plan_input *input, const char *pch);
/* Add the device code in an object to the object with the host code; returns the file. */
const char *plan_host_object(struct plan *p, const struct plan_input *input, const char *device);
/* Link host code with the images of a package; NULL: there is no device code. */
int plan_link_program(struct plan *p, const char *package);
/* Whether images of the program are for NVIDIA GPUs; bin NULL: by the targets. */
bool plan_is_for_nvidia(const struct plan *p, const struct syb_bin *bin);
/* Add a source to the words of the link that names drivers and adapters, if the program needs one. */
int plan_start(struct plan *p, bool for_nvidia);

/* ---- join.c: packages, SPIR-V and PTX among the inputs ---- */
/* Whether native code is made from the linked package. */
bool plan_compiles_joined(const struct plan *p);
/* The triple of the SPIR-V from which native code is made. */
const char *plan_aot_triple(const struct plan *p);
/* The target of native code in a package; NULL: unknown. */
const char *plan_native_name(const struct syb_image *image);
/* The family of an IR image of a package. */
enum plan_family plan_ir_family(const struct syb_image *image);
/* Link a part, which may be NULL, with the packages among the inputs. later: by ninja. */
int plan_join(struct plan *p, const char *part, const char *made, bool later);
/* Read the images of the linked package. */
int plan_read_joined(struct plan *p, const char *path);

/* ---- run.c ---- */
/* Make the folder for temporary files. */
int plan_begin(struct plan *p);
/* Fails if an output is also an input. */
int plan_check_outputs(struct plan *p);
/* Run the jobs that were planned since the last call; a dry run prints them. */
int plan_run(struct plan *p);
/* messages.c: the output of a job without messages that earlier jobs printed. out_same: it has errors, and all of them
 * were printed. */
int plan_new_messages(struct plan *p, const struct job *job, struct buf *out, bool *out_same);
/* rules.c: add a make rule with the files that the first rule of a result lacks and others have. */
int plan_add_rules(struct plan *p, const struct plan_result *result, struct syb_bytes first, struct syb_out *out);
int plan_copy_rule(struct plan *p, const char *without, struct syb_bytes rule, struct syb_out *out);
/* Rename results to their paths. */
int plan_publish(struct plan *p);
/* The jobs that were planned since the last plan_run, as a file for ninja. */
int plan_write_ninja(struct plan *p);

#endif
