#include "check.h"
int check_zeinfo(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo)
{
	(void)ctx;
	(void)zeinfo;
	return 0;
}
