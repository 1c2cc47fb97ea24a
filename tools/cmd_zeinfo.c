/* tools/cmd_zeinfo.c — sybil zeinfo: ZE Info text or a zebin × changes → the same with changed ZE Info.
 *
 * The first operand says what is done. Attributes of execution_env may be named without it. */
#include "tool.h"

#include <fnmatch.h>

DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);

#define KERNEL_PATH "/kernels[]"

struct work {
	struct tool *tool;
	const char *const *changes; /* operands after the file */
	size_t count;
	struct syb_zebin *zebin; /* NULL: the file is text */
	struct syb_zeinfo *info;
	struct syb_zeinfo_edit *edit;
	const char *version; /* stated anew, else NULL */
	struct syb_ze_rename *renames;
	size_t rename_count;
};

static void drop(struct work *w)
{
	syb_zeinfo_edit_free(w->edit);
	syb_zeinfo_free(w->info);
	syb_zebin_free(w->zebin);
}

/* ---- set ---- */

/* Attributes are named from the kernel down; those of execution_env need not say so. */
static const char *full_attribute(struct work *w, const char *attribute)
{
	static const struct {
		const char *name, *attribute;
	} short_names[] = {
		{ "slm", "slm_size" },           { "grf", "grf_count" },    { "simd", "simd_size" },
		{ "barriers", "barrier_count" }, { "spill", "spill_size" }, { "private", "private_size" },
	};
	struct buf buf = { 0 };
	const char *full = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(short_names); i++)
		if (str_eq(short_names[i].name, attribute))
			attribute = short_names[i].attribute;
	if (strpbrk(attribute, ".[") || syb_ze_attr_find(KERNEL_PATH, attribute) ||
	    !syb_ze_attr_find(KERNEL_PATH "/execution_env", attribute))
		return attribute;
	if (buf_printf(w->tool->ctx, &buf, "execution_env.%s", attribute) == 0)
		full = arena_string(w->tool->ctx, &w->tool->arena, buf.ptr, buf.len);
	buf_free(&buf);
	return full;
}

/* Kernels by a shell pattern; a name that is spelled out is itself, and may be a function's. */
static int set_matching(struct work *w, const char *pattern, const char *attribute, const char *value)
{
	struct syb_ctx *ctx = w->tool->ctx;
	size_t found = 0;
	int r = 0;

	if (!strpbrk(pattern, "*?[") || syb_zeinfo_kernel_find(w->info, pattern))
		return syb_zeinfo_edit_set(ctx, w->edit, pattern, attribute, value);
	for (size_t i = 0; r == 0 && i < syb_zeinfo_kernel_count(w->info); i++) {
		const char *name;

		if (syb_ze_str(syb_zeinfo_kernel_at(w->info, i), KERNEL_PATH, "name", &name) < 0 ||
		    fnmatch(pattern, name, 0) != 0)
			continue;
		found++;
		r = syb_zeinfo_edit_set(ctx, w->edit, name, attribute, value);
	}
	if (r == 0 && found == 0)
		r = syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no kernel matches '%s'", pattern);
	return r;
}

/* KERNEL:ATTRIBUTE=VALUE, or ATTRIBUTE=VALUE of the document; no value removes it. */
static int set_one(struct work *w, const char *change)
{
	const char *equals = strchr(change, '='), *value, *attribute;
	char *entity = NULL, *colon;

	if (!equals || equals == change)
		return usage(w->tool, "'%s' is not [KERNEL:]ATTRIBUTE=VALUE", change);
	value = equals[1] ? equals + 1 : NULL;
	entity = arena_string(w->tool->ctx, &w->tool->arena, change, (size_t)(equals - change));
	if (!entity)
		return -SYB_E_NOMEM;
	colon = strrchr(entity, ':');
	if (!colon && str_eq(entity, "version"))
		w->version = value;
	if (!colon)
		return syb_zeinfo_edit_set(w->tool->ctx, w->edit, NULL, entity, value);
	*colon = '\0';
	attribute = full_attribute(w, colon + 1);
	if (!attribute)
		return -SYB_E_NOMEM;
	return set_matching(w, entity, attribute, value);
}

static int run_set(struct work *w)
{
	int r = 0;

	if (w->count == 0)
		return usage(w->tool, "nothing to set: [KERNEL:]ATTRIBUTE=VALUE");
	for (size_t i = 0; i < w->count && r == 0; i++)
		r = set_one(w, w->changes[i]);
	return r;
}

/* ---- rename, lower, print ---- */

static int run_rename(struct work *w)
{
	struct syb_ctx *ctx = w->tool->ctx;

	if (w->count == 0)
		return usage(w->tool, "nothing to rename: OLD=NEW");
	w->renames = arena_array(ctx, &w->tool->arena, w->count, sizeof(*w->renames));
	if (!w->renames)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < w->count; i++) {
		const char *equals = strchr(w->changes[i], '=');
		struct syb_ze_rename *n = &w->renames[w->rename_count++];

		if (!equals || equals == w->changes[i] || !equals[1])
			return usage(w->tool, "'%s' is not OLD=NEW", w->changes[i]);
		n->from = arena_string(ctx, &w->tool->arena, w->changes[i], (size_t)(equals - w->changes[i]));
		n->to = equals + 1;
		if (!n->from)
			return -SYB_E_NOMEM;
	}
	return syb_zeinfo_edit_rename(ctx, w->edit, w->renames, w->rename_count);
}

