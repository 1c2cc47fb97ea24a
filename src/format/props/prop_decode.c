/* format/props/prop_decode.c — property sets → a record {SET: {KEY: value}}, by the shapes of the table.
 *
 * Numbers stay numbers except for states and IR types, which get their names. A value that does not have the shape
 * of its row becomes bytes (or the number or text it is): decoding never fails on content. Of a repeated key the
 * last value is used, as all readers do. */
#include "prop_shape.h"

#include <sybil/target.h>

enum { BITS_LISTED = 65536 }; /* no kernel has larger masks: they are shown as bytes */

struct decoder {
	struct syb_record *record;
	uint64_t room; /* values that may still be made: a few bytes of text become many of record */
};

static const char *const states[] = { "input", "object", "executable" };
static const char *const ir_types[] = { "spirv", "ptx", "amdgcn" };

static void decode_aspect(struct decoder *d, struct syb_value *list, const struct syb_prop *prop, size_t i)
{
	const struct syb_aspect_info *aspect = syb_aspect_find(prop_aspect(prop, i));
	struct syb_value *map = value_map(d->record, list, NULL);
	struct syb_value *v = value_uint(d->record, map, "number", shape_u32(prop, i));

	if (!aspect) /* shown by its number */
		value_hint(v, VALUE_NAME);
	v = value_string_or_null(d->record, map, "name", aspect ? aspect->name : NULL);
	if (aspect)
		value_hint(v, VALUE_NAME);
	if (aspect && aspect->status == SYB_ASPECT_DEPRECATED)
		value_bool(d->record, map, "deprecated", true);
	if (aspect && aspect->status == SYB_ASPECT_REMOVED)
		value_bool(d->record, map, "removed", true);
}

static void decode_aspects(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	struct syb_value *list = value_hint(value_list(d->record, parent, key), VALUE_NAMES);

	for (size_t i = 0; i < prop->len / 4; i++)
		decode_aspect(d, list, prop, i);
}

static void decode_strings(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	struct syb_value *list = value_list(d->record, parent, key);
	struct syb_bytes rest = prop_bytes(prop), text;

	while (shape_next(&rest, ',', &text))
		value_stringn(d->record, list, NULL, text.ptr, text.len);
}

static void decode_u32s(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	struct syb_value *list = value_list(d->record, parent, key);

	for (size_t i = 0; i < prop->len / 4; i++)
		value_uint(d->record, list, NULL, shape_u32(prop, i));
}

static void decode_size(struct decoder *d, struct syb_value *parent, const char *key,
			const struct syb_work_group_size *size)
{
	struct syb_value *list = value_list(d->record, parent, key);

	for (size_t i = 0; i < size->dims; i++)
		value_uint(d->record, list, NULL, size->size[i]);
}

/* One size is a list of numbers, several (an old form) a list of such lists. */
static void decode_sizes(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop,
			 enum syb_shape shape)
{
	enum wg_form form = shape_wg_form(prop, shape);
	struct syb_work_group_size size = { 0 };
	struct syb_value *list;
	size_t pos = 0;

	shape_wg_next(prop, form, &pos, &size);
	if (pos == prop->len / (form == WG_U64 ? 8 : 4)) {
		decode_size(d, parent, key, &size);
		return;
	}
	list = value_list(d->record, parent, key);
	for (pos = 0; shape_wg_next(prop, form, &pos, &size);)
		decode_size(d, list, NULL, &size);
}

static void decode_bits(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	struct syb_value *map = value_map(d->record, parent, key), *list;

	value_uint(d->record, map, "bits", prop->bits);
	if (prop->bits > BITS_LISTED) {
		value_bytes(d->record, map, "mask", prop_bytes(prop));
		return;
	}
	list = value_list(d->record, map, "removed");
	for (size_t i = 0; i < prop->bits; i++)
		if (prop->bytes[i / 8] >> i % 8 & 1)
			value_uint(d->record, list, NULL, i);
}

