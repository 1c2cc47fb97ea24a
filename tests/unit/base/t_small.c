/* tests/unit/base/t_small.c — the small things of base: names in paths, words, orders, the clock, texts in arenas,
 * streams.
 */
#include "lib/ctx.h"
#include "lib/tap.h"

#include "base/clock.h"
#include "base/ctx.h"
#include "base/file.h"
#include "base/number.h"
#include "base/order.h"
#include "base/path.h"
#include "base/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void test_paths(void)
{
	static const struct {
		const char *path, *name, *dot;
	} rows[] = {
		{ "a.bc", "a.bc", ".bc" },
		{ "dir.d/a", "a", "" },
		{ "/x/y.tar.gz", "y.tar.gz", ".gz" },
		{ "dir/.hidden", ".hidden", "" },
		{ ".hidden.c", ".hidden.c", ".c" },
		{ "dir.d/", "dir.d/", "" },
		{ "", "", "" },
		{ "/", "/", "" },
		{ "a.", "a.", "." },
	};
	char self[4096], here[4096], tight[4];
	size_t len;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		is_str(path_name(rows[i].path), rows[i].name);
		is_str(path_dot(rows[i].path), rows[i].dot);
	}
	ok(path_self(self, sizeof(self)) && access(self, X_OK) == 0, "this program is there");
	is_str(path_name(self), "t_small");
	len = path_here(here, sizeof(here));
	ok(len && here[len - 1] == '/' && len == strlen(here) && str_starts(self, here), "in its folder");
	errno = 0;
	ok(!path_self(tight, sizeof(tight)) && errno == ENAMETOOLONG, "a name is not cut");
	ok(path_here(tight, sizeof(tight)) == 0 && !*tight, "nor is a folder's");
}

static void test_words(void)
{
	const char *rest = "  one three  four ";
	size_t len, count = 0, sum = 0;

	while (words_next(&rest, &len)) {
		count++;
		sum += len;
	}
	is_int(count, 3);
	is_int(sum, 12);
	ok(words_have("one two", "two", 3) && words_have("one two", "one", 3));
	ok(!words_have("one two", "tw", 2) && !words_have("one two", "one two", 7) && !words_have("", "", 0));
}

static void test_orders(void)
{
	const int64_t sorted[] = { -5, 0, 0, 7 };
	const uint32_t least = 1, most = UINT32_MAX;
	const char *a = "a", *b = "b";

	ok(ORDER(1, 2) < 0 && ORDER(2, 1) > 0 && ORDER(2, 2) == 0);
	ok(order_u32(&least, &most) < 0 && order_u32(&most, &least) > 0, "without a sign");
	ok(order_i64(&sorted[0], &sorted[1]) < 0, "with one");
	ok(order_texts(&a, &b) < 0 && order_texts(&a, &a) == 0);
	is_int(order_place(sorted, 4, -6), 0);
	is_int(order_place(sorted, 4, 0), 1);
	is_int(order_place(sorted, 4, 1), 3);
	is_int(order_place(sorted, 4, 8), 4);
	is_int(order_place(sorted, 0, 8), 0);
	is_int(number_hex_digit('F'), 15);
	is_int(number_hex_digit('a'), 10);
	is_int(number_hex_digit('g'), -1);
	is_int(number_hex_digit('\x10'), -1); /* '0' but for a bit */
}

static void test_clock(void)
{
	uint64_t before = clock_ns();
	int64_t ms = clock_ms();
	double seconds = clock_seconds();
	uint64_t after = clock_ns();

	ok(before <= after, "it only goes forward");
	ok((uint64_t)ms >= before / 1000000 && (uint64_t)ms <= after / 1000000, "thousandths");
	ok(seconds >= (double)before / 1e9 && seconds <= (double)after / 1e9, "seconds");
}

static void put_texts(struct syb_ctx *ctx)
{
	struct arena arena = { 0 };
	char *text = arena_printf(ctx, &arena, "%s-%d", "text", 12), *longer;

	if (text) {
		ok(strcmp(text, "text-12") == 0, "a text");
		longer = arena_printf(ctx, &arena, "%*d", 5000, 7);
		ok(!longer || (strlen(longer) == 5000 && longer[4999] == '7'), "a long one");
		ok(strcmp(text, "text-12") == 0, "the first stays");
	}
	arena_free(&arena);
}

/* As many bytes as a pipe may have, and one more. */
static void test_stream(size_t most, size_t given, int expected)
{
	const struct syb_limits limits = { .size = sizeof(limits), .max_stream = most };
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .limits = &limits };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_ctx *ctx = NULL;
	char path[32], bytes[4096] = "";
	int ends[2];

	if (syb_ctx_new(&opts, &ctx) < 0 || pipe(ends) < 0)
		abort();
	snprintf(path, sizeof(path), "/dev/fd/%d", ends[0]);
	ok(write(ends[1], bytes, given) == (ssize_t)given);
	close(ends[1]);
	is_int(syb_file_open(ctx, path, &file), -expected);
	if (file)
		is_int(syb_file_bytes(file).len, given);
	close(ends[0]);
	syb_file_close(steal(file));
	syb_ctx_free(ctx);
}

long __sysconf(int name); /* that of the C library */

/* This machine has 400 pages of memory. Sanitizers ask as well, about other things. */
long sysconf(int name)
{
	return name == _SC_PHYS_PAGES ? 400 : name == _SC_PAGESIZE ? 4096 : __sysconf(name);
}

static void test_endless(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = NULL;

	is_int(syb_file_open(ctx, "/dev/zero", &file), -SYB_E_LIMIT);
	is_str(syb_ctx_diag_at(ctx, 0)->text,
	       "a pipe or device has more than 409600 bytes, a quarter of this machine's memory");
	syb_ctx_free(ctx);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();

	test_paths();
	test_words();
	test_orders();
	test_clock();
	test_stream(4096, 4096, 0);
	test_stream(100, 3, 0);
	test_stream(100, 100, 0);
	test_stream(100, 101, SYB_E_LIMIT);
	test_endless();
	put_texts(ctx);
	is_int(syb_ctx_diag_count(ctx), 0);
	syb_ctx_free(ctx);
	return tap_done();
}
