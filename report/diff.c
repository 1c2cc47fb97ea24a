/* report/diff.c — two files → what became of the first in the second, regressions first.
 *
 * The comparison is that of `sybil diff`, whose answer is in the document as it is. Added here: kernels that are gone,
 * or run on fewer devices than before. */
#include "document.h"

#include <sybil/package.h>

struct diff {
	struct report *x;
	struct syb_value *regressions, *improvements, *changes;
	struct hash names[2]; /* of the kernels of each file → index */
};

static void drop(struct diff *d)
{
	hash_free(&d->names[0]);
	hash_free(&d->names[1]);
}

static const size_t *find(const struct diff *d, size_t side, const char *name)
{
	return hash_get(&d->names[side], name, strlen(name));
}

static struct syb_value *put_row(struct diff *d, struct syb_value *list, const char *kernel, const char *what)
{
	struct syb_value *map = value_map(d->x->rec, list, NULL);
	const size_t *place = find(d, 0, kernel);

	place = place ? place : find(d, 1, kernel);
	if (place)
		value_uint(d->x->rec, map, "kernel", *place);
	else
		value_string(d->x->rec, map, "kernel", kernel);
	value_string(d->x->rec, map, "what", what);
	return map;
}

/* ---- devices ---- */

static enum answer answer_at(const struct report *x, const struct kernel *k, size_t device)
{
	return x->verdict_answers[x->row_verdicts[k->answers][device]];
}

/* -1: the kernel is no longer that good on the device, 1: now it is. Native code counts where it runs before and
 * after. */
static int step(const struct report *x, const struct kernel *k[2], size_t device, enum answer least)
{
	const enum answer before = answer_at(x, k[0], device), after = answer_at(x, k[1], device);

	if (least == ANSWER_NATIVE && (before < ANSWER_UNKNOWN || after < ANSWER_UNKNOWN))
		return 0;
	return (after >= least) - (before >= least);
}

/* One row about the devices that went that way; none where there are none. */
static void put_devices(struct diff *d, struct syb_value *list, const char *what, const struct kernel *k[2],
			enum answer least, int way)
{
	struct report *x = d->x;
	struct syb_value *map, *devices;
	size_t counts[2] = { 0 }, moved = 0;

	for (size_t i = 0; i < x->opts.device_count; i++) {
		counts[0] += answer_at(x, k[0], i) >= least;
		counts[1] += answer_at(x, k[1], i) >= least;
		moved += step(x, k, i, least) == way;
	}
	if (moved == 0)
		return;
	map = put_row(d, list, k[0]->name, what);
	value_string(x->rec, map, "attribute", least == ANSWER_NATIVE ? "native" : "devices");
	value_uint(x->rec, map, "before", counts[0]);
	value_uint(x->rec, map, "after", counts[1]);
	devices = value_list(x->rec, map, "devices");
	for (size_t i = 0; i < x->opts.device_count; i++)
		if (step(x, k, i, least) == way)
			value_uint(x->rec, devices, NULL, i);
}

/* Unknown is treated as running, as in `sybil check`. If a kernel still runs, lost or added native code is a neutral
 * change. */
static void compare_devices(struct diff *d, const struct kernel *k[2])
{
	if (k[0]->answers == SIZE_MAX || k[1]->answers == SIZE_MAX || k[0]->answers == k[1]->answers)
		return;
	put_devices(d, d->regressions, "worse", k, ANSWER_UNKNOWN, -1);
	put_devices(d, d->improvements, "better", k, ANSWER_UNKNOWN, 1);
	put_devices(d, d->changes, "changed", k, ANSWER_NATIVE, -1);
	put_devices(d, d->changes, "changed", k, ANSWER_NATIVE, 1);
}

