/* format/spirv/spirv_defs.h — the instruction that defines each id of a SPIR-V module, and the kinds of the words of
 * any of its instructions. For code that follows ids from an entry point. */
#ifndef FORMAT_SPIRV_DEFS_H
#define FORMAT_SPIRV_DEFS_H

#include "spirv.h"

struct spirv_def {
	size_t at;       /* word of the instruction; 0: none */
	uint32_t type;   /* id; 0: none */
	const char *set; /* of an OpExtInstImport */
	bool local;      /* within a function */
};

struct spirv_defs {
	struct allocator from;
	struct syb_ctx *ctx;
	struct span file;
	struct spirv_module *module;
	struct arena arena;
	struct spirv_def *list; /* by id */
	uint32_t bound;
	uint8_t kinds[UINT16_MAX + 1]; /* of the words of one instruction */
};

enum {
	SPIRV_OP_LINE = 8,
	SPIRV_OP_EXT_INST = 12,
	SPIRV_OP_FUNCTION_END = 56,
	SPIRV_OP_NO_LINE = 317,
	SPIRV_LINKAGE = 41, /* a decoration */
	SPIRV_LINKAGE_IMPORT = 1,
};

/* Read a module; its bytes must outlive the result. Free with spirv_defs_free. Fails: FORMAT, UNSUPPORTED, LIMIT,
 * NOMEM.
 */
int spirv_defs_new(struct syb_ctx *ctx, struct span file, struct spirv_defs **out_defs);
void spirv_defs_free(struct spirv_defs *d);
/* Find the kinds of the words of an instruction, in d->kinds. */
int spirv_defs_kinds(struct spirv_defs *d, const struct spirv_inst *inst);
/* Go to the instruction at a word, where one begins. */
int spirv_defs_go(struct spirv_defs *d, size_t at, struct spirv_inst *out_inst);

DEFINE_CLEANUP(struct spirv_defs *, spirv_defs_free);

#endif
