/* ir/postlink_stubs.c — until describe.c and spec_constants.c are there: what they promise, done by nobody. */
#include "image.h"

#define STUB __attribute__((weak))

STUB bool spec_constants_used(const struct image *image)
{
	(void)image;
	return false;
}

STUB int spec_constants_lower(struct pass_run *run, struct image *image, enum spec_lowering how,
			      struct spec_constants *out_constants)
{
	(void)run;
	(void)image;
	(void)how;
	*out_constants = (struct spec_constants){ 0 };
	return 0;
}

STUB int describe_image(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
			const struct spec_constants *constants, const char *target, struct syb_props_writer *props)
{
	int r = syb_props_writer_set(run->ctx, props, "SYCL/device requirements");

	(void)opts;
	(void)image;
	(void)constants;
	if (r == 0)
		r = syb_props_writer_bytes(run->ctx, props, "aspects", (struct syb_bytes){ 0 });
	if (r == 0 && target)
		r = syb_props_writer_bytes(run->ctx, props, "compile_target",
					   (struct syb_bytes){ (const uint8_t *)target, strlen(target) });
	return r;
}
