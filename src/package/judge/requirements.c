/* package/judge/requirements.c — the one answer to "can this device run that module", for the filter and for the
 * matrix.
 *
 * What a device configuration lists is known. Where it says that a device may support more than it lists, or lists no
 * sizes at all, a requirement that it does not mention is neither met nor refused: SYB_ANSWER_UNKNOWN. */
#include "requirements.h"

#include "base/buf.h"
#include "base/words.h"
#include "format/devices/devices.h"
#include <sybil/target.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { SHOWN_VALUES = 8 }; /* in texts; lists have all */

struct judge {
	struct syb_ctx *ctx;
	struct arena *arena;
	const struct syb_requirements *req;
	const struct syb_device *device;
	struct fit fit;
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

	/* an entry of somebody's own may say by an alias what it is about */
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

/* A target of a generic name stands for those of its triple; SPIR-V for whatever is there at run time. */
bool target_may_be(const struct syb_target_info *generic, const struct syb_target_info *other)
{
	return is_generic(generic) && (str_eq(family(generic), family(other)) ||
				       (str_eq(generic->name, "spir64") && str_starts(family(other), "spir64")));
}

/* ---- reasons ---- */

/* `what` VALUE, VALUE … `verdict` */
static int add_reason(struct judge *j, struct syb_reason *reason, const char *what, const char *verdict)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t shown = reason->value_count < SHOWN_VALUES ? reason->value_count : SHOWN_VALUES;
	int r = buf_text(j->ctx, &text, what);

	for (size_t i = 0; r == 0 && i < shown; i++)
		r = buf_printf(j->ctx, &text, "%s%s", i ? ", " : " ", reason->values[i]);
	if (r == 0 && shown < reason->value_count)
		r = buf_printf(j->ctx, &text, " and %zu more", reason->value_count - shown);
	if (r == 0 && *verdict)
		r = buf_printf(j->ctx, &text, " %s", verdict);
	if (r < 0)
		return r;
	reason->text = arena_string(j->ctx, j->arena, text.ptr, text.len);
	if (!reason->text)
		return -SYB_E_NOMEM;
	fit_add(&j->fit, reason);
	return 0;
}

