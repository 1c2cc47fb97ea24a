/* format/spirv_link/spirv_link_emit.c — the linked module, section by section: the instructions of all modules in
 * each section, with new ids. Dropped ids lose their names and decorations, too. Instructions are buffered and
 * written at once. */
#include "spirv_link_emit.h"

enum {
	MAGIC = 0x07230203,
	CAPABILITY_LINKAGE = 5,
	LINKAGE_ATTRIBUTES = 41,
	OP_PHI = 245,
	OP_LOOP_MERGE = 246,
	OP_SWITCH = 251,
	FLUSH_WORDS = 64 * 1024,
	CANCEL_EVERY = 1 << 12, /* functions */
};

static void drop_emitting(struct emitting *e)
{
	struct allocator from = allocator_of(e->l->ctx);

	allocator_free(from, e->words);
	allocator_free(from, e->defined);
	hash_free(&e->once);
	hash_free(&e->function_names);
	buf_free(&e->name);
}

/* ---- words ---- */

static int flush(struct emitting *e)
{
	int r;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	for (size_t i = 0; i < e->count; i++)
		e->words[i] = __builtin_bswap32(e->words[i]);
#endif
	r = syb_out_write(e->l->ctx, e->out, (struct syb_bytes){ (const uint8_t *)e->words, e->count * 4 });
	e->count = 0;
	return r;
}

/* Room for one more instruction. */
static inline int make_room(struct emitting *e)
{
	return e->count >= FLUSH_WORDS ? flush(e) : 0;
}

int splink_put(struct emitting *e, const uint32_t *words, size_t count)
{
	int r = 0;

	while (r == 0 && count) {
		size_t n = count < UINT16_MAX ? count : UINT16_MAX;

		r = make_room(e);
		if (r < 0)
			break;
		memcpy(e->words + e->count, words, n * 4);
		e->count += n;
		words += n;
		count -= n;
	}
	return r;
}

static int undefined(struct emitting *e, const struct spirv_inst *inst, size_t i)
{
	return syb_fail(e->l->ctx, SYB_E_FORMAT, spirv_offset(inst, i), "spirv-id",
			"%s at word %zu: id %u is not defined", spirv_op_name(inst->op), inst->at, spirv_word(inst, i));
}

/* Operands that may refer to later instructions. */
static bool may_be_later(const struct emitting *e, const struct spirv_inst *inst, size_t i)
{
	const uint8_t kind = splink_kind(e->m, splink_local(e->m, spirv_word(inst, i)));

	if (kind == LINK_FUNCTION)
		return true;
	switch (inst->op) {
	case SPIRV_OP_TYPE_STRUCT:
	case OP_TYPE_STRUCT_CONTINUED:
	case OP_TYPE_FORWARD_POINTER:
	case OP_EXT_INST:
	case OP_EXT_INST_FORWARD:
	case OP_PHI:
		return true;
	default: /* control flow: labels may be anywhere in the function */
		return inst->op >= OP_LOOP_MERGE && inst->op <= OP_SWITCH;
	}
}

static int verify(struct emitting *e, const struct spirv_inst *inst, const uint32_t *out)
{
	const uint32_t result = splink_result_word(spirv_shape(inst->op));

	TRY(e->verify ? splink_word_kinds(e->l, e->m, inst) : 0);
	for (size_t i = 1; e->verify && i < inst->count; i++) {
		if (i == result || e->l->word_kinds[i] == SPIRV_WORD_LITERAL || splink_is_defined(e, out[i]) ||
		    may_be_later(e, inst, i))
			continue;
		return syb_fail(e->l->ctx, SYB_E_FORMAT, spirv_offset(inst, i), "spirv-id",
				"%s at word %zu: id %u is used before it is defined", spirv_op_name(inst->op), inst->at,
				spirv_word(inst, i));
	}
	if (result && splink_is_defined(e, out[result]))
		return syb_fail(e->l->ctx, SYB_E_INTERNAL, spirv_offset(inst, result), "spirv-id",
				"id %u of the result is defined twice", out[result]);
	if (result)
		splink_set_defined(e, out[result]);
	return 0;
}

