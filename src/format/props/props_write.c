/* format/props/props_write.c — sets → property text, in a dialect. Values are copied into the writer; the dialect is
 * applied when the text is made, so that one writer serves all dialects.
 *
 * KEEP reproduces the text that was read. The others encode values again and follow the table where dialects differ:
 * key (`becomes`), type (`type`, `type_spec`), form of the value. A value that cannot be converted without loss
 * stays the same. */
#include "base/names.h"
#include "prop_coding.h"
#include "prop_shape.h"

#include <inttypes.h>
#include <sybil/target.h>

struct writer_set {
	const char *name;
	const struct syb_key_info *rows;
	size_t row_count;
	struct syb_prop *props;
	size_t count, room;
};

struct syb_props_writer {
	struct allocator from;
	struct arena arena;
	struct writer_set *sets;
	size_t count, room;
	size_t current; /* SIZE_MAX before the first set */
	struct hash index;
	struct buf text;
	struct buf scratch;              /* one converted value */
	struct buf renumbered;           /* one list of aspects */
	enum syb_aspect_numbers numbers; /* of the aspects in the text that is made */
	bool must_state;                 /* some of them are other aspects in the other numbering */
};

int syb_props_writer_new(struct syb_ctx *ctx, struct syb_props_writer **out_writer)
{
	struct syb_props_writer *w = mem_zalloc(ctx, sizeof(*w));

	if (!w)
		return -SYB_E_NOMEM;
	w->from = allocator_of(ctx);
	w->current = SIZE_MAX;
	*out_writer = w;
	return 0;
}

void syb_props_writer_free(struct syb_props_writer *writer)
{
	if (!writer)
		return;
	for (size_t i = 0; i < writer->count; i++)
		allocator_free(writer->from, writer->sets[i].props);
	allocator_free(writer->from, writer->sets);
	hash_free(&writer->index);
	buf_free(&writer->text);
	buf_free(&writer->scratch);
	buf_free(&writer->renumbered);
	arena_free(&writer->arena);
	allocator_free(writer->from, writer);
}

static int refuse(struct syb_ctx *ctx, const char *what)
{
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "props-unwritable", "%s cannot be written", what);
}

int syb_props_writer_set(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *set_name)
{
	struct writer_set set = { 0 };
	size_t *place;

	if (strchr(set_name, '\n'))
		return refuse(ctx, "a set name with a line break");
	place = hash_get(&writer->index, set_name, strlen(set_name));
	if (place) {
		writer->current = *place;
		return 0;
	}
	TRY(arena_copy(ctx, &writer->arena, set_name, &set.name));
	TRY(hash_add(ctx, &writer->index, set.name, strlen(set.name), writer->count));
	writer->current = writer->count;
	set.rows = syb_key_info_first(set.name, &set.row_count);
	return VEC_ADD(ctx, writer->sets, writer->count, writer->room, set);
}

const char *props_key_fault(const char *key)
{
	if (!*key)
		return "an empty key";
	if (*key == '[')
		return "a key that begins with '['";
	return key[strcspn(key, "=\n")] ? "a key with '=' or a line break" : NULL;
}

static int check_key(struct syb_ctx *ctx, const struct syb_props_writer *writer, const char *key)
{
	if (writer->current == SIZE_MAX)
		return syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "argument", "a property before the first set");
	return props_key_fault(key) ? refuse(ctx, props_key_fault(key)) : 0;
}

