/* ir/plan.c — what post-link would do, told; see sybil/postlink.h. */
#include "postlink.h"

#include "base/value.h"

int syb_postlink_plan(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts,
		      struct syb_record **out_record)
{
	(void)ctx; (void)ir; (void)opts; (void)out_record;
	return -SYB_E_UNSUPPORTED;
}
