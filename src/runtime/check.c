/* runtime/check.c — compares requirements with devices before a driver gets any code.
 *
 * libsybil judges; this file covers everything that a kernel can reach by imports, writes SYCL's messages, and reports
 * on all kernels of a bundle. */
#include "names.h"

#include "base/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- texts of the documents ---- */

static void join(const struct syb_reason *reason, const char *separator, char *out, size_t room)
{
	size_t len = 0;

	*out = '\0';
	for (size_t i = 0; i < reason->value_count && len + 1 < room; i++) {
		int n = snprintf(out + len, room - len, "%s%s", i ? separator : "", reason->values[i]);

		len += n < 0 ? 0 : (size_t)n;
	}
}

static void describe_work_group(const struct syb_reason *reason, const struct syb_device *caps, char *out, size_t room)
{
	uint64_t all = 1, sizes[3] = { 1, 1, 1 };
	bool fits = true;

	for (size_t i = 0; i < reason->value_count && i < 3; i++) {
		sizes[i] = strtoull(reason->values[i], NULL, 10);
		fits = fits && checked_mul(all, sizes[i], &all);
	}
	if (!fits)
		snprintf(out, room,
			 "Required work-group size is not supported (total number of work-items requested can't "
			 "fit into size_t)");
	else if (caps->max_work_group_size && all > caps->max_work_group_size)
		snprintf(out, room, "Required work-group size %" PRIu64 " is not supported on the device", all);
	else
		for (size_t i = 3; i-- > 0;) /* report the last one that is too large, as in SYCL's order */
			if (caps->max_work_item_sizes[i] && sizes[i] > caps->max_work_item_sizes[i])
				snprintf(out, room, "Required work-group size %" PRIu64 " is not supported", sizes[i]);
}

static void describe(const struct syb_reason *reason, const struct syb_device *caps, char *out, size_t room)
{
	const char *what = reason->requirement, *first = reason->value_count ? reason->values[0] : "";
	const char *unknown = reason->answer == SYB_ANSWER_UNKNOWN ? " (unknown: the driver does not report it)" : "";
	char list[600];

	snprintf(out, room, "%s", reason->text ? reason->text : what);
	join(reason, ",", list, sizeof(list));
	if (str_eq(what, "fixed_target"))
		snprintf(
			out, room,
			"Kernel was compiled with '-fsycl-fixed-targets=%s' but was submitted to a different device.%s",
			list, unknown);
	else if (str_eq(what, "aspects") && *first >= '0' && *first <= '9')
		snprintf(out, room, "Kernel uses aspect number %s, which is not a known aspect: no device supports it.",
			 first);
	else if (str_eq(what, "aspects"))
		snprintf(out, room,
			 "Kernel uses optional feature corresponding to 'aspect::%s' but device does not support this "
			 "aspect.%s",
			 first, unknown);
	else if (str_eq(what, "reqd_sub_group_size"))
		snprintf(out, room,
			 "Kernel has a required sub-group size of '%s' but device does not support this sub-group "
			 "size.%s",
			 first, unknown);
	else if (str_eq(what, "reqd_work_group_size_uint64_t"))
		describe_work_group(reason, caps, out, room);
	else if (str_starts(what, "joint_matrix") && reason->value_count == 0 && !*unknown)
		snprintf(out, room, "no matrix hardware on the target device, joint_matrix is not supported");
	else if (str_eq(what, "joint_matrix") && reason->value_count)
		snprintf(out, room, "joint_matrix with parameters %s is not supported on this device", first);
	else if (str_eq(what, "joint_matrix_mad") && reason->value_count)
		snprintf(out, room, "joint_matrix_mad function with parameters %s is not supported on this device",
			 first);
}

/* The order of checks in DPC++ and the documents: the kind of device, its features, its limits. */
static int rank(const char *requirement)
{
	static const char *const order[] = {
		"fixed_target",       "aspects", "joint_matrix", "joint_matrix_mad", "reqd_work_group_size_uint64_t",
		"reqd_sub_group_size"
	};

	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		if (str_eq(order[i], requirement))
			return (int)i;
	return ARRAY_SIZE(order);
}

static const struct syb_reason *first_reason(const struct syb_verdict *verdict, enum syb_answer answer)
{
	const struct syb_reason *best = NULL;

	for (size_t i = 0; i < syb_verdict_count(verdict); i++) {
		const struct syb_reason *reason = syb_verdict_at(verdict, i);

		if (reason->answer == answer && (!best || rank(reason->requirement) < rank(best->requirement)))
			best = reason;
	}
	return best;
}