/* Copy a property, with everything it points to, into the current set. */
static int add(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key, struct syb_prop prop)
{
	bool has_raw = prop.raw != NULL;
	size_t raw_len = has_raw ? strlen(prop.raw) : 0;
	struct writer_set *set;
	uint8_t *copy;

	TRY(check_key(ctx, writer, key));
	set = &writer->sets[writer->current];
	for (size_t i = 0; i < set->count && str_eq(set->name, ASPECT_NUMBERS_SET); i++)
		if (str_eq(set->props[i].key, key)) { /* of another text; see keeps_statement */
			if (prop.numbers != SYB_ASPECT_NUMBERS_UNKNOWN)
				return 0;
			set->props[i] = set->props[--set->count];
		}
	if (!prop.numbers)
		prop.numbers = (uint8_t)syb_ctx_aspect_numbers(ctx);
	TRY(VEC_PUSH(ctx, set->props, set->count, set->room));
	prop.key = arena_string(ctx, &writer->arena, key, strlen(key));
	copy = arena_bytes(ctx, &writer->arena, prop.len);
	if (prop.key && copy && prop.raw)
		prop.raw = arena_string(ctx, &writer->arena, prop.raw, raw_len);
	if (!prop.key || !copy || (has_raw && !prop.raw))
		return -SYB_E_NOMEM;
	if (prop.len)
		memcpy(copy, prop.bytes, prop.len);
	prop.bytes = copy;
	set->props[set->count++] = prop;
	return 0;
}

int syb_props_writer_u32(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key, uint32_t value)
{
	return add(ctx, writer, key, (struct syb_prop){ .type = SYB_PROP_U32, .u32 = value });
}

int syb_props_writer_bytes(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key,
			   struct syb_bytes bytes)
{
	return syb_props_writer_bits(ctx, writer, key, bytes, (uint64_t)bytes.len * 8);
}

int syb_props_writer_bits(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key, struct syb_bytes bytes,
			  uint64_t bits)
{
	size_t len = (size_t)(bits / 8 + (bits % 8 != 0));

	if (bits / 8 + (bits % 8 != 0) > bytes.len)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "%" PRIu64 " bits of %zu bytes", bits,
				bytes.len);
	return add(ctx, writer, key,
		   (struct syb_prop){ .type = SYB_PROP_BYTES, .bytes = bytes.ptr, .len = len, .bits = bits });
}

int syb_props_writer_prop(struct syb_ctx *ctx, struct syb_props_writer *writer, const struct syb_prop *prop)
{
	return add(ctx, writer, prop->key, *prop);
}

int syb_props_writer_add(struct syb_ctx *ctx, struct syb_props_writer *writer, const struct syb_props *props)
{
	for (size_t s = 0; s < props->count; s++) {
		TRY(syb_props_writer_set(ctx, writer, props->sets[s].name));
		for (size_t i = 0; i < props->sets[s].count; i++)
			TRY(add(ctx, writer, props->sets[s].props[i].key, props->sets[s].props[i]));
	}
	return 0;
}

/* ---- dialects ---- */

/* Use the bytes collected in a buffer as the value. */
static void take(const struct buf *bytes, struct syb_prop *prop)
{
	prop->type = SYB_PROP_BYTES;
	prop->bytes = bytes->ptr;
	prop->len = bytes->len;
	prop->bits = (uint64_t)prop->len * 8;
	prop->raw = NULL;
}

static void take_scratch(struct syb_props_writer *w, struct syb_prop *prop)
{
	take(&w->scratch, prop);
}

static int renumber(struct syb_ctx *ctx, struct syb_props_writer *w, struct syb_prop *prop)
{
	w->renumbered.len = 0;
	TRY(prop_renumber(ctx, prop, w->numbers, &w->renumbered));
	take(&w->renumbered, prop);
	prop->numbers = (uint8_t)w->numbers;
	return 0;
}

/* "gpu,cpu" → aspect numbers, where all have one. */
static int targets_to_numbers(struct syb_ctx *ctx, struct syb_props_writer *w, struct syb_prop *prop)
{
	struct syb_bytes rest = prop_bytes(prop), name;
	char text[64];

	while (shape_next(&rest, ',', &name)) {
		const struct syb_aspect_info *aspect;
		uint32_t number;

		if (name.len >= sizeof(text))
			return 0;
		memcpy(text, name.ptr, name.len);
		text[name.len] = '\0';
		aspect = syb_aspect_parse(text);
		if (!aspect || !syb_aspect_encode(w->numbers, aspect->number, &number))
			return 0;
		TRY(buf_u32(ctx, &w->scratch, number));
	}
	take_scratch(w, prop);
	return 0;
}

