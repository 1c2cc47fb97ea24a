/* format/spirv/spirv_edit.h — changes to a SPIR-V module: instructions that are removed, replaced or added, each in its
 * section.
 *
 * Changes are collected in any order while the module is walked, then written in one pass over its bytes; everything
 * else stays byte for byte, including the byte order. */
#ifndef FORMAT_SPIRV_EDIT_H
#define FORMAT_SPIRV_EDIT_H

#include "base/hash.h"
#include "spirv.h"
#include <sybil/file.h>

struct spirv_change {
	size_t at;          /* word of the file */
	size_t skip;        /* words that are removed */
	size_t from, count; /* words that are added, in `words` */
	unsigned section;   /* sections of additions: where two end at one place, the lower number comes first */
};

struct spirv_edit {
	struct syb_ctx *ctx;
	struct span file;
	bool big_endian;
	struct buf words; /* in the byte order of the file */
	struct spirv_change *changes;
	size_t change_count, change_room;
	size_t capabilities_at, extensions_at, modes_at, decorations_at; /* words after which something is added */
	struct hash declared; /* capabilities, extensions and decorations that exist or were added */
	struct arena arena;   /* keys of it */
};

/* Walks the module once. Fails: FORMAT, NOMEM. */
int spirv_edit_begin(struct syb_ctx *ctx, struct span s, struct spirv_edit *out_edit);
void spirv_edit_drop(struct spirv_edit *edit);

/* Remove this instruction. */
int spirv_edit_remove(struct spirv_edit *edit, const struct spirv_inst *inst);
/* Replace it; words in the machine's byte order, the first without its count. */
int spirv_edit_replace(struct spirv_edit *edit, const struct spirv_inst *inst, const uint32_t *words, size_t count);
/* Add it if it is missing; 1 when it was added, 0 when it existed. */
int spirv_edit_capability(struct spirv_edit *edit, uint32_t number);
int spirv_edit_extension(struct spirv_edit *edit, const char *name);
int spirv_edit_mode(struct spirv_edit *edit, uint32_t function, uint32_t mode, const uint32_t *operands, size_t count);
/* In place of an instruction that is removed, or at the end of the decorations (NULL). */
int spirv_edit_decoration(struct spirv_edit *edit, const struct spirv_inst *place, uint32_t target, uint32_t member,
			  uint32_t number, const uint32_t *operands, size_t count);
/* Write the changed module; no more changes may follow. */
int spirv_edit_write(struct spirv_edit *edit, struct syb_out *out);

#endif
