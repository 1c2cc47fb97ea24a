/* ir/shim/shim_passes.h — LLVM's own passes and the parts of its linker that the LLVM-C API lacks; shim_passes.cpp. */
#ifndef IR_SHIM_PASSES_H
#define IR_SHIM_PASSES_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Run the pipeline of a level ('0' to '3', 's', 'z') without passes that translators to SPIR-V do not support. generic:
 * the generic address space. */
void shim_optimize(LLVMModuleRef module, char level, unsigned generic);

/* Read bitcode whose functions are loaded on demand; bytes must stay valid. NULL on error, see shim_parse. */
LLVMModuleRef shim_parse_lazy(LLVMContextRef context, const void *bytes, size_t len, struct shim_error *error);
/* Link missing definitions from a library as internal ones; library is freed. Errors go to the context's handler. */
bool shim_link_needed(LLVMModuleRef module, LLVMModuleRef library);

#ifdef __cplusplus
}
#endif
#endif