static int targets_to_names(struct syb_ctx *ctx, struct syb_props_writer *w, struct syb_prop *prop)
{
	int r = 0;

	if (prop->len == 0 || prop->len % 4)
		return 0;
	for (size_t i = 0; r == 0 && i < prop->len / 4; i++) {
		const struct syb_aspect_info *aspect = syb_aspect_find(prop_aspect(prop, i));

		if (!aspect)
			return 0;
		r = i ? buf_char(ctx, &w->scratch, ',') : 0;
		r = r ? r : buf_text(ctx, &w->scratch, aspect->name);
	}
	if (r == 0)
		take_scratch(w, prop);
	return r;
}

/* The old forms of a required work-group size → 64-bit numbers, or, where the set has those as well, the old form
 * that the dialect's coding selects (shape_wg_form). Several sizes have only one form and stay. */
static int rewrite_size(struct syb_ctx *ctx, struct syb_props_writer *w, enum syb_dialect dialect,
			struct syb_prop *prop, bool *becomes)
{
	enum wg_form form = shape_wg_form(prop, SYB_SHAPE_WG_SIZE_OLD);
	struct syb_work_group_size size, more;
	bool wide = *becomes;
	size_t pos = 0;

	*becomes = false;
	if (prop->bits % 8 || !shape_wg_next(prop, form, &pos, &size) || shape_wg_next(prop, form, &pos, &more))
		return 0;
	if (!wide && dialect == SYB_DIALECT_SPEC)
		TRY(buf_u32(ctx, &w->scratch, size.dims));
	for (size_t i = 0; i < size.dims; i++)
		TRY(wide ? buf_u64(ctx, &w->scratch, size.size[i]) : buf_u32(ctx, &w->scratch, (uint32_t)size.size[i]));
	take_scratch(w, prop);
	*becomes = wide;
	return 0;
}

/* Convert prop, a copy, to the dialect according to its row. */
static int convert(struct syb_ctx *ctx, struct syb_props_writer *w, const struct syb_key_info *row, bool becomes,
		   enum syb_dialect dialect, struct syb_prop *prop)
{
	uint32_t want = dialect == SYB_DIALECT_SPEC ? row->type_spec : row->type;

	w->scratch.len = 0;
	if (row->shape == SYB_SHAPE_WG_SIZE_OLD && prop->type == SYB_PROP_BYTES) {
		TRY(rewrite_size(ctx, w, dialect, prop, &becomes));
	}
	if (becomes && prop->type == SYB_PROP_BYTES)
		prop->key = row->becomes;
	if (row->shape == SYB_SHAPE_FIXED_TARGET && prop->type == SYB_PROP_BYTES && prop->bits % 8 == 0) {
		bool names = shape_target_names(prop);

		if (names && dialect == SYB_DIALECT_DPCPP)
			return targets_to_numbers(ctx, w, prop);
		if (!names && dialect == SYB_DIALECT_SPEC)
			return targets_to_names(ctx, w, prop);
	}
	if (row->shape == SYB_SHAPE_U32_OR_LIST && prop->type != want) {
		if (want == SYB_PROP_U32 && prop->len == 4 && prop->bits == 32) {
			prop->type = want;
			prop->u32 = shape_u32(prop, 0);
		} else if (want == SYB_PROP_BYTES && prop->type == SYB_PROP_U32 && !prop->wide) {
			TRY(buf_u32(ctx, &w->scratch, prop->u32));
			take_scratch(w, prop);
		}
	}
	return 0;
}

static int write_bytes(struct syb_ctx *ctx, struct buf *text, const struct syb_prop *prop, enum syb_dialect dialect)
{
	unsigned used = prop->bits % 8;
	uint8_t tail[3] = { 0 };
	size_t at;

	if (dialect == SYB_DIALECT_DPCPP)
		return coding_lsb_write(ctx, text, prop->bytes, prop->bits);
	if (used == 0)
		return coding_rfc_write(ctx, text, prop->bytes, prop->len);
	/* a bit mask: pad with zeros to whole bytes; the three bytes of a group are encoded together */
	at = (prop->len - 1) / 3 * 3;
	TRY(coding_rfc_write(ctx, text, prop->bytes, at));
	memcpy(tail, prop->bytes + at, prop->len - at);
	tail[prop->len - at - 1] &= (uint8_t)((1u << used) - 1);
	return coding_rfc_write(ctx, text, tail, prop->len - at);
}

