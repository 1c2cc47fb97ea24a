/* package/pack/pack.h — files that a pack keeps open until it is written. */
#ifndef PACKAGE_PACK_H
#define PACKAGE_PACK_H

#include <sybil/package.h>

/* The pack closes the file when it is freed; on failure, at once. */
int pack_keep(struct syb_ctx *ctx, struct syb_pack *pack, struct syb_file *file);
/* Write the modules of wrapped images, each kernel once (pack_wrapped.c). */
int pack_wrapped(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_bin *bin);

#endif
