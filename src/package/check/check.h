/* package/check/check.h — rules: reported by name, with the severity that checks.def gives them. */
#ifndef PACKAGE_CHECK_H
#define PACKAGE_CHECK_H

#include "base/ctx.h"
#include <sybil/bin.h>
#include <sybil/propsets.h>
#include <sybil/spirv.h>
#include <sybil/zebin.h>

#include <stdarg.h>

/* Report a broken rule at an absolute offset. */
void check_hit(struct syb_ctx *ctx, uint64_t at, const char *name, const char *fmt, ...) SYB_PRINTF(4, 5);
/* The same in a text file. */
void check_hit_text(struct syb_ctx *ctx, uint32_t line, uint32_t column, const char *name, const char *fmt, ...)
	SYB_PRINTF(5, 6);

enum syb_severity check_severity(const char *name);

/* Format a message. Names in it come from the file: control characters become '?'. */
void check_vtext(char *text, size_t room, const char *fmt, va_list args) SYB_PRINTF(3, 0);

/* The rules of property sets in one place (enum syb_set_place). `at` is the absolute offset of the text when it is part
 * of a binary file, SYB_NO_OFFSET for a property file (check_props.c). Fails: NOMEM. */
int check_props(struct syb_ctx *ctx, const struct syb_props *props, unsigned place, uint64_t at);
/* The rules of offload binaries (check_offload.c). */
void check_offload(struct syb_ctx *ctx, const struct syb_offload *offload);
/* The rules of one package (check_syclbin.c). */
int check_syclbin(struct syb_ctx *ctx, const struct syb_bin *bin);
/* Kernels that are missing from native images and SPIR-V (check_complete.c). */
int check_wrapped(struct syb_ctx *ctx, const struct syb_bin *bin);
int check_complete(struct syb_ctx *ctx, const struct syb_bin *bin);
/* How many bytes of images may be read: images of hostile packages overlap. */
uint64_t check_allowance(const struct syb_bin *bin);
/* Call fn for each module, with the rest of that allowance; stops when fn fails. */
typedef int check_module_fn(struct syb_ctx *ctx, const struct syb_module *module, uint64_t *left);
int check_modules(struct syb_ctx *ctx, const struct syb_bin *bin, check_module_fn *fn);
/* Requirements of SPIR-V that its module does not state (check_requirements.c). */
int check_requirements(struct syb_ctx *ctx, const struct syb_bin *bin);
/* The rest of what the properties of a module state about its SPIR-V (check_facts.c). Fails: NOMEM. */
int check_facts(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props,
		const struct syb_module_info *info, const struct syb_spirv *spirv);
/* Whether a compiler wrapped the module that stated no requirements, as DPC++ before 2023: only its code has them. */
bool requirements_too_old(const struct syb_module *module, const struct syb_props *props);
/* The rules of a ZE Info document, by the version that it states (check_zeinfo.c). narrow: it is the section of a
 * 32-bit file. Returns 0 or NOMEM. */
int check_zeinfo(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, bool narrow);
/* The rules of a zebin and of its ZE Info (check_zebin.c). props: of the module whose image it is, for its imported
 * symbols; or NULL. Fails where they cannot be read. */
int check_zebin(struct syb_ctx *ctx, const struct syb_zebin *zebin, const struct syb_props *props);
/* The rules of a member of a fat archive. */
void check_fat_member(struct syb_ctx *ctx, const struct syb_zebin *zebin, const char *name);

const struct syb_check_info *syb_check_find(const char *name);

#endif