static int write_prop(struct syb_ctx *ctx, struct buf *text, const struct syb_prop *prop, bool keep,
		      enum syb_dialect dialect)
{
	bool raw = prop->raw && (keep || prop->wide || (prop->type != SYB_PROP_U32 && prop->type != SYB_PROP_BYTES));

	buf_printf(ctx, text, "%s=%" PRIu32 "|", prop->key, prop->type);
	if (raw)
		buf_text(ctx, text, prop->raw);
	else if (prop->type == SYB_PROP_U32)
		buf_printf(ctx, text, "%" PRIu32, prop->u32);
	else
		TRY(write_bytes(ctx, text, prop, dialect));
	return buf_char(ctx, text, '\n');
}

/* Bit i is set when the set already has the key that row i becomes, so the old one must keep its name. */
static uint64_t taken_keys(const struct writer_set *set)
{
	uint64_t taken = 0;

	for (size_t row = 0; row < set->row_count && row < 64; row++)
		for (size_t i = 0; set->rows[row].becomes && i < set->count; i++)
			if (str_eq(set->props[i].key, set->rows[row].becomes))
				taken |= UINT64_C(1) << row;
	return taken;
}

static int write_set(struct syb_ctx *ctx, struct syb_props_writer *w, const struct writer_set *set, bool keep,
		     enum syb_dialect dialect)
{
	const struct syb_set_info *info = keep ? NULL : syb_set_info_find(set->name);
	const bool documents = dialect == SYB_DIALECT_SPEC && str_eq(set->name, SET_REQUIREMENTS);
	const size_t dims = documents ? prop_stated_dims(set->props, set->count) : 0;
	uint64_t taken = taken_keys(set);
	int r = buf_printf(ctx, &w->text, "[%s]\n", info ? info->name : set->name);

	for (size_t i = 0; r == 0 && i < set->count; i++) {
		const struct syb_key_info *row = syb_key_info_match(set->rows, set->row_count, set->props[i].key);
		struct syb_prop prop = set->props[i];
		bool known = prop.type == SYB_PROP_U32 || prop.type == SYB_PROP_BYTES;

		if (prop.numbers != w->numbers && prop_has_aspects(row, &prop))
			r = renumber(ctx, w, &prop);
		if (r == 0 && row && known && !(keep && prop.raw))
			r = convert(ctx, w, row, row->becomes && !(taken >> (row - set->rows) & 1), dialect, &prop);
		if (r == 0 && documents && known && !(keep && prop.raw)) {
			prop.coding = SYB_PROP_CODING_RFC4648; /* of the text that is made */
			r = prop_order_size(ctx, &w->arena, dims, SIZE_TO_DOCUMENT, &prop);
		}
		w->must_state = w->must_state || (r == 0 && prop_aspects_differ(row, &prop));
		if (r == 0)
			r = write_prop(ctx, &w->text, &prop, keep, dialect);
	}
	return r;
}

/* ---- sets that dialects divide differently ---- */

static const struct writer_set *find_set(const struct syb_props_writer *w, const char *name)
{
	const size_t *place = hash_get(&w->index, name, strlen(name));

	return place ? &w->sets[*place] : NULL;
}

static bool is_bytes(const struct syb_prop *prop)
{
	return prop->type == SYB_PROP_BYTES && prop->bits % 8 == 0;
}

/* One block of values → the value of each constant. */
static void divide_block(const struct writer_set *consts, const struct syb_prop *all, struct syb_prop *list)
{
	size_t pos = 0;

	for (size_t i = 0; i < consts->count; i++) {
		const size_t size = (size_t)prop_spec_size(&consts->props[i]);

		list[i] = *all;
		list[i].key = consts->props[i].key;
		list[i].raw = NULL;
		list[i].bytes = all->bytes + pos;
		list[i].len = size;
		list[i].bits = (uint64_t)size * 8;
		pos += size;
	}
}

