/* ir/shim/shim_spaces.h — move a module to other address spaces; shim_spaces.cpp. */
#ifndef IR_SHIM_SPACES_H
#define IR_SHIM_SPACES_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replace address space i by to[i] in all types of a module with opaque pointers. Casts between spaces that become the
 * same one disappear. False if the module has aliases, which device code must not have. */
bool shim_move_spaces(LLVMModuleRef module, const unsigned *to, size_t count);
/* A copy of a function under another name. */
LLVMValueRef shim_function_copy(LLVMValueRef function, const char *name);

#ifdef __cplusplus
}
#endif
#endif
