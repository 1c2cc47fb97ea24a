/* report/command.c — sybil show --html and sybil diff --html: files × devices → one page, or with -j the document that
 * is in it. The page appears whole or not at all. A file that cannot be read is part of it, and of the exit code. */
#include "report.h"
#include "tools/run/live.h"

#include <stdio.h>
#include <unistd.h>

/* The options of the two verbs; OPT_COUNT: one does not have it. */
struct ids {
	enum option_id output, force, target, device, device_config, map, tolerance, fail_if_worse;
	bool diff;
};

struct inputs {
	struct syb_file **files;
	struct report_file *list;
	size_t count;
};

struct page {
	struct tool *tool;
	const struct ids *ids;
	struct inputs files, maps;
	struct targets targets;
	struct live live;
	struct report_opts opts;
	struct syb_record *document;
};

static void drop_inputs(struct inputs *in)
{
	for (size_t i = 0; i < in->count; i++)
		syb_file_close(in->files[i]);
}

static void drop(struct page *r)
{
	syb_record_free(r->document);
	live_drop(&r->live);
	targets_drop(&r->targets);
	drop_inputs(&r->files);
	drop_inputs(&r->maps);
}

static int open_inputs(struct tool *tool, const char *const *paths, size_t count, struct inputs *out)
{
	out->files = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(struct syb_file *));
	out->list = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*out->list));
	if (!out->files || !out->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		TRY(syb_file_open(tool->ctx, paths[i], &out->files[i]));
		out->list[i] = (struct report_file){ syb_file_name(out->files[i]), syb_file_bytes(out->files[i]) };
		out->count++;
	}
	return 0;
}

/* ---- devices ---- */

/* Devices of this machine, or saved ones; targets by name, or, where neither is given, all of the configuration. */
static int find_devices(struct page *r)
{
	struct live_opts opts = { .cache_dir = "" };
	const char *const *names;
	size_t count;

	TRY(args_list(r->tool, r->ids->device, &opts.selectors, &opts.selector_count));
	TRY(args_list(r->tool, r->ids->device_config, &opts.configs, &opts.config_count));
	if (opts.selector_count)
		TRY(live_open(r->tool, &opts, &r->live));
	if (opts.selector_count && !r->live.count)
		return live_none(r->tool, &r->live);
	TRY(args_names(r->tool, r->ids->target, &names, &count));
	return !count && r->live.count ? 0 : targets_find(r->tool, r->ids->device_config, names, count, &r->targets);
}

/* Targets first, each once, then devices. */
static int join_devices(struct page *r)
{
	struct tool *tool = r->tool;
	const size_t most = r->targets.count + r->live.count + 1;
	const struct syb_device **list = arena_array(tool->ctx, &tool->arena, most, sizeof(struct syb_device *));
	const char **names = arena_array(tool->ctx, &tool->arena, most, sizeof(*names));
	const char **origins = arena_array(tool->ctx, &tool->arena, most, sizeof(*origins));
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
		const struct syb_rt_device_info *info = syb_rt_device_info(r->live.list[i]);
		const bool saved = info->backend == SYB_BACKEND_PROFILE;

		list[count] = info->caps;
		names[count] = saved ? info->caps->name : info->name;
		origins[count] = saved ? NULL
				       : arena_printf(tool->ctx, &tool->arena, "%s:%u", syb_backend_name(info->backend),
						      info->number);
		if (!saved && !origins[count])
			return -SYB_E_NOMEM;
	}
	r->opts.devices = list;
	r->opts.device_names = names;
	r->opts.device_origins = origins;
	r->opts.device_count = count;
	return 0;
}

/* ---- the answer ---- */

/* Before anything is read: a page never replaces one of its inputs. */
static int check_output(struct tool *tool, const struct ids *ids)
{
	const enum option_id inputs[] = { ids->map, ids->device_config, ids->device };
	const char *path = args_get(tool, ids->output);

	TRY(args_guard_operands(tool, path));
	for (size_t i = 0; i < ARRAY_SIZE(inputs); i++)
		TRY(args_guard(tool, path, inputs[i]));
	return 0;
}

