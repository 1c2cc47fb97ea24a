/* tools/verbs/cmd_zeinfo.c — sybil zeinfo: ZE Info text or a zebin × changes → the same with changed ZE Info.
 *
 * The first operand is the operation. If a file has several zebins, one is chosen and written alone. Attributes of
 * execution_env may be named without it. */
#include "base/hash.h"
#include "term/nearest.h"
#include "tools/frame/tool.h"

#include <fnmatch.h>

struct work {
	struct tool *tool;
	const char *const *changes; /* operands after the file */
	size_t count;
	struct zebins zebins; /* without a zebin: the file is text */
	struct syb_zeinfo *info;
	struct syb_zeinfo_edit *edit;
	const char *version; /* new value, or NULL */
	struct syb_ze_rename *renames;
	size_t rename_count;
};

static void drop(struct work *w)
{
	syb_zeinfo_edit_free(w->edit);
	syb_zeinfo_free(w->info);
	zebins_drop(&w->zebins);
}

/* ---- set ---- */

static const struct {
	const char *name, *attribute;
} short_names[] = {
	{ "slm", "slm_size" },           { "grf", "grf_count" },    { "simd", "simd_size" },
	{ "barriers", "barrier_count" }, { "spill", "spill_size" }, { "private", "private_size" },
};

/* The schema node of a kernel's or function's attributes, or of the document's. */
static const struct place {
	const char *path, *env;
} document = { "/", NULL }, kernels = { "/kernels[]", "/kernels[]/execution_env" },
  functions = { "/functions[]", "/functions[]/execution_env" };

static const struct place *place_of(const struct work *w, const char *entity)
{
	const char *name;

	if (syb_zeinfo_kernel_find(w->info, entity))
		return &kernels;
	for (size_t i = 0; i < syb_zeinfo_function_count(w->info); i++)
		if (syb_ze_str(syb_zeinfo_function_at(w->info, i), functions.path, "name", &name) == 0 &&
		    str_eq(name, entity))
			return &functions;
	return &kernels;
}

/* Attribute paths start at the kernel; execution_env may be omitted. */
static const char *full_attribute(struct work *w, const struct place *place, const char *attribute)
{
	for (size_t i = 0; i < ARRAY_SIZE(short_names); i++)
		if (str_eq(short_names[i].name, attribute))
			attribute = short_names[i].attribute;
	if (strpbrk(attribute, ".[") || syb_ze_attr_find(place->path, attribute) ||
	    !syb_ze_attr_find(place->env, attribute))
		return attribute;
	return arena_printf(w->tool->ctx, &w->tool->arena, "execution_env.%s", attribute);
}

static void try_names_in(struct nearest *best, const char *path, const char *given)
{
	for (size_t i = 0; i < syb_ze_attr_count(); i++)
		if (syb_ze_attr_find(path, syb_ze_attr_at(i)->name) == syb_ze_attr_at(i))
			nearest_try(best, given, syb_ze_attr_at(i)->name);
}

static int unknown_attribute(struct work *w, const struct place *place, const char *path, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	try_names_in(&best, path, name);
	if (place->env && str_eq(path, place->path))
		try_names_in(&best, place->env, name);
	for (size_t i = 0; place->env && i < ARRAY_SIZE(short_names); i++) {
		if (str_eq(path, place->path))
			nearest_try(&best, name, short_names[i].name);
		else if (str_eq(path, place->env) && str_eq(short_names[i].name, name))
			best.name = short_names[i].attribute;
	}
	return syb_fail(w->tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "zeinfo-edit",
			"no version of ZE Info has an attribute '%s' here" NEAREST_HINT " (--allow-unknown accepts it)",
			name, NEAREST_ARGS(best.name));
}

/* Check that every step of a path is in the schema. Malformed paths are rejected by the edit. */
static int check_known(struct work *w, const struct place *place, const char *attribute)
{
	struct syb_ctx *ctx = w->tool->ctx;
	_cleanup_(buf_free) struct buf path = { 0 };

	if (args_has(w->tool, OPT_zeinfo_allow_unknown))
		return 0;
	TRY(buf_add(ctx, &path, place->path, strlen(place->path) + 1));
	while (*attribute) {
		size_t len = strcspn(attribute, ".[");
		const char *name = arena_string(ctx, &w->tool->arena, attribute, len);
		const struct syb_ze_attr *attr;

		if (!name)
			return -SYB_E_NOMEM;
		if (len == 0)
			return 0;
		attr = syb_ze_attr_find((const char *)path.ptr, name);
		if (!attr)
			return unknown_attribute(w, place, (const char *)path.ptr, name);
		if (attr->type != SYB_ZE_MAP && attr->type != SYB_ZE_LIST)
			return 0;
		attribute += len;
		attribute += strcspn(attribute, ".");
		attribute += *attribute == '.';
		path.len -= path.len == strlen("/") + 1 ? 2 : 1;
		TRY(buf_printf(ctx, &path, "/%s%s", name, attr->type == SYB_ZE_LIST ? "[]" : ""));
		TRY(buf_char(ctx, &path, '\0'));
	}
	return 0;
}

