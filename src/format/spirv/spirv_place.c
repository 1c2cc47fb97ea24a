/* format/spirv/spirv_place.c — SPIR-V × addresses → SPIR-V whose variables are at these addresses.
 *
 * For drivers that give no access to variables of a program, or that have one copy of them per kernel: the variable
 * becomes a constant pointer to memory of the host, which holds the initial value. Constants have the layout of C on
 * 64-bit machines. */
#include "spirv.h"

#include "base/file.h"
#include "base/order.h"
#include <sybil/translate.h>

#include <stdlib.h>

enum {
	TYPE_BOOL = 20,
	TYPE_INT = 21,
	TYPE_FLOAT = 22,
	TYPE_VECTOR = 23,
	TYPE_ARRAY = 28,
	TYPE_STRUCT = 30,
	TYPE_POINTER = 32,
	CONSTANT_TRUE = 41,
	CONSTANT_FALSE = 42,
	CONSTANT = 43,
	CONSTANT_COMPOSITE = 44,
	CONSTANT_NULL = 46,
	CONVERT_U_TO_PTR = 120,
	CAPABILITY_ADDRESSES = 4,
	CAPABILITY_INT64 = 11,
	STORAGE_CROSS_WORKGROUP = 5,
	DECORATION_CPACKED = 10,
	DECORATION_LINKAGE = 41,
	MOST_DEPTH = 32,
};

/* A type, constant or variable, by its id. */
struct definition {
	uint32_t id;
	bool packed; /* a struct without gaps */
	struct spirv_inst inst;
};

struct placing {
	struct syb_ctx *ctx;
	struct spirv_module *module;
	struct span file;
	const struct syb_spirv_variable *variables;
	uint32_t *ids; /* of them; 0: the module has it not */
	size_t count;
	struct definition *list; /* by id */
	size_t list_count, list_room;
	uint32_t long_type;   /* id of the 64-bit integer type; 0: none yet */
	bool long_is_defined; /* it was written, or the module's own was passed */
	uint32_t bound;
	size_t steps; /* that are left for constants: a module may name one again and again */
	struct buf out;
};

static void drop(struct placing *p)
{
	if (p->module)
		spirv_free(p->module);
	allocator_free(allocator_of(p->ctx), p->list);
	allocator_free(allocator_of(p->ctx), p->ids);
	buf_free(&p->out);
}

/* ---- definitions of the module ---- */

static int by_id(const void *a, const void *b)
{
	uint32_t x = ((const struct definition *)a)->id, y = ((const struct definition *)b)->id;

	return ORDER(x, y);
}

static struct definition *definition(const struct placing *p, uint32_t id)
{
	const struct definition key = { .id = id };

	return p->list_count ? bsearch(&key, p->list, p->list_count, sizeof(key), by_id) : NULL;
}

static const struct spirv_inst *find(const struct placing *p, uint32_t id)
{
	const struct definition *d = definition(p, id);

	return d ? &d->inst : NULL;
}

static bool is_long(const struct spirv_inst *inst)
{
	return inst->op == TYPE_INT && inst->count == 4 && spirv_word(inst, 2) == 64 && spirv_word(inst, 3) == 0;
}

static int gather(struct placing *p)
{
	struct spirv_inst inst;
	int r = spirv_begin(p->ctx, p->file, &inst);

	while (r == 0 && (r = spirv_next(p->ctx, &inst)) == 1 && inst.op != SPIRV_OP_FUNCTION) {
		bool type = inst.op >= SPIRV_OP_TYPE_VOID && inst.op < CONSTANT_TRUE;
		bool value = (inst.op >= CONSTANT_TRUE && inst.op <= SPIRV_OP_SPEC_CONSTANT_OP) ||
			     inst.op == SPIRV_OP_VARIABLE;
		uint32_t id;

		r = 0;
		if (!type && !value)
			continue;
		r = spirv_id(p->ctx, &inst, type ? 1 : 2, &id);
		if (r == 0)
			r = VEC_PUSH(p->ctx, p->list, p->list_count, p->list_room);
		if (r < 0)
			break;
		p->list[p->list_count++] = (struct definition){ .id = id, .inst = inst };
		if (is_long(&inst))
			p->long_type = id;
	}
	if (p->list_count)
		qsort(p->list, p->list_count, sizeof(*p->list), by_id);
	return r < 0 ? r : 0;
}

