/* format/props/props_read.c — property text → sets. One pass over a private copy of the text, in which separators
 * become NULs.
 *
 * These rules decide which of the two codings of byte arrays (prop_coding.h) a text uses:
 *   1. A value that is valid in one coding only is in that coding.
 *   2. A value that is valid in both, but has the shape of its table row in one only, is in that one.
 *   3. When there is a value in RFC 4648 by 1 or 2 and none must be LSB, the whole text is in RFC 4648.
 *   4. Otherwise the rest is LSB: its bit count is seldom right by accident. */
#include "prop_coding.h"
#include "prop_shape.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
	INDEX_FROM = 16, /* sets with more keys get a hash index */
	SHOWN = 60,      /* characters of the text quoted in diagnostics */
};

/* Properties that follow one "[name]" line; a set opened twice has several. */
struct run {
	size_t set;
	size_t first;
};

struct reader {
	struct syb_ctx *ctx;
	struct syb_props *props;
	const char *line_start;
	const char *nul; /* first NUL of the text, or its end */
	uint32_t line;
	bool unsure; /* not every byte array is plainly LSB */

	struct syb_set *sets;
	size_t set_count, set_room;
	struct run *runs;
	size_t run_count, run_room;
	struct syb_prop *list;
	size_t count, room;
};

static void reader_done(struct reader *rd)
{
	struct allocator a = allocator_of(rd->ctx);

	allocator_free(a, rd->sets);
	allocator_free(a, rd->runs);
	allocator_free(a, rd->list);
}

