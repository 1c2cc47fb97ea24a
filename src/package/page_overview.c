/* package/page_overview.c — what the files are, and where their bytes go. */
#include "page.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	MANY_PARTS = 400, /* rows of the table of sizes */
	DEEP_PART = 6,
	SMALL_PART = 500, /* a part below 1/500 of the whole is not told */
};

static void print_fact(struct page *p, const char *name, const struct syb_value *v)
{
	page_html(p, "<div><dt>");
	page_words(p, name);
	page_html(p, "</dt><dd>");
	page_value(p, v);
	page_html(p, "</dd></div>");
}

static void print_file(struct page *p, const struct syb_value *file)
{
	const struct syb_value *summary = page_get(file, "summary"), *error = page_get(file, "error");
	size_t count = summary && syb_value_kind(summary) == SYB_VALUE_MAP ? syb_value_count(summary) : 0;

	page_html(p, "<article class=\"file\"><h3>");
	page_text(p, page_string(file, "file"));
	page_html(p, "</h3><dl class=\"facts\">");
	if (page_get(file, "kind"))
		print_fact(p, "kind", page_get(file, "kind"));
	page_html(p, "<div><dt>size</dt><dd>");
	page_size(p, page_uint(file, "bytes"));
	page_html(p, "</dd></div>");
	for (size_t i = 0; i < count; i++)
		print_fact(p, syb_value_key(summary, i), syb_value_at(summary, i));
	page_html(p, "</dl>");
	if (error) {
		page_html(p, "<p class=\"bad\">✕ ");
		page_value(p, page_get(error, "text") ? page_get(error, "text") : error);
		page_html(p, "</p>");
	}
	page_html(p, "</article>\n");
}

static void print_total(struct page *p, const char *key, const char *one)
{
	const struct syb_value *list;
	char left_out[64];
	size_t count = page_list(p->report, key, &list);

	snprintf(left_out, sizeof(left_out), "%s_left_out", key);
	count += (size_t)page_uint(p->report, left_out);
	page_html(p, "<li><b>");
	page_count(p, count);
	page_html(p, "</b> ");
	page_html(p, one);
	page_html(p, count == 1 ? "</li>" : "s</li>");
}

/* Whether there is code in which nobody looked for kernels. */
static bool has_unread(const struct syb_value *files)
{
	for (size_t i = 0; files && i < syb_value_count(files); i++)
		if (page_get(page_get(syb_value_at(files, i), "summary"), "not_decoded"))
			return true;
	return false;
}

bool page_has_overview(struct page *p)
{
	return page_has_list(p, "files");
}

void page_overview(struct page *p)
{
	const struct syb_value *files;
	size_t count = page_list(p->report, "files", &files);

	page_html(p, "<section id=\"overview\" aria-labelledby=\"overview-title\"><h2 id=\"overview-title\" "
		     "class=\"hidden\">"
		     "Overview</h2><ul class=\"totals\">");
	print_total(p, "files", "file");
	if (page_has_list(p, "kernels") || !has_unread(files)) /* 0 is a number, too */
		print_total(p, "kernels", "kernel");
	print_total(p, "devices", "device");
	print_total(p, "checks", "finding");
	page_html(p, "</ul><div class=\"files\">\n");
	for (size_t i = 0; i < count; i++)
		print_file(p, syb_value_at(files, i));
	page_html(p, "</div></section>\n");
}

/* ---- sizes ---- */

struct sizes {
	struct page *page;
	uint64_t total;
	size_t rows, left;
};

static void print_part(struct sizes *s, const struct syb_value *part, unsigned depth)
{
	struct page *p = s->page;
	const struct syb_value *children;
	size_t count = page_list(part, "children", &children);
	uint64_t bytes = page_uint(part, "bytes");
	double share = s->total ? (double)bytes / (double)s->total : 0;
	char text[128];

	if (depth > DEEP_PART || s->rows >= MANY_PARTS || (depth > 1 && bytes < s->total / SMALL_PART)) {
		s->left++;
		return;
	}
	s->rows++;
	snprintf(text, sizeof(text), "<tr><th scope=\"row\" class=\"depth%u\">", depth);
	page_html(p, text);
	if (page_get(part, "parts")) { /* joined; the name has no commas */
		page_plural(p, page_uint(part, "parts"), "smaller part");
	} else {
		page_text(p, page_string(part, "name"));
	}
	page_html(p, page_get(part, "same_as") ? " <em>(the same bytes once more)</em></th><td>" : "</th><td>");
	page_text(p, page_string(part, "what"));
	page_html(p, "</td><td class=\"num\">");
	page_size(p, bytes);
	/* whole numbers: no locale may put a comma here */
	snprintf(text, sizeof(text), "</td><td class=\"num\">%u.%u %%</td></tr>\n", (unsigned)(share * 100),
		 (unsigned)(share * 1000) % 10);
	page_html(p, text);
	for (size_t i = 0; i < count && p->error == 0; i++)
		print_part(s, syb_value_at(children, i), depth + 1);
}

bool page_has_sizes(struct page *p)
{
	const struct syb_value *root = page_get(p->report, "treemap"), *children;

	return page_uint(root, "bytes") > 0 && page_list(root, "children", &children);
}

void page_sizes(struct page *p)
{
	const struct syb_value *root = page_get(p->report, "treemap");
	struct sizes s = { .page = p, .total = page_uint(root, "bytes") };

	page_html(p, "<section id=\"sizes\" aria-labelledby=\"sizes-title\"><h2 id=\"sizes-title\">Where the bytes are"
		     "</h2><details class=\"static\" open><summary>As a table</summary>");
	page_table(p, "Bytes by part", "Part|What|#Bytes|#Share");
	print_part(&s, root, 0);
	page_html(p, "</tbody></table></div>");
	if (s.left) {
		page_html(p, "<p>Smaller and deeper parts that are not listed: ");
		page_count(p, s.left);
		page_html(p, "; ");
		page_command(p);
		page_html(p, " has them.</p>");
	}
	page_html(p, "</details>\n");
	page_left_out(p, page_uint(p->report, "treemap_left_out"), "small part", "sybil show --deep");
	page_html(p, "</section>\n");
}