/* An instruction whose words must be computed. */
static int put_by_pattern(struct emitting *e, const struct spirv_inst *inst, uint32_t *out)
{
	TRY(splink_word_kinds(e->l, e->m, inst));
	for (size_t i = 1; i < inst->count; i++) {
		uint32_t word = spirv_word(inst, i);

		if (e->l->word_kinds[i] != SPIRV_WORD_LITERAL) {
			word = splink_new(e->m, word);
			if (!word || word == LINK_DROPPED)
				return undefined(e, inst, i);
		}
		out[i] = word;
	}
	return 0;
}

/* The instruction with new ids. This is where the time goes. */
int splink_put_inst(struct emitting *e, const struct spirv_inst *inst)
{
	const struct spirv_shape *shape = spirv_shape(inst->op);
	const size_t operands = inst->count - 1;
	const struct link_module *m = e->m;
	uint64_t kinds = shape->kinds;
	uint32_t *out;
	size_t i;

	TRY(make_room(e));
	out = e->words + e->count;
	out[0] = (uint32_t)inst->count << 16 | inst->op;
	if (operands < shape->least || (operands > shape->fixed && shape->rest >= SPIRV_REST_NOTHING)) {
		TRY(put_by_pattern(e, inst, out));
	} else {
		for (i = 1; i <= operands; i++) {
			unsigned kind = i <= shape->fixed ? kinds & 3 : shape->rest;
			uint32_t word = spirv_word(inst, i);

			kinds >>= 2;
			if (kind != SPIRV_WORD_LITERAL) {
				word = splink_new(m, word);
				if (!word || word == LINK_DROPPED)
					return undefined(e, inst, i);
			}
			out[i] = word;
		}
	}
	if (e->defined) {
		TRY(verify(e, inst, out));
	}
	e->count += inst->count;
	return 0;
}

/* The words in l->scratch, unless they were written before. */
static int put_once(struct emitting *e)
{
	struct link *l = e->l;

	if (hash_get(&e->once, l->scratch.ptr, l->scratch.len))
		return 0;
	TRY(hash_add_copy(l->ctx, &e->once, &l->arena, l->scratch.ptr, l->scratch.len, 0));
	return splink_put(e, (const uint32_t *)(const void *)l->scratch.ptr, l->scratch.len / 4);
}

/* ---- sections ---- */

typedef int emit_fn(struct emitting *e, const struct spirv_inst *inst);

/* Call one for every module, which becomes e->m; or, without it, fn for every instruction of a section. */
static int each_module(struct emitting *e, int (*one)(struct emitting *e), enum link_section section, emit_fn *fn)
{
	struct link *l = e->l;

	for (size_t i = 0; i < l->module_count; i++) {
		struct link_module *m = &l->modules[i];
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);
		struct spirv_inst inst = splink_walk(m, section);

		e->m = m;
		if (one)
			TRY(one(e));
		while (!one && splink_step(m, section, &inst))
			TRY(fn(e, &inst));
	}
	return 0;
}

static int each(struct emitting *e, enum link_section section, emit_fn *fn)
{
	return each_module(e, NULL, section, fn);
}

static int emit_once(struct emitting *e, const struct spirv_inst *inst)
{
	bool unknown = false;

	e->l->scratch.len = 0;
	TRY(splink_put_words(e->l, e->m, inst, &e->l->scratch, &unknown));
	if (unknown)
		TRY(undefined(e, inst, 1));
	return put_once(e);
}

/* The module still has symbols, or has no entry point: then it is a library. */
static bool needs_linkage(const struct link *l)
{
	for (size_t i = 0; i < l->symbol_count; i++)
		if (l->symbols[i].stays)
			return true;
	return l->entry_count == 0 || l->opts.library;
}

static int emit_capability(struct emitting *e, const struct spirv_inst *inst)
{
	if (inst->count > 1 && spirv_word(inst, 1) == CAPABILITY_LINKAGE)
		return 0; /* written at the end, where it is needed */
	return emit_once(e, inst);
}

static int emit_own(struct emitting *e, const struct spirv_inst *inst)
{
	uint32_t local = splink_local(e->m, spirv_word(inst, 1));

	return splink_is_gone(e->m, local) ? 0 : splink_put_inst(e, inst);
}

