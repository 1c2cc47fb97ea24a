/* tools/verbs/cmd_check.c — sybil check: file → broken rules, and with --target and --device which kernel runs
 * where. Findings are diagnostics; the record repeats them for programs. */
#include "tools/frame/tool.h"

/* The record of all files while it is built. */
struct findings {
	struct syb_record *record;
	struct syb_value *files, *diagnostics, *notes;
	struct syb_value *verdict, *loads; /* for the current file, with --decoder */
	bool reasoned;
	struct targets targets; /* empty if not requested */
	struct live devices;
};

/* The first error of the decoder is its reason. */
static void keep_verdict(struct findings *f, const struct syb_diag *diag)
{
	if (!f->loads || diag->severity != SYB_SEVERITY_ERROR || !str_starts(diag->check, "decoder-"))
		return;
	f->loads->as.b = false;
	if (!f->reasoned)
		value_string(f->record, f->verdict, "why", diag->text);
	f->reasoned = true;
}

/* Copy a diagnostic into the current file's list; notes go to the one before them. */
static void keep(void *user, const struct syb_diag *diag)
{
	struct findings *f = user;
	struct syb_record *r = f->record;
	struct syb_value *map;

	if (diag->severity == SYB_SEVERITY_NOTE) {
		if (f->notes)
			value_string(r, f->notes, NULL, diag->text);
		return;
	}
	map = value_map(r, f->diagnostics, NULL);
	value_string(r, map, "severity", syb_severity_name(diag->severity));
	value_string(r, map, "check", diag->check);
	value_string_or_null(r, map, "file", diag->file);
	if (diag->line) {
		value_uint(r, map, "line", diag->line);
		value_uint(r, map, "column", diag->column);
	} else if (diag->at != SYB_NO_OFFSET) {
		value_hint(value_uint(r, map, "offset", diag->at), VALUE_OFFSET);
	}
	value_string(r, map, "text", diag->text);
	keep_verdict(f, diag);
	f->notes = value_list(r, map, "notes");
}

/* Check the kernels of a file against the limits on the command line. */
static int check_limits(struct tool *tool, struct syb_bytes bytes, const char *name)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	const struct syb_gate_opts opts = { .size = sizeof(opts),
					    .allow_unknown = args_has(tool, OPT_check_allow_unknown),
					    .allow_no_kernel = args_has(tool, OPT_check_allow_no_kernel) };
	size_t warnings = syb_ctx_count(tool->ctx, SYB_SEVERITY_WARNING), count, broken = 0;
	const char *const *limits;
	int r = args_list(tool, OPT_check_fail_if, &limits, &count);

	if (r < 0 || count == 0)
		return r;
	r = syb_show_kernels(tool->ctx, bytes, name, false, &record);
	for (size_t i = 0; i < count && r == 0; i++) {
		size_t n;

		r = syb_gate(tool->ctx, syb_record_root(record), limits[i], &opts, &n);
		broken += r == 0 ? n : 0;
	}
	if (r < 0)
		return r;
	warnings = syb_ctx_count(tool->ctx, SYB_SEVERITY_WARNING) - warnings;
	return broken || (args_has(tool, OPT_check_strict) && warnings) ? -SYB_E_INCOMPATIBLE : 0;
}

static int check_file(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_check_opts opts = { .size = sizeof(opts),
				       .strict = args_has(tool, OPT_check_strict),
				       .decoder = args_get(tool, OPT_check_decoder),
				       .validate = args_has(tool, OPT_check_strict) ? syb_spirv_validate : NULL };
	struct findings *f = tool->watch_user;
	struct syb_value *map = value_map(f->record, f->files, NULL), *ok;
	int r;

	value_string(f->record, map, "file", str_eq(path, "-") ? "<stdin>" : path);
	ok = value_bool(f->record, map, "ok", false);
	f->verdict = opts.decoder ? value_map(f->record, map, "decoder") : NULL;
	f->loads = NULL;
	f->reasoned = false;
	if (f->verdict) {
		value_string(f->record, f->verdict, "version", opts.decoder);
		f->loads = value_bool(f->record, f->verdict, "loads", true);
	}
	f->diagnostics = value_list(f->record, map, "diagnostics");
	f->notes = NULL;

	r = syb_file_open(tool->ctx, path, &file);
	if (r == 0) {
		syb_file_stream(tool->ctx, file);
		opts.name = syb_file_name(file);
		r = syb_check(tool->ctx, syb_file_bytes(file), &opts);
		if (r == 0 || r == -SYB_E_INCOMPATIBLE)
			r = worse(r, check_limits(tool, syb_file_bytes(file), opts.name));
		if (r == 0 || r == -SYB_E_INCOMPATIBLE)
			r = worse(r, check_targets(tool, &f->targets, file, f->record, map));
		if (r == 0 || r == -SYB_E_INCOMPATIBLE)
			r = worse(r, check_devices(tool, &f->devices, file, path, f->record, map));
	}
	if (ok)
		ok->as.b = r == 0;
	if (f->loads && r < 0 && r != -SYB_E_INCOMPATIBLE) /* nothing to judge */
		f->loads->as.b = false;
	if (f->verdict && r == -SYB_E_ARG) /* no device to judge by */
		f->verdict->kind = SYB_VALUE_NULL;
	return r;
}