static void decode_leaves(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	struct syb_value *list = value_hint(value_list(d->record, parent, key), VALUE_TABLE);

	for (size_t i = 0; i < prop->len / 4; i += 3) {
		struct syb_value *map = value_map(d->record, list, NULL);

		value_uint(d->record, map, "id", shape_u32(prop, i));
		value_uint(d->record, map, "offset", shape_u32(prop, i + 1));
		value_uint(d->record, map, "size", shape_u32(prop, i + 2));
		if (shape_u32(prop, i) == UINT32_MAX)
			value_bool(d->record, map, "padding", true);
	}
}

static void decode_global(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	struct syb_value *map = value_map(d->record, parent, key);

	value_uint(d->record, map, "size", shape_u32(prop, 0));
	value_bool(d->record, map, "image_scope", shape_u32(prop, 1) != 0);
}

static void decode_matrix(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop,
			  bool mad)
{
	static const char *const matrix[] = { "type", "use", "rows", "cols" };
	static const char *const mads[] = { "type_a", "type_b", "type_c", "type_d", "m", "k", "n" };
	size_t names = mad ? MAD_NAMES : MATRIX_NAMES, numbers = mad ? MAD_NUMBERS : MATRIX_NUMBERS;
	struct syb_value *list = value_hint(value_list(d->record, parent, key), VALUE_TABLE);
	const char *const *titles = mad ? mads : matrix;
	struct syb_bytes rest = prop_bytes(prop);
	struct matrix_fields fields;

	while (shape_matrix_next(&rest, names, numbers, &fields) > 0) {
		struct syb_value *map = value_map(d->record, list, NULL);

		for (size_t i = 0; i < names; i++)
			value_stringn(d->record, map, titles[i], fields.names[i].ptr, fields.names[i].len);
		for (size_t i = 0; i < numbers; i++)
			value_uint(d->record, map, titles[names + i], fields.numbers[i]);
	}
}

static void decode_name(struct decoder *d, struct syb_value *parent, const char *key, uint32_t number,
			const char *const *names, size_t count)
{
	if (number < count)
		value_string(d->record, parent, key, names[number]);
	else
		value_uint(d->record, parent, key, number);
}

/* The value as it is, without a row or against it. */
static void decode_plain(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop)
{
	if (prop->type == SYB_PROP_U32)
		value_uint(d->record, parent, key, prop->u32);
	else if (prop->type == SYB_PROP_BYTES)
		value_bytes(d->record, parent, key, prop_bytes(prop));
	else
		value_string(d->record, parent, key, prop->raw);
}

static void decode_shaped(struct decoder *d, struct syb_value *parent, const char *key, const struct syb_prop *prop,
			  enum syb_shape shape)
{
	switch (shape) {
	case SYB_SHAPE_STATE:
		decode_name(d, parent, key, prop->u32, states, ARRAY_SIZE(states));
		break;
	case SYB_SHAPE_IR_TYPE:
		decode_name(d, parent, key, prop->u32, ir_types, ARRAY_SIZE(ir_types));
		break;
	case SYB_SHAPE_STRING:
		value_stringn(d->record, parent, key, prop->bytes, prop->len);
		break;
	case SYB_SHAPE_STRINGS:
		decode_strings(d, parent, key, prop);
		break;
	case SYB_SHAPE_BITS:
		decode_bits(d, parent, key, prop);
		break;
	case SYB_SHAPE_ASPECTS:
		decode_aspects(d, parent, key, prop);
		break;
	case SYB_SHAPE_FIXED_TARGET:
		if (shape_target_names(prop))
			decode_strings(d, parent, key, prop);
		else
			decode_aspects(d, parent, key, prop);
		break;
	case SYB_SHAPE_U32_OR_LIST:
		if (prop->type == SYB_PROP_BYTES)
			decode_u32s(d, parent, key, prop);
		else
			decode_plain(d, parent, key, prop);
		break;
	case SYB_SHAPE_U32S:
	case SYB_SHAPE_U64S:
	case SYB_SHAPE_WG_SIZE_OLD:
		decode_sizes(d, parent, key, prop, shape);
		break;
	case SYB_SHAPE_SPEC_LEAVES:
		decode_leaves(d, parent, key, prop);
		break;
	case SYB_SHAPE_DEVICE_GLOBAL:
		decode_global(d, parent, key, prop);
		break;
	case SYB_SHAPE_HOST_PIPE:
		value_uint(d->record, value_map(d->record, parent, key), "size", shape_u32(prop, 0));
		break;
	case SYB_SHAPE_JOINT_MATRIX:
	case SYB_SHAPE_JOINT_MATRIX_MAD:
		decode_matrix(d, parent, key, prop, shape == SYB_SHAPE_JOINT_MATRIX_MAD);
		break;
	default:
		decode_plain(d, parent, key, prop);
		break;
	}
}