static int emit_memory_model(struct emitting *e)
{
	for (size_t i = 0; i < e->l->module_count; i++) {
		struct spirv_inst inst = splink_walk(&e->l->modules[i], SECTION_MEMORY_MODEL);

		e->m = &e->l->modules[i];
		if (splink_step(e->m, SECTION_MEMORY_MODEL, &inst))
			return splink_put_inst(e, &inst);
	}
	return 0;
}

/* A variable of an interface, once. */
static int put_interface(struct emitting *e, struct hash *named, struct buf *words, uint32_t id)
{
	size_t *value;
	bool found;

	TRY(splink_put_word(e->l, words, id));
	TRY(hash_put(e->l->ctx, named, words->ptr + words->len - 4, 4, 0, &value, &found));
	if (found)
		words->len -= 4;
	return 0;
}

static int emit_entry(struct emitting *e, const struct link_entry *entry)
{
	_cleanup_(hash_free) struct hash named = { 0 };
	struct link *l = e->l;
	struct buf *words = &l->scratch;
	struct spirv_inst inst = splink_inst_at(e->m, entry->at);

	words->len = 0;
	/* Keys of `named` point into words, which must not move. */
	TRY(buf_reserve(l->ctx, words, (inst.count + entry->count + 1) * 4));
	for (size_t i = 0; i < entry->interface; i++)
		TRY(splink_put_word(l, words, i == 2 ? entry->function : spirv_word(&inst, i)));
	for (size_t i = entry->interface; i < inst.count; i++) {
		uint32_t id = splink_new(e->m, spirv_word(&inst, i));

		if (!id || id == LINK_DROPPED)
			return undefined(e, &inst, i);
		TRY(put_interface(e, &named, words, id));
	}
	for (size_t i = 0; i < entry->count; i++)
		TRY(put_interface(e, &named, words, l->reached[entry->from + i]));
	if (words->len / 4 > UINT16_MAX)
		return syb_fail(l->ctx, SYB_E_LIMIT, spirv_offset(&inst, 0), "limit",
				"an entry point reaches more variables than an instruction can name");
	((uint32_t *)(void *)words->ptr)[0] = (uint32_t)(words->len / 4) << 16 | SPIRV_OP_ENTRY_POINT;
	return splink_put(e, (const uint32_t *)(const void *)words->ptr, words->len / 4);
}

static int emit_entries(struct emitting *e)
{
	for (size_t i = 0; i < e->l->entry_count; i++) {
		const struct link_entry *entry = &e->l->entries[i];
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(e->l->ctx, e->l->modules[entry->module].name);

		e->m = &e->l->modules[entry->module];
		TRY(emit_entry(e, entry));
	}
	return 0;
}

static int emit_source(struct emitting *e, const struct spirv_inst *inst)
{
	struct link *l = e->l;
	struct spirv_inst next = *inst;
	bool unknown = false;

	if (inst->op == SPIRV_OP_STRING)
		return emit_own(e, inst);
	if (inst->op == SPIRV_OP_SOURCE_CONTINUED)
		return 0;
	l->scratch.len = 0;
	TRY(splink_put_words(l, e->m, inst, &l->scratch, &unknown));
	while (inst->op == SPIRV_OP_SOURCE && next.at + next.count < e->m->end[SECTION_SOURCE]) {
		next = splink_inst_at(e->m, (uint32_t)(next.at + next.count));
		if (next.op != SPIRV_OP_SOURCE_CONTINUED)
			break;
		TRY(splink_put_words(l, e->m, &next, &l->scratch, &unknown));
	}
	if (unknown)
		TRY(undefined(e, inst, inst->count > 3 ? 3 : 1));
	return put_once(e);
}

/* Strings come first: sources refer to them. */
static int emit_string(struct emitting *e, const struct spirv_inst *inst)
{
	return inst->op == SPIRV_OP_STRING ? emit_own(e, inst) : 0;
}

static int emit_other_source(struct emitting *e, const struct spirv_inst *inst)
{
	return inst->op == SPIRV_OP_STRING ? 0 : emit_source(e, inst);
}

static int emit_name(struct emitting *e, const struct spirv_inst *inst)
{
	uint32_t local;

	TRY(spirv_need(e->l->ctx, inst, 3));
	local = splink_local(e->m, spirv_word(inst, 1));
	/* Names of dropped ids are dropped without a message. */
	if (!(e->m->kinds[local] & LINK_GIVEN) || splink_is_gone(e->m, local))
		return 0;
	if (inst->op == SPIRV_OP_NAME && splink_kind(e->m, local) == LINK_FUNCTION && e->l->module_count > 1)
		return splink_emit_function_name(e, inst, e->m->map[local] & LINK_ID);
	return splink_put_inst(e, inst);
}

