/* format/elf/ar.c — static archives: a magic line, then 60-byte text headers each followed by the member's bytes, at
 * even offsets. Names of more than 15 bytes are in a member "//" (GNU) or before the member's bytes (BSD). */
#include "ar.h"

#include <inttypes.h>

enum {
	HDR_NAME = 0,
	HDR_NAME_SIZE = 16,
	HDR_BYTES = 48,
	HDR_BYTES_SIZE = 10,
	HDR_END = 58,
	HDR_SIZE = 60,

	NAME_MOST = 4096, /* of a path; many members may have one name */
};

int ar_open(struct syb_ctx *ctx, struct span file, struct ar *out_ar)
{
	if (span_starts(file, AR_MAGIC_THIN, AR_MAGIC_SIZE))
		return syb_fail(ctx, SYB_E_FORMAT, file.at, "archive-thin",
				"a thin archive: its members are other files; pass those instead");
	if (!span_starts(file, AR_MAGIC, AR_MAGIC_SIZE))
		return syb_fail(ctx, SYB_E_FORMAT, file.at, "archive-header", "not a static archive");
	*out_ar = (struct ar){ .file = file, .pos = AR_MAGIC_SIZE };
	return 0;
}

/* A decimal number padded with spaces. */
static bool read_number(struct span s, uint64_t *out)
{
	size_t i = 0;
	uint64_t n = 0;

	for (; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9'; i++)
		if (!checked_mul(n, UINT64_C(10), &n) || !checked_add(n, (uint64_t)(s.ptr[i] - '0'), &n))
			return false;
	if (i == 0)
		return false;
	for (; i < s.len; i++)
		if (s.ptr[i] != ' ')
			return false;
	*out = n;
	return true;
}

static struct span trim(struct span s)
{
	while (s.len && s.ptr[s.len - 1] == ' ')
		s.len--;
	return s;
}

static int bad_name(struct syb_ctx *ctx, struct span field)
{
	return syb_fail(ctx, SYB_E_FORMAT, field.at, "archive-name", "cannot find the name of a member");
}

/* "/123": the name is at 123 in the table and ends with "/\n" (or a NUL, in archives of other systems). */
static int long_name(struct syb_ctx *ctx, const struct ar *ar, struct span field, struct span *out_name)
{
	uint64_t off;
	size_t len = 0;

	if (!read_number(span_skip(field, 1), &off) || off >= ar->names.len)
		return bad_name(ctx, field);
	*out_name = span_skip(ar->names, (size_t)off);
	while (len < out_name->len && len <= NAME_MOST && out_name->ptr[len] != '\n' && out_name->ptr[len] != '\0')
		len++;
	if (len > NAME_MOST)
		return bad_name(ctx, field);
	out_name->len = len && out_name->ptr[len - 1] == '/' ? len - 1 : len;
	return 0;
}

/* "#1/20": the first 20 bytes of the content are the name, padded with NULs. */
static int bsd_name(struct syb_ctx *ctx, struct span field, struct ar_member *m)
{
	const uint8_t *nul;
	uint64_t len;

	if (!read_number(span_skip(field, 3), &len) || len > m->bytes.len)
		return bad_name(ctx, field);
	m->name = (struct span){ m->bytes.ptr, (size_t)len, m->bytes.at };
	m->bytes = span_skip(m->bytes, (size_t)len);
	nul = len ? memchr(m->name.ptr, 0, m->name.len) : NULL;
	if (nul)
		m->name.len = (size_t)(nul - m->name.ptr);
	return 0;
}

static bool is_symbol_table(struct span name)
{
	return span_eq(name, "/") || span_eq(name, "/SYM64/") || span_starts(name, "__.SYMDEF", 9);
}

/* Read one header; out_skip: the member is not one of the user's. */
static int read_member(struct syb_ctx *ctx, struct ar *ar, struct ar_member *m, bool *out_skip)
{
	struct span hdr, field;
	uint64_t size;
	int r;

	r = span_sub_as(ctx, ar->file, ar->pos, HDR_SIZE, "archive-header", "member header", &hdr);
	if (r < 0)
		return r;
	if (hdr.ptr[HDR_END] != '`' || hdr.ptr[HDR_END + 1] != '\n' ||
	    !read_number((struct span){ hdr.ptr + HDR_BYTES, HDR_BYTES_SIZE, hdr.at + HDR_BYTES }, &size))
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at, "archive-header", "expected the header of a member");
	r = span_sub_as(ctx, ar->file, ar->pos + HDR_SIZE, size, "archive-member", "member", &m->bytes);
	if (r < 0)
		return r;
	ar->pos += HDR_SIZE + size + size % 2;

	field = trim((struct span){ hdr.ptr + HDR_NAME, HDR_NAME_SIZE, hdr.at + HDR_NAME });
	*out_skip = true;
	if (span_eq(field, "//")) {
		ar->names = m->bytes;
		return 0;
	}
	if (is_symbol_table(field))
		return 0;
	if (span_starts(field, "#1/", 3)) {
		r = bsd_name(ctx, field, m);
		*out_skip = is_symbol_table(m->name);
		return r;
	}
	*out_skip = false;
	if (span_starts(field, "/", 1))
		return long_name(ctx, ar, field, &m->name);
	if (field.len && field.ptr[field.len - 1] == '/')
		field.len--;
	m->name = field;
	return 0;
}

int ar_next(struct syb_ctx *ctx, struct ar *ar, struct ar_member *out_member)
{
	while (ar->pos < ar->file.len) {
		struct ar_member m = { 0 };
		bool skip = false;

		TRY(read_member(ctx, ar, &m, &skip));
		if (!skip) {
			*out_member = m;
			return 1;
		}
	}
	return 0;
}
