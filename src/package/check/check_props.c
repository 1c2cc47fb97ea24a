/* package/check/check_props.c — rules about property sets, by the table of sets and keys. All findings are reported. */
#include "check.h"

#include "term/nearest.h"
#include "base/words.h"
#include "format/props/prop_coding.h"
#include "format/props/prop_shape.h"
#include "format/props/spec_consts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <sybil/target.h>

struct checker {
	struct syb_ctx *ctx;
	const struct syb_props *props;
	unsigned place;
	uint64_t at;
};

enum {
	TEXT_SIZE = 512,
	LIST_MAX = 3, /* numbers of a sub-group size or a number of dimensions */
};

__attribute__((format(printf, 4, 5))) static void report(const struct checker *c, const char *check,
							 struct props_place place, const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list args;

	va_start(args, fmt);
	check_vtext(text, sizeof(text), fmt, args);
	va_end(args);
	if (c->at == SYB_NO_OFFSET)
		check_hit_text(c->ctx, place.line, (uint32_t)(place.where - place.start) + 1, check, "%s", text);
	else if (c->props->made)
		check_hit(c->ctx, c->at, check, "%s", text);
	else
		check_hit(c->ctx, props_offset(c->props, c->at, place.where), check, "%s (line %" PRIu32 ")", text,
			  place.line);
}

/* ---- values ---- */

static void check_aspect(const struct checker *c, const struct syb_prop *prop, size_t i)
{
	const struct syb_aspect_info *aspect = syb_aspect_find(prop_aspect(prop, i));
	const char *numbers = syb_aspect_numbers_name(c->props->numbers);
	uint32_t number = shape_u32(prop, i);

	if (!aspect)
		report(c, "prop-aspect-unknown", value_place(prop),
		       "aspect %" PRIu32 " is unknown in the numbering of %s", number, numbers);
	else if (aspect->status == SYB_ASPECT_DEPRECATED || aspect->status == SYB_ASPECT_REMOVED)
		report(c, "prop-aspect-old", value_place(prop), "aspect %" PRIu32 " (%s in the numbering of %s) is %s",
		       number, aspect->name, numbers,
		       aspect->status == SYB_ASPECT_REMOVED ? "no longer used" : "deprecated");
}

static void check_aspects(const struct checker *c, const struct syb_prop *prop, const struct syb_key_info *row)
{
	if (c->props->numbers_from == NUMBERS_ASSUMED && prop_aspects_differ(row, prop))
		report(c, "prop-aspect-numbers", value_place(prop),
		       "%s: assuming the aspect numbers of %s; use --assume-aspect-numbers to choose others", prop->key,
		       syb_aspect_numbers_name(c->props->numbers));
	if (c->props->numbers == SYB_ASPECT_NUMBERS_UNKNOWN)
		report(c, "aspect-numbers-unknown", value_place(prop),
		       "%s: the file states an unknown numbering of aspects", prop->key);
	for (size_t i = 0; i < prop->len / 4 && c->props->numbers != SYB_ASPECT_NUMBERS_UNKNOWN; i++)
		check_aspect(c, prop, i);
}

static void check_number(const struct checker *c, const struct syb_prop *prop, const char *values, uint32_t number)
{
	char word[16];
	int len = snprintf(word, sizeof(word), "%" PRIu32, number);

	if (!words_have(values, word, (size_t)len))
		report(c, "prop-value", value_place(prop), "%s is %" PRIu32 ", not one of: %s", prop->key, number,
		       values);
}

/* A key with a list of values has one of them. */
static void check_listed(const struct checker *c, const struct syb_prop *prop, const struct syb_key_info *row)
{
	if (prop->type == SYB_PROP_U32)
		check_number(c, prop, row->values, prop->u32);
	else if (row->shape == SYB_SHAPE_U32_OR_LIST)
		for (size_t i = 0; i < prop->len / 4 && i < LIST_MAX; i++)
			check_number(c, prop, row->values, shape_u32(prop, i));
	else if (!words_have(row->values, (const char *)prop->bytes, prop->len))
		report(c, "prop-value", value_place(prop), "%s is not one of: %s", prop->key, row->values);
}

