/* File tables: reading, operations, writing; every error by its check name and place. */
#include "base/ctx.h"
#include "tests/lib/ctx.h"
#include "tests/lib/tap.h"

#include <sybil/table.h>

static const char sample[] = "[Code|Properties|Symbols]\n"
			     "a_0.bc|a_0.prop|a_0.sym\n"
			     "a_1.bc|a_1.prop|a_1.sym\n";

static struct syb_table *parsed(struct syb_ctx *ctx, const char *text)
{
	struct syb_table *table = NULL;

	if (!ok(syb_table_read(ctx, str_bytes(text), "t", &table) == 0, "reads"))
		abort();
	return table;
}

static void has_text(struct syb_ctx *ctx, struct syb_table *table, bool titles, const char *want)
{
	struct syb_bytes got = { 0 };

	is_int(syb_table_text(ctx, table, titles, &got), 0);
	ok(got.len == strlen(want) && memcmp(got.ptr, want, got.len) == 0, "text form of %zu bytes", strlen(want));
}

/* One error, of this code and check, at this place. */
static void reported(struct syb_ctx *ctx, enum syb_code code, const char *check, uint32_t line, uint32_t column)
{
	const struct syb_diag *diag = syb_ctx_diag_at(ctx, 0);

	is_int(syb_ctx_diag_count(ctx), 1);
	if (!diag)
		return;
	is_int(diag->code, code);
	is_str(diag->check, check);
	is_int(diag->line, line);
	is_int(diag->column, column);
	syb_ctx_diag_clear(ctx);
}

static void refuses(const char *text, size_t len, const char *check, uint32_t line, uint32_t column)
{
	struct syb_table *untouched = (struct syb_table *)(uintptr_t)sample, *table = untouched;
	struct syb_ctx *ctx = test_ctx();

	is_int(syb_table_read(ctx, (struct syb_bytes){ (const uint8_t *)text, len }, "t", &table), -SYB_E_FORMAT);
	ok(table == untouched, "output untouched");
	is_str(syb_ctx_diag_at(ctx, 0)->file, "t");
	reported(ctx, SYB_E_FORMAT, check, line, column);
	syb_ctx_free(ctx);
}

static void test_read(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_table *table = parsed(ctx, sample);

	ok(syb_table_titled(table));
	is_int(syb_table_column_count(table), 3);
	is_int(syb_table_row_count(table), 2);
	is_str(syb_table_column_name(table, 1), "Properties");
	ok(!syb_table_column_name(table, 3));
	is_int(syb_table_column_find(table, "Symbols"), 2);
	is_int(syb_table_column_find(table, "symbols"), -SYB_E_NOTFOUND);
	is_str(syb_table_cell(table, 1, 2), "a_1.sym");
	ok(!syb_table_cell(table, 2, 0));
	ok(!syb_table_cell(table, 0, 3));
	has_text(ctx, table, true, sample);
	has_text(ctx, table, false, strchr(sample, '\n') + 1);
	syb_table_free(table);

	table = parsed(ctx, "x|y\r\n\r\nz|\n\n|w");
	ok(!syb_table_titled(table));
	is_str(syb_table_column_name(table, 0), "0");
	is_str(syb_table_column_name(table, 1), "1");
	is_int(syb_table_row_count(table), 3);
	is_str(syb_table_cell(table, 0, 1), "y");
	is_str(syb_table_cell(table, 1, 1), "");
	is_str(syb_table_cell(table, 2, 0), "");
	is_str(syb_table_cell(table, 2, 1), "w");
	has_text(ctx, table, true, "[0|1]\nx|y\nz|\n|w\n");
	syb_table_free(table);

	table = parsed(ctx, "[Code]\n");
	is_int(syb_table_row_count(table), 0);
	has_text(ctx, table, true, "[Code]\n");
	has_text(ctx, table, false, "");
	syb_table_free(table);
	is_int(syb_ctx_diag_count(ctx), 0);
	syb_ctx_free(ctx);
}

static void test_bad(void)
{
#define REFUSES(text, check, line, column) refuses(text, sizeof(text) - 1, check, line, column)
	REFUSES("", "table-title", 1, 1);
	REFUSES("\n\n\r\n", "table-title", 1, 1);
	REFUSES("[Code", "table-title", 1, 6);
	REFUSES("[", "table-title", 1, 2);
	REFUSES("[]\n", "table-title", 1, 3);
	REFUSES("\n[Code] \n", "table-title", 2, 8);
	REFUSES("[Code||Symbols]\n", "table-title", 1, 7);
	REFUSES("[Code|]\n", "table-title", 1, 7);
	REFUSES("[Code|Symbols|Code]\n", "table-column", 1, 15);
	REFUSES("[Code|Symbols]\na|b\na\n", "table-row", 3, 2);
	REFUSES("[Code|Symbols]\na|b|c|d\n", "table-row", 2, 5);
	REFUSES("[Code]\na|b\n", "table-row", 2, 3);
	REFUSES("a|b\n\nc\n", "table-row", 3, 2);
	REFUSES("[Code|Symbols]\na|b\0c\n", "table-cell", 2, 4);
	REFUSES("[Co\0de]\n", "table-cell", 1, 4);
	REFUSES("[Code]\na\rb\n", "table-cell", 2, 2);
}

