/* tests/lib/sample.h — one package for the tests of what is done to packages.
 *
 *   module 0: kernels a, b      IR spirv, native pvc, native sm_80
 *   module 1: kernel vadd       IR spirv, native pvc with the bytes of module 0's
 *   module 2: kernel c          native pvc only
 *   module 3: exports f         IR ptx
 */
#ifndef TESTS_SAMPLE_H
#define TESTS_SAMPLE_H

#include "package.h"

#include "format/syclbin/syclbin.h"

#include <stdio.h>

#define SPIR "spir64-unknown-unknown"
#define GEN "spir64_gen-unknown-unknown"
#define NVPTX "nvptx64-nvidia-cuda"

struct sample {
	struct syb_file *file;
	struct syb_bin *bin;
};

static inline void sample_drop(struct sample *s)
{
	syb_bin_close(s->bin);
	syb_file_close(s->file);
	*s = (struct sample){ 0 };
}

/* Open what a writer holds. */
static inline int sample_open(struct syb_ctx *ctx, struct syb_bin_writer *w, struct sample *out)
{
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = "sample" };
	struct sample s = { .file = written(ctx, w) };
	int r = s.file ? syb_bin_open(ctx, syb_file_bytes(s.file), &opts, &s.bin) : -SYB_E_NOMEM;

	if (r < 0)
		sample_drop(&s);
	else
		*out = s;
	return r;
}

static inline int sample_fill(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	int r = syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE);

	if (r == 0)
		r = syb_bin_writer_module(ctx, w,
					  str_bytes("[SYCL/device requirements]\naspects=2|ABAAAAAAAAQAAAAAGAAAAA\n"
						    "[SYCL/kernel names]\na=1|1\nb=1|1\n"
						    "[SYCL/misc properties]\noptLevel=1|2\n"));
	if (r == 0)
		r = add_ir(ctx, w, SYB_IR_SPIRV, SPIR, "IR of a and b");
	if (r == 0)
		r = add_native(ctx, w, "pvc", GEN, "PVC of a and b");
	if (r == 0)
		r = add_native(ctx, w, "sm_80", NVPTX, "SM80 of a and b");
	if (r == 0)
		r = syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\n_ZTS4vadd=1|1\n"));
	if (r == 0)
		r = add_ir(ctx, w, SYB_IR_SPIRV, SPIR, "IR of vadd");
	if (r == 0)
		r = add_native(ctx, w, "pvc", GEN, "PVC of a and b");
	if (r == 0)
		r = syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\nc=1|1\n"));
	if (r == 0)
		r = add_native(ctx, w, "pvc", GEN, "PVC of c");
	if (r == 0)
		r = syb_bin_writer_module(ctx, w, str_bytes("[SYCL/exported symbols]\nf=1|1\n"));
	if (r == 0)
		r = add_ir(ctx, w, SYB_IR_PTX, NVPTX, ".version 7.4");
	return r;
}

/* The sample in a form; opts NULL = the default one. */
static inline int sample_new(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts, struct sample *out)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	int r = syb_bin_writer_new(ctx, opts, &w);

	if (r == 0)
		r = sample_fill(ctx, w);
	return r < 0 ? r : sample_open(ctx, w, out);
}

/* The forms a package can take. */
static const struct {
	const char *name;
	struct syb_bin_write_opts opts;
} sample_forms[] = {
	{ "enveloped", { .size = sizeof(struct syb_bin_write_opts), .container = SYB_CONTAINER_OFFLOAD } },
	{ "bare", { .size = sizeof(struct syb_bin_write_opts), .container = SYB_CONTAINER_NONE } },
	{ "version 2", { .size = sizeof(struct syb_bin_write_opts), .format_version = 2 } },
	{ "zstd", { .size = sizeof(struct syb_bin_write_opts), .compress = SYB_COMPRESS_ZSTD } },
	{ "version 2 zlib",
	  { .size = sizeof(struct syb_bin_write_opts), .format_version = 2, .compress = SYB_COMPRESS_ZLIB } },
	{ "spec", { .size = sizeof(struct syb_bin_write_opts), .dialect = SYB_DIALECT_SPEC } },
};

/* What is in a package, in short: "0:spirv,pvc 1:pvc 2:". */
static inline const char *outline(const struct syb_bin *bin, char out[256])
{
	size_t n = 0;

	out[0] = '\0';
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		n += (size_t)snprintf(out + n, 256 - n, "%s%zu:", m ? " " : "", m);
		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			uint32_t type = 0;

			if (syb_image_ir_type(image, &type) < 0)
				type = UINT32_MAX;
			n += (size_t)snprintf(out + n, 256 - n, "%s%s", i ? "," : "",
					      syb_image_kind(image) == SYB_IMAGE_IR ? syb_ir_type_name(type)
										    : syb_image_arch(image));
		}
	}
	return out;
}

#endif
