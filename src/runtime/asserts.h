/* runtime/asserts.h — assertions of kernels that the runtime reports itself. */
#ifndef RUNTIME_ASSERTS_H
#define RUNTIME_ASSERTS_H

#include "queue.h"

/* The variable that a failure is kept in. */
extern const char asserts_symbol[];
extern const size_t asserts_bytes;
/* SPIR-V of the function that device code calls; stays. */
struct syb_bytes asserts_library(void);
/* Imports of this name are the runtime's to resolve. */
bool asserts_is_function(const char *name);
/* Whether a module needs it. Fails: FORMAT, NOMEM. */
int asserts_needed(struct syb_ctx *ctx, struct syb_bytes spirv, bool *out);
/* After commands of a program that has it. Fails: DEVICE ("kernel-assert"), NOMEM. */
int asserts_check(struct syb_ctx *ctx, struct program_code *code);

#endif
