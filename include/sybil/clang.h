/* sybil/clang.h — the compiler that reads kernel source: clang, our plugin in it, and our device headers.
 *
 * All three are found from the program's own place, so that a tree can be moved. Immutable once found, any thread may
 * read it. */
#ifndef SYBIL_CLANG_H
#define SYBIL_CLANG_H

#include <sybil/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_clang;

/* Since: 0.1 */
struct syb_clang_opts {
	size_t size;
	const char *libexec; /* where they are installed: a path from the program's folder; NULL: ../libexec/sybil */
};

/* Look for them: SYBIL_CLANG, SYBIL_CLANG_PLUGIN and SYBIL_CLANG_HEADERS name others than clang-15 in PATH and what
 * lies beside the program. That one is missing is told when it is asked for. Free with syb_clang_free. Fails: NOMEM.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_clang_find(struct syb_ctx *ctx, const struct syb_clang_opts *opts,
				    struct syb_clang **out_clang);
SYB_API void syb_clang_free(struct syb_clang *clang);
/* The name or path of the program; it may not be there. Since: 0.1 */
SYB_API const char *syb_clang_program(const struct syb_clang *clang);
/* Fails: TOOL ("tool-missing"), naming where it was looked for. Since: 0.1 */
SYB_API SYB_MUST int syb_clang_plugin(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path);
SYB_API SYB_MUST int syb_clang_headers(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path);

#ifdef __cplusplus
}
#endif
#endif