/* Which variables the module has, and which structs are packed. */
static int read_decorations(struct placing *p)
{
	p->ids = mem_zalloc(p->ctx, (p->count + 1) * sizeof(*p->ids));
	if (!p->ids)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < p->module->decoration_count; i++) {
		const struct spirv_decoration *d = &p->module->decorations[i];
		struct definition *target;
		size_t words;
		int64_t len;

		if (d->member != SPIRV_NO_MEMBER ||
		    (d->number != DECORATION_LINKAGE && d->number != DECORATION_CPACKED))
			continue;
		target = definition(p, d->target);
		if (!target)
			continue;
		target->packed |= d->number == DECORATION_CPACKED;
		if (d->number != DECORATION_LINKAGE || target->inst.op != SPIRV_OP_VARIABLE || target->inst.count < 4 ||
		    spirv_word(&target->inst, 3) != STORAGE_CROSS_WORKGROUP)
			continue;
		len = spirv_operand_string(d, 0, &words);
		for (size_t k = 0; len >= 0 && k < p->count; k++)
			if ((size_t)len == strlen(p->variables[k].name) &&
			    memcmp(d->operands, p->variables[k].name, (size_t)len) == 0)
				p->ids[k] = d->target;
	}
	return 0;
}

/* Which of the variables an id is; SIZE_MAX: none. */
static size_t which(const struct placing *p, uint32_t id)
{
	for (size_t k = 0; id && k < p->count; k++)
		if (p->ids[k] == id)
			return k;
	return SIZE_MAX;
}

/* ---- values ---- */

static int fail_value(struct placing *p, const char *what)
{
	return syb_fail(p->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-global",
			"unsupported initial value of a variable: %s", what);
}

struct layout {
	uint64_t size, align;
};

static int layout_of(struct placing *p, uint32_t type, unsigned depth, struct layout *out);

/* Where member i of a struct begins; i = the number of members: where it ends. */
static int member(struct placing *p, const struct spirv_inst *inst, uint32_t type, size_t i, unsigned depth,
		  struct layout *out)
{
	const struct definition *d = definition(p, type);
	bool packed = d && d->packed;
	struct layout whole = { 0, 1 }, part;
	int r = 0;

	for (size_t k = 0; r == 0 && k <= i && k + 2 < inst->count; k++) {
		r = layout_of(p, spirv_word(inst, k + 2), depth + 1, &part);
		if (r < 0)
			break;
		if (!packed) {
			whole.size = (whole.size + part.align - 1) / part.align * part.align;
			whole.align = part.align > whole.align ? part.align : whole.align;
		}
		if (k == i)
			break;
		whole.size += part.size;
	}
	*out = whole;
	return r;
}

static int layout_of_array(struct placing *p, const struct spirv_inst *inst, unsigned depth, struct layout *out)
{
	const struct spirv_inst *length =
		inst->op == TYPE_ARRAY && inst->count == 4 ? find(p, spirv_word(inst, 3)) : NULL;
	uint64_t n = inst->count == 4 ? spirv_word(inst, 3) : 0;

	TRY(inst->count == 4 ? layout_of(p, spirv_word(inst, 2), depth + 1, out) : fail_value(p, "a type"));
	if (inst->op == TYPE_ARRAY) {
		if (!length || length->op != CONSTANT || length->count < 4)
			return fail_value(p, "the length of an array");
		n = spirv_word(length, 3) | (length->count > 4 ? (uint64_t)spirv_word(length, 4) << 32 : 0);
	} else {
		out->align *= n == 3 ? 4 : n;
		n = n == 3 ? 4 : n;
	}
	if (n > UINT32_MAX || !checked_mul(out->size, n, &out->size) || out->size > UINT32_MAX || out->align > 4096)
		return fail_value(p, "a type that is too large");
	return 0;
}

static int layout_of(struct placing *p, uint32_t type, unsigned depth, struct layout *out)
{
	const struct spirv_inst *inst = find(p, type);
	int r;

	if (!inst || depth > MOST_DEPTH || p->steps-- == 0)
		return fail_value(p, "a type");
	switch (inst->op) {
	case TYPE_BOOL:
		*out = (struct layout){ 1, 1 };
		return 0;
	case TYPE_INT:
	case TYPE_FLOAT:
		if (inst->count < 3 || spirv_word(inst, 2) < 8 || spirv_word(inst, 2) > 64 || spirv_word(inst, 2) % 8)
			return fail_value(p, "a number");
		*out = (struct layout){ spirv_word(inst, 2) / 8, spirv_word(inst, 2) / 8 };
		return 0;
	case TYPE_POINTER:
		*out = (struct layout){ 8, 8 };
		return 0;
	case TYPE_VECTOR:
	case TYPE_ARRAY:
		return layout_of_array(p, inst, depth, out);
	case TYPE_STRUCT:
		r = member(p, inst, type, inst->count - 2, depth, out);
		out->size = (out->size + out->align - 1) / out->align * out->align;
		return r;
	default:
		return fail_value(p, "a type");
	}
}

