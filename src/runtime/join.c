/* runtime/join.c — joining SPIR-V by libsybil's linker (sybil/link.h). */
#include "join.h"

#include "base/file.h"
#include <sybil/link.h>

int join_images(struct syb_ctx *ctx, const struct be_input *inputs, size_t count, struct syb_file **out_file)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_spirv_link_opts opts = { .size = sizeof(opts), .demangle = true };
	struct syb_link_input *list = arena_array(ctx, &scratch, count, sizeof(*list));
	int r = list ? out_scratch(ctx, &out) : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < count; i++)
		list[i] = (struct syb_link_input){ .size = sizeof(*list), .bytes = inputs[i].bytes };
	if (r == 0)
		r = syb_spirv_link(ctx, list, count, &opts, out, NULL);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}
