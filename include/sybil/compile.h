/* sybil/compile.h — from sources, objects and packages to a package: compile, merge, analyse, split, optimise,
 * translate, package. What sybil cc and sybil link do.
 *
 * Code for the OpenCL CPU device is built by the program that SYBIL_RT names: sybil-rt.
 *
 * One call is one build. It runs programs (clang, translators, compilers of native code) and does the work of LLVM in
 * forked children, or in this process if it has other threads. Functions may be called from several threads, each
 * with a context of its own. */
#ifndef SYBIL_COMPILE_H
#define SYBIL_COMPILE_H

#include <sybil/item.h>
#include <sybil/link.h>
#include <sybil/postlink.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of LLVM that a build needs, from sybil/ir.h and sybil/postlink.h. syb_ir_compiler() of libsybil-ir
 * returns them; libsybil itself does not use LLVM. Since: 0.1 */
struct syb_compile_ir {
	size_t size;
	const char *llvm; /* version of the LLVM that they use */
	int (*link)(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count, struct syb_ir **out_ir);
	int (*run)(struct syb_ctx *ctx, struct syb_ir *ir, const char *pass, const struct syb_ir_opts *opts);
	int (*write)(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
		     struct syb_out *out);
	int (*postlink)(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts);
	void (*close)(struct syb_ir *ir);
	/* Load LLVM. A build calls it before it calls the others, while the first programs run; later calls do nothing.
	 * link reports a failure. NULL: LLVM is already loaded. */
	void (*load)(void);
	/* Translate bitcode to SPIR-V in this process, as the command does: 1, or 0 if the command has to be run. The
	 * translator may end the process, so this is called in children only. NULL: commands are run. */
	int (*spirv)(struct syb_ctx *ctx, const char *const *command, struct syb_bytes bitcode, struct syb_out *out);
};

/* Where to stop. Since: 0.1 */
enum syb_compile_stop {
	SYB_COMPILE_PACKAGE = 0,
	SYB_COMPILE_OBJECT = 1,       /* one object file per source, with its device code */
	SYB_COMPILE_IR = 2,           /* LLVM IR per source and kind of target */
	SYB_COMPILE_PREPROCESSED = 3, /* as clang -E */
	SYB_COMPILE_SYNTAX = 4,       /* as clang -fsyntax-only */
	SYB_COMPILE_PROGRAM = 5,      /* a program or shared library with host and device code */
};

/* Since: 0.1 */
struct syb_compile_input {
	const char *path; /* "-": standard input */
	/* As clang's -x: "c++", "c++-header", "cl", "clcpp" or "ir"; NULL: found by name and content. "linker": the
	 * path is a word for the link of a program, such as "-lm", at this place between the other inputs. */
	const char *language;
};

/* Options for compilers of native code. Since: 0.1 */
struct syb_compile_backend {
	const char *target;  /* name, or triple; NULL: all targets */
	const char *options; /* words as in a shell */
};

/* Host code of SYCL programs, compiled with the headers of a SYCL runtime. Since: 0.1 */
struct syb_compile_host {
	size_t size;
	const char *root;           /* folder with include/sycl and lib/libsycl.so; NULL: syb_sycl_root() */
	const char *compiler;       /* of host code; NULL: clang */
	const char *level;          /* of optimisation of host code, as after -O; NULL: the compiler's default */
	const char *const *options; /* for the host compiler only, and for the link if it is clang */
	size_t option_count;
	const char *const *compile_options; /* for the host compiler only */
	size_t compile_option_count;
	const char *const *device_options; /* for clang in the device pass only */
	size_t device_option_count;
	bool fit_in_int;    /* sizes and ids of launches fit into int */
	bool no_icd;        /* programs do not name the OpenCL driver of the root */
	bool named_kernels; /* kernels without names are errors */
	/* Images may import functions from each other, and from the shared libraries among the inputs for the linker;
	 * exported functions are kept. The runtime links them. */
	bool image_dependencies;
};

