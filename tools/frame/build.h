/* tools/frame/build.h — options of syb_compile that sybil cc and sybil link share: the program of single steps, and how
 * messages and progress are shown. */
#ifndef TOOLS_BUILD_H
#define TOOLS_BUILD_H

#include "tool.h"

#include <sybil/compile.h>

struct build {
	struct tool *tool;
	const char *program; /* sybil */
};

/* Fill in the callbacks and the program; warn is the option that selects warnings. Both live as long as the
 * build. */
int build_begin(struct build *build, struct tool *tool, enum option_id warn, struct syb_compile_opts *opts);

#endif
