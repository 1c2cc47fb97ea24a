/* format/props/spec_consts.h — faults of specialization constants, for checks and for the runtime. */
#ifndef FORMAT_SPEC_CONSTS_H
#define FORMAT_SPEC_CONSTS_H

#include "props.h"
#include <sybil/spirv.h>

/* A fault: the name of the check, and the property that states the wrong value. */
typedef void spec_fault_fn(void *user, const char *check, const struct syb_prop *prop, const char *text);

/* What is wrong with the descriptors and default values of a module. Fails: NOMEM. */
int spec_check_parts(struct syb_ctx *ctx, const struct syb_props *props, spec_fault_fn *fn, void *user);
/* What differs from the code, for properties without the faults above. */
void spec_check_code(const struct syb_props *props, const struct syb_spirv_info *code, spec_fault_fn *fn, void *user);

#endif