/* The progress of a build. Since: 0.1 */
struct syb_compile_progress {
	size_t done, total, running;
	size_t cached;       /* of those done */
	const char *label;   /* of the step that has been running longest; NULL: no step is running */
	double seconds;      /* since the build began */
	double rate;         /* steps per second, without cached ones; 0: not known yet */
	double seconds_left; /* < 0: not known yet */
};

/* Since: 0.1 */
struct syb_compile_opts {
	size_t size;
	const struct syb_compile_ir *ir; /* NULL: inputs that need LLVM are an error ("tool-missing") */
	const struct syb_compile_input *inputs;
	size_t input_count;
	const char *output; /* "-": standard output; NULL: a.syclbin, or SOURCE.o and so on */
	enum syb_compile_stop stop;
	bool text; /* LLVM IR as text */

	/* ---- the package ---- */
	enum syb_state state;                  /* 0 is INPUT; an EXECUTABLE package cannot be linked again */
	const struct syb_bin_write_opts *form; /* format of the package; NULL: that of DPC++ */
	const char *const *targets;            /* names or triples; none: spir64 */
	size_t target_count;
	const char *const *fixed_targets; /* all device code is for these targets only */
	size_t fixed_target_count;
	const char *device_config; /* NULL: the installed device configuration */
	const struct syb_compile_backend *backends;
	size_t backend_count;
	enum syb_split split;
	bool no_rdc; /* do not link sources with each other */
	bool dead_args, default_spec_consts;
	bool warn_undefined; /* warn also about functions that a translator may define, such as those of OpenCL */
	const struct syb_ir_decoration *decorations;
	size_t decoration_count;

	/* ---- linking ---- */
	bool link_only; /* no sources; undefined functions are errors */
	/* As link_only. In addition, LLVM IR is translated to SPIR-V for the triples that the inputs name, without
	 * optimisation, and packages keep the images for all targets, or for those of `link`. */
	const struct syb_link_opts *link;
	struct syb_record **out_map; /* with link: receives the record of what was linked with what; may be NULL */

	/* ---- clang ---- */
	char level; /* '0' to '3', 's', 'z'; 0: '2' */
	bool debug;
	const char *cpp_standard, *cl_standard; /* NULL: c++17, CL2.0 */
	const char *const *clang_options;       /* words, passed unchanged */
	size_t clang_option_count;
	const char
		*clang_folder; /* folder of the plugin and the headers, relative to this program; NULL: as installed */
	bool color;
	/* Write a make rule with the headers of each source. */
	bool rules, rules_without_system_headers;
	const char *rules_file;          /* NULL: OUTPUT.d, or SOURCE.d */
	const char *const *rule_options; /* options -MT, -MQ and -MP, as words */
	size_t rule_option_count;

	/* ---- execution ---- */
	uint32_t jobs;         /* steps that run at once; 0: one per processor, or what GNU make allows */
	const char *cache_dir; /* NULL: no cache */
	uint64_t cache_size;   /* bytes; 0: 5 GiB */
	const char *launcher;  /* command that runs translators and compilers of native code; NULL: none */
	const char *ninja;     /* write a ninja file that builds the images, instead of building them */
	const char *temp_dir;  /* keep temporary files in this folder; NULL: they are removed */
	bool dry_run;          /* report commands without running them */
	/* A program with the verbs of sybil(1), for steps that are printed, or run by a launcher or by ninja. NULL:
	 * steps are printed without a program name, and launchers and ninja files are errors. step_options: options for
	 * all verbs. */
	const char *program;
	const char *const *step_options;
	size_t step_option_count;