/* The value of each constant → one block, without the padding after the last part. */
static int join_block(struct syb_ctx *ctx, struct syb_props_writer *w, const struct writer_set *consts,
		      const struct writer_set *values, const struct hash *places, struct syb_prop *all)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	uint8_t *copy;

	for (size_t i = 0; i < consts->count; i++) {
		const char *name = consts->props[i].key;
		const struct syb_prop *value = &values->props[*hash_get(places, name, strlen(name))];

		TRY(buf_add(ctx, &bytes, value->bytes, (size_t)prop_spec_size(&consts->props[i])));
	}
	copy = arena_bytes(ctx, &w->arena, bytes.len);
	if (!copy)
		return -SYB_E_NOMEM;
	if (bytes.len)
		memcpy(copy, bytes.ptr, bytes.len);
	*all = (struct syb_prop){ .key = "all",
				  .type = SYB_PROP_BYTES,
				  .bytes = copy,
				  .len = bytes.len,
				  .bits = (uint64_t)bytes.len * 8,
				  .numbers = values->props[0].numbers };
	return 0;
}

/* Default values of specialization constants in the form of the dialect. Values that do not fit the constants stay. */
static int convert_defaults(struct syb_ctx *ctx, struct syb_props_writer *w, enum syb_dialect dialect,
			    struct writer_set *set)
{
	_cleanup_(hash_free) struct hash places = { 0 }, names = { 0 };
	const struct writer_set *consts = find_set(w, "SYCL/specialization constants");
	const bool divide = dialect == SYB_DIALECT_SPEC;
	const size_t count = consts && divide ? consts->count : 1;
	struct syb_prop *list;
	uint64_t total = 0;
	bool found;

	for (size_t i = 0; i < set->count; i++)
		TRY(hash_add(ctx, &places, set->props[i].key, strlen(set->props[i].key), i));
	for (size_t i = 0; consts && i < consts->count; i++) {
		const struct syb_prop *c = &consts->props[i];
		const size_t *place = hash_get(&places, c->key, strlen(c->key));
		const struct syb_prop *value = place ? &set->props[*place] : NULL;

		TRY(hash_put(ctx, &names, c->key, strlen(c->key), i, NULL, &found));
		if (found || str_eq(c->key, "all") || !shape_fits(SYB_SHAPE_SPEC_LEAVES, c) ||
		    (divide ? value != NULL : !value || !is_bytes(value) || value->len < prop_spec_size(c)))
			return 0;
		total += prop_spec_size(c);
	}
	if (!consts || consts->count == 0 || set->count != (divide ? 1 : consts->count) ||
	    (divide && (!str_eq(set->props[0].key, "all") || !is_bytes(&set->props[0]) || set->props[0].len != total)))
		return 0;
	list = arena_array(ctx, &w->arena, count, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	if (divide)
		divide_block(consts, &set->props[0], list);
	else
		TRY(join_block(ctx, w, consts, set, &places, list));
	set->props = list;
	set->count = count;
	return 0;
}

/* The documents have no list of aspects without an aspect. */
static int drop_empty_aspects(struct syb_ctx *ctx, struct syb_props_writer *w, struct writer_set *set)
{
	struct syb_prop *list = arena_array(ctx, &w->arena, set->count, sizeof(*list));
	size_t count = 0;

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < set->count; i++)
		if (!is_bytes(&set->props[i]) || set->props[i].len || !str_eq(set->props[i].key, "aspects"))
			list[count++] = set->props[i];
	set->props = list;
	set->count = count;
	return 0;
}

/* Convert a copy of a set. *out_gone: nothing of it is left. */
static int convert_set(struct syb_ctx *ctx, struct syb_props_writer *w, enum syb_dialect dialect,
		       struct writer_set *set, bool *out_gone)
{
	const size_t before = set->count;