/* Add a note about the assumed numbering of aspects, if the file does not state it and it makes a difference. */
static int note_numbers(struct syb_ctx *ctx, int r, const struct syb_props *props, const struct syb_verdict *verdict)
{
	bool stated;

	if (!props || (syb_props_aspect_numbers(props, &stated), stated))
		return r;
	for (size_t i = 0; i < syb_verdict_count(verdict); i++) {
		const struct syb_reason *reason = syb_verdict_at(verdict, i);
		const bool aspects =
			str_eq(reason->requirement, "aspects") || str_eq(reason->requirement, "fixed_target");

		for (size_t k = 0; aspects && k < reason->value_count; k++) {
			const char *text = syb_props_aspect_numbers_of(props, reason->values[k]);

			if (text)
				return syb_note(ctx, r, "aspect numbers: %s", text);
		}
	}
	return r;
}

/* Fail with "kernel-not-supported" unless the verdict allows running it. */
static int judge(struct syb_ctx *ctx, const struct syb_rt *rt, const char *kernel, const struct syb_rt_device *device,
		 const struct syb_props *props, const struct syb_verdict *verdict)
{
	enum syb_answer answer = syb_verdict_answer(verdict);
	const struct syb_reason *main = first_reason(verdict, answer);
	char text[1024];
	int r;

	if (answer == SYB_ANSWER_YES || (answer == SYB_ANSWER_UNKNOWN && !rt->strict))
		return 0;
	describe(main, &device->info.caps, text, sizeof(text));
	r = syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "kernel-not-supported", "%s", text);
	for (size_t i = 0; i < syb_verdict_count(verdict); i++) {
		const struct syb_reason *reason = syb_verdict_at(verdict, i);

		if (reason == main)
			continue;
		describe(reason, &device->info.caps, text, sizeof(text));
		r = syb_note(ctx, r, "%s", text);
	}
	r = note_numbers(ctx, r, props, verdict);
	return syb_note(ctx, r, "kernel %s on %s", kernel, device->info.info.name);
}

/* ---- a kernel ---- */

static int check_part(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		      struct module *module, const char *kernel, bool root)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(match_drop) struct match match = { 0 };
	uint64_t start = clock_ns();
	int r = match_kernel(ctx, &scratch, bundle, module, device, root ? kernel : NULL, &match);

	bundle_time(bundle, STEP_MATCH, start);
	if (r < 0)
		return r;
	r = judge(ctx, bundle->rt, kernel, device, module->props, match.verdict);
	if (r == 0 && !match.image) {
		r = syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "kernel-not-supported",
			     "kernel %s has no image for %s", kernel, device->info.info.name);
		r = match_explain(ctx, r, bundle, module, device, &match);
	}
	return r < 0 && !root ? syb_note(ctx, r, "in module %zu, which the kernel needs", syb_module_index(module->bin))
			      : r;
}

int check_kernel(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		 struct module *root, const char *kernel, struct module ***out_parts, size_t *out_count)
{
	struct module **parts = NULL;
	uint64_t start;
	size_t count = 0;
	int r = check_part(ctx, bundle, device, root, kernel, true);

	start = clock_ns();
	if (r == 0)
		r = link_closure(ctx, arena, bundle, device, root, &parts, &count);
	for (size_t i = 1; r == 0 && i < count; i++)
		r = check_part(ctx, bundle, device, parts[i], kernel, false);
	bundle_time(bundle, STEP_CHECK, start);
	if (r < 0)
		return r;
	*out_parts = parts;
	*out_count = count;
	return 0;
}

/* ---- all kernels, in the form of syb_matrix ---- */

struct cell {
	enum syb_answer answer;
	bool runs;
	const struct module *module;
	struct match match;
	char why[1024];
};

static int judge_cell(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		      struct module *module, const char *kernel, struct cell *out)
{
	struct module **parts;
	size_t count, before = syb_ctx_diag_count(ctx);
	int r;

	*out = (struct cell){ .module = module };
	r = match_kernel(ctx, arena, bundle, module, device, kernel, &out->match);
	if (r < 0)
		return r;
	out->answer = out->match.answer;
	r = check_kernel(ctx, arena, bundle, device, module, kernel, &parts, &count);
	if (r < 0 && syb_ctx_diag_count(ctx) > before)
		snprintf(out->why, sizeof(out->why), "%s", syb_ctx_diag_at(ctx, before)->text);
	if (r < 0 && !out->match.image && out->match.why)
		snprintf(out->why, sizeof(out->why), "%s", out->match.why);
	if (r < 0 && out->answer == SYB_ANSWER_YES)
		out->answer = SYB_ANSWER_NO; /* an import is not supported */
	out->runs = r == 0;
	if (r == 0 || r == -SYB_E_INCOMPATIBLE)
		return 0;
	syb_verdict_free(out->match.verdict);
	return r;
}

