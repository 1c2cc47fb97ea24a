/* ir/lower/prepare_spirv.h — texts that carry decorations through the translator to SPIR-V; shared by the files of the
 * pass.
 *
 *   sybil-decorate:[TARGET ]GROUP…       GROUP: [NUMBER:operand,…]
 *
 * Without a target the text is about its carrier, a variable or a parameter. All other things are referred to by name,
 * in texts of a variable of their own. format/spirv/spirv_carrier.h reads them. */
#ifndef IR_PREPARE_SPIRV_H
#define IR_PREPARE_SPIRV_H

#include "ir/module/metadata.h"

#include "base/buf.h"

enum { USER_SEMANTIC = 5635 };

struct preparing {
	struct syb_ctx *ctx;
	struct arena *arena;
	struct syb_ir *ir;
	LLVMBuilderRef builder;
	unsigned decorations, parameters; /* metadata kinds */
	bool typed;                       /* pointers */
	struct buf text;                  /* that is being made */
	LLVMMetadataRef *all;             /* finished ones, as nodes of the variable */
	size_t count, room;
	size_t names;             /* given to values */
	LLVMValueRef *intrinsics; /* that annotate pointers: one for each type of pointers */
	size_t intrinsic_count, intrinsic_room;
};

/* Begin a text about a named thing (kind NULL: about the carrier of the text), or about a value, which gets a unique
 * name. */
int carrier_begin(struct preparing *p, const char *kind, const char *name, size_t len);
int carrier_begin_value(struct preparing *p, LLVMValueRef value);
/* Append groups: a node {i32 NUMBER, operand…} from its i-th operand on; an annotation in DPC++'s form, in ours, or as
 * UserSemantic; or either of them for a node. */
int carrier_put_group(struct preparing *p, LLVMMetadataRef node, size_t i);
int carrier_put_annotation(struct preparing *p, const char *text, size_t len);
int carrier_put_node(struct preparing *p, LLVMMetadataRef node);
/* The finished text: as a node, or added to the variable. */
LLVMMetadataRef carrier_node(struct preparing *p);
int carrier_add(struct preparing *p);
/* Whether operands from the i-th on are numbers and strings only. */
bool carrier_is_literals(LLVMMetadataRef node, size_t i);
/* Whether an annotation has one of the two forms. */
bool carrier_is_groups(const char *text, size_t len);

/* Annotations of pointers, whose calls are removed, and of functions and variables (prepare_annotations.c). */
bool prepare_is_annotation(const struct preparing *p, LLVMValueRef inst);
int prepare_annotation(struct preparing *p, LLVMValueRef call);
int prepare_global_annotations(struct preparing *p);
/* Loops with hints in the translator's form; once, before the blocks. */
int prepare_loops(struct preparing *p);
/* Blocks of a function in a valid order (prepare_blocks.c). */
void prepare_blocks(LLVMValueRef function);
/* Remove debug information that crashes the translator (prepare_debug.c). */
void prepare_debug(struct preparing *p);

#endif
