/* format/spirv/spirv_finish.c — decorations carried as text become real ones.
 *
 * A translator from LLVM IR has the decorations of its release, on some kinds of values. Others are passed to it as
 * the text of a UserSemantic decoration (spirv_carrier.h), which it keeps for any value. Three walks: find the
 * texts; find their targets (functions, structs and values by name); write everything. */
#include "spirv_finish.h"

#include "base/hash.h"
#include "spirv_carrier.h"
#include "spirv_edit.h"

/* A carrier whose target is not the id it decorates. */
struct request {
	struct spirv_carrier carrier;
	uint64_t at;
	size_t next; /* with the same target name and kind, counted from 1 */
	size_t last; /* of them, for the first one */
	bool found;
};

struct finishing {
	struct syb_ctx *ctx;
	struct span file;
	struct spirv_edit edit;
	struct arena arena;
	struct buf text;
	struct spirv_finished done;
	uint32_t variable; /* that only carries, 0: none */
	bool variable_in_interface;
	bool in_code; /* variables in code are local */
	struct request *requests;
	size_t request_count, request_room;
	struct hash wanted; /* kind and name → the first request, counted from 1 */
	struct hash names;  /* id as in the file → word of its OpName; only when there are targets by name */
};

static void drop(struct finishing *f)
{
	spirv_edit_drop(&f->edit);
	arena_free(&f->arena);
	buf_free(&f->text);
	hash_free(&f->wanted);
	hash_free(&f->names);
	allocator_free(allocator_of(f->ctx), f->requests);
}

static bool text_is(const struct finishing *f, const char *word)
{
	return f->text.len == strlen(word) && memcmp(f->text.ptr, word, f->text.len) == 0;
}

static const void *id_bytes(const struct spirv_inst *inst, size_t i)
{
	return inst->file.ptr + (inst->at + i) * 4;
}

/* ---- decorations ---- */

static int declare(struct finishing *f, const struct spirv_decoration_info *info)
{
	int r = info && info->capability ? spirv_edit_capability(&f->edit, info->capability) : 0;

	if (r >= 0 && info && info->extension)
		r = spirv_edit_extension(&f->edit, info->extension);
	return r < 0 ? r : 0;
}

/* Put the decoration in place of the text where that decorates its target directly: the target may be a group, whose
 * decorations come before it. */
static int apply(struct finishing *f, const struct spirv_carrier *c, const struct spirv_inst *place, uint32_t target,
		 uint32_t member)
{
	const bool mode = c->target == SPIRV_TARGET_MODE;

	for (size_t i = 0; i < c->group_count; i++) {
		const struct spirv_group *g = &c->groups[i];
		int r = mode ? spirv_edit_mode(&f->edit, target, g->number, g->words, g->word_count)
			     : spirv_edit_decoration(&f->edit, place, target, member, g->number, g->words,
						     g->word_count);

		if (r < 0)
			return r;
		f->done.decorations += r == 1;
		r = declare(f, mode ? spirv_mode_info(g->number) : spirv_decoration_info(g->number));
		if (r < 0)
			return r;
	}
	return 0;
}

/* ---- targets by name ---- */

/* Kind and name as one key, in the arena. */
static char *key_of(struct finishing *f, enum spirv_target kind, const void *name, size_t len)
{
	char *key = arena_bytes(f->ctx, &f->arena, len + 1);

	if (key) {
		key[0] = (char)kind;
		if (len)
			memcpy(key + 1, name, len);
	}
	return key;
}

static int add_request(struct finishing *f, const struct spirv_carrier *c, uint64_t at)
{
	const char *key = key_of(f, c->target, c->name, c->name_len);
	int r = key ? VEC_PUSH(f->ctx, f->requests, f->request_count, f->request_room) : -SYB_E_NOMEM;
	size_t *first;
	bool found;

	if (r == 0)
		r = hash_put(f->ctx, &f->wanted, key, c->name_len + 1, f->request_count + 1, &first, &found);
	if (r < 0)
		return r;
	f->requests[f->request_count++] = (struct request){ .carrier = *c, .at = at };
	if (found)
		f->requests[f->requests[*first - 1].last - 1].next = f->request_count;
	f->requests[*first - 1].last = f->request_count;
	return 0;
}

