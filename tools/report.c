/* tools/report.c — sybil show --html and sybil diff --html: files × devices → one page, or with -j the document that is
 * in it. The page appears whole or not at all, also where a file of it cannot be read: then it says so, and so does the
 * exit code. */
#include "tools/frame/tool.h"

#include <stdlib.h>
#include <unistd.h>

struct inputs {
	struct syb_file **files;
	struct syb_report_file *list;
	size_t count;
};

struct report {
	struct tool *tool;
	const struct report_ids *ids;
	struct inputs files, maps;
	struct targets targets;
	struct report_devices live;
	struct syb_explore_opts opts;
	struct syb_record *record;
};

static void drop_inputs(struct inputs *in)
{
	for (size_t i = 0; i < in->count; i++)
		syb_file_close(in->files[i]);
}

static void drop(struct report *r)
{
	syb_record_free(r->record);
	report_devices_drop(&r->live);
	targets_drop(&r->targets);
	drop_inputs(&r->files);
	drop_inputs(&r->maps);
}

static int open_inputs(struct tool *tool, const char *const *paths, size_t count, struct inputs *out)
{
	int r = 0;

	out->files = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(struct syb_file *));
	out->list = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*out->list));
	if (!out->files || !out->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < count; i++) {
		r = syb_file_open(tool->ctx, paths[i], &out->files[i]);
		if (r < 0)
			break;
		out->list[i] = (struct syb_report_file){ syb_file_name(out->files[i]), syb_file_bytes(out->files[i]) };
		out->count++;
	}
	return r;
}

/* ---- devices ---- */

/* Every entry of the configuration, where nobody is named. */
static int take_all(struct report *r)
{
	struct syb_devices_opts opts = { .size = sizeof(opts) };
	struct targets *t = &r->targets;
	struct tool *tool = r->tool;
	int e = args_list(tool, r->ids->device_config, &opts.files, &opts.file_count);

	if (e == 0)
		e = syb_devices_load(tool->ctx, &opts, &t->devices);
	if (e < 0)
		return e;
	t->count = syb_devices_count(t->devices);
	t->list = arena_array(tool->ctx, &tool->arena, t->count + 1, sizeof(struct syb_device *));
	t->names = arena_array(tool->ctx, &tool->arena, t->count + 1, sizeof(*t->names));
	if (!t->list || !t->names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < t->count; i++) {
		t->list[i] = syb_devices_at(t->devices, i);
		t->names[i] = t->list[i]->name;
	}
	return 0;
}

static int find_targets(struct report *r)
{
	const char *const *names;
	size_t count;
	int e = args_names(r->tool, r->ids->target, &names, &count);

	if (e < 0)
		return e;
	if (count)
		return targets_find(r->tool, r->ids->device_config, names, count, &r->targets);
	return r->live.count ? 0 : take_all(r);
}

/* Targets first, then devices; nobody stands there twice. */
static int join_devices(struct report *r)
{
	const size_t most = r->targets.count + r->live.count + 1;
	const struct syb_device **list = arena_array(r->tool->ctx, &r->tool->arena, most, sizeof(struct syb_device *));
	const char **names = arena_array(r->tool->ctx, &r->tool->arena, most, sizeof(*names));
	const char **origins = arena_array(r->tool->ctx, &r->tool->arena, most, sizeof(*origins));
	size_t count = 0;

	if (!list || !names || !origins)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < r->targets.count; i++) {
		bool seen = false;

		for (size_t k = 0; k < count && !seen; k++)
			seen = list[k] == r->targets.list[i];
		list[count] = r->targets.list[i];
		names[count] = r->targets.names[i];
		count += !seen;
	}
	for (size_t i = 0; i < r->live.count; i++, count++) {
		list[count] = r->live.list[i];
		names[count] = r->live.names[i];
		origins[count] = r->live.origins[i];
	}
	r->opts.devices = list;
	r->opts.device_names = names;
	r->opts.device_origins = origins;
	r->opts.device_count = count;
	return 0;
}

/* ---- LLVM IR ---- */

/* Where it lies is as start.c has it; where it does not, the document says so. */
static int find_ir(struct report *r)
{
	static const char *const places[] = {
		"sybil-ir",
#ifdef SYBIL_FROM_BIN_TO_LIBEXEC
		SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-ir",
#endif
	};
	const char *named = getenv("SYBIL_IR");
	int e = 0;

	if (named && *named)
		r->opts.ir_program = named;
	for (size_t i = 0; e == 0 && !r->opts.ir_program && i < ARRAY_SIZE(places); i++) {
		const char *path;

		e = beside(r->tool, places[i], &path);
		if (e == 0 && path && access(path, X_OK) == 0)
			r->opts.ir_program = path;
	}
	return e;
}

/* ---- the answer ---- */