static int run_lower(struct work *w)
{
	const char *to = args_get(w->tool, OPT_zeinfo_to);
	struct syb_ze_version version;

	if (!to)
		return usage(w->tool, "a version is needed: --to=VERSION");
	if (w->count)
		return usage(w->tool, "'%s' is one argument too many", w->changes[0]);
	if (syb_ze_version_parse(to, &version) < 0)
		return usage(w->tool, "--to=%s: not a version such as 1.20", to);
	w->version = to;
	return syb_zeinfo_edit_lower(w->tool->ctx, w->edit, version);
}

static int run_print(struct work *w)
{
	return w->count ? usage(w->tool, "'%s' is one argument too many", w->changes[0]) : 0;
}

static const struct action {
	const char *name;
	int (*run)(struct work *w);
	bool prints; /* text, on standard output unless told otherwise */
} actions[] = {
	{ "print", run_print, true },
	{ "set", run_set, false },
	{ "rename", run_rename, false },
	{ "lower", run_lower, false },
};

/* ---- files ---- */

static int read_input(struct work *w, const struct syb_file *file)
{
	struct syb_ctx *ctx = w->tool->ctx;
	struct syb_bytes bytes = syb_file_bytes(file);
	const char *name = syb_file_name(file);
	const struct syb_zeinfo_read_opts text = { .size = sizeof(text), .name = name };
	const struct syb_zebin_read_opts binary = { .size = sizeof(binary), .name = name };
	enum syb_kind kind = syb_identify(bytes);
	int r;

	if (kind == SYB_KIND_ZEINFO) {
		r = syb_zeinfo_read(ctx, bytes, &text, &w->info);
	} else if (kind == SYB_KIND_ZEBIN) {
		r = syb_zebin_read(ctx, bytes, &binary, &w->zebin);
		if (r == 0)
			r = syb_zebin_zeinfo(ctx, w->zebin, &w->info);
		if (r == -SYB_E_NOTFOUND)
			r = syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches",
				     "%s has no .ze_info section", name);
	} else {
		r = syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "unknown-kind",
			     "%s is %s, neither a zebin nor ZE Info text", name, syb_kind_text(kind));
	}
	return r < 0 ? r : syb_zeinfo_edit_new(ctx, w->info, &w->edit);
}

static int rewrite(struct work *w, struct syb_bytes text, struct syb_out *out)
{
	const struct syb_zebin_rewrite changes = {
		.size = sizeof(changes),
		.zeinfo = text,
		.renames = w->renames,
		.rename_count = w->rename_count,
		.version = w->version,
	};

	return syb_zebin_rewrite(w->tool->ctx, w->zebin, &changes, out);
}

static int write_output(struct work *w, const struct action *action, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_zeinfo_text_opts opts = { .size = sizeof(opts),
						   .minimal = args_has(w->tool, OPT_zeinfo_minimal) };
	struct syb_bytes bytes;
	struct syb_ctx *ctx = w->tool->ctx;
	bool is_text = action->prints || !w->zebin;
	int r = syb_zeinfo_edit_text(ctx, w->edit, &opts, &bytes);

	if (r == 0 && is_text && str_eq(path, "-") && !w->tool->json)
		return answer_text(w->tool, bytes);
	if (r == 0)
		r = output_open(w->tool, path, &out);
	if (r == 0)
		r = is_text ? syb_out_write(ctx, out, bytes) : rewrite(w, bytes, out);
	if (r == 0)
		r = syb_out_commit(ctx, out);
	return r < 0 ? r : answer_written(w->tool, path);
}

static int run(struct tool *tool, const struct action *action)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(drop) struct work w = {
		.tool = tool,
		.changes = tool->args.operands + 2,
		.count = tool->args.operand_count - 2,
	};
	const char *path = args_get(tool, OPT_zeinfo_output);
	int r;

	if (!path && !action->prints)
		return usage(tool, "an output is needed: -o FILE");
	r = syb_file_open(tool->ctx, tool->args.operands[1], &file);
	if (r == 0)
		r = read_input(&w, file);
	if (r == 0)
		r = action->run(&w);
	return r < 0 ? r : write_output(&w, action, path ? path : "-");
}

int cmd_zeinfo(struct tool *tool)
{
	const char *name = tool->args.operands[0];

	for (size_t i = 0; i < ARRAY_SIZE(actions); i++)
		if (str_eq(actions[i].name, name))
			return run(tool, &actions[i]);
	return usage(tool, "'%s': not one of: print set rename lower", name);
}
