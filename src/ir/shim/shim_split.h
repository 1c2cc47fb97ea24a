/* ir/shim/shim_split.h — what taking a module apart needs and the LLVM-C API lacks, as C; see shim.h for the rules.
 *
 * Functions and variables move between modules of one context as they are: nothing that uses them notices. */
#ifndef IR_SHIM_SPLIT_H
#define IR_SHIM_SPLIT_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty module in the same context: source name, target, data layout, inline assembly. */
LLVMModuleRef shim_module_like(LLVMModuleRef module);
/* Append a function, variable, alias or ifunc to another module of the context; detach: it is in none for now, which
 * costs half as much as moving it to where nobody looks. */
void shim_move(LLVMValueRef global, LLVMModuleRef to);
void shim_detach(LLVMValueRef global);

/* Write many modules as bitcode with one buffer, without the table of symbols that linkers of native code want: it
 * costs a third of the time of small modules. The bytes are valid until the next call. */
struct shim_writer;
struct shim_writer *shim_writer_new(void);
void shim_writer_free(struct shim_writer *writer);
const void *shim_writer_bitcode(struct shim_writer *writer, LLVMModuleRef module, size_t *out_len);

/* How others see a global: what shim_internalize and shim_strip change, and shim_show sets back. */
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

/* Make a definition a declaration; the body waits in the function that is returned, which no module has. */
LLVMValueRef shim_strip(LLVMValueRef function, struct shim_sight *out_before);
void shim_dress(LLVMValueRef function, LLVMValueRef body, const struct shim_sight *before);

/* Whether metadata mentions it. */
bool shim_in_metadata(LLVMValueRef global);
/* Globals that metadata mentions: of a global and its instructions, or below a node. Debug information is not looked
 * into. */
typedef void shim_global_fn(void *user, LLVMValueRef global);
struct shim_mentions;
struct shim_mentions *shim_mentions_new(void);
void shim_mentions_free(struct shim_mentions *mentions);
void shim_mentions_of(struct shim_mentions *mentions, LLVMValueRef global, shim_global_fn *fn, void *user);
void shim_mentions_below(struct shim_mentions *mentions, LLVMMetadataRef node, shim_global_fn *fn, void *user);

/* Compile units of images: each has those that its functions and variables belong to, with its own variables only.
 * NULL when the module has none. New: template arguments that are globals are forgotten, variables are taken out of
 * their units. */
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
