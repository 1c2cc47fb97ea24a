/* format/spirv_link/spirv_link_index.c — the first pass over a module that is linked: kinds of ids, places of sections
 * and functions. Afterwards every instruction is known to be inside the module and in the grammar, and every result to
 * be below the bound and defined once.
 *
 * The bound in the header is only used if the module has as many words; the ids of a small module with large ids are
 * renumbered, in a table. */
#include "spirv_link.h"

enum {
	FUNCTION_TYPE = 4, /* word of an OpFunction */
	OP_SWITCH = 251,
	OP_LABEL = 248,
	OP_FUNCTION_END = 56,
	OP_SPEC_CONSTANT_TRUE = 48,
	OP_SPEC_CONSTANT = 50,
	PAST_WORDS = 1 << 16,
	MOST_WORDS = LINK_ID, /* a place in a module must fit into the map of ids */
};

static uint32_t spread(uint32_t id)
{
	return id * 0x9e3779b1u;
}

uint32_t splink_sparse(const struct link_module *m, uint32_t id)
{
	const uint32_t mask = m->sparse_room - 1;

	for (uint32_t i = spread(id) & mask; m->sparse_keys[i]; i = (i + 1) & mask)
		if (m->sparse_keys[i] == id)
			return m->sparse_ids[i];
	return 0;
}

/* The local id of one that is defined now; 0 when it was before. */
static uint32_t add_sparse(struct link_module *m, uint32_t id)
{
	const uint32_t mask = m->sparse_room - 1;
	uint32_t i = spread(id) & mask;

	for (; m->sparse_keys[i]; i = (i + 1) & mask)
		if (m->sparse_keys[i] == id)
			return 0;
	m->sparse_keys[i] = id;
	m->sparse_ids[i] = m->bound;
	return m->bound++;
}

int splink_number(struct link *l, uint32_t *out_id)
{
	if (l->next_id >= LINK_DROPPED)
		return syb_fail(l->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "more than %u ids", LINK_DROPPED);
	*out_id = l->next_id++;
	return 0;
}

static enum link_section section_of(uint32_t op)
{
	switch (op) {
	case SPIRV_OP_CAPABILITY:
		return SECTION_CAPABILITY;
	case SPIRV_OP_EXTENSION:
		return SECTION_EXTENSION;
	case SPIRV_OP_EXT_INST_IMPORT:
		return SECTION_SET;
	case SPIRV_OP_MEMORY_MODEL:
		return SECTION_MEMORY_MODEL;
	case SPIRV_OP_ENTRY_POINT:
		return SECTION_ENTRY_POINT;
	case SPIRV_OP_EXECUTION_MODE:
	case SPIRV_OP_EXECUTION_MODE_ID:
		return SECTION_MODE;
	case SPIRV_OP_STRING:
	case SPIRV_OP_SOURCE:
	case SPIRV_OP_SOURCE_CONTINUED:
	case SPIRV_OP_SOURCE_EXTENSION:
		return SECTION_SOURCE;
	case SPIRV_OP_NAME:
	case SPIRV_OP_MEMBER_NAME:
		return SECTION_NAME;
	case SPIRV_OP_MODULE_PROCESSED:
		return SECTION_PROCESSED;
	case SPIRV_OP_DECORATE:
	case SPIRV_OP_MEMBER_DECORATE:
	case SPIRV_OP_DECORATION_GROUP:
	case SPIRV_OP_GROUP_DECORATE:
	case SPIRV_OP_GROUP_MEMBER_DECORATE:
	case SPIRV_OP_DECORATE_ID:
	case SPIRV_OP_DECORATE_STRING:
	case SPIRV_OP_MEMBER_DECORATE_STRING:
		return SECTION_DECORATION;
	default:
		return SECTION_GLOBAL;
	}
}

/* The kind of the result of an instruction before the functions. */
static enum link_kind kind_of(uint32_t op)
{
	const char *name = spirv_op_name(op) + 2; /* after Op */

	switch (op) {
	case SPIRV_OP_EXT_INST_IMPORT:
		return LINK_SET;
	case SPIRV_OP_STRING:
		return LINK_STRING;
	case SPIRV_OP_DECORATION_GROUP:
		return LINK_GROUP;
	case SPIRV_OP_VARIABLE:
		return LINK_VARIABLE;
	default:
		if (op >= OP_SPEC_CONSTANT_TRUE && op <= OP_SPEC_CONSTANT)
			return LINK_SPEC;
		return str_starts(name, "Type") || str_starts(name, "Constant") || str_starts(name, "SpecConstant")
			       ? LINK_SAME
			       : LINK_GLOBAL;
	}
}

/* ---- walking ---- */