static void show_reasons(struct syb_record *record, struct syb_value *map, const struct syb_verdict *verdict)
{
	struct syb_value *list = value_hint(value_list(record, map, "reasons"), VALUE_QUIET);

	for (size_t i = 0; i < syb_verdict_count(verdict); i++) {
		const struct syb_reason *reason = syb_verdict_at(verdict, i);

		value_reason(record, list, reason, syb_answer_name(reason->answer));
	}
}

static const char *way(const struct match *match)
{
	static const char *const names[] = {
		[BE_SPIRV] = "ir", [BE_BITCODE] = "ir", [BE_NATIVE] = "native", [BE_PTX] = "ir"
	};

	return match->image ? names[match->format] : NULL;
}

static void show_cell(struct syb_record *record, struct syb_value *list, const char *target, const struct cell *cell)
{
	static const char *const forms[] = {
		[BE_SPIRV] = "SPIR-V", [BE_BITCODE] = "LLVM bitcode", [BE_NATIVE] = "native", [BE_PTX] = "PTX"
	};
	struct syb_value *map = value_map(record, list, NULL);

	value_string(record, map, "target", target);
	value_string(record, map, "answer", syb_answer_name(cell->answer));
	value_bool(record, map, "runs", cell->runs);
	value_uint(record, map, "module", syb_module_index(cell->module->bin));
	value_string_or_null(record, map, "as", way(&cell->match));
	value_string_or_null(record, map, "form", cell->match.image ? forms[cell->match.format] : NULL);
	if (cell->match.image)
		value_uint(record, map, "image", syb_image_index(cell->match.image));
	else
		value_null(record, map, "image");
	value_string_or_null(record, map, "why", *cell->why ? cell->why : NULL);
	show_reasons(record, map, cell->match.verdict);
}

static bool better(const struct cell *a, const struct cell *b)
{
	return a->runs != b->runs ? a->runs : a->answer > b->answer;
}

/* The best of the modules that have the kernel. */
static int best_cell(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		     const char *kernel, struct cell *out)
{
	const struct owners *owners = &bundle->kernel_owners; /* complete: the name comes from it */
	bool any = false;
	int r = 0;

	for (size_t i = owners_find(owners, kernel); r == 0 && i != SIZE_MAX; i = owners->list[i].next) {
		struct cell cell;

		r = judge_cell(ctx, arena, bundle, device, owners->list[i].module, kernel, &cell);
		if (r < 0)
			break;
		if (!any || better(&cell, out)) {
			if (any)
				syb_verdict_free(out->match.verdict);
			*out = cell;
		} else {
			syb_verdict_free(cell.match.verdict);
		}
		any = true;
	}
	if (r < 0 && any)
		syb_verdict_free(out->match.verdict);
	return r < 0 ? r : any ? 0 : -SYB_E_NOTFOUND;
}

static const char *target_name(const struct syb_rt_device *device, char *out, size_t room)
{
	const struct syb_rt_device_info *info = &device->info.info;

	if (info->backend == SYB_BACKEND_PROFILE)
		return info->name;
	snprintf(out, room, "%s:%u", syb_backend_name(info->backend), (unsigned)info->number);
	return out;
}

static int show_kernel(struct syb_ctx *quiet, struct syb_bundle *bundle, const char *kernel, struct syb_record *record,
		       struct syb_value *list, size_t *out_runs)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct syb_value *map = value_map(record, list, NULL), *targets;
	char name[32];
	int r = 0;

	value_hint(value_string(record, map, "name", kernel), VALUE_NAME);
	targets = value_list(record, map, "targets");
	*out_runs = 0;
	for (size_t d = 0; r == 0 && d < bundle->device_count; d++) {
		struct cell cell = { 0 };

		r = best_cell(quiet, &scratch, bundle, bundle->devices[d], kernel, &cell);
		if (r < 0)
			return r;
		show_cell(record, targets, target_name(bundle->devices[d], name, sizeof(name)), &cell);
		syb_verdict_free(cell.match.verdict);
		*out_runs += cell.runs;
	}
	return r;
}

/* ---- images: which one was chosen, and why not the others ---- */