/* An excerpt that is safe to print. */
static void quote(char out[SHOWN + 1], const char *text, size_t len)
{
	size_t n = len < SHOWN ? len : SHOWN;

	for (size_t i = 0; i < n; i++)
		out[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	out[n] = '\0';
}

/* Report about a place: line and column, or the offset where the text is part of a binary file. */
static void report(struct syb_ctx *ctx, const struct syb_props *props, enum syb_severity severity, const char *check,
		   struct props_place place, const char *text)
{
	if (props->made)
		syb_report(ctx, severity, props->at, check, "%s", text);
	else if (props->embedded)
		syb_report(ctx, severity, props->at + (uint64_t)(place.where - props->text), check,
			   "%s (line %" PRIu32 " of the property sets)", text, place.line);
	else
		syb_report_text(ctx, severity, place.line, (uint32_t)(place.where - place.start) + 1, check, "%s",
				text);
}

static int complain(struct reader *rd, enum syb_code code, const char *check, const char *where, size_t len,
		    const char *what)
{
	uint32_t column = (uint32_t)(where - rd->line_start) + 1;
	char shown[SHOWN + 1];

	quote(shown, where, len);
	if (rd->props->made)
		return syb_fail(rd->ctx, code, rd->props->at, check, "%s: \"%s\"", what, shown);
	if (rd->props->embedded)
		return syb_fail(rd->ctx, code, props_offset(rd->props, rd->props->at, where), check,
				"line %" PRIu32 ", column %" PRIu32 " of the property sets: %s: \"%s\"", rd->line,
				column, what, shown);
	return syb_fail_text(rd->ctx, code, rd->line, column, check, "%s: \"%s\"", what, shown);
}

static int too_many(struct reader *rd)
{
	return complain(rd, SYB_E_LIMIT, "limit", rd->line_start, 0, "too many sets and keys");
}

static int new_set(struct reader *rd, char *name)
{
	struct syb_set *set;

	if (rd->set_count >= rd->ctx->limits.max_items)
		return too_many(rd);
	TRY(VEC_PUSH(rd->ctx, rd->sets, rd->set_count, rd->set_room));
	set = &rd->sets[rd->set_count++];
	*set = (struct syb_set){ .name = name, .line = rd->line };
	set->rows = syb_key_info_first(name, &set->row_count);
	return 0;
}

static int read_set(struct reader *rd, char *line, char *stop)
{
	char *close = strrchr(line, ']');
	size_t *place;
	bool found;
	int r;

	if (!close)
		return complain(rd, SYB_E_FORMAT, "props-line", line, (size_t)(stop - line), "a set name without ']'");
	if (close + 1 < stop)
		report(rd->ctx, rd->props, SYB_SEVERITY_WARNING, "props-after-set",
		       (struct props_place){ line, close + 1, rd->line },
		       "text after the ']' of a set name is ignored");
	*close = '\0';
	line++;
	r = hash_put(rd->ctx, &rd->props->index, line, (size_t)(close - line), rd->set_count, &place, &found);
	if (r == 0 && !found)
		r = new_set(rd, line);
	else if (r == 0 && !rd->sets[*place].again)
		rd->sets[*place].again = rd->line;
	return r < 0 ? r
		     : VEC_ADD(rd->ctx, rd->runs, rd->run_count, rd->run_room,
			       (struct run){ found ? *place : rd->set_count - 1, rd->count });
}

/* Decimal digits; false when there are none, or other characters. *wide: the number was truncated to 32 bits. */
static bool read_number(const char *p, const char *stop, uint32_t *out, bool *wide)
{
	uint64_t n = 0;

	*wide = false;
	if (p == stop)
		return false;
	for (; p < stop; p++) {
		unsigned digit = (unsigned)*p - '0';

		if (digit > 9)
			return false;
		n = n * 10 + digit;
		if (n > UINT32_MAX) {
			*wide = true;
			n &= UINT32_MAX;
		}
	}
	*out = (uint32_t)n;
	return true;
}

/* Read the value in RFC 4648 instead, into out (coding_room of its text); false when it is not valid in it. */
static bool decode_rfc(struct syb_prop *prop, size_t len, uint8_t *out)
{
	if (!coding_rfc_read(prop->raw, len, out, &prop->len))
		return false;
	prop->bytes = out;
	prop->bits = (uint64_t)prop->len * 8;
	prop->coding = SYB_PROP_CODING_RFC4648;
	return true;
}

static int read_bytes(struct reader *rd, struct syb_prop *prop, size_t raw_len)
{
	uint8_t *out = arena_bytes(rd->ctx, &rd->props->arena, coding_room(raw_len));
	size_t bad;

	if (!out)
		return -SYB_E_NOMEM;
	prop->bytes = out;
	if (coding_lsb_read(prop->raw, raw_len, out, &prop->len, &prop->bits)) {
		const struct syb_key_info *row = set_row(&rd->sets[rd->runs[rd->run_count - 1].set], prop->key);

		prop->coding = SYB_PROP_CODING_LSB;
		if (row && shape_takes(row->shape, SYB_PROP_BYTES) && !shape_fits(row->shape, prop))
			rd->unsure = true;
		return 0;
	}
	rd->unsure = true;
	if (decode_rfc(prop, raw_len, out))
		return 0;
	bad = coding_bad_char(prop->raw, raw_len);
	if (bad < raw_len)
		return complain(rd, SYB_E_FORMAT, "props-bytes", prop->raw + bad, 1, "not a character of base64");
	return complain(rd, SYB_E_FORMAT, "props-bytes", prop->raw, raw_len,
			"a byte array whose length or last bits are wrong");
}

static int read_value(struct reader *rd, struct syb_prop *prop, const char *stop)
{
	bool wide;

	switch (prop->type) {
	case SYB_PROP_U32:
		if (!read_number(prop->raw, stop, &prop->u32, &wide))
			return complain(rd, SYB_E_FORMAT, "props-number", prop->raw, (size_t)(stop - prop->raw),
					"not a decimal number");
		prop->wide = wide;
		if (wide)
			report(rd->ctx, rd->props, SYB_SEVERITY_WARNING, "props-number-wide",
			       (struct props_place){ prop->key, prop->raw, rd->line },
			       "a number of more than 32 bits: the low 32 are used");
		return 0;
	case SYB_PROP_BYTES:
		return read_bytes(rd, prop, (size_t)(stop - prop->raw));
	default:
		return 0; /* kept as text */
	}
}

/* eq: the first '=' of the line, or NULL. */
static int read_prop(struct reader *rd, char *line, char *eq, char *stop)
{
	size_t len = (size_t)(stop - line);
	struct syb_prop *prop;
	char *bar;
	bool wide;

	if (rd->run_count == 0)
		return complain(rd, SYB_E_FORMAT, "props-no-set", line, len, "a property before the first set name");
	if (!eq || eq == line || eq + 1 == stop)
		return complain(rd, SYB_E_FORMAT, "props-line", line, len, "neither a set name nor key=type|value");
	bar = eq + 2 < stop && eq[2] == '|' && eq[1] != '|' ? eq + 2 : memchr(eq + 1, '|', (size_t)(stop - eq - 1));
	if (!bar)
		return complain(rd, SYB_E_FORMAT, "props-value", eq + 1, (size_t)(stop - eq - 1),
				"a value without '|'");
	if (rd->count >= rd->ctx->limits.max_items)
		return too_many(rd);
	TRY(VEC_PUSH(rd->ctx, rd->list, rd->count, rd->room));
	prop = &rd->list[rd->count];
	*prop = (struct syb_prop){ .key = line, .raw = bar + 1, .line = rd->line };
	if (!read_number(eq + 1, bar, &prop->type, &wide) || wide)
		return complain(rd, SYB_E_FORMAT, "props-type", eq + 1, (size_t)(bar - eq - 1), "not a value type");
	*eq = '\0';
	TRY(read_value(rd, prop, stop));
	rd->count++;
	return 0;
}

/* The end of the line, and the first '=' in it or NULL, in one pass: most of the text is names. */
static char *find_stop(char *line, char *end, char **out_eq)
{
	char *p = line, *eq = NULL;

#ifdef __SSE2__
	const __m128i stops = _mm_set1_epi8('\n'), equals = _mm_set1_epi8('=');

	for (; end - p >= 16; p += 16) {
		const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		const unsigned stop = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, stops));
		unsigned found = eq ? 0 : (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, equals));

		if (stop)
			found &= stop ^ (stop - 1); /* those before it */
		if (found)
			eq = p + __builtin_ctz(found);
		*out_eq = eq;
		if (stop)
			return p + __builtin_ctz(stop);
	}
