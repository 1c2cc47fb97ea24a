/* package/matrix.h — inside of the matrix: which image of a module a device takes. */
#ifndef PACKAGE_MATRIX_H
#define PACKAGE_MATRIX_H

#include "requirements.h"
#include <sybil/bin.h>

/* How a device gets at the code of a module, worse ones first. */
enum image_way {
	WAY_NONE,   /* not at all */
	WAY_SOURCE, /* a row of a file table: what a compiler for the device is given */
	WAY_IR,
	WAY_NATIVE,
};

/* The best image of a module for a device (matrix_images.c). */
enum image_way matrix_way(const struct syb_module *module, const struct syb_device *device,
			  const struct syb_image **out_image);
/* One image: whether it is for the device, and for native code whether it may turn out to be. */
bool matrix_image_is_for(const struct syb_image *image, const struct syb_device *device);
bool matrix_image_may_be(const struct syb_image *image, const struct syb_device *device);
/* true when the device is a generic one that may turn out to be one that the module has native code for. */
bool matrix_may_have(const struct syb_module *module, const struct syb_device *device);
/* NULL: not told. */
const char *matrix_way_name(enum image_way way);
/* What images there are instead: "only native code for pvc, sm_80". In the arena. */
int matrix_images_text(struct syb_ctx *ctx, struct arena *arena, const struct syb_module *module, const char **out);

#endif
