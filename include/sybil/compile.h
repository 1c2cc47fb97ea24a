/* sybil/compile.h — from sources, objects and packages to a package: compile, merge, analyse, split, optimise,
 * translate, package. What sybil cc and sybil link do.
 *
 * Code for the OpenCL CPU device is built by the program that SYBIL_RT names: sybil-rt.
 *
 * One call is one build. It runs programs (clang, translators, compilers of native code) and does the work of LLVM in
 * forked children, or in this process where it has other threads. Functions may be called from several threads, each
 * with a context of its own. */
#ifndef SYBIL_COMPILE_H
#define SYBIL_COMPILE_H

#include <sybil/item.h>
#include <sybil/link.h>
#include <sybil/postlink.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a build needs of LLVM: functions of sybil/ir.h and sybil/postlink.h. syb_ir_compiler() of libsybil-ir returns
 * one; libsybil itself has no LLVM. Since: 0.1 */
struct syb_compile_ir {
	size_t size;
	const char *llvm; /* version of the LLVM behind them */
	int (*link)(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count, struct syb_ir **out_ir);
	int (*run)(struct syb_ctx *ctx, struct syb_ir *ir, const char *pass, const struct syb_ir_opts *opts);
	int (*write)(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
		     struct syb_out *out);
	int (*postlink)(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts);
	void (*close)(struct syb_ir *ir);
};

/* Where to stop. Since: 0.1 */
enum syb_compile_stop {
	SYB_COMPILE_PACKAGE = 0,
	SYB_COMPILE_OBJECT = 1,       /* one object per source, which carries the device code */
	SYB_COMPILE_IR = 2,           /* LLVM IR per source and kind of target */
	SYB_COMPILE_PREPROCESSED = 3, /* as clang -E */
	SYB_COMPILE_SYNTAX = 4,       /* as clang -fsyntax-only */
};

/* Since: 0.1 */
struct syb_compile_input {
	const char *path; /* "-": standard input */
	/* As clang's -x: "c++", "c++-header", "cl", "clcpp" or "ir"; NULL: found by name and content. */
	const char *language;
};

/* Options for compilers of native code. Since: 0.1 */
struct syb_compile_backend {
	const char *target;  /* name, or triple; NULL: all targets */
	const char *options; /* words as in a shell */
};

/* How far a build is. Since: 0.1 */
struct syb_compile_progress {
	size_t done, total, running;
	size_t cached;       /* of those done */
	const char *label;   /* of the step that has been running longest; NULL: none runs */
	double seconds;      /* since the beginning */
	double rate;         /* steps per second, of those that were run; 0: not known yet */
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
	enum syb_state state;                  /* 0 is INPUT; EXECUTABLE cannot be linked any further */
	const struct syb_bin_write_opts *form; /* NULL: that of DPC++ */
	const char *const *targets;            /* names or triples; none: spir64 */
	size_t target_count;
	const char *const *fixed_targets; /* all device code is for these targets and no others */
	size_t fixed_target_count;
	const char *device_config; /* NULL: the installed device configuration */
	const struct syb_compile_backend *backends;
	size_t backend_count;
	enum syb_split split;
	bool no_rdc; /* sources are not linked with each other */
	bool dead_args, default_spec_consts;
	bool warn_undefined; /* also about functions that a translator may define: OpenCL's */
	const struct syb_ir_decoration *decorations;
	size_t decoration_count;

	/* ---- linking ---- */
	bool link_only; /* no sources; a function that nobody defines is an error */
	/* As link_only, and: LLVM IR is translated to SPIR-V for the triples that the inputs name, and not optimised;
	 * packages keep the images for all targets, or for those of `link`. */
	const struct syb_link_opts *link;
	struct syb_record **out_map; /* with link: what was linked with what; NULL: nobody asks */

	/* ---- clang ---- */
	char level; /* '0' to '3', 's', 'z'; 0: '2' */
	bool debug;
	const char *cpp_standard, *cl_standard; /* NULL: c++17, CL2.0 */
	const char *const *clang_options;       /* words, handed over as they are */
	size_t clang_option_count;
	const char *clang_folder; /* of the plugin and the headers, from this program's folder; NULL: as installed */
	bool color;
	/* A rule of make about the headers of each source. */
	bool rules, rules_without_system_headers;
	const char *rules_file;          /* NULL: OUTPUT.d, or SOURCE.d */
	const char *const *rule_options; /* words of -MT, -MQ and -MP */
	size_t rule_option_count;

