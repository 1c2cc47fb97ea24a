/* runtime/names.h — modules that have a kernel of a name. */
#ifndef RUNTIME_NAMES_H
#define RUNTIME_NAMES_H

#include "bundle.h"

struct names_one {
	struct module *module;
	const char *kernel; /* as the device code has it */
};

/* Begin with `{ 0 }`. */
struct names_found {
	struct names_one *list;
	size_t count, room;
	struct allocator from;
};

/* Those that the name fits best, in the order of the package; at least one. Fails: NOTFOUND ("kernel-name"), FORMAT. */
int names_find(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct names_found *out);
void names_drop(struct names_found *found);

#endif
