/* package/pack/packager_order.h — the order in which LLVM 19's clang-offload-packager writes an entry's strings. */
#ifndef PACKAGE_PACKAGER_ORDER_H
#define PACKAGE_PACKAGER_ORDER_H

#include "base/ctx.h"

/* Number under which that tool's map files a key; it is the same in every run. */
uint32_t packager_hash(const void *key, size_t len);
/* Fill out_order with the indices of keys (all different, in order of first mention) as the map yields them. */
int packager_order(struct syb_ctx *ctx, const struct syb_bytes *keys, size_t count, size_t *out_order);

#endif
