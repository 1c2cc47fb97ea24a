/* format/spirv/spirv_finish.h — a module as a translator left it → with the decorations that it carries as text; and
 * back. */
#ifndef FORMAT_SPIRV_FINISH_H
#define FORMAT_SPIRV_FINISH_H

#include "spirv.h"
#include <sybil/file.h>

struct spirv_finished {
	size_t carriers;    /* texts that became decorations */
	size_t decorations; /* that were added */
	size_t lost;        /* texts whose target the module does not have, each with a warning ("decoration-target") */
};

/* Every UserSemantic text that spirv_carrier.h describes becomes decorations of its target, the capabilities and
 * extensions that these and all other decorations need are declared, and the carriers are removed. A module without
 * any of these stays the same. Fails: FORMAT, LIMIT, IO, NOMEM, CANCELLED. */
int spirv_finish(struct syb_ctx *ctx, struct span s, struct syb_out *out, struct spirv_finished *out_finished);

/* The reverse, for translators that refuse newer extensions: decorations of extensions since LLVM 15 become texts,
 * and their capabilities and extensions are not declared. out_changes: number of changes. */
int spirv_carry(struct syb_ctx *ctx, struct span s, struct syb_out *out, size_t *out_changes);

#endif
