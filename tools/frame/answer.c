/* tools/frame/answer.c — standard output: records as text or as one JSON document, and the destination of binary
 * data.
 *
 * Verbs do not know which form the user chose. Text is printed record by record; JSON is the record itself for one
 * file and {"version":1,"files":[…]} for several. */
#include "tool.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int worse(int a, int b)
{
	return syb_code_exit(b) > syb_code_exit(a) ? b : a;
}

int each_file(struct tool *tool, int (*fn)(struct tool *tool, const char *path))
{
	int worst = 0;

	for (size_t i = 0; i < tool->args.operand_count; i++) {
		int r;

		progress_file(tool, i + 1, tool->args.operand_count);
		r = fn(tool, tool->args.operands[i]);
		worst = worse(worst, r);
		if (r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED)
			break;
	}
	return worst;
}

static int open_stdout(struct tool *tool)
{
	return tool->answer.out ? 0 : syb_out_open(tool->ctx, "-", &tool->answer.out);
}

unsigned terminal_width(int fd)
{
	struct winsize window;

	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

int answer_text(struct tool *tool, struct syb_bytes text)
{
	int r = open_stdout(tool);

	progress_erase(tool);
	return r < 0 ? r : syb_out_write(tool->ctx, tool->answer.out, text);
}

int answer_buf(struct tool *tool, const struct buf *buf)
{
	return buf->failed ? buf->failed : answer_text(tool, buf_bytes(buf));
}

struct syb_render_opts answer_form(const struct tool *tool)
{
	struct syb_render_opts opts = { .size = sizeof(opts), .color = tool->color_out };

	opts.width = terminal_width(STDOUT_FILENO);
	opts.cut = opts.width > 0;
	return opts;
}

static int write_text(struct tool *tool, const char *file, const struct syb_value *value)
{
	const struct syb_render_opts opts = answer_form(tool);
	_cleanup_(buf_free) struct buf head = { 0 };

	progress_erase(tool);
	if (file && tool->args.operand_count > 1) {
		if (tool->answer.count)
			buf_char(tool->ctx, &head, '\n');
		buf_escaped(tool->ctx, &head, file, strlen(file));
		buf_text(tool->ctx, &head, ":\n");
		TRY(answer_buf(tool, &head));
	}
	TRY(open_stdout(tool));
	return syb_value_write_text(tool->ctx, value, &opts, tool->answer.out);
}

/* Add a record to the JSON document for several files. */
static int collect(struct tool *tool, const char *file, size_t package, const struct syb_value *value)
{
	struct answer *a = &tool->answer;
	struct syb_value *map;

	if (!a->record) {

		TRY(record_new(tool->ctx, &a->record));
		value_uint(a->record, a->record->root, "version", 1);
		a->files = value_list(a->record, a->record->root, "files");
	}
	map = value_map(a->record, a->files, NULL);
	value_string(a->record, map, "file", file);
	if (package != SIZE_MAX)
		value_uint(a->record, map, "package", package);
	for (size_t i = 0; i < syb_value_count(value); i++) {
		const char *key = syb_value_key(value, i);

		if (!str_eq(key, "version") && !str_eq(key, "file"))
			value_copy(a->record, map, key, syb_value_at(value, i));
	}
	return a->record->failed ? -SYB_E_NOMEM : 0;
}

static int write_json(struct tool *tool, const struct syb_value *value)
{
	struct syb_render_opts opts = { .size = sizeof(opts) };

	TRY(open_stdout(tool));
	return syb_value_write_json(tool->ctx, value, &opts, tool->answer.out);
}

int answer(struct tool *tool, const char *file, size_t package, struct syb_record *record)
{
	_cleanup_(syb_record_free_p) struct syb_record *owned = record;
	const struct syb_value *root = syb_record_root(owned);
	int r;

	if (record->ctx) /* not finished yet */
		TRY(record_finish(record));
	if (!tool->json)
		r = write_text(tool, file, root);
	else if (file && (tool->args.operand_count > 1 || package != SIZE_MAX))
		r = collect(tool, file, package, root);
	else
		r = write_json(tool, root);
	tool->answer.count++;
	return r;
}

int answer_end(struct tool *tool)
{
	struct answer *a = &tool->answer;

	progress_erase(tool);
	if (a->record) {
		TRY(record_finish(a->record));
		TRY(write_json(tool, syb_record_root(a->record)));
	}
	if (a->out)
		TRY(syb_out_commit(tool->ctx, a->out));
	return 0;
}

int output_needed(struct tool *tool, enum option_id id, const char **out_path)
{
	*out_path = args_get(tool, id);
	return *out_path ? 0 : usage(tool, "no output: give -o FILE");
}

int output_check(struct tool *tool, const char *path)
{
	if (str_eq(path, "-")) {
		if (tool->json)
			return usage(tool, "--json and the output cannot both go to standard output");
		if (!tool->force && isatty(STDOUT_FILENO))
			return usage(tool, str_eq(tool->verb->name, "cc")
						   ? "cannot write binary data to a terminal"
						   : "cannot write binary data to a terminal without --force");
	}
	return 0;
}

int output_open(struct tool *tool, const char *path, struct syb_out **out_out)
{
	TRY(output_check(tool, path));
	return syb_out_open(tool->ctx, path, out_out);
}

int output_dir(struct tool *tool, const char *path, bool *out_made)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, path);

	*out_made = mkdir(path, 0777) == 0;
	if (*out_made || errno == EEXIST)
		return 0;
	return syb_fail(tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "write", "cannot create: %s", strerror(errno));
}

int answer_written(struct tool *tool, const char *path)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct stat st;

	if (!tool->json)
		return 0;
	TRY(record_new(tool->ctx, &record));
	value_uint(record, record->root, "version", 1);
	value_string(record, record->root, "output", path);
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		value_uint(record, record->root, "size", (uint64_t)st.st_size);
	return answer(tool, NULL, SIZE_MAX, steal(record));
}

int table_begin(struct tool *tool, const char *name, struct syb_record **out_record, struct syb_value **out_table)
{
	TRY(record_new(tool->ctx, out_record));
	value_hint(value_uint(*out_record, (*out_record)->root, "version", 1), VALUE_QUIET);
	*out_table = value_hint(value_list(*out_record, (*out_record)->root, name), VALUE_TABLE);
	return 0;
}