static const char *number_text(struct judge *j, uint64_t number)
{
	char text[24];
	size_t len = 0;

	do {
		text[sizeof(text) - ++len] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return arena_string(j->ctx, j->arena, text + sizeof(text) - len, len);
}

static const char *aspect_text(struct judge *j, uint32_t number)
{
	const struct syb_aspect_info *aspect = syb_aspect_find(number);

	return aspect ? aspect->name : number_text(j, syb_aspect_stated(number));
}

static bool stands_before(const uint32_t *numbers, size_t i)
{
	/* lists of aspects are short; long ones are nonsense, and may repeat themselves */
	for (size_t k = i < 64 ? 0 : i - 64; k < i; k++)
		if (numbers[k] == numbers[i])
			return true;
	return false;
}

/* Those of the numbers that the device does not have, as texts. */
static int missing(struct judge *j, const uint32_t *numbers, size_t count,
		   bool (*has)(const struct syb_device *device, uint32_t number),
		   const char *(*text)(struct judge *j, uint32_t number), struct syb_reason *out)
{
	const char **values;
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		kept += !has(j->device, numbers[i]);
	if (kept == 0)
		return 0;
	values = arena_array(j->ctx, j->arena, kept, sizeof(*values));
	if (!values)
		return -SYB_E_NOMEM;
	out->values = values;
	for (size_t i = 0; i < count; i++) {
		if (has(j->device, numbers[i]) || stands_before(numbers, i))
			continue;
		values[out->value_count] = text(j, numbers[i]);
		if (!values[out->value_count++])
			return -SYB_E_NOMEM;
	}
	return 0;
}

/* ---- the requirements, in the order of the documents ---- */

static bool is_unknown(const struct syb_device *device, uint32_t aspect)
{
	return u32_in(device->unknown_aspects, device->unknown_aspect_count, aspect);
}

/* has, for three questions: which number is unknown, what is surely missing, and what may be missing. */
static bool not_nameless(const struct syb_device *device, uint32_t aspect)
{
	return syb_device_has_aspect(device, aspect) || syb_aspect_find(aspect);
}

static bool not_refused(const struct syb_device *device, uint32_t aspect)
{
	return syb_device_has_aspect(device, aspect) || !syb_aspect_find(aspect) || is_unknown(device, aspect);
}

static bool not_unknown(const struct syb_device *device, uint32_t aspect)
{
	return syb_device_has_aspect(device, aspect) || !syb_aspect_find(aspect) || !is_unknown(device, aspect);
}

static int judge_aspects(struct judge *j)
{
	const struct syb_requirements *req = j->req;
	struct syb_reason refused = { .requirement = "aspects", .answer = SYB_ANSWER_NO };
	struct syb_reason unknown = { .requirement = "aspects", .answer = SYB_ANSWER_UNKNOWN };
	struct syb_reason nameless = { .requirement = "aspects", .answer = SYB_ANSWER_NO };
	int r = missing(j, req->aspects, req->aspect_count, not_nameless, aspect_text, &nameless);

	if (r == 0)
		r = missing(j, req->aspects, req->aspect_count, not_refused, aspect_text, &refused);
	if (r == 0)
		r = missing(j, req->aspects, req->aspect_count, not_unknown, aspect_text, &unknown);
	if (r == 0 && nameless.value_count) /* not even a device that may support others can be asked for it */
		r = add_reason(j, &nameless, nameless.value_count == 1 ? "aspect" : "aspects",
			       nameless.value_count == 1 ? "(not a known number)" : "(not known numbers)");
	if (r == 0 && refused.value_count) {
		if (j->device->may_support_other_aspects)
			refused.answer = SYB_ANSWER_UNKNOWN;
		r = add_reason(j, &refused, refused.value_count == 1 ? "aspect" : "aspects",
			       refused.answer == SYB_ANSWER_UNKNOWN ? "not listed" : "");
	}
	if (r == 0 && unknown.value_count)
		r = add_reason(j, &unknown, unknown.value_count == 1 ? "aspect" : "aspects", "not known to the driver");
	return r;
}

static bool lists_size(const struct syb_device *device, uint32_t size)
{
	return device->sub_group_size_count && syb_device_has_sub_group_size(device, size);
}

static const char *size_text(struct judge *j, uint32_t size)
{
	return number_text(j, size);
}

/* ESIMD kernels say size 1 and are not compiled to sub-groups at all: DPC++ does not ask for it either. */
static int judge_sub_group(struct judge *j)
{
	const struct syb_requirements *req = j->req;
	struct syb_reason reason = { .requirement = "reqd_sub_group_size", .answer = SYB_ANSWER_NO };
	int r;

	if (req->esimd)
		return 0;
	r = missing(j, req->sub_group_sizes, req->sub_group_size_count, lists_size, size_text, &reason);
	if (r < 0 || reason.value_count == 0)
		return r;
	if (j->device->sub_group_size_count == 0 && !j->device->no_sub_groups)
		reason.answer = SYB_ANSWER_UNKNOWN;
	return add_reason(j, &reason, reason.value_count == 1 ? "sub-group size" : "sub-group sizes",
			  reason.answer == SYB_ANSWER_UNKNOWN ? "not listed" : "");
}

/* An entry that knows nothing about itself stands for several devices; any other one is what it is, and supporting
 * more aspects does not make it another target. */
static bool stands_for_others(const struct syb_device *device)
{
	return device->may_support_other_aspects && device->aspect_count == 0;
}

/* A family is met by each of its members. A device that is only known by its family may be any member of it. */
static enum syb_answer judge_name(const struct syb_device *device, const char *name)
{
	const struct syb_target_info *own, *other;
	const struct syb_aspect_info *aspect = syb_aspect_parse(name);

	if (device_is(device, name) || (aspect && syb_device_has_aspect(device, aspect->number)))
		return SYB_ANSWER_YES;
	own = device_target(device);
	other = aspect ? NULL : syb_target_find(name);
	if (own && other && target_may_be(other, own))
		return SYB_ANSWER_YES; /* "spir64" and "intel_gpu" are names of all that they stand for */
	if (own && other)
		return target_may_be(own, other) ? SYB_ANSWER_UNKNOWN : SYB_ANSWER_NO;
	return stands_for_others(device) || (!own && is_generic(other)) ? SYB_ANSWER_UNKNOWN : SYB_ANSWER_NO;
}

static int judge_fixed_names(struct judge *j, struct syb_reason *reason)
{
	const struct syb_requirements *req = j->req;
	const char **values = arena_array(j->ctx, j->arena, req->fixed_target_count + 1, sizeof(*values));

	if (!values)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < req->fixed_target_count; i++) {
		const char *name = req->fixed_targets[i];
		enum syb_answer answer = judge_name(j->device, name);

		if (answer > reason->answer)
			reason->answer = answer;
		values[i] = arena_string(j->ctx, j->arena, name, strlen(name));
		if (!values[i])
			return -SYB_E_NOMEM;
	}
	reason->values = values;
	reason->value_count = req->fixed_target_count;
	return 0;
}

