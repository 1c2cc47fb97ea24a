/* tests/real/real_infer.c — print the facts that the library infers from many SPIR-V modules in one file.
 *
 * usage: real_infer FILE < RANGES        a range is a line with offset and size
 *
 * Lines of fields, separated by tabs: "image"; for each kernel "kernel", name, number of arguments, sub-group size,
 * three work-group sizes (0: none); for each inferred property "prop", set, key, type, value (a number, or bytes as
 * hexadecimal digits); or "error" and a text. Aspects have the numbers of 2026. */
#include "base/file.h"
#include <sybil/spirv.h>

#include <inttypes.h>
#include <stdio.h>

DEFINE_CLEANUP(struct syb_ctx *, syb_ctx_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);

static void print_prop(const char *set, const struct syb_prop *prop)
{
	struct syb_bytes bytes;

	printf("prop\t%s\t%s\t%" PRIu32 "\t", set, syb_prop_key(prop), syb_prop_type(prop));
	if (syb_prop_type(prop) == SYB_PROP_U32) {
		printf("%" PRIu32 "\n", syb_prop_u32(prop));
		return;
	}
	bytes = syb_prop_bytes(prop);
	for (size_t i = 0; i < bytes.len; i++)
		printf("%02x", ((const unsigned char *)bytes.ptr)[i]);
	putchar('\n');
}

static int print_image(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_spirv_info *info;

	TRY(syb_spirv_open(ctx, bytes, NULL, &spirv));
	TRY(syb_spirv_infer(ctx, spirv, &props));
	info = syb_spirv_info(spirv);
	for (size_t i = 0; i < info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = info->kernels[i];

		printf("kernel\t%s\t%zu\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", k->name, k->param_count,
		       k->sub_group_size, k->work_group_size[0], k->work_group_size[1], k->work_group_size[2]);
	}
	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);

		for (size_t j = 0; j < syb_set_count(set); j++)
			print_prop(syb_set_name(set), syb_set_at(set, j));
	}
	return 0;
}

static void print_errors(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		printf("error\t%s\n", syb_ctx_diag_at(ctx, i)->text);
	syb_ctx_diag_clear(ctx);
}

int main(int argc, char **argv)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	uint64_t offset, size;

	if (argc != 2 || syb_ctx_new(NULL, &ctx) < 0 || syb_file_open(ctx, argv[1], &file) < 0)
		return 2;
	while (scanf("%" SCNu64 " %" SCNu64, &offset, &size) == 2) {
		struct syb_bytes bytes = syb_file_bytes(file);

		puts("image");
		if (offset > bytes.len || size > bytes.len - offset)
			return 2;
		if (print_image(ctx, (struct syb_bytes){ (const uint8_t *)bytes.ptr + offset, (size_t)size }) < 0)
			puts("error\tcannot be read");
		print_errors(ctx);
	}
	return 0;
}
