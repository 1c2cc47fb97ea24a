/* package/judge/requirements.c — the one answer to "can this device run that module", for the filter and for the
 * matrix.
 *
 * Where a device configuration says that the device may support more than it lists, or lists no sizes at all, a
 * requirement that it does not mention is neither met nor refused: SYB_ANSWER_UNKNOWN. */
#include "requirements.h"

#include "base/buf.h"
#include "base/words.h"
#include "format/devices/devices.h"
#include <sybil/target.h>

#include <inttypes.h>
#include <stdarg.h>

enum { SHOWN_VALUES = 8 }; /* in texts; lists have all */

struct judge {
	struct syb_ctx *ctx;
	struct arena *arena;
	const struct syb_requirements *req;
	const struct syb_device *device;
	struct fit fit;
	bool failed; /* out of memory; found at the end */
};

const char *syb_answer_name(enum syb_answer answer)
{
	static const char *const names[] = {
		[SYB_ANSWER_NO] = "no", [SYB_ANSWER_UNKNOWN] = "unknown", [SYB_ANSWER_YES] = "yes"
	};

	return names[answer];
}

void fit_add(struct fit *fit, const struct syb_reason *reason)
{
	if (fit->reason_count < FIT_REASONS)
		fit->reasons[fit->reason_count++] = *reason;
	if (reason->answer < fit->answer)
		fit->answer = reason->answer;
}

/* ---- names of targets ---- */

const struct syb_target_info *device_target(const struct syb_device *device)
{
	const struct syb_target_info *target = syb_target_find(device->name);

	/* a user's own entry may name its target by an alias */
	for (size_t i = 0; !target && i < syb_target_count(); i++) {
		const char *name = syb_target_at(i)->name;

		if (words_have(device->aliases, name, strlen(name)))
			target = syb_target_at(i);
	}
	return target;
}

static bool is_generic(const struct syb_target_info *target)
{
	return target && !*target->arch;
}

/* Triples that mean the same devices: the native one of a CPU, and the one of its SPIR-V compiler. */
static const char *family(const struct syb_target_info *target)
{
	return str_starts(target->triple, "x86_64-") ? "spir64_x86_64-unknown-unknown" : target->triple;
}

bool target_is_same(const struct syb_target_info *a, const struct syb_target_info *b)
{
	return a && b && (a == b || (is_generic(a) && is_generic(b) && str_eq(family(a), family(b))));
}

bool device_is(const struct syb_device *device, const char *name)
{
	if (str_eq(device->name, name) || words_have(device->aliases, name, strlen(name)))
		return true;
	return target_is_same(syb_target_find(name), device_target(device));
}

/* A generic target represents those of its triple; SPIR-V represents any device of that family. */
bool target_may_be(const struct syb_target_info *generic, const struct syb_target_info *other)
{
	return is_generic(generic) && (str_eq(family(generic), family(other)) ||
				       (str_eq(generic->name, "spir64") && str_starts(family(other), "spir64")));
}

/* ---- reasons ---- */

/* Append a value to the list of a reason. The list grows at powers of two. */
static void add_value(struct judge *j, struct syb_reason *reason, const char *fmt, ...) SYB_PRINTF(3, 4);
static void add_value(struct judge *j, struct syb_reason *reason, const char *fmt, ...)
{
	const size_t n = reason->value_count;
	const char **values = (const char **)(uintptr_t)reason->values; /* allocated here */
	va_list args;

	if ((n & (n - 1)) == 0) {
		values = arena_array(j->ctx, j->arena, n ? 2 * n : 1, sizeof(*values));
		if (values && n)
			memcpy(values, reason->values, n * sizeof(*values));
	}
	va_start(args, fmt);
	if (values)
		values[n] = arena_vprintf(j->ctx, j->arena, fmt, args);
	va_end(args);
	j->failed |= !values || !values[n];
	if (j->failed)
		return;
	reason->values = values;
	reason->value_count++;
}

