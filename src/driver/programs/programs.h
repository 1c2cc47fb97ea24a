/* driver/programs/programs.h — which external compiler is run: from the environment, else by name. */
#ifndef DRIVER_PROGRAMS_H
#define DRIVER_PROGRAMS_H

#include "base/ctx.h"

enum program {
#define PROGRAM(id, variable, names, package, unknown) PROGRAM_##id,
#include "programs.def"
#undef PROGRAM
};

/* A path, or a name to be looked up in PATH. */
struct program_name {
	char text[4096];
};

/* llvm: version whose bitcode it reads ("15.0.6"); NULL: 15. Returns false if none is installed; the name is then the
 * first. */
bool program_find(enum program which, const char *llvm, struct program_name *out_name);
/* Fails: TOOL ("tool-missing"), with the package to install. */
int program_missing(struct syb_ctx *ctx, enum program which, const struct program_name *name);
/* Add a note on how to install or name another one, to the diagnostic with result r. */
void program_note(struct syb_ctx *ctx, enum program which, int r);
/* Its message about an unknown device; "": not known. */
const char *program_unknown_device(enum program which);

#endif
