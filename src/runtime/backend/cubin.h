/* runtime/backend/cubin.h — for which GPU a cubin was compiled. */
#ifndef RUNTIME_CUBIN_H
#define RUNTIME_CUBIN_H

#include <sybil/ctx.h>

/* 90 of sm_90; 0 if these bytes are not a cubin. Code runs on GPUs of the same major number and at least this minor. */
unsigned cubin_sm(struct syb_bytes bytes);

/* The size of the file according to its own tables. Reads no further than the tables state, so fewer bytes than given
 * may be readable. Fails: FORMAT, check "elf", if it is not a cubin or is larger than these bytes. */
int cubin_extent(struct syb_ctx *ctx, struct syb_bytes bytes, size_t *out_extent);

#endif
