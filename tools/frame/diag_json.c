/* tools/frame/diag_json.c — diagnostics as JSON lines on standard error (--diagnostics-format=json).
 *
 * {"severity","check","file","line","column","message","notes":[…]}. A diagnostic is printed when the next one
 * arrives, or at the end, because its notes follow it. */
#include "tool.h"

static int add_line(struct tool *tool, struct buf *buf, struct syb_record *record)
{
	const struct syb_render_opts opts = { .size = sizeof(opts), .compact = true };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(record_finish(record));
	TRY(out_scratch(tool->silent, &out));
	TRY(syb_value_write_json(tool->silent, syb_record_root(record), &opts, out));
	TRY(out_scratch_file(tool->silent, out, &file));
	return buf_add(tool->silent, buf, syb_file_bytes(file).ptr, syb_file_bytes(file).len);
}

static void add_place(struct syb_record *r, struct syb_value *map, const struct syb_diag *diag)
{
	value_string_or_null(r, map, "file", diag->file);
	if (diag->line) {
		value_uint(r, map, "line", diag->line);
		if (diag->column) /* debug information may have a line without a column */
			value_uint(r, map, "column", diag->column);
	} else if (diag->at != SYB_NO_OFFSET) {
		value_uint(r, map, "offset", diag->at);
	}
	value_string(r, map, "message", diag->text + strspn(diag->text, " ")); /* lines of a note are indented */
}

static int begin(struct tool *tool, const struct syb_diag *diag, struct syb_record **out_record,
		 struct syb_value **out_notes)
{
	struct syb_record *r;
	int result = record_new(tool->silent, &r);

	if (result < 0)
		return result;
	value_string(r, r->root, "severity", syb_severity_name(diag->severity));
	value_string(r, r->root, "check", diag->check);
	add_place(r, r->root, diag);
	*out_notes = value_list(r, r->root, "notes");
	*out_record = r;
	return 0;
}

int diag_json_text(struct tool *tool, struct buf *buf, const struct syb_diag *diag)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *notes;

	TRY(begin(tool, diag, &record, &notes));
	return add_line(tool, buf, record);
}

void diag_json_end(struct tool *tool)
{
	struct buf line = { 0 };

	if (tool->held && add_line(tool, &line, tool->held) == 0)
		diag_put(&line);
	buf_free(&line);
	syb_record_free(tool->held);
	tool->held = NULL;
	tool->held_notes = NULL;
}

void diag_json(struct tool *tool, const struct syb_diag *diag)
{
	if (diag->severity == SYB_SEVERITY_NOTE && tool->held) {
		add_place(tool->held, value_map(tool->held, tool->held_notes, NULL), diag);
		return;
	}
	diag_json_end(tool);
	(void)!begin(tool, diag, &tool->held, &tool->held_notes);
}
