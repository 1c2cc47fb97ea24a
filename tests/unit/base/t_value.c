/* Records and their two renderers. */
#include "lib/render.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/value.h"

#include <locale.h>
#include <math.h>

static void prints(render_fn *write, struct syb_record *r, const struct syb_render_opts *opts, const char *want)
{
	struct syb_ctx *ctx = NULL;
	char *got;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	got = printed(ctx, write, syb_record_root(r), opts);
	is_str(got, want);
	free(got);
	syb_ctx_free(ctx);
	syb_record_free(r);
}

static struct syb_ctx *ctx;

static struct syb_record *fresh(void)
{
	struct syb_record *r = NULL;

	if (record_new(ctx, &r) < 0)
		abort();
	return r;
}

static struct syb_record *done(struct syb_record *r)
{
	is_int(record_finish(r), 0);
	return r;
}

static const struct syb_render_opts compact = { .size = sizeof(compact), .compact = true };

static void json_scalars(void)
{
	struct syb_record *r = fresh();
	static const uint8_t bytes[] = { 0x00, 0xff, 0x7e };

	value_null(r, r->root, "null");
	value_bool(r, r->root, "true", true);
	value_uint(r, r->root, "most", UINT64_MAX);
	value_int(r, r->root, "least", INT64_MIN);
	value_string(r, r->root, "empty", "");
	value_bytes(r, r->root, "bytes", (struct syb_bytes){ bytes, sizeof(bytes) });
	value_list(r, r->root, "list");
	value_map(r, r->root, "map");
	prints(syb_value_write_json, done(r), &compact,
	       "{\"null\":null,\"true\":true,\"most\":18446744073709551615,\"least\":-9223372036854775808,\"empty\":"
	       "\"\","
	       "\"bytes\":\"00ff7e\",\"list\":[],\"map\":{}}\n");
}

static void json_reals(void)
{
	static const double reals[] = { 0, 0.1, 1.0 / 3, 1e300, -2.5, 5e-324, 123456789 };
	struct syb_record *r = fresh();
	struct syb_value *list = value_list(r, r->root, "r");

	for (size_t i = 0; i < ARRAY_SIZE(reals); i++)
		value_real(r, list, NULL, reals[i]);
	value_real(r, list, NULL, INFINITY);
	value_real(r, list, NULL, NAN);
	prints(syb_value_write_json, done(r), &compact,
	       "{\"r\":[0,0.1,0.3333333333333333,1e+300,-2.5,4.94065645841247e-324,123456789,null,null]}\n");
}

static void json_strings(void)
{
	static const struct {
		const char *s;
		size_t len;
		const char *want;
	} cases[] = {
		{ "plain", 5, "plain" },
		{ "a\"b\\c/", 6, "a\\\"b\\\\c/" },
		{ "\b\f\n\r\t", 5, "\\b\\f\\n\\r\\t" },
		{ "\0\x01\x1f\x7f", 4, "\\u0000\\u0001\\u001f\\u007f" },
		{ "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 11, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80" },
		{ "\xc2\x9b", 2, "\\u009b" },
		{ "\xff", 1, "\xef\xbf\xbd" },
		{ "a\xe2\x82", 3, "a\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xc0\x80", 2, "\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
	};
	char want[200];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct syb_record *r = fresh();

		value_stringn(r, r->root, "k", cases[i].s, cases[i].len);
		snprintf(want, sizeof(want), "{\"k\":\"%s\"}\n", cases[i].want);
		prints(syb_value_write_json, done(r), &compact, want);
	}
}

static void json_pretty(void)
{
	struct syb_record *r = fresh();
	struct syb_value *list = value_list(r, r->root, "list");

	value_uint(r, list, NULL, 1);
	value_uint(r, value_map(r, list, NULL), "a\"", 2);
	prints(syb_value_write_json, done(r), NULL,
	       "{\n  \"list\": [\n    1,\n    {\n      \"a\\\"\": 2\n    }\n  ]\n}\n");
}

