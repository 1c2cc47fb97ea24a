/* runtime/asserts.h — assertions of kernels that the runtime reports itself. */
#ifndef RUNTIME_ASSERTS_H
#define RUNTIME_ASSERTS_H

#include "queue.h"

/* The variable that records a failure. */
extern const char asserts_symbol[];
extern const size_t asserts_bytes;
/* SPIR-V of the function that device code calls; static. */
struct syb_bytes asserts_library(void);
/* Whether the runtime resolves imports of this name. */
bool asserts_is_function(const char *name);
/* Let a module that imports the function import the library's instead: *spirv becomes a copy, and *needed true. Fails:
 * FORMAT, NOMEM. */
int asserts_redirect(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes *spirv, bool *needed);
/* Check for a failure after commands of a program with the library. Fails: DEVICE ("kernel-assert"), NOMEM. */
int asserts_check(struct syb_ctx *ctx, struct program_code *code);

#endif
