/* tools/ir/cxx.h — what sybil c++ has beside sybil cc: options for host code and the link. */
#ifndef TOOLS_CXX_H
#define TOOLS_CXX_H

#include "tools/frame/build.h"

/* Whether an option that clang knows and sybil does not applies to device code too. */
bool cxx_is_for_both(const struct arg *arg);
/* The definition of a macro for both passes that an option stands for; NULL: none. */
const char *cxx_macro(const struct tool *tool, const struct arg *arg);
/* Add the words of an option for the linker, at most 2, to the inputs. */
int cxx_add_words(struct tool *tool, const struct arg *arg, struct syb_compile_input *list, size_t *inout_count);
/* The level of -Xarch_device -O, which applies to images too; NULL: not given. */
const char *cxx_device_level(const struct tool *tool);
/* Options for host code. */
int cxx_read(struct tool *tool, struct syb_compile_host *host, struct syb_compile_opts *o);

#endif
