/* ir/explain.c */
#include "ir.h"

int syb_ir_explain(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_opts *opts, const char *kernel,
		   const char *aspect, struct syb_record **out_record)
{
	(void)ir;
	(void)opts;
	(void)aspect;
	(void)out_record;
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no kernel '%s'", kernel);
}
