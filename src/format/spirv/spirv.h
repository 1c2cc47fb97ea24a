/* format/spirv/spirv.h — SPIR-V modules: the header, a walk over instructions, and an index of everything before the
 * code.
 *
 * A module is a sequence of 32-bit words in the byte order of its magic number. Nothing is converted in place: words
 * are read through spirv_word(), and offsets in errors are those of the file. */
#ifndef FORMAT_SPIRV_H
#define FORMAT_SPIRV_H

#include "base/buf.h"
#include "base/span.h"

struct spirv_header {
	bool big_endian;
	uint8_t major, minor;
	uint32_t generator; /* tool in the upper half, its version in the lower */
	uint32_t bound;     /* ids are less than this */
	uint32_t schema;
};

enum { SPIRV_HEADER_WORDS = 5, SPIRV_MODEL_KERNEL = 6 };

/* Instructions that the library looks into. */
enum spirv_op {
	SPIRV_OP_SOURCE_CONTINUED = 2,
	SPIRV_OP_SOURCE = 3,
	SPIRV_OP_SOURCE_EXTENSION = 4,
	SPIRV_OP_NAME = 5,
	SPIRV_OP_MEMBER_NAME = 6,
	SPIRV_OP_STRING = 7,
	SPIRV_OP_EXTENSION = 10,
	SPIRV_OP_EXT_INST_IMPORT = 11,
	SPIRV_OP_MEMORY_MODEL = 14,
	SPIRV_OP_ENTRY_POINT = 15,
	SPIRV_OP_EXECUTION_MODE = 16,
	SPIRV_OP_CAPABILITY = 17,
	SPIRV_OP_TYPE_VOID = 19, /* the first of the types */
	SPIRV_OP_TYPE_INT = 21,
	SPIRV_OP_TYPE_STRUCT = 30,
	SPIRV_OP_SPEC_CONSTANT_OP = 52,
	SPIRV_OP_FUNCTION = 54,
	SPIRV_OP_VARIABLE = 59,
	SPIRV_OP_DECORATE = 71,
	SPIRV_OP_MEMBER_DECORATE = 72,
	SPIRV_OP_DECORATION_GROUP = 73,
	SPIRV_OP_GROUP_DECORATE = 74,
	SPIRV_OP_GROUP_MEMBER_DECORATE = 75,
	SPIRV_OP_MODULE_PROCESSED = 330,
	SPIRV_OP_EXECUTION_MODE_ID = 331,
	SPIRV_OP_DECORATE_ID = 332,
	SPIRV_OP_DECORATE_STRING = 5632,
	SPIRV_OP_MEMBER_DECORATE_STRING = 5633,
};

enum { SPIRV_USER_SEMANTIC = 5635 };

/* By the magic number, in either byte order. */
bool spirv_is_module(struct span s);
/* Fails: FORMAT (magic, header cut off, size not a multiple of 4). */
int spirv_read_header(struct syb_ctx *ctx, struct span s, struct spirv_header *out_header);

/* ---- instructions ---- */

/* The position of a walk: begin with spirv_begin. The words are those of the instruction, including its first one. */
struct spirv_inst {
	struct span file;
	bool big_endian;
	uint32_t bound;
	uint32_t op;
	size_t at;    /* index of its first word in the file */
	size_t count; /* words, at least 1; 0 before the first instruction */
};

int spirv_begin(struct syb_ctx *ctx, struct span s, struct spirv_inst *out_inst);
/* Step to the next instruction: 1, or 0 at the end. Fails: FORMAT ("spirv-instruction": it has no words, or more
 * than the file). */
int spirv_next(struct syb_ctx *ctx, struct spirv_inst *inst);

/* The i-th word; i < count. */
static inline uint32_t spirv_word(const struct spirv_inst *inst, size_t i)
{
	uint32_t w = span_u32(inst->file, (inst->at + i) * 4);

	return inst->big_endian ? __builtin_bswap32(w) : w;
}

/* Offset of the i-th word in the file. */
static inline uint64_t spirv_offset(const struct spirv_inst *inst, size_t i)
{
	return inst->file.at + (inst->at + i) * 4;
}

/* The bytes of the instruction. */
static inline struct syb_bytes spirv_bytes(const struct spirv_inst *inst)
{
	return (struct syb_bytes){ inst->file.ptr + inst->at * 4, inst->count * 4 };
}

/* Words of a literal string, with its NUL. */
static inline size_t spirv_text_words(size_t len)
{
	return len / 4 + 1;
}

/* Convert text to literal strings, and back. The first returns the number of words it filled. */
static inline size_t spirv_put_text(const char *text, size_t len, uint32_t *words)
{
	memset(words, 0, spirv_text_words(len) * 4);
	for (size_t i = 0; i < len; i++)
		words[i / 4] |= (uint32_t)(uint8_t)text[i] << i % 4 * 8;
	return spirv_text_words(len);
}