/* `what` VALUE, VALUE … `verdict` */
static void add_reason(struct judge *j, struct syb_reason *reason, const char *what, const char *verdict)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t shown = reason->value_count < SHOWN_VALUES ? reason->value_count : SHOWN_VALUES;

	buf_text(j->ctx, &text, what);
	for (size_t i = 0; i < shown; i++)
		buf_printf(j->ctx, &text, "%s%s", i ? ", " : " ", reason->values[i]);
	if (shown < reason->value_count)
		buf_printf(j->ctx, &text, " and %zu more", reason->value_count - shown);
	if (*verdict)
		buf_printf(j->ctx, &text, " %s", verdict);
	reason->text = text.failed ? NULL : arena_string(j->ctx, j->arena, text.ptr, text.len);
	j->failed |= !reason->text;
	fit_add(&j->fit, reason);
}

static void add_aspect(struct judge *j, struct syb_reason *reason, uint32_t number)
{
	const struct syb_aspect_info *aspect = syb_aspect_find(number);

	if (aspect)
		add_value(j, reason, "%s", aspect->name);
	else
		add_value(j, reason, "%" PRIu32, syb_aspect_stated(number));
}

static bool is_repeated(const uint32_t *numbers, size_t i)
{
	/* lists of aspects are short; long ones are nonsense */
	return u32_in(numbers + (i < 64 ? 0 : i - 64), i < 64 ? i : 64, numbers[i]);
}

/* ---- the requirements, in the order of the documents ---- */

/* Those that the device lacks, those that are known to be unknown, or those that it does not list. */
static struct syb_reason *reason_of(const struct syb_device *device, uint32_t aspect, struct syb_reason *refused,
				    struct syb_reason *unknown, struct syb_reason *unlisted)
{
	if (u32_in(device->unknown_aspects, device->unknown_aspect_count, aspect))
		return unknown;
	return device->may_support_other_aspects ? unlisted : refused;
}

static void judge_aspects(struct judge *j)
{
	struct syb_reason refused = { .requirement = "aspects", .answer = SYB_ANSWER_NO };
	struct syb_reason unlisted = { .requirement = "aspects", .answer = SYB_ANSWER_UNKNOWN };
	struct syb_reason unknown = { .requirement = "aspects", .answer = SYB_ANSWER_UNKNOWN };
	struct syb_reason nameless = { .requirement = "aspects", .answer = SYB_ANSWER_NO };
	const struct syb_device *device = j->device;

	for (size_t i = 0; i < j->req->aspect_count && !j->failed; i++) {
		const uint32_t aspect = j->req->aspects[i];

		if (syb_device_has_aspect(device, aspect) || is_repeated(j->req->aspects, i))
			continue;
		add_aspect(j,
			   syb_aspect_find(aspect) ? reason_of(device, aspect, &refused, &unknown, &unlisted)
						   : &nameless,
			   aspect);
	}
	if (nameless.value_count) /* refused even by a device that may support other aspects */
		add_reason(j, &nameless, nameless.value_count == 1 ? "aspect" : "aspects",
			   nameless.value_count == 1 ? "(not a known number)" : "(not known numbers)");
	if (refused.value_count)
		add_reason(j, &refused, refused.value_count == 1 ? "aspect" : "aspects", "");
	if (unlisted.value_count)
		add_reason(j, &unlisted, unlisted.value_count == 1 ? "aspect" : "aspects", "not listed");
	if (unknown.value_count)
		add_reason(j, &unknown, unknown.value_count == 1 ? "aspect" : "aspects", "not known");
}

/* ESIMD kernels state size 1 and are not compiled to sub-groups: DPC++ does not check it either. */
static void judge_sub_group(struct judge *j)
{
	struct syb_reason reason = { .requirement = "reqd_sub_group_size", .answer = SYB_ANSWER_NO };
	const bool listed = j->device->sub_group_size_count;

	for (size_t i = 0; i < j->req->sub_group_size_count && !j->req->esimd && !j->failed; i++) {
		const uint32_t size = j->req->sub_group_sizes[i];

		if (!(listed && syb_device_has_sub_group_size(j->device, size)) &&
		    !is_repeated(j->req->sub_group_sizes, i))
			add_value(j, &reason, "%" PRIu32, size);
	}
	if (reason.value_count == 0)
		return;
	if (!listed && !j->device->no_sub_groups)
		reason.answer = SYB_ANSWER_UNKNOWN;
	add_reason(j, &reason, reason.value_count == 1 ? "sub-group size" : "sub-group sizes",
		   reason.answer == SYB_ANSWER_UNKNOWN ? "not listed" : "");
}

