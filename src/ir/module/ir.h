/* ir/module/ir.h — the internals of a module, and helpers of passes. */
#ifndef IR_IR_H
#define IR_IR_H

#include "base/ctx.h"
#include "base/hash.h"
#include "base/util.h"
#include "ir/shim/shim.h"

#include <sybil/ir.h>

struct syb_ir {
	struct allocator from;
	LLVMContextRef context;
	LLVMModuleRef module;
	char *name;
};

DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

/* Text of the module: not NUL-terminated. */
struct text {
	const char *ptr;
	size_t len;
};

static inline bool text_is(struct text text, const char *word)
{
	return text.len == strlen(word) && (text.len == 0 || memcmp(text.ptr, word, text.len) == 0);
}

static inline bool text_starts(struct text text, const char *prefix)
{
	return text.len >= strlen(prefix) && memcmp(text.ptr, prefix, strlen(prefix)) == 0;
}

static inline struct text text_after(struct text text, size_t len)
{
	return len ? (struct text){ text.ptr + len, text.len - len } : text; /* an empty text may be NULL */
}

/* Cuts the text up to a separator, and the separator, off the front of *rest; the rest may be empty. */
static inline struct text text_cut(struct text *rest, char separator)
{
	const char *end = rest->len ? memchr(rest->ptr, separator, rest->len) : NULL;
	struct text first = { rest->ptr, end ? (size_t)(end - rest->ptr) : rest->len };

	*rest = text_after(*rest, first.len + (end != NULL));
	return first;
}

/* Without blanks at both ends. */
struct text text_trim(struct text text);
/* Decimal or 0x…, with optional blanks around it; false when it is not a number from least to most. */
bool text_number(struct text text, int64_t least, int64_t most, int64_t *out_value);

/* The text of a metadata string; ptr is NULL when it is something else. */
static inline struct text text_of(LLVMMetadataRef md)
{
	struct text text = { NULL, 0 };

	text.ptr = shim_string(md, &text.len);
	return text;
}

/* One run of a pass. */
struct pass_run {
	struct syb_ctx *ctx;
	struct syb_ir *ir;
	struct syb_ir_opts opts; /* dialect is DPCPP or SPEC; devices is set */
	struct arena arena;      /* for the length of the run */
};

#define PASS(id, name, summary) int pass_##id(struct pass_run *run);
#include "passes.def"
#undef PASS

/* A new object with its own context and no module. */
int ir_new(struct syb_ctx *ctx, const char *name, struct syb_ir **out_ir);
/* Modules that are read into its context from now on have opaque pointers. */
void ir_use_opaque_pointers(struct syb_ir *ir);
/* The module has opaque pointers, but its context typed ones (before LLVM 17). Not reported. */
enum { IR_OTHER_POINTERS = 1 };
/* Read and verify a module in an existing context; *out_module may be set even on failure. */
int ir_parse(struct syb_ctx *ctx, LLVMContextRef context, struct syb_bytes bytes, const char *name,
	     LLVMModuleRef *out_module);
/* Link modules of its context into it; they are freed, even on failure. */
int ir_combine(struct syb_ctx *ctx, struct syb_ir *ir, LLVMModuleRef *sources, size_t count);

/* Link missing definitions from a library of bitcode, as internal ones. */
int ir_take_needed(struct syb_ctx *ctx, struct syb_ir *ir, struct syb_bytes library, const char *name);

/* post-link has prepared the module for its translator: the passes for that have nothing left to do. */
void ir_mark_prepared(struct syb_ir *ir);
bool ir_is_prepared(const struct syb_ir *ir);

/* Write a module, as text or bitcode. */
int ir_put(struct syb_ctx *ctx, LLVMModuleRef module, bool text, struct syb_out *out);

/* Run passes of LLVM, named as opt -passes= names them. */
int ir_run_passes(struct syb_ctx *ctx, const struct syb_ir *ir, const char *passes);

/* Replace a list such as llvm.global.annotations by one with these entries; without entries it is removed. */
void ir_replace_list(LLVMModuleRef module, LLVMValueRef list, LLVMValueRef *entries, size_t count);
/* A constant variable that only this module can see. */
LLVMValueRef ir_add_constant(LLVMModuleRef module, LLVMValueRef value, const char *name, unsigned space);

/* Run LLVM's verifier; its message becomes the diagnostic, with this code. */
int ir_verify(struct syb_ctx *ctx, const struct syb_ir *ir, enum syb_code code);

/* Entry points: definitions of kernels and of SYCL_EXTERNAL functions (with a "sycl-module-id", without builtins). */
bool ir_is_kernel(LLVMValueRef function);
bool ir_is_entry_point(LLVMValueRef function);
/* A function that an image may import from another one: not the compiler's, not a builtin. */
bool ir_is_importable(LLVMValueRef function);
/* Value of a string attribute of a function, NULL when it has none; not NUL-terminated. */
const char *ir_attribute(LLVMValueRef function, const char *name, size_t *out_len);
static inline bool ir_has(LLVMValueRef function, const char *attribute)
{
	size_t len;

	return ir_attribute(function, attribute, &len) != NULL;
}
/* The same of a global variable; ptr is NULL when it has none. */
static inline struct text ir_variable_attribute(LLVMValueRef variable, const char *name)
{
	struct text value = { NULL, 0 };

	value.ptr = shim_attribute(variable, 0, name, &value.len);
	return value;
}
/* NUL-terminated, as LLVM's names are. */
static inline const char *ir_name(LLVMValueRef value)
{
	size_t len;

	return LLVMGetValueName2(value, &len);
}
/* The name without "_Z" and the digits after it. */
static inline const char *ir_unmangled(const char *name)
{
	return str_starts(name, "_Z") ? name + 2 + strspn(name + 2, "0123456789") : name;
}
static inline LLVMValueRef ir_function_of(LLVMValueRef instruction)
{
	return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}
static inline bool ir_calls(LLVMValueRef user, LLVMValueRef function)
{
	return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}
/* Add a string attribute to a function. */
static inline void ir_add_attribute(const struct syb_ir *ir, LLVMValueRef function, unsigned index, const char *name,
				    const char *value)
{
	LLVMAddAttributeAtIndex(
		function, index,
		LLVMCreateStringAttribute(ir->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}
static inline unsigned ir_attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}
/* The i-th part of a structure, or any of an array or vector. */
static inline LLVMTypeRef ir_part_type(LLVMTypeRef type, unsigned i)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
							   : LLVMGetElementType(type);
}
/* Of a kernel's parameter: native code finds the values of specialization constants where it points. */
#define IR_SPEC_CONSTANTS_ARG "sycl-spec-constants-arg"

#endif