static void compare_kernels(struct diff *d)
{
	struct report *x = d->x;

	for (size_t i = 0; i < x->kernel_count && !failed(x); i++) {
		const struct kernel *k = &x->kernels[i];
		const size_t *other = find(d, !k->file, k->name);

		if (*find(d, k->file, k->name) != i) /* an earlier kernel has the same name */
			continue;
		if (k->file == 0 && other)
			compare_devices(d, (const struct kernel *[]){ k, &x->kernels[*other] });
		else if (!other)
			put_row(d, k->file == 0 ? d->regressions : d->changes, k->name,
				k->file == 0 ? "removed" : "added");
	}
}

/* ---- the answer of the verb ---- */

static void put_values(struct diff *d, struct syb_value *map, const struct syb_value *from)
{
	static const char *const keys[][2] = { { "a", "before" }, { "b", "after" }, { "percent", "percent" } };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (get(from, keys[i][0]))
			value_copy(d->x->rec, map, keys[i][1], get(from, keys[i][0]));
}

/* The name that the rest of the document has for native code: members of archives are called by numbers. */
static const char *arch_of(const struct diff *d, const char *group, size_t len)
{
	const size_t *place = hash_get(&d->x->groups, group, len);

	return place ? d->x->arch_names[*place] : NULL;
}

/* A kernel for Intel GPUs, with what changed. */
static void put_kernel(struct diff *d, const struct syb_value *kernel)
{
	const char *name = text_of(kernel, "name"), *group = text_of(kernel, "group");
	const char *arch = arch_of(d, group, strlen(group)), *change = text_of(kernel, "change");
	const bool gone = str_eq(change, "removed"), added = str_eq(change, "added");
	struct syb_value *map;

	if ((gone && find(d, 0, name) && !find(d, 1, name)) || (added && find(d, 1, name) && !find(d, 0, name)))
		return;      /* compare_kernels has it */
	if (gone || added) { /* in one of several images */
		map = put_row(d, gone ? d->regressions : d->changes, name, change);
		value_string(d->x->rec, map, "arch", arch ? arch : group);
		return;
	}
	EACH (one, get(kernel, "changes")) {
		const char *verdict = text_of(one, "change");
		const bool worse = str_eq(verdict, "worse"), better = str_eq(verdict, "better");

		map = put_row(d,
			      worse    ? d->regressions
			      : better ? d->improvements
				       : d->changes,
			      name, worse || better ? verdict : "changed");
		if (*group)
			value_string(d->x->rec, map, "arch", arch ? arch : group);
		value_string(d->x->rec, map, "attribute", text_of(one, "attribute"));
		put_values(d, map, one);
	}
}

static void put_difference(struct diff *d, const struct syb_value *one)
{
	struct syb_value *map = value_map(d->x->rec, d->changes, NULL);
	const char *path = text_of(one, "path"), *below = strstr(path, " > ");
	const char *arch = below ? arch_of(d, path, (size_t)(below - path)) : NULL;

	if (arch)
		value_string(d->x->rec, map, "arch", arch);
	value_string(d->x->rec, map, "attribute", arch ? below + strlen(" > ") : path);
	value_string(d->x->rec, map, "what", text_of(one, "change"));
	put_values(d, map, one);
}

/* ---- resources: rows of both files, and those that regressions are about ---- */

static void pair_resources(struct diff *d)
{
	struct report *x = d->x;
	_cleanup_(hash_free) struct hash first = { 0 }, worse = { 0 };
	bool fresh;

	EACH (row, d->regressions) {
		const struct syb_value *kernel = get(row, "kernel");
		const bool listed = kernel && syb_value_kind(kernel) == SYB_VALUE_UINT;
		const char *key = report_printf(
			x, "%s\n%s", listed ? x->kernels[syb_value_uint(kernel)].name : text_of(row, "kernel"),
			text_of(row, "arch"));

		report_index(x, &worse, key, strlen(key), &fresh);
	}
	for (size_t i = 0; i < x->resource_count && !failed(x); i++) {
		struct resource *row = &x->resources[i];
		const struct kernel *k = &x->kernels[row->kernel];
		const char *key = report_printf(x, "%s\n%s", k->name, x->arch_names[row->arch]);
		size_t *stored;

		if (failed(x))
			return;
		stored = k->file ? hash_get(&first, key, strlen(key)) : report_slot(x, &first, key, strlen(key), i);
		row->worse = hash_get(&worse, key, strlen(key)) || hash_get(&worse, key, strlen(k->name) + 1);
		if (k->file && stored && x->resources[*stored].partner == SIZE_MAX) {
			row->partner = *stored;
			x->resources[*stored].partner = i;
		}
	}
}

