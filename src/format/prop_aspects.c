/* format/prop_aspects.c — which numbers the aspects of property sets have, and their change from one numbering to the
 * other.
 *
 * Neither the text form nor its containers have a place to state this. A set of our own does, in files with the older
 * numbers; other readers ignore sets that they do not know. Where nothing states it, the context decides, and the
 * answer is shown as an assumption. */
#include "prop_shape.h"

#include <inttypes.h>
#include <sybil/target.h>

static bool read_statement(const struct syb_props *props, enum syb_aspect_numbers *out)
{
	const struct syb_prop *prop = syb_props_get(props, ASPECT_NUMBERS_SET, "numbers");

	if (!prop || prop->type != SYB_PROP_U32 || prop->wide || (prop->u32 != 2025 && prop->u32 != 2026))
		return false; /* check says so */
	*out = prop->u32 == 2025 ? SYB_ASPECT_NUMBERS_2025 : SYB_ASPECT_NUMBERS_2026;
	return true;
}

void props_find_numbers(const struct syb_ctx *ctx, struct syb_props *props, enum syb_aspect_numbers stated)
{
	props->numbers_from = NUMBERS_STATED;
	props->numbers = stated;
	if (!stated && !read_statement(props, &props->numbers)) {
		props->numbers = syb_ctx_aspect_numbers(ctx);
		props->numbers_from = ctx->aspect_numbers ? NUMBERS_GIVEN : NUMBERS_ASSUMED;
	}
	for (size_t s = 0; s < props->count; s++)
		for (size_t i = 0; i < props->sets[s].count; i++)
			props->sets[s].props[i].numbers = (uint8_t)props->numbers;
}

bool prop_has_aspects(const struct syb_key_info *row, const struct syb_prop *prop)
{
	if (!row || prop->type != SYB_PROP_BYTES || prop->len == 0 || !shape_fits(row->shape, prop))
		return false;
	return row->shape == SYB_SHAPE_ASPECTS || (row->shape == SYB_SHAPE_FIXED_TARGET && !shape_target_names(prop));
}

bool prop_aspects_differ(const struct syb_key_info *row, const struct syb_prop *prop)
{
	if (!prop_has_aspects(row, prop))
		return false;
	for (size_t i = 0; i < prop->len / 4; i++)
		if (syb_aspect_decode(SYB_ASPECT_NUMBERS_2025, shape_u32(prop, i)) !=
		    syb_aspect_decode(SYB_ASPECT_NUMBERS_2026, shape_u32(prop, i)))
			return true;
	return false;
}

uint32_t prop_aspect(const struct syb_prop *prop, size_t i)
{
	return syb_aspect_decode((enum syb_aspect_numbers)prop->numbers, shape_u32(prop, i));
}

int prop_renumber(struct syb_ctx *ctx, const struct syb_prop *prop, enum syb_aspect_numbers numbers, struct buf *out)
{
	int r = 0;

	for (size_t i = 0; i < prop->len / 4 && r == 0; i++) {
		uint32_t aspect = prop_aspect(prop, i), number;
		const struct syb_aspect_info *row = syb_aspect_find(aspect);

		if (syb_aspect_encode(numbers, aspect, &number))
			r = buf_u32(ctx, out, number);
		else
			r = syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aspect-number",
				     "%s: aspect %" PRIu32 " of %s (%s) has no number in %s", prop->key,
				     shape_u32(prop, i),
				     syb_aspect_numbers_name((enum syb_aspect_numbers)prop->numbers),
				     row ? row->name : "unknown", syb_aspect_numbers_name(numbers));
	}
	return r;
}

enum syb_aspect_numbers syb_props_aspect_numbers(const struct syb_props *props, bool *out_stated)
{
	if (out_stated)
		*out_stated = props->numbers_from == NUMBERS_STATED;
	return props->numbers;
}

const char *syb_props_aspect_numbers_text(const struct syb_props *props)
{
	static const char *const texts[][3] = {
		[SYB_ASPECT_NUMBERS_2025] = { "2025 (assumed)", "2025 (given)", "2025 (stated)" },
		[SYB_ASPECT_NUMBERS_2026] = { "2026 (assumed)", "2026 (given)", "2026 (stated)" },
	};

	for (size_t s = 0; s < props->count; s++) {
		const struct syb_set *set = &props->sets[s];

		for (size_t i = 0; i < set->count; i++)
			if (prop_aspects_differ(set_row(set, set->props[i].key), &set->props[i]))
				return texts[props->numbers][props->numbers_from];
	}
	return NULL;
}
