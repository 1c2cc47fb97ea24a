/* package/explore_diff.c — two files → what became of the first in the second, regressions first.
 *
 * The comparison is that of `sybil diff`, whose answer stands in the document as it is. What is added here: kernels
 * that are gone, or run on fewer devices than before. */
#include "explore.h"

#include <sybil/package.h>

struct diff {
	struct explore *x;
	struct syb_value *regressions, *improvements, *changes;
	struct hash names[2]; /* of the kernels of each file → place in the list */
};

static void drop(struct diff *d)
{
	hash_free(&d->names[0]);
	hash_free(&d->names[1]);
}

/* ---- kernels by name ---- */

static int name_kernels(struct diff *d, size_t side)
{
	const struct explore_file *file = &d->x->files[side];
	int r = 0;

	for (size_t i = file->first_kernel; r == 0 && i < file->first_kernel + file->kernel_count; i++) {
		const char *name = d->x->kernels[i].name;
		size_t *stored;
		bool found;

		r = hash_put(d->x->ctx, &d->names[side], name, strlen(name), i, &stored, &found);
	}
	return r;
}

static const size_t *find(const struct diff *d, size_t side, const char *name)
{
	return hash_get(&d->names[side], name, strlen(name));
}

static struct syb_value *put_row(struct diff *d, struct syb_value *list, const char *kernel, const char *what)
{
	struct syb_record *rec = d->x->rec;
	struct syb_value *map = value_map(rec, list, NULL);
	const size_t *place = find(d, 0, kernel);

	if (!place)
		place = find(d, 1, kernel);
	if (place)
		value_uint(rec, map, "kernel", *place);
	else
		value_string(rec, map, "kernel", kernel);
	value_string(rec, map, "what", what);
	return map;
}

/* ---- devices ---- */

static enum explore_answer answer_at(const struct explore *x, const struct explore_kernel *k, size_t device)
{
	return x->verdict_answers[x->rows[k->answers][device]];
}

/* What became of a kernel on a device: -1 it is no longer so good, 1 it is now. Native code matters where it runs in
 * any case. */
static int step(const struct explore *x, const struct explore_kernel *k[2], size_t device, enum explore_answer least)
{
	const enum explore_answer before = answer_at(x, k[0], device), after = answer_at(x, k[1], device);

	if (least == ANSWER_NATIVE && (before < ANSWER_UNKNOWN || after < ANSWER_UNKNOWN))
		return 0;
	return (after >= least) - (before >= least);
}

/* least: ANSWER_UNKNOWN, on how many devices it runs, or ANSWER_NATIVE. Nothing is added where none went that way. */
static void put_devices(struct diff *d, struct syb_value *list, const char *what, const struct explore_kernel *k[2],
			enum explore_answer least, int way)
{
	struct explore *x = d->x;
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

/* A kernel of both files: unknown counts as running, as it does for `sybil check`. Native code that is gone, or new,
 * where the kernel still runs, is a change, neither good nor bad. */
static void compare_devices(struct diff *d, const struct explore_kernel *k[2])
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
	const struct explore_file *a = &d->x->files[0], *b = &d->x->files[1];

	for (size_t i = a->first_kernel; i < a->first_kernel + a->kernel_count; i++) {
		const struct explore_kernel *k = &d->x->kernels[i];
		const size_t *place = find(d, 1, k->name);

		if (*find(d, 0, k->name) != i) /* told already */
			continue;
		if (place)
			compare_devices(d, (const struct explore_kernel *[]){ k, &d->x->kernels[*place] });
		else
			put_row(d, d->regressions, k->name, "removed");
	}
	for (size_t i = b->first_kernel; i < b->first_kernel + b->kernel_count; i++) {
		const char *name = d->x->kernels[i].name;

		if (*find(d, 1, name) == i && !find(d, 0, name))
			put_row(d, d->changes, name, "added");
	}
}

/* ---- the answer of the verb ---- */

static void put_values(struct diff *d, struct syb_value *map, const struct syb_value *from)
{
	const struct syb_value *a = explore_get(from, "a"), *b = explore_get(from, "b");

	if (a)
		value_copy(d->x->rec, map, "before", a);
	if (b)
		value_copy(d->x->rec, map, "after", b);
}

/* What a part of a file is for, as the rest of the document calls it: members of archives are called by numbers. */
static const char *arch_of(const struct diff *d, const char *group, size_t len)
{
	const size_t *place = hash_get(&d->x->group_places, group, len);

	return place ? d->x->arches[*place] : NULL;
}

/* A kernel for Intel GPUs, with what changed of it. */
static void put_kernel(struct diff *d, const struct syb_value *kernel)
{
	const struct syb_value *changes = explore_get(kernel, "changes");
	const char *name = explore_text(kernel, "name"), *group = explore_text(kernel, "group");
	const char *arch = arch_of(d, group, strlen(group));
	const char *change = explore_text(kernel, "change");
	const bool gone = str_eq(change, "removed"), added = str_eq(change, "added");
	struct syb_value *map;

	if ((gone && find(d, 0, name) && !find(d, 1, name)) ||
	    (added && find(d, 1, name) && !find(d, 0, name))) /* told by name */
		return;
	if (gone || added) { /* in one of several images, or of a module that does not name it */
		map = put_row(d, gone ? d->regressions : d->changes, name, change);
		value_string(d->x->rec, map, "arch", arch ? arch : group);
		return;
	}
	for (size_t i = 0; i < explore_count(changes); i++) {
		const struct syb_value *one = syb_value_at(changes, i);
		const char *verdict = explore_text(one, "change");
		const bool worse = str_eq(verdict, "worse"), better = str_eq(verdict, "better");

		map = put_row(d,
			      worse    ? d->regressions
			      : better ? d->improvements
				       : d->changes,
			      name,
			      worse    ? "worse"
			      : better ? "better"
				       : "changed");
		if (*group)
			value_string(d->x->rec, map, "arch", arch ? arch : group);
		value_string(d->x->rec, map, "attribute", explore_text(one, "attribute"));
		put_values(d, map, one);
		if (explore_get(one, "percent"))
			value_copy(d->x->rec, map, "percent", explore_get(one, "percent"));
	}
}

