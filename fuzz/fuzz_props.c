/* fuzz/fuzz_props.c — property sets: read, walk, decode, view, check; write in each dialect and read again. What was
 * kept must be the same, what was converted must mean the same. */
#include "fuzz.h"
#include "package/check/check.h"
#include "format/props/props.h"

static void walk(const struct syb_props *props)
{
	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);

		claim(syb_set_name(set) && set->line > 0);
		for (size_t k = 0; k < syb_set_count(set); k++) {
			const struct syb_prop *prop = syb_set_at(set, k);

			claim(syb_prop_key(prop) && syb_prop_raw(prop) && syb_set_find(set, syb_prop_key(prop)));
			claim(syb_prop_bits(prop) <= 8 * (uint64_t)syb_prop_bytes(prop).len);
			fuzz_touch(syb_prop_bytes(prop));
		}
	}
}

/* Everything, in order. */
static void same(const struct syb_props *a, const struct syb_props *b)
{
	claim(syb_props_count(a) == syb_props_count(b));
	for (size_t i = 0; i < syb_props_count(a); i++) {
		const struct syb_set *sa = syb_props_at(a, i), *sb = syb_props_at(b, i);

		claim(fuzz_same_text(syb_set_name(sa), syb_set_name(sb)) && syb_set_count(sa) == syb_set_count(sb));
		for (size_t k = 0; k < syb_set_count(sa); k++) {
			const struct syb_prop *pa = syb_set_at(sa, k), *pb = syb_set_at(sb, k);

			claim(fuzz_same_text(syb_prop_key(pa), syb_prop_key(pb)));
			claim(fuzz_same_text(syb_prop_raw(pa), syb_prop_raw(pb)));
			claim(syb_prop_type(pa) == syb_prop_type(pb) && syb_prop_u32(pa) == syb_prop_u32(pb));
			claim(syb_prop_coding(pa) == syb_prop_coding(pb) && syb_prop_bits(pa) == syb_prop_bits(pb));
			claim(fuzz_same(syb_prop_bytes(pa), syb_prop_bytes(pb)));
		}
	}
}

static void same_numbers(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
	claim(a_count == b_count && (a_count == 0 || memcmp(a, b, a_count * sizeof(*a)) == 0));
}

/* One dialect has no padding after the last part of a composite. */
static bool same_value(struct syb_bytes a, struct syb_bytes b)
{
	return fuzz_same(a, b) || (b.len && a.len > b.len && memcmp(a.ptr, b.ptr, b.len) == 0);
}

/* What no dialect may change. */
static void same_meaning(const struct syb_module_info *a, const struct syb_module_info *b)
{
	const struct syb_requirements *ra = a->requirements, *rb = b->requirements;

	same_numbers(ra->aspects, ra->aspect_count, rb->aspects, rb->aspect_count);
	same_numbers(ra->sub_group_sizes, ra->sub_group_size_count, rb->sub_group_sizes, rb->sub_group_size_count);
	claim(ra->work_group_num_dim == rb->work_group_num_dim &&
	      ra->work_group_size_count == rb->work_group_size_count);
	for (size_t i = 0; i < ra->work_group_size_count; i++)
		claim(memcmp(ra->work_group_sizes[i].size, rb->work_group_sizes[i].size, sizeof(uint64_t[3])) == 0 &&
		      ra->work_group_sizes[i].dims == rb->work_group_sizes[i].dims);
	claim(ra->joint_matrix_count == rb->joint_matrix_count &&
	      ra->joint_matrix_mad_count == rb->joint_matrix_mad_count);
	claim(fuzz_same_text(ra->compile_target, rb->compile_target));
	claim(a->kernel_count == b->kernel_count && a->export_count == b->export_count);
	for (size_t i = 0; i < a->kernel_count; i++)
		claim(fuzz_same_text(a->kernels[i], b->kernels[i]));
	claim(a->spec_const_count == b->spec_const_count && a->removed_args_count == b->removed_args_count);
	for (size_t i = 0; i < a->spec_const_count; i++)
		claim(a->spec_consts[i]->leaf_count == b->spec_consts[i]->leaf_count &&
		      same_value(a->spec_consts[i]->default_value, b->spec_consts[i]->default_value));
	for (size_t i = 0; i < a->removed_args_count; i++)
		claim(b->removed_args[i]->bits >= a->removed_args[i]->bits); /* padded to whole bytes in one dialect */
}

static int write_text(struct syb_ctx *ctx, const struct syb_props *props, enum syb_dialect dialect,
		      struct syb_props_writer **out_writer, struct syb_bytes *out_text)
{
	claim(syb_props_writer_new(ctx, out_writer) == 0);
	claim(syb_props_writer_add(ctx, *out_writer, props) == 0);
	return syb_props_writer_text(ctx, *out_writer, dialect, out_text);
}

static void rewrite(struct syb_ctx *ctx, const struct syb_props *props, const struct syb_view *view,
		    enum syb_dialect dialect)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL, *second = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *again = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *converted = NULL;
	size_t warnings = syb_ctx_count(ctx, SYB_SEVERITY_WARNING);
	struct syb_bytes text, text2;
	int r;

	r = write_text(ctx, props, dialect, &writer, &text);
	/* aspects that were dropped have no number in the numbering that is written */
	claim(r == 0 || (r == -SYB_E_UNSUPPORTED && dialect != SYB_DIALECT_KEEP));
	if (r < 0)
		return;
	/* the writer warns where a reader guesses the other coding; then nothing can be promised */
	if (syb_ctx_count(ctx, SYB_SEVERITY_WARNING) != warnings)
		return;
	claim(syb_props_read(ctx, text, NULL, &again) == 0);
	walk(again);
	if (dialect == SYB_DIALECT_KEEP) {
		same(props, again);
		return;
	}
	if (view) {
		claim(syb_view_new(ctx, again, &converted) == 0);
		same_meaning(syb_view_info(view), syb_view_info(converted));
	}
	/* Sets of two spellings become one when read: then the text is shorter the second time. */
	if (syb_props_count(again) == syb_props_count(props)) {
		claim(write_text(ctx, again, dialect, &second, &text2) == 0);
		claim(fuzz_same(text, text2));
	}
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
	check_props(ctx, props, SYB_PLACE_MODULE, SYB_NO_OFFSET);
	check_props(ctx, props, SYB_PLACE_GLOBAL | SYB_PLACE_IR | SYB_PLACE_NATIVE, 0x40);
	rewrite(ctx, props, view, SYB_DIALECT_KEEP);
	rewrite(ctx, props, view, SYB_DIALECT_DPCPP);
	rewrite(ctx, props, view, SYB_DIALECT_SPEC);
	return 0;
}
