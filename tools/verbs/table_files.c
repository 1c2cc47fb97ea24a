/* tools/verbs/table_files.c — reads file tables for verbs: recognises them and finds the files that they name. */
#include "tools/frame/tool.h"

#include <ctype.h>
#include <unistd.h>

/* Characters of a plausible file name; other characters suggest another kind of text. */
static bool is_plain(unsigned char c)
{
	return isalnum(c) || c > 0x7f || (c && strchr("/._-+,:=@%~#^&$\\", c));
}

/* A text that begins neither with titles nor with cells can only be a list of files. Its first blank, quote or
 * bracket shows that it is not, unless it is part of the name of an existing file. */
static int check_list(struct tool *tool, struct syb_bytes text)
{
	const char *line = (const char *)text.ptr, *end = line + text.len;

	for (uint32_t number = 1; line < end; number++) {
		const char *stop = memchr(line, '\n', (size_t)(end - line)), *bad = line;
		const char *next;
		char *name;

		stop = stop ? stop : end;
		next = stop + 1;
		stop -= stop > line && stop[-1] == '\r';
		while (bad < stop && is_plain((unsigned char)*bad))
			bad++;
		name = bad < stop ? arena_string(tool->ctx, &tool->arena, line, (size_t)(stop - line)) : NULL;
		if (bad < stop && !name)
			return -SYB_E_NOMEM;
		if (name && access(name, F_OK) < 0)
			return syb_fail_text(tool->ctx, SYB_E_FORMAT, number, (uint32_t)(bad - line) + 1, "table-title",
					     "not a file table: it has no title line such as [Code|Properties], and "
					     "this is not a file name");
		line = next;
	}
	return 0;
}

/* A table without titles looks like any text; its first line has at least two cells. */
static bool has_cells(struct syb_bytes text)
{
	const uint8_t *end;

	while (text.len && (*text.ptr == '\n' || *text.ptr == '\r')) {
		text.ptr++;
		text.len--;
	}
	end = text.len ? memchr(text.ptr, '\n', text.len) : NULL;
	return text.len && (*text.ptr == '[' || memchr(text.ptr, '|', end ? (size_t)(end - text.ptr) : text.len));
}

int table_read(struct tool *tool, const struct syb_file *file, bool list, struct syb_table **out_table)
{
	struct syb_bytes text = syb_file_bytes(file);
	enum syb_kind kind = syb_identify(text);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, syb_file_name(file));

	/* a line of titles alone looks like a property set */
	if (kind != SYB_KIND_TABLE && kind != SYB_KIND_PROPERTIES && kind != SYB_KIND_UNKNOWN)
		return syb_fail(tool->ctx, SYB_E_FORMAT, 0, "other-kind", "%s is not a file table",
				syb_kind_text(kind));
	/* the tools that we replace accept any text */
	if (kind == SYB_KIND_UNKNOWN && text.len && !tool->verb->program && !has_cells(text))
		TRY(list ? check_list(tool, text)
			 : syb_fail_text(tool->ctx, SYB_E_FORMAT, 1, 1, "table-title",
					 "not a file table: it has neither a title line such as [Code|Properties] nor "
					 "cells separated by '|'"));
	return syb_table_read(tool->ctx, text, syb_file_name(file), out_table);
}

int table_guard_cells(struct tool *tool, const char *output, const struct syb_table *table)
{
	size_t rows = syb_table_row_count(table), columns = syb_table_column_count(table);

	for (size_t i = 0; i < rows * columns; i++)
		TRY(args_guard_file(tool, output, syb_table_cell(table, i / columns, i % columns)));
	return 0;
}

static uint32_t line_of(struct syb_bytes text, const char *cell)
{
	const char *field = (const char *)text.ptr, *end = field + text.len;
	size_t len = strlen(cell);
	uint32_t line = 1;

	for (const char *p = field; p < end; p++) {
		if (*p != '|' && *p != '\n' && *p != '\r')
			continue;
		if ((size_t)(p - field) == len && memcmp(field, cell, len) == 0)
			break;
		line += *p == '\n';
		field = p + 1;
	}
	return line;
}

int table_explain(struct tool *tool, const struct syb_file *file, bool code, int r)
{
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	struct syb_bytes text = syb_file_bytes(file);
	enum syb_kind kind = syb_identify(text);

	if (r != -SYB_E_IO || (kind != SYB_KIND_TABLE && kind != SYB_KIND_UNKNOWN) ||
	    syb_table_read(tool->silent, text, NULL, &table) < 0)
		return r;
	for (size_t i = 0; i < syb_table_row_count(table); i++)
		for (size_t k = code ? 0 : 1; k < syb_table_column_count(table); k++) {
			const char *cell = syb_table_cell(table, i, k);

			if (*cell && access(cell, F_OK) < 0)
				return syb_note(
					tool->ctx, r,
					"named in %s:%u; file names in tables are relative to the current directory",
					syb_file_name(file), line_of(text, cell));
		}
	return r;
}
