/* format/spirv/spirv_info.h — facts about the ids of a SPIR-V module while, and after, it is read.
 *
 * A walk in the order of the file is enough: types, constants and variables come before the code and refer only to
 * earlier ones, except through pointers, which need not be followed. So nothing here recurses, and a type that
 * refers to something not yet defined has no size. */
#ifndef FORMAT_SPIRV_INFO_H
#define FORMAT_SPIRV_INFO_H

#include "base/hash.h"
#include "spirv_grammar.h"
#include <sybil/spirv.h>
#include <sybil/target.h>

/* Rows of spirv_aspects.def, ascending by the aspect's number; sets of them are bits. */
enum spirv_aspect {
#define SYB_SPIRV_ASPECT(id, aspect, what) SPIRV_ASPECT_##id,
#include <sybil/spirv_aspects.def>
	SPIRV_ASPECT_COUNT
};
#define SPIRV_BIT(id) (UINT32_C(1) << SPIRV_ASPECT_##id)

/* Instructions that define types, constants and variables, beside those of spirv.h. */
enum spirv_info_op {
	SPIRV_UNDEF = 1,
	SPIRV_EXT_INST = 12,
	SPIRV_TYPE_BOOL = 20,
	SPIRV_TYPE_INT,
	SPIRV_TYPE_FLOAT,
	SPIRV_TYPE_VECTOR,
	SPIRV_TYPE_MATRIX,
	SPIRV_TYPE_IMAGE,
	SPIRV_TYPE_SAMPLER,
	SPIRV_TYPE_SAMPLED_IMAGE,
	SPIRV_TYPE_ARRAY,
	SPIRV_TYPE_RUNTIME_ARRAY,
	SPIRV_TYPE_OPAQUE = 31,
	SPIRV_TYPE_POINTER,
	SPIRV_TYPE_FUNCTION,
	SPIRV_TYPE_EVENT,
	SPIRV_TYPE_DEVICE_EVENT,
	SPIRV_TYPE_RESERVE_ID,
	SPIRV_TYPE_QUEUE,
	SPIRV_TYPE_PIPE,
	SPIRV_CONSTANT_TRUE = 41,
	SPIRV_CONSTANT_FALSE,
	SPIRV_CONSTANT,
	SPIRV_CONSTANT_COMPOSITE,
	SPIRV_CONSTANT_SAMPLER,
	SPIRV_CONSTANT_NULL,
	SPIRV_SPEC_CONSTANT_TRUE = 48,
	SPIRV_SPEC_CONSTANT_FALSE,
	SPIRV_SPEC_CONSTANT,
	SPIRV_SPEC_CONSTANT_COMPOSITE,
	SPIRV_SPEC_CONSTANT_OP,
	SPIRV_FUNCTION_PARAMETER = 55,
	SPIRV_FUNCTION_END,
	SPIRV_FUNCTION_CALL,
	SPIRV_TYPE_PIPE_STORAGE = 322,
	SPIRV_CONSTANT_PIPE_STORAGE = 323,
	SPIRV_TYPE_NAMED_BARRIER = 327,
	SPIRV_TYPE_UNTYPED_POINTER = 4417,
	SPIRV_UNTYPED_VARIABLE = 4418,
	SPIRV_TYPE_COOPERATIVE_MATRIX = 4456,
	SPIRV_CONSTANT_FUNCTION_POINTER = 5600,
	SPIRV_TYPE_STRUCT_CONTINUED = 6090,
	SPIRV_TYPE_JOINT_MATRIX = 6119,
};

enum {
	FACT_SIZED = 1,    /* size and align are known */
	FACT_NUMBER = 2,   /* an integer constant whose (default) value is known */
	FACT_BY_VALUE = 4, /* parameter: the host passes the memory it points to */
	FACT_SIGNED = 8,   /* parameter: extended with its sign */
	FACT_UNSIGNED = 16,
	FACT_PACKED = 32,
	FACT_BUILT_IN = 64,
	FACT_SPEC_ID = 128,
	FACT_ESIMD = 256,
	FACT_KERNEL = 512,      /* function of an entry point */
	FACT_WORK_GROUP = 1024, /* constant that is the work-group size of all kernels */
};

enum { SPIRV_NONE = UINT32_MAX };

/* The sign of an integer as far as it is known besides its type. */
enum spirv_sign { SPIRV_SIGN_OF_TYPE, SPIRV_SIGNED, SPIRV_UNSIGNED };

/* One id that is defined outside of functions, is a function, or has a relevant decoration. Missing indices of
 * facts, nodes and so on are SPIRV_NONE. */
struct spirv_fact {
	uint32_t id;
	uint32_t at; /* first word of its instruction, 0: not read yet */
	uint16_t op;
	uint16_t flags;
	uint32_t type;    /* fact of the type: of the result, or the element of a pointer, vector or array */
	uint32_t aspects; /* that a value of this type, or this value, needs */
	uint32_t align;
	uint64_t size; /* of a type */
	uint64_t number;
	uint32_t spec_id;
	uint32_t whole, part; /* of a specialization constant: the named composite that it is a part of */
	uint32_t node;
	const char *text[3]; /* types: the spelling in OpenCL C by sign (enum spirv_sign), made on demand */
};

/* A node of the call graph: a function, or a constant or variable made from the address of one. */
struct spirv_node {
	uint32_t fact;
	uint32_t id;
	uint32_t own, all; /* aspects: its own, and with all nodes it reaches */
	uint32_t first_edge, edge_count;
	uint32_t first_use, use_count;
	uint32_t first_param, param_count;
	uint32_t index, low; /* while strongly connected parts are sought; index 0: not yet */
	bool on_stack;
};

