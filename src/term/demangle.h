/* term/demangle.h — readable names of C++ kernels, by the platform's own demangler where it is installed. */
#ifndef BASE_DEMANGLE_H
#define BASE_DEMANGLE_H

#include "base/ctx.h"

struct demangler;

/* Never fails without a demangler: names then stay mangled. */
int demangler_new(struct syb_ctx *ctx, struct demangler **out_demangler);
void demangler_free(struct demangler *demangler);
/* A readable name, or NULL; valid until the next call. */
const char *demangle(struct demangler *demangler, const char *name);

DEFINE_CLEANUP(struct demangler *, demangler_free);

#endif
