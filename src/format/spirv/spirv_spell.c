/* format/spirv/spirv_spell.c — types as OpenCL C writes them, for kernel parameters and specialization constants.
 *
 * Integers of kernels have no sign in SPIR-V: they are spelled as signed, as drivers do, unless a parameter states
 * otherwise. In modules with signed types, which do not come from OpenCL C, the others are unsigned. A text is made
 * once for each type; their total size is limited, since names may be long and types many. */
#include "spirv_info.h"

#include <inttypes.h>

enum { MOST_LEVELS = 8 }; /* of pointers and arrays: deeper ones are not distinguished */

struct speller {
	struct syb_ctx *ctx;
	struct spirv_reading *rd;
	struct buf *text;
};

static const char *address_name(uint64_t storage)
{
	switch (storage) {
	case 0:
		return "constant";
	case 4:
		return "local";
	case 5:
	case 5936: /* DeviceOnlyINTEL */
	case 5937: /* HostOnlyINTEL */
		return "global";
	case 6:
	case 7:
		return "private";
	case 8:
		return "generic";
	default:
		return NULL;
	}
}

/* ---- types other than pointers and arrays ---- */

static int put_int(struct speller *s, const struct spirv_fact *f, enum spirv_sign sign)
{
	const bool plain = s->rd->has_signs && !(f->flags & FACT_SIGNED);
	const char *u = sign == SPIRV_UNSIGNED || (sign == SPIRV_SIGN_OF_TYPE && plain) ? "u" : "";

	switch (f->number) {
	case 8:
		return buf_printf(s->ctx, s->text, "%schar", u);
	case 16:
		return buf_printf(s->ctx, s->text, "%sshort", u);
	case 32:
		return buf_printf(s->ctx, s->text, "%sint", u);
	case 64:
		return buf_printf(s->ctx, s->text, "%slong", u);
	default:
		return buf_printf(s->ctx, s->text, "%sint%" PRIu64 "_t", u, f->number);
	}
}

static int put_float(struct speller *s, const struct spirv_fact *f)
{
	const bool ieee = spirv_inst_of(s->rd, f).count == 3;

	if (f->number == 16)
		return buf_text(s->ctx, s->text, ieee ? "half" : "bfloat16");
	if (ieee && f->number == 32)
		return buf_text(s->ctx, s->text, "float");
	if (ieee && f->number == 64)
		return buf_text(s->ctx, s->text, "double");
	return buf_printf(s->ctx, s->text, "float%" PRIu64, f->number);
}

/* LLVM calls them "struct.foo", "class.foo", "union.foo". */
static int put_struct(struct speller *s, const struct spirv_fact *f)
{
	static const char *const kinds[] = { "struct", "class", "union" };
	const char *name = spirv_name_of(s->rd->m, f->id, SPIRV_NO_MEMBER);

	if (!name || !*name)
		return buf_text(s->ctx, s->text, "struct");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (str_starts(name, kinds[i]) && name[strlen(kinds[i])] == '.')
			return buf_printf(s->ctx, s->text, "%s %s", kinds[i], name + strlen(kinds[i]) + 1);
	return buf_printf(s->ctx, s->text, "struct %s", name);
}

static int put_image(struct speller *s, const struct spirv_fact *f)
{
	static const char *const access[] = { "read_only ", "write_only ", "read_write " };
	static const char *const dims[] = { "1d", "2d", "3d", "_cube", "_rect", "1d_buffer" };
	const struct spirv_inst inst = spirv_inst_of(s->rd, f);
	const uint32_t dim = spirv_word(&inst, 3), how = inst.count > 9 ? spirv_word(&inst, 9) : UINT32_MAX;

	return buf_printf(s->ctx, s->text, "%simage%s%s%s%s_t", how < ARRAY_SIZE(access) ? access[how] : "",
			  dim < ARRAY_SIZE(dims) ? dims[dim] : "", spirv_word(&inst, 5) ? "_array" : "",
			  spirv_word(&inst, 6) ? "_msaa" : "", spirv_word(&inst, 4) == 1 ? "_depth" : "");
}

static int put_pipe(struct speller *s, const struct spirv_fact *f)
{
	const struct spirv_inst inst = spirv_inst_of(s->rd, f);

	return buf_printf(s->ctx, s->text, "%s_only pipe",
			  inst.count > 2 && spirv_word(&inst, 2) == 1 ? "write" : "read");
}

static const char *plain_name(const struct spirv_fact *f)
{
	switch (f->op) {
	case SPIRV_TYPE_BOOL:
		return "bool";
	case SPIRV_TYPE_SAMPLER:
		return "sampler_t";
	case SPIRV_TYPE_SAMPLED_IMAGE:
		return "sampled image";
	case SPIRV_TYPE_FUNCTION:
		return "function";
	case SPIRV_TYPE_EVENT:
		return "event_t";
	case SPIRV_TYPE_DEVICE_EVENT:
		return "clk_event_t";
	case SPIRV_TYPE_RESERVE_ID:
		return "reserve_id_t";
	case SPIRV_TYPE_QUEUE:
		return "queue_t";
	case SPIRV_TYPE_COOPERATIVE_MATRIX:
	case SPIRV_TYPE_JOINT_MATRIX:
		return "joint_matrix";
	case SPIRV_OP_TYPE_VOID:
	case 0: /* named, but not defined */
		return "void";
	default:
		return "opaque";
	}
}

static bool is_scalar(const struct spirv_fact *f)
{
	return f->op == SPIRV_TYPE_INT || f->op == SPIRV_TYPE_FLOAT;
}

static int put_scalar(struct speller *s, const struct spirv_fact *f, enum spirv_sign sign)
{
	return f->op == SPIRV_TYPE_INT ? put_int(s, f, sign) : put_float(s, f);
}

