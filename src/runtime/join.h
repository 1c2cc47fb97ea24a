/* runtime/join.h — SPIR-V modules that import from each other → one, for drivers that do not link. */
#ifndef RUNTIME_JOIN_H
#define RUNTIME_JOIN_H

#include "runtime/backend/backend.h"

/* Constants of the inputs were set already. Fails: INCOMPATIBLE, FORMAT, UNSUPPORTED, NOMEM. */
int join_images(struct syb_ctx *ctx, const struct be_input *inputs, size_t count, struct syb_file **out_file);

#endif
