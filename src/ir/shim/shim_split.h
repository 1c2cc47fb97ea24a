/* ir/shim/shim_split.h — what splitting a module needs and the LLVM-C API lacks, as C; see shim.h for the rules.
 *
 * Functions and variables move between modules of one context without changes to their users. */
#ifndef IR_SHIM_SPLIT_H
#define IR_SHIM_SPLIT_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty module in the same context: source name, target, data layout, inline assembly. */
LLVMModuleRef shim_module_like(LLVMModuleRef module);
/* Append a global to another module of the context; detach removes it from its module, which costs half as much. */
void shim_move(LLVMValueRef global, LLVMModuleRef to);
void shim_detach(LLVMValueRef global);

/* Write modules as bitcode with one buffer, without the symbol table for native linkers, which takes a third of the
 * time of small modules. The bytes are valid until the next call. */
struct shim_writer;
struct shim_writer *shim_writer_new(void);
void shim_writer_free(struct shim_writer *writer);
const void *shim_writer_bitcode(struct shim_writer *writer, LLVMModuleRef module, size_t *out_len);

/* The visibility of a global, which shim_internalize and shim_strip change and shim_show restores. */
struct shim_sight {
	void *comdat;
	uint8_t linkage, visibility, storage;
	bool dso_local;
};
void shim_internalize(LLVMValueRef global, struct shim_sight *out_before);
void shim_show(LLVMValueRef global, const struct shim_sight *sight);
/* Only the linkage that can be dropped when nothing uses it. */
bool shim_is_discardable(LLVMValueRef global);
bool shim_is_available_externally(LLVMValueRef global);

/* Whether nothing uses it. Unused constants that name it are removed. Metadata is not considered. */
bool shim_is_unused(LLVMValueRef global);
/* Remove functions that nothing but themselves uses. */
void shim_functions_drop(const LLVMValueRef *functions, size_t count);

/* Turn a definition into a declaration; the returned function, which is in no module, keeps the body. */
LLVMValueRef shim_strip(LLVMValueRef function, struct shim_sight *out_before);
void shim_dress(LLVMValueRef function, LLVMValueRef body, const struct shim_sight *before);

/* Whether metadata mentions it. */
bool shim_in_metadata(LLVMValueRef global);
/* Globals that metadata mentions: of a global and its instructions, or below a node; without debug information. */
typedef void shim_global_fn(void *user, LLVMValueRef global);
struct shim_mentions;
struct shim_mentions *shim_mentions_new(void);
void shim_mentions_free(struct shim_mentions *mentions);
void shim_mentions_of(struct shim_mentions *mentions, LLVMValueRef global, shim_global_fn *fn, void *user);
void shim_mentions_below(struct shim_mentions *mentions, LLVMMetadataRef node, shim_global_fn *fn, void *user);

/* Compile units of images: each image has those of its functions and variables, with its own variables only.
 * shim_units_new drops template arguments that are globals and removes variables from their units; NULL without
 * units. */
struct shim_units;
struct shim_units *shim_units_new(LLVMModuleRef module);
void shim_units_free(struct shim_units *units);
/* Put the units of a module's functions and variables into it; leave: take their variables out again. */
void shim_units_enter(struct shim_units *units, LLVMModuleRef module);
void shim_units_leave(struct shim_units *units, LLVMModuleRef module);

#ifdef __cplusplus
}
#endif
#endif