/* Vectors are of scalars, so this is as deep as it gets. */
static int put_vector(struct speller *s, const struct spirv_fact *f, enum spirv_sign sign)
{
	const struct spirv_fact *part = f->type != SPIRV_NONE ? &s->rd->facts[f->type] : NULL;

	if (!part || !is_scalar(part))
		return buf_text(s->ctx, s->text, "vector");
	TRY(put_scalar(s, part, sign));
	return buf_printf(s->ctx, s->text, "%" PRIu64, f->number);
}

static int put_base(struct speller *s, const struct spirv_fact *f, enum spirv_sign sign)
{
	switch (f->op) {
	case SPIRV_TYPE_INT:
	case SPIRV_TYPE_FLOAT:
		return put_scalar(s, f, sign);
	case SPIRV_TYPE_VECTOR:
		return put_vector(s, f, sign);
	case SPIRV_TYPE_IMAGE:
		return put_image(s, f);
	case SPIRV_OP_TYPE_STRUCT:
		return put_struct(s, f);
	case SPIRV_TYPE_PIPE:
		return put_pipe(s, f);
	default:
		return buf_text(s->ctx, s->text, plain_name(f));
	}
}

/* ---- pointers and arrays: from the outside to the base, then back ---- */

static bool has_levels(uint32_t op)
{
	return op == SPIRV_TYPE_POINTER || op == SPIRV_TYPE_ARRAY || op == SPIRV_TYPE_RUNTIME_ARRAY ||
	       op == SPIRV_TYPE_UNTYPED_POINTER;
}

static int put_level(struct speller *s, const struct spirv_fact *f)
{
	if (f->op == SPIRV_TYPE_ARRAY && f->flags & FACT_SIZED)
		return buf_printf(s->ctx, s->text, "[%" PRIu64 "]", f->number);
	if (f->op == SPIRV_TYPE_ARRAY || f->op == SPIRV_TYPE_RUNTIME_ARRAY)
		return buf_text(s->ctx, s->text, "[]");
	return buf_text(s->ctx, s->text, "*");
}

static bool is_pointer(const struct spirv_fact *f)
{
	return f->op == SPIRV_TYPE_POINTER || f->op == SPIRV_TYPE_UNTYPED_POINTER;
}

/* The address space of a pointer's target is before the base, or after the star of another pointer. */
static int put_levels(struct speller *s, const struct spirv_fact *const *levels, size_t count,
		      const struct spirv_fact *base, enum spirv_sign sign)
{
	const struct spirv_fact *inner = count ? levels[count - 1] : NULL;
	const char *address = inner && is_pointer(inner) ? address_name(inner->number) : NULL;

	TRY(address ? buf_printf(s->ctx, s->text, "%s ", address) : 0);
	TRY(base ? put_base(s, base, sign) : buf_text(s->ctx, s->text, "void"));
	if (inner && is_pointer(inner))
		TRY(buf_char(s->ctx, s->text, ' '));
	for (size_t i = count; i-- > 0;) {
		address = i < count - 1 && is_pointer(levels[i]) ? address_name(levels[i]->number) : NULL;
		if (address)
			TRY(buf_printf(s->ctx, s->text, "%s ", address));
		TRY(put_level(s, levels[i]));
	}
	return 0;
}

int spirv_spell_type(struct spirv_reading *rd, uint32_t type, enum spirv_sign sign, const char **out)
{
	struct speller s = { rd->ctx, rd, &rd->text };
	const struct spirv_fact *levels[MOST_LEVELS], *f = type != SPIRV_NONE ? &rd->facts[type] : NULL;
	size_t count = 0;

	if (!f || rd->facts[type].text[sign]) {
		*out = f ? f->text[sign] : "unknown";
		return 0;
	}
	for (; f && has_levels(f->op) && count < MOST_LEVELS;
	     f = f->type != SPIRV_NONE && f->op != SPIRV_TYPE_UNTYPED_POINTER ? &rd->facts[f->type] : NULL)
		levels[count++] = f;
	rd->text.len = 0;
	TRY(put_levels(&s, levels, count, f, sign));
	TRY(claim_bytes(rd->ctx, &rd->claims, rd->file.at + (uint64_t)rd->facts[type].at * 4, rd->text.len,
			"names of types"));
	*out = arena_string(rd->ctx, &rd->spirv->arena, rd->text.ptr, rd->text.len);
	if (!*out)
		return -SYB_E_NOMEM;
	rd->facts[type].text[sign] = *out;
	return 0;
}

int spirv_spell_param(struct spirv_reading *rd, uint32_t id, struct syb_spirv_param *out)
{
	const uint32_t own = spirv_fact_find(rd, id);
	const unsigned flags = own != SPIRV_NONE ? rd->facts[own].flags : 0;
	uint32_t type = spirv_type_of(rd, id);
	const struct spirv_fact *f = type != SPIRV_NONE ? &rd->facts[type] : NULL;
	enum spirv_sign sign;
	struct syb_spirv_param p = { .name = spirv_name_of(rd->m, id, SPIRV_NO_MEMBER) };

	if (p.name && !*p.name)
		p.name = NULL;
	if (f && f->op == SPIRV_TYPE_POINTER && flags & FACT_BY_VALUE && f->type != SPIRV_NONE)
		f = &rd->facts[type = f->type];
	else if (f && is_pointer(f))
		p.address = address_name(f->number);
	if (f && f->flags & FACT_SIZED)
		p.bytes = f->size;
	sign = flags & FACT_SIGNED ? SPIRV_SIGNED : flags & FACT_UNSIGNED ? SPIRV_UNSIGNED : SPIRV_SIGN_OF_TYPE;
	TRY(spirv_spell_type(rd, type, sign, &p.type));
	*out = p;
	return 0;
}