/* Kernels that match a shell pattern; an exact name may also be a function's. */
static int set_matching(struct work *w, const char *pattern, const char *attribute, const char *value)
{
	struct syb_ctx *ctx = w->tool->ctx;
	size_t found = 0;

	if (!strpbrk(pattern, "*?[") || syb_zeinfo_kernel_find(w->info, pattern))
		return syb_zeinfo_edit_set(ctx, w->edit, pattern, attribute, value);
	for (size_t i = 0; i < syb_zeinfo_kernel_count(w->info); i++) {
		const char *name;

		if (syb_ze_str(syb_zeinfo_kernel_at(w->info, i), kernels.path, "name", &name) < 0 ||
		    fnmatch(pattern, name, 0) != 0)
			continue;
		found++;
		TRY(syb_zeinfo_edit_set(ctx, w->edit, name, attribute, value));
	}
	if (found == 0)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no kernel matches '%s'",
				pattern);
	return 0;
}

/* KERNEL:ATTRIBUTE=VALUE, or ATTRIBUTE=VALUE of the document; no value removes it. */
static int set_one(struct work *w, const char *change)
{
	const char *equals = strchr(change, '='), *value, *attribute;
	const struct place *place;
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
	if (colon)
		*colon = '\0';
	place = colon ? place_of(w, entity) : &document;
	attribute = colon ? full_attribute(w, place, colon + 1) : entity;
	if (!attribute)
		return -SYB_E_NOMEM;
	if (colon && str_eq(attribute, "name"))
		return usage(w->tool, "'%s': use 'sybil zeinfo rename' to change names", change);
	TRY(check_known(w, place, attribute));
	return colon ? set_matching(w, entity, attribute, value)
		     : syb_zeinfo_edit_set(w->tool->ctx, w->edit, NULL, attribute, value);
}

DEFINE_CLEANUP(struct syb_ctx *, syb_ctx_free);

/* Run `sybil check` on the current text. */
static int find_errors(struct work *w, struct syb_ctx **out_found)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *found = NULL;
	struct syb_bytes text;
	int r = syb_zeinfo_edit_text(w->tool->ctx, w->edit, NULL, &text);

	if (r == 0)
		r = syb_ctx_new(NULL, &found);
	if (r == 0)
		r = syb_check(found, text, NULL);
	if (r < 0 && r != -SYB_E_INCOMPATIBLE && r != -SYB_E_FORMAT)
		return r;
	*out_found = steal(found);
	return 0;
}

/* Changes are judged together, because some are valid only with others. Errors that existed before are ignored. */
static int check_changes(struct work *w, const struct syb_ctx *before)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *after = NULL;
	_cleanup_(hash_free) struct hash known = { 0 };
	bool allow_unknown = args_has(w->tool, OPT_zeinfo_allow_unknown), found;
	size_t *value, refused = 0;
	int r = find_errors(w, &after);

	for (size_t i = 0; r == 0 && i < syb_ctx_diag_count(before); i++) {
		const char *text = syb_ctx_diag_at(before, i)->text;

		r = hash_put(w->tool->ctx, &known, text, strlen(text), i, &value, &found);
	}
	for (size_t i = 0; r == 0 && i < syb_ctx_diag_count(after); i++) {
		const struct syb_diag *d = syb_ctx_diag_at(after, i);

		if (d->severity != SYB_SEVERITY_ERROR || hash_get(&known, d->text, strlen(d->text)) ||
		    (allow_unknown && str_eq(d->check, "zeinfo-unknown")))
			continue;
		syb_report(w->tool->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, d->check, "%s", d->text);
		refused++;
	}
	if (refused && w->version)
		return syb_note(w->tool->ctx, -SYB_E_ARG, "'sybil zeinfo lower --to=%s' also changes the rest",
				w->version);
	return refused ? -SYB_E_ARG : r;
}

static int run_set(struct work *w)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *before = NULL;

	if (w->count == 0)
		return usage(w->tool, "nothing to set: give [KERNEL:]ATTRIBUTE=VALUE");
	TRY(find_errors(w, &before));
	for (size_t i = 0; i < w->count; i++)
		TRY(set_one(w, w->changes[i]));
	return check_changes(w, before);
}

/* ---- rename, lower, print ---- */