static int list_rules(struct tool *tool)
{
	struct syb_record *record;
	struct syb_value *list;

	TRY(table_begin(tool, "checks", &record, &list));
	for (size_t i = 0; i < syb_check_count(); i++) {
		const struct syb_check_info *info = syb_check_at(i);
		struct syb_value *map = value_map(record, list, NULL);

		value_hint(value_string(record, map, "name", info->name), VALUE_NAME);
		value_string(record, map, "severity", syb_severity_name(info->severity));
		value_string(record, map, "kinds", info->kinds);
		value_bool(record, map, "fatal", info->fatal);
		value_string(record, map, "text", info->text);
	}
	return answer(tool, NULL, SIZE_MAX, record);
}

static int print_verdict(struct tool *tool, struct buf *buf, const struct syb_value *verdict)
{
	bool loads = syb_value_bool(syb_value_get(verdict, "loads"));
	const struct syb_value *why = syb_value_get(verdict, "why");

	TRY(buf_printf(tool->ctx, buf, ": decoder %s %s it%s", syb_value_string(syb_value_get(verdict, "version")),
		       loads ? "loads" : "does not load", why ? ": " : ""));
	if (why)
		TRY(buf_escaped(tool->ctx, buf, syb_value_string(why), strlen(syb_value_string(why))));
	return buf_text(tool->ctx, buf, "\n");
}

/* The findings are on standard error already. Text output adds, with -v, the clean files, decoder verdicts and the
 * matrix. */
static int print_findings(struct tool *tool, struct findings *f)
{
	struct buf buf = { 0 };
	int r = record_finish(f->record);

	if (r == 0 && tool->json)
		return answer(tool, NULL, SIZE_MAX, steal(f->record));
	for (size_t i = 0; r == 0 && i < syb_value_count(f->files); i++) {
		const struct syb_value *map = syb_value_at(f->files, i), *verdict = syb_value_get(map, "decoder");
		const char *name = syb_value_string(syb_value_get(map, "file"));

		if (verdict && syb_value_kind(verdict) == SYB_VALUE_NULL)
			continue;
		if (verdict && !syb_value_bool(syb_value_get(verdict, "loads")) && !syb_value_get(verdict, "why"))
			verdict = NULL; /* nothing could be judged; the reason was reported */
		if (!verdict && !(tool->verbose && syb_value_bool(syb_value_get(map, "ok"))))
			continue;
		r = buf_escaped(tool->ctx, &buf, name, strlen(name));
		if (r == 0)
			r = verdict ? print_verdict(tool, &buf, verdict) : buf_text(tool->ctx, &buf, ": ok\n");
	}
	if (r == 0)
		r = answer_text(tool, buf_bytes(&buf));
	buf_free(&buf);
	for (size_t i = 0; r == 0 && i < syb_value_count(f->files); i++)
		r = check_targets_print(tool, syb_value_at(f->files, i));
	return r;
}

int cmd_check(struct tool *tool)
{
	struct findings f = { 0 };
	int worst, r;

	if (args_has(tool, OPT_check_list))
		return list_rules(tool);
	if (tool->args.operand_count == 0)
		return usage(tool, "missing operands: FILE...");
	r = check_devices_begin(tool, &f.devices);
	if (r == 0)
		r = check_targets_begin(tool, &f.targets);
	if (r == 0)
		r = record_new(tool->ctx, &f.record);
	if (r < 0) {
		check_devices_drop(&f.devices);
		targets_drop(&f.targets);
		return r;
	}
	value_uint(f.record, f.record->root, "version", 1);
	f.files = value_list(f.record, f.record->root, "files");
	tool->watch = keep;
	tool->watch_user = &f;
	worst = each_file(tool, check_file);
	tool->watch = NULL;
	r = print_findings(tool, &f);
	syb_record_free(f.record);
	check_devices_drop(&f.devices);
	targets_drop(&f.targets);
	return worse(worst, r);
}