#endif
	for (; p < end && *p != '\n'; p++)
		if (!eq && *p == '=')
			eq = p;
	*out_eq = eq;
	return p;
}

static int read_lines(struct reader *rd, char *text, size_t len)
{
	char *end = text + len, *next, *stop, *eq;
	int r;

	rd->nul = memchr(text, '\0', len);
	if (!rd->nul)
		rd->nul = end;
	for (char *line = text; line < end; line = next) {
		stop = find_stop(line, end, &eq);
		next = stop < end ? stop + 1 : end;
		rd->line++;
		rd->line_start = line;
		if (rd->nul < stop)
			return complain(rd, SYB_E_FORMAT, "props-nul", rd->nul, 0, "a NUL in the text");
		while (stop > line && stop[-1] == '\r')
			stop--;
		if (stop == line)
			continue;
		*stop = '\0';
		r = line[0] == '[' ? read_set(rd, line, stop) : read_prop(rd, line, eq, stop);
		if (r < 0)
			return r;
	}
	return 0;
}

/* Facts about a value that was read as LSB. */
struct verdict {
	bool rfc_valid;
	bool rfc_only; /* by its shape */
	bool lsb_only;
};

static int classify(struct reader *rd, const struct syb_set *set, const struct syb_prop *prop, struct buf *scratch,
		    struct verdict *out)
{
	const struct syb_key_info *row = set_row(set, prop->key);
	const size_t len = strlen(prop->raw);
	struct syb_prop rfc = *prop;
	bool fits_lsb, fits_rfc;

	TRY(buf_reserve(rd->ctx, scratch, coding_room(len)));
	out->rfc_valid = decode_rfc(&rfc, len, scratch->ptr);
	fits_lsb = !row || shape_fits(row->shape, prop);
	fits_rfc = out->rfc_valid && (!row || shape_fits(row->shape, &rfc));
	out->rfc_only = fits_rfc && !fits_lsb;
	out->lsb_only = !out->rfc_valid || (fits_lsb && !fits_rfc);
	return 0;
}

/* Rule 3: whether there is a value in RFC 4648, and whether all may be in it. */
static int look_at_codings(struct reader *rd, struct buf *scratch, bool *out_any, bool *out_all)
{
	struct syb_props *props = rd->props;
	struct verdict v;

	for (size_t s = 0; s < props->count; s++) {
		const struct syb_set *set = &props->sets[s];

		for (size_t i = 0; i < set->count && !(*out_any && !*out_all); i++) {
			if (set->props[i].coding == SYB_PROP_CODING_RFC4648)
				*out_any = true;
			if (set->props[i].coding != SYB_PROP_CODING_LSB)
				continue;
			TRY(classify(rd, set, &set->props[i], scratch, &v));
			*out_any |= v.rfc_only;
			*out_all &= !v.lsb_only;
		}
	}
	return 0;
}

/* Rules 2 to 4 of the head comment. The values change in place. */
static int choose_codings(struct reader *rd)
{
	_cleanup_(buf_free) struct buf scratch = { 0 };
	struct syb_props *props = rd->props;
	bool any_rfc = false, all_rfc = true;
	struct verdict v = { 0 };

	TRY(look_at_codings(rd, &scratch, &any_rfc, &all_rfc));
	for (size_t s = 0; s < props->count && any_rfc; s++) {
		struct syb_set *set = &props->sets[s];

		for (size_t i = 0; i < set->count; i++) {
			struct syb_prop *prop = &set->props[i];

			if (prop->coding != SYB_PROP_CODING_LSB)
				continue;
			if (!all_rfc)
				TRY(classify(rd, set, prop, &scratch, &v));
			if (all_rfc || v.rfc_only)
				decode_rfc(prop, strlen(prop->raw), (uint8_t *)(uintptr_t)prop->bytes);
		}
	}
	return 0;
}

