/* format/devices/devices.h — what the device configuration's reader and writer share. */
#ifndef FORMAT_DEVICES_H
#define FORMAT_DEVICES_H

#include "base/ctx.h"
#include "base/words.h"
#include <sybil/devices.h>

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);

#endif
