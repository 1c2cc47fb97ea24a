/* package/explore_matrix.c — kernels × devices: rows of indices, so that equal answers are told once.
 *
 * The answers are those of `sybil check --target`: matrix.c makes both. A row has one verdict for each device; kernels
 * of one module share a row, and so do all others with the same verdicts. */
#include "explore.h"

#include "base/buf.h"
#include "base/file.h"
#include <sybil/item.h>
#include <sybil/target.h>

#include <stdio.h>

/* ---- devices ---- */

static void put_device(struct explore *x, const struct syb_device *device, const char *name, const char *origin)
{
	struct syb_value *map = value_map(x->rec, x->out.devices, NULL), *list;

	value_string(x->rec, map, "name", name);
	value_string(x->rec, map, "kind", origin ? "device" : device->file ? "profile" : "target");
	value_string(x->rec, map, "from", origin ? origin : device->file ? device->file : "built in");
	list = value_list(x->rec, map, "aspects");
	for (size_t i = 0; i < device->aspect_count; i++) {
		const struct syb_aspect_info *info = syb_aspect_find(device->aspects[i]);
		char number[16];

		snprintf(number, sizeof(number), "%u", syb_aspect_stated(device->aspects[i]));
		value_string(x->rec, list, NULL, info ? info->name : number);
	}
	if (device->may_support_other_aspects)
		value_bool(x->rec, map, "may_support_other_aspects", true);
	if (device->sub_group_size_count) {
		list = value_list(x->rec, map, "sub_group_sizes");
		for (size_t i = 0; i < device->sub_group_size_count; i++)
			value_uint(x->rec, list, NULL, device->sub_group_sizes[i]);
	}
	if (device->max_work_group_size)
		value_uint(x->rec, map, "max_work_group_size", device->max_work_group_size);
}

void explore_devices(struct explore *x)
{
	for (size_t i = 0; i < x->opts.device_count; i++) {
		const struct syb_device *device = x->opts.devices[i];

		put_device(x, device, x->opts.device_names ? x->opts.device_names[i] : device->name,
			   x->opts.device_origins ? x->opts.device_origins[i] : NULL);
	}
}

/* ---- verdicts ---- */

static enum explore_answer answer_of(const struct matrix_verdict *v)
{
	if (v->fit->answer != SYB_ANSWER_YES)
		return v->fit->answer == SYB_ANSWER_NO ? ANSWER_NO : ANSWER_UNKNOWN;
	return v->way == WAY_NATIVE ? ANSWER_NATIVE : ANSWER_JIT;
}

static const char *answer_name(const struct matrix_verdict *v)
{
	static const char *const names[] = {
		[ANSWER_NO] = "no", [ANSWER_UNKNOWN] = "unknown", [ANSWER_JIT] = "jit", [ANSWER_NATIVE] = "native"
	};

	return names[answer_of(v)];
}

static void put_verdict(struct explore *x, const struct matrix_verdict *v)
{
	struct syb_value *map = value_map(x->rec, x->out.verdicts, NULL), *why = NULL;

	value_string(x->rec, map, "answer", answer_name(v));
	if (v->image_name)
		value_string(x->rec, map, "image", v->image_name);
	for (size_t i = 0; i < v->fit->reason_count; i++) {
		if (v->fit->reasons[i].answer != v->fit->answer) /* it does not decide */
			continue;
		if (!why)
			why = value_list(x->rec, map, "why");
		value_string(x->rec, why, NULL, v->fit->reasons[i].text);
	}
}

/* All that is told of a verdict, as one text. */
static int verdict_key(struct explore *x, const struct matrix_verdict *v, struct buf *text)
{
	int r = buf_printf(x->ctx, text, "%s\n%s", answer_name(v), v->image_name ? v->image_name : "");

	for (size_t i = 0; r == 0 && i < v->fit->reason_count; i++)
		if (v->fit->reasons[i].answer == v->fit->answer)
			r = buf_printf(x->ctx, text, "\n%s", v->fit->reasons[i].text);
	return r;
}