/* An entry without any aspects represents several devices. Any other entry is a single target, even if it may support
 * other aspects. */
static bool represents_others(const struct syb_device *device)
{
	return device->may_support_other_aspects && device->aspect_count == 0;
}

/* A target that represents several devices may still be known to lack an aspect: no CPU is a GPU. */
static enum syb_answer judge_fixed_aspect(const struct syb_device *device, uint32_t number)
{
	const struct syb_target_info *own = device_target(device);
	const struct syb_aspect_info *aspect = syb_aspect_find(number);

	if (syb_device_has_aspect(device, number))
		return SYB_ANSWER_YES;
	if (!represents_others(device) ||
	    (own && aspect && words_have(own->lacking_aspects, aspect->name, strlen(aspect->name))))
		return SYB_ANSWER_NO;
	return SYB_ANSWER_UNKNOWN;
}

/* A family is met by each of its members. A device that is only known by its family may be any member of it. */
static enum syb_answer judge_name(const struct syb_device *device, const char *name)
{
	const struct syb_target_info *own, *other;
	const struct syb_aspect_info *aspect = syb_aspect_parse(name);

	if (device_is(device, name))
		return SYB_ANSWER_YES;
	if (aspect)
		return judge_fixed_aspect(device, aspect->number);
	own = device_target(device);
	other = syb_target_find(name);
	if (own && other && target_may_be(other, own))
		return SYB_ANSWER_YES; /* "spir64" and "intel_gpu" are names of all devices that they represent */
	if (own && other)
		return target_may_be(own, other) ? SYB_ANSWER_UNKNOWN : SYB_ANSWER_NO;
	return represents_others(device) || (!own && is_generic(other)) ? SYB_ANSWER_UNKNOWN : SYB_ANSWER_NO;
}

static void judge_fixed_numbers(struct judge *j, struct syb_reason *reason)
{
	const struct syb_requirements *req = j->req;

	for (size_t i = 0; i < req->fixed_target_aspect_count && !j->failed; i++) {
		enum syb_answer answer = judge_fixed_aspect(j->device, req->fixed_target_aspects[i]);

		if (answer > reason->answer)
			reason->answer = answer;
		if (answer == SYB_ANSWER_YES)
			return;
		if (!is_repeated(req->fixed_target_aspects, i))
			add_aspect(j, reason, req->fixed_target_aspects[i]);
	}
}

/* One of several is enough; an empty list excludes every device. */
static void judge_fixed(struct judge *j)
{
	struct syb_reason reason = { .requirement = "fixed_target", .answer = SYB_ANSWER_NO };

	if (!j->req->fixed_targets && !j->req->fixed_target_aspects)
		return;
	for (size_t i = 0; j->req->fixed_targets && i < j->req->fixed_target_count && !j->failed; i++) {
		enum syb_answer answer = judge_name(j->device, j->req->fixed_targets[i]);

		if (answer > reason.answer)
			reason.answer = answer;
		add_value(j, &reason, "%s", j->req->fixed_targets[i]);
	}
	if (!j->req->fixed_targets)
		judge_fixed_numbers(j, &reason);
	if (reason.answer != SYB_ANSWER_YES)
		add_reason(j, &reason, reason.value_count ? "fixed to" : "fixed to no target at all", "");
}

/* Every dimension, and all together. Where no limit is listed, only sizes that overflow are refused. */
static enum syb_answer judge_size(const struct syb_work_group_size *size, const struct syb_device *device)
{
	const uint64_t most = device->max_work_group_size;
	uint64_t all = 1;

	for (uint32_t i = 0; i < size->dims && i < 3; i++) {
		uint64_t own = device->max_work_item_sizes[i];

		if ((own && size->size[i] > own) || (most && size->size[i] > most) ||
		    !checked_mul(all, size->size[i], &all))
			return SYB_ANSWER_NO;
	}
	if (most)
		return all <= most ? SYB_ANSWER_YES : SYB_ANSWER_NO;
	return all <= 1 ? SYB_ANSWER_YES : SYB_ANSWER_UNKNOWN;
}