/* Before anything is read: a page never takes the place of what it is about, nor of what it was made with. */
static int check_output(struct tool *tool, const struct report_ids *ids)
{
	const enum option_id inputs[] = { ids->map, ids->device_config, ids->device };
	const char *path = args_get(tool, ids->output);
	int r = args_guard_operands(tool, path);

	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(inputs); i++)
		r = args_guard(tool, path, inputs[i]);
	return r;
}

static int write_out(struct report *r)
{
	const char *path = args_get(r->tool, r->ids->output);
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct tool *tool = r->tool;
	int e;

	if (!path || str_eq(path, "-")) {
		if (tool->json)
			return answer(tool, NULL, SIZE_MAX, steal(r->record));
		if (!args_has(tool, r->ids->force) && isatty(STDOUT_FILENO))
			return usage(tool, "a page is not written to a terminal without --force; -o FILE names a file");
	}
	e = syb_out_open(tool->ctx, path ? path : "-", &out);
	if (e == 0 && tool->json)
		e = syb_value_write_json(tool->ctx, syb_record_root(r->record), NULL, out);
	else if (e == 0)
		e = syb_page(tool->ctx, syb_record_root(r->record), out);
	return e < 0 ? e : syb_out_commit(tool->ctx, out);
}

/* What a file that cannot be read makes of the exit code, and with diff what differs. */
static int judge(const struct report *r)
{
	const struct syb_value *root = syb_record_root(r->record), *files = syb_value_get(root, "files");
	const struct syb_value *diff = syb_value_get(root, "diff"), *verdict;

	for (size_t i = 0; i < syb_value_count(files); i++)
		if (syb_value_get(syb_value_at(files, i), "error"))
			return -SYB_E_FORMAT;
	if (!diff)
		return 0;
	verdict = syb_value_get(diff, "verdict");
	if (!verdict)
		return -SYB_E_FORMAT;
	if (r->ids->fail_if_worse != OPT_COUNT && args_has(r->tool, r->ids->fail_if_worse))
		return syb_value_bool(syb_value_get(verdict, "worse")) ? -SYB_E_INCOMPATIBLE : 0;
	return syb_value_bool(syb_value_get(verdict, "same")) ? 0 : -SYB_E_INCOMPATIBLE;
}

static int explore(struct report *r)
{
	struct syb_ctx *ctx = r->tool->ctx;

	r->opts.maps = r->maps.list;
	r->opts.map_count = r->maps.count;
	if (r->ids->diff)
		return syb_explore_diff(ctx, &r->files.list[0], &r->files.list[1], &r->opts, &r->record);
	return syb_explore(ctx, r->files.list, r->files.count, &r->opts, &r->record);
}

static int check_stdin(struct tool *tool)
{
	size_t count = 0;

	for (size_t i = 0; i < tool->args.operand_count; i++)
		count += str_eq(tool->args.operands[i], "-");
	return count > 1 ? usage(tool, "standard input can be only one of the files") : 0;
}

int report_run(struct tool *tool, const struct report_ids *ids)
{
	_cleanup_(drop) struct report r = { .tool = tool, .ids = ids, .opts = { .size = sizeof(r.opts) } };
	const char *const *maps;
	size_t map_count;
	int e = check_stdin(tool), verdict;

	if (e == 0)
		e = check_output(tool, ids);
	if (e == 0)
		e = report_tolerance(tool, ids->tolerance, &r.opts.tolerance);
	if (e == 0)
		e = report_devices_begin(tool, ids, &r.live);
	if (e == 0)
		e = find_targets(&r);
	if (e == 0)
		e = join_devices(&r);
	if (e == 0)
		e = find_ir(&r);
	if (e == 0)
		e = args_list(tool, ids->map, &maps, &map_count);
	if (e == 0)
		e = open_inputs(tool, maps, map_count, &r.maps);
	if (e == 0)
		e = open_inputs(tool, tool->args.operands, tool->args.operand_count, &r.files);
	if (e == 0)
		e = explore(&r);
	if (e < 0)
		return e;
	verdict = judge(&r);
	e = write_out(&r);
	return e < 0 ? e : verdict;
}

int report_tolerance(struct tool *tool, enum option_id id, uint32_t *out)
{
	const char *text = id == OPT_COUNT ? NULL : args_get(tool, id);
	size_t percent;

	if (!text)
		return 0;
	if (!parse_number(text, &percent) || percent >= UINT32_MAX)
		return usage(tool, "--tolerance=%s: not a number", text);
	*out = percent ? (uint32_t)percent : UINT32_MAX;
	return 0;
}

/* Options that only make sense about a page. */
int report_refuse(struct tool *tool, const struct report_ids *ids)
{
	const enum option_id only[] = {
		ids->output, ids->target, ids->device, ids->device_config, ids->map, ids->force
	};

	return args_refuse(tool, only, ARRAY_SIZE(only), "goes with", "html");
}
