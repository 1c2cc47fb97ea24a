/* format/devices.c */
#include "base/ctx.h"

#include <sybil/devices.h>

int syb_devices_load(struct syb_ctx *ctx, const struct syb_devices_opts *opts, struct syb_devices **out_devices)
{
	(void)ctx;
	(void)opts;
	*out_devices = NULL;
	return 0;
}

void syb_devices_free(struct syb_devices *devices)
{
	(void)devices;
}