static int judge_fixed_numbers(struct judge *j, struct syb_reason *reason)
{
	const struct syb_requirements *req = j->req;

	for (size_t i = 0; i < req->fixed_target_aspect_count; i++) {
		if (!syb_device_has_aspect(j->device, req->fixed_target_aspects[i]))
			continue;
		reason->answer = SYB_ANSWER_YES;
		return 0;
	}
	if (req->fixed_target_aspect_count && stands_for_others(j->device))
		reason->answer = SYB_ANSWER_UNKNOWN;
	return missing(j, req->fixed_target_aspects, req->fixed_target_aspect_count, syb_device_has_aspect, aspect_text,
		       reason);
}

/* One of several is enough; an empty list is one that no device is in. */
static int judge_fixed(struct judge *j)
{
	const struct syb_requirements *req = j->req;
	struct syb_reason reason = { .requirement = "fixed_target", .answer = SYB_ANSWER_NO };
	int r;

	if (!req->fixed_targets && !req->fixed_target_aspects)
		return 0;
	r = req->fixed_targets ? judge_fixed_names(j, &reason) : judge_fixed_numbers(j, &reason);
	if (r < 0 || reason.answer == SYB_ANSWER_YES)
		return r;
	return add_reason(j, &reason, reason.value_count ? "fixed to" : "fixed to no target at all", "");
}

/* Every dimension, and all together. Where no limit is listed, only what cannot be counted is refused. */
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

/* The first size that the device refuses, or else the first one that nobody knows about. */
static int judge_work_group(struct judge *j)
{
	const struct syb_requirements *req = j->req;
	const struct syb_work_group_size *worst = NULL;
	struct syb_reason reason = { .requirement = "reqd_work_group_size_uint64_t", .answer = SYB_ANSWER_YES };
	const char **values;

	for (size_t i = 0; i < req->work_group_size_count; i++) {
		enum syb_answer answer = judge_size(&req->work_group_sizes[i], j->device);

		if (answer >= reason.answer)
			continue;
		reason.answer = answer;
		worst = &req->work_group_sizes[i];
	}
	if (!worst)
		return 0;
	values = arena_array(j->ctx, j->arena, 3, sizeof(*values));
	if (!values)
		return -SYB_E_NOMEM;
	reason.values = values;
	for (; reason.value_count < worst->dims && reason.value_count < 3; reason.value_count++) {
		values[reason.value_count] = number_text(j, worst->size[reason.value_count]);
		if (!values[reason.value_count])
			return -SYB_E_NOMEM;
	}
	return add_reason(j, &reason, "work-group size", reason.answer == SYB_ANSWER_NO ? "too large" : "not listed");
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

/* values NULL: no value. The arena keeps the text. */
static int add_value(struct judge *j, struct syb_reason *reason, const char **values, const char *fmt, ...)
	SYB_PRINTF(4, 5);
static int add_value(struct judge *j, struct syb_reason *reason, const char **values, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	values[reason->value_count] = arena_string(j->ctx, j->arena, text, strlen(text));
	if (!values[reason->value_count])
		return -SYB_E_NOMEM;
	reason->values = values;
	reason->value_count++;
	return 0;
}

static int missing_matrices(struct judge *j, struct syb_reason *reason)
{
	const struct syb_requirements *req = j->req;
	const char **values = arena_array(j->ctx, j->arena, req->joint_matrix_count + 1, sizeof(*values));
	int r = values ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < req->joint_matrix_count; i++) {
		const struct syb_joint_matrix *m = &req->joint_matrix[i];

		if (!has_matrix(j->device, m))
			r = add_value(j, reason, values, "%s, %s, Rows=%" PRIu64 ", Cols=%" PRIu64, m->type, m->use,
				      m->rows, m->cols);
	}
	return r;
}

static int missing_mads(struct judge *j, struct syb_reason *reason)
{
	const struct syb_requirements *req = j->req;
	const char **values = arena_array(j->ctx, j->arena, req->joint_matrix_mad_count + 1, sizeof(*values));
	int r = values ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < req->joint_matrix_mad_count; i++) {
		const struct syb_joint_matrix_mad *m = &req->joint_matrix_mad[i];

		if (!has_mad(j->device, m))
			r = add_value(j, reason, values,
				      "atype=%s, btype=%s, ctype=%s, dtype=%s, M=%" PRIu64 ", K=%" PRIu64
				      ", N=%" PRIu64,
				      m->type_a, m->type_b, m->type_c, m->type_d, m->m, m->k, m->n);
	}
	return r;
}

