/* tools/verbs/check_targets.c — sybil check --target: kernels × targets, as a text table and in the document. */
#include "term/demangle.h"
#include "tools/frame/tool.h"

int check_targets_begin(struct tool *tool, struct targets *out)
{
	const char *const *names;
	size_t count, kept = 0;

	TRY(args_names(tool, OPT_check_target, &names, &count));
	if (count == 0) {
		if (!args_has(tool, OPT_check_device) &&
		    (args_has(tool, OPT_check_all) || args_has(tool, OPT_check_device_config)))
			return usage(tool, "--all and --device-config need --target=NAME");
		return 0;
	}
	TRY(targets_find(tool, OPT_check_device_config, names, count, out));
	for (size_t i = 0; i < out->count; i++) { /* a target that is given under two names is one */
		bool seen = false;

		for (size_t k = 0; k < kept && !seen; k++)
			seen = out->list[k] == out->list[i];
		out->names[kept] = out->names[i];
		out->list[kept] = out->list[i];
		kept += !seen;
	}
	out->count = kept;
	return 0;
}

static size_t count_of(const struct syb_value *matrix, const char *key)
{
	return (size_t)syb_value_uint(syb_value_get(matrix, key));
}

/* The answers about a kernel; see `grouped` of sybil/filter.h. */
static const struct syb_value *answers(const struct syb_value *matrix, const struct syb_value *kernel)
{
	const struct syb_value *rows = syb_value_get(matrix, "rows");

	return rows ? syb_value_at(rows, count_of(kernel, "row")) : syb_value_get(kernel, "targets");
}

static bool runs(const struct syb_value *targets, bool all)
{
	size_t yes = 0;

	for (size_t i = 0; i < syb_value_count(targets); i++)
		yes += syb_value_bool(syb_value_get(syb_value_at(targets, i), "runs"));
	return all ? yes == syb_value_count(targets) : yes > 0;
}

int check_targets_judge(struct tool *tool, const struct syb_value *matrix)
{
	const struct syb_value *kernels = syb_value_get(matrix, "kernels");
	bool all = args_has(tool, OPT_check_all), allow = args_has(tool, OPT_check_allow_no_kernel);

	if (syb_value_count(kernels) == 0) {
		syb_report(tool->ctx, allow ? SYB_SEVERITY_WARNING : SYB_SEVERITY_ERROR, SYB_NO_OFFSET,
			   "target-no-kernel", "no kernel to check against the targets");
		return allow && !args_has(tool, OPT_check_strict) ? 0 : -SYB_E_INCOMPATIBLE;
	}
	if (count_of(matrix, "nowhere") == 0 && (!all || count_of(matrix, "somewhere") == 0))
		return 0;
	for (size_t i = 0; i < syb_value_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);

		if (!runs(answers(matrix, kernel), all))
			syb_report(tool->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "target-nowhere",
				   all ? "kernel '%s' does not run on all targets"
				       : "kernel '%s' does not run on any target",
				   syb_value_string(syb_value_get(kernel, "name")));
	}
	return -SYB_E_INCOMPATIBLE;
}

int check_targets(struct tool *tool, const struct targets *targets, const struct syb_file *file,
		  struct syb_record *record, struct syb_value *map)
{
	_cleanup_(syb_record_free_p) struct syb_record *matrix = NULL;
	const struct syb_matrix_opts opts = { .size = sizeof(opts),
					      .name = syb_file_name(file),
					      .names = targets->names,
					      .strict = args_has(tool, OPT_check_strict),
					      .grouped = !tool->json };
	int r;

	if (targets->count == 0)
		return 0;
	r = syb_matrix(tool->ctx, syb_file_bytes(file), targets->list, targets->count, &opts, &matrix);
	r = table_explain(tool, file, false, r);
	if (r < 0)
		return r;
	value_copy(record, map, "matrix", syb_record_root(matrix));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, opts.name);
	return check_targets_judge(tool, syb_record_root(matrix));
}

/* ---- text ---- */

