/* format/spirv/spirv_body.h — whether kernels of different modules have the same code. */
#ifndef FORMAT_SPIRV_BODY_H
#define FORMAT_SPIRV_BODY_H

#include "base/sha256.h"
#include "base/span.h"

struct spirv_bodies;

/* Read a module; its bytes must outlive the result. Fails as spirv_defs_new does. */
int spirv_bodies_new(struct syb_ctx *ctx, struct span file, struct spirv_bodies **out_bodies);
void spirv_bodies_free(struct spirv_bodies *b);
/* A hash of a kernel and everything that it uses. Equal code has equal hashes, whatever else the modules contain: ids,
 * names, debug information, exports and numbers of specialization constants have no influence. Fails: NOTFOUND (not
 * reported), FORMAT, UNSUPPORTED, NOMEM. */
int spirv_body_hash(struct spirv_bodies *b, const char *kernel, uint8_t out[SHA256_SIZE]);

DEFINE_CLEANUP(struct spirv_bodies *, spirv_bodies_free);

#endif