struct spirv_inst splink_inst_at(const struct link_module *m, uint32_t at)
{
	struct spirv_inst inst = {
		.file = m->file, .big_endian = m->header.big_endian, .bound = m->header.bound, .at = at
	};
	uint32_t first = spirv_word(&inst, 0);

	inst.op = first & 0xffff;
	inst.count = first >> 16;
	return inst;
}

struct spirv_inst splink_walk(const struct link_module *m, enum link_section section)
{
	return (struct spirv_inst){
		.file = m->file, .big_endian = m->header.big_endian, .bound = m->header.bound, .at = m->begin[section]
	};
}

bool splink_step(const struct link_module *m, enum link_section section, struct spirv_inst *inst)
{
	while (inst->at + inst->count < m->end[section]) {
		*inst = splink_inst_at(m, (uint32_t)(inst->at + inst->count));
		if (section_of(inst->op) == section)
			return true;
	}
	return false;
}

/* ---- looking ---- */

struct indexing {
	struct link *l;
	struct link_module *m;
	struct link_function *function; /* the one we are in */
};

static int define(struct indexing *k, const struct spirv_inst *inst, uint32_t word, enum link_kind kind)
{
	struct link_module *m = k->m;
	uint32_t id, local;

	TRY(spirv_id(k->l->ctx, inst, word, &id));
	local = m->sparse_keys ? add_sparse(m, id) : m->kinds[id] ? 0 : id;
	if (!local)
		return syb_fail(k->l->ctx, SYB_E_FORMAT, spirv_offset(inst, word), "spirv-id", "id %u is defined twice",
				id);
	m->kinds[local] = (uint8_t)kind;
	if (kind == LINK_FUNCTION || kind == LINK_VARIABLE)
		m->map[local] = (uint32_t)inst->at;
	if (kind == LINK_FUNCTION)
		k->function->id = local;
	return 0;
}

static int begin_function(struct indexing *k, const struct spirv_inst *inst)
{
	struct link_module *m = k->m;

	if (k->function)
		return syb_fail(k->l->ctx, SYB_E_FORMAT, spirv_offset(inst, 0), "spirv-function",
				"a function begins inside another one, at word %zu", inst->at);
	TRY(VEC_PUSH(k->l->ctx, m->functions, m->function_count, m->function_room));
	k->function = &m->functions[m->function_count++];
	*k->function =
		(struct link_function){ .at = (uint32_t)inst->at,
					.type = inst->count > FUNCTION_TYPE ? spirv_word(inst, FUNCTION_TYPE) : 0 };
	return 0;
}

static int index_in_function(struct indexing *k, const struct spirv_inst *inst)
{
	int r;

	switch (inst->op) {
	case SPIRV_OP_FUNCTION:
		return begin_function(k, inst);
	case OP_FUNCTION_END:
		if (!k->function)
			return syb_fail(k->l->ctx, SYB_E_FORMAT, spirv_offset(inst, 0), "spirv-function",
					"OpFunctionEnd without a function, at word %zu", inst->at);
		k->function->end = (uint32_t)(inst->at + inst->count);
		k->function = NULL;
		return 0;
	case OP_LABEL:
		if (k->function)
			k->function->body = true;
		return 0;
	case OP_SWITCH:
		r = spirv_need(k->l->ctx, inst, 2);
		k->m->has_switch = true;
		return r;
	default:
		return 0;
	}
}

static int index_instruction(struct indexing *k, const struct spirv_inst *inst)
{
	const struct spirv_shape *shape = spirv_shape(inst->op);
	struct link_module *m = k->m;
	enum link_kind kind = LINK_BODY;
	uint32_t word;
	int r = 0;

	if (!shape)
		return syb_fail(k->l->ctx, SYB_E_UNSUPPORTED, spirv_offset(inst, 0), "spirv-opcode",
				"unknown instruction %u at word %zu", inst->op, inst->at);
	if (inst->op == SPIRV_OP_FUNCTION && !m->functions_at)
		m->functions_at = (uint32_t)inst->at;
	word = splink_result_word(shape);
	if (m->functions_at) {
		r = index_in_function(k, inst);
		if (inst->op == SPIRV_OP_FUNCTION)
			kind = LINK_FUNCTION;
	} else {
		enum link_section section = section_of(inst->op);

		if (!m->begin[section])
			m->begin[section] = (uint32_t)inst->at;
		m->end[section] = (uint32_t)(inst->at + inst->count);
		if (word)
			kind = kind_of(inst->op);
	}
	return r == 0 && word ? define(k, inst, word, kind) : r;
}

void splink_read_past(struct link *l, const struct link_module *m, uint32_t *past, uint32_t at)
{
	if (at - *past < PAST_WORDS)
		return;
	file_read_past(l->ctx, (struct syb_bytes){ m->file.ptr + (size_t)*past * 4, (size_t)(at - *past) * 4 });
	*past = at;
}