static int emit_group_targets(struct emitting *e, const struct spirv_inst *inst, size_t step)
{
	struct link *l = e->l;
	uint32_t group = splink_new(e->m, spirv_word(inst, 1));
	int r;

	if (!group)
		return undefined(e, inst, 1);
	l->scratch.len = 0;
	r = splink_put_word(l, &l->scratch, 0);
	if (r == 0)
		r = splink_put_word(l, &l->scratch, group);
	for (size_t i = 2; r == 0 && i + step <= inst->count; i += step) {
		uint32_t local = splink_local(e->m, spirv_word(inst, i));

		if (!(e->m->kinds[local] & LINK_GIVEN))
			return undefined(e, inst, i);
		if (splink_is_gone(e->m, local))
			continue;
		r = splink_put_word(l, &l->scratch, e->m->map[local] & LINK_ID);
		if (r == 0 && step == 2)
			r = splink_put_word(l, &l->scratch, spirv_word(inst, i + 1));
	}
	if (r < 0 || l->scratch.len == 8)
		return r;
	((uint32_t *)(void *)l->scratch.ptr)[0] = (uint32_t)(l->scratch.len / 4) << 16 | inst->op;
	return splink_put(e, (const uint32_t *)(const void *)l->scratch.ptr, l->scratch.len / 4);
}

static int emit_decoration(struct emitting *e, const struct spirv_inst *inst)
{
	enum { SPEC_ID = 1 };
	uint32_t number, local;

	if (inst->op == SPIRV_OP_DECORATION_GROUP)
		return splink_put_inst(e, inst);
	if (inst->op == SPIRV_OP_GROUP_DECORATE || inst->op == SPIRV_OP_GROUP_MEMBER_DECORATE)
		return emit_group_targets(e, inst, inst->op == SPIRV_OP_GROUP_DECORATE ? 1 : 2);
	number = splink_decoration_number(inst->op);
	TRY(spirv_need(e->l->ctx, inst, number + 1));
	local = splink_local(e->m, spirv_word(inst, 1));
	if (!(e->m->kinds[local] & LINK_GIVEN))
		return undefined(e, inst, 1);
	if (splink_is_gone(e->m, local) || (inst->op == SPIRV_OP_DECORATE && spirv_word(inst, 2) == LINKAGE_ATTRIBUTES))
		return 0;
	TRY(splink_put_inst(e, inst));
	if (spirv_word(inst, number) == SPEC_ID && inst->count > number + 1) {
		const size_t first = e->count - inst->count;

		e->words[first + number + 1] = splink_spec_id(e->m, spirv_word(inst, number + 1));
	}
	return 0;
}

/* Linkage of symbols of the result. */
static int emit_linkage(struct emitting *e)
{
	struct link *l = e->l;
	struct buf *words = &l->scratch;

	for (size_t i = 0; i < l->symbol_count; i++) {
		const struct link_symbol *s = &l->symbols[i];
		const size_t count = 4 + spirv_text_words(strlen(s->name));
		const uint32_t head[] = { (uint32_t)count << 16 | SPIRV_OP_DECORATE, s->id, LINKAGE_ATTRIBUTES };

		if (!s->stays)
			continue;
		words->len = 0;
		TRY(buf_add(l->ctx, words, head, sizeof(head)));
		TRY(splink_put_text(l, words, s->name));
		TRY(splink_put_word(l, words, l->uses[s->owner].linkage));
		TRY(splink_put(e, (const uint32_t *)(const void *)words->ptr, count));
	}
	return 0;
}

/* ---- types, constants, variables ---- */

int splink_put_line(struct emitting *e)
{
	struct spirv_inst line;

	if (!e->line_at)
		return 0;
	line = splink_inst_at(e->m, e->line_at);
	e->line_at = 0;
	if (line.op == OP_NO_LINE && !e->line_open)
		return 0;
	e->line_open = line.op == OP_LINE;
	return splink_put_inst(e, &line);
}