static void test_truncation(void)
{
	for (size_t len = 0; len < sizeof(sample) - 1; len++) {
		struct syb_table *table = NULL;
		struct syb_ctx *ctx = test_ctx();
		int r = syb_table_read(ctx, (struct syb_bytes){ (const uint8_t *)sample, len }, NULL, &table);
		size_t title = (size_t)(strchr(sample, '\n') - sample);

		/* cut in the title: malformed; cut in a row: too few cells, or a shorter last cell */
		if (len < title)
			ok(r == -SYB_E_FORMAT && str_eq(syb_ctx_diag_at(ctx, 0)->check, "table-title"), "cut at %zu",
			   len);
		else
			ok(r == 0 || str_eq(syb_ctx_diag_at(ctx, 0)->check, "table-row"), "cut at %zu", len);
		syb_table_free(table);
		syb_ctx_free(ctx);
	}
}

static void test_operations(void)
{
	static const char *const two[] = { "Symbols", "Code" };
	static const char *const missing[] = { "Code", "Nothing" };
	static const char *const twice[] = { "Code", "Code" };
	struct syb_ctx *ctx = test_ctx();
	struct syb_table *table = parsed(ctx, sample);
	struct syb_table *other = parsed(ctx, "[A|B]\nx|1\ny|2\n"), *shorter = parsed(ctx, "[A]\nx\n");
	struct syb_table *copy = NULL;

	is_int(syb_table_rename(ctx, table, "Code", "Binary"), 0);
	is_int(syb_table_rename(ctx, table, "Binary", "Binary"), 0);
	is_int(syb_table_rename(ctx, table, "Code", "Other"), -SYB_E_NOTFOUND);
	reported(ctx, SYB_E_NOTFOUND, "table-column", 0, 0);
	is_int(syb_table_rename(ctx, table, "Binary", "Symbols"), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-column", 0, 0);
	is_int(syb_table_rename(ctx, table, "Binary", "a|b"), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-column", 0, 0);
	is_int(syb_table_rename(ctx, table, "Binary", "Code"), 0);

	is_int(syb_table_replace(ctx, table, "Properties", other, "B"), 0);
	is_str(syb_table_cell(table, 1, 1), "2");
	is_int(syb_table_replace(ctx, table, "Code", shorter, "A"), -SYB_E_INCOMPATIBLE);
	reported(ctx, SYB_E_INCOMPATIBLE, "table-row", 0, 0);
	is_int(syb_table_replace(ctx, table, "Code", other, "C"), -SYB_E_NOTFOUND);
	reported(ctx, SYB_E_NOTFOUND, "table-column", 0, 0);
	is_int(syb_table_replace(ctx, table, "None", other, "A"), -SYB_E_NOTFOUND);
	reported(ctx, SYB_E_NOTFOUND, "table-column", 0, 0);

	is_int(syb_table_set_cell(ctx, table, 0, 0, "new.bc"), 0);
	is_int(syb_table_set_cell(ctx, table, 2, 0, "x"), -SYB_E_NOTFOUND);
	reported(ctx, SYB_E_NOTFOUND, "table-row", 0, 0);
	is_int(syb_table_set_cell(ctx, table, 0, 3, "x"), -SYB_E_NOTFOUND);
	reported(ctx, SYB_E_NOTFOUND, "table-column", 0, 0);
	is_int(syb_table_set_cell(ctx, table, 0, 0, "a|b"), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-cell", 0, 0);

	is_int(syb_table_extract(ctx, table, missing, 2), -SYB_E_NOTFOUND);
	reported(ctx, SYB_E_NOTFOUND, "table-column", 0, 0);
	is_int(syb_table_extract(ctx, table, twice, 2), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-column", 0, 0);
	is_int(syb_table_extract(ctx, table, two, 0), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-column", 0, 0);
	is_int(syb_table_extract(ctx, table, two, 2), 0);
	has_text(ctx, table, true, "[Symbols|Code]\na_0.sym|new.bc\na_1.sym|a_1.bc\n");
	is_int(syb_table_append(ctx, table, other), -SYB_E_INCOMPATIBLE);
	reported(ctx, SYB_E_INCOMPATIBLE, "table-column", 0, 0);
	is_int(syb_table_append(ctx, table, table), 0);
	is_int(syb_table_row_count(table), 4);
	is_str(syb_table_cell(table, 3, 1), "a_1.bc");
	is_int(syb_table_copy(ctx, table, (const bool[]){ false, true, true, false }, &copy), 0);
	has_text(ctx, copy, true, "[Symbols|Code]\na_1.sym|a_1.bc\na_0.sym|new.bc\n");

	syb_table_free(copy);
	syb_table_free(table);
	syb_table_free(other);
	syb_table_free(shorter);
	syb_ctx_free(ctx);
}

static void test_build(void)
{
	static const char *const row[] = { "a", "b" }, *const bad[] = { "a", "b\nc" };
	struct syb_ctx *ctx = test_ctx();
	struct syb_table *table = NULL;

	is_int(syb_table_new(ctx, &table), 0);
	is_int(syb_table_add_row(ctx, table, row), -SYB_E_STATE);
	reported(ctx, SYB_E_STATE, "table-row", 0, 0);
	is_int(syb_table_add_column(ctx, table, "Code"), 0);
	is_int(syb_table_add_column(ctx, table, ""), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-column", 0, 0);
	is_int(syb_table_add_column(ctx, table, "Code"), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-column", 0, 0);
	is_int(syb_table_add_column(ctx, table, "Symbols"), 0);
	is_int(syb_table_add_row(ctx, table, row), 0);
	is_int(syb_table_add_row(ctx, table, bad), -SYB_E_ARG);
	reported(ctx, SYB_E_ARG, "table-cell", 0, 0);
	is_int(syb_table_add_column(ctx, table, "More"), 0);
	has_text(ctx, table, true, "[Code|Symbols|More]\na|b|\n");
	syb_table_free(table);
	syb_table_free(NULL);
	syb_ctx_free(ctx);
}

static void test_limits(void)
{
	const struct syb_limits limits = { .size = sizeof(limits), .max_items = 8 };
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .limits = &limits };
	struct syb_table *table = NULL;
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	is_int(syb_table_read(ctx, str_bytes("[A]\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"), NULL, &table), -SYB_E_LIMIT);
	reported(ctx, SYB_E_LIMIT, "limit", 0, 0);
	is_int(syb_table_read(ctx, str_bytes("1|2|3|4|5|6|7|8|9\n"), NULL, &table), -SYB_E_LIMIT);
	reported(ctx, SYB_E_LIMIT, "limit", 0, 0);
	is_int(syb_table_read(ctx, str_bytes("[A|B]\n1|2\n3|4\n5|6\n7|8\n"), NULL, &table), 0);
	is_int(syb_table_add_column(ctx, table, "C"), -SYB_E_LIMIT);
	reported(ctx, SYB_E_LIMIT, "limit", 0, 0);
	is_int(syb_table_column_count(table), 2);
	is_str(syb_table_cell(table, 3, 1), "8");
	syb_table_free(table);
	syb_ctx_free(ctx);
}

/* Memory that is refused at the n-th request. */
static void *failing(void *user, void *old, size_t size)
{
	size_t *left = user;

	if (size == 0) {
		free(old);
		return NULL;
	}
	if (*left == 0)
		return NULL;
	--*left;
	return realloc(old, size);
}

static int everything(struct syb_ctx *ctx)
{
	static const char *const columns[] = { "Symbols", "Code" }, *const row[] = { "1", "2" };
	struct syb_table *table = NULL, *other = NULL;
	struct syb_bytes text;
	int r = syb_table_read(ctx, str_bytes(sample), "t", &table);

	if (r == 0)
		r = syb_table_read(ctx, str_bytes("x\ny\n"), "t", &other);
	if (r == 0)
		r = syb_table_replace(ctx, table, "Code", other, "0");
	if (r == 0)
		r = syb_table_rename(ctx, other, "0", "Code");
	if (r == 0)
		r = syb_table_add_column(ctx, other, "More");
	if (r == 0)
		r = syb_table_extract(ctx, table, columns, 2);
	if (r == 0)
		r = syb_table_add_row(ctx, table, row);
	if (r == 0)
		r = syb_table_set_cell(ctx, table, 0, 0, "cell");
	if (r == 0)
		r = syb_table_append(ctx, table, table);
	if (r == 0)
		r = syb_table_text(ctx, table, true, &text);
	if (r == 0)
		is_int(text.len, strlen("[Symbols|Code]\n") + 2 * strlen("cell|x\na_1.sym|y\n1|2\n"));
	else
		ok(table == NULL || syb_table_column_count(table) > 0, "the table is whole");
	syb_table_free(table);
	syb_table_free(other);
	return r;
}

static void test_memory(void)
{
	int r = -SYB_E_NOMEM;

	for (size_t n = 1; r < 0 && n < 1000; n++) {
		size_t left = n;
		const struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = failing, .alloc_user = &left };
		struct syb_ctx *ctx = NULL;

		if (syb_ctx_new(&opts, &ctx) < 0)
			continue;
		r = everything(ctx);
		ok(r == 0 || r == -SYB_E_NOMEM, "request %zu refused", n);
		syb_ctx_free(ctx);
	}
	is_int(r, 0);
}

int main(void)
{
	test_read();
	test_bad();
	test_truncation();
	test_operations();
	test_build();
	test_limits();
	test_memory();
	return tap_done();
}