	*out_gone = false;
	if (str_eq(set->name, "SYCL/specialization constants default values"))
		TRY(convert_defaults(ctx, w, dialect, set));
	else if (dialect == SYB_DIALECT_SPEC && str_eq(set->name, SET_REQUIREMENTS))
		TRY(drop_empty_aspects(ctx, w, set));
	*out_gone = before && set->count == 0;
	return 0;
}

/* New values use the coding of the values that are kept. */
static enum syb_dialect kept_dialect(const struct syb_props_writer *w)
{
	bool rfc = false, lsb = false;

	for (size_t s = 0; s < w->count; s++) {
		for (size_t i = 0; i < w->sets[s].count; i++) {
			const struct syb_prop *prop = &w->sets[s].props[i];

			rfc = rfc || (prop->raw && prop->coding == SYB_PROP_CODING_RFC4648);
			lsb = lsb || (prop->raw && prop->coding == SYB_PROP_CODING_LSB);
		}
	}
	return rfc && !lsb ? SYB_DIALECT_SPEC : SYB_DIALECT_DPCPP;
}

/* ---- numbers of aspects ---- */

/* The numbering of all aspects, DEFAULT without aspects; false where they differ. */
static bool find_numbers(const struct syb_props_writer *w, enum syb_aspect_numbers *out)
{
	*out = SYB_ASPECT_NUMBERS_DEFAULT;
	for (size_t s = 0; s < w->count; s++) {
		const struct writer_set *set = &w->sets[s];

		for (size_t i = 0; i < set->count; i++) {
			const struct syb_prop *prop = &set->props[i];

			if (!prop_has_aspects(syb_key_info_match(set->rows, set->row_count, prop->key), prop))
				continue;
			if (*out && prop->numbers != *out)
				return false;
			*out = (enum syb_aspect_numbers)prop->numbers;
		}
	}
	return true;
}

/* Kept texts keep their numbering, if all sets have the same one and state it. */
static enum syb_aspect_numbers kept_numbers(const struct syb_props_writer *w)
{
	enum syb_aspect_numbers kept;

	if (!hash_get(&w->index, ASPECT_NUMBERS_SET, strlen(ASPECT_NUMBERS_SET)))
		return SYB_ASPECT_NUMBERS_2026;
	return find_numbers(w, &kept) && kept ? kept : SYB_ASPECT_NUMBERS_2026;
}

/* A kept set that states the numbers stays as it is, unless the text has other ones. */
static bool keeps_statement(const struct syb_props_writer *w, const struct writer_set *set)
{
	const uint32_t other = w->numbers == SYB_ASPECT_NUMBERS_2025 ? 2026 : 2025;
	enum syb_aspect_numbers numbers;

	(void)find_numbers(w, &numbers);
	for (size_t i = 0; i < set->count && numbers; i++)
		if (set->props[i].type == SYB_PROP_U32 && set->props[i].u32 == other)
			return false;
	return true;
}

/* A set that states an unknown numbering cannot be replaced by one that states a known numbering. */
static int check_statement(struct syb_ctx *ctx, const struct writer_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct syb_prop *prop = &set->props[i];

		if (str_eq(prop->key, "numbers") &&
		    (prop->type != SYB_PROP_U32 || prop->wide || (prop->u32 != 2025 && prop->u32 != 2026)))
			return prop_refuse_numbers(ctx, prop);
	}
	return 0;
}

/* State the numbers where a reader would treat them as those of 2026, or one with this context as those of 2025. */
static int write_statement(struct syb_ctx *ctx, struct syb_props_writer *w)
{
	const bool usual =
		w->numbers == SYB_ASPECT_NUMBERS_2026 && syb_ctx_assumed_aspect_numbers(ctx) == SYB_ASPECT_NUMBERS_2026;

	if (usual || !w->must_state)
		return 0;
	return buf_printf(ctx, &w->text, "[" ASPECT_NUMBERS_SET "]\nnumbers=1|%s\n",
			  syb_aspect_numbers_name(w->numbers));
}

