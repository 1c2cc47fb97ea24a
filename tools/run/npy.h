/* tools/run/npy.h — NumPy's .npy files: a header that is a Python dictionary, then the data. */
#ifndef TOOLS_NPY_H
#define TOOLS_NPY_H

#include "elements.h"

enum { NPY_DIMS = 32 };

struct npy {
	const struct element *element;
	bool swapped; /* big-endian */
	size_t dims;
	uint64_t shape[NPY_DIMS];
	uint64_t count;
	struct syb_bytes data; /* borrowed: exactly count elements */
};

/* Any version. Fails: FORMAT (npy-header, npy-type, npy-size). */
int npy_read(struct syb_ctx *ctx, struct syb_bytes bytes, struct npy *out);
/* Write a version 1.0 header that ends at a multiple of 64; the caller writes the data after it. */
int npy_header(struct syb_ctx *ctx, struct buf *buf, const struct element *element, const uint64_t *shape, size_t dims);

#endif