/* More than the buffer holds, in many values and in one. */
static void json_long(void)
{
	enum { COUNT = 20000, LONG = 200000 };
	_cleanup_(syb_record_free_p) struct syb_record *r = fresh();
	struct syb_value *list = value_list(r, r->root, "l");
	char *s = malloc(LONG), *got;
	size_t numbers = 0, xs = 0;

	memset(s, 'x', LONG);
	for (unsigned i = 0; i < COUNT; i++)
		value_uint(r, list, NULL, 7);
	value_stringn(r, list, NULL, s, LONG);
	is_int(record_finish(r), 0);
	got = printed(ctx, syb_value_write_json, r->root, &compact);
	for (const char *p = got; p && *p; p++) {
		numbers += *p == '7';
		xs += *p == 'x';
	}
	is_int(numbers, COUNT);
	is_int(xs, LONG);
	free(got);
	free(s);
}

static void depth_is_bounded(void)
{
	_cleanup_(syb_record_free_p) struct syb_record *r = fresh();
	struct syb_value *v = r->root;
	char *got;

	for (int i = 0; i < 300; i++)
		v = i % 2 ? value_map(r, v, NULL) : value_list(r, v, "k");
	value_uint(r, v, "k", 1);
	is_int(record_finish(r), 0);
	syb_ctx_diag_clear(ctx);
	got = printed(ctx, syb_value_write_json, r->root, NULL);
	ok(!got && syb_ctx_diag_count(ctx) == 1 && syb_ctx_diag_at(ctx, 0)->code == SYB_E_LIMIT);
	free(got);
	syb_ctx_diag_clear(ctx);
	got = printed(ctx, syb_value_write_text, r->root, NULL);
	ok(!got && syb_ctx_diag_count(ctx) == 1 && syb_ctx_diag_at(ctx, 0)->code == SYB_E_LIMIT);
	free(got);
	syb_ctx_diag_clear(ctx);
}

static void text_scalars(void)
{
	struct syb_record *r = fresh();
	uint8_t bytes[40] = { 0xab };

	value_string(r, r->root, "name", "a\033[31mb\n");
	value_string(r, r->root, "empty", "");
	value_null(r, r->root, "null");
	value_bool(r, r->root, "flag", false);
	value_uint(r, r->root, "plain", 1234567);
	value_hint(value_uint(r, r->root, "small", 1023), VALUE_SIZE);
	value_hint(value_uint(r, r->root, "size", 1234), VALUE_SIZE);
	value_hint(value_uint(r, r->root, "large", UINT64_C(5) << 30), VALUE_SIZE);
	value_hint(value_uint(r, r->root, "most", UINT64_MAX), VALUE_SIZE);
	value_hint(value_uint(r, r->root, "offset", 0x128), VALUE_OFFSET);
	value_hint(value_uint(r, r->root, "young", 59), VALUE_AGE);
	value_hint(value_uint(r, r->root, "old", 3599), VALUE_AGE);
	value_hint(value_uint(r, r->root, "older", 2 * 86400 - 1), VALUE_AGE);
	value_hint(value_uint(r, r->root, "oldest", 2 * 86400), VALUE_AGE);
	value_hint(value_uint(r, r->root, "hidden", 1), VALUE_QUIET);
	value_int(r, r->root, "int", -5);
	value_real(r, r->root, "real", 0.25);
	value_hint(value_real(r, r->root, "bar", 0.5), VALUE_BAR);
	value_hint(value_real(r, r->root, "no bar", 0.001), VALUE_BAR);
	value_hint(value_string(r, r->root, "bad", "x"), VALUE_BAD);
	value_bytes(r, r->root, "few", (struct syb_bytes){ bytes, 2 });
	value_bytes(r, r->root, "none", (struct syb_bytes){ bytes, 0 });
	value_bytes(r, r->root, "many", (struct syb_bytes){ bytes, sizeof(bytes) });
	value_label(r, value_uint(r, r->root, "_Z1fv", 1), "f()");
	prints(syb_value_write_text, done(r), NULL,
	       "name: a\\x1b[31mb\\x0a\nempty: \"\"\nnull: -\nflag: no\nplain: 1234567\nsmall: 1,023\n"
	       "size: 1,234 (1.2 KiB)\nlarge: 5,368,709,120 (5.0 GiB)\n"
	       "most: 18,446,744,073,709,551,615 (15.9 EiB)\noffset: 0x128\n"
	       "young: 59 s\nold: 59 min\nolder: 47 h\noldest: 2 days\nint: -5\nreal: 0.25\n"
	       "bar:  50.0% ###############\nno bar:   0.1%\nbad: x\nfew: ab00\nnone: (no bytes)\n"
	       "many: ab00000000000000000000000000000000000000000000000000000000000000... (40 bytes)\nf(): 1\n");
}