static size_t run_length(const struct reader *rd, size_t i)
{
	return (i + 1 < rd->run_count ? rd->runs[i + 1].first : rd->count) - rd->runs[i].first;
}

/* Make the properties of sets that were opened several times contiguous. */
static int gather(struct reader *rd, size_t *counts)
{
	struct syb_props *props = rd->props;
	struct syb_prop *all = arena_array(rd->ctx, &props->arena, rd->count, sizeof(*all));
	size_t first = 0;

	if (!all)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < rd->run_count; i++)
		counts[rd->runs[i].set] += run_length(rd, i);
	for (size_t i = 0; i < rd->set_count; i++) {
		props->sets[i].props = all + first;
		first += counts[i];
	}
	for (size_t i = 0; i < rd->run_count; i++) {
		struct syb_set *set = &props->sets[rd->runs[i].set];
		size_t n = run_length(rd, i);

		if (n)
			memcpy(set->props + set->count, rd->list + rd->runs[i].first, n * sizeof(*all));
		set->count += n;
	}
	return 0;
}

/* Assign properties to their sets. */
static int group(struct reader *rd)
{
	struct syb_props *props = rd->props;
	size_t *counts = arena_array(rd->ctx, &props->arena, rd->set_count, sizeof(*counts));

	props->sets = arena_array(rd->ctx, &props->arena, rd->set_count, sizeof(*props->sets));
	if (!props->sets || !counts)
		return -SYB_E_NOMEM;
	props->count = rd->set_count;
	for (size_t i = 0; i < rd->set_count; i++) {
		props->sets[i] = rd->sets[i];
		props->sets[i].from = props->from;
	}
	if (rd->run_count != rd->set_count)
		return gather(rd, counts);
	for (size_t i = 0; i < rd->run_count; i++) {
		props->sets[i].props = rd->list ? rd->list + rd->runs[i].first : NULL; /* sets may all be empty */
		props->sets[i].count = run_length(rd, i);
	}
	props->list = steal(rd->list);
	return 0;
}

static int order_sizes(struct syb_ctx *ctx, struct syb_props *props)
{
	for (size_t s = 0; s < props->count; s++) {
		const struct syb_set *set = &props->sets[s];
		size_t dims;

		if (!str_eq(set->name, SET_REQUIREMENTS))
			continue;
		dims = prop_stated_dims(set->props, set->count);
		for (size_t i = 0; i < set->count; i++)
			TRY(prop_order_size(ctx, &props->arena, dims, SIZE_FROM_DOCUMENT, &set->props[i]));
	}
	return 0;
}

static int read_text(struct syb_ctx *ctx, struct syb_bytes text, const struct syb_props_read_opts *opts, bool made,
		     struct syb_props **out_props)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(reader_done) struct reader rd = { .ctx = ctx };
	struct syb_props_read_opts o = { 0 };

	OPTS_READ(ctx, &o, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	(void)scope;
	props = mem_zalloc(ctx, sizeof(*props));
	if (!props)
		return -SYB_E_NOMEM;
	props->from = allocator_of(ctx);
	props->at = o.at;
	props->embedded = o.embedded;
	props->made = made;
	props->text = arena_string(ctx, &props->arena, text.ptr, text.len);
	if (!props->text)
		return -SYB_E_NOMEM;
	rd.props = props;
	TRY(read_lines(&rd, props->text, text.len));
	TRY(group(&rd));
	if (rd.unsure && !made)
		TRY(choose_codings(&rd));
	TRY(order_sizes(ctx, props));
	props_find_numbers(ctx, props, o.aspect_numbers);
	*out_props = steal(props);
	return 0;
}

int syb_props_read(struct syb_ctx *ctx, struct syb_bytes text, const struct syb_props_read_opts *opts,
		   struct syb_props **out_props)
{
	return read_text(ctx, text, opts, false, out_props);
}

int props_read_made(struct syb_ctx *ctx, struct syb_bytes text, const struct syb_props_read_opts *opts,
		    struct syb_props **out_props)
{
	return read_text(ctx, text, opts, true, out_props);
}

