/* report/page.c — document → one HTML page that needs nothing else.
 *
 * The page carries the document, the style, and the script that draws everything. Its policy lets nothing run or load
 * but this script and this style, by their hashes, whatever the names in a file are. */
#include "document.h"
#include "report_assets.def"

#include "base/buf.h"

/* The title is untrusted; the script escapes everything else. */
static int add_title(struct syb_ctx *ctx, struct buf *buf, const char *title)
{
	for (const char *p = title; *p; p++)
		TRY(*p == '<'   ? buf_text(ctx, buf, "&lt;")
		    : *p == '&' ? buf_text(ctx, buf, "&amp;")
				: buf_char(ctx, buf, *p));
	return 0;
}

static int add_head(struct syb_ctx *ctx, struct buf *buf, const struct syb_value *document)
{
	TRY(buf_text(ctx, buf,
		     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
		     "form-action 'none'; style-src '" STYLE_HASH "'; script-src '" SCRIPT_HASH "'\">\n"
		     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		     "<meta name=\"color-scheme\" content=\"light dark\">\n"
		     "<meta name=\"generator\" content=\"sybil\">\n<title>"));
	TRY(add_title(ctx, buf, text_of(document, "title")));
	return buf_text(ctx, buf, "</title>\n<style>");
}

static int write_text(struct syb_ctx *ctx, struct syb_out *out, const char *text)
{
	return syb_out_write(ctx, out, (struct syb_bytes){ (const uint8_t *)text, strlen(text) });
}

int report_page(struct syb_ctx *ctx, const struct syb_value *document, struct syb_out *out)
{
	_cleanup_(buf_free) struct buf head = { 0 };

	TRY(add_head(ctx, &head, document));
	TRY(syb_out_write(ctx, out, buf_bytes(&head)));
	TRY(syb_out_write(ctx, out, (struct syb_bytes){ report_style, sizeof(report_style) - 1 }));
	TRY(write_text(ctx, out,
		       "</style>\n</head>\n<body>\n<noscript><p>This page draws its tables with a script, which "
		       "the browser does not run here. 'sybil show' and 'sybil diff' print the same as "
		       "text.</p></noscript>\n<script type=\"application/json\" id=\"sybil-report\">"));
	TRY(value_write_script(ctx, document, out));
	TRY(write_text(ctx, out, "</script>\n<script>"));
	TRY(syb_out_write(ctx, out, (struct syb_bytes){ report_script, sizeof(report_script) - 1 }));
	return write_text(ctx, out, "</script>\n</body>\n</html>\n");
}