static void check_sizes(const struct checker *c, const struct syb_prop *prop, enum syb_shape shape)
{
	struct syb_work_group_size size;
	size_t pos = 0;

	while (shape_wg_next(prop, shape_wg_form(prop, shape), &pos, &size))
		for (uint32_t i = 0; i < size.dims && i < 3; i++)
			if (size.size[i] == 0) {
				report(c, "prop-value", value_place(prop), "%s has 0 work-items in dimension %" PRIu32,
				       prop->key, i);
				return;
			}
}

/* The meaning of a value that has its shape. */
static void check_meaning(const struct checker *c, const struct syb_prop *prop, const struct syb_key_info *row)
{
	if (row->values)
		check_listed(c, prop, row);
	switch (row->shape) {
	case SYB_SHAPE_FLAG:
		if (prop->u32 != 1)
			report(c, "prop-flag", value_place(prop), "%s is %" PRIu32 ", not 1", prop->key, prop->u32);
		break;
	case SYB_SHAPE_BOOL:
		if (prop->u32 > 1)
			report(c, "prop-flag", value_place(prop), "%s is %" PRIu32 ", neither 0 nor 1", prop->key,
			       prop->u32);
		break;
	case SYB_SHAPE_STATE:
		if (prop->wide)
			report(c, "prop-state", value_place(prop), "the state has more than 32 bits");
		else if (prop->u32 > 2)
			report(c, "prop-state", value_place(prop),
			       "%" PRIu32 " is not a state (0 input, 1 object, 2 executable)", prop->u32);
		break;
	case SYB_SHAPE_IR_TYPE:
		if (prop->u32 > 2)
			report(c, "prop-ir-type", value_place(prop),
			       "%" PRIu32 " is not an IR type (0 SPIR-V, 1 PTX, 2 AMDGCN)", prop->u32);
		break;
	case SYB_SHAPE_ASPECTS:
		check_aspects(c, prop, row);
		break;
	case SYB_SHAPE_FIXED_TARGET:
		if (!shape_target_names(prop))
			check_aspects(c, prop, row);
		break;
	case SYB_SHAPE_BITS:
		if (prop->bits % 8 && prop->bytes[prop->len - 1] >> prop->bits % 8)
			report(c, "prop-spare-bits", value_place(prop), "bits after the last of %" PRIu64 " are set",
			       prop->bits);
		break;
	case SYB_SHAPE_U32_OR_LIST:
		if (prop->type == SYB_PROP_BYTES && prop->len / 4 > LIST_MAX)
			report(c, "prop-value", value_place(prop), "%s lists %zu numbers, expected at most three",
			       prop->key, prop->len / 4);
		break;
	case SYB_SHAPE_U64S:
	case SYB_SHAPE_U32S:
	case SYB_SHAPE_WG_SIZE_OLD:
		check_sizes(c, prop, row->shape);
		break;
	case SYB_SHAPE_SPEC_LEAVES:
		if (prop->len == 12 && shape_u32(prop, 1) != 0)
			report(c, "prop-value", value_place(prop), "%s is one scalar, but at offset %" PRIu32 ", not 0",
			       prop->key, shape_u32(prop, 1));
		break;
	case SYB_SHAPE_DEVICE_GLOBAL:
		if (shape_u32(prop, 1) > 1)
			report(c, "prop-flag", value_place(prop),
			       "the image scope of %s is %" PRIu32 ", neither 0 nor 1", prop->key, shape_u32(prop, 1));
		break;
	default:
		break;
	}
}

/* A fact about a kernel is one number, or sizes: the runtime accepts neither none nor more. */
static bool fact_fits(const struct syb_prop *prop, const struct syb_key_info *row)
{
	if (prop->type != SYB_PROP_BYTES || !str_starts(row->key, "*@"))
		return true;
	return row->shape == SYB_SHAPE_U32_OR_LIST ? prop->len == 4 : row->shape != SYB_SHAPE_U32S || prop->len > 0;
}

