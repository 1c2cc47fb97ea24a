/* tools/run/npy.c — strict reader of NumPy's .npy files, which are untrusted.
 *
 * The header is a dictionary with three keys, each exactly once: descr, fortran_order, shape. Scalar types are read
 * in both byte orders; structures and objects are rejected. Fortran order is accepted if it makes no difference. */
#include "npy.h"

#include "base/span.h"

#include <inttypes.h>

static const uint8_t magic[] = { 0x93, 'N', 'U', 'M', 'P', 'Y' };

enum {
	AT_VERSION = 6,
	AT_LENGTH = 8,
	ALIGN = 64,
};

/* The text of the header while it is parsed. */
struct reader {
	struct syb_ctx *ctx;
	struct span s; /* the unread rest */
};

static int fail(struct reader *r, const char *what)
{
	return syb_fail(r->ctx, SYB_E_FORMAT, r->s.at, "npy-header", "%s", what);
}

static void skip_blanks(struct reader *r)
{
	size_t n = 0;

	while (n < r->s.len && (r->s.ptr[n] == ' ' || r->s.ptr[n] == '\n'))
		n++;
	r->s = span_skip(r->s, n);
}

static bool take(struct reader *r, const char *text)
{
	size_t len = strlen(text);

	skip_blanks(r);
	if (!span_starts(r->s, text, len))
		return false;
	r->s = span_skip(r->s, len);
	return true;
}

static int take_string(struct reader *r, struct span *out)
{
	char quote;
	size_t n = 1;

	skip_blanks(r);
	if (r->s.len == 0 || (*r->s.ptr != '\'' && *r->s.ptr != '"'))
		return fail(r, "expected a string");
	quote = (char)*r->s.ptr;
	while (n < r->s.len && r->s.ptr[n] != (uint8_t)quote && r->s.ptr[n] != '\\')
		n++;
	if (n >= r->s.len || r->s.ptr[n] != (uint8_t)quote)
		return fail(r, "unterminated string");
	*out = (struct span){ r->s.ptr + 1, n - 1, r->s.at + 1 };
	r->s = span_skip(r->s, n + 1);
	return 0;
}

static int take_number(struct reader *r, uint64_t *out)
{
	uint64_t number = 0;
	size_t n = 0;

	skip_blanks(r);
	for (; n < r->s.len && r->s.ptr[n] >= '0' && r->s.ptr[n] <= '9'; n++)
		if (!checked_mul(number, UINT64_C(10), &number) ||
		    !checked_add(number, (uint64_t)(r->s.ptr[n] - '0'), &number))
			return fail(r, "dimension is too large");
	if (n == 0)
		return fail(r, "expected a dimension");
	r->s = span_skip(r->s, n);
	(void)take(r, "L"); /* written by Python 2 */
	*out = number;
	return 0;
}

static int read_type(struct reader *r, struct npy *out)
{
	struct span text;
	char order;
	int rc;

	if (take(r, "["))
		return syb_fail(r->ctx, SYB_E_FORMAT, r->s.at, "npy-type", "structured types are not supported");
	rc = take_string(r, &text);
	if (rc < 0)
		return rc;
	order = text.len ? (char)*text.ptr : '\0';
	if (!order || !strchr("<>|=", order))
		return syb_fail(r->ctx, SYB_E_FORMAT, text.at, "npy-type", "the byte order is not one of < > | =");
	out->element = element_find_npy((const char *)text.ptr + 1, text.len - 1);
	if (!out->element || (order == '|' && out->element->size > 1 && out->element->npy[0] != 'V'))
		return syb_fail(r->ctx, SYB_E_FORMAT, text.at, "npy-type", "type %.*s is not one of %s",
				(int)(text.len < 32 ? text.len : 32), (const char *)text.ptr, ELEMENT_NAMES);
	out->swapped = order == '>' && out->element->size > 1;
	return 0;
}

static int read_shape(struct reader *r, struct npy *out)
{
	int rc = 0;

	if (!take(r, "("))
		return fail(r, "shape is not a tuple");
	while (rc == 0 && !take(r, ")")) {
		if (out->dims == NPY_DIMS)
			return fail(r, "too many dimensions");
		rc = take_number(r, &out->shape[out->dims++]);
		if (rc == 0 && !take(r, ",")) {
			if (out->dims == 1)
				return fail(r, "a tuple of one element needs a comma");
			if (!take(r, ")"))
				return fail(r, "unterminated shape");
			return 0;
		}
	}
	return rc;
}

static int read_order(struct reader *r, bool *out)
{
	*out = take(r, "True");
	return *out || take(r, "False") ? 0 : fail(r, "fortran_order is neither True nor False");
}

