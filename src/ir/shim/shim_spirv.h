/* ir/shim/shim_spirv.h — the function of the module sybil-spirv-15.so, which src/ir/module/spirv.c loads. */
#ifndef IR_SHIM_SPIRV_H
#define IR_SHIM_SPIRV_H

#include <stdbool.h>
#include <stddef.h>

#define SHIM_SPIRV_FUNCTION "shim_spirv_write"

#ifdef __cplusplus
extern "C" {
#endif

typedef void shim_spirv_put(void *user, const void *bytes, size_t len);
/* Translate a module; the values of llvm-spirv's options --spirv-ext and --spirv-max-version. False: it cannot be
 * translated with these options. May print, and may end the process. */
__attribute__((visibility("default"))) bool shim_spirv_write(const void *bitcode, size_t len,
							     const char *extension_list, const char *version,
							     shim_spirv_put *put, void *user);

#ifdef __cplusplus
}
#endif
#endif