void syb_props_free(struct syb_props *props)
{
	if (!props)
		return;
	for (size_t i = 0; i < props->count; i++)
		allocator_free(props->from, props->sets[i].index);
	allocator_free(props->from, props->list);
	hash_free(&props->index);
	arena_free(&props->arena);
	allocator_free(props->from, props);
}

const struct syb_key_info *set_row(const struct syb_set *set, const char *key)
{
	return syb_key_info_match(set->rows, set->row_count, key);
}

size_t syb_props_count(const struct syb_props *props)
{
	return props->count;
}

const struct syb_set *syb_props_at(const struct syb_props *props, size_t i)
{
	return i < props->count ? &props->sets[i] : NULL;
}

const struct syb_set *syb_props_find(const struct syb_props *props, const char *set_name)
{
	const size_t *place = hash_get(&props->index, set_name, strlen(set_name));
	const struct syb_set_info *info;

	if (place)
		return &props->sets[*place];
	info = syb_set_info_find(set_name);
	if (!info || !info->also)
		return NULL;
	set_name = str_eq(set_name, info->name) ? info->also : info->name;
	place = hash_get(&props->index, set_name, strlen(set_name));
	return place ? &props->sets[*place] : NULL;
}

const struct syb_prop *syb_props_get(const struct syb_props *props, const char *set_name, const char *key)
{
	const struct syb_set *set = syb_props_find(props, set_name);

	return set ? syb_set_find(set, key) : NULL;
}

const char *syb_set_name(const struct syb_set *set)
{
	return set->name;
}

size_t syb_set_count(const struct syb_set *set)
{
	return set->count;
}

const struct syb_prop *syb_set_at(const struct syb_set *set, size_t i)
{
	return i < set->count ? &set->props[i] : NULL;
}

/* Open addressing; a slot holds a place + 1. Reading a text does not pay for it; the first search in a large set
 * does. */
struct key_index {
	size_t mask;
	uint32_t slots[];
};

static uint32_t *index_slot(const struct syb_set *set, struct key_index *index, const char *key)
{
	size_t i = hash_code((uintptr_t)index, key, strlen(key)) & index->mask;

	while (index->slots[i] && !str_eq(set->props[index->slots[i] - 1].key, key))
		i = (i + 1) & index->mask;
	return &index->slots[i];
}

static struct key_index *new_index(const struct syb_set *set)
{
	struct key_index *index;
	size_t room = 64, size;

	while (room < set->count * 2)
		room *= 2;
	size = sizeof(*index) + room * sizeof(index->slots[0]);
	index = set->count < UINT32_MAX ? set->from.fn(set->from.user, NULL, size) : NULL;
	if (!index)
		return NULL;
	memset(index, 0, size);
	index->mask = room - 1;
	for (size_t i = 0; i < set->count; i++)
		*index_slot(set, index, set->props[i].key) = (uint32_t)(i + 1);
	return index;
}

/* Threads share sets: the first one publishes its index, the others free theirs. */
static struct key_index *index_of(const struct syb_set *set)
{
	struct syb_set *mutable = (struct syb_set *)(uintptr_t)set;
	struct key_index *index = atomic_load(&mutable->index), *none = NULL;

	if (index || set->count <= INDEX_FROM)
		return index;
	index = new_index(set);
	if (index && !atomic_compare_exchange_strong(&mutable->index, &none, index)) {
		allocator_free(set->from, index);
		index = none;
	}
	return index;
}

const struct syb_prop *syb_set_find(const struct syb_set *set, const char *key)
{
	struct key_index *index = index_of(set);

	if (index) {
		uint32_t place = *index_slot(set, index, key);

		return place ? &set->props[place - 1] : NULL;
	}
	for (size_t i = set->count; i-- > 0;) /* few keys, or no memory for an index */
		if (str_eq(set->props[i].key, key))
			return &set->props[i];
	return NULL;
}

const char *syb_prop_key(const struct syb_prop *prop)
{
	return prop->key;
}

uint32_t syb_prop_type(const struct syb_prop *prop)
{
	return prop->type;
}

uint32_t syb_prop_u32(const struct syb_prop *prop)
{
	return prop->u32;
}

struct syb_bytes syb_prop_bytes(const struct syb_prop *prop)
{
	return prop_bytes(prop);
}

uint64_t syb_prop_bits(const struct syb_prop *prop)
{
	return prop->bits;
}

enum syb_prop_coding syb_prop_coding(const struct syb_prop *prop)
{
	return (enum syb_prop_coding)prop->coding;
}

const char *syb_prop_raw(const struct syb_prop *prop)
{
	return prop->raw;
}