/* The first instruction of a node that needs an aspect. */
struct spirv_use {
	uint32_t aspect, at;
};

struct syb_spirv {
	struct allocator from;
	struct arena arena;
	struct syb_spirv_info info;
	struct spirv_module *module;
	struct spirv_node *nodes;
	size_t node_count, node_room;
	uint32_t *edges;
	size_t edge_count, edge_room;
	struct spirv_use *uses;
	size_t use_count, use_room;
	uint32_t *kernel_nodes; /* of info.kernels, SPIRV_NONE without a function */
	uint32_t *export_nodes; /* of info.exports, the same */
	uint32_t
		*kernel_modes; /* of info.kernels: first words of the instructions with work-group and sub-group size */
	uint64_t at;           /* of the module in its file */
};

/* Kinds of the words of an instruction by the grammar, and the opcodes it does not have. */
struct spirv_words {
	uint8_t kinds[65536];
	uint8_t unknown[65536 / 8];
};

struct spirv_reading {
	struct syb_ctx *ctx;
	struct syb_spirv *spirv;
	struct spirv_module *m;
	struct spirv_inst inst;
	struct span file;
	/* id → 0, 1 + fact, or VALUE | fact of its type for results within functions */
	uint32_t *dense;
	struct hash sparse; /* where ids are far apart */
	struct spirv_fact *facts;
	size_t fact_count, fact_room;
	uint32_t *params; /* ids, of all functions */
	size_t param_count, param_room;
	uint32_t *seen; /* by node: 1 + the node that last led to it */
	size_t seen_room;
	uint32_t pointer_bytes;
	bool has_signs; /* an integer type is signed, so the others are unsigned */
	struct spirv_words *words;
	uint32_t node; /* of the function or constant that is being read, SPIRV_NONE outside */
	bool in_function;
	struct claims claims; /* texts of types */
	struct buf text;
	struct arena scratch;
	uint32_t work_group; /* fact of the constant that is the work-group size of all kernels */
	uint32_t assumed;    /* aspects of the module that no kernel or export is known to need */
};

/* The same as syb_spirv_open, at a place in a file. */
int spirv_open(struct syb_ctx *ctx, struct span s, struct syb_spirv **out_spirv);
/* Read a module and report every id that breaks a rule (check "spirv-id"; spirv_verify.c). Fails as spirv_open does. */
int spirv_verify(struct syb_ctx *ctx, struct span s);
int spirv_verify_ids(struct spirv_reading *rd);

/* ---- ids (spirv_info.c) ---- */

/* The index of the fact of an id, which is made if necessary. */
int spirv_fact_of(struct spirv_reading *rd, uint32_t id, uint32_t *out);
/* The same for the id that the instruction defines, at word i. Fails: FORMAT ("spirv-id": defined before). */
int spirv_define(struct spirv_reading *rd, size_t i, uint32_t *out);
/* The instruction that defined a fact. */
struct spirv_inst spirv_inst_of(const struct spirv_reading *rd, const struct spirv_fact *fact);
/* The index of the fact of an id, or SPIRV_NONE. */
uint32_t spirv_fact_find(const struct spirv_reading *rd, uint32_t id);
/* The index of the fact of the type of a value, within functions too. */
uint32_t spirv_type_of(const struct spirv_reading *rd, uint32_t id);
int spirv_set_type_of(struct spirv_reading *rd, uint32_t id, uint32_t type);
/* The aspects of the type that a value points to; 0 when it is not a pointer. */
uint32_t spirv_target_aspects(const struct spirv_reading *rd, uint32_t id);

/* ---- types and constants (spirv_types.c) ---- */

bool spirv_is_type(uint32_t op);
int spirv_read_type(struct spirv_reading *rd);
/* OpConstant…, OpSpecConstant…, OpUndef, OpVariable outside of functions. */
int spirv_read_constant(struct spirv_reading *rd);

/* ---- spelling (spirv_spell.c) ---- */

/* Type, address and size of a parameter. */
int spirv_spell_param(struct spirv_reading *rd, uint32_t id, struct syb_spirv_param *out);
int spirv_spell_type(struct spirv_reading *rd, uint32_t type, enum spirv_sign sign, const char **out);

/* ---- code (spirv_uses.c) ---- */

/* What the grammar asks about the ids of a module, once all of it was read. */
struct spirv_context spirv_context_of(struct spirv_reading *rd);
/* Whether the instruction is debug information, whose operands compilers write more loosely than the grammar says. */
bool spirv_is_debug(const struct spirv_reading *rd);
/* An instruction from OpFunction to OpFunctionEnd. */
int spirv_read_code(struct spirv_reading *rd);
/* The operands of a constant or variable: its aspects, and the functions it may reach. */
int spirv_read_operands(struct spirv_reading *rd, uint32_t fact);
/* Fill `all` of every node. */
int spirv_close_uses(struct syb_ctx *ctx, struct syb_spirv *spirv);

/* Whether another module defines an imported symbol of this name, and not a driver or a library (spirv_infer.c). */
bool spirv_is_import(const char *name);

/* Fill the info: kernels, specialization constants, symbols, aspects (spirv_lists.c). */
int spirv_list_all(struct spirv_reading *rd);

/* Which instruction below a node needs an aspect: its first word in the module, 0 when none does. */
int spirv_why(struct syb_ctx *ctx, const struct syb_spirv *spirv, uint32_t node, uint32_t aspect, size_t *out_at);
/* The aspects of a set, ascending, in the arena. */
int spirv_aspect_list(struct syb_ctx *ctx, struct arena *arena, uint32_t set, const uint32_t **out, size_t *out_count);

#endif
