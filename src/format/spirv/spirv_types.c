/* format/spirv/spirv_types.c — types, constants and variables of a SPIR-V module: sizes in C's layout, values of
 * integers, and the aspects that values need. A size that is unknown, or exceeds 64 bits, is not set. */
#include "spirv_info.h"

enum { DIM_CUBE = 3 };

bool spirv_is_type(uint32_t op)
{
	switch (op) {
#define SYB_SPIRV_ASPECT_TYPE(opcode, id) case opcode:
#include <sybil/spirv_aspects.def>
	case SPIRV_TYPE_PIPE_STORAGE:
	case SPIRV_TYPE_NAMED_BARRIER:
	case SPIRV_TYPE_UNTYPED_POINTER:
		return true;
	default:
		return op >= SPIRV_OP_TYPE_VOID && op <= SPIRV_TYPE_PIPE;
	}
}

static uint32_t aspects_of_type(uint32_t op)
{
	switch (op) {
#define SYB_SPIRV_ASPECT_TYPE(opcode, id) \
	case opcode:                      \
		return SPIRV_BIT(id);
#include <sybil/spirv_aspects.def>
	default:
		return 0;
	}
}

/* The fact of a type that a word names, NULL when it is not one that is known. */
static const struct spirv_fact *part_of(const struct spirv_reading *rd, size_t i)
{
	uint32_t part = spirv_fact_find(rd, spirv_word(&rd->inst, i));

	return part != SPIRV_NONE && rd->facts[part].at ? &rd->facts[part] : NULL;
}

static void set_size(struct spirv_fact *f, uint64_t size, uint64_t align)
{
	f->size = size;
	f->align = (uint32_t)align;
	f->flags |= FACT_SIZED;
}

/* ---- scalars, vectors, arrays ---- */

static int read_number(struct spirv_reading *rd, struct spirv_fact *f)
{
	TRY(spirv_need(rd->ctx, &rd->inst, f->op == SPIRV_TYPE_INT ? 4 : 3));
	f->number = spirv_word(&rd->inst, 2);
	if (f->number && f->number <= 64 && f->number % 8 == 0)
		set_size(f, f->number / 8, f->number / 8);
	if (f->op == SPIRV_TYPE_INT && spirv_word(&rd->inst, 3)) {
		f->flags |= FACT_SIGNED;
		rd->has_signs = true;
	}
	if (f->op == SPIRV_TYPE_FLOAT && rd->inst.count == 3 && f->number == 16)
		f->aspects |= SPIRV_BIT(FP16);
	if (f->op == SPIRV_TYPE_FLOAT && rd->inst.count == 3 && f->number == 64)
		f->aspects |= SPIRV_BIT(FP64);
	return 0;
}

static int read_vector(struct spirv_reading *rd, struct spirv_fact *f)
{
	int r = spirv_need(rd->ctx, &rd->inst, 4);
	const struct spirv_fact *part;
	uint64_t size;

	if (r < 0)
		return r;
	part = part_of(rd, 2);
	f->number = spirv_word(&rd->inst, 3);
	if (!part)
		return 0;
	f->type = (uint32_t)(part - rd->facts);
	f->aspects |= part->aspects;
	if (f->op == SPIRV_TYPE_VECTOR && part->flags & FACT_SIZED &&
	    checked_mul(part->size, f->number == 3 ? 4 : f->number, &size) && size <= UINT32_MAX)
		set_size(f, size, size);
	return 0;
}

/* Of an array of unknown length nothing but its element is known. */
static int read_array(struct spirv_reading *rd, struct spirv_fact *f)
{
	int r = spirv_need(rd->ctx, &rd->inst, f->op == SPIRV_TYPE_ARRAY ? 4 : 3);
	const struct spirv_fact *part, *length;
	uint64_t size;

	if (r < 0)
		return r;
	part = part_of(rd, 2);
	if (!part)
		return 0;
	f->type = (uint32_t)(part - rd->facts);
	f->aspects |= part->aspects;
	length = f->op == SPIRV_TYPE_ARRAY ? part_of(rd, 3) : NULL;
	if (!length || !(length->flags & FACT_NUMBER))
		return 0;
	f->number = length->number;
	if (part->flags & FACT_SIZED && checked_mul(part->size, f->number, &size))
		set_size(f, size, part->align);
	return 0;
}

