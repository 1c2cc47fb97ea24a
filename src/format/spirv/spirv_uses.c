/* format/spirv/spirv_uses.c — the aspects that the code of a SPIR-V module needs, by function, and the calls between
 * functions.
 *
 * A function needs the aspects of the types of its results and of the constants and variables that it names, and
 * those of some instructions (spirv_aspects.def). Anything that names a function may call it. Unknown instructions
 * are treated as having a type and a result if their first words look like that. Debug information needs nothing. */
#include "spirv_grammar.h"
#include "spirv_info.h"

enum {
	COPY_MEMORY = 63,
	COPY_MEMORY_SIZED,
	ATOMIC_LOAD = 227,
	ATOMIC_STORE,
	ATOMIC_XOR = 242,
	ENQUEUE_KERNEL = 292,
	KERNEL_SUB_GROUP_COUNT,
	KERNEL_SUB_GROUP_SIZE,
	KERNEL_WORK_GROUP_SIZE,
	KERNEL_WORK_GROUP_MULTIPLE,
	ATOMIC_FMIN = 5614,
	ATOMIC_FMAX,
	ATOMIC_FADD = 6035,
};

/* ---- aspects of single instructions ---- */

static uint32_t aspects_of_op(uint32_t op)
{
	switch (op) {
#define SYB_SPIRV_ASPECT_OP(opcode, id) \
	case opcode:                    \
		return SPIRV_BIT(id);
#include <sybil/spirv_aspects.def>
	default:
		return 0;
	}
}

static bool is_atomic(uint32_t op)
{
	return (op >= ATOMIC_LOAD && op <= ATOMIC_XOR) || op == ATOMIC_FMIN || op == ATOMIC_FMAX || op == ATOMIC_FADD;
}

/* By the width of the number: that of the result, or of the stored value. */
static uint32_t aspects_of_atomic(const struct spirv_reading *rd)
{
	const bool store = rd->inst.op == ATOMIC_STORE;
	uint32_t type = SPIRV_NONE;

	if (store && rd->inst.count > 4)
		type = spirv_type_of(rd, spirv_word(&rd->inst, 4));
	else if (!store && rd->inst.count > 1)
		type = spirv_fact_find(rd, spirv_word(&rd->inst, 1));
	if (type == SPIRV_NONE || !(rd->facts[type].op == SPIRV_TYPE_INT || rd->facts[type].op == SPIRV_TYPE_FLOAT))
		return 0;
	return rd->facts[type].number == 64   ? SPIRV_BIT(ATOMIC64)
	       : rd->facts[type].number == 16 ? SPIRV_BIT(ATOMIC16)
					      : 0;
}

/* A copy in memory needs no arithmetic, but DPC++ states the aspects of the types that are copied. */
static void note_copy(struct spirv_reading *rd)
{
	for (size_t i = 1; i <= 2 && i < rd->inst.count; i++)
		rd->assumed |= spirv_target_aspects(rd, spirv_word(&rd->inst, i));
}

/* The word of an instruction that names a function, which may be defined later; 0: none. */
static size_t function_word(uint32_t op)
{
	switch (op) {
	case SPIRV_FUNCTION_CALL:
	case SPIRV_CONSTANT_FUNCTION_POINTER:
	case KERNEL_WORK_GROUP_SIZE:
	case KERNEL_WORK_GROUP_MULTIPLE:
		return 3;
	case KERNEL_SUB_GROUP_COUNT:
	case KERNEL_SUB_GROUP_SIZE:
		return 4;
	case ENQUEUE_KERNEL:
		return 9;
	default:
		return 0;
	}
}

/* ---- nodes ---- */

static int node_of(struct spirv_reading *rd, uint32_t fact, uint32_t *out)
{
	struct syb_spirv *spirv = rd->spirv;

	if (rd->facts[fact].node == SPIRV_NONE) {
		TRY(VEC_PUSH(rd->ctx, spirv->nodes, spirv->node_count, spirv->node_room));
		TRY(VEC_PUSH(rd->ctx, rd->seen, spirv->node_count, rd->seen_room));
		rd->seen[spirv->node_count] = 0;
		spirv->nodes[spirv->node_count] = (struct spirv_node){ .fact = fact, .id = rd->facts[fact].id };
		rd->facts[fact].node = (uint32_t)spirv->node_count++;
	}
	*out = rd->facts[fact].node;
	return 0;
}

/* Edges and uses of a node are adjacent: one node is read at a time. */
static int begin_node(struct spirv_reading *rd, uint32_t fact)
{
	struct spirv_node *node;

	TRY(node_of(rd, fact, &rd->node));
	node = &rd->spirv->nodes[rd->node];
	node->first_edge = (uint32_t)rd->spirv->edge_count;
	node->first_use = (uint32_t)rd->spirv->use_count;
	node->first_param = (uint32_t)rd->param_count;
	return 0;
}