/* At least as many values as a property becomes. */
static uint64_t values_of(const struct syb_prop *prop, enum syb_shape shape)
{
	uint64_t n = 4;

	switch (shape) {
	case SYB_SHAPE_BITS:
		for (size_t i = 0; i < prop->len && prop->bits <= BITS_LISTED; i++)
			n += (uint64_t)__builtin_popcount(prop->bytes[i]);
		return n;
	case SYB_SHAPE_STRINGS:
	case SYB_SHAPE_ASPECTS:
	case SYB_SHAPE_FIXED_TARGET:
	case SYB_SHAPE_U32_OR_LIST:
	case SYB_SHAPE_WG_SIZE_OLD:
	case SYB_SHAPE_SPEC_LEAVES:
	case SYB_SHAPE_JOINT_MATRIX:
	case SYB_SHAPE_JOINT_MATRIX_MAD:
		return n + prop->len;
	default:
		return n;
	}
}

static int decode_prop(struct decoder *d, struct syb_value *parent, const struct syb_set *set,
		       const struct syb_prop *prop, bool raw)
{
	const struct syb_key_info *row = set_row(set, prop->key);
	bool shaped = row && shape_fits(row->shape, prop);
	uint64_t count = values_of(prop, shaped ? row->shape : SYB_SHAPE_RAW);
	const char *key = prop->key;

	if (count > d->room)
		return syb_fail(d->record->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many values to show");
	d->room -= count;
	if (raw) {
		parent = value_map(d->record, parent, key);
		value_uint(d->record, parent, "type", prop->type);
		value_string(d->record, parent, "raw", prop->raw);
		key = "value";
	}
	if (shaped)
		decode_shaped(d, parent, key, prop, row->shape);
	else
		decode_plain(d, parent, key, prop);
	return 0;
}

/* The key has all information. */
static bool is_flag(const struct syb_set *set, const struct syb_prop *prop)
{
	const struct syb_key_info *row = set_row(set, prop->key);

	return row && row->shape == SYB_SHAPE_FLAG && prop->type == SYB_PROP_U32 && prop->u32 == 1;
}

int prop_decode_into(struct syb_record *record, struct syb_value *parent, const struct syb_props *props, bool raw)
{
	struct decoder d = { record, record->ctx->limits.max_items };

	for (size_t s = 0; s < props->count; s++) {
		const struct syb_set *set = &props->sets[s];
		struct syb_value *map = value_map(record, parent, set->name);
		bool flags = !raw && set->count;

		for (size_t i = 0; i < set->count; i++) {
			if (syb_set_find(set, set->props[i].key) != &set->props[i])
				continue;
			TRY(decode_prop(&d, map, set, &set->props[i], raw));
			flags = flags && is_flag(set, &set->props[i]);
		}
		if (flags)
			value_hint(map, VALUE_KEYS);
	}
	return record->failed ? -SYB_E_NOMEM : 0;
}

int syb_props_decode(struct syb_ctx *ctx, const struct syb_props *props, bool raw, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;

	TRY(record_new(ctx, &record));
	TRY(prop_decode_into(record, record->root, props, raw));
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}
