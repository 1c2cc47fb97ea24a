/* driver/programs/programs.h — which compiler is started: by the environment, else by name. */
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

/* llvm: version whose bitcode it reads ("15.0.6"); NULL: 15. false when none is there, and the name is the first. */
bool program_find(enum program which, const char *llvm, struct program_name *out_name);
/* TOOL ("tool-missing"), with the package that has it. */
int program_missing(struct syb_ctx *ctx, enum program which, const struct program_name *name);
/* Where another one may come from, as a note of result r. */
void program_note(struct syb_ctx *ctx, enum program which, int r);
/* What it says of a device that it does not know; "": nothing known. */
const char *program_unknown_device(enum program which);

#endif