/* ---- structs ---- */

/* Add the members from word i on. */
static void add_members(struct spirv_reading *rd, struct spirv_fact *f, size_t i)
{
	bool sized = f->flags & FACT_SIZED;

	for (; i < rd->inst.count; i++) {
		const struct spirv_fact *part = part_of(rd, i);
		uint64_t align;

		sized = sized && part && part->flags & FACT_SIZED;
		if (!part)
			continue;
		f->aspects |= part->aspects;
		align = f->flags & FACT_PACKED || part->align == 0 ? 1 : part->align;
		if (align > f->align)
			f->align = (uint32_t)align;
		sized = sized && checked_add(f->size, align - 1, &f->size);
		f->size -= f->size % align;
		sized = sized && checked_add(f->size, part->size, &f->size);
	}
	if (!sized)
		f->flags &= (uint16_t)~FACT_SIZED;
}

/* A struct with too many members for one instruction continues in others; the walk then continues after them. */
static int read_struct(struct spirv_reading *rd, struct spirv_fact *f)
{
	struct spirv_inst next = rd->inst;
	int r;

	set_size(f, 0, 1);
	add_members(rd, f, 2);
	while ((r = spirv_next(rd->ctx, &next)) == 1 && next.op == SPIRV_TYPE_STRUCT_CONTINUED) {
		rd->inst = next;
		add_members(rd, f, 1);
	}
	if (f->size % f->align && !checked_add(f->size, f->align - f->size % f->align, &f->size))
		f->flags &= (uint16_t)~FACT_SIZED;
	return r < 0 ? r : 0;
}

/* ---- handles ---- */

static int read_pointer(struct spirv_reading *rd, struct spirv_fact *f)
{
	TRY(spirv_need(rd->ctx, &rd->inst, f->op == SPIRV_TYPE_POINTER ? 4 : 3));
	f->number = spirv_word(&rd->inst, 2);
	if (rd->pointer_bytes)
		set_size(f, rd->pointer_bytes, rd->pointer_bytes);
	return f->op == SPIRV_TYPE_POINTER ? spirv_fact_of(rd, spirv_word(&rd->inst, 3), &f->type) : 0;
}

static int read_image(struct spirv_reading *rd, struct spirv_fact *f)
{
	TRY(spirv_need(rd->ctx, &rd->inst, 9));
	if (spirv_word(&rd->inst, 3) == DIM_CUBE)
		f->aspects |= SPIRV_BIT(CUBEMAP);
	if (spirv_word(&rd->inst, 5))
		f->aspects |= SPIRV_BIT(IMAGE_ARRAY);
	return 0;
}

int spirv_read_type(struct spirv_reading *rd)
{
	struct spirv_fact f;
	uint32_t index;
	int r = spirv_define(rd, 1, &index);

	if (r < 0)
		return r;
	f = rd->facts[index]; /* a copy: the list may move */
	f.aspects = aspects_of_type(f.op);
	switch (f.op) {
	case SPIRV_TYPE_BOOL:
		set_size(&f, 1, 1);
		break;
	case SPIRV_TYPE_INT:
	case SPIRV_TYPE_FLOAT:
		r = read_number(rd, &f);
		break;
	case SPIRV_TYPE_VECTOR:
	case SPIRV_TYPE_MATRIX:
		r = read_vector(rd, &f);
		break;
	case SPIRV_TYPE_ARRAY:
	case SPIRV_TYPE_RUNTIME_ARRAY:
		r = read_array(rd, &f);
		break;
	case SPIRV_OP_TYPE_STRUCT:
		r = read_struct(rd, &f);
		break;
	case SPIRV_TYPE_POINTER:
	case SPIRV_TYPE_UNTYPED_POINTER:
		r = read_pointer(rd, &f);
		break;
	case SPIRV_TYPE_IMAGE:
		r = read_image(rd, &f);
		break;
	case SPIRV_TYPE_SAMPLED_IMAGE:
		r = spirv_need(rd->ctx, &rd->inst, 3);
		if (r == 0 && part_of(rd, 2))
			f.aspects |= part_of(rd, 2)->aspects;
		break;
	default:
		break;
	}
	if ((f.op == SPIRV_TYPE_IMAGE || f.op == SPIRV_TYPE_SAMPLER || f.op == SPIRV_TYPE_SAMPLED_IMAGE ||
	     (f.op >= SPIRV_TYPE_EVENT && f.op <= SPIRV_TYPE_PIPE)) &&
	    rd->pointer_bytes)
		set_size(&f, rd->pointer_bytes, rd->pointer_bytes);
	rd->facts[index] = f;
	return r;
}