/* The name in f->text belongs to an id of this kind. */
static int apply_named(struct finishing *f, enum spirv_target kind, uint32_t id)
{
	const char c = (char)kind;
	const size_t *first;
	int r = buf_reserve(f->ctx, &f->text, 1);

	if (r < 0)
		return r;
	memmove(f->text.ptr + 1, f->text.ptr, f->text.len);
	f->text.ptr[0] = (uint8_t)c;
	first = hash_get(&f->wanted, f->text.ptr, f->text.len + 1);
	memmove(f->text.ptr, f->text.ptr + 1, f->text.len);
	for (size_t i = first ? *first : 0; i; i = f->requests[i - 1].next) {
		struct request *q = &f->requests[i - 1];

		q->found = true;
		r = apply(f, &q->carrier, NULL, id, kind == SPIRV_TARGET_MEMBER ? q->carrier.member : SPIRV_NO_MEMBER);
		if (r < 0)
			return r;
	}
	return first != NULL;
}

/* ---- the first walk: find the decorations ---- */

static int read_decoration(struct finishing *f, const struct spirv_inst *inst, bool member)
{
	const size_t number_at = member ? 3 : 2;
	struct spirv_carrier c;
	uint32_t target;
	size_t next;
	int r = spirv_id(f->ctx, inst, 1, &target);

	if (r == 0)
		r = spirv_need(f->ctx, inst, number_at + 1);
	if (r < 0)
		return r;
	if (spirv_word(inst, number_at) != SPIRV_USER_SEMANTIC)
		return declare(f, spirv_decoration_info(spirv_word(inst, number_at)));
	r = spirv_string(f->ctx, inst, number_at + 1, &f->text, &next);
	if (r == 0)
		r = spirv_carrier_parse(f->ctx, &f->arena, (const char *)f->text.ptr, f->text.len,
					spirv_offset(inst, 0), &c);
	if (r <= 0)
		return r;
	f->done.carriers++;
	r = c.target != SPIRV_TARGET_SELF ? add_request(f, &c, spirv_offset(inst, 0))
					  : apply(f, &c, inst, target, member ? spirv_word(inst, 2) : SPIRV_NO_MEMBER);
	/* those of the removed variable are removed with it */
	return r < 0 || target == f->variable ? r : spirv_edit_remove(&f->edit, inst);
}

static int read_name(struct finishing *f, const struct spirv_inst *inst)
{
	uint32_t id;
	size_t next;

	TRY(spirv_id(f->ctx, inst, 1, &id));
	TRY(spirv_string(f->ctx, inst, 2, &f->text, &next));
	if (text_is(f, SPIRV_CARRIER_VARIABLE))
		f->variable = id;
	return 0;
}

static int read_all(struct finishing *f)
{
	struct spirv_inst inst;
	int r = spirv_begin(f->ctx, f->file, &inst);

	while (r == 0 && (r = spirv_next(f->ctx, &inst)) == 1)
		switch (inst.op) {
		case SPIRV_OP_NAME:
			r = read_name(f, &inst);
			break;
		case SPIRV_OP_DECORATE:
		case SPIRV_OP_DECORATE_STRING:
		case SPIRV_OP_DECORATE_ID:
			r = read_decoration(f, &inst, false);
			break;
		case SPIRV_OP_MEMBER_DECORATE:
		case SPIRV_OP_MEMBER_DECORATE_STRING:
			r = read_decoration(f, &inst, true);
			break;
		case SPIRV_OP_FUNCTION: /* decorations come before the code */
			return 0;
		default:
			r = 0;
		}
	return r;
}

/* ---- the second walk: find the targets ---- */

/* A value was renamed so that it can be found: restore its name, or remove it. */
static int restore_name(struct finishing *f, const struct spirv_inst *inst)
{
	const size_t suffix = strlen(SPIRV_CARRIER_SUFFIX);
	size_t len = f->text.len, count;
	uint32_t *words;

	while (len > 0 && f->text.ptr[len - 1] != '.')
		len--;
	if (len < suffix || memcmp(f->text.ptr + len - suffix, SPIRV_CARRIER_SUFFIX, suffix) != 0)
		return 0;
	len -= suffix;
	if (len == 0)
		return spirv_edit_remove(&f->edit, inst);
	count = 2 + spirv_text_words(len);
	words = arena_array(f->ctx, &f->arena, count, sizeof(*words));
	if (!words)
		return -SYB_E_NOMEM;
	words[0] = SPIRV_OP_NAME;
	words[1] = spirv_word(inst, 1);
	(void)spirv_put_text((const char *)f->text.ptr, len, words + 2);
	return spirv_edit_replace(&f->edit, inst, words, count);
}

