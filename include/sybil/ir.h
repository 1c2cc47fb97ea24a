/* sybil/ir.h — LLVM IR: modules, and passes over them. Part of libsybil-ir.
 *
 * A module has an LLVM context of its own, so two threads may work on two modules. Text (.ll) and bitcode are read; the
 * pointer mode of the file (typed or opaque, if this LLVM supports both) is kept. Passes change metadata and
 * attributes, never code, unless their summary says otherwise. */
#ifndef SYBIL_IR_H
#define SYBIL_IR_H

#include <sybil/devices.h>
#include <sybil/file.h>
#include <sybil/props.h>
#include <sybil/value.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_ir;
struct syb_ir_opts;

/* Since: 0.1 */
struct syb_ir_read_opts {
	size_t size;
	const char *name;       /* for diagnostics */
	bool without_verifying; /* trust the producer */
};

/* Read a module; bytes are not needed afterwards. Free with syb_ir_free. Output depends on the bytes only, not on file
 * names. Fails: FORMAT (LLVM's message, line and column of text), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_ir_read_opts *opts,
				 struct syb_ir **out_ir);
/* Free a module; NULL is allowed. Since: 0.1 */
SYB_API void syb_ir_free(struct syb_ir *ir);

/* A module to link. Since: 0.1 */
struct syb_ir_input {
	size_t size;
	const char *name; /* for diagnostics */
	struct syb_bytes bytes;
	bool lazy; /* a member of an archive: linked only if it defines a missing symbol */
	/* Passes that run over this module before it is linked, by name and separated by commas; NULL: none. */
	const char *passes;
	const struct syb_ir_opts *opts; /* options of these passes */
	size_t file; /* set by syb_units_list: the number of the file that contains it, in the order of syb_units_add */
};

/* Read modules and link them into one. Unresolved symbols stay declared. Fails: FORMAT, INCOMPATIBLE (checks
 * "link-duplicate" and "link-type", all of which are reported; "link-failed" when LLVM fails), NOTFOUND (no module),
 * NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_link(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count,
				 struct syb_ir **out_ir);

/* Since: 0.1 */
struct syb_ir_write_opts {
	size_t size;
	bool text; /* .ll instead of bitcode */
};

/* Write the module. Fails: IO, INTERNAL (a pass broke the module). Since: 0.1 */
SYB_API SYB_MUST int syb_ir_write(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
				  struct syb_out *out);

/* "15.0.6". Since: 0.1 */
SYB_API const char *syb_ir_llvm_version(void);

/* For programs in which nothing else uses LLVM; call it before the first module is read. On a fatal error, LLVM calls
 * fn with the message, then ends the process; fn should not return. After this call, broken debug information in a
 * module is an error, except with LLVM 15. Since: 0.1 */
SYB_API void syb_ir_own_process(void (*fn)(const char *message));

/* Since: 0.1 */
enum syb_ir_operand {
	SYB_IR_OPERAND_NONE = 0,
	SYB_IR_OPERAND_INT = 1,
	SYB_IR_OPERAND_STR = 2,
};

/* A user-defined property: attribute "sycl-…" becomes this decoration. Since: 0.1 */
struct syb_ir_decoration {
	const char *name;
	uint32_t number;
	enum syb_ir_operand operand;
};

/* Options of passes; each pass ignores those of other passes. Since: 0.1 */
struct syb_ir_opts {
	size_t size;
	enum syb_dialect dialect;          /* of the output; KEEP means DPCPP */
	const struct syb_devices *devices; /* NULL: the default configuration */
	/* propagate-aspects */
	const char *const *fixed_targets; /* names in the configuration; none: no fixed targets */
	size_t fixed_target_count;
	const char *const *exclude_aspects;
	size_t exclude_aspect_count;
	bool fp64_conversion_emulation;
	bool without_warnings;
	/* compile-time-properties */
	const struct syb_ir_decoration *decorations;
	size_t decoration_count;
	/* optimize. */
	char level; /* '0' to '3', 's', 'z'; 0: '2' */
	/* prepare-native. */
	struct syb_bytes library; /* bitcode of functions that the module may need (libclc); empty: none */
	const char *library_name;
	struct syb_bytes device_library; /* bitcode of the device library, for retarget-nvptx; empty: none */
	const char *device_library_name;
};

/* Since: 0.1 */
struct syb_ir_pass {
	const char *name;
	const char *summary;
};

SYB_API size_t syb_ir_pass_count(void);
SYB_API const struct syb_ir_pass *syb_ir_pass_at(size_t i);

/* Names of the kernels: stores up to `room` of them and returns their number. They live until the module changes.
 * Since: 0.1 */
SYB_API size_t syb_ir_kernels(const struct syb_ir *ir, const char **out_names, size_t room);

/* Run a pass by name. Findings are reported as warnings, by the names of sybil/warnings.def. Fails: ARG (no such
 * pass, unknown target), FORMAT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_run(struct syb_ctx *ctx, struct syb_ir *ir, const char *pass,
				const struct syb_ir_opts *opts);

/* Explain why a kernel uses an aspect (a number or a name; NULL: each aspect it uses): the shortest chain of calls to
 * the type or instruction that needs it. kernel NULL: a list of all kernels, each with all of its aspects. The module
 * does not change. Fails: NOTFOUND (no such kernel, or it does not use the aspect), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_explain(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_opts *opts,
				    const char *kernel, const char *aspect, struct syb_record **out_record);

/* The functions of LLVM that syb_compile (sybil/compile.h) needs. Since: 0.1 */
struct syb_compile_ir;
SYB_API const struct syb_compile_ir *syb_ir_compiler(void);

#ifdef __cplusplus
}
#endif
#endif