/* A text does not state its coding. Read it back, and warn when that gives other bytes. */
static int check_coding(struct syb_ctx *ctx, const struct syb_props_writer *w, enum syb_dialect dialect)
{
	uint8_t want = dialect == SYB_DIALECT_SPEC ? SYB_PROP_CODING_RFC4648 : SYB_PROP_CODING_LSB;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct ctx_mute mute = ctx_mute(ctx);
	int r = syb_props_read(ctx, buf_bytes(&w->text), NULL, &props);

	ctx_unmute(&mute);
	if (r < 0)
		return syb_fail(ctx, (enum syb_code) - r, SYB_NO_OFFSET,
				r == -SYB_E_NOMEM ? "memory" : "props-unwritable",
				"the property text cannot be read back");
	for (size_t s = 0; s < props->count; s++) {
		for (size_t i = 0; i < props->sets[s].count; i++) {
			const struct syb_prop *prop = &props->sets[s].props[i];

			if (prop->type == SYB_PROP_BYTES && prop->coding != want)
				syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "props-ambiguous",
					   "%s: this value reads differently in the other coding of byte arrays",
					   prop->key);
		}
	}
	return 0;
}

/* divide: sets are those of the documents, whatever the dialect. */
static int make_text(struct syb_ctx *ctx, struct syb_props_writer *writer, enum syb_dialect dialect, bool divide,
		     struct syb_bytes *out_text)
{
	bool keep = dialect == SYB_DIALECT_KEEP, stated = false, gone = false;
	struct writer_set set;

	if (dialect != SYB_DIALECT_KEEP && dialect != SYB_DIALECT_DPCPP && dialect != SYB_DIALECT_SPEC)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "dialect %d", (int)dialect);
	if (keep)
		dialect = kept_dialect(writer);
	writer->numbers = keep && !ctx->aspect_numbers ? kept_numbers(writer) : syb_ctx_aspect_numbers(ctx);
	writer->must_state = false;
	writer->text.len = 0;
	for (size_t i = 0; i < writer->count; i++) {
		const bool states = str_eq(writer->sets[i].name, ASPECT_NUMBERS_SET);

		if (states && !(keep && keeps_statement(writer, &writer->sets[i]))) {
			TRY(check_statement(ctx, &writer->sets[i]));
			continue;
		}
		stated = stated || states;
		set = writer->sets[i];
		gone = false;
		if (!keep || divide)
			TRY(convert_set(ctx, writer, divide ? SYB_DIALECT_SPEC : dialect, &set, &gone));
		TRY(gone ? 0 : write_set(ctx, writer, &set, keep, dialect));
	}
	TRY(stated ? 0 : write_statement(ctx, writer));
	if (!keep) {
		TRY(check_coding(ctx, writer, dialect));
	}
	*out_text = buf_bytes(&writer->text);
	return 0;
}

int syb_props_writer_text(struct syb_ctx *ctx, struct syb_props_writer *writer, enum syb_dialect dialect,
			  struct syb_bytes *out_text)
{
	return make_text(ctx, writer, dialect, false, out_text);
}

int props_divide(struct syb_ctx *ctx, struct syb_props **inout_props)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	const struct syb_prop *aspects = syb_props_get(*inout_props, SET_REQUIREMENTS, "aspects");
	struct syb_props *divided;
	struct syb_bytes text;

	if ((!aspects || aspects->len) && !syb_props_find(*inout_props, "SYCL/specialization constants default values"))
		return 0;
	TRY(syb_props_writer_new(ctx, &writer));
	TRY(syb_props_writer_add(ctx, writer, *inout_props));
	TRY(make_text(ctx, writer, SYB_DIALECT_KEEP, true, &text));
	TRY(syb_props_read(ctx, text, NULL, &divided));
	syb_props_free(*inout_props);
	*inout_props = divided;
	return 0;
}

static const char *const dialect_names[] = { "keep", "dpcpp", "spec" };

const char *syb_dialect_name(enum syb_dialect dialect)
{
	return (size_t)dialect < ARRAY_SIZE(dialect_names) ? dialect_names[dialect] : "unknown";
}

int syb_dialect_parse(const char *name, enum syb_dialect *out_dialect)
{
	return NAMES_PARSE(dialect_names, name, out_dialect) < 0 ? -SYB_E_ARG : 0;
}