static int add_edge(struct spirv_reading *rd, uint32_t to)
{
	struct syb_spirv *spirv = rd->spirv;

	if (rd->seen[to] == rd->node + 1)
		return 0;
	TRY(VEC_PUSH(rd->ctx, spirv->edges, spirv->edge_count, spirv->edge_room));
	rd->seen[to] = rd->node + 1;
	spirv->edges[spirv->edge_count++] = to;
	spirv->nodes[rd->node].edge_count++;
	return 0;
}

static int add_aspects(struct spirv_reading *rd, uint32_t aspects)
{
	struct syb_spirv *spirv = rd->spirv;
	uint32_t more = aspects & ~spirv->nodes[rd->node].own;

	for (; more; more &= more - 1) {

		TRY(VEC_PUSH(rd->ctx, spirv->uses, spirv->use_count, spirv->use_room));
		spirv->uses[spirv->use_count++] =
			(struct spirv_use){ (uint32_t)__builtin_ctz(more), (uint32_t)rd->inst.at };
		spirv->nodes[rd->node].use_count++;
	}
	spirv->nodes[rd->node].own |= aspects;
	return 0;
}

/* ---- words ---- */

static uint32_t literal_words(void *user, uint32_t id)
{
	const struct spirv_reading *rd = user;
	uint32_t type = spirv_type_of(rd, id);

	if (type == SPIRV_NONE || rd->facts[type].op != SPIRV_TYPE_INT)
		return 0;
	return rd->facts[type].number > 32 ? 2 : 1;
}

static const char *set_name(void *user, uint32_t id)
{
	const struct spirv_reading *rd = user;
	uint32_t fact = spirv_fact_find(rd, id);

	return fact != SPIRV_NONE && rd->facts[fact].op == SPIRV_OP_EXT_INST_IMPORT ? rd->facts[fact].text[0] : NULL;
}

struct spirv_context spirv_context_of(struct spirv_reading *rd)
{
	return (struct spirv_context){ rd, literal_words, set_name };
}

bool spirv_is_debug(const struct spirv_reading *rd)
{
	const char *name;

	if (rd->inst.op != SPIRV_EXT_INST || rd->inst.count < 4)
		return false;
	name = set_name((struct spirv_reading *)(uintptr_t)rd, spirv_word(&rd->inst, 3));
	return name && (strstr(name, "DebugInfo") || str_starts(name, "NonSemantic."));
}

/* Find the kinds of the words; false when they are unknown. */
static bool find_kinds(struct spirv_reading *rd)
{
	const struct spirv_context context = spirv_context_of(rd);
	uint8_t *unknown = &rd->words->unknown[rd->inst.op / 8];
	const uint8_t bit = (uint8_t)(1 << rd->inst.op % 8);

	if (*unknown & bit)
		return false;
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(rd->ctx);
	if (spirv_word_kinds(rd->ctx, &rd->inst, &context, rd->words->kinds) == 0)
		return true;
	if (rd->inst.op != SPIRV_EXT_INST) /* report an opcode once */
		*unknown |= bit;
	return false;
}

/* A type and a result, if the first words look like that. */
static void guess_kinds(struct spirv_reading *rd)
{
	uint32_t type = rd->inst.count > 2 ? spirv_fact_find(rd, spirv_word(&rd->inst, 1)) : SPIRV_NONE;

	memset(rd->words->kinds, SPIRV_WORD_LITERAL, rd->inst.count);
	if (type != SPIRV_NONE && spirv_is_type(rd->facts[type].op)) {
		rd->words->kinds[1] = SPIRV_WORD_TYPE;
		rd->words->kinds[2] = SPIRV_WORD_RESULT;
	}
}

/* ---- instructions ---- */

static int read_result(struct spirv_reading *rd, uint32_t *aspects)
{
	uint32_t type = spirv_fact_find(rd, spirv_word(&rd->inst, 1)), id;
	const struct spirv_fact *f;

	if (type == SPIRV_NONE)
		return 0;
	f = &rd->facts[type];
	if (rd->inst.op == SPIRV_OP_VARIABLE && f->op == SPIRV_TYPE_POINTER && f->type != SPIRV_NONE)
		*aspects |= rd->facts[f->type].aspects;
	*aspects |= f->aspects;
	TRY(spirv_id(rd->ctx, &rd->inst, 2, &id));
	return spirv_set_type_of(rd, id, type);
}

