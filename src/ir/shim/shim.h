/* ir/shim/shim.h — what the LLVM-C API lacks, as C. shim.cpp is the only C++ of the library.
 *
 * Nothing here allocates from a context, reports, or decides: it hands LLVM's objects over. */
#ifndef IR_SHIM_H
#define IR_SHIM_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a text or bitcode is no module. message is freed with LLVMDisposeMessage. */
struct shim_error {
	char *message;
	uint32_t line, column; /* of text, counted from 1; 0 for bitcode */
};

/* bytes need not end with NUL. NULL on error. */
LLVMModuleRef shim_parse(LLVMContextRef context, const void *bytes, size_t len, const char *name,
			 struct shim_error *error);
/* What the verifier says; message is freed with LLVMDisposeMessage. */
struct shim_verdict {
	char *message;
	bool dropped_debug; /* debug information was invalid, or of another age, and is gone */
};
bool shim_verify(LLVMModuleRef module, struct shim_verdict *verdict);
/* Write a module through a callback; stops calling it once it returned non-zero, and returns that. */
typedef int shim_put_fn(void *user, const void *bytes, size_t len);
int shim_write(LLVMModuleRef module, bool text, shim_put_fn *put, void *user);

/* Link modules into another one of the same context; sources are gone, whatever happens. Errors go to the handler of
 * the context. */
bool shim_link(LLVMModuleRef module, LLVMModuleRef *sources, size_t count);

/* Whether its pointers have types; and those of a context in which something was read. */
bool shim_wants_typed_pointers(LLVMContextRef context);
bool shim_typed_pointers(LLVMModuleRef module);

/* ---- metadata, without wrapping it into values ---- */
/* Function or global variable; NULL when it has none of the kind (the first of several). */
LLVMMetadataRef shim_global_metadata(LLVMValueRef global, unsigned kind);
LLVMMetadataRef shim_instruction_metadata(LLVMValueRef instruction, unsigned kind);
void shim_instruction_set_metadata(LLVMValueRef instruction, unsigned kind, LLVMMetadataRef node);
/* Move the terminator of a block into a new block after it. */
void shim_split_end(LLVMBasicBlockRef block);
/* Whether each reachable block has a predecessor before it; put blocks into reverse post-order, unreachable ones last.
 */
bool shim_blocks_ordered(LLVMValueRef function);
void shim_order_blocks(LLVMValueRef function);
/* 0 and NULL for what is no node. Operands may be NULL. */
size_t shim_node_count(LLVMMetadataRef node);
LLVMMetadataRef shim_node_at(LLVMMetadataRef node, size_t i);
bool shim_is_node(LLVMMetadataRef md);
/* NULL for what is no string; not NUL-terminated. */
const char *shim_string(LLVMMetadataRef md, size_t *out_len);
/* An integer constant of at most 64 bits, sign-extended. */
bool shim_integer(LLVMMetadataRef md, int64_t *out_value);
/* NULL for what is no value. */
LLVMValueRef shim_value(LLVMMetadataRef md);
/* Named metadata: number of nodes (0 when it is not there), and each of them. */
size_t shim_named_count(LLVMModuleRef module, const char *name);
LLVMMetadataRef shim_named_at(LLVMModuleRef module, const char *name, size_t i);
void shim_named_add(LLVMModuleRef module, const char *name, LLVMMetadataRef node);
void shim_named_remove(LLVMModuleRef module, const char *name);

/* ---- attributes of global variables ---- */
size_t shim_global_attribute_count(LLVMValueRef global);
/* String attributes only; false for others. Not NUL-terminated. */
bool shim_global_attribute_at(LLVMValueRef global, size_t i, const char **out_name, size_t *out_name_len,
			      const char **out_value, size_t *out_value_len);
/* The value of a string attribute, NULL when there is none; not NUL-terminated. */
const char *shim_global_attribute(LLVMValueRef global, const char *name, size_t *out_len);
void shim_global_attribute_add(LLVMValueRef global, const char *name, size_t name_len, const char *value,
			       size_t value_len);
/* The variable in another address space, for this module alone, with no value at the start; global is gone. */
LLVMValueRef shim_global_move(LLVMValueRef global, unsigned address_space);

/* ---- functions ---- */
/* The function without the parameters that drop names, in its place and with its body, attributes and metadata; debug
 * information that names what is dropped says that the value is not known. function is gone afterwards. Whoever uses
 * it is given the new one. */
LLVMValueRef shim_function_drop_parameters(LLVMValueRef function, const bool *drop);
/* The kernel with offsets of 32 bits in place of pointers of base's address space; they are counted from base. It takes
 * the place of function, which is gone. The same function where it has no such parameter. Pointers have no types. */
LLVMValueRef shim_function_offsets(LLVMValueRef function, LLVMValueRef base);
/* The function with one more parameter behind the others. It takes the place of function, which is gone; calls of it
 * are not changed. */
LLVMValueRef shim_function_add_parameter(LLVMValueRef function, LLVMTypeRef type);

/* "kernel_arg_type" of a kind of metadata; not NUL-terminated. */
const char *shim_kind_name(LLVMContextRef context, unsigned kind, size_t *out_len);

/* Calling convention, attributes and other properties of a function but its linkage. */
void shim_copy_attributes(LLVMValueRef to, LLVMValueRef from);
/* Give a value the name of another one, which loses it. */
void shim_take_name(LLVMValueRef value, LLVMValueRef from);

/* Give up a constant that nothing uses any more: it would follow whatever it names. */
void shim_constant_drop(LLVMValueRef constant);

/* Remove a variable that only this module can see, once nothing alive points to it. */
void shim_global_drop_unused(LLVMValueRef global);

/* ---- debug information ---- */
/* The location of the declaration of the variable that lies there; NULL when it is not known. */
LLVMMetadataRef shim_debug_declared(LLVMValueRef alloca);
/* Where what is said of a variable's value takes other operations of DWARF than these: the value is not known. */
void shim_debug_forget_values(LLVMModuleRef module, const uint64_t *known, size_t count);
/* Arguments of templates that have no value get one that is not known. */
void shim_debug_give_template_values(LLVMModuleRef module);
/* Functions no longer promise that all their calls are described. */
void shim_debug_forget_calls(LLVMModuleRef module);
/* Where variables are that lie in several places, and those of the module that only it knows. */
void shim_debug_forget_places(LLVMModuleRef module);

#ifdef __cplusplus
}
#endif
#endif
