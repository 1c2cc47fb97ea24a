/* package/page_html.c — letters of the page: escaping, numbers, looking into the document. */
#include "page.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	FLUSH_SIZE = 32 * 1024,
	MANY_ROWS = 2000,
	FEW_ROWS = 100, /* that every list has */
};

void page_flush(struct page *p)
{
	if (p->error == 0)
		p->error = syb_out_write(p->ctx, p->out, buf_bytes(&p->buf));
	p->buf.len = 0;
}

static void add(struct page *p, const void *ptr, size_t len)
{
	p->written += len;
	if (p->error == 0)
		p->error = buf_add(p->ctx, &p->buf, ptr, len);
	if (p->buf.len >= FLUSH_SIZE)
		page_flush(p);
}

void page_html(struct page *p, const char *html)
{
	add(p, html, strlen(html));
}

static const char *reference(uint8_t c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* Characters that draw nothing themselves, or change how others look: C0 and C1 controls, soft hyphen, direction marks,
 * embeddings, isolates, joiners, fillers, selectors of variants, the byte order mark, tags. core.js has the same. */
static bool is_steering(uint32_t c)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{ 0, 0x1f },        { 0x7f, 0x9f },       { 0xad, 0xad },     { 0x34f, 0x34f },   { 0x61c, 0x61c },
		{ 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },   { 0x180b, 0x180f }, { 0x200b, 0x200f }, { 0x2028, 0x202e },
		{ 0x2060, 0x206f }, { 0x3164, 0x3164 },   { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff }, { 0xffa0, 0xffa0 },
		{ 0xfff0, 0xfffb }, { 0xe0000, 0xe0fff },
	};

	for (size_t i = 0; i < ARRAY_SIZE(ranges) && c >= ranges[i].first; i++)
		if (c <= ranges[i].last)
			return true;
	return false;
}

static uint32_t decode(const uint8_t *p, size_t n)
{
	uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);

	for (size_t i = 1; i < n; i++)
		c = c << 6 | (p[i] & 0x3f);
	return c;
}

static void spell(struct page *p, const void *text, size_t len)
{
	const uint8_t *s = text;
	size_t run = 0; /* start of what goes as it is */
	char spelled[16];

	for (size_t i = 0; i < len;) {
		size_t n = utf8_length(s + i, len - i);
		uint32_t c = n ? decode(s + i, n) : 0;
		const char *as = n == 1 ? reference(s[i]) : NULL;

		if (n == 0) {
			snprintf(spelled, sizeof(spelled), "\\x%02x", s[i]);
			as = spelled;
			n = 1;
		} else if (!as && is_steering(c)) {
			snprintf(spelled, sizeof(spelled),
				 c < 0x100     ? "\\x%02" PRIx32
				 : c < 0x10000 ? "\\u%04" PRIx32
					       : "\\u{%" PRIx32 "}",
				 c);
			as = spelled;
		}
		if (as) {
			add(p, s + run, i - run);
			page_html(p, as);
			run = i + n;
		}
		i += n;
	}
	add(p, s + run, len - run);
}

void page_text(struct page *p, const char *text)
{
	spell(p, text, text ? strlen(text) : 0);
}

void page_words(struct page *p, const char *name)
{
	for (const char *end; *name; name = end) {
		end = name + strcspn(name, "_");
		spell(p, name, (size_t)(end - name));
		page_html(p, *end ? " " : "");
		end += *end != 0;
	}
}

void page_count(struct page *p, uint64_t n)
{
	char digits[24], text[32];
	size_t count = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, n), at = 0;

	for (size_t i = 0; i < count; i++) {
		if (i && (count - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = digits[i];
	}
	add(p, text, at);
}

void page_offset(struct page *p, uint64_t offset)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%" PRIx64, offset);
	page_html(p, text);
}

void page_size(struct page *p, uint64_t bytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	double value = (double)bytes;
	uint64_t tenths;
	size_t unit = 0;
	char text[64];

	if (bytes < 1024) {
		page_count(p, bytes);
		page_html(p, " B");
		return;
	}
	while (value >= 1024 * 1024 && unit + 1 < ARRAY_SIZE(units)) {
		value /= 1024;
		unit++;
	}
	/* whole numbers: a point in every locale */
	tenths = (uint64_t)(value / 1024 * 10 + 0.5);
	page_html(p, "<span title=\"");
	page_count(p, bytes);
	page_html(p, " bytes\">");
	page_count(p, tenths / 10);
	snprintf(text, sizeof(text), ".%" PRIu64 " %s</span>", tenths % 10, units[unit]);
	page_html(p, text);
}