static void text_lists(void)
{
	static const struct syb_render_opts narrow = { .size = sizeof(narrow), .width = 20 };
	struct syb_record *r = fresh();
	struct syb_value *list;

	list = value_list(r, r->root, "fits");
	value_string(r, list, NULL, "one");
	value_string(r, list, NULL, "two");
	list = value_list(r, r->root, "long");
	value_string(r, list, NULL, "a name that");
	value_string(r, list, NULL, "does not fit");
	list = value_list(r, r->root, "commas");
	value_label(r, value_string(r, list, NULL, "_Z1gii"), "g(a, b)");
	value_list(r, r->root, "nothing");
	list = value_hint(value_list(r, r->root, "names"), VALUE_NAMES);
	value_hint(value_string(r, value_map(r, list, NULL), "name", "x"), VALUE_NAME);
	value_hint(value_uint(r, value_map(r, list, NULL), "number", 99), VALUE_NAME);
	list = value_hint(value_map(r, r->root, "keys"), VALUE_KEYS);
	value_uint(r, list, "k", 1);
	value_label(r, value_uint(r, list, "_Z1hv", 1), "h()");
	list = value_hint(value_map(r, r->root, "long keys"), VALUE_KEYS);
	value_uint(r, list, "a name that", 1);
	value_uint(r, list, "does not fit", 1);
	list = value_list(r, r->root, "lists");
	value_uint(r, value_list(r, list, NULL), NULL, 1);
	value_string(r, value_map(r, value_map(r, r->root, "outer"), "inner"), "key", "value");
	prints(syb_value_write_text, done(r), &narrow,
	       "fits: one, two\nlong:\n  a name that\n  does not fit\ncommas:\n  g(a, b)\nnothing: (none)\n"
	       "names: x, 99\nkeys: k, h()\nlong keys:\n  a name that\n  does not fit\n"
	       "lists:\n  - 1\nouter:\n  inner:\n    key: value\n");
}

static void text_items(void)
{
	struct syb_record *r = fresh();
	struct syb_value *list = value_list(r, r->root, "entries"), *item;

	item = value_map(r, list, NULL);
	value_hint(value_uint(r, item, "index", 0), VALUE_NAME);
	value_string(r, item, "kind", "ir");
	item = value_map(r, list, NULL);
	value_string(r, item, "kind", "native");
	value_hint(value_string(r, item, "name", "m.o"), VALUE_NAME);
	item = value_map(r, list, NULL);
	value_string(r, item, "kind", "other");
	prints(syb_value_write_text, done(r), NULL,
	       "entries:\n  entry 0\n    kind: ir\n  m.o\n    kind: native\n  -\n    kind: other\n");
}

static void text_table(void)
{
	struct syb_record *r = fresh();
	struct syb_value *list = value_hint(value_list(r, r->root, "images"), VALUE_TABLE), *row, *archs;

	row = value_map(r, list, NULL);
	value_uint(r, row, "index", 0);
	value_string(r, row, "kind", "native");
	value_null(r, row, "type");
	value_hint(value_uint(r, row, "size", 12345), VALUE_SIZE);
	value_string(r, row, "arch", "pvc");
	row = value_map(r, list, NULL);
	value_uint(r, row, "index", 10);
	value_string(r, row, "kind", "ir");
	value_null(r, row, "type");
	value_hint(value_uint(r, row, "size", 7), VALUE_SIZE);
	archs = value_list(r, row, "arch");
	value_string(r, archs, NULL, "a");
	value_string(r, archs, NULL, "b");
	row = value_map(r, list, NULL);
	value_uint(r, row, "index", 11);
	prints(syb_value_write_text, done(r), NULL,
	       "images:\n"
	       "  index  kind      size  arch\n"
	       "      0  native  12,345  pvc\n"
	       "     10  ir           7  a, b\n"
	       "     11  -            -  -\n");
}

