/* runtime/backend/cubin.h — for which GPU a cubin was compiled. */
#ifndef RUNTIME_CUBIN_H
#define RUNTIME_CUBIN_H

#include <sybil/ctx.h>

/* 90 of sm_90; 0 when these bytes are no cubin. Code runs on GPUs of the same major number and at least this minor. */
unsigned cubin_sm(struct syb_bytes bytes);

/* How many of these bytes the file has, by its own tables: nothing behind them belongs to it. Reads no further than the
 * tables say, so that there may be fewer bytes than stated. Fails: FORMAT, check "elf", for what is not a cubin or does
 * not end there. */
int cubin_extent(struct syb_ctx *ctx, struct syb_bytes bytes, size_t *out_extent);

#endif