static int add_cell(struct tool *tool, struct syb_record *record, struct syb_value *row, const struct syb_value *cell)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	const char *answer = syb_value_string(syb_value_get(cell, "answer"));
	const struct syb_value *as = syb_value_get(cell, "as"), *why = syb_value_get(cell, "why");
	const struct syb_value *form = syb_value_get(cell, "form"); /* only for devices */
	const struct syb_value *first = syb_value_at(syb_value_get(cell, "reasons"), 0);
	int r = buf_text(tool->ctx, &buf, answer);

	if (r == 0 && form && !str_eq(answer, "no") && str_eq(syb_value_string(as), "ir"))
		r = buf_printf(tool->ctx, &buf, " (JIT from %s)", syb_value_string(form));
	else if (r == 0 && as && !str_eq(answer, "no") && *syb_value_string(as))
		r = buf_printf(tool->ctx, &buf, " (%s)", str_eq(syb_value_string(as), "ir") ? "IR" : "native");
	if (r == 0 && *syb_value_string(why))
		r = buf_printf(tool->ctx, &buf, ": %s", syb_value_string(why));
	else if (r == 0 && str_eq(answer, "unknown"))
		r = buf_printf(tool->ctx, &buf, ": %s", syb_value_string(syb_value_get(first, "text")));
	if (r < 0)
		return r;
	value_hint(value_stringn(record, row, syb_value_string(syb_value_get(cell, "target")), buf.ptr, buf.len),
		   syb_value_bool(syb_value_get(cell, "runs")) ? VALUE_PLAIN : VALUE_BAD);
	return 0;
}

static void add_name(struct syb_record *record, struct syb_value *row, struct demangler *demangler, const char *name)
{
	struct syb_value *value = value_hint(value_string(record, row, "kernel", name), VALUE_NAME);
	const char *readable = demangle(demangler, name);

	if (readable)
		value_label(record, value, readable);
}

static int print_matrix(struct tool *tool, const char *file, const struct syb_value *matrix)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(demangler_free_p) struct demangler *demangler = NULL;
	const struct syb_value *kernels, *before = NULL, *same = NULL; /* the last row with other answers */
	struct syb_value *list;
	int r;

	if (!matrix)
		return 0;
	kernels = syb_value_get(matrix, "kernels");
	if (syb_value_count(kernels) == 0)
		return 0;
	r = demangler_new(tool->ctx, &demangler);
	if (r == 0)
		r = record_new(tool->ctx, &record);
	if (r < 0)
		return r;
	list = value_hint(value_list(record, record->root, "kernels"), VALUE_TABLE);
	for (size_t i = 0; r == 0 && i < syb_value_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i), *cells = answers(matrix, kernel);
		struct syb_value *row = value_map(record, list, NULL);

		add_name(record, row, demangler, syb_value_string(syb_value_get(kernel, "name")));
		if (cells == before) {
			value_share_rest(row, same);
			continue;
		}
		for (size_t k = 0; r == 0 && k < syb_value_count(cells); k++)
			r = add_cell(tool, record, row, syb_value_at(cells, k));
		before = cells;
		same = row;
	}
	if (syb_value_get(matrix, "aspect_numbers"))
		value_string(record, record->root, "aspect_numbers",
			     syb_value_string(syb_value_get(matrix, "aspect_numbers")));
	return r < 0 ? r : answer(tool, file, SIZE_MAX, steal(record));
}

/* With -v: the image for each device, and why the others were rejected. */
static int print_images(struct tool *tool, const char *file, const struct syb_value *images)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *list;

	if (!tool->verbose || syb_value_count(images) == 0)
		return 0;
	TRY(record_new(tool->ctx, &record));
	list = value_hint(value_list(record, record->root, "images"), VALUE_TABLE);
	for (size_t i = 0; i < syb_value_count(images); i++) {
		const struct syb_value *image = syb_value_at(images, i), *cells = syb_value_get(image, "targets");
		struct syb_value *row = value_map(record, list, NULL);

		value_uint(record, row, "module", syb_value_uint(syb_value_get(image, "module")));
		value_uint(record, row, "image", syb_value_uint(syb_value_get(image, "image")));
		value_string(record, row, "name", syb_value_string(syb_value_get(image, "name")));
		for (size_t k = 0; k < syb_value_count(cells); k++) {
			const struct syb_value *cell = syb_value_at(cells, k);
			const char *why = syb_value_string(syb_value_get(cell, "why"));

			value_string(record, row, syb_value_string(syb_value_get(cell, "target")),
				     syb_value_bool(syb_value_get(cell, "taken")) ? "taken" : why);
		}
	}
	return answer(tool, file, SIZE_MAX, steal(record));
}

int check_targets_print(struct tool *tool, const struct syb_value *map)
{
	const char *file = syb_value_string(syb_value_get(map, "file"));
	const struct syb_value *devices = syb_value_get(map, "devices");
	int r = print_matrix(tool, file, syb_value_get(map, "matrix"));

	if (r == 0)
		r = print_matrix(tool, file, devices);
	return r < 0 || !devices ? r : print_images(tool, file, syb_value_get(devices, "images"));
}