/* ---- the comparison ---- */

static int compare(struct report *x, struct syb_kernels_verdict *out, struct syb_record **out_answer)
{
	const struct syb_diff_kernels_opts opts = { .size = sizeof(opts), .tolerance = x->opts.tolerance };
	const struct report_file *a = x->files[0].in, *b = x->files[1].in;

	for (size_t i = 0; i < 2; i++) { /* only the report knows LLVM IR as text */
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(x->quiet, x->files[i].in->name);

		if (x->files[i].is_text)
			return syb_fail(x->quiet, SYB_E_FORMAT, 0, "no-package", "text of LLVM IR contains no package");
	}
	return syb_diff_files(x->quiet, &(struct syb_diff_file){ a->name, a->bytes },
			      &(struct syb_diff_file){ b->name, b->bytes }, &opts, out, out_answer);
}

static void put_failure(struct report *x, struct syb_value *map, int r)
{
	struct syb_value *error = quiet_put_error(x, map, r);
	const struct syb_diag *diag = quiet_error(x);
	size_t file = 0;

	while (file < 2 && !(diag && diag->file && str_eq(diag->file, x->files[file].in->name)))
		file++;
	quiet_list(x, file % 2); /* an error about both is listed with the first */
	if (file < 2)
		value_uint(x->rec, error, "file", file);
}

void diff_make(struct report *x)
{
	_cleanup_(drop) struct diff d = { .x = x };
	_cleanup_(syb_record_free_p) struct syb_record *answer = NULL;
	struct syb_value *map = value_map(x->rec, x->rec->root, "diff"), *verdict, *same, *worse;
	struct syb_kernels_verdict compared = { 0 };
	int r;

	for (size_t i = 0; i < 2; i++)
		if (get(x->files[i].map, "error")) { /* it was reported */
			value_uint(x->rec, value_copy(x->rec, map, "error", get(x->files[i].map, "error")), "file", i);
			return;
		}
	quiet_begin(x);
	r = quiet_end(x, true, compare(x, &compared, &answer));
	if (r < 0 && !is_fatal(r))
		put_failure(x, map, r);
	if (r < 0)
		return;
	verdict = value_map(x->rec, map, "verdict");
	same = value_bool(x->rec, verdict, "same", compared.same);
	worse = value_bool(x->rec, verdict, "worse", false);
	d.regressions = value_list(x->rec, map, "regressions");
	d.improvements = value_list(x->rec, map, "improvements");
	d.changes = value_list(x->rec, map, "changes");
	for (size_t i = 0; i < x->kernel_count && !failed(x); i++) {
		const char *name = x->kernels[i].name;
		size_t *stored;
		bool listed;

		x->error = hash_put(x->ctx, &d.names[x->kernels[i].file], name, strlen(name), i, &stored, &listed);
	}
	if (failed(x))
		return;
	compare_kernels(&d);
	EACH (kernel, get(syb_record_root(answer), "kernels"))
		put_kernel(&d, kernel);
	EACH (one, get(syb_record_root(answer), "differences"))
		put_difference(&d, one);
	value_copy(x->rec, map, "answer", syb_record_root(answer));
	if (failed(x))
		return;
	worse->as.b = d.regressions->as.c.count > 0;
	same->as.b &= d.regressions->as.c.count + d.improvements->as.c.count + d.changes->as.c.count == 0;
	pair_resources(&d);
}