static int run_rename(struct work *w)
{
	struct syb_ctx *ctx = w->tool->ctx;

	if (w->count == 0)
		return usage(w->tool, "nothing to rename: give OLD=NEW");
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
		return usage(w->tool, "missing version: give --to=VERSION");
	if (w->count)
		return usage(w->tool, "unexpected argument '%s'", w->changes[0]);
	if (syb_ze_version_parse(to, &version) < 0)
		return usage(w->tool, "--to=%s: not a version such as 1.20", to);
	w->version = to;
	return syb_zeinfo_edit_lower(w->tool->ctx, w->edit, version);
}

static int run_print(struct work *w)
{
	return w->count ? usage(w->tool, "unexpected argument '%s'", w->changes[0]) : 0;
}

static const struct action {
	const char *name;
	int (*run)(struct work *w);
	bool prints; /* text, on standard output by default */
} actions[] = {
	{ "print", run_print, true },
	{ "set", run_set, false },
	{ "rename", run_rename, false },
	{ "lower", run_lower, false },
};

/* ---- files ---- */

static int read_text(struct work *w, const struct syb_file *file)
{
	const struct syb_zeinfo_read_opts opts = { .size = sizeof(opts), .name = syb_file_name(file) };

	if (args_has(w->tool, OPT_zeinfo_device))
		return usage(w->tool, "--device: %s is text, not a file with zebins", opts.name);
	return syb_zeinfo_read(w->tool->ctx, syb_file_bytes(file), &opts, &w->info);
}

static int read_zebin(struct work *w, const struct syb_file *file)
{
	struct syb_ctx *ctx = w->tool->ctx;
	int r = zebins_choose(w->tool, file, args_get(w->tool, OPT_zeinfo_device), &w->zebins);

	if (r < 0)
		return r;
	r = syb_zebin_zeinfo(ctx, w->zebins.zebin, &w->info);
	if (r == -SYB_E_NOTFOUND)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "%s has no .ze_info section",
				syb_file_name(file));
	return r;
}

static int read_input(struct work *w, const struct syb_file *file)
{
	bool is_text = syb_identify(syb_file_bytes(file)) == SYB_KIND_ZEINFO;

	TRY(is_text ? read_text(w, file) : read_zebin(w, file));
	return syb_zeinfo_edit_new(w->tool->ctx, w->info, &w->edit);
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

	return syb_zebin_rewrite(w->tool->ctx, w->zebins.zebin, &changes, out);
}

static int write_output(struct work *w, const struct action *action, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_zeinfo_text_opts opts = { .size = sizeof(opts),
						   .minimal = args_has(w->tool, OPT_zeinfo_minimal) };
	struct syb_bytes bytes;
	struct syb_ctx *ctx = w->tool->ctx;
	bool is_text = action->prints || !w->zebins.zebin;

	TRY(syb_zeinfo_edit_text(ctx, w->edit, &opts, &bytes));
	if (is_text && str_eq(path, "-") && !w->tool->json)
		return answer_text(w->tool, bytes);
	TRY(output_open(w->tool, path, &out));
	TRY(is_text ? syb_out_write(ctx, out, bytes) : rewrite(w, bytes, out));
	TRY(syb_out_commit(ctx, out));
	return answer_written(w->tool, path);
}

/* A changed zebin may be written back. One that came from a larger file would replace all of it. */
static bool is_in_place(const struct action *action, const struct syb_file *file)
{
	enum syb_kind kind = syb_identify(syb_file_bytes(file));

	return kind == SYB_KIND_ZEINFO || (kind == SYB_KIND_ZEBIN && !action->prints);
}

static int run(struct tool *tool, const struct action *action)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(drop) struct work w = {
		.tool = tool,
		.changes = tool->args.operands + 2,
		.count = tool->args.operand_count - 2,
	};
	const char *path = "-";
	int r = 0;

	if (args_has(tool, OPT_zeinfo_output) || !action->prints)
		r = output_needed(tool, OPT_zeinfo_output, &path);
	if (r == 0)
		r = syb_file_open(tool->ctx, tool->args.operands[1], &file);
	if (r == 0 && !is_in_place(action, file))
		r = args_guard_file(tool, path, tool->args.operands[1]);
	if (r == 0)
		r = read_input(&w, file);
	if (r == 0)
		r = action->run(&w);
	return r < 0 ? r : write_output(&w, action, path);
}

int cmd_zeinfo(struct tool *tool)
{
	const char *name = tool->args.operands[0];

	for (size_t i = 0; i < ARRAY_SIZE(actions); i++)
		if (str_eq(actions[i].name, name))
			return run(tool, &actions[i]);
	return usage(tool, "%s: expected one of: print set rename lower", name);
}