static int store(struct placing *p, uint32_t value, unsigned depth, uint8_t *to, size_t room);

static int store_parts(struct placing *p, const struct spirv_inst *inst, unsigned depth, uint8_t *to, size_t room)
{
	uint32_t type = spirv_word(inst, 1);
	const struct spirv_inst *shape = find(p, type);
	int r = 0;

	for (size_t i = 0; r == 0 && i + 3 < inst->count; i++) {
		struct layout at = { 0 };

		if (!shape || shape->count < 3)
			return fail_value(p, "a composite");
		if (shape->op == TYPE_STRUCT) {
			r = member(p, shape, type, i, depth, &at);
		} else {
			r = layout_of(p, spirv_word(shape, 2), depth + 1, &at);
			at.size *= i;
		}
		if (r == 0 && at.size > room)
			return fail_value(p, "it is larger than the variable");
		if (r == 0)
			r = store(p, spirv_word(inst, i + 3), depth + 1, to + at.size, room - (size_t)at.size);
	}
	return r;
}

static int store(struct placing *p, uint32_t value, unsigned depth, uint8_t *to, size_t room)
{
	const struct spirv_inst *inst = find(p, value);
	struct layout whole;
	uint32_t words[2] = { 0 };

	if (!inst || depth > MOST_DEPTH || p->steps-- == 0 || inst->count < 3)
		return fail_value(p, "a constant");
	if (inst->op == CONSTANT_NULL || inst->op == 1 /* OpUndef */)
		return 0;
	if (inst->op == CONSTANT_COMPOSITE)
		return store_parts(p, inst, depth, to, room);
	TRY(layout_of(p, spirv_word(inst, 1), depth, &whole));
	if (whole.size > room)
		return fail_value(p, "it is larger than the variable");
	if (inst->op == CONSTANT_TRUE || inst->op == CONSTANT_FALSE)
		words[0] = inst->op == CONSTANT_TRUE;
	else if (inst->op == CONSTANT && inst->count >= 4 && inst->count <= 5 && whole.size <= 8)
		for (size_t i = 3; i < inst->count; i++)
			words[i - 3] = spirv_word(inst, i);
	else
		return fail_value(p, "a constant that is computed");
	memcpy(to, words, (size_t)whole.size);
	return 0;
}

/* ---- writing ---- */

static int put(struct placing *p, const uint32_t *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buf_u32(p->ctx, &p->out, p->module->header.big_endian ? __builtin_bswap32(words[i]) : words[i]);
	return p->out.failed;
}

static int put_variable(struct placing *p, const struct spirv_inst *inst, const struct syb_spirv_variable *v)
{
	const uint32_t type[] = { 4 << 16 | TYPE_INT, p->long_type, 64, 0 };
	const uint32_t number[] = { 5 << 16 | CONSTANT, p->long_type, p->bound, (uint32_t)v->address,
				    (uint32_t)(v->address >> 32) };
	const uint32_t pointer[] = { 5 << 16 | SPIRV_OP_SPEC_CONSTANT_OP, spirv_word(inst, 1), spirv_word(inst, 2),
				     CONVERT_U_TO_PTR, p->bound };
	int r = p->long_is_defined ? 0 : put(p, type, ARRAY_SIZE(type));

	p->long_is_defined = true;
	p->bound++;
	if (r == 0)
		r = put(p, number, ARRAY_SIZE(number));
	return r < 0 ? r : put(p, pointer, ARRAY_SIZE(pointer));
}

