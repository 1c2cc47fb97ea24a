/* sybil/clang.h — the compiler for kernel source: clang, our plugin for it, and our device headers.
 *
 * All three are found relative to the program, so that an installation can be moved. Immutable; safe from any thread.
 */
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
	const char *libexec; /* their folder, relative to the program's; NULL: ../libexec/sybil */
};

/* Find the compiler. SYBIL_CLANG, SYBIL_CLANG_PLUGIN and SYBIL_CLANG_HEADERS override clang-15 in PATH and the files
 * beside the program. A missing part is an error when it is requested. Free with syb_clang_free. Fails: NOMEM. Since:
 * 0.1 */
SYB_API SYB_MUST int syb_clang_find(struct syb_ctx *ctx, const struct syb_clang_opts *opts,
				    struct syb_clang **out_clang);
SYB_API void syb_clang_free(struct syb_clang *clang);
/* The name or path of the program, which may be missing. Since: 0.1 */
SYB_API const char *syb_clang_program(const struct syb_clang *clang);
/* The path of the plugin, and of the folder with the headers. Fails: TOOL ("tool-missing"), with the places searched.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_clang_plugin(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path);
SYB_API SYB_MUST int syb_clang_headers(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path);
/* The path of the folder with the headers that come before those of a SYCL runtime (SYBIL_CLANG_PROGRAMS). Fails: TOOL
 * ("tool-missing"). Since: 0.1 */
SYB_API SYB_MUST int syb_clang_programs(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path);
/* The path of the device library for NVIDIA GPUs, bitcode (SYBIL_NVPTX_LIBRARY). Fails: TOOL ("tool-missing"). Since:
 * 0.1 */
SYB_API SYB_MUST int syb_clang_nvptx(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path);

#ifdef __cplusplus
}
#endif
#endif