/* An id that is used. Results within functions add nothing to their own instructions. */
static int read_operand(struct spirv_reading *rd, size_t i, uint32_t *aspects)
{
	uint32_t fact = spirv_fact_find(rd, spirv_word(&rd->inst, i)), node;

	if (i == function_word(rd->inst.op)) {
		uint32_t id;

		TRY(spirv_id(rd->ctx, &rd->inst, i, &id));
		TRY(spirv_fact_of(rd, id, &fact));
		TRY(node_of(rd, fact, &node));
		return add_edge(rd, node);
	}
	if (fact == SPIRV_NONE || (spirv_is_type(rd->facts[fact].op) && rd->inst.op != SPIRV_UNTYPED_VARIABLE))
		return 0;
	*aspects |= rd->facts[fact].aspects;
	return rd->facts[fact].node != SPIRV_NONE ? add_edge(rd, rd->facts[fact].node) : 0;
}

static int read_body(struct spirv_reading *rd)
{
	uint32_t aspects = aspects_of_op(rd->inst.op);
	const uint8_t *kinds = rd->words->kinds;
	int r = 0;

	if (spirv_is_debug(rd))
		return 0;
	if (!find_kinds(rd))
		guess_kinds(rd);
	for (size_t i = 1; i < rd->inst.count && r == 0; i++) {
		if (kinds[i] == SPIRV_WORD_TYPE)
			r = read_result(rd, &aspects);
		else if (kinds[i] == SPIRV_WORD_ID)
			r = read_operand(rd, i, &aspects);
	}
	if (is_atomic(rd->inst.op))
		aspects |= aspects_of_atomic(rd);
	if (rd->inst.op == COPY_MEMORY || rd->inst.op == COPY_MEMORY_SIZED)
		note_copy(rd);
	return r < 0 || !aspects ? r : add_aspects(rd, aspects);
}

static int begin_function(struct spirv_reading *rd)
{
	uint32_t fact, type;

	TRY(spirv_need(rd->ctx, &rd->inst, 5));
	if (rd->in_function)
		return syb_fail(rd->ctx, SYB_E_FORMAT, spirv_offset(&rd->inst, 0), "spirv-function",
				"OpFunction at word %zu is inside a function", rd->inst.at);
	TRY(spirv_define(rd, 2, &fact));
	TRY(begin_node(rd, fact));
	rd->in_function = true;
	type = spirv_fact_find(rd, spirv_word(&rd->inst, 1));
	rd->facts[fact].type = type;
	return add_aspects(rd, (type != SPIRV_NONE ? rd->facts[type].aspects : 0) |
				       (rd->facts[fact].flags & FACT_ESIMD ? SPIRV_BIT(ESIMD) : 0));
}

static int read_parameter(struct spirv_reading *rd)
{
	uint32_t id, aspects = 0;

	TRY(spirv_id(rd->ctx, &rd->inst, 2, &id));
	TRY(VEC_PUSH(rd->ctx, rd->params, rd->param_count, rd->param_room));
	TRY(read_result(rd, &aspects));
	rd->params[rd->param_count++] = id;
	rd->spirv->nodes[rd->node].param_count++;
	return add_aspects(rd, aspects);
}

int spirv_read_code(struct spirv_reading *rd)
{
	if (rd->inst.op == SPIRV_OP_FUNCTION)
		return begin_function(rd);
	if (!rd->in_function)
		return 0;
	if (rd->inst.op == SPIRV_FUNCTION_PARAMETER)
		return read_parameter(rd);
	if (rd->inst.op == SPIRV_FUNCTION_END) {
		rd->in_function = false;
		rd->node = SPIRV_NONE;
		return 0;
	}
	return read_body(rd);
}

/* Most constants reach no function, and need no node. */
int spirv_read_operands(struct spirv_reading *rd, uint32_t fact)
{
	const size_t function = function_word(rd->inst.op);
	bool leads = function && function < rd->inst.count;
	uint32_t aspects = rd->facts[fact].aspects;
	int r = 0;

	if (rd->inst.count <= 3 || rd->inst.op == SPIRV_CONSTANT || rd->inst.op == SPIRV_SPEC_CONSTANT)
		return 0;
	if (!find_kinds(rd))
		guess_kinds(rd);
	for (size_t i = 3; i < rd->inst.count; i++) {
		uint32_t part = rd->words->kinds[i] == SPIRV_WORD_ID ? spirv_fact_find(rd, spirv_word(&rd->inst, i))
								     : SPIRV_NONE;

		if (part == SPIRV_NONE || spirv_is_type(rd->facts[part].op))
			continue;
		aspects |= rd->facts[part].aspects;
		leads |= rd->facts[part].node != SPIRV_NONE;
	}
	rd->facts[fact].aspects = aspects;
	if (!leads)
		return 0;
	r = begin_node(rd, fact);
	for (size_t i = 3; i < rd->inst.count && r == 0; i++)
		if (rd->words->kinds[i] == SPIRV_WORD_ID)
			r = read_operand(rd, i, &aspects);
	rd->node = SPIRV_NONE;
	return r;
}
