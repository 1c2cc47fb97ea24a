/* ir/shim/shim_passes.h — LLVM's own passes and the parts of its linker that the LLVM-C API lacks; shim_passes.cpp. */
#ifndef IR_SHIM_PASSES_H
#define IR_SHIM_PASSES_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Run the pipeline of a level ('0' to '3', 's', 'z') without what translators to SPIR-V cannot take. generic: the
 * address space whose pointers may point anywhere. */
void shim_optimize(LLVMModuleRef module, char level, unsigned generic);

/* Bitcode whose functions are read as they are needed; bytes have to stay. NULL on error, see shim_parse. */
LLVMModuleRef shim_parse_lazy(LLVMContextRef context, const void *bytes, size_t len, struct shim_error *error);
/* Link what is missing out of a library, which is gone afterwards; nobody else sees what came in. Errors go to the
 * handler of the context. */
bool shim_link_needed(LLVMModuleRef module, LLVMModuleRef library);

#ifdef __cplusplus
}
#endif
#endif