/* Rows that share what follows their first cell look like rows that do not. */
static void text_shared(void)
{
	static const struct syb_render_opts tiny = { .size = sizeof(tiny), .width = 30, .cut = true, .color = true };
	static const char *const names[] = { "a", "a longer name", "b", "\346\240\270\345\277\203", "c", "d" };
	static const size_t groups[] = { 0, 0, 1, 1, 1, 0 };
	struct syb_record *records[2] = { fresh(), fresh() };
	struct syb_ctx *own = NULL;
	char *texts[2][2];

	for (size_t share = 0; share < 2; share++) {
		struct syb_record *r = records[share];
		struct syb_value *list = value_hint(value_list(r, r->root, "rows"), VALUE_TABLE), *before = NULL;

		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			struct syb_value *row = value_map(r, list, NULL);

			value_hint(value_string(r, row, "name", names[i]), VALUE_NAME);
			if (share && i && groups[i] == groups[i - 1]) {
				value_share_rest(row, before);
				continue;
			}
			value_uint(r, row, "number", groups[i] ? 7 : 12345);
			value_hint(value_string(r, row, "answer", groups[i] ? "a long answer, which is cut" : "no"),
				   groups[i] ? VALUE_PLAIN : VALUE_BAD);
			value_string(r, row, "last", groups[i] ? "x" : "why not");
			before = row;
		}
		done(r);
		is_int(syb_value_count(syb_value_at(syb_value_get(r->root, "rows"), 1)), 4);
		is_str(syb_value_string(syb_value_at(syb_value_at(syb_value_get(r->root, "rows"), 4), 3)), "x");
	}
	if (syb_ctx_new(NULL, &own) < 0)
		abort();
	for (size_t share = 0; share < 2; share++) {
		texts[share][0] = printed(own, syb_value_write_text, records[share]->root, NULL);
		texts[share][1] = printed(own, syb_value_write_text, records[share]->root, &tiny);
	}
	for (size_t i = 0; i < 2; i++) {
		is_str(texts[1][i], texts[0][i]);
		free(texts[0][i]);
		free(texts[1][i]);
	}
	syb_record_free(records[0]);
	syb_record_free(records[1]);
	syb_ctx_free(own);
}

static void text_color(void)
{
	static const struct syb_render_opts color = { .size = sizeof(color), .color = true };
	struct syb_record *r = fresh();

	value_hint(value_string(r, r->root, "state", "none"), VALUE_BAD);
	prints(syb_value_write_text, done(r), &color, "\033[36mstate\033[0m: \033[31mnone\033[0m\n");
}

static struct syb_record *wide_table(void)
{
	static const char *const names[] = { "kernels::sort<unsigned long, 256>", "\346\240\270\345\277\203",
					     "\303\274berdeck\303\274u\314\210" };
	struct syb_record *r = fresh();
	struct syb_value *list = value_hint(value_list(r, r->root, "kernels"), VALUE_TABLE);

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct syb_value *row = value_map(r, list, NULL);

		value_hint(value_string(r, row, "name", names[i]), VALUE_NAME);
		value_hint(value_real(r, row, "part", 0.5), VALUE_BAR);
		value_uint(r, row, "size", 100 * i);
	}
	return done(r);
}

