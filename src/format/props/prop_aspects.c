/* format/props/prop_aspects.c — which numbers the aspects of property sets have, and their change from one numbering to
 * the other.
 *
 * Neither the text form nor its containers have a place to state this. A Sybil set states it in files with the older
 * numbers; other readers ignore unknown sets. Without a statement the context decides, and the result is shown as an
 * assumption. */
#include "prop_shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sybil/target.h>

/* DEFAULT: nothing is stated. */
static enum syb_aspect_numbers read_statement(const struct syb_props *props)
{
	const struct syb_prop *prop = syb_props_get(props, ASPECT_NUMBERS_SET, "numbers");

	if (!prop)
		return SYB_ASPECT_NUMBERS_DEFAULT;
	if (prop->type != SYB_PROP_U32 || prop->wide || (prop->u32 != 2025 && prop->u32 != 2026))
		return SYB_ASPECT_NUMBERS_UNKNOWN;
	return prop->u32 == 2025 ? SYB_ASPECT_NUMBERS_2025 : SYB_ASPECT_NUMBERS_2026;
}

void props_find_numbers(const struct syb_ctx *ctx, struct syb_props *props, enum syb_aspect_numbers stated)
{
	props->numbers_from = NUMBERS_STATED;
	props->numbers = stated ? stated : read_statement(props);
	if (!props->numbers) {
		props->numbers = syb_ctx_assumed_aspect_numbers(ctx);
		props->numbers_from = ctx->assumed_numbers ? NUMBERS_GIVEN : NUMBERS_ASSUMED;
	}
	for (size_t s = 0; s < props->count; s++)
		for (size_t i = 0; i < props->sets[s].count; i++)
			props->sets[s].props[i].numbers = (uint8_t)props->numbers;
}

int prop_refuse_numbers(struct syb_ctx *ctx, const struct syb_prop *stated)
{
	char number[16];

	snprintf(number, sizeof(number), "%" PRIu32, stated ? stated->u32 : 0);
	return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aspect-numbers-unknown",
			"[" ASPECT_NUMBERS_SET "] states '%s'; this version knows the numbers of 2025 and 2026",
			stated && stated->raw ? stated->raw : number);
}

int props_check_numbers(struct syb_ctx *ctx, const struct syb_props *props)
{
	if (props->numbers != SYB_ASPECT_NUMBERS_UNKNOWN)
		return 0;
	return prop_refuse_numbers(ctx, syb_props_get(props, ASPECT_NUMBERS_SET, "numbers"));
}

bool prop_has_aspects(const struct syb_key_info *row, const struct syb_prop *prop)
{
	if (!row || prop->type != SYB_PROP_BYTES || prop->len == 0 || !shape_fits(row->shape, prop))
		return false;
	return row->shape == SYB_SHAPE_ASPECTS || (row->shape == SYB_SHAPE_FIXED_TARGET && !shape_target_names(prop));
}

static bool numbers_differ(uint32_t number)
{
	return syb_aspect_decode(SYB_ASPECT_NUMBERS_2025, number) != syb_aspect_decode(SYB_ASPECT_NUMBERS_2026, number);
}

bool prop_aspects_differ(const struct syb_key_info *row, const struct syb_prop *prop)
{
	if (!prop_has_aspects(row, prop))
		return false;
	for (size_t i = 0; i < prop->len / 4; i++)
		if (numbers_differ(shape_u32(prop, i)))
			return true;
	return false;
}

uint32_t prop_aspect(const struct syb_prop *prop, size_t i)
{
	return syb_aspect_decode((enum syb_aspect_numbers)prop->numbers, shape_u32(prop, i));
}

int prop_renumber(struct syb_ctx *ctx, const struct syb_prop *prop, enum syb_aspect_numbers numbers, struct buf *out)
{
	if (prop->numbers == SYB_ASPECT_NUMBERS_UNKNOWN)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aspect-numbers-unknown",
				"%s: the file states a numbering of aspects that this version does not know",
				prop->key);
	for (size_t i = 0; i < prop->len / 4; i++) {
		uint32_t aspect = prop_aspect(prop, i), number;
		const struct syb_aspect_info *row = syb_aspect_find(aspect);

		if (syb_aspect_encode(numbers, aspect, &number))
			TRY(buf_u32(ctx, out, number));
		else
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aspect-number",
					"%s: aspect %" PRIu32 " of %s (%s) has no number in %s", prop->key,
					shape_u32(prop, i),
					syb_aspect_numbers_name((enum syb_aspect_numbers)prop->numbers),
					row ? row->name : "unknown", syb_aspect_numbers_name(numbers));
	}
	return 0;
}

enum syb_aspect_numbers syb_props_aspect_numbers(const struct syb_props *props, bool *out_stated)
{
	if (out_stated)
		*out_stated = props->numbers_from == NUMBERS_STATED;
	return props->numbers;
}

static const char *numbers_text(const struct syb_props *props)
{
	static const char *const texts[][3] = {
		[SYB_ASPECT_NUMBERS_2025] = { "2025 (assumed)", "2025 (given)", "2025 (stated)" },
		[SYB_ASPECT_NUMBERS_2026] = { "2026 (assumed)", "2026 (given)", "2026 (stated)" },
		[SYB_ASPECT_NUMBERS_UNKNOWN] = { [NUMBERS_STATED] = "unknown (stated)" },
	};

	return texts[props->numbers][props->numbers_from];
}

const char *syb_props_aspect_numbers_text(const struct syb_props *props)
{
	const bool unknown = props->numbers == SYB_ASPECT_NUMBERS_UNKNOWN;

	for (size_t s = 0; s < props->count; s++) {
		const struct syb_set *set = &props->sets[s];

		for (size_t i = 0; i < set->count; i++) {
			const struct syb_key_info *row = set_row(set, set->props[i].key);

			if (unknown ? prop_has_aspects(row, &set->props[i]) : prop_aspects_differ(row, &set->props[i]))
				return numbers_text(props);
		}
	}
	return NULL;
}

const char *syb_props_aspect_numbers_of(const struct syb_props *props, const char *aspect)
{
	const struct syb_aspect_info *row = syb_aspect_parse(aspect);
	uint32_t number = 0;

	if (!row && (*aspect < '0' || *aspect > '9')) /* for instance of fixed targets */
		return NULL;
	if (!row)
		number = (uint32_t)strtoul(aspect, NULL, 10);
	else if (!syb_aspect_encode(props->numbers, row->number, &number))
		return NULL;
	return numbers_differ(number) ? numbers_text(props) : NULL;
}