static void check_value(const struct checker *c, const struct syb_prop *prop, const struct syb_key_info *row)
{
	if (prop->type != SYB_PROP_U32 && prop->type != SYB_PROP_BYTES)
		report(c, row && row->shape == SYB_SHAPE_STATE ? "prop-state" : "prop-type-unknown", value_place(prop),
		       "%s: unknown value type %" PRIu32, prop->key, prop->type);
	else if (!row)
		return;
	else if (!shape_takes(row->shape, prop->type))
		report(c, "prop-type", value_place(prop), "%s: value type %" PRIu32 ", expected %" PRIu32, prop->key,
		       prop->type, row->type);
	else if (shape_fits(row->shape, prop) && !fact_fits(prop, row))
		report(c, "prop-shape", value_place(prop), "%s has %zu bytes, expected %s of 32 bits", prop->key,
		       prop->len, row->shape == SYB_SHAPE_U32S ? "up to three numbers" : "one number");
	else if (shape_fits(row->shape, prop))
		check_meaning(c, prop, row);
	else if (row->shape == SYB_SHAPE_JOINT_MATRIX || row->shape == SYB_SHAPE_JOINT_MATRIX_MAD)
		report(c, "prop-joint-matrix", value_place(prop), "%s is not a list of %s", prop->key,
		       row->shape == SYB_SHAPE_JOINT_MATRIX ? "type,use,rows,cols" : "A,B,C,D,M,K,N");
	else
		report(c, "prop-shape", value_place(prop), "%s: %zu bytes do not have the form %s", prop->key,
		       prop->len, syb_shape_name(row->shape));
}

/* ---- keys ---- */

/* An unknown key may be new; one that is similar to a known key is misspelled, and no reader will find it. Of
 * KERNEL@FACT, the fact is compared. */
static void check_spelling(const struct checker *c, const struct syb_set *set, const struct syb_prop *prop,
			   const struct syb_key_info *row)
{
	const char *fact = strrchr(prop->key, '@');
	struct nearest best = { NULL, SIZE_MAX };

	if (!set->rows || (row && !(str_eq(row->key, "*") && fact)))
		return;
	for (size_t i = 0; i < set->row_count; i++) {
		if (!row)
			nearest_try(&best, prop->key, set->rows[i].key);
		else if (str_starts(set->rows[i].key, "*@"))
			nearest_try(&best, fact + 1, set->rows[i].key + 2);
	}
	if (best.name || !row)
		report(c, best.name ? "prop-key-misspelled" : "prop-key-unknown", key_place(prop),
		       "%s is not a known key of %s" NEAREST_HINT, prop->key, set->name, NEAREST_ARGS(best.name));
}

static void check_key(const struct checker *c, const struct syb_set *set, const struct syb_prop *prop)
{
	const struct syb_key_info *row = set_row(set, prop->key);

	check_spelling(c, set, prop, row);
	if (row && row->becomes)
		report(c, "prop-key-old", key_place(prop), "%s is an old key, replaced by %s", prop->key, row->becomes);
	if (syb_set_find(set, prop->key) != prop)
		report(c, "prop-key-repeated", key_place(prop), "%s is repeated later, and the last one is used",
		       prop->key);
	check_value(c, prop, row);
}

static void check_required(const struct checker *c, const struct syb_set *set)
{
	for (size_t i = 0; i < set->row_count; i++)
		if (set->rows[i].required && !syb_set_find(set, set->rows[i].key))
			report(c, "prop-key-missing", set_place(set), "%s lacks the key %s", set->name,
			       set->rows[i].key);
}

/* ---- sets ---- */

