/* package/judge/matrix_key.c — what the verdicts about a module depend on, as bytes: its requirements, and the facts
 * about its images. Thousands of modules of a package may have the same key. */
#include "matrix.h"

static void put_text(struct syb_ctx *ctx, struct buf *out, const char *text)
{
	buf_char(ctx, out, text ? 1 : 0);
	if (text)
		buf_add(ctx, out, text, strlen(text) + 1);
}

static void put_numbers(struct syb_ctx *ctx, struct buf *out, const uint32_t *numbers, size_t count)
{
	buf_char(ctx, out, numbers ? 1 : 0);
	buf_u64(ctx, out, count);
	buf_add(ctx, out, numbers, count * sizeof(*numbers));
}

static void put_joint_matrices(struct syb_ctx *ctx, struct buf *out, const struct syb_requirements *req)
{
	buf_u64(ctx, out, req->joint_matrix_count);
	for (size_t i = 0; i < req->joint_matrix_count; i++) {
		const struct syb_joint_matrix *m = &req->joint_matrix[i];

		put_text(ctx, out, m->type);
		put_text(ctx, out, m->use);
		buf_u64(ctx, out, m->rows);
		buf_u64(ctx, out, m->cols);
	}
	buf_u64(ctx, out, req->joint_matrix_mad_count);
	for (size_t i = 0; i < req->joint_matrix_mad_count; i++) {
		const struct syb_joint_matrix_mad *m = &req->joint_matrix_mad[i];

		put_text(ctx, out, m->type_a);
		put_text(ctx, out, m->type_b);
		put_text(ctx, out, m->type_c);
		put_text(ctx, out, m->type_d);
		buf_u64(ctx, out, m->m);
		buf_u64(ctx, out, m->k);
		buf_u64(ctx, out, m->n);
	}
}

static void put_requirements(struct syb_ctx *ctx, struct buf *out, const struct syb_requirements *req)
{
	put_numbers(ctx, out, req->aspects, req->aspect_count);
	buf_char(ctx, out, req->fixed_targets ? 1 : 0);
	buf_u64(ctx, out, req->fixed_target_count);
	for (size_t i = 0; req->fixed_targets && i < req->fixed_target_count; i++)
		put_text(ctx, out, req->fixed_targets[i]);
	put_numbers(ctx, out, req->fixed_target_aspects, req->fixed_target_aspect_count);
	put_numbers(ctx, out, req->sub_group_sizes, req->sub_group_size_count);
	buf_u64(ctx, out, req->work_group_size_count);
	for (size_t i = 0; i < req->work_group_size_count; i++) {
		buf_add(ctx, out, req->work_group_sizes[i].size, sizeof(req->work_group_sizes[i].size));
		buf_u32(ctx, out, req->work_group_sizes[i].dims);
	}
	put_joint_matrices(ctx, out, req);
	put_text(ctx, out, req->compile_target);
	buf_char(ctx, out, req->esimd ? 1 : 0);
}

bool matrix_key(struct syb_ctx *ctx, const struct syb_requirements *req, const struct syb_module *module,
		struct buf *out)
{
	put_requirements(ctx, out, req);
	buf_char(ctx, out, module ? 1 : 0);
	for (size_t i = 0; module && i < syb_module_image_count(module); i++) {
		const struct syb_image *image = syb_module_image_at(module, i);
		const char *arch = syb_image_arch(image);
		uint32_t type = 0;
		bool has_type = syb_image_ir_type(image, &type) == 0;

		if (syb_image_kind(image) == SYB_IMAGE_NATIVE && (!arch || !*arch))
			return false; /* the code may state it: matrix_images.c */
		buf_u32(ctx, out, syb_image_kind(image));
		buf_char(ctx, out, has_type ? 1 : 0);
		buf_u32(ctx, out, type);
		put_text(ctx, out, arch);
		put_text(ctx, out, syb_image_target(image));
	}
	return !out->failed;
}
