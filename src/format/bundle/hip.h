/* format/bundle/hip.h — the records that HIP's compiler puts into programs, libraries and objects. */
#ifndef FORMAT_BUNDLE_HIP_H
#define FORMAT_BUNDLE_HIP_H

#include "base/span.h"

#define HIP_RECORDS ".hipFatBinSegment"

/* bytes: from the start of a bundle to the end of the segment, or section, that contains it. */
typedef int hip_bundle_fn(void *user, struct span bytes);
/* Call fn for each bundle that the records in this section of an ELF file point to. Stops with a
 * warning (check bundle-record) at the first record that does not. Fails: NOMEM, LIMIT, and as fn does. */
int hip_each_bundle(struct syb_ctx *ctx, struct span file, struct span records, hip_bundle_fn *fn, void *user);

#endif