int splink_end_lines(struct emitting *e)
{
	e->line_at = 0;
	if (!e->line_open)
		return 0;
	e->line_open = false;
	return splink_put(e, (const uint32_t[]){ 1u << 16 | OP_NO_LINE }, 1);
}

bool splink_is_own(const struct emitting *e, const struct spirv_inst *inst, bool last)
{
	const uint32_t word = splink_result_word(spirv_shape(inst->op));

	if (splink_is_continued(inst->op))
		return last; /* like the instruction it continues */
	if (inst->op == OP_TYPE_FORWARD_POINTER)
		return !splink_is_gone(e->m, splink_local(e->m, spirv_word(inst, 1)));
	return !word || !splink_is_gone(e->m, splink_local(e->m, spirv_word(inst, word)));
}

static int emit_module_globals(struct emitting *e)
{
	struct spirv_inst inst = splink_walk(e->m, SECTION_GLOBAL);
	bool own = true;

	e->line_at = 0;
	while (splink_step(e->m, SECTION_GLOBAL, &inst)) {
		if (inst.op == OP_LINE || inst.op == OP_NO_LINE) {
			e->line_at = (uint32_t)inst.at;
			continue;
		}
		own = splink_is_own(e, &inst, own);
		if (own)
			TRY(splink_put_line(e));
		if (own)
			TRY(splink_put_inst(e, &inst));
	}
	return splink_end_lines(e);
}

static int emit_globals(struct emitting *e)
{
	e->verify = e->l->opts.verify_ids;
	return e->l->reorder ? splink_emit_ordered(e) : each_module(e, emit_module_globals, SECTION_GLOBAL, NULL);
}

/* ---- functions ---- */

/* Whether an instruction has only operands whose kinds never change. */
static inline bool is_simple(const struct spirv_shape *shape, uint32_t operands)
{
	return operands >= shape->least && (operands <= shape->fixed || shape->rest < SPIRV_REST_NOTHING);
}

/* The new number of an id of a plain module; 0 or LINK_DROPPED: none. */
static inline uint32_t map_plain(const struct link_module *m, uint32_t id)
{
	return id < m->bound ? m->map[id] & LINK_ID : 0;
}

/* Most of the time is spent here: instructions of functions with new ids, until one that splink_put_inst has to handle,
 * or that has an error. Returns its place. */
static uint32_t put_simple(struct emitting *e, uint32_t at, uint32_t end)
{
	const struct link_module *m = e->m;
	size_t done = e->count;

	while (at < end && done < FLUSH_WORDS) {
		const uint32_t first = span_u32(m->file, (size_t)at * 4), operands = (first >> 16) - 1;
		const struct spirv_shape *shape = spirv_shape(first & 0xffff);
		const uint32_t fixed = operands < shape->fixed ? operands : shape->fixed;
		const struct span in = span_skip(m->file, ((size_t)at + 1) * 4);
		uint32_t *out = e->words + done, i = 0, bad = 0;
		uint64_t kinds = shape->kinds;

		if (!is_simple(shape, operands))
			break;
		*out++ = first;
		for (; i < fixed; i++, kinds >>= 2) {
			out[i] = span_u32(in, (size_t)i * 4);
			if ((kinds & 3) == SPIRV_WORD_LITERAL)
				continue;
			out[i] = map_plain(m, out[i]);
			bad |= out[i] == 0 || out[i] == LINK_DROPPED;
		}
		for (; i < operands; i++) {
			out[i] = span_u32(in, (size_t)i * 4);
			if (shape->rest == SPIRV_WORD_LITERAL)
				continue;
			out[i] = map_plain(m, out[i]);
			bad |= out[i] == 0 || out[i] == LINK_DROPPED;
		}
		if (bad)
			break;
		done += operands + 1;
		at += operands + 1;
	}
	e->count = done;
	return at;
}

static int emit_range(struct emitting *e, uint32_t at, uint32_t end)
{
	const bool simple = splink_is_plain(e->m) && !e->defined && !e->m->has_switch;
	struct link_module *m = e->m;
	struct spirv_inst inst;

	for (; at < end; at += (uint32_t)inst.count) {
		at = simple ? put_simple(e, at, end) : at;
		if (at == end)
			break;
		inst = splink_inst_at(m, at);
		if (m->has_switch) {
			uint32_t word = splink_result_word(spirv_shape(inst.op));

			if (word && m->map[splink_local(m, spirv_word(&inst, word))] & LINK_SELECTOR)
				TRY(splink_note_selector(e->l, m, &inst, spirv_word(&inst, word)));
		}
		TRY(splink_put_inst(e, &inst));
	}
	return 0;
}

