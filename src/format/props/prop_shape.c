/* format/props/prop_shape.c — shapes of property values (target/shapes.def). */
#include "prop_shape.h"

#include "base/buf.h"

/* UTF-8 without NUL. */
static bool is_text(struct syb_bytes bytes)
{
	for (size_t i = 0; i < bytes.len;) {
		size_t n = utf8_length(bytes.ptr + i, bytes.len - i);

		if (n == 0 || bytes.ptr[i] == '\0')
			return false;
		i += n;
	}
	return true;
}

bool shape_next(struct syb_bytes *rest, char separator, struct syb_bytes *out)
{
	const uint8_t *stop;

	if (rest->len == 0)
		return false;
	stop = memchr(rest->ptr, separator, rest->len);
	out->ptr = rest->ptr;
	out->len = stop ? (size_t)(stop - rest->ptr) : rest->len;
	rest->ptr += out->len + (stop != NULL);
	rest->len -= out->len + (stop != NULL);
	return true;
}

bool shape_target_names(const struct syb_prop *prop)
{
	for (size_t i = 0; i < prop->len; i++)
		if (prop->bytes[i] < 0x20 || prop->bytes[i] > 0x7e)
			return false;
	return prop->len > 0;
}

static bool fits_counted(const struct syb_prop *prop)
{
	size_t words = prop->len / 4, i = 0;

	while (i < words) {
		uint32_t dims = shape_u32(prop, i);

		if (dims < 1 || dims > 3 || dims > words - i - 1)
			return false;
		i += 1 + dims;
	}
	return words > 0;
}

enum wg_form shape_wg_form(const struct syb_prop *prop, enum syb_shape shape)
{
	bool plain = prop->len <= 12, counted;

	if (shape == SYB_SHAPE_U64S)
		return prop->len % 8 == 0 && prop->len <= 24 ? WG_U64 : WG_BAD;
	if (prop->len % 4)
		return WG_BAD;
	if (shape == SYB_SHAPE_U32S)
		return plain ? WG_U32 : WG_BAD;
	counted = fits_counted(prop);
	if (counted && (!plain || prop->coding == SYB_PROP_CODING_RFC4648))
		return WG_COUNTED;
	return plain ? WG_U32 : WG_BAD;
}

bool shape_wg_next(const struct syb_prop *prop, enum wg_form form, size_t *pos, struct syb_work_group_size *out)
{
	size_t word = form == WG_U64 ? 8 : 4, words = prop->len / word, first = *pos;

	if (form == WG_BAD || first >= words)
		return false;
	*out = (struct syb_work_group_size){ 0 };
	out->dims = form == WG_COUNTED ? shape_u32(prop, first++) : (uint32_t)words;
	for (size_t i = 0; i < out->dims; i++)
		out->size[i] = form == WG_U64 ? shape_u64(prop, first + i) : shape_u32(prop, first + i);
	*pos = first + out->dims;
	return true;
}

static bool read_number(struct syb_bytes text, uint64_t *out)
{
	uint64_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9' || !checked_mul(n, UINT64_C(10), &n) ||
		    !checked_add(n, (uint64_t)(text.ptr[i] - '0'), &n))
			return false;
	}
	*out = n;
	return text.len > 0;
}

int shape_matrix_next(struct syb_bytes *rest, size_t names, size_t numbers, struct matrix_fields *out)
{
	struct syb_bytes entry, field;

	if (!shape_next(rest, ';', &entry))
		return 0;
	if (entry.len && entry.ptr[entry.len - 1] == ',')
		return -1;
	for (size_t i = 0; i < names + numbers; i++) {
		if (!shape_next(&entry, ',', &field) || field.len == 0)
			return -1;
		if (i < names)
			out->names[i] = field;
		else if (!read_number(field, &out->numbers[i - names]))
			return -1;
	}
	return entry.len ? -1 : 1;
}

static bool fits_matrix(const struct syb_prop *prop, size_t names, size_t numbers)
{
	struct syb_bytes rest = prop_bytes(prop);
	struct matrix_fields fields;
	int r;

	do
		r = shape_matrix_next(&rest, names, numbers, &fields);
	while (r > 0);
	return r == 0 && is_text(prop_bytes(prop));
}

bool shape_takes(enum syb_shape shape, uint32_t type)
{
	switch (shape) {
	case SYB_SHAPE_FLAG:
	case SYB_SHAPE_NUMBER:
	case SYB_SHAPE_BOOL:
	case SYB_SHAPE_STATE:
	case SYB_SHAPE_IR_TYPE:
		return type == SYB_PROP_U32;
	case SYB_SHAPE_U32_OR_LIST:
	case SYB_SHAPE_PROGRAM_METADATA:
		return type == SYB_PROP_U32 || type == SYB_PROP_BYTES;
	default:
		return type == SYB_PROP_BYTES;
	}
}

bool shape_fits(enum syb_shape shape, const struct syb_prop *prop)
{
	if (!shape_takes(shape, prop->type))
		return false;
	if (prop->type == SYB_PROP_U32 || shape == SYB_SHAPE_RAW || shape == SYB_SHAPE_BITS ||
	    shape == SYB_SHAPE_PROGRAM_METADATA)
		return true;
	if (prop->bits % 8)
		return false;
	switch (shape) {
	case SYB_SHAPE_STRING:
	case SYB_SHAPE_STRINGS:
		return is_text(prop_bytes(prop));
	case SYB_SHAPE_ASPECTS:
	case SYB_SHAPE_U32_OR_LIST:
		return prop->len % 4 == 0;
	case SYB_SHAPE_FIXED_TARGET:
		return shape_target_names(prop) || prop->len % 4 == 0;
	case SYB_SHAPE_U32S:
	case SYB_SHAPE_U64S:
	case SYB_SHAPE_WG_SIZE_OLD:
		return shape_wg_form(prop, shape) != WG_BAD;
	case SYB_SHAPE_SPEC_LEAVES:
		return prop->len > 0 && prop->len % 12 == 0;
	case SYB_SHAPE_DEVICE_GLOBAL:
		return prop->len == 8;
	case SYB_SHAPE_HOST_PIPE:
		return prop->len == 4;
	case SYB_SHAPE_JOINT_MATRIX:
		return fits_matrix(prop, MATRIX_NAMES, MATRIX_NUMBERS);
	case SYB_SHAPE_JOINT_MATRIX_MAD:
		return fits_matrix(prop, MAD_NAMES, MAD_NUMBERS);
	default:
		return true;
	}
}
