/* runtime/join_none.c — no linker in this build: a driver that does not link cannot run what was not linked before. */
#include "join.h"

#include "base/file.h"

int join_images(struct syb_ctx *ctx, const struct be_input *inputs, size_t count, struct syb_file **out_file)
{
	(void)inputs;
	(void)out_file;
	return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "link-driver",
			"the driver does not link, and neither does this build: %zu images that import from each other",
			count);
}
