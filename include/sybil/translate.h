/* sybil/translate.h — device code from one form to another, by running the field's translators. */
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

/* Translate a module. SPIR-V that comes out has every decoration that annotations asked for (see
 * docs/ir-metadata.md), also those the translator has no way for. in is bitcode or SPIR-V. Messages of the translator
 * become notes; what is written to out before a failure is nothing, or no part of it should be used. Fails: FORMAT
 * (the translator refused the input), TOOL (no translator, or it crashed), UNSUPPORTED (text of LLVM IR), IO, NOMEM,
 * CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_translate(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_translate_opts *opts,
				   struct syb_out *out);

/* Which translator would be run, in a line that changes when it is another one: its path, size and date. For keys of
 * caches; "" where there is none. Returns how long the line is, as snprintf does. Since: 0.1 */
SYB_API size_t syb_translator_id(char *out_text, size_t room);

/* How code for a target begins. Since: 0.1 */
struct syb_aot_info {
	const char *family;  /* "spirv", "intel", "cpu", "nvidia", "amd" */
	enum syb_kind takes; /* SPIRV, or BITCODE that the pass prepare-native has seen */
	const char *library; /* file of functions that such bitcode is linked with; "" for none */
};
/* NULL when no tool chain is known for a target. Since: 0.1 */
SYB_API const struct syb_aot_info *syb_aot_find(const char *target);
/* Open that library: in the folder that SYBIL_LIBCLC names, else where distributions have libclc. *out_file is NULL
 * when the target has none. Fails: TOOL ("tool-missing"), IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_aot_library(struct syb_ctx *ctx, const char *target, struct syb_file **out_file);

/* The i-th program of others that makes code for a target, by the name it is found under now: for keys of caches. False
 * behind the last; *out_there tells whether it is there. Since: 0.1 */
SYB_API bool syb_aot_program(const char *target, size_t i, char *out_name, size_t room, bool *out_there);

/* Since: 0.1 */
struct syb_aot_opts {
	size_t size;
	const char *target; /* name of the target table ("intel_gpu_pvc"), or what the compiler calls it ("pvc") */
	const char *name;   /* of the input, for diagnostics */
	const char *tool;   /* the first program; NULL: what the environment or the table of programs says */
	const char *const *extra; /* options for the backend: ocloc, ptxas, clang for AMD, the OpenCL driver */
	size_t extra_count;
	/* */
	char level;                 /* of optimisation: '0' to '3', 's', 'z'; 0: '2' */
	bool debug;                 /* keep what debuggers want to know */
	bool assembly;              /* of NVIDIA: PTX, not code of one device */
	const char *llvm;           /* version that wrote the bitcode; NULL: 15 */
	const char *const *kernels; /* that must be in the image; NULL: those of the SPIR-V */
	size_t kernel_count;
	bool commands; /* report the command lines that are run, as INFO */
};

/* Whether a tool chain that begins with SPIR-V is known and installed for a target. Since: 0.1 */
SYB_API bool syb_aot_there(const char *target);
/* Compile ahead of time: SPIR-V to zebins by ocloc, or to the OpenCL CPU device's own form; bitcode to PTX, cubins and
 * AMD's code objects (docs/aot.md). PTX is taken where cubins are made. The image is whole: every kernel is in it.
 * Messages of compilers become notes. Fails: FORMAT (a compiler refused the module), INCOMPATIBLE ("aot-input": the
 * module is for something else; "aot-kernels": the image lacks kernels), ARG (no device), TOOL, UNSUPPORTED (no tool
 * chain is known for the target), IO, NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_aot(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_aot_opts *opts,
			     struct syb_out *out);

/* Since: 0.1 */
struct syb_spirv_spec_value {
	uint32_t id;            /* SpecId */
	struct syb_bytes value; /* little-endian, of the constant's size; a boolean is any byte but 0 */
};
/* A SPIR-V module whose specialization constants have other defaults. Ids that it does not have are left out. Fails:
 * FORMAT, ARG ("spec-constant": a value of the wrong size), IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_specialize(struct syb_ctx *ctx, struct syb_bytes in,
					  const struct syb_spirv_spec_value *values, size_t count, struct syb_out *out);

/* Since: 0.1 */
struct syb_spirv_variable {
	const char *name; /* of its linkage */
	uint64_t address;
	void *initial; /* what it begins with goes there, but zeros; NULL: nobody wants to know */
	size_t bytes;  /* of that */
};
/* A SPIR-V module whose variables lie at fixed addresses of global memory, for drivers that give no way to them. Names
 * that it does not have are left out; those have no value. Fails: FORMAT ("device-global": one is larger than the bytes
 * of what it begins with), UNSUPPORTED ("device-global": a value that is computed), LIMIT, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_place(struct syb_ctx *ctx, struct syb_bytes in,
				     const struct syb_spirv_variable *variables, size_t count, struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