	/* ---- how ---- */
	uint32_t jobs;         /* at once; 0: as many as processors, or as GNU make allows */
	const char *cache_dir; /* NULL: nothing is kept */
	uint64_t cache_size;   /* bytes; 0: 5 GiB */
	const char *launcher;  /* command before translators and compilers of native code; NULL: none */
	const char *ninja;     /* do not build images, but write a file for ninja that does */
	const char *temp_dir;  /* keep temporary files in this folder; NULL: they are removed */
	bool dry_run;          /* report commands, and run none */
	/* A program with the verbs of sybil, for steps that are printed, started by a launcher or by ninja; NULL: steps
	 * are printed without one, and the other two fail. step_options: words that all its verbs take. */
	const char *program;
	const char *const *step_options;
	size_t step_option_count;

	/* ---- callbacks, each may be NULL ---- */
	/* A command that was run, or would be. */
	void (*command)(void *user, const char *const *argv);
	/* What clang printed; NULL: it becomes diagnostics. */
	void (*said)(void *user, struct syb_bytes text);
	void (*progress)(void *user, const struct syb_compile_progress *progress);
	/* Asked between steps: a negative code ends the build, and nothing is written. */
	int (*accept)(void *user);
	/* Write the profile of this machine's OpenCL CPU device to a file; without it that of the device configuration
	 * is used for code for CPUs. */
	int (*cpu_profile)(void *user, const char *path);
	void *user;
};

/* Build. Results appear under their names when all is done. Fails: ARG, FORMAT (a compiler refused a source; an input
 * is damaged: "ir-crash"), INCOMPATIBLE, TOOL (a program is missing or crashed), INTERNAL (LLVM crashed), IO, NOMEM,
 * CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_compile(struct syb_ctx *ctx, const struct syb_compile_opts *opts);

/* ---- device code in files ---- */

/* Since: 0.1 */
struct syb_device_code {
	const struct syb_item *item;
	enum syb_kind kind; /* BITCODE, SPIRV, PTX or SYCLBIN */
	const char *name;   /* of the file, and of the member in it: "lib.a(one.o)"; until the function returns */
	const char *triple; /* that an offload binary states, else NULL */
	bool member;        /* of an archive */
};
typedef int syb_device_code_fn(void *user, const struct syb_device_code *code);
/* Call fn for all device code in a file that was unpacked: in offload binaries, in objects, libraries and host bitcode
 * that carry them, and in archives of these. Stops when fn returns non-zero, and returns that. Fails: NOMEM. Since:
 * 0.1 */
SYB_API SYB_MUST int syb_device_code_each(struct syb_ctx *ctx, const struct syb_tree *tree, const char *name,
					  syb_device_code_fn *fn, void *user);
/* Whether bytes of unknown kind are LLVM IR as text, or are meant to be. Since: 0.1 */
SYB_API bool syb_device_code_is_text(const char *path, struct syb_bytes bytes);

/* Modules of LLVM IR out of files of any kind, in the form that syb_ir_link takes. Since: 0.1 */
struct syb_units;
SYB_API SYB_MUST int syb_units_new(struct syb_ctx *ctx, struct syb_units **out_units);
SYB_API void syb_units_free(struct syb_units *units);
/* Add the modules of a file, which is open as long as units are. name: in diagnostics, NULL: that of the file. triple:
 * that offload binaries state for it, code for others is passed over; NULL: any one. Fails: FORMAT ("other-kind",
 * "link-input": no LLVM IR in it), INCOMPATIBLE ("link-target": code for several triples), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_units_add(struct syb_ctx *ctx, struct syb_units *units, const struct syb_file *file,
				   const char *name, const char *triple);
/* The modules so far; passes and opts may be set in them. Fails: NOTFOUND, FORMAT ("link-input": there is none). Since:
 * 0.1 */
SYB_API SYB_MUST int syb_units_list(struct syb_ctx *ctx, struct syb_units *units, struct syb_ir_input **out_list,
				    size_t *out_count);

#ifdef __cplusplus
}
#endif
#endif
