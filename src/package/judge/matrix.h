/* package/judge/matrix.h — the matrix of kernels and devices, and which image of a module a device gets. */
#ifndef PACKAGE_MATRIX_H
#define PACKAGE_MATRIX_H

#include "base/buf.h"
#include "base/hash.h"
#include "requirements.h"
#include <sybil/bin.h>

/* How a device gets at the code of a module, worse ones first. */
enum image_way {
	WAY_NONE,   /* not at all */
	WAY_SOURCE, /* a row of a file table: the input of a compiler for the device */
	WAY_IR,
	WAY_NATIVE,
};

/* The best image of a module for a device (matrix_images.c). */
enum image_way matrix_way(const struct syb_module *module, const struct syb_device *device,
			  const struct syb_image **out_image);
/* Whether an image is for the device, and whether native code may be for a generic device. */
bool matrix_image_is_for(const struct syb_image *image, const struct syb_device *device);
bool matrix_image_may_be(const struct syb_image *image, const struct syb_device *device);
/* true when the device is generic and may be one that the module has native code for. */
bool matrix_may_have(const struct syb_module *module, const struct syb_device *device);
/* NULL: not shown. */
const char *matrix_way_name(enum image_way way);
/* Append what the verdicts depend on: equal keys, equal verdicts. module is NULL for a row of a table. Returns false
 * where they depend on code, too (matrix_key.c). */
bool matrix_key(struct syb_ctx *ctx, const struct syb_requirements *req, const struct syb_module *module,
		struct buf *out);
/* The images of the module: "only images for pvc, sm_80". In the arena. */
int matrix_images_text(struct syb_ctx *ctx, struct arena *arena, const struct syb_module *module, const char **out);

/* ---- kernels × devices (matrix.c) ---- */

/* One module, or others like it, on one device. */
struct matrix_verdict {
	const struct fit *fit; /* ends after its last reason: there may be many verdicts */
	enum image_way way;
	size_t image;
	const char *image_name; /* as above */
};

struct matrix_row {
	const char *name;
	const struct matrix_verdict **cells; /* one for each device */
	size_t *places;                      /* modules, or rows of a table, that they are from; NULL: not needed */
};

/* Begin with ctx, opts, devices and device_count. */
struct matrix {
	struct syb_ctx *ctx;
	struct arena arena;
	struct allocator from;
	struct syb_matrix_opts opts;
	const struct syb_device *const *devices;
	size_t device_count;
	struct matrix_row *rows;
	size_t row_count, row_room;
	struct hash names;  /* of kernels → place in rows */
	struct hash judged; /* matrix_key → verdicts */
	size_t sources;     /* packages and tables */
	uint64_t allow;     /* bytes of a package's images that may be looked into */
	bool table;
	const char *numbers[2]; /* of the aspects, in words */
};

#endif
