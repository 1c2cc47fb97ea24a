/* Names cut to a width: whatever they are, those that differ look different. */
#include "lib/ctx.h"
#include "lib/tap.h"

#include "term/columns.h"
#include "term/short_names.h"

enum { MOST = 8, LEAST_WIDTH = 9, MOST_WIDTH = 70 };

static const char *const sets[][MOST] = {
	/* alike at both ends */
	{ "company_solver::gauss_seidel_red_black_smoother_double_precision",
	  "company_solver::gauss_seidel_lexicographic_smoother_double_precision",
	  "company_solver::gauss_seidel_symmetric_smoother_double_precision" },
	/* and in the piece that tells others apart */
	{ "company_solver::gauss_seidel_red_black_smoother_of_rows_double_precision",
	  "company_solver::gauss_seidel_red_black_smoother_of_columns_double_precision",
	  "company_solver::gauss_seidel_red_black_smoother_of_columns_in_double_precision",
	  "company_solver::gauss_seidel_symmetric_smoother_of_rows_double_precision" },
	/* the pieces are alike, the rest differs */
	{ "first_part::of_a_long_name_that_is_red_black_and_goes_on_and_on_for_long",
	  "first_part::of_a_long_name_that_is_symmetric_and_goes_on_and_on_for_long",
	  "other_part::of_a_long_name_that_is_red_black_and_goes_on_and_on_for_long",
	  "other_part::of_a_long_name_that_is_symmetric_and_goes_on_and_on_for_long" },
	/* one more of the same, one is the beginning of the other */
	{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
	  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
	/* a mark on one letter, wide characters, the same name twice */
	{ "begin_begin_begin_u_end_end_end_end", "begin_begin_begin_u\314\210_end_end_end_end",
	  "begin_begin_begin_\346\240\270_end_end_end_end", "begin_begin_begin_\345\277\203_end_end_end_end",
	  "begin_begin_begin_u_end_end_end_end" },
};

static bool look_alike(struct syb_ctx *ctx, const struct short_name *a, const struct short_name *b, size_t width)
{
	_cleanup_(buf_free) struct buf x = { 0 }, y = { 0 };

	if (buf_add(ctx, &x, a->whole.ptr, a->whole.len) < 0 || buf_add(ctx, &y, b->whole.ptr, b->whole.len) < 0 ||
	    (a->shown != CUT_NEVER && columns_cut(ctx, &x, 0, width, a->shown) < 0) ||
	    (b->shown != CUT_NEVER && columns_cut(ctx, &y, 0, width, b->shown) < 0))
		abort();
	return bytes_eq(buf_bytes(&x), buf_bytes(&y));
}

static void told_apart(struct syb_ctx *ctx, const char *const *texts, size_t width, size_t *inout_cut)
{
	struct short_name names[MOST];
	size_t n = 0;
	bool good = true;

	for (; n < MOST && texts[n]; n++)
		names[n] = (struct short_name){ { (const uint8_t *)texts[n], strlen(texts[n]) }, .row = n };
	is_int(short_names_find(ctx, names, n, width), 0);
	for (size_t i = 0; i < n; i++) {
		*inout_cut += names[i].shown != CUT_NEVER;
		good = good && str_eq((const char *)names[i].whole.ptr, texts[names[i].row]);
		for (size_t k = 0; k < i; k++)
			good = good && (bytes_eq(names[i].whole, names[k].whole) ==
					look_alike(ctx, &names[i], &names[k], width));
	}
	ok(good);
	if (!good)
		printf("# %s, ..., %zu columns\n", texts[0], width);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		size_t cut = 0;

		for (size_t width = LEAST_WIDTH; width < MOST_WIDTH; width++)
			told_apart(ctx, sets[i], width, &cut);
		ok(cut > MOST_WIDTH); /* most can be */
	}
	syb_ctx_free(ctx);
	return tap_done();
}
