/* lib/rtpack.h — packages for tests of the runtime: modules of a few lines, images from files that make-kernels made.
 */
#ifndef TESTS_LIB_RTPACK_H
#define TESTS_LIB_RTPACK_H

#include "rt.h"

#include <sybil/bin.h>
#include <sybil/file.h>

/* One module: text of its property sets, and images. NULL ends a list. */
struct rt_image {
	const char *file; /* in the folder of kernels */
	bool native;
	const char *arch, *target;
};
struct rt_module {
	const char *props;
	struct rt_image images[6];
};

static inline uint32_t rt_image_type(const struct rt_image *image)
{
	if (image->target && strncmp(image->target, "amdgcn", 6) == 0)
		return SYB_IR_AMDGCN;
	return strstr(image->file, ".ptx") ? SYB_IR_PTX : SYB_IR_SPIRV;
}

static inline struct syb_file *rt_open(struct syb_ctx *ctx, const char *dir, const char *name)
{
	struct syb_file *file = NULL;
	char path[600];

	snprintf(path, sizeof(path), "%s%s%s", dir, *dir ? "/" : "", name);
	if (syb_file_open(ctx, path, &file) < 0) {
		rt_tell(ctx);
		printf("Bail out! %s is missing\n", path);
		exit(1);
	}
	return file;
}

/* Write a package to path; kernels: the folder of images. */
static inline void rt_pack(const char *path, const char *kernels, enum syb_state state, const struct rt_module *modules,
			   size_t count)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_KEEP };
	struct syb_bin_writer *writer = NULL;
	struct syb_file *files[64];
	struct syb_out *out = NULL;
	size_t n = 0;
	int r = syb_bin_writer_new(ctx, &opts, &writer);

	if (r == 0)
		r = syb_bin_writer_state(ctx, writer, state);
	for (size_t i = 0; r == 0 && i < count; i++) {
		r = syb_bin_writer_module(
			ctx, writer, (struct syb_bytes){ (const uint8_t *)modules[i].props, strlen(modules[i].props) });
		for (const struct rt_image *image = modules[i].images; r == 0 && image->file; image++) {
			struct syb_image_desc desc = { .size = sizeof(desc) };

			files[n] = rt_open(ctx, *image->file == '/' ? "" : kernels, image->file);
			desc.kind = image->native ? SYB_IMAGE_NATIVE : SYB_IMAGE_IR;
			desc.ir_type = rt_image_type(image);
			desc.arch = image->arch;
			desc.target = image->target;
			desc.bytes = syb_file_bytes(files[n]);
			desc.file = files[n++];
			r = syb_bin_writer_image(ctx, writer, &desc);
		}
	}
	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_bin_writer_write(ctx, writer, out);
	if (r == 0)
		r = syb_out_commit(ctx, out);
	if (r < 0) {
		rt_tell(ctx);
		printf("Bail out! %s was not written\n", path);
		exit(1);
	}
	syb_out_close(out);
	syb_bin_writer_free(writer);
	while (n > 0)
		syb_file_close(files[--n]);
	syb_ctx_free(ctx);
}

/* The names of the diagnostics so far contain this one. */
static inline bool rt_said(struct syb_ctx *ctx, const char *check)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		if (strcmp(syb_ctx_diag_at(ctx, i)->check, check) == 0)
			return true;
	return false;
}

#endif