static void text_width(void)
{
	static const struct syb_render_opts wide = { .size = sizeof(wide), .width = 100, .cut = true };
	static const struct syb_render_opts narrow = { .size = sizeof(narrow), .width = 50, .cut = true };
	static const struct syb_render_opts tiny = { .size = sizeof(tiny), .width = 5, .cut = true };
	static const char whole[] =
		"kernels:\n"
		"  name                               part                    size\n"
		"  kernels::sort<unsigned long, 256>   50.0% ###############     0\n"
		"  \346\240\270\345\277\203                                50.0% ###############   100\n"
		"  \303\274berdeck\303\274u\314\210                          50.0% ###############   200\n";

	prints(syb_value_write_text, wide_table(), NULL, whole);
	prints(syb_value_write_text, wide_table(), &wide, whole);
	prints(syb_value_write_text, wide_table(), &narrow,
	       "kernels:\n"
	       "  name                               part     size\n"
	       "  kernels::sort<unsigned long, 256>   50.0%      0\n"
	       "  \346\240\270\345\277\203                                50.0%    100\n"
	       "  \303\274berdeck\303\274u\314\210                          50.0%    200\n");
	prints(syb_value_write_text, wide_table(), &tiny,
	       "kernels:\n"
	       "  name              part    size\n"
	       "  kernels..., 256>   50.0%     0\n"
	       "  \346\240\270\345\277\203               50.0%   100\n"
	       "  \303\274berdeck\303\274u\314\210         50.0%   200\n");
}

/* Half of a wide character does not fit: the next column stands where it does in other rows. */
static void wide_characters_cut(void)
{
	static const struct syb_render_opts tiny = { .size = sizeof(tiny), .width = 24, .cut = true };
	static const char *const names[] = {
		"a_name_of_30_letters_and_so_on",
		"\346\240\270\346\240\270\346\240\270\346\240\270\346\240\270\346\240\270\346\240\270\346\240\270\346"
		"\240\270\346\240\270\346\240\270\346\240\270\346\240\270\346\240\270\346\240\270"
	};
	struct syb_record *r = fresh();
	struct syb_value *list = value_hint(value_list(r, r->root, "kernels"), VALUE_TABLE);

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct syb_value *row = value_map(r, list, NULL);

		value_hint(value_string(r, row, "name", names[i]), VALUE_NAME);
		value_uint(r, row, "size", 1000 + i);
	}
	prints(syb_value_write_text, done(r), &tiny,
	       "kernels:\n"
	       "  name              size\n"
	       "  a_name_..._so_on  1000\n"
	       "  \346\240\270\346\240\270\346\240\270...\346\240\270\346\240\270\346\240\270   1001\n");
}

static void reading_values(void)
{
	_cleanup_(syb_record_free_p) struct syb_record *a = fresh(), *b = fresh();
	const struct syb_value *v;

	value_uint(a, value_map(a, a->root, "m"), "n", 3);
	value_string(a, value_list(a, a->root, "l"), NULL, "s");
	value_copy(b, b->root, "copy", a->root);
	is_int(record_finish(a), 0);
	is_int(record_finish(b), 0);
	v = syb_value_get(b->root, "copy");
	is_int(syb_value_count(v), 2);
	is_int(syb_value_uint(syb_value_get(syb_value_get(v, "m"), "n")), 3);
	is_str(syb_value_string(syb_value_at(syb_value_get(v, "l"), 0)), "s");
	is_str(syb_value_key(v, 1), "l");
	ok(!syb_value_get(v, "x") && !syb_value_at(v, 2));
}

static int build_and_print(struct syb_ctx *c, void *arg)
{
	struct syb_record *r = NULL;
	char *json = NULL, *text = NULL;
	int e = record_new(c, &r);

	(void)arg;
	if (e == 0) {
		struct syb_value *list = value_list(r, r->root, "list");

		for (int i = 0; i < 100; i++)
			value_label(r, value_string(r, list, NULL, "a string that takes room"), "label");
		e = record_finish(r);
	}
	if (e == 0) {
		json = printed(c, syb_value_write_json, r->root, NULL);
		text = printed(c, syb_value_write_text, r->root, NULL);
		e = json && text ? 0 : -SYB_E_NOMEM;
	}
	free(json);
	free(text);
	syb_record_free(r);
	return e;
}

int main(void)
{
	setlocale(LC_ALL, "");
	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	json_scalars();
	json_reals();
	json_strings();
	json_pretty();
	json_long();
	depth_is_bounded();
	text_scalars();
	text_lists();
	text_items();
	text_table();
	text_shared();
	text_color();
	text_width();
	wide_characters_cut();
	reading_values();
	ok(torture(build_and_print, NULL) > 3);
	syb_ctx_free(ctx);
	return tap_done();
}