void page_plural(struct page *p, uint64_t n, const char *one)
{
	page_count(p, n);
	page_html(p, " ");
	page_html(p, one);
	page_html(p, n == 1 ? "" : "s");
}

static void show_value(struct page *p, const struct syb_value *v, unsigned depth)
{
	struct buf number = { 0 };
	size_t count;

	if (!v || depth > 4)
		return;
	switch (v->kind) {
	case SYB_VALUE_NULL:
		page_html(p, "–");
		return;
	case SYB_VALUE_BOOL:
		page_html(p, v->as.b ? "yes" : "no");
		return;
	case SYB_VALUE_UINT:
		page_count(p, v->as.u);
		return;
	case SYB_VALUE_INT:
		page_html(p, v->as.i < 0 ? "-" : "");
		page_count(p, v->as.i < 0 ? 0 - (uint64_t)v->as.i : (uint64_t)v->as.i);
		return;
	case SYB_VALUE_REAL:
		if (p->error == 0)
			p->error = value_print_real(p->ctx, &number, v->as.d);
		add(p, number.ptr, number.len);
		buf_free(&number);
		return;
	case SYB_VALUE_STRING:
		spell(p, v->as.s.ptr, v->as.s.len);
		return;
	case SYB_VALUE_BYTES:
		page_count(p, v->as.s.len);
		page_html(p, " bytes");
		return;
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		count = 0;
		if (!v->as.c.first)
			page_html(p, "none");
		for (const struct syb_value *child = v->as.c.first; child; child = child->next) {
			page_html(p, count++ ? ", " : "");
			if (v->kind == SYB_VALUE_MAP) {
				page_text(p, child->key);
				page_html(p, ": ");
			}
			show_value(p, child, depth + 1);
		}
		return;
	}
}

void page_value(struct page *p, const struct syb_value *v)
{
	show_value(p, v, 0);
}

const struct syb_value *page_get(const struct syb_value *map, const char *key)
{
	return map ? syb_value_get(map, key) : NULL;
}

const char *page_string(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = page_get(map, key);

	return v ? syb_value_string(v) : "";
}

uint64_t page_uint(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = page_get(map, key);

	return v ? syb_value_uint(v) : 0;
}

size_t page_list(const struct syb_value *map, const char *key, const struct syb_value **out_list)
{
	*out_list = page_get(map, key);
	return *out_list ? syb_value_count(*out_list) : 0;
}

bool page_has_list(struct page *p, const char *key)
{
	const struct syb_value *list;

	return page_list(p->report, key, &list) > 0;
}

/* ---- how long the document is ---- */

/* Characters that a script of a page cannot have stand there as \uXXXX. */
static size_t string_length(struct syb_bytes text)
{
	size_t length = text.len + 3;

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '<' || text.ptr[i] == '>' || text.ptr[i] == '&' || text.ptr[i] < 0x20)
			length += 5;
	return length;
}

static size_t number_length(uint64_t number)
{
	size_t length = 2;

	for (; number >= 10; number /= 10)
		length++;
	return length;
}

/* Depth is bounded by what syb_show and the treemap nest. */
size_t page_length(const struct syb_value *v)
{
	size_t length = 3;

	switch (syb_value_kind(v)) {
	case SYB_VALUE_STRING:
		return string_length(syb_value_bytes(v));
	case SYB_VALUE_BYTES:
		return syb_value_bytes(v).len * 2 + 3;
	case SYB_VALUE_UINT:
		return number_length(syb_value_uint(v));
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		for (const struct syb_value *child = v->as.c.first; child; child = child->next)
			length += page_length(child) + (child->key ? strlen(child->key) + 3 : 0);
		return length;
	default:
		return 6;
	}
}

/* ---- lists ---- */

bool page_has_room(const struct page *p, size_t row)
{
	return row < FEW_ROWS || (row < MANY_ROWS && p->written < p->room);
}

void page_of(struct page *p, uint64_t shown, uint64_t left_out)
{
	page_count(p, shown);
	page_html(p, " of ");
	page_count(p, shown + left_out);
}

void page_left_out(struct page *p, uint64_t count, const char *one, const char *verb)
{
	if (!count)
		return;
	page_html(p, "<p class=\"muted\">Not in this page: ");
	page_plural(p, count, one);
	page_html(p, "; <code>");
	page_html(p, verb);
	page_html(p, count == 1 ? "</code> lists it.</p>\n" : "</code> lists them.</p>\n");
}

