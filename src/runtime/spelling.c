/* runtime/spelling.c — mangled names of kernels, and their names in the source.
 *
 * Only lengths and identifiers of the Itanium ABI are parsed. Lambdas and other unnamed entities have no plain
 * spelling. */
#include "names.h"

static const char prefix[] = "__sycl_kernel_";
enum { PREFIX_LEN = sizeof(prefix) - 1, MOST_DIGITS = 6 };

struct id {
	const char *text;
	size_t len;
};

bool spelling_mangled(const char *name)
{
	return str_starts(name, "_Z");
}

/* Read an identifier after its length; returns what follows, NULL if none begins here. */
static const char *read_id(const char *text, struct id *out)
{
	size_t digits = strspn(text, "0123456789"), len = 0;

	if (digits == 0 || digits > MOST_DIGITS || *text == '0')
		return NULL;
	for (size_t i = 0; i < digits; i++)
		len = len * 10 + (size_t)(text[i] - '0');
	if (strnlen(text + digits, len) < len)
		return NULL;
	*out = (struct id){ text + digits, len };
	return out->text + len;
}

static struct id without_prefix(struct id id)
{
	if (id.len > PREFIX_LEN && memcmp(id.text, prefix, PREFIX_LEN) == 0)
		return (struct id){ id.text + PREFIX_LEN, id.len - PREFIX_LEN };
	return id;
}

const char *spelling_bare(const char *name)
{
	return str_starts(name, prefix) && name[PREFIX_LEN] ? name + PREFIX_LEN : name;
}

int spelling_strip(struct syb_ctx *ctx, struct buf *out, const char *name)
{
	int r = 0;

	out->len = 0;
	if (!spelling_mangled(name))
		r = buf_text(ctx, out, spelling_bare(name));
	for (const char *p = name; r == 0 && spelling_mangled(name) && *p;) {
		bool number = p - name >= 2 && p[-2] == 'L'; /* Li18E: the value of an argument, not a length */
		struct id id;
		const char *next = number ? NULL : read_id(p, &id);

		if (next) {
			id = without_prefix(id);
			r = buf_printf(ctx, out, "%zu%.*s", id.len, (int)id.len, id.text);
		} else {
			r = buf_char(ctx, out, *p);
		}
		p = next ? next : p + 1;
	}
	return r < 0 ? r : buf_char(ctx, out, '\0');
}

static bool in_identifier(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int spelling_unprefix(struct syb_ctx *ctx, struct buf *out, const char *name)
{
	out->len = 0;
	for (const char *p = name; *p;) {
		if (str_starts(p, prefix) && in_identifier(p[PREFIX_LEN]) && (p == name || !in_identifier(p[-1])))
			p += PREFIX_LEN;
		TRY(buf_char(ctx, out, *p++));
	}
	return buf_char(ctx, out, '\0');
}

/* The end of template arguments, I … E, as far as it can be determined. */
static const char *skip_template(const char *p)
{
	size_t depth = 0;

	do {
		struct id id;
		const char *next = read_id(p, &id);

		if (!next && strchr("INJLX", *p))
			depth++;
		if (!next && *p == 'E')
			depth--;
		p = next ? next : p + 1;
	} while (*p && depth);
	return p;
}

int spelling_plain(struct syb_ctx *ctx, struct buf *out, const char *name)
{
	const char *p = name + 2, *next;
	bool nested;
	struct id id;
	int r = 0;

	out->len = 0;
	if (!spelling_mangled(name)) {
		r = buf_text(ctx, out, spelling_bare(name));
		return r < 0 ? r : buf_char(ctx, out, '\0');
	}
	p += str_starts(p, "TS") ? 2 : 0; /* the class that names a kernel */
	nested = *p == 'N';
	p += nested;
	while (nested && *p && strchr("rVK", *p))
		p++;
	while (r == 0 && (next = read_id(p + (*p == 'L'), &id))) { /* L: internal linkage */
		id = without_prefix(id);
		r = buf_printf(ctx, out, "%s%.*s", out->len ? "::" : "", (int)id.len, id.text);
		p = nested && *next == 'I' ? skip_template(next) : next;
		if (!nested)
			break;
	}
	return r < 0 ? r : buf_char(ctx, out, '\0');
}