/* ---- constants and variables ---- */

static int read_value(struct spirv_reading *rd, struct spirv_fact *f)
{
	const struct spirv_fact *type = f->type != SPIRV_NONE ? &rd->facts[f->type] : NULL;

	if (f->op == SPIRV_CONSTANT_TRUE || f->op == SPIRV_SPEC_CONSTANT_TRUE)
		f->number = 1;
	if (f->op != SPIRV_CONSTANT && f->op != SPIRV_SPEC_CONSTANT)
		return 0;
	if (!type || !(type->op == SPIRV_TYPE_INT || type->op == SPIRV_TYPE_FLOAT) || !(type->flags & FACT_SIZED))
		return 0;
	TRY(spirv_need(rd->ctx, &rd->inst, type->size > 4 ? 5 : 4));
	f->number = spirv_word(&rd->inst, 3);
	if (type->size > 4)
		f->number |= (uint64_t)spirv_word(&rd->inst, 4) << 32;
	f->size = type->size;
	if (type->op == SPIRV_TYPE_INT)
		f->flags |= FACT_NUMBER;
	return 0;
}

/* Parts without a name are called after the whole. */
static void name_parts(struct spirv_reading *rd, uint32_t whole)
{
	if (!spirv_name_of(rd->m, rd->facts[whole].id, SPIRV_NO_MEMBER))
		return;
	for (size_t i = 3; i < rd->inst.count; i++) {
		uint32_t part = spirv_fact_find(rd, spirv_word(&rd->inst, i));

		if (part == SPIRV_NONE || !(rd->facts[part].flags & FACT_SPEC_ID))
			continue;
		rd->facts[part].whole = whole;
		rd->facts[part].part = (uint32_t)(i - 3);
	}
}

int spirv_read_constant(struct spirv_reading *rd)
{
	const struct spirv_fact *type;
	struct spirv_fact f;
	uint32_t index, type_id;
	int r = spirv_id(rd->ctx, &rd->inst, 1, &type_id);

	if (r == 0)
		r = spirv_define(rd, 2, &index);
	if (r < 0)
		return r;
	f = rd->facts[index];
	f.type = spirv_fact_find(rd, type_id);
	type = f.type != SPIRV_NONE ? &rd->facts[f.type] : NULL;
	if (type && type->op == SPIRV_TYPE_POINTER && f.op == SPIRV_OP_VARIABLE)
		f.aspects = type->type != SPIRV_NONE ? rd->facts[type->type].aspects : 0;
	else if (type)
		f.aspects = type->aspects;
	if (f.op == SPIRV_UNTYPED_VARIABLE && rd->inst.count > 4 && part_of(rd, 4))
		f.aspects |= part_of(rd, 4)->aspects;
	r = read_value(rd, &f);
	rd->facts[index] = f;
	if (f.op == SPIRV_SPEC_CONSTANT_COMPOSITE)
		name_parts(rd, index);
	if (f.flags & FACT_WORK_GROUP)
		rd->work_group = index;
	return r < 0 ? r : spirv_read_operands(rd, index);
}