/* Whether the index of functions needs to know the instruction. */
static bool shapes_function(uint32_t op)
{
	return op == SPIRV_OP_FUNCTION || op == OP_FUNCTION_END || op == OP_LABEL || op == OP_SWITCH;
}

/* Most instructions are within functions and only define an id. This steps over those, and leaves the first other one,
 * or one with an error, to index_instruction. */
static void index_plain(struct link_module *m, struct spirv_inst *inst)
{
	uint32_t at = (uint32_t)(inst->at + inst->count);
	const uint32_t words = m->words;

	while (at < words) {
		const uint32_t first = span_u32(m->file, (size_t)at * 4), op = first & 0xffff, count = first >> 16;
		const struct spirv_shape *shape = spirv_shape(op);
		uint32_t word, id;

		if (count == 0 || count > words - at || !shape || shapes_function(op))
			return;
		word = splink_result_word(shape);
		if (word) {
			id = word < count ? span_u32(m->file, ((size_t)at + word) * 4) : 0;
			if (id == 0 || id >= m->bound || m->kinds[id])
				return;
			m->kinds[id] = LINK_BODY;
		}
		inst->at = at;
		inst->count = count;
		inst->op = op;
		at += count;
	}
}

/* OpSwitch has literals as wide as its selector, so the width is recorded. */
static void mark_selectors(struct link_module *m)
{
	struct spirv_inst inst;

	for (uint32_t at = m->functions_at; m->has_switch && at < m->words; at += (uint32_t)inst.count) {
		inst = splink_inst_at(m, at);
		if (inst.op == OP_SWITCH) {
			uint32_t local = splink_local(m, spirv_word(&inst, 1));
			uint8_t kind = splink_kind(m, local);

			if (kind != LINK_FUNCTION && kind != LINK_VARIABLE)
				m->map[local] |= LINK_SELECTOR;
		}
	}
}

/* ---- memory ---- */

static int count_results(struct link *l, struct spirv_inst inst, uint32_t *out_count)
{
	uint32_t count = 0;
	int r;

	while ((r = spirv_next(l->ctx, &inst)) == 1) {
		const struct spirv_shape *shape = spirv_shape(inst.op);

		count += shape && splink_result_word(shape);
	}
	*out_count = count;
	return r;
}

static int make_room(struct link *l, struct link_module *m, const struct spirv_inst *inst)
{
	uint32_t ids = m->header.bound, room = 4;

	m->bound = ids;
	if (ids > m->words) {
		int r = count_results(l, *inst, &ids);

		if (r < 0)
			return r;
		while (room < ids * 2)
			room *= 2;
		m->sparse_room = room;
		m->sparse_keys = mem_zalloc(l->ctx, (size_t)room * sizeof(*m->sparse_keys));
		m->sparse_ids = mem_zalloc(l->ctx, (size_t)room * sizeof(*m->sparse_ids));
		if (!m->sparse_keys || !m->sparse_ids)
			return -SYB_E_NOMEM;
		m->bound = 1;
		ids++;
	}
	ids += !ids;
	m->kinds = mem_zalloc(l->ctx, ids);
	m->map = mem_zalloc(l->ctx, (size_t)ids * sizeof(*m->map));
	return m->kinds && m->map ? 0 : -SYB_E_NOMEM;
}

int splink_index(struct link *l, struct link_module *m)
{
	struct indexing k = { .l = l, .m = m };
	struct spirv_inst inst;
	uint32_t past = 0;
	int r = spirv_read_header(l->ctx, m->file, &m->header);

	if (r == 0 && m->file.len / 4 > MOST_WORDS)
		r = syb_fail(l->ctx, SYB_E_LIMIT, m->file.at, "limit", "a module of %zu bytes", m->file.len);
	m->words = (uint32_t)(m->file.len / 4);
	if (r == 0)
		r = spirv_begin(l->ctx, m->file, &inst);
	if (r == 0)
		r = make_room(l, m, &inst);
	while (r == 0 && (r = spirv_next(l->ctx, &inst)) == 1) {
		r = index_instruction(&k, &inst);
		if (r == 0 && m->functions_at && splink_is_plain(m))
			index_plain(m, &inst);
		splink_read_past(l, m, &past, (uint32_t)inst.at);
	}
	if (r == 0 && k.function)
		r = syb_fail(l->ctx, SYB_E_FORMAT, m->file.at + m->file.len, "spirv-function",
			     "the module ends inside a function");
	if (r < 0)
		return r;
	if (!m->functions_at)
		m->functions_at = m->words;
	mark_selectors(m);
	return 0;
}