static void put_difference(struct diff *d, const struct syb_value *one)
{
	struct syb_value *map = value_map(d->x->rec, d->changes, NULL);
	const char *path = explore_text(one, "path"), *below = strstr(path, " > ");
	const char *arch = below ? arch_of(d, path, (size_t)(below - path)) : NULL;

	if (arch)
		value_string(d->x->rec, map, "arch", arch);
	value_string(d->x->rec, map, "attribute", arch ? below + strlen(" > ") : path);
	value_string(d->x->rec, map, "what", explore_text(one, "change"));
	put_values(d, map, one);
}

static void put_answer(struct diff *d, const struct syb_value *answer)
{
	const struct syb_value *kernels = explore_get(answer, "kernels"), *rest = explore_get(answer, "differences");

	for (size_t i = 0; i < explore_count(kernels); i++)
		put_kernel(d, syb_value_at(kernels, i));
	for (size_t i = 0; i < explore_count(rest); i++)
		put_difference(d, syb_value_at(rest, i));
}

/* Text of LLVM IR is known to this page alone: nobody below could say what it is. */
static int compare(struct explore *x, const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out,
		   struct syb_record **out_answer)
{
	const struct explore_file *a = &x->files[0], *b = &x->files[1];

	for (size_t i = 0; i < 2; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(x->ctx, x->files[i].in->name);

		if (x->files[i].ir.text)
			return syb_fail(x->ctx, SYB_E_FORMAT, 0, "no-package",
					"there is no SYCLBIN package in the text of LLVM IR");
	}
	return syb_diff_files(x->ctx, &(struct syb_diff_file){ a->in->name, a->in->bytes },
			      &(struct syb_diff_file){ b->in->name, b->in->bytes }, opts, out, out_answer);
}

/* Which file an error is about; SIZE_MAX: both. */
static size_t blamed(const struct explore *x, const struct explore_found *found)
{
	for (const struct explore_diag *d = found->first; d; d = d->next)
		for (size_t i = 0; d->diag.severity == SYB_SEVERITY_ERROR && d->diag.file && i < 2; i++)
			if (x->files[i].in->name && str_eq(d->diag.file, x->files[i].in->name))
				return i;
	return SIZE_MAX;
}

/* A file that cannot be read: that was told. */
static bool put_unread(struct explore *x, struct syb_value *map)
{
	for (size_t i = 0; i < 2; i++) {
		const struct syb_value *error = explore_get(x->files[i].map, "error");
		struct syb_value *copy = error ? value_copy(x->rec, map, "error", error) : NULL;

		if (copy)
			value_uint(x->rec, copy, "file", i);
		if (error)
			return true;
	}
	return false;
}

static void put_failure(struct explore *x, struct syb_value *map, const struct explore_found *found, int r)
{
	const size_t file = blamed(x, found);

	explore_checks(x, file == SIZE_MAX ? 0 : file, found);
	explore_put_error(x, map, found, r);
	if (file != SIZE_MAX && !x->rec->failed)
		value_uint(x->rec, map->as.c.last, "file", file);
}

int explore_diff(struct explore *x)
{
	_cleanup_(drop) struct diff d = { .x = x };
	_cleanup_(syb_record_free_p) struct syb_record *answer = NULL;
	const struct syb_diff_kernels_opts opts = { .size = sizeof(opts), .tolerance = x->opts.tolerance };
	struct syb_value *map = value_map(x->rec, x->rec->root, "diff"), *verdict, *same, *worse;
	struct syb_kernels_verdict compared = { 0 };
	struct explore_found found;
	int r;

	if (x->rec->failed)
		return -SYB_E_NOMEM;
	if (put_unread(x, map))
		return 0;
	explore_divert(x, &found);
	r = compare(x, &opts, &compared, &answer);
	r = explore_divert_end(&found, true, r);
	if (explore_fatal(r))
		return r;
	if (r < 0) {
		put_failure(x, map, &found, r);
		return 0;
	}
	verdict = value_map(x->rec, map, "verdict");
	same = value_bool(x->rec, verdict, "same", compared.same);
	worse = value_bool(x->rec, verdict, "worse", false);
	d.regressions = value_list(x->rec, map, "regressions");
	d.improvements = value_list(x->rec, map, "improvements");
	d.changes = value_list(x->rec, map, "changes");
	r = name_kernels(&d, 0);
	if (r == 0)
		r = name_kernels(&d, 1);
	if (r < 0 || x->rec->failed)
		return r < 0 ? r : -SYB_E_NOMEM;
	compare_kernels(&d);
	put_answer(&d, syb_record_root(answer));
	value_copy(x->rec, map, "answer", syb_record_root(answer));
	if (x->rec->failed)
		return -SYB_E_NOMEM;
	worse->as.b = d.regressions->as.c.count > 0;
	same->as.b &= d.regressions->as.c.count + d.improvements->as.c.count + d.changes->as.c.count == 0;
	return explore_compare_resources(x, d.regressions);
}