static int resolve_name(struct finishing *f, const struct spirv_inst *inst)
{
	const uint32_t id = spirv_word(inst, 1);
	size_t next;
	int r = hash_add(f->ctx, &f->names, id_bytes(inst, 1), 4, inst->at);

	if (r == 0 && id == f->variable && !f->variable_in_interface)
		return spirv_edit_remove(&f->edit, inst);
	if (r == 0)
		r = spirv_string(f->ctx, inst, 2, &f->text, &next);
	if (r == 0)
		r = apply_named(f, SPIRV_TARGET_VALUE, id);
	return r == 1 ? restore_name(f, inst) : r;
}

static int resolve_entry_point(struct finishing *f, const struct spirv_inst *inst)
{
	uint32_t id;
	size_t next;
	int r = spirv_id(f->ctx, inst, 2, &id);

	if (r == 0)
		r = spirv_string(f->ctx, inst, 3, &f->text, &next);
	if (r == 0)
		r = apply_named(f, SPIRV_TARGET_FUNCTION, id);
	if (r >= 0)
		r = apply_named(f, SPIRV_TARGET_MODE, id);
	for (; r >= 0 && f->variable && next < inst->count; next++)
		f->variable_in_interface |= spirv_word(inst, next) == f->variable;
	return r < 0 ? r : 0;
}

/* A function or struct, by its name. */
static int resolve_named(struct finishing *f, const struct spirv_inst *inst, enum spirv_target kind, size_t id_at)
{
	struct spirv_inst name = *inst;
	const size_t *at;
	size_t next;
	uint32_t id;
	int r = spirv_id(f->ctx, inst, id_at, &id);

	if (r < 0)
		return r;
	at = hash_get(&f->names, id_bytes(inst, id_at), 4);
	if (!at)
		return 0;
	name.at = *at;
	name.count = spirv_word(&name, 0) >> 16;
	r = spirv_string(f->ctx, &name, 2, &f->text, &next);
	if (r == 0)
		r = apply_named(f, kind, id);
	return r < 0 ? r : 0;
}

/* Remove an instruction about the carrier variable. */
static int remove_carrier(struct finishing *f, const struct spirv_inst *inst, size_t id_at)
{
	int r = spirv_need(f->ctx, inst, id_at + 1);

	if (r < 0 || spirv_word(inst, id_at) != f->variable || !f->variable || f->variable_in_interface)
		return r;
	return spirv_edit_remove(&f->edit, inst);
}

static int resolve_instruction(struct finishing *f, const struct spirv_inst *inst)
{
	int r;

	switch (inst->op) {
	case SPIRV_OP_ENTRY_POINT:
		return resolve_entry_point(f, inst);
	case SPIRV_OP_NAME:
		return resolve_name(f, inst);
	case SPIRV_OP_TYPE_STRUCT:
		return resolve_named(f, inst, SPIRV_TARGET_MEMBER, 1);
	case SPIRV_OP_FUNCTION:
		f->in_code = true;
		return resolve_named(f, inst, SPIRV_TARGET_FUNCTION, 2);
	case SPIRV_OP_VARIABLE:
		r = f->in_code ? 0 : resolve_named(f, inst, SPIRV_TARGET_VARIABLE, 2);
		return r < 0 ? r : remove_carrier(f, inst, 2);
	case SPIRV_OP_DECORATE:
	case SPIRV_OP_DECORATE_STRING:
		return remove_carrier(f, inst, 1);
	default:
		return 0;
	}
}

static int resolve_all(struct finishing *f)
{
	struct spirv_inst inst;
	int r = spirv_begin(f->ctx, f->file, &inst);

	if (f->request_count == 0 && !f->variable)
		return r;
	while (r == 0 && (r = spirv_next(f->ctx, &inst)) == 1)
		r = resolve_instruction(f, &inst);
	for (size_t i = 0; r == 0 && i < f->request_count; i++) {
		const struct request *q = &f->requests[i];

		if (q->found)
			continue;
		f->done.lost++;
		syb_report(f->ctx, SYB_SEVERITY_WARNING, q->at, "decoration-target",
			   "the module has no %.*s; its decorations are lost",
			   (int)(q->carrier.name_len < 200 ? q->carrier.name_len : 200), q->carrier.name);
	}
	return r;
}

int spirv_finish(struct syb_ctx *ctx, struct span s, struct syb_out *out, struct spirv_finished *out_finished)
{
	_cleanup_(drop) struct finishing f = { .ctx = ctx, .file = s };

	TRY(spirv_edit_begin(ctx, s, &f.edit));
	TRY(read_all(&f));
	TRY(resolve_all(&f));
	TRY(spirv_edit_write(&f.edit, out));
	*out_finished = f.done;
	return 0;
}