/* The first size that the device refuses, or else the first one that is unknown. */
static void judge_work_group(struct judge *j)
{
	const struct syb_work_group_size *worst = NULL;
	struct syb_reason reason = { .requirement = "reqd_work_group_size_uint64_t", .answer = SYB_ANSWER_YES };

	for (size_t i = 0; i < j->req->work_group_size_count; i++) {
		enum syb_answer answer = judge_size(&j->req->work_group_sizes[i], j->device);

		if (answer >= reason.answer)
			continue;
		reason.answer = answer;
		worst = &j->req->work_group_sizes[i];
	}
	if (!worst)
		return;
	for (size_t i = 0; i < worst->dims && i < 3; i++)
		add_value(j, &reason, "%" PRIu64, worst->size[i]);
	add_reason(j, &reason, "work-group size", reason.answer == SYB_ANSWER_NO ? "too large" : "not listed");
}

/* ---- joint matrices ---- */

static const char *bare_type(const char *type)
{
	const char *name = strstr(type, "::");

	return name ? name + 2 : type;
}

static bool same_type(const char *a, const char *b)
{
	return str_eq(bare_type(a), bare_type(b));
}

static bool size_is(uint64_t size, uint64_t has, bool most)
{
	return most ? size <= has : size == has;
}

/* A matrix for one use of a multiplication: A is M × K, B is K × N, C and D are M × N. */
static bool has_matrix(const struct syb_device *device, const struct syb_joint_matrix *want)
{
	const char *use = bare_type(want->use);

	for (size_t i = 0; i < device->matrix_shape_count; i++) {
		const struct syb_matrix_shape *has = &device->matrix_shapes[i];
		bool a = str_eq(use, "a"), b = str_eq(use, "b");
		bool type = a   ? same_type(want->type, has->type_a)
			    : b ? same_type(want->type, has->type_b)
				: same_type(want->type, has->type_c) || same_type(want->type, has->type_d);

		if (type && (b ? size_is(want->rows, has->k, has->k_most) : size_is(want->rows, has->m, has->m_most)) &&
		    (a ? size_is(want->cols, has->k, has->k_most) : size_is(want->cols, has->n, has->n_most)))
			return true;
	}
	return false;
}

static bool has_mad(const struct syb_device *device, const struct syb_joint_matrix_mad *want)
{
	for (size_t i = 0; i < device->matrix_shape_count; i++) {
		const struct syb_matrix_shape *has = &device->matrix_shapes[i];

		if (same_type(want->type_a, has->type_a) && same_type(want->type_b, has->type_b) &&
		    same_type(want->type_c, has->type_c) && same_type(want->type_d, has->type_d) &&
		    size_is(want->m, has->m, has->m_most) && size_is(want->k, has->k, has->k_most) &&
		    size_is(want->n, has->n, has->n_most))
			return true;
	}
	return false;
}

/* Matrices and products that are not in the device's list of shapes: matrices first, products when there are none. */
static void judge_shapes(struct judge *j)
{
	struct syb_reason reason = { .requirement = "joint_matrix", .answer = SYB_ANSWER_NO };

	for (size_t i = 0; i < j->req->joint_matrix_count && !j->failed; i++) {
		const struct syb_joint_matrix *m = &j->req->joint_matrix[i];

		if (!has_matrix(j->device, m))
			add_value(j, &reason, "%s, %s, Rows=%" PRIu64 ", Cols=%" PRIu64, m->type, m->use, m->rows,
				  m->cols);
	}
	if (reason.value_count) {
		add_reason(j, &reason, "joint matrix", "");
		return;
	}
	reason.requirement = "joint_matrix_mad";
	for (size_t i = 0; i < j->req->joint_matrix_mad_count && !j->failed; i++) {
		const struct syb_joint_matrix_mad *m = &j->req->joint_matrix_mad[i];

		if (!has_mad(j->device, m))
			add_value(j, &reason,
				  "atype=%s, btype=%s, ctype=%s, dtype=%s, M=%" PRIu64 ", K=%" PRIu64 ", N=%" PRIu64,
				  m->type_a, m->type_b, m->type_c, m->type_d, m->m, m->k, m->n);
	}
	if (reason.value_count)
		add_reason(j, &reason, "joint matrix product", "");
}