static inline void spirv_get_text(const uint32_t *words, size_t len, char *text)
{
	for (size_t i = 0; i < len; i++)
		text[i] = (char)(words[i / 4] >> i % 4 * 8);
}

/* The name of an instruction, "instruction N" when it is unknown. */
enum { SPIRV_OP_TEXT = 24 };
const char *spirv_op_text(char text[SPIRV_OP_TEXT], uint32_t op);
/* Fails: FORMAT ("spirv-instruction") when the instruction has fewer words. */
int spirv_need(struct syb_ctx *ctx, const struct spirv_inst *inst, size_t words);
/* The i-th word as an id. Fails: FORMAT ("spirv-instruction": missing, "spirv-id": 0, or not below the bound). */
int spirv_id(struct syb_ctx *ctx, const struct spirv_inst *inst, size_t i, uint32_t *out_id);
/* The literal string at the i-th word replaces the contents of text, without its NUL; out_next is the word after it.
 * Fails: FORMAT ("spirv-string": no NUL within the instruction), NOMEM. */
int spirv_string(struct syb_ctx *ctx, const struct spirv_inst *inst, size_t i, struct buf *text, size_t *out_next);

/* Call fn for the name of every kernel; names are valid only during the call. Stops when fn returns non-zero and
 * returns that. A damaged module ends at the damage. Fails: NOMEM. */
typedef int spirv_name_fn(void *user, const char *name, size_t len);
int spirv_each_kernel(struct syb_ctx *ctx, struct span s, spirv_name_fn *fn, void *user);

/* ---- names of numbers, by the grammar (spirv_grammar.def) ---- */

struct spirv_decoration_info {
	uint32_t number;
	const char *name;
	const char *operands;  /* i (a number), s (a string), d (an id), a letter each; * repeats the last */
	uint32_t capability;   /* 0: none is needed */
	const char *extension; /* NULL: none */
};

/* NULL when it is not known. */
const struct spirv_decoration_info *spirv_decoration_info(uint32_t number);
/* All of them; the last one has no name. */
const struct spirv_decoration_info *spirv_decoration_rows(void);
/* Execution modes, the same. */
const struct spirv_decoration_info *spirv_mode_info(uint32_t number);
const char *spirv_capability_name(uint32_t number);
const char *spirv_mode_name(uint32_t number);

/* ---- the index ---- */

enum { SPIRV_NO_MEMBER = UINT32_MAX };

struct spirv_name {
	uint32_t id, member;
	const char *text;
	size_t at; /* first word of the instruction */
};

struct spirv_entry_point {
	uint32_t model, function;
	const char *name;
	const uint32_t *interface;
	size_t interface_count;
};

struct spirv_mode {
	uint32_t function, mode;
	const uint32_t *operands; /* ids, where the instruction is OpExecutionModeId */
	size_t operand_count;
	size_t at; /* first word of the instruction */
};

/* A decoration of one target: those of groups appear for each of their targets. */
struct spirv_decoration {
	uint32_t op; /* of the instruction that states number and operands */
	uint32_t target, member;
	uint32_t number;
	const uint32_t *operands; /* words, in the machine's byte order */
	size_t operand_count;
	size_t at; /* first word of that instruction */
};

struct spirv_module {
	struct allocator from;
	struct arena arena;
	struct spirv_header header;
	uint32_t addressing, memory;
	bool has_memory_model;
	uint32_t *capabilities;
	size_t capability_count;
	const char **extensions;
	size_t extension_count;
	const char **imports; /* of extended instructions */
	size_t import_count;
	struct spirv_name *names;
	size_t name_count;
	struct spirv_entry_point *entry_points;
	size_t entry_point_count;
	struct spirv_mode *modes;
	size_t mode_count;
	struct spirv_decoration *decorations;
	size_t decoration_count;
	struct hash *index; /* id and member, as two words → index of the name; see spirv_module.c */
	size_t instruction_count;
};

/* Walk the whole module and index everything before its code. Everything is copied, so the bytes may be freed.
 * Fails: FORMAT (a check "spirv-…"), LIMIT, NOMEM. */
int spirv_read(struct syb_ctx *ctx, struct span s, struct spirv_module **out_module);
void spirv_free(struct spirv_module *module);
/* The name of an id (member SPIRV_NO_MEMBER) or of a member of a struct, NULL when it has none. */
const char *spirv_name_of(const struct spirv_module *module, uint32_t id, uint32_t member);
/* The same for an id; an entry point without an OpName has the name of its OpEntryPoint. */
const char *spirv_function_name(const struct spirv_module *module, uint32_t id);
/* The string that begins at operand i of a decoration: its length in bytes, *out_words is its number of operands; -1
 * when it has no NUL. The words have the text in little-endian order. */
int64_t spirv_operand_string(const struct spirv_decoration *d, size_t i, size_t *out_words);

DEFINE_CLEANUP(struct spirv_module *, spirv_free);

#endif
