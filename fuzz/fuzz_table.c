/* fuzz/fuzz_table.c — file tables: read, walk, print, read again; the operations must not lose their footing. */
#include "fuzz.h"

static void same(const struct syb_table *a, const struct syb_table *b)
{
	claim(syb_table_row_count(a) == syb_table_row_count(b));
	claim(syb_table_column_count(a) == syb_table_column_count(b));
	for (size_t row = 0; row < syb_table_row_count(a); row++)
		for (size_t column = 0; column < syb_table_column_count(a); column++)
			claim(strcmp(syb_table_cell(a, row, column), syb_table_cell(b, row, column)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL, *again = NULL;
	struct syb_bytes text;

	if (syb_table_read(ctx, fuzz_bytes(data, size), NULL, &table) < 0) {
		claim(!table && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	for (size_t i = 0; i < syb_table_column_count(table); i++)
		claim(syb_table_column_find(table, syb_table_column_name(table, i)) == (int)i);
	claim(!syb_table_cell(table, syb_table_row_count(table), 0));
	if (syb_table_text(ctx, table, syb_table_titled(table), &text) == 0) {
		claim(syb_table_read(ctx, text, NULL, &again) == 0);
		same(table, again);
		if (syb_table_append(ctx, again, table) == 0)
			claim(syb_table_row_count(again) == 2 * syb_table_row_count(table));
	}
	if (syb_table_column_count(table) > 0) {
		const char *first = syb_table_column_name(table, 0);

		if (syb_table_extract(ctx, table, &first, 1) == 0)
			claim(syb_table_column_count(table) == 1);
		if (syb_table_rename(ctx, table, syb_table_column_name(table, 0), "Other") == 0)
			claim(syb_table_column_find(table, "Other") == 0);
	}
	return 0;
}