bool page_reasons(struct page *p, const char *key, const char *before)
{
	const struct syb_value *files;
	size_t count = page_list(p->report, "files", &files);
	bool found = false;

	for (size_t i = 0; i < count; i++) {
		const struct syb_value *file = syb_value_at(files, i), *why = page_get(file, key);

		if (!why)
			continue;
		found = true;
		if (!before)
			break;
		page_html(p, "<p>");
		page_html(p, before);
		page_html(p, "<code>");
		page_text(p, page_string(file, "file"));
		page_html(p, "</code>: ");
		page_value(p, why);
		page_html(p, "</p>\n");
	}
	return found;
}

/* Name of the file with that index; "" where it is of no use: there is only one. */
static const char *file_of(struct page *p, const struct syb_value *index)
{
	const struct syb_value *files;
	size_t count = page_list(p->report, "files", &files);

	if (count < 2 || !index || syb_value_kind(index) != SYB_VALUE_UINT || syb_value_uint(index) >= count)
		return "";
	return page_string(syb_value_at(files, (size_t)syb_value_uint(index)), "file");
}

/* A call has a smaller index than the one before it: there is an end. */
size_t page_chain(struct page *p, const struct syb_value *blame, const struct syb_value *const **out_calls)
{
	const struct syb_value *calls, *at = page_get(blame, "chain");
	size_t below = page_list(p->report, "calls", &calls), count = 0;

	if (!p->chain && p->error == 0) {
		p->chain = arena_array(p->ctx, &p->arena, below + 1, sizeof(*p->chain));
		p->error = p->chain ? 0 : -SYB_E_NOMEM;
	}
	for (; p->chain && at && syb_value_kind(at) == SYB_VALUE_UINT && syb_value_uint(at) < below; count++) {
		below = (size_t)syb_value_uint(at);
		p->chain[count] = syb_value_at(calls, below);
		at = page_get(p->chain[count], "next");
	}
	*out_calls = p->chain;
	return count;
}

void page_module(struct page *p, const struct syb_value *record)
{
	if (page_get(record, "package")) {
		page_html(p, "package ");
		page_value(p, page_get(record, "package"));
		page_html(p, page_get(record, "module") ? " · " : "");
	}
	if (page_get(record, "module")) {
		page_html(p, "module ");
		page_value(p, page_get(record, "module"));
	}
}

void page_origin_note(struct page *p, const struct syb_value *kernel)
{
	const char *name = file_of(p, page_get(kernel, "file"));
	const bool packages = page_get(kernel, "package") != NULL;

	if (!*name && !packages)
		return;
	page_html(p, " <small class=muted>");
	page_text(p, name);
	if (packages) {
		page_html(p, *name ? " · " : "");
		page_module(p, kernel);
	}
	page_html(p, "</small>");
}

void page_command(struct page *p)
{
	page_html(p, page_get(p->report, "diff") ? "<code>sybil diff --html -j</code>"
						 : "<code>sybil show --html -j</code>");
}

const char *page_kernel(struct page *p, uint64_t index)
{
	const struct syb_value *kernels, *kernel;
	size_t count = page_list(p->report, "kernels", &kernels);
	const char *name;

	if (index >= count)
		return "";
	kernel = syb_value_at(kernels, (size_t)index);
	name = page_string(kernel, "name");
	return *name ? name : page_string(kernel, "kernel");
}

void page_table_of(struct page *p, const char *caption, uint64_t shown, uint64_t left_out, const char *titles)
{
	page_html(p, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
	page_html(p, caption);
	page_html(p, "\"><table><caption>");
	page_html(p, caption);
	if (left_out) {
		page_html(p, ": ");
		page_of(p, shown, left_out);
	}
	page_html(p, "</caption><thead><tr>");
	while (*titles) {
		size_t len = strcspn(titles, "|");
		bool number = *titles == '#';

		page_html(p, number ? "<th scope=\"col\" class=\"num\">" : "<th scope=\"col\">");
		add(p, titles + number, len - number);
		page_html(p, "</th>");
		titles += len + (titles[len] == '|');
	}
	page_html(p, "</tr></thead><tbody>\n");
}

void page_table(struct page *p, const char *caption, const char *titles)
{
	page_table_of(p, caption, 0, 0, titles);
}

void page_end_table(struct page *p, size_t rows, size_t printed)
{
	page_html(p, "</tbody></table></div>\n");
	if (rows <= printed)
		return;
	page_html(p, "<p>");
	page_plural(p, rows - printed, "more row");
	page_html(p, " in the document of this page: ");
	page_command(p);
	page_html(p, ".</p>\n");
}
