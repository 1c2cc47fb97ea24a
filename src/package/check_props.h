/* package/check_props.h — the named rules about property sets. */
#ifndef PACKAGE_CHECK_PROPS_H
#define PACKAGE_CHECK_PROPS_H

#include "format/props.h"

/* Report every rule that the sets break; the context counts the findings. place: enum syb_set_place, several bits for a
 * text that may stand in several places (a property file on its own). With one bit, a place of a SYCLBIN file, the set
 * that belongs there is asked for. */
void check_props(struct syb_ctx *ctx, const struct syb_props *props, unsigned place);

#endif
