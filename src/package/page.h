/* package/page.h — writing HTML: what the sections of the page share.
 *
 * A page remembers its first error and then writes nothing more, so that a section is a column of calls. Values of the
 * document are untrusted and may be of any kind, or missing (NULL): what does not fit is shown as nothing. */
#ifndef PACKAGE_PAGE_H
#define PACKAGE_PAGE_H

#include "base/buf.h"
#include "base/value.h"

struct page {
	struct syb_ctx *ctx;
	struct syb_out *out;
	struct buf buf;
	struct arena arena;
	const struct syb_value **chain; /* room for all calls of the document */
	const struct syb_value *report;
	size_t written; /* bytes, without style, document and script */
	size_t room;    /* for lists, of these; less where the document is long */
	int error;
};

/* Markup of ours, as it is. */
void page_html(struct page *p, const char *html);
/* Text of anybody: HTML's characters as references; controls, marks that turn the direction of text, and bytes that are
 * not UTF-8 spelled out. NULL is nothing. */
void page_text(struct page *p, const char *text);
/* The name of an attribute, with spaces for underscores. */
void page_words(struct page *p, const char *name);
/* 1,234 */
void page_count(struct page *p, uint64_t n);
/* 1.2 KiB, the exact number on hover */
void page_size(struct page *p, uint64_t bytes);
void page_offset(struct page *p, uint64_t offset);
/* "1 kernel", "2 kernels" */
void page_plural(struct page *p, uint64_t n, const char *one);
/* A scalar in its shortest form; lists with commas, maps as key: value, "none" for what is empty. */
void page_value(struct page *p, const struct syb_value *v);
void page_flush(struct page *p);

/* Elements by key: NULL, "", 0 where they are not there. map may be NULL. */
const struct syb_value *page_get(const struct syb_value *map, const char *key);
const char *page_string(const struct syb_value *map, const char *key);
uint64_t page_uint(const struct syb_value *map, const char *key);
size_t page_list(const struct syb_value *map, const char *key, const struct syb_value **out_list);
bool page_has_list(struct page *p, const char *key);
/* About how many bytes a value has in the document that a page carries. */
size_t page_length(const struct syb_value *v);
/* Whether a list may have a row more: those that a script draws again end where the page gets heavy. */
bool page_has_room(const struct page *p, size_t row);
/* "1,206 of 1,976": what is in the document, of all that there was. */
void page_of(struct page *p, uint64_t shown, uint64_t left_out);
/* What is not even in the document, and which verb prints it; nothing where that is nothing. */
void page_left_out(struct page *p, uint64_t count, const char *one, const char *verb);
/* What nobody looked into, and why: a line for each file that has the key, `before` (HTML) first; NULL: only ask. */
bool page_reasons(struct page *p, const char *key, const char *before);
/* Where a kernel is from, in a small element behind its name: its file, where there are several; package and module,
 * where its file has several packages. */
void page_origin_note(struct page *p, const struct syb_value *kernel);
/* "package 0 · module 1", or the module alone where the file has one package */
void page_module(struct page *p, const struct syb_value *record);
/* The command that prints the document of this page. */
void page_command(struct page *p);
/* Readable name of the kernel with that index, or nothing. */
const char *page_kernel(struct page *p, uint64_t index);
/* The calls of a chain, from the kernel on; valid until the next call of this. */
size_t page_chain(struct page *p, const struct syb_value *blame, const struct syb_value *const **out_calls);
/* A table's caption and its head row: titles with '|' between them; one that begins with '#' is for numbers. */
void page_table(struct page *p, const char *caption, const char *titles);
/* The same; the caption of a list that the document has not whole says how much of it that is. */
void page_table_of(struct page *p, const char *caption, uint64_t shown, uint64_t left_out, const char *titles);
/* Its end; where rows are missing, who has them. */
void page_end_table(struct page *p, size_t rows, size_t printed);

/* The tables of a link map: "map", and "lists_left_out", the rows of each list that it has not. */
void page_map(struct page *p, const struct syb_value *entry);
/* Each of them has the rows of a list. The map may be one that is still built. */
enum { PAGE_MAP_TABLES = 8 };
const char *page_map_list(size_t table);
size_t page_map_rows(const struct syb_value *map, size_t table);

/* Sections: whether the document has something for one, and the section. */
#define PAGE_SECTION(name)                    \
	bool page_has_##name(struct page *p); \
	void page_##name(struct page *p)
PAGE_SECTION(diff);
PAGE_SECTION(overview);
PAGE_SECTION(matrix);
PAGE_SECTION(sizes);
PAGE_SECTION(resources);
PAGE_SECTION(splits);
PAGE_SECTION(blame);
PAGE_SECTION(links);
PAGE_SECTION(checks);
PAGE_SECTION(contents);

#endif
