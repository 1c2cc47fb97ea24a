/* format/devices.h — what the device configuration's reader and writer share. */
#ifndef FORMAT_DEVICES_H
#define FORMAT_DEVICES_H

#include "base/ctx.h"
#include <sybil/devices.h>

/* The next word of a space-separated list, NULL behind the last: begin with *rest at the list. */
static inline const char *next_word(const char **rest, size_t *out_len)
{
	const char *word = *rest + strspn(*rest, " ");

	*out_len = strcspn(word, " ");
	*rest = word + *out_len;
	return *out_len ? word : NULL;
}

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);

#endif