static int verdict_place(struct explore *x, const struct matrix_verdict *v, uint32_t *out_place)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t *stored;
	const char *key;
	bool found;
	int r = verdict_key(x, v, &text);

	if (r < 0)
		return r;
	stored = hash_get(&x->verdict_places, text.ptr, text.len);
	if (!stored) {
		key = arena_string(x->ctx, &x->arena, text.ptr, text.len);
		r = key ? VEC_PUSH(x->ctx, x->verdict_answers, x->verdict_count, x->verdict_room) : -SYB_E_NOMEM;
		if (r < 0)
			return r;
		r = hash_put(x->ctx, &x->verdict_places, key, text.len, x->verdict_count, &stored, &found);
		if (r < 0)
			return r;
		x->verdict_answers[x->verdict_count++] = answer_of(v);
		put_verdict(x, v);
	}
	*out_place = (uint32_t)*stored;
	return 0;
}

/* ---- rows ---- */

static int row_place(struct explore *x, const struct matrix_verdict *const *cells, size_t *out_place)
{
	const size_t count = x->opts.device_count;
	uint32_t *places = arena_array(x->ctx, &x->arena, count, sizeof(*places));
	struct syb_value *list;
	size_t *stored;
	bool found;
	int r = places ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < count; i++)
		r = verdict_place(x, cells[i], &places[i]);
	if (r == 0)
		r = VEC_PUSH(x->ctx, x->rows, x->row_count, x->row_room);
	if (r == 0)
		r = hash_put(x->ctx, &x->row_places, places, count * sizeof(*places), x->row_count, &stored, &found);
	if (r < 0)
		return r;
	*out_place = *stored;
	if (found)
		return 0;
	x->rows[x->row_count++] = places;
	list = value_list(x->rec, x->out.answers, NULL);
	for (size_t i = 0; i < count; i++)
		value_uint(x->rec, list, NULL, places[i]);
	return 0;
}

int explore_answers(struct explore *x, struct explore_asked *m, const char *kernel, size_t *out_place)
{
	const size_t *place = m->asked ? hash_get(&m->matrix.names, kernel, strlen(kernel)) : NULL;
	const size_t size = x->opts.device_count * sizeof(struct matrix_verdict *);
	const struct matrix_verdict **cells;
	size_t *stored;
	bool found;
	int r;

	*out_place = SIZE_MAX;
	if (!place)
		return 0;
	cells = m->matrix.rows[*place].cells;
	r = hash_put(x->ctx, &m->places, cells, size, SIZE_MAX, &stored, &found);
	if (r == 0 && !found)
		r = row_place(x, cells, stored);
	if (r == 0)
		*out_place = *stored;
	return r;
}

void explore_matrix_drop(struct explore_matrix *m)
{
	hash_free(&m->packages.places);
	matrix_drop(&m->packages.matrix);
	hash_free(&m->bare.places);
	matrix_drop(&m->bare.matrix);
}

static int has_kernels(void *user, const struct syb_value *map, const char *kind)
{
	bool *yes = user;

	(void)map;
	*yes |= str_eq(kind, syb_kind_name(SYB_KIND_SYCLBIN)) || str_eq(kind, syb_kind_name(SYB_KIND_TABLE));
	return 0;
}

const char *explore_first_error(const struct explore_found *found)
{
	for (const struct explore_diag *d = found->first; d; d = d->next)
		if (d->diag.severity == SYB_SEVERITY_ERROR)
			return d->diag.text;
	return "the checks say why";
}

/* What cannot be read for this (files that a table names, say) is a finding, and there are no answers. */
static int ask(struct explore *x, struct explore_file *file, struct syb_bytes bytes, struct explore_asked *out)
{
	struct explore_found found;
	int r;

	explore_divert(x, &found);
	r = matrix_read(&out->matrix, bytes);
	r = explore_divert_end(&found, false, r);
	if (explore_fatal(r))
		return r;
	out->asked = r == 0;
	if (r < 0) {
		explore_checks(x, file->index, &found);
		out->why = explore_first_error(&found);
	}
	return 0;
}

int explore_matrix(struct explore *x, struct explore_file *file, struct explore_matrix *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *package = NULL;
	const struct matrix begin = { .ctx = x->ctx,
				      .from = x->from,
				      .opts = { .size = sizeof(struct syb_matrix_opts), .name = file->in->name },
				      .devices = x->opts.devices,
				      .device_count = x->opts.device_count };
	bool some = false;
	int r = 0;

	out->packages.matrix = out->bare.matrix = begin;
	if (x->opts.device_count == 0)
		return 0;
	explore_each(syb_record_root(file->shown), has_kernels, &some);
	if (some)
		r = ask(x, file, file->in->bytes, &out->packages);
	if (r == 0)
		r = explore_bare(x, file, &package, &out->bare.why);
	return r == 0 && package ? ask(x, file, syb_file_bytes(package), &out->bare) : r;
}
