/* format/spirv_link/spirv_link_emit.h — writing of linked SPIR-V: shared by the files that do it. */
#ifndef FORMAT_SPIRV_LINK_EMIT_H
#define FORMAT_SPIRV_LINK_EMIT_H

#include "spirv_link.h"

enum {
	OP_LINE = 8,
	OP_EXT_INST = 12,
	OP_TYPE_FORWARD_POINTER = 39,
	OP_NO_LINE = 317,
	OP_EXT_INST_FORWARD = 4433,
	OP_TYPE_STRUCT_CONTINUED = 6090,
	OP_SPEC_COMPOSITE_CONTINUED = 6092,
};

struct emitting {
	struct link *l;
	struct syb_out *out;
	struct link_module *m;
	uint32_t *words; /* room for many, and the longest instruction */
	size_t count;
	struct hash once;           /* instructions that are written at most once */
	uint32_t line_at;           /* OpLine or OpNoLine that is not written yet; 0: none */
	bool line_open;             /* the last one that was written is an OpLine */
	bool verify;                /* uses have to come after definitions */
	uint8_t *defined;           /* a bit for each id, where the order is verified or made */
	struct hash function_names; /* → new id of the function that has it */
	struct buf name;
	size_t renamed;
};

static inline bool splink_is_defined(const struct emitting *e, uint32_t id)
{
	return e->defined[id / 8] >> id % 8 & 1;
}

static inline void splink_set_defined(struct emitting *e, uint32_t id)
{
	e->defined[id / 8] = (uint8_t)(e->defined[id / 8] | 1 << id % 8);
}

static inline bool splink_is_continued(uint32_t op)
{
	return op >= OP_TYPE_STRUCT_CONTINUED && op <= OP_SPEC_COMPOSITE_CONTINUED;
}

/* Words as they are. */
int splink_put(struct emitting *e, const uint32_t *words, size_t count);
/* An instruction of e->m with new ids. */
int splink_put_inst(struct emitting *e, const struct spirv_inst *inst);
/* The line that was waiting for an instruction. */
int splink_put_line(struct emitting *e);
/* Lines of a module do not go on in the next one. */
int splink_end_lines(struct emitting *e);
/* Whether an instruction before the functions is written for this module; last: whether the one before it is. */
bool splink_is_own(const struct emitting *e, const struct spirv_inst *inst, bool last);
/* Types, constants and variables, each after those it refers to (spirv_link_order.c). */
int splink_emit_ordered(struct emitting *e);
/* External names stay with their owners (spirv_link_names.c). */
int splink_reserve_names(struct emitting *e);
/* The OpName of a function, changed where another function has that name. */
int splink_emit_function_name(struct emitting *e, const struct spirv_inst *inst, uint32_t id);

#endif
