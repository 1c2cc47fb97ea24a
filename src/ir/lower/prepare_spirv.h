/* ir/lower/prepare_spirv.h — texts that carry decorations through the translator to SPIR-V; shared by the files of the
 * pass.
 *
 *   sybil-decorate:[TARGET ]GROUP…       GROUP: [NUMBER:operand,…]
 *
 * Without a target it is said of what has the text: a variable or a parameter. Everything else is meant by name, in
 * texts of a variable that exists for them alone. format/spirv/spirv_carrier.h reads them. */
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

/* Begin a text about somebody (NULL: who has it), or about a value, which gets a name to be found by. */
int carrier_begin(struct preparing *p, const char *kind, const char *name, size_t len);
int carrier_begin_value(struct preparing *p, LLVMValueRef value);
/* Groups: a node {i32 NUMBER, operand…} from its i-th operand on; what an annotation says, in DPC++'s form, in ours, or
 * anything else as UserSemantic; either, for a node that is not where the translator looks. */
int carrier_put_group(struct preparing *p, LLVMMetadataRef node, size_t i);
int carrier_put_annotation(struct preparing *p, const char *text, size_t len);
int carrier_put_node(struct preparing *p, LLVMMetadataRef node);
/* The text is whole: as a node, or for the variable. */
LLVMMetadataRef carrier_node(struct preparing *p);
int carrier_add(struct preparing *p);
/* Whether operands from the i-th on are numbers and strings only. */
bool carrier_is_literals(LLVMMetadataRef node, size_t i);
/* Whether an annotation has one of the two forms. */
bool carrier_is_groups(const char *text, size_t len);

/* Annotations of pointers, whose calls go, and of functions and variables (prepare_annotations.c). */
bool prepare_is_annotation(const struct preparing *p, LLVMValueRef inst);
int prepare_annotation(struct preparing *p, LLVMValueRef call);
int prepare_global_annotations(struct preparing *p);
/* Loops with hints as the translator wants them; once, before the blocks. */
int prepare_loops(struct preparing *p);
/* Blocks of a function in a valid order (prepare_blocks.c). */
void prepare_blocks(LLVMValueRef function);
/* Debug information without what the translator ends itself over (prepare_debug.c). */
void prepare_debug(struct preparing *p);

#endif
