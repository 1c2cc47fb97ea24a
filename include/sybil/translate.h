/* sybil/translate.h — converting device code by running translators and ahead-of-time compilers. */
#ifndef SYBIL_TRANSLATE_H
#define SYBIL_TRANSLATE_H

#include <sybil/file.h>
#include <sybil/item.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Since: 0.1 */
enum syb_translate_to {
	SYB_TRANSLATE_TO_SPIRV = 0,
	SYB_TRANSLATE_TO_LLVM = 1, /* SPIR-V back to bitcode */
};

/* Since: 0.1 */
struct syb_translate_opts {
	size_t size;
	enum syb_translate_to to;
	const char *name;         /* of the input, for diagnostics */
	const char *translator;   /* program; NULL: SYBIL_LLVM_SPIRV, else llvm-spirv-15, else llvm-spirv */
	const char *const *extra; /* further arguments for it */
	size_t extra_count;
	bool text;     /* SPIR-V as text, an instruction a line; not for LLVM (syb_ir_write has text) */
	bool commands; /* report the command line that is run, as INFO. */
};

/* Translate a module of bitcode or SPIR-V. SPIR-V output has every decoration that annotations request (see
 * docs/ir-metadata.md), also those that the translator does not support. Messages of the translator become notes. After
 * a failure the output must not be used. Fails: FORMAT (the translator rejected the input), TOOL (no translator, or it
 * crashed), UNSUPPORTED (text of LLVM IR), IO, NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_translate(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_translate_opts *opts,
				   struct syb_out *out);

/* Identify the translator for cache keys: a line with its path, size and date, "" where there is none. Returns the
 * length of the line, as snprintf does. Since: 0.1 */
SYB_API size_t syb_translator_id(char *out_text, size_t room);

/* The input of a target's tool chain. Since: 0.1 */
struct syb_aot_info {
	const char *family;  /* "spirv", "intel", "cpu", "nvidia", "amd" */
	enum syb_kind takes; /* SPIRV, or BITCODE after the pass prepare-native */
	const char *library; /* file of functions that such bitcode is linked with; "" for none */
};
/* The tool chain of a target, NULL when none is known. Since: 0.1 */
SYB_API const struct syb_aot_info *syb_aot_find(const char *target);
/* Open the target's library: in the folder SYBIL_LIBCLC, else where distributions install libclc. *out_file is NULL
 * when the target has none. Fails: TOOL ("tool-missing"), IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_aot_library(struct syb_ctx *ctx, const char *target, struct syb_file **out_file);

/* The i-th external program of a target's tool chain, for cache keys: the name by which it is currently found. Returns
 * false after the last one; *out_there: whether it is installed. Since: 0.1 */
SYB_API bool syb_aot_program(const char *target, size_t i, char *out_name, size_t room, bool *out_there);

/* Since: 0.1 */
struct syb_aot_opts {
	size_t size;
	const char *target; /* name of the target table ("intel_gpu_pvc"), or the compiler's name for it ("pvc") */
	const char *name;   /* of the input, for diagnostics */
	const char *tool;   /* the first program; NULL: by the environment or the table of programs */
	const char *const *extra; /* options for the backend: ocloc, ptxas, clang for AMD, the OpenCL driver */
	size_t extra_count;
	/* */
	char level;                 /* of optimisation: '0' to '3', 's', 'z'; 0: '2' */
	bool debug;                 /* keep debug information */
	bool assembly;              /* of NVIDIA: PTX, not code of one device */
	const char *llvm;           /* version that wrote the bitcode; NULL: 15 */
	const char *const *kernels; /* that must be in the image; NULL: those of the SPIR-V */
	size_t kernel_count;
	bool commands; /* report the command lines that are run, as INFO */
};

/* Whether a tool chain that begins with SPIR-V is known and installed for a target. Since: 0.1 */
SYB_API bool syb_aot_there(const char *target);
/* Compile ahead of time: SPIR-V to zebins by ocloc, or to the OpenCL CPU device's own form; bitcode to PTX, cubins and
 * AMD's code objects (docs/aot.md). Targets with cubins also accept PTX. The image has every kernel. Messages of
 * compilers become notes. Fails: FORMAT (a compiler rejected the module), INCOMPATIBLE ("aot-input": the module is for
 * another target; "aot-kernels": the image lacks kernels), ARG (no device), TOOL, UNSUPPORTED (no tool
 * chain is known for the target), IO, NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_aot(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_aot_opts *opts,
			     struct syb_out *out);

/* Since: 0.1 */
struct syb_spirv_spec_value {
	uint32_t id;            /* SpecId */
	struct syb_bytes value; /* little-endian, of the constant's size; a boolean is any byte but 0 */
};
/* Write a SPIR-V module whose specialization constants have other defaults. Unknown ids are ignored. Fails:
 * FORMAT, ARG ("spec-constant": a value of the wrong size), IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_specialize(struct syb_ctx *ctx, struct syb_bytes in,
					  const struct syb_spirv_spec_value *values, size_t count, struct syb_out *out);

/* Since: 0.1 */
struct syb_spirv_variable {
	const char *name; /* of its linkage */
	uint64_t address;
	void *initial; /* receives its initial value, unless that is zero; may be NULL */
	size_t bytes;  /* of initial */
};
/* Write a SPIR-V module whose variables are at fixed addresses of global memory, for drivers that cannot access them.
 * Unknown names are ignored. Fails: FORMAT ("device-global": a value is larger than `bytes`), UNSUPPORTED
 * ("device-global": a computed value), LIMIT, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_place(struct syb_ctx *ctx, struct syb_bytes in,
				     const struct syb_spirv_variable *variables, size_t count, struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
