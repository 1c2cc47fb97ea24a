/* tools/run/live.c — finds the devices that the command line selects: selectors, and files of saved devices. */
#include "live.h"

#include "base/number.h"

static bool is_file(const char *selector)
{
	size_t len = strlen(selector);

	return (len > 5 && str_eq(selector + len - 5, ".yaml")) || (len > 4 && str_eq(selector + len - 4, ".yml"));
}

/* Drivers are slow to start: do not load them if only saved devices are selected. */
static bool needs_drivers(const struct live_opts *opts)
{
	for (size_t i = 0; i < opts->selector_count; i++)
		if (!is_file(opts->selectors[i]) && !str_starts(opts->selectors[i], "profile:") &&
		    (opts->config_count == 0 || strchr(opts->selectors[i], ':')))
			return true;
	return opts->selector_count == 0;
}

static int open_runtime(struct tool *tool, const struct live_opts *opts, struct live *out)
{
	const char **files =
		arena_array(tool->ctx, &tool->arena, opts->selector_count + opts->config_count + 1, sizeof(*files));
	struct syb_rt_opts rt = {
		.size = sizeof(rt),
		.cache_dir = opts->cache_dir,
		.cache_most = opts->cache_most,
		.no_live = !needs_drivers(opts),
		.profiles = files,
		.strict = opts->strict,
	};

	if (!files)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < opts->config_count; i++)
		files[rt.profile_count++] = opts->configs[i];
	for (size_t i = 0; i < opts->selector_count; i++) {
		bool seen = !is_file(opts->selectors[i]);

		for (size_t k = 0; k < rt.profile_count && !seen; k++)
			seen = str_eq(files[k], opts->selectors[i]);
		if (!seen)
			files[rt.profile_count++] = opts->selectors[i];
	}
	return syb_rt_open(tool->ctx, &rt, &out->rt);
}

static void add(struct live *out, struct syb_rt_device *device)
{
	for (size_t i = 0; i < out->count; i++)
		if (out->list[i] == device)
			return;
	out->list[out->count++] = device;
}

static void add_file(struct live *out, const char *file)
{
	for (size_t i = 0; i < syb_rt_device_count(out->rt); i++) {
		struct syb_rt_device *device = syb_rt_device_at(out->rt, i);
		const struct syb_rt_device_info *info = syb_rt_device_info(device);

		if (info->backend == SYB_BACKEND_PROFILE && info->caps->file && str_eq(info->caps->file, file))
			add(out, device);
	}
}

static int add_selected(struct tool *tool, struct live *out, const char *selector)
{
	struct syb_rt_device **some =
		arena_array(tool->ctx, &tool->arena, syb_rt_device_count(out->rt) + 1, sizeof(*some));
	int n = some ? syb_rt_select(tool->ctx, out->rt, selector, some) : -SYB_E_NOMEM;

	for (int i = 0; i < n; i++)
		add(out, some[i]);
	if (n < 0 && some && selector && syb_rt_device_count(out->rt))
		return syb_note(tool->ctx, n, "'sybil devices' lists the available devices");
	return n < 0 ? n : 0;
}

int live_open(struct tool *tool, const struct live_opts *opts, struct live *out)
{
	int r;

	child_driver(tool, false, "while it looked for devices");
	r = open_runtime(tool, opts, out);
	if (r < 0)
		return r;
	child_driver(tool, false, "after it had found the devices");
	out->list =
		arena_array(tool->ctx, &tool->arena, syb_rt_device_count(out->rt) + 1, sizeof(struct syb_rt_device *));
	if (!out->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < opts->selector_count; i++) {
		if (is_file(opts->selectors[i]))
			add_file(out, opts->selectors[i]);
		else
			r = add_selected(tool, out, opts->selectors[i]);
	}
	for (size_t i = 0; opts->all && opts->selector_count == 0 && i < syb_rt_device_count(out->rt); i++)
		add(out, syb_rt_device_at(out->rt, i));
	if (r == 0 && !opts->all && opts->selector_count == 0)
		r = add_selected(tool, out, NULL);
	return r;
}

int live_size(struct tool *tool, enum option_id id, uint64_t *out)
{
	const char *text = args_get(tool, id);
	double size = 0;

	if (!text)
		return 0;
	if (!number_parse(text, &size) || size < 0 || size > 1e18)
		return usage(tool, "--%s=%s: expected a number of bytes (512M, 2G)", options[id].name, text);
	*out = (uint64_t)size;
	return 0;
}

int live_none(struct tool *tool, const struct live *live)
{
	struct syb_rt_device *none[1];
	int r = syb_rt_device_count(live->rt) == 0 ? syb_rt_select(tool->ctx, live->rt, NULL, none) : 0;

	return r < 0 ? r : syb_fail(tool->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "device-none", "no device selected");
}

void live_drop(struct live *live)
{
	syb_rt_close(live->rt);
	live->rt = NULL;
}

int live_linked(struct tool *tool, const struct syb_bundle *bundle, const char *path)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, path);

	if (syb_bundle_state(bundle) != SYB_STATE_OBJECT)
		return 0;
	return syb_note(tool->ctx,
			syb_fail(tool->ctx, SYB_E_STATE, SYB_NO_OFFSET, "bundle-state",
				 "the package is an object: link it before its kernels can run"),
			"sybil link -o OUT %s", path);
}