static int write_out(struct page *r)
{
	const char *path = args_get(r->tool, r->ids->output);
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct tool *tool = r->tool;
	int e;

	if (!path || str_eq(path, "-")) {
		if (tool->json)
			return answer(tool, NULL, SIZE_MAX, steal(r->document));
		if (!args_has(tool, r->ids->force) && isatty(STDOUT_FILENO))
			return usage(tool, "a page is not written to a terminal without --force; -o FILE names a file");
	}
	e = syb_out_open(tool->ctx, path ? path : "-", &out);
	if (e == 0 && tool->json)
		e = syb_value_write_json(tool->ctx, syb_record_root(r->document), NULL, out);
	else if (e == 0)
		e = report_page(tool->ctx, syb_record_root(r->document), out);
	return e < 0 ? e : syb_out_commit(tool->ctx, out);
}

/* The exit code: files that cannot be read, and with diff, differences. */
static int judge(const struct page *r)
{
	const struct syb_value *root = syb_record_root(r->document), *files = syb_value_get(root, "files");
	const struct syb_value *diff = syb_value_get(root, "diff"), *verdict;

	for (size_t i = 0; i < syb_value_count(files); i++)
		if (syb_value_get(syb_value_at(files, i), "error"))
			return -SYB_E_FORMAT;
	if (!diff)
		return 0;
	verdict = syb_value_get(diff, "verdict");
	if (!verdict)
		return -SYB_E_FORMAT;
	r->tool->answered = true;
	if (r->ids->fail_if_worse != OPT_COUNT && args_has(r->tool, r->ids->fail_if_worse))
		return syb_value_bool(syb_value_get(verdict, "worse")) ? -SYB_E_INCOMPATIBLE : 0;
	return syb_value_bool(syb_value_get(verdict, "same")) ? 0 : -SYB_E_INCOMPATIBLE;
}

static int check_stdin(struct tool *tool)
{
	size_t count = 0;

	for (size_t i = 0; i < tool->args.operand_count; i++)
		count += str_eq(tool->args.operands[i], "-");
	return count > 1 ? usage(tool, "standard input can be only one of the files") : 0;
}

static int run(struct tool *tool, const struct ids *ids)
{
	_cleanup_(drop) struct page r = { .tool = tool, .ids = ids, .opts = { .ir = &report_llvm, .diff = ids->diff } };
	const char *const *maps;
	int verdict;

	TRY(check_stdin(tool));
	TRY(check_output(tool, ids));
	TRY(args_tolerance(tool, ids->tolerance, &r.opts.tolerance));
	TRY(find_devices(&r));
	TRY(join_devices(&r));
	TRY(args_list(tool, ids->map, &maps, &r.opts.map_count));
	TRY(open_inputs(tool, maps, r.opts.map_count, &r.maps));
	TRY(open_inputs(tool, tool->args.operands, tool->args.operand_count, &r.files));
	r.opts.maps = r.maps.list;
	TRY(report_compose(tool->ctx, r.files.list, r.files.count, &r.opts, &r.document));
	verdict = judge(&r);
	TRY(write_out(&r));
	return verdict;
}

int cmd_show(struct tool *tool)
{
	static const struct ids ids = { OPT_show_output,
					OPT_show_force,
					OPT_show_target,
					OPT_show_device,
					OPT_show_device_config,
					OPT_show_map,
					OPT_COUNT,
					OPT_COUNT,
					false };

	return run(tool, &ids);
}

int cmd_diff(struct tool *tool)
{
	static const struct ids ids = { OPT_diff_output,    OPT_diff_force,         OPT_diff_target,
					OPT_diff_device,    OPT_diff_device_config, OPT_diff_map,
					OPT_diff_tolerance, OPT_diff_fail_if_worse, true };

	return run(tool, &ids);
}