static int show_choice(struct syb_ctx *ctx, struct syb_bundle *bundle, struct module *module,
		       struct syb_rt_device *device, struct syb_record *record, struct syb_value **targets)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(match_drop) struct match match = { 0 };
	const struct syb_module_info *info = NULL;
	char name[32];

	TRY(module_info(ctx, module, &info));
	TRY(match_module(ctx, &scratch, bundle, module, device, program_is_specialized(bundle, info), &match));
	for (size_t i = 0; i < syb_module_image_count(module->bin); i++) {
		const struct syb_image *image = syb_module_image_at(module->bin, i);
		struct syb_value *map = value_map(record, targets[i], NULL);

		value_string(record, map, "target", target_name(device, name, sizeof(name)));
		value_bool(record, map, "taken", image == match.image);
		value_string_or_null(record, map, "why", match_lost(bundle, device, &match, image));
	}
	return 0;
}

static int show_images(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record *record)
{
	struct syb_value *list = value_list(record, record->root, "images");

	for (size_t m = 0; m < bundle->module_count; m++) {
		_cleanup_(arena_free) struct arena scratch = { 0 };
		const struct syb_module *module = bundle->modules[m]->bin;
		size_t count = syb_module_image_count(module);
		struct syb_value **targets = arena_array(ctx, &scratch, count + 1, sizeof(struct syb_value *));

		if (!targets)
			return -SYB_E_NOMEM;
		for (size_t i = 0; i < count; i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			struct syb_value *map = value_map(record, list, NULL);

			value_uint(record, map, "module", syb_module_index(module));
			value_uint(record, map, "image", syb_image_index(image));
			value_string(record, map, "kind", syb_image_kind(image) == SYB_IMAGE_IR ? "ir" : "native");
			value_string(record, map, "name", match_image_name(image));
			targets[i] = value_list(record, map, "targets");
		}
		for (size_t d = 0; d < bundle->device_count; d++)
			TRY(show_choice(ctx, bundle, bundle->modules[m], bundle->devices[d], record, targets));
	}
	return 0;
}

/* Negative answers are not errors of the caller, so they go to a separate context. */
static int show_all(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record *record)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = bundle->from.fn, .alloc_user = bundle->from.user };
	struct syb_ctx *quiet = NULL;
	struct syb_value *list = value_list(record, record->root, "kernels");
	size_t counts[3] = { 0 }, runs;
	int r = syb_ctx_new(&opts, &quiet);

	if (r == 0)
		syb_ctx_assume_aspect_numbers(quiet, bundle->numbers);
	for (size_t i = 0; r == 0 && i < syb_bundle_kernel_count(bundle); i++) {
		r = show_kernel(quiet, bundle, syb_bundle_kernel_at(bundle, i), record, list, &runs);
		counts[runs == 0 ? 0 : runs == bundle->device_count ? 2 : 1]++;
		if (r < 0 && syb_ctx_diag_count(quiet))
			(void)!syb_fail(ctx, (enum syb_code) - r, SYB_NO_OFFSET, syb_ctx_diag_at(quiet, 0)->check, "%s",
					syb_ctx_diag_at(quiet, 0)->text);
		syb_ctx_diag_clear(quiet);
	}
	syb_ctx_free(quiet);
	value_uint(record, record->root, "everywhere", counts[2]);
	value_uint(record, record->root, "somewhere", counts[1]);
	value_uint(record, record->root, "nowhere", counts[0]);
	return r;
}

/* The numbering of aspects, if it makes a difference. */
static int show_numbers(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record *record)
{
	const char *first = NULL;
	bool mixed = false;
	int r = 0;

	for (size_t i = 0; r == 0 && i < bundle->module_count; i++) {
		const struct syb_module_info *info;
		const char *text;

		r = module_info(ctx, bundle->modules[i], &info);
		text = r == 0 ? syb_props_aspect_numbers_text(bundle->modules[i]->props) : NULL;
		mixed |= text && first && !str_eq(text, first);
		first = first ? first : text;
	}
	if (first)
		value_string(record, record->root, "aspect_numbers", mixed ? "mixed" : first);
	return r;
}

int syb_bundle_check(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, *bundle->name ? bundle->name : NULL);
	struct syb_value *list;
	char name[32];
	int r = names_need(ctx, bundle);

	if (r == 0)
		r = record_new(ctx, &record);
	if (r < 0)
		return r;
	list = value_list(record, record->root, "targets");
	for (size_t d = 0; d < bundle->device_count; d++)
		value_string(record, list, NULL, target_name(bundle->devices[d], name, sizeof(name)));
	r = show_numbers(ctx, bundle, record);
	if (r == 0)
		r = show_all(ctx, bundle, record);
	if (r == 0)
		r = show_images(ctx, bundle, record);
	if (r == 0)
		r = record_finish(record);
	if (r == 0)
		*out_record = steal(record);
	return r;
}
