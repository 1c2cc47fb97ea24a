/* fuzz/fuzz_props.c — property sets: read, walk, decode, view; write in each dialect and read again. */
#include "fuzz.h"

static void walk(const struct syb_props *props)
{
	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);

		claim(syb_set_name(set) && syb_set_line(set) > 0);
		for (size_t k = 0; k < syb_set_count(set); k++) {
			const struct syb_prop *prop = syb_set_at(set, k);

			claim(syb_prop_key(prop) && syb_prop_raw(prop) && syb_set_find(set, syb_prop_key(prop)));
			claim(syb_prop_bits(prop) <= 8 * (uint64_t)syb_prop_bytes(prop).len);
			fuzz_touch(syb_prop_bytes(prop));
		}
	}
}

static void same(const struct syb_props *a, const struct syb_props *b, bool bits)
{
	claim(syb_props_count(a) == syb_props_count(b));
	for (size_t i = 0; i < syb_props_count(a); i++) {
		const struct syb_set *sa = syb_props_at(a, i), *sb = syb_props_at(b, i);

		claim(strcmp(syb_set_name(sa), syb_set_name(sb)) == 0);
		for (size_t k = 0; k < syb_set_count(sa); k++) {
			const struct syb_prop *pa = syb_set_find(sa, syb_prop_key(syb_set_at(sa, k)));
			const struct syb_prop *pb = syb_set_find(sb, syb_prop_key(pa));

			claim(pb && syb_prop_u32(pa) == syb_prop_u32(pb));
			if (syb_prop_type(pa) == SYB_PROP_BYTES && bits)
				claim(fuzz_same(syb_prop_bytes(pa), syb_prop_bytes(pb)) &&
				      syb_prop_bits(pa) == syb_prop_bits(pb));
		}
	}
}

static int rewrite(struct syb_ctx *ctx, const struct syb_props *props, enum syb_dialect dialect)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *again = NULL;
	struct syb_bytes text;
	int r;

	r = syb_props_writer_new(ctx, &writer);
	claim(r == 0);
	r = syb_props_writer_add(ctx, writer, props);
	if (r < 0)
		return r;
	r = syb_props_writer_text(ctx, writer, dialect, &text);
	if (r < 0)
		return r;
	claim(syb_props_read(ctx, text, NULL, &again) == 0);
	walk(again);
	/* Only KEEP promises values in the shape they had: a dialect may choose another type or pad a bit mask. */
	if (dialect == SYB_DIALECT_KEEP)
		same(props, again, true);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;

	if (syb_props_read(ctx, fuzz_bytes(data, size), NULL, &props) < 0) {
		claim(!props && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	walk(props);
	if (syb_view_new(ctx, props, &view) == 0)
		claim(syb_view_info(view));
	if (syb_props_decode(ctx, props, true, &record) == 0)
		claim(syb_value_kind(syb_record_root(record)) == SYB_VALUE_MAP);
	rewrite(ctx, props, SYB_DIALECT_KEEP);
	rewrite(ctx, props, SYB_DIALECT_DPCPP);
	rewrite(ctx, props, SYB_DIALECT_SPEC);
	return 0;
}
