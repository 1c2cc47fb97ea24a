/* runtime/backend/caps.h — collecting the aspects of a live device. */
#ifndef RUNTIME_CAPS_H
#define RUNTIME_CAPS_H

#include "base/ctx.h"
#include <sybil/devices.h>

/* Aspects of a device, by row of the table. Each is decided once: a query's answer wins over a table's. Begin with
 * `{ 0 }`. */
enum { CAPS_MOST = 128 };
struct caps {
	struct cap {
		bool has, decided;
	} aspects[CAPS_MOST];
};

/* The driver's answer about one aspect. */
void caps_set(struct caps *caps, const char *aspect, bool has);
/* Space-separated names that a table has for this kind of device; aspects with a known answer are not changed. */
void caps_add(struct caps *caps, const char *aspects);
/* As the sorted lists of numbers that struct syb_device has. complete: the table covers all other aspects, so that none
 * is unknown. */
int caps_done(struct syb_ctx *ctx, const struct caps *caps, bool complete, struct arena *arena,
	      struct syb_device *out_device);

#endif
