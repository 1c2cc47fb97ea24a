/* package/page.c — document of a report → one HTML page that needs nothing else: no network, no other file, no script.
 *
 * What stands in the page is readable as it is and printable. The script, from share/report, reads the same document,
 * which the page carries, and puts its own tables in place of those: searched, sorted, zoomed. The policy in the head
 * lets nothing run or load but this script and this style, by their hashes, whatever a name in a file may say. */
#include "page.h"
#include "page_assets.def"
#include <sybil/report.h>

enum {
	PAGE_BYTES = 1940 * 1000, /* of a page, about */
	MOST_LISTS = 550 * 1000,  /* of its lists, which are in the document as well */
	LEAST_LISTS = 200 * 1000,
};

static void drop(struct page *p)
{
	buf_free(&p->buf);
	arena_free(&p->arena);
}

/* What there is for lists beside the document. */
static size_t room_for_lists(const struct syb_value *report)
{
	const size_t others = page_length(report) + sizeof(page_style) + sizeof(page_script);

	if (others + LEAST_LISTS > PAGE_BYTES)
		return LEAST_LISTS;
	return PAGE_BYTES - others < MOST_LISTS ? PAGE_BYTES - others : MOST_LISTS;
}

static void print_head(struct page *p)
{
	const char *title = page_string(p->report, "title");

	page_html(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
		     "form-action 'none'; style-src '" PAGE_STYLE_HASH "'; script-src '" PAGE_SCRIPT_HASH "'\">\n"
		     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		     "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"sybil ");
	page_text(p, page_string(p->report, "sybil"));
	page_html(p, "\">\n<title>");
	page_text(p, *title ? title : "Report");
	page_html(p, "</title>\n<style>");
	page_flush(p);
	if (p->error == 0)
		p->error = syb_out_write(p->ctx, p->out, (struct syb_bytes){ page_style, sizeof(page_style) - 1 });
	page_html(p, "</style>\n</head>\n");
}

static const struct section {
	const char *id, *title;
	bool (*has)(struct page *p);
	void (*print)(struct page *p);
} sections[] = {
	{ "diff", "Changes", page_has_diff, page_diff },
	{ "overview", "Files", page_has_overview, page_overview },
	{ "matrix", "Devices", page_has_matrix, page_matrix },
	{ "sizes", "Sizes", page_has_sizes, page_sizes },
	{ "resources", "Resources", page_has_resources, page_resources },
	{ "splits", "Splits", page_has_splits, page_splits },
	{ "blame", "Needs", page_has_blame, page_blame },
	{ "links", "Links", page_has_links, page_links },
	{ "checks", "Checks", page_has_checks, page_checks },
	{ "contents", "Contents", page_has_contents, page_contents },
};

static void print_body(struct page *p)
{
	const char *title = page_string(p->report, "title");

	page_html(p, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n<header class=\"top\">"
		     "<span class=\"brand\" aria-hidden=\"true\">sybil</span><nav aria-label=\"Sections\">");
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		if (!sections[i].has(p))
			continue;
		page_html(p, "<a href=\"#");
		page_html(p, sections[i].id);
		page_html(p, "\">");
		page_html(p, sections[i].title);
		page_html(p, "</a>");
	}
	page_html(p, "</nav><div id=\"tools\"></div></header>\n<main id=\"main\" tabindex=\"-1\">\n<h1>");
	page_text(p, *title ? title : "Report");
	page_html(p, "</h1>\n");
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (sections[i].has(p))
			sections[i].print(p);
	page_html(p, "</main>\n<footer>Written by sybil ");
	page_text(p, page_string(p->report, "sybil"));
	page_html(p, ". This file needs no network and loads nothing.</footer>\n"
		     "<script type=\"application/json\" id=\"sybil-report\">");
	page_flush(p);
}

int syb_page(struct syb_ctx *ctx, const struct syb_value *report, struct syb_out *out)
{
	_cleanup_(drop) struct page p = { .ctx = ctx, .out = out, .report = report };

	p.room = room_for_lists(report);
	print_head(&p);
	print_body(&p);
	if (p.error == 0)
		p.error = value_write_script(ctx, report, out);
	page_html(&p, "</script>\n<script>");
	page_flush(&p);
	if (p.error == 0)
		p.error = syb_out_write(ctx, out, (struct syb_bytes){ page_script, sizeof(page_script) - 1 });
	page_html(&p, "</script>\n</body>\n</html>\n");
	page_flush(&p);
	return p.error;
}