/* The size that the package states is not trusted: code would write beyond memory that is too small. */
static int check_size(struct placing *p, const struct spirv_inst *inst, const struct syb_spirv_variable *v)
{
	const struct spirv_inst *pointer = find(p, spirv_word(inst, 1));
	struct layout whole;

	TRY(pointer && pointer->op == TYPE_POINTER && pointer->count == 4
		    ? layout_of(p, spirv_word(pointer, 3), 0, &whole)
		    : fail_value(p, "its type is not a pointer"));
	if (whole.size > v->bytes)
		return syb_fail(p->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "device-global",
				"variable %s has %zu bytes, but the package states %zu", v->name, (size_t)whole.size,
				v->bytes);
	return 0;
}

/* An entry point names the variables it uses. */
static int put_entry_point(struct placing *p, const struct spirv_inst *inst)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t next = 0, start = p->out.len, words;

	TRY(spirv_string(p->ctx, inst, 3, &text, &next));
	TRY(buf_add(p->ctx, &p->out, spirv_bytes(inst).ptr, next * 4));
	for (size_t i = next; i < inst->count; i++) {
		const uint32_t id = spirv_word(inst, i);

		if (which(p, id) == SIZE_MAX)
			TRY(put(p, &id, 1));
	}
	words = (p->out.len - start) / 4;
	{
		uint32_t first = (uint32_t)words << 16 | SPIRV_OP_ENTRY_POINT;

		first = p->module->header.big_endian ? __builtin_bswap32(first) : first;
		memcpy(p->out.ptr + start, &first, 4);
	}
	return 0;
}

static bool is_decoration(uint32_t op)
{
	return op == SPIRV_OP_DECORATE || op == SPIRV_OP_DECORATE_ID || op == SPIRV_OP_DECORATE_STRING;
}

static int put_one(struct placing *p, const struct spirv_inst *inst)
{
	size_t i = SIZE_MAX;

	if (inst->op == SPIRV_OP_ENTRY_POINT)
		return put_entry_point(p, inst);
	if (is_decoration(inst->op) && inst->count > 1 && which(p, spirv_word(inst, 1)) != SIZE_MAX)
		return 0;
	if (is_long(inst) && spirv_word(inst, 1) == p->long_type) {
		if (p->long_is_defined)
			return 0; /* it was needed before */
		p->long_is_defined = true;
	}
	if (inst->op == SPIRV_OP_VARIABLE && inst->count >= 4)
		i = which(p, spirv_word(inst, 2));
	if (i != SIZE_MAX) {
		const struct syb_spirv_variable *v = &p->variables[i];

		TRY(v->initial ? check_size(p, inst, v) : 0);
		TRY(put_variable(p, inst, v));
		if (v->initial && inst->count > 4)
			TRY(store(p, spirv_word(inst, 4), 0, v->initial, v->bytes));
		return 0;
	}
	return buf_add(p->ctx, &p->out, spirv_bytes(inst).ptr, spirv_bytes(inst).len);
}

static int put_all(struct placing *p)
{
	const uint32_t needs[] = { 2 << 16 | SPIRV_OP_CAPABILITY, CAPABILITY_ADDRESSES, 2 << 16 | SPIRV_OP_CAPABILITY,
				   CAPABILITY_INT64 };
	struct spirv_inst inst;
	int r = buf_add(p->ctx, &p->out, p->file.ptr, SPIRV_HEADER_WORDS * 4);

	if (r == 0)
		r = put(p, needs, ARRAY_SIZE(needs));
	if (r == 0)
		r = spirv_begin(p->ctx, p->file, &inst);
	while (r == 0 && (r = spirv_next(p->ctx, &inst)) == 1)
		r = put_one(p, &inst);
	if (r == 0) {
		uint32_t bound = p->module->header.big_endian ? __builtin_bswap32(p->bound) : p->bound;

		memcpy(p->out.ptr + 12, &bound, 4);
	}
	return r;
}

int syb_spirv_place(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_spirv_variable *variables, size_t count,
		    struct syb_out *out)
{
	_cleanup_(drop) struct placing p = { .ctx = ctx, .variables = variables, .count = count, .steps = 1 << 22 };
	int r;

	p.file = span_of(in, 0);
	r = spirv_read(ctx, p.file, &p.module);
	if (r == 0)
		r = gather(&p);
	if (r == 0)
		r = read_decorations(&p);
	if (r < 0)
		return r;
	p.bound = p.module->header.bound;
	if (p.bound > UINT32_MAX - 1 - count)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "no ids are left in the module");
	if (p.long_type == 0)
		p.long_type = p.bound++;
	r = put_all(&p);
	return r < 0 ? r : syb_out_write(ctx, out, buf_bytes(&p.out));
}
