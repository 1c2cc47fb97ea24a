/* package/pack/wrap_limits.h — fixed targets in the terms of the SYCL runtime. */
#ifndef PACKAGE_WRAP_LIMITS_H
#define PACKAGE_WRAP_LIMITS_H

#include "base/ctx.h"

#include <sybil/propsets.h>

/* The aspect `custom`, which no device of a SYCL runtime has: an image that requires it is refused. */
enum { WRAP_NO_DEVICE = 4 };

/* How the runtime can tell the fixed targets of an image from other devices. Neither: it need not. */
struct wrap_limits {
	uint32_t aspect;      /* that all of them have, and no other device; 0: none */
	const char **targets; /* values of compile_target, one for each image */
	size_t count;
};

/* cuda: the image is for NVIDIA GPUs, otherwise it is SPIR-V. Warns (check wrap-fixed-target) about a target that the
 * runtime cannot tell from others. */
int wrap_find_limits(struct syb_ctx *ctx, struct arena *arena, const struct syb_requirements *from, bool cuda,
		     struct wrap_limits *out);

#endif