static bool is_nvidia_or_amd(const struct syb_device *device)
{
	const struct syb_target_info *own = device_target(device);

	return own && (str_starts(own->triple, "nvptx") || str_starts(own->triple, "amdgcn"));
}

/* Without a list of shapes, a device that has the hardware may support them or not. The compilers for NVIDIA's and
 * AMD's devices have decided already. */
static int judge_matrix(struct judge *j)
{
	const struct syb_requirements *req = j->req;
	const struct syb_device *device = j->device;
	const struct syb_aspect_info *aspect = syb_aspect_parse("ext_intel_matrix");
	bool mad = req->joint_matrix_mad_count != 0;
	struct syb_reason reason = { .requirement = mad ? "joint_matrix_mad" : "joint_matrix",
				     .answer = SYB_ANSWER_NO };
	bool known = device->matrix_shape_count != 0;
	int r = 0;

	if ((req->joint_matrix_count == 0 && !mad) || is_nvidia_or_amd(device))
		return 0;
	if (known) {
		r = missing_matrices(j, &reason);
		if (r == 0 && reason.value_count)
			reason.requirement = "joint_matrix";
		else if (r == 0)
			r = missing_mads(j, &reason);
		if (r < 0 || reason.value_count == 0)
			return r;
		return add_reason(j, &reason,
				  mad && str_eq(reason.requirement, "joint_matrix_mad") ? "joint matrix product"
											: "joint matrix",
				  "");
	}
	if (!aspect || syb_device_has_aspect(device, aspect->number) || is_unknown(device, aspect->number) ||
	    device->may_support_other_aspects)
		reason.answer = SYB_ANSWER_UNKNOWN;
	return add_reason(j, &reason, "joint matrix",
			  reason.answer == SYB_ANSWER_NO ? "without matrix hardware" : "shapes not listed");
}

/* What was compiled for one device is not for another one. */
static int judge_compiled(struct judge *j)
{
	const char *name = j->req->compile_target;
	struct syb_reason reason = { .requirement = "compile_target", .answer = SYB_ANSWER_NO, .value_count = 1 };
	const struct syb_target_info *own, *other;
	const char **values;

	if (!name || device_is(j->device, name))
		return 0;
	own = device_target(j->device);
	other = syb_target_find(name);
	if (own && other && target_may_be(other, own))
		return 0;
	if (is_generic(own) && (!other || target_may_be(own, other)))
		reason.answer = SYB_ANSWER_UNKNOWN;
	values = arena_array(j->ctx, j->arena, 1, sizeof(*values));
	if (!values)
		return -SYB_E_NOMEM;
	values[0] = arena_string(j->ctx, j->arena, name, strlen(name));
	reason.values = values;
	return values[0] ? add_reason(j, &reason, "compiled for", "") : -SYB_E_NOMEM;
}

int requirements_judge(struct syb_ctx *ctx, struct arena *arena, const struct syb_requirements *req,
		       const struct syb_device *device, enum fit_rules rules, struct fit *out)
{
	struct judge j = { ctx, arena, req, device, { .answer = SYB_ANSWER_YES } };
	int r = judge_aspects(&j);

	if (r == 0)
		r = judge_sub_group(&j);
	if (r == 0)
		r = judge_fixed(&j);
	if (r == 0 && rules == FIT_ALL)
		r = judge_work_group(&j);
	if (r == 0 && rules == FIT_ALL)
		r = judge_matrix(&j);
	if (r == 0 && rules == FIT_ALL)
		r = judge_compiled(&j);
	if (r == 0)
		*out = j.fit;
	return r;
}

/* ---- told ---- */

int fit_text(struct syb_ctx *ctx, struct arena *arena, const struct fit *fit, const char **out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	const char *copy;
	int r = 0;

	for (size_t i = 0; r == 0 && i < fit->reason_count; i++)
		if (fit->reasons[i].answer == fit->answer)
			r = buf_printf(ctx, &text, "%s%s", text.len ? "; " : "", fit->reasons[i].text);
	if (r < 0)
		return r;
	copy = arena_string(ctx, arena, text.len ? (const char *)text.ptr : "", text.len);
	if (!copy)
		return -SYB_E_NOMEM;
	*out = copy;
	return 0;
}

void fit_show(struct syb_record *record, struct syb_value *map, const struct fit *fit)
{
	struct syb_value *list = value_hint(value_list(record, map, "reasons"), VALUE_QUIET);

	for (size_t i = 0; i < fit->reason_count; i++)
		value_reason(record, list, &fit->reasons[i], syb_answer_name(fit->reasons[i].answer));
}
