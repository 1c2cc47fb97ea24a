/* format/devices/devices.h — shared by the reader and the writer of device configurations. */
#ifndef FORMAT_DEVICES_H
#define FORMAT_DEVICES_H

#include "base/ctx.h"
#include "base/words.h"
#include <sybil/devices.h>

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);

/* One file's text alone; name is for diagnostics. */
int syb_devices_read(struct syb_ctx *ctx, struct syb_bytes text, const char *name, struct syb_devices **out_devices);

#endif
