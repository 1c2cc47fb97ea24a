/* format/props/prop_sizes.c — the order of a module's required work-group size in a text.
 *
 * In memory and in DPC++'s texts, the fastest dimension is first, and the size is padded with 1 to three dimensions.
 * The documents have the order of the source's attribute, and as many dimensions. The coding of a byte array tells
 * which of them applies, and work_group_num_dim how many dimensions the source has. */
#include "prop_shape.h"

enum { DIMS = 3 };

size_t prop_stated_dims(const struct syb_prop *props, size_t count)
{
	for (size_t i = count; i-- > 0;) {
		if (!str_eq(props[i].key, "work_group_num_dim") || !shape_fits(SYB_SHAPE_U32_OR_LIST, &props[i]))
			continue;
		if (props[i].type == SYB_PROP_U32)
			return props[i].u32;
		return props[i].len ? shape_u32(&props[i], 0) : 0;
	}
	return 0;
}

/* Copy `count` numbers of `width` bytes in reverse order. */
static void reverse(uint8_t *out, const uint8_t *in, size_t count, size_t width)
{
	for (size_t i = 0; i < count; i++)
		memcpy(out + i * width, in + (count - 1 - i) * width, width);
}

/* Sizes with a number of dimensions before each: the same numbers, in reverse order. */
static void reverse_counted(const struct syb_prop *prop, uint8_t *out)
{
	size_t words = prop->len / 4, i = 0;

	while (i < words) {
		const size_t dims = shape_u32(prop, i);

		memcpy(out + 4 * i, prop->bytes + 4 * i, 4);
		reverse(out + 4 * (i + 1), prop->bytes + 4 * (i + 1), dims, 4);
		i += 1 + dims;
	}
}

/* Returns the number of sizes in the other order; 0: the value has more than the source, and stays. */
static size_t from_document(const struct syb_prop *prop, size_t dims, uint8_t *out)
{
	const size_t count = prop->len / 8;

	if (dims && count > dims)
		return 0;
	reverse(out, prop->bytes, count, 8);
	if (count != dims)
		return count;
	for (size_t i = count; i < DIMS; i++)
		memcpy(out + 8 * i, (const uint8_t[8]){ 1 }, 8);
	return DIMS;
}

static size_t to_document(const struct syb_prop *prop, size_t dims, uint8_t *out)
{
	const size_t count = prop->len / 8, keep = dims && dims < count ? dims : count;

	for (size_t i = keep; i < count; i++)
		if (shape_u64(prop, i) != 1)
			return 0;
	reverse(out, prop->bytes, keep, 8);
	return keep;
}

int prop_order_size(struct syb_ctx *ctx, struct arena *arena, size_t dims, enum size_order order, struct syb_prop *prop)
{
	const bool wide = str_eq(prop->key, "reqd_work_group_size_uint64_t");
	const enum syb_shape shape = wide ? SYB_SHAPE_U64S : SYB_SHAPE_WG_SIZE_OLD;
	enum wg_form form;
	size_t count;
	uint8_t *out;

	if (prop->type != SYB_PROP_BYTES || prop->len == 0 || prop->coding != SYB_PROP_CODING_RFC4648 ||
	    (!wide && !str_eq(prop->key, "reqd_work_group_size")) || !shape_fits(shape, prop))
		return 0;
	form = shape_wg_form(prop, shape);
	if (form == WG_U32) /* of no document */
		return 0;
	out = arena_bytes(ctx, arena, prop->len > 8 * DIMS ? prop->len : 8 * DIMS);
	if (!out)
		return -SYB_E_NOMEM;
	if (form == WG_COUNTED) {
		reverse_counted(prop, out);
		prop->bytes = out;
		return 0;
	}
	count = order == SIZE_FROM_DOCUMENT ? from_document(prop, dims, out) : to_document(prop, dims, out);
	if (count == 0)
		return 0;
	prop->bytes = out;
	prop->len = count * 8;
	prop->bits = (uint64_t)prop->len * 8;
	return 0;
}