	/* ---- callbacks, each may be NULL ---- */
	/* Called with each command that is run, or in a dry run would be. */
	void (*command)(void *user, const char *const *argv);
	/* Called with the output of clang; NULL: the output is reported as diagnostics. */
	void (*said)(void *user, struct syb_bytes text);
	void (*progress)(void *user, const struct syb_compile_progress *progress);
	/* Called between steps: a negative code ends the build, and nothing is written. */
	int (*accept)(void *user);
	/* Write the profile of this machine's OpenCL CPU device to a file. NULL: code for CPUs is compiled by the
	 * profile in the device configuration. */
	int (*cpu_profile)(void *user, const char *path);
	void *user;

	/* NULL: device code only, compiled with the headers of Sybil. */
	const struct syb_compile_host *host;
	/* Architectures (sm_90, gfx90a, names of Intel GPUs as ocloc has them): further targets, and the devices of
	 * general targets of these kinds (nvptx64, amdgcn, spir64_gen) in `targets`. */
	const char *const *offload_archs;
	size_t offload_arch_count;
};

/* Build. Output files appear only after the whole build has succeeded. Fails: ARG, FORMAT (a compiler rejected a
 * source; an input is damaged: "ir-crash"), INCOMPATIBLE, TOOL (a program is missing or crashed), INTERNAL (LLVM
 * crashed), IO, NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_compile(struct syb_ctx *ctx, const struct syb_compile_opts *opts);

/* Find the folder of a SYCL runtime with headers, in this order: given (NULL: none), SYBIL_SYCL_ROOT, the active
 * virtual environment, CMPLR_ROOT, the folders of oneAPI, what scripts/peers installed. out_path: room for PATH_MAX
 * bytes. out_abi: as for syb_wrap. Fails: TOOL ("sycl-root": none is found, or its version is not supported), IO.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_sycl_root(struct syb_ctx *ctx, const char *given, char *out_path, uint32_t *out_abi);

/* ---- device code in files ---- */

/* Since: 0.1 */
struct syb_device_code {
	const struct syb_item *item;
	enum syb_kind kind; /* BITCODE, SPIRV, PTX or SYCLBIN */
	const char *name;   /* file and member: "lib.a(one.o)"; valid until the function returns */
	const char *triple; /* stated by an offload binary; NULL otherwise */
	bool member;        /* it is a member of an archive */
};
typedef int syb_device_code_fn(void *user, const struct syb_device_code *code);
/* Call fn for all device code in an unpacked file: in offload binaries, in objects, libraries and host bitcode that
 * contain them, and in archives of these. Stops when fn returns non-zero, and returns that. Fails: NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_device_code_each(struct syb_ctx *ctx, const struct syb_tree *tree, const char *name,
					  syb_device_code_fn *fn, void *user);
/* Whether bytes of unknown kind are LLVM IR as text, possibly malformed. Since: 0.1 */
SYB_API bool syb_device_code_is_text(const char *path, struct syb_bytes bytes);

/* Collects the modules of LLVM IR in files of any kind, as inputs for syb_ir_link. Since: 0.1 */
struct syb_units;
SYB_API SYB_MUST int syb_units_new(struct syb_ctx *ctx, struct syb_units **out_units);
SYB_API void syb_units_free(struct syb_units *units);
/* Add the modules of a file, which must stay open as long as units. name: for diagnostics; NULL: the name of the file.
 * triple: add only code for which offload binaries state this triple; NULL: code for any single triple. Fails: FORMAT
 * ("other-kind", "link-input": no LLVM IR in it), INCOMPATIBLE ("link-target": code for several triples), NOMEM. Since:
 * 0.1 */
SYB_API SYB_MUST int syb_units_add(struct syb_ctx *ctx, struct syb_units *units, const struct syb_file *file,
				   const char *name, const char *triple);
/* The modules added so far; the caller may set their passes and opts. Fails: NOTFOUND, FORMAT ("link-input": no
 * module). Since: 0.1 */
SYB_API SYB_MUST int syb_units_list(struct syb_ctx *ctx, struct syb_units *units, struct syb_ir_input **out_list,
				    size_t *out_count);

#ifdef __cplusplus
}
#endif
#endif