static int read_dictionary(struct reader *r, struct npy *out, bool *out_fortran)
{
	static const char *const keys[] = { "descr", "fortran_order", "shape" };
	bool seen[3] = { 0 };
	int rc = 0;

	if (!take(r, "{"))
		return fail(r, "the header is not a dictionary");
	while (rc == 0 && !take(r, "}")) {
		struct span key;
		size_t k = 0;

		rc = take_string(r, &key);
		if (rc < 0)
			return rc;
		while (k < ARRAY_SIZE(keys) && !span_eq(key, keys[k]))
			k++;
		if (k == ARRAY_SIZE(keys) || seen[k])
			return fail(r, k == ARRAY_SIZE(keys) ? "unknown key" : "key is given twice");
		seen[k] = true;
		if (!take(r, ":"))
			return fail(r, "expected a colon");
		rc = k == 0 ? read_type(r, out) : k == 1 ? read_order(r, out_fortran) : read_shape(r, out);
		if (rc == 0 && !take(r, ",") && !(r->s.len && *r->s.ptr == '}'))
			return fail(r, "expected a comma");
	}
	skip_blanks(r);
	if (rc == 0 && r->s.len)
		return fail(r, "unexpected text after the dictionary");
	return rc < 0 ? rc : seen[0] && seen[1] && seen[2] ? 0 : fail(r, "missing key");
}

/* The header without its frame, and the offset of the data. */
static int find_header(struct syb_ctx *ctx, struct span whole, struct span *out_header, struct span *out_data)
{
	size_t width, length;

	if (!span_starts(whole, magic, sizeof(magic)))
		return syb_fail(ctx, SYB_E_FORMAT, 0, "npy-header", "not an .npy file");
	if (whole.len < AT_LENGTH + 2)
		return syb_fail(ctx, SYB_E_FORMAT, whole.len, "npy-header", "the file ends in its header");
	if (whole.ptr[AT_VERSION] < 1 || whole.ptr[AT_VERSION] > 3 || whole.ptr[AT_VERSION + 1] != 0)
		return syb_fail(ctx, SYB_E_FORMAT, AT_VERSION, "npy-header", "unknown version %u.%u",
				whole.ptr[AT_VERSION], whole.ptr[AT_VERSION + 1]);
	width = whole.ptr[AT_VERSION] == 1 ? 2 : 4;
	TRY(span_sub_as(ctx, whole, 0, AT_LENGTH + width, "npy-header", "the length of the header", out_header));
	length = width == 2 ? span_u16(whole, AT_LENGTH) : span_u32(whole, AT_LENGTH);
	TRY(span_sub_as(ctx, whole, AT_LENGTH + width, length, "npy-header", "the header", out_header));
	*out_data = span_skip(whole, AT_LENGTH + width + length);
	return 0;
}

int npy_read(struct syb_ctx *ctx, struct syb_bytes bytes, struct npy *out)
{
	struct npy npy = { .count = 1 };
	struct reader reader = { .ctx = ctx };
	struct span data = { 0 };
	bool fortran = false;
	size_t wide = 0;
	uint64_t size;

	TRY(find_header(ctx, span_of(bytes, 0), &reader.s, &data));
	TRY(read_dictionary(&reader, &npy, &fortran));
	for (size_t i = 0; i < npy.dims; i++) {
		wide += npy.shape[i] != 1;
		if (!checked_mul(npy.count, npy.shape[i], &npy.count))
			return syb_fail(ctx, SYB_E_FORMAT, 0, "npy-size", "the shape has too many elements");
	}
	if (fortran && wide > 1)
		return syb_fail(ctx, SYB_E_FORMAT, 0, "npy-type", "Fortran order is not supported, expected C order");
	if (!checked_mul(npy.count, (uint64_t)npy.element->size, &size) || size != data.len)
		return syb_fail(ctx, SYB_E_FORMAT, data.at, "npy-size",
				"the shape needs %" PRIu64 " elements of %zu bytes, but the file has %zu bytes",
				npy.count, npy.element->size, data.len);
	npy.data = span_bytes(data);
	*out = npy;
	return 0;
}

int npy_header(struct syb_ctx *ctx, struct buf *buf, const struct element *element, const uint64_t *shape, size_t dims)
{
	size_t start = buf->len, length_at = start + AT_LENGTH, length;

	buf_add(ctx, buf, magic, sizeof(magic));
	buf_add(ctx, buf, "\1\0\0\0", 4);
	buf_printf(ctx, buf, "{'descr': '%s%s', 'fortran_order': False, 'shape': (", element->size > 1 ? "<" : "|",
		   element->npy);
	for (size_t i = 0; i < dims; i++)
		buf_printf(ctx, buf, "%s%" PRIu64 "%s", i ? " " : "", shape[i], i + 1 < dims || dims == 1 ? "," : "");
	buf_text(ctx, buf, "), }");
	buf_fill(ctx, buf, ' ', ALIGN - 1 - (buf->len - start) % ALIGN);
	TRY(buf_char(ctx, buf, '\n'));
	length = buf->len - start - AT_LENGTH - 2;
	buf->ptr[length_at] = (uint8_t)length;
	buf->ptr[length_at + 1] = (uint8_t)(length >> 8);
	return 0;
}