static int emit_module_declarations(struct emitting *e)
{
	const struct link_module *m = e->m;

	for (size_t k = 0; k < m->function_count; k++)
		if (!m->functions[k].body && !m->functions[k].dropped)
			TRY(emit_range(e, m->functions[k].at, m->functions[k].end));
	return 0;
}

static int emit_module_definitions(struct emitting *e)
{
	const struct link_module *m = e->m;
	uint32_t at = m->functions_at, past = at;
	int r = 0;

	for (size_t k = 0; r == 0 && k < m->function_count; k++) {
		const struct link_function *f = &m->functions[k];

		r = emit_range(e, at, f->at); /* instructions between functions */
		if (r == 0 && f->body && !f->dropped)
			r = emit_range(e, f->at, f->end);
		at = f->end;
		splink_read_past(e->l, m, &past, at);
		if (r == 0 && k % CANCEL_EVERY == 0)
			r = ctx_cancelled(e->l->ctx);
	}
	return r < 0 ? r : emit_range(e, at, m->words);
}

static int emit_functions(struct emitting *e)
{
	TRY(each_module(e, emit_module_declarations, SECTION_GLOBAL, NULL));
	return each_module(e, emit_module_definitions, SECTION_GLOBAL, NULL);
}

/* ---- all ---- */

static int emit_header(struct emitting *e)
{
	const uint32_t header[SPIRV_HEADER_WORDS] = { MAGIC, e->l->version, 0, e->l->next_id, 0 };

	return splink_put(e, header, ARRAY_SIZE(header));
}

static int emit_capabilities(struct emitting *e)
{
	int r = each(e, SECTION_CAPABILITY, emit_capability);

	return r < 0 || !needs_linkage(e->l)
		       ? r
		       : splink_put(e, (const uint32_t[]){ 2u << 16 | SPIRV_OP_CAPABILITY, CAPABILITY_LINKAGE }, 2);
}

/* Each step writes all of something, or handles every instruction of a section. */
static const struct {
	int (*all)(struct emitting *e);
	enum link_section section;
	emit_fn *one;
} steps[] = {
	{ .all = emit_header },
	{ .all = emit_capabilities },
	{ .section = SECTION_EXTENSION, .one = emit_once },
	{ .section = SECTION_SET, .one = emit_own },
	{ .all = emit_memory_model },
	{ .all = emit_entries },
	{ .section = SECTION_MODE, .one = emit_own },
	{ .section = SECTION_SOURCE, .one = emit_string },
	{ .section = SECTION_SOURCE, .one = emit_other_source },
	{ .all = splink_reserve_names },
	{ .section = SECTION_NAME, .one = emit_name },
	{ .section = SECTION_PROCESSED, .one = emit_once },
	{ .section = SECTION_DECORATION, .one = emit_decoration },
	{ .all = emit_linkage },
	{ .all = emit_globals },
	{ .all = emit_functions },
	{ .all = flush },
};

/* From now on, the map alone says which ids have a new number. */
static void clear_places(struct link_module *m)
{
	for (uint32_t i = 0; i < m->bound; i++)
		if (!(m->kinds[i] & LINK_GIVEN))
			m->map[i] &= LINK_SELECTOR;
}

int splink_emit(struct link *l, struct syb_out *out)
{
	_cleanup_(drop_emitting) struct emitting e = { .l = l, .out = out };

	e.words = mem_alloc(l->ctx, (FLUSH_WORDS + UINT16_MAX + 1) * sizeof(*e.words));
	if (!e.words)
		return -SYB_E_NOMEM;
	if (l->reorder || l->opts.verify_ids) {
		e.defined = mem_zalloc(l->ctx, l->next_id / 8 + 1);
		if (!e.defined)
			return -SYB_E_NOMEM;
	}
	for (size_t i = 0; i < l->module_count; i++)
		clear_places(&l->modules[i]);
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++)
		TRY(steps[i].all ? steps[i].all(&e) : each(&e, steps[i].section, steps[i].one));
	return 0;
}
