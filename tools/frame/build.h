/* tools/frame/build.h — what sybil cc and sybil link tell syb_compile about the tool: the program of single steps, how
 * messages and progress are shown. */
#ifndef TOOLS_BUILD_H
#define TOOLS_BUILD_H

#include "tool.h"

#include <sybil/compile.h>

struct build {
	struct tool *tool;
	const char *program; /* sybil */
};

/* Fill in the callbacks and the program; warn is the option that warnings are chosen by. Both live as long as the
 * build. */
int build_begin(struct build *build, struct tool *tool, enum option_id warn, struct syb_compile_opts *opts);

#endif
