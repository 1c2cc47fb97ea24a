/* sybil/ir.h — LLVM IR: modules, and passes over them. The only header of libsybil-ir.
 *
 * A module has an LLVM context of its own, so two threads may work on two modules. Text (.ll) and bitcode are read; the
 * pointer mode of the file (typed or opaque, where the LLVM in use knows both) is kept. Passes change metadata and
 * attributes, never code, unless their row says otherwise. */
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

/* Since: 0.1 */
struct syb_ir_read_opts {
	size_t size;
	const char *name;       /* for diagnostics */
	bool without_verifying; /* trust the producer */
};

/* Read a module; bytes may go away afterwards. Free with syb_ir_free. What is written later depends on the bytes alone,
 * not on names. Fails: FORMAT (LLVM's message, line and column of text), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_ir_read_opts *opts,
				 struct syb_ir **out_ir);
/* NULL is fine. Since: 0.1 */
SYB_API void syb_ir_free(struct syb_ir *ir);

/* One of several modules. Since: 0.1 */
struct syb_ir_input {
	size_t size;
	const char *name; /* for diagnostics */
	struct syb_bytes bytes;
	bool lazy; /* a member of an archive: it counts only when it defines what others miss */
};

/* Read modules and link them to one. What is missing afterwards stays declared. Fails: FORMAT, INCOMPATIBLE (checks
 * "link-duplicate" and "link-type", all of them are reported; "link-failed" when LLVM refuses), NOTFOUND (no module),
 * NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_link(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count,
				 struct syb_ir **out_ir);

/* Since: 0.1 */
struct syb_ir_write_opts {
	size_t size;
	bool text; /* .ll instead of bitcode */
};

/* Fails: IO, INTERNAL (a pass broke the module). Since: 0.1 */
SYB_API SYB_MUST int syb_ir_write(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_write_opts *opts,
				  struct syb_out *out);

/* "15.0.6". Since: 0.1 */
SYB_API const char *syb_ir_llvm_version(void);

/* For programs, before the first module is read: nobody else in this process uses LLVM. LLVM ends the process when it
 * meets what it cannot handle; its last words go to fn, which should not return. Broken modules with debug information
 * are then an error like others, where LLVM lets us choose (not 15). Since: 0.1 */
SYB_API void syb_ir_own_process(void (*fn)(const char *message));

/* Since: 0.1 */
enum syb_ir_operand {
	SYB_IR_OPERAND_NONE = 0,
	SYB_IR_OPERAND_INT = 1,
	SYB_IR_OPERAND_STR = 2,
};

/* A property of users: attribute "sycl-…" becomes this decoration. Since: 0.1 */
struct syb_ir_decoration {
	const char *name;
	uint32_t number;
	enum syb_ir_operand operand;
};

/* What passes want to know; each takes what concerns it. Since: 0.1 */
struct syb_ir_opts {
	size_t size;
	enum syb_dialect dialect;          /* spelling of what is written; KEEP means DPCPP */
	const struct syb_devices *devices; /* NULL: the default configuration */
	/* propagate-aspects */
	const char *const *fixed_targets; /* names of the configuration; none: the switch was not given */
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
};

/* Since: 0.1 */
struct syb_ir_pass {
	const char *name;
	const char *summary;
};

SYB_API size_t syb_ir_pass_count(void);
SYB_API const struct syb_ir_pass *syb_ir_pass_at(size_t i);

/* Names of the kernels: as many as there is room for are put down; returns how many there are. They live until the
 * module changes. Since: 0.1 */
SYB_API size_t syb_ir_kernels(const struct syb_ir *ir, const char **out_names, size_t room);

/* Run a pass by name. Findings are warnings of the context, by the names of sybil/warnings.def. Fails: ARG (no such
 * pass, unknown target), FORMAT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_run(struct syb_ctx *ctx, struct syb_ir *ir, const char *pass,
				const struct syb_ir_opts *opts);

/* Why a kernel uses an aspect (a number or a name; NULL: each aspect it uses): the shortest chain of calls to the type
 * or instruction that brings it in. Without a kernel (NULL) the record is a list of all of them, each with all of its
 * aspects. Changes nothing. Fails: NOTFOUND (no such kernel, or it does not use the aspect),
 * NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ir_explain(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_opts *opts,
				    const char *kernel, const char *aspect, struct syb_record **out_record);

#ifdef __cplusplus
}
#endif
#endif