/* Unknown sets are allowed; one that is similar to a known set is misspelled, and no reader will find it. */
static void report_unknown(const struct checker *c, const struct syb_set *set)
{
	enum { SIMILAR = 3 }; /* letters that differ: two between kernel_name and kernel names */
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < syb_set_info_count(); i++)
		nearest_try(&best, set->name, syb_set_info_at(i)->name);
	report(c, best.distance <= SIMILAR ? "prop-set-misspelled" : "prop-set-unknown", set_place(set),
	       "%s is not a known set" NEAREST_HINT, set->name, NEAREST_ARGS(best.name));
}

static void check_set(const struct checker *c, const struct syb_set *set)
{
	const struct syb_set_info *info = syb_set_info_find(set->name);

	if (!info)
		report_unknown(c, set);
	else if (!(info->place & c->place))
		report(c, "prop-set-place", set_place(set), "%s does not belong here", set->name);
	if (info && !str_eq(info->name, set->name))
		report(c, "prop-set-spelling", set_place(set), "the current name of this set is %s", info->name);
	if (set->again)
		report(c, "prop-set-repeated", set_place(set),
		       "%s continues at line %" PRIu32 ", which not all readers expect", set->name, set->again);
	check_required(c, set);
	for (size_t i = 0; i < set->count; i++)
		check_key(c, set, &set->props[i]);
}

/* ---- rules across sets ---- */

static void check_virtual(const struct checker *c)
{
	static const char set[] = "SYCL/virtual functions";
	const struct syb_prop *uses = syb_props_get(c->props, set, "uses-virtual-functions-set");

	if (uses && syb_props_get(c->props, set, "virtual-functions-set"))
		report(c, "prop-virtual-functions", key_place(uses),
		       "a module cannot both define and use virtual functions");
}

static void report_spec(void *user, const char *check, const struct syb_prop *prop, const char *text)
{
	report(user, check, value_place(prop), "%s", text);
}

/* Whether the value has another meaning in the other coding, and nothing tells which one is meant. */
static bool reads_twice(const struct checker *c, const struct syb_set *set, const struct syb_prop *prop)
{
	const struct syb_key_info *row = set_row(set, prop->key);
	size_t len = prop->raw ? strlen(prop->raw) : 0, other;
	_cleanup_(arena_free) struct arena arena = { 0 };
	uint8_t *out;

	if (prop->coding != SYB_PROP_CODING_LSB || len == 0 ||
	    (row && row->shape != SYB_SHAPE_PROGRAM_METADATA && row->shape != SYB_SHAPE_RAW))
		return false;
	out = arena_bytes(c->ctx, &arena, coding_room(len));
	return out && coding_rfc_read(prop->raw, len, out, &other) &&
	       (other != prop->len || memcmp(out, prop->bytes, other) != 0);
}

static void check_codings(const struct checker *c)
{
	const struct syb_prop *first = NULL;
	const struct syb_set *set = NULL;
	size_t count = 0;

	for (size_t s = 0; s < c->props->count; s++) {
		for (size_t i = 0; i < c->props->sets[s].count; i++) {
			const struct syb_prop *prop = &c->props->sets[s].props[i];

			if (prop->coding == SYB_PROP_CODING_NONE)
				continue;
			count++;
			set = first ? set : &c->props->sets[s];
			first = first ? first : prop;
			if (prop->coding == first->coding)
				continue;
			report(c, "prop-coding-mixed", value_place(prop),
			       "%s is encoded differently from the byte arrays before it", prop->key);
			return;
		}
	}
	if (count == 1 && !c->props->made && reads_twice(c, set, first))
		report(c, "prop-coding-lone", value_place(first),
		       "%s reads differently in the two encodings of byte arrays; it is read in that of DPC++",
		       first->key);
}

int check_props(struct syb_ctx *ctx, const struct syb_props *props, unsigned place, uint64_t at)
{
	struct checker c = { ctx, props, place, at };
	int r;

	for (size_t i = 0; i < props->count; i++)
		check_set(&c, &props->sets[i]);
	check_virtual(&c);
	r = spec_check_parts(ctx, props, report_spec, &c);
	check_codings(&c);
	return r;
}
