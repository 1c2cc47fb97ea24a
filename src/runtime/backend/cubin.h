/* runtime/backend/cubin.h — for which GPU a cubin was compiled. */
#ifndef RUNTIME_CUBIN_H
#define RUNTIME_CUBIN_H

#include <sybil/ctx.h>

/* 90 of sm_90; 0 when these bytes are no cubin. Code runs on GPUs of the same major number and at least this minor. */
unsigned cubin_sm(struct syb_bytes bytes);

/* How many of these bytes the file has, by its own tables: nothing behind them is its. 0: no cubin, or one that does
 * not end here. Reads no further than the tables say, so that len may be more than there is. */
size_t cubin_extent(const void *bytes, size_t len);

#endif
