/* term/nearest.h — the name that the user probably meant. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* Begin with `{ NULL, SIZE_MAX }`. */
struct nearest {
	const char *name; /* the best so far, NULL when none is near */
	size_t distance;
};

/* Keep name if it is closer to `given` than all before it. Single letters have no suggestion. */
void nearest_try(struct nearest *best, const char *given, const char *name);

/* The end of a message that names it: `"unknown target '%s'" NEAREST_HINT, given, NEAREST_ARGS(best.name)`. */
#define NEAREST_HINT "%s%s%s"
#define NEAREST_ARGS(name) (name) ? "; did you mean '" : "", (name) ? (name) : "", (name) ? "'?" : ""

#endif
