/* format/spirv/spirv_finish.h — a module as a translator left it → with the decorations that it carries as text; and
 * back. */
#ifndef FORMAT_SPIRV_FINISH_H
#define FORMAT_SPIRV_FINISH_H

#include "spirv.h"
#include <sybil/file.h>

struct spirv_finished {
	size_t carriers;    /* texts that became decorations */
	size_t decorations; /* that were added */
	size_t lost;        /* texts whose target the module does not have, each warned of ("decoration-target") */
};

/* Every UserSemantic text that spirv_carrier.h describes becomes decorations of its target, the capabilities and
 * extensions that these and all other decorations need are declared, and what only carried is taken out. A module
 * without any of that comes out as it is. Fails: FORMAT, LIMIT, IO, NOMEM, CANCELLED. */
int spirv_finish(struct syb_ctx *ctx, struct span s, struct syb_out *out, struct spirv_finished *out_finished);

/* The other way, for translators that refuse what is newer than they are: decorations of extensions since LLVM 15
 * become texts, and what they needed is not declared. out_changes: how much was changed, 0: nothing. */
int spirv_carry(struct syb_ctx *ctx, struct span s, struct syb_out *out, size_t *out_changes);

#endif