/* Without a list of shapes, a device that has the hardware may support them or not. The compilers for NVIDIA's and
 * AMD's devices have decided already. */
static void judge_matrix(struct judge *j)
{
	const struct syb_device *device = j->device;
	const struct syb_target_info *own = device_target(device);
	const struct syb_aspect_info *aspect = syb_aspect_parse("ext_intel_matrix");
	const bool mad = j->req->joint_matrix_mad_count != 0;
	struct syb_reason reason = { .requirement = mad ? "joint_matrix_mad" : "joint_matrix",
				     .answer = SYB_ANSWER_NO };

	if ((j->req->joint_matrix_count == 0 && !mad) ||
	    (own && (str_starts(own->triple, "nvptx") || str_starts(own->triple, "amdgcn"))))
		return;
	if (device->matrix_shape_count) {
		judge_shapes(j);
		return;
	}
	if (!aspect || syb_device_has_aspect(device, aspect->number) || device->may_support_other_aspects ||
	    u32_in(device->unknown_aspects, device->unknown_aspect_count, aspect->number))
		reason.answer = SYB_ANSWER_UNKNOWN;
	add_reason(j, &reason, "joint matrix",
		   reason.answer == SYB_ANSWER_NO ? "without matrix hardware" : "shapes not listed");
}

/* Code that was compiled for one device does not run on another. */
static void judge_compiled(struct judge *j)
{
	const char *name = j->req->compile_target;
	struct syb_reason reason = { .requirement = "compile_target", .answer = SYB_ANSWER_NO };
	const struct syb_target_info *own, *other;

	if (!name || device_is(j->device, name))
		return;
	own = device_target(j->device);
	other = syb_target_find(name);
	if (own && other && target_may_be(other, own))
		return;
	if (is_generic(own) && (!other || target_may_be(own, other)))
		reason.answer = SYB_ANSWER_UNKNOWN;
	add_value(j, &reason, "%s", name);
	add_reason(j, &reason, "compiled for", "");
}

int requirements_judge(struct syb_ctx *ctx, struct arena *arena, const struct syb_requirements *req,
		       const struct syb_device *device, enum fit_rules rules, struct fit *out)
{
	static void (*const judges[])(struct judge * j) = {
		judge_aspects,    judge_sub_group, judge_fixed, /* the rules of the filter */
		judge_work_group, judge_matrix,    judge_compiled,
	};
	struct judge j = {
		.ctx = ctx, .arena = arena, .req = req, .device = device, .fit = { .answer = SYB_ANSWER_YES }
	};

	for (size_t i = 0; i < (rules == FIT_ALL ? ARRAY_SIZE(judges) : 3) && !j.failed; i++)
		judges[i](&j);
	if (j.failed)
		return -SYB_E_NOMEM;
	*out = j.fit;
	return 0;
}

/* ---- verdicts as text and records ---- */

int fit_text(struct syb_ctx *ctx, struct arena *arena, const struct fit *fit, const char **out)
{
	_cleanup_(buf_free) struct buf text = { 0 };

	for (size_t i = 0; i < fit->reason_count; i++)
		if (fit->reasons[i].answer == fit->answer)
			buf_printf(ctx, &text, "%s%s", text.len ? "; " : "", fit->reasons[i].text);
	*out = text.failed ? NULL : arena_string(ctx, arena, text.len ? (const char *)text.ptr : "", text.len);
	return *out ? 0 : text.failed ? text.failed : -SYB_E_NOMEM;
}

void fit_show(struct syb_record *record, struct syb_value *map, const struct fit *fit)
{
	struct syb_value *list = value_hint(value_list(record, map, "reasons"), VALUE_QUIET);

	for (size_t i = 0; i < fit->reason_count; i++)
		value_reason(record, list, &fit->reasons[i], syb_answer_name(fit->reasons[i].answer));
}
