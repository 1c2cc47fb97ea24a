/* ir/shim/shim.h — C functions for features that the LLVM-C API lacks. The shim files are the only C++ of the library.
 *
 * Nothing here allocates from a context, reports, or decides: it only passes on LLVM's objects. */
#ifndef IR_SHIM_H
#define IR_SHIM_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why text or bitcode is not a module. Free message with LLVMDisposeMessage. */
struct shim_error {
	char *message;
	uint32_t line, column; /* of text, counted from 1; 0 for bitcode */
};

/* Set an option of LLVM that is a flag; one that this LLVM does not have is ignored. Parsing a command line would
 * compare an unknown name with all options, which takes milliseconds. */
void shim_option_on(const char *name);

/* bytes need not end with NUL. NULL on error. */
LLVMModuleRef shim_parse(LLVMContextRef context, const void *bytes, size_t len, const char *name,
			 struct shim_error *error);
/* The result of the verifier. Free message with LLVMDisposeMessage. */
struct shim_verdict {
	char *message;
	bool dropped_debug; /* debug information was invalid or of another version, and was dropped */
};
bool shim_verify(LLVMModuleRef module, struct shim_verdict *verdict);
/* Write a module through a callback; stops calling it once it returned non-zero, and returns that. */
typedef int shim_put_fn(void *user, const void *bytes, size_t len);
int shim_write(LLVMModuleRef module, bool text, shim_put_fn *put, void *user);

/* Link modules into another one of the same context; sources are freed, even on failure. Errors go to the context's
 * handler. */
bool shim_link(LLVMModuleRef module, LLVMModuleRef *sources, size_t count);

/* Rename a named structure; LLVM adds a number where the context has another one of that name. */
void shim_struct_rename(LLVMTypeRef type, const char *name);
/* Call a function for each named structure that a module uses. */
typedef void shim_struct_fn(void *user, LLVMTypeRef type);
void shim_each_struct(LLVMModuleRef module, shim_struct_fn *fn, void *user);

/* Whether pointers have types: in a context in which a module was read, or in a module. */
bool shim_wants_typed_pointers(LLVMContextRef context);
bool shim_typed_pointers(LLVMModuleRef module);

/* ---- metadata, without wrapping it into values ---- */
/* Function or global variable; NULL when it has none of the kind (the first of several). */
LLVMMetadataRef shim_global_metadata(LLVMValueRef global, unsigned kind);
LLVMMetadataRef shim_instruction_metadata(LLVMValueRef instruction, unsigned kind);
void shim_instruction_set_metadata(LLVMValueRef instruction, unsigned kind, LLVMMetadataRef node);
/* Move the terminator of a block into a new block after it. */
void shim_split_end(LLVMBasicBlockRef block);
/* Move an instruction and those after it into a new block, which the old one branches to. */
LLVMBasicBlockRef shim_split_before(LLVMValueRef instruction);
/* Inline a call of a function with a body; false when LLVM cannot. */
bool shim_inline(LLVMValueRef call);
/* Whether each reachable block has a predecessor before it; put blocks into reverse post-order, unreachable ones last.
 */
bool shim_blocks_ordered(LLVMValueRef function);
void shim_order_blocks(LLVMValueRef function);
/* 0 and NULL for other metadata. Operands may be NULL. */
size_t shim_node_count(LLVMMetadataRef node);
LLVMMetadataRef shim_node_at(LLVMMetadataRef node, size_t i);
bool shim_is_node(LLVMMetadataRef md);
/* NULL for other metadata; not NUL-terminated. */
const char *shim_string(LLVMMetadataRef md, size_t *out_len);
/* An integer constant of at most 64 bits, sign-extended. */
bool shim_integer(LLVMMetadataRef md, int64_t *out_value);
/* NULL for other metadata. */
LLVMValueRef shim_value(LLVMMetadataRef md);
/* Named metadata: its number of nodes, 0 when it is missing, and each node. */
size_t shim_named_count(LLVMModuleRef module, const char *name);
LLVMMetadataRef shim_named_at(LLVMModuleRef module, const char *name, size_t i);
void shim_named_add(LLVMModuleRef module, const char *name, LLVMMetadataRef node);
void shim_named_remove(LLVMModuleRef module, const char *name);

/* ---- string attributes of a global variable, or of a function at LLVM's index; texts are not NUL-terminated ---- */
/* The number of attributes of any kind. */
size_t shim_attribute_count(LLVMValueRef global, unsigned index);
/* False for other attributes than strings. */
bool shim_attribute_at(LLVMValueRef global, unsigned index, size_t i, const char **out_name, size_t *out_name_len,
		       const char **out_value, size_t *out_value_len);
/* The value of an attribute; NULL when there is none. */
const char *shim_attribute(LLVMValueRef global, unsigned index, const char *name, size_t *out_len);
void shim_global_attribute_add(LLVMValueRef global, const char *name, size_t name_len, const char *value,
			       size_t value_len);
/* Replace a variable by an internal, uninitialized one in another address space. */
LLVMValueRef shim_global_move(LLVMValueRef global, unsigned address_space);

/* ---- functions ---- */
/* Replace a function by one without the dropped parameters, with its body, attributes, metadata and users. Debug
 * information of dropped parameters becomes "unknown". function is freed. */
LLVMValueRef shim_function_drop_parameters(LLVMValueRef function, const bool *drop);
/* Replace a kernel by one with 32-bit offsets from base in place of pointers to its address space; they must be
 * multiples of base's alignment. function is freed, or returned when it has no such parameter. Pointers must be
 * opaque. */
LLVMValueRef shim_function_offsets(LLVMValueRef function, LLVMValueRef base);
/* Replace a function by one with another parameter at the end. function is freed; its calls are not changed. */
LLVMValueRef shim_function_add_parameter(LLVMValueRef function, LLVMTypeRef type);

/* "kernel_arg_type" of a kind of metadata; not NUL-terminated. */
const char *shim_kind_name(LLVMContextRef context, unsigned kind, size_t *out_len);

/* The names of the module's struct types, which lose them. A context has each name once: while other modules have
 * theirs, a module that is read into it gets other names. Give them back once. */
struct shim_type_names;
struct shim_type_names *shim_type_names_take(LLVMModuleRef module);
void shim_type_names_give(struct shim_type_names *names);

/* Copy the calling convention, attributes and other properties of a function, except its linkage. */
void shim_copy_attributes(LLVMValueRef to, LLVMValueRef from);
/* Give a value the name of another one, which loses it. */
void shim_take_name(LLVMValueRef value, LLVMValueRef from);

/* Destroy an unused constant, which would otherwise follow changes of its operands. */
void shim_constant_drop(LLVMValueRef constant);

/* Remove a variable that only this module can see, once nothing alive points to it. */
void shim_global_drop_unused(LLVMValueRef global);

/* ---- debug information ---- */
/* The location of the declaration of the variable in an alloca; NULL when it is unknown. */
LLVMMetadataRef shim_debug_declared(LLVMValueRef alloca);
/* Mark values of variables as unknown where they need other DWARF operations than these. */
void shim_debug_forget_values(LLVMModuleRef module, const uint64_t *known, size_t count);
/* Give template arguments without a value an unknown one. */
void shim_debug_give_template_values(LLVMModuleRef module);
/* Clear the flag that all calls of a function are described. */
void shim_debug_forget_calls(LLVMModuleRef module);
/* Drop the places of variables in several pieces, and of internal globals. */
void shim_debug_forget_places(LLVMModuleRef module);

#ifdef __cplusplus
}
#endif
#endif
