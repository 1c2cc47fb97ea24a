/* format/props/spec_consts.c — what properties state about specialization constants: parts that fit each other, default
 * values that fit the parts, and the ids, sizes and default values of SPIR-V. */
#include "spec_consts.h"

#include "base/order.h"
#include "prop_shape.h"
#include "target/propsets.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_PARTS "prop-spec-parts"
#define CHECK_DEFAULTS "prop-spec-defaults"
#define CHECK_CODE "spec-constant-code"

enum {
	PADDING = UINT32_MAX,       /* the id of a part that is padding */
	WITHOUT_DEFAULTS = 1 << 20, /* bytes of all constants whose default values are not stated */
};

struct part {
	uint32_t id, offset, size;
	const struct syb_prop *prop;
};

struct walk {
	const struct syb_set *consts, *defaults;
	struct part *parts; /* of all constants, ascending */
	size_t count;
	spec_fault_fn *fn;
	void *user;
};

__attribute__((format(printf, 4, 5))) static void fault(const struct walk *w, const char *check,
							const struct syb_prop *prop, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	w->fn(w->user, check, prop, text);
}

static bool counts(const struct syb_set *set, const struct syb_prop *prop)
{
	return syb_set_find(set, prop->key) == prop;
}

/* false when a descriptor does not have its shape, which another check reports. */
static bool begin(struct walk *w, const struct syb_props *props, spec_fault_fn *fn, void *user)
{
	*w = (struct walk){ .consts = syb_props_find(props, "SYCL/specialization constants"),
			    .defaults = syb_props_find(props, "SYCL/specialization constants default values"),
			    .fn = fn,
			    .user = user };
	for (size_t i = 0; w->consts && i < w->consts->count; i++)
		if (counts(w->consts, &w->consts->props[i]) && !shape_fits(SYB_SHAPE_SPEC_LEAVES, &w->consts->props[i]))
			return false;
	return true;
}

/* ---- parts ---- */

static int by_place(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->prop != y->prop)
		return ORDER(x->prop, y->prop);
	return x->offset != y->offset ? ORDER(x->offset, y->offset) : ORDER(x->size, y->size);
}

static int by_id(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return x->id != y->id ? ORDER(x->id, y->id) : by_place(a, b);
}

static int list_parts(struct syb_ctx *ctx, struct arena *arena, struct walk *w)
{
	size_t count = 0;

	for (size_t i = 0; i < w->consts->count; i++)
		count += w->consts->props[i].len / 12;
	w->parts = arena_array(ctx, arena, count, sizeof(*w->parts));
	if (!w->parts)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < w->consts->count; i++) {
		const struct syb_prop *prop = &w->consts->props[i];

		for (size_t k = 0; counts(w->consts, prop) && k < prop->len / 12; k++)
			w->parts[w->count++] = (struct part){ shape_u32(prop, 3 * k), shape_u32(prop, 3 * k + 1),
							      shape_u32(prop, 3 * k + 2), prop };
	}
	return 0;
}

static void check_places(struct walk *w)
{
	uint64_t end = 0;

	qsort(w->parts, w->count, sizeof(*w->parts), by_place);
	for (size_t i = 0; i < w->count; i++) {
		const struct part *p = &w->parts[i];

		if (i == 0 || p->prop != p[-1].prop)
			end = 0;
		if (p->size == 0 && p->id != PADDING)
			fault(w, CHECK_PARTS, p->prop, "%s: the part with id %" PRIu32 " has 0 bytes", p->prop->key,
			      p->id);
		else if (p->offset < end)
			fault(w, CHECK_PARTS, p->prop, "%s: the part at offset %" PRIu32 " overlaps the one before it",
			      p->prop->key, p->offset);
		end = (uint64_t)p->offset + p->size;
	}
}

static void check_ids(struct walk *w)
{
	qsort(w->parts, w->count, sizeof(*w->parts), by_id);
	for (size_t i = 1; i < w->count; i++) {
		const struct part *p = &w->parts[i];

		if (p->id == p[-1].id && p->id != PADDING)
			fault(w, CHECK_PARTS, p->prop, "%s: id %" PRIu32 " is also that of another part, of %s",
			      p->prop->key, p->id, p[-1].prop->key);
	}
}

/* ---- default values ---- */

/* Whether a value of its own has this size, or is padded up to a multiple of its alignment: the documents do not
 * describe the padding after the last part of a composite. */
static bool fits(const struct syb_prop *leaves, uint64_t size, uint64_t want)
{
	const uint64_t alignment = size & (~size + 1);

	return size == want || (leaves->len > 12 && size > want && size - want < alignment);
}

static void check_own(const struct walk *w, const struct syb_prop *prop, const struct syb_prop *leaves)
{
	const uint64_t want = prop_spec_size(leaves);

	if (prop->type == SYB_PROP_BYTES && !fits(leaves, prop->len, want))
		fault(w, CHECK_DEFAULTS, prop, "%s has %zu bytes of default values, but the constant has %" PRIu64,
		      prop->key, prop->len, want);
}

