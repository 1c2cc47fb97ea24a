/* package/check_offload.h — rules about offload binaries that open but are not as they should be. */
#ifndef PACKAGE_CHECK_OFFLOAD_H
#define PACKAGE_CHECK_OFFLOAD_H

#include "base/ctx.h"
#include <sybil/offload.h>

/* Report every broken rule to ctx (names: checks.def). Fails only for NOMEM. */
int offload_check(struct syb_ctx *ctx, const struct syb_offload *offload);

#endif