static void check_defaults(const struct walk *w)
{
	uint64_t total = 0, unstated = 0;
	bool block = w->defaults && syb_set_find(w->defaults, "all");

	for (size_t i = 0; w->consts && i < w->consts->count; i++) {
		const struct syb_prop *prop = &w->consts->props[i];
		uint64_t size = counts(w->consts, prop) ? prop_spec_size(prop) : 0;

		total += size;
		if (!block && !(w->defaults && syb_set_find(w->defaults, prop->key)))
			unstated += size;
		if (size && unstated > WITHOUT_DEFAULTS) {
			fault(w, CHECK_PARTS, prop,
			      "%s ends at offset %" PRIu64 ": constants without default values have at most %d bytes",
			      prop->key, size, WITHOUT_DEFAULTS);
			break;
		}
	}
	for (size_t i = 0; w->defaults && i < w->defaults->count; i++) {
		const struct syb_prop *prop = &w->defaults->props[i];
		const struct syb_prop *leaves = w->consts ? syb_set_find(w->consts, prop->key) : NULL;

		if (leaves && (w->consts->count > 1 || !str_eq(prop->key, "all")))
			check_own(w, prop, leaves);
		else if (!str_eq(prop->key, "all"))
			fault(w, CHECK_DEFAULTS, prop, "%s is not a constant of the module, but has a default value",
			      prop->key);
		else if (prop->type == SYB_PROP_BYTES && prop->len != total)
			fault(w, CHECK_DEFAULTS, prop,
			      "all has %zu bytes of default values, but the constants have %" PRIu64, prop->len, total);
	}
}

int spec_check_parts(struct syb_ctx *ctx, const struct syb_props *props, spec_fault_fn *fn, void *user)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct walk w;

	if (!begin(&w, props, fn, user))
		return 0;
	if (w.consts && w.consts->count) {
		TRY(list_parts(ctx, &arena, &w));
		check_places(&w);
		check_ids(&w);
	}
	check_defaults(&w);
	return 0;
}

/* ---- code ---- */

static const struct syb_spirv_spec_const *find(const struct syb_spirv_info *code, uint32_t id)
{
	size_t from = 0, to = code->spec_const_count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		const struct syb_spirv_spec_const *c = code->spec_consts[middle];

		if (c->id == id)
			return c;
		if (c->id < id)
			from = middle + 1;
		else
			to = middle;
	}
	return NULL;
}

/* Optimisers drop parts that the code does not use, so single parts may be missing, but not all of a constant. */
static void compare(const struct walk *w, const struct syb_spirv_info *code, const struct syb_prop *prop,
		    struct syb_bytes value)
{
	bool found = false, named = false;

	for (size_t k = 0; k < prop->len / 12; k++) {
		uint32_t id = shape_u32(prop, 3 * k), offset = shape_u32(prop, 3 * k + 1),
			 size = shape_u32(prop, 3 * k + 2);
		const struct syb_spirv_spec_const *c = id == PADDING ? NULL : find(code, id);

		named = named || id != PADDING;
		found = found || c;
		if (!c)
			continue;
		if (size != c->value.len)
			fault(w, CHECK_CODE, prop,
			      "%s: the part with id %" PRIu32 " has %" PRIu32 " bytes, but %zu in the code", prop->key,
			      id, size, c->value.len);
		else if ((uint64_t)offset + size <= value.len && memcmp(value.ptr + offset, c->value.ptr, size) != 0)
			fault(w, CHECK_CODE, prop,
			      "%s: the part with id %" PRIu32 " has another default value in the code", prop->key, id);
	}
	if (named && !found)
		fault(w, CHECK_CODE, prop, "%s: the code has no specialization constant with id %" PRIu32, prop->key,
		      shape_u32(prop, 0));
}

void spec_check_code(const struct syb_props *props, const struct syb_spirv_info *code, spec_fault_fn *fn, void *user)
{
	const struct syb_prop *all;
	uint64_t pos = 0, total = 0;
	struct walk w;

	/* code without any of them loads the values from memory */
	if (!begin(&w, props, fn, user) || !w.consts || code->spec_const_count == 0)
		return;
	for (size_t i = 0; i < w.consts->count; i++)
		total += counts(w.consts, &w.consts->props[i]) ? prop_spec_size(&w.consts->props[i]) : 0;
	all = w.defaults ? syb_set_find(w.defaults, "all") : NULL;
	all = all && all->type == SYB_PROP_BYTES && all->len == total ? all : NULL;
	for (size_t i = 0; i < w.consts->count; i++) {
		const struct syb_prop *prop = &w.consts->props[i];
		const struct syb_prop *own = w.defaults ? syb_set_find(w.defaults, prop->key) : NULL;
		struct syb_bytes value = { 0 };

		if (!counts(w.consts, prop))
			continue;
		if (all)
			value = (struct syb_bytes){ all->bytes + pos, (size_t)prop_spec_size(prop) };
		if (own && own != all && own->type == SYB_PROP_BYTES)
			value = prop_bytes(own);
		compare(&w, code, prop, value);
		pos += prop_spec_size(prop);
	}
}

/* ---- for other libraries ---- */

struct reporter {
	struct syb_ctx *ctx;
	bool any;
};

static void report(void *user, const char *check, const struct syb_prop *prop, const char *text)
{
	struct reporter *to = user;

	(void)prop;
	to->any = true;
	syb_report(to->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, check, "%s", text);
}

int syb_spec_consts_check(struct syb_ctx *ctx, const struct syb_props *props, const struct syb_spirv_info *code)
{
	struct reporter to = { ctx, false };

	TRY(spec_check_parts(ctx, props, report, &to));
	if (code && !to.any)
		spec_check_code(props, code, report, &to);
	return to.any ? -SYB_E_FORMAT : 0;
}
