/* tests/unit/spirv/t_spirv_finish.c — decorations carried as text become real ones: on what, in which order, once each.
 */
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/file.h"
#include "format/spirv/spirv_carrier.h"
#include "format/spirv/spirv_edit.h"
#include "format/spirv/spirv_finish.h"

static struct syb_ctx *ctx;
static struct spirv_finished done;

static void carry(struct words *b, uint32_t target, const char *text)
{
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(target, SPIRV_USER_SEMANTIC), text, NULL);
}

static void head(struct words *b)
{
	words_begin(b, 40);
	put_op(b, SPIRV_OP_CAPABILITY, 6);
	put_op_text(b, SPIRV_OP_EXT_INST_IMPORT, NUMBERS(1), "OpenCL.std", NULL);
	put_op(b, SPIRV_OP_MEMORY_MODEL, 2, 2);
}

static void tail(struct words *b)
{
	put_op(b, SPIRV_OP_TYPE_VOID, 2);
	put_op(b, SPIRV_OP_TYPE_STRUCT, 7, 2, 2);
	put_op(b, SPIRV_OP_VARIABLE, 3, 30, 5);
	put_op(b, SPIRV_OP_VARIABLE, 3, 31, 5);
	put_op(b, SPIRV_OP_FUNCTION, 2, 20, 0, 3);
	put_op(b, 56, -1);
	put_op(b, SPIRV_OP_FUNCTION, 2, 21, 0, 3);
	put_op(b, 56, -1);
}

/* The finished module; the file is closed by the caller. */
static struct syb_file *finish(const struct words *b, bool big_endian)
{
	struct syb_bytes bytes = words_bytes(b, big_endian);
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_file *file = NULL;
	int r;

	syb_ctx_diag_clear(ctx);
	r = out_scratch(ctx, &out);
	if (r == 0)
		r = spirv_finish(ctx, span_of(bytes, 0), out, &done);
	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	if (r < 0)
		ok(false, "finishing failed: %d", r);
	free((void *)(uintptr_t)bytes.ptr);
	return file;
}

/* Whether a module made of words is what finishing another gives, in both byte orders. */
static void becomes(const char *what, const struct words *from, const struct words *want)
{
	for (int big = 0; big < 2; big++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = finish(from, big);
		struct syb_bytes got = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 },
				 bytes = words_bytes(want, big);

		ok(got.len == bytes.len && memcmp(got.ptr, bytes.ptr, got.len) == 0, "%s%s", what,
		   big ? ", big-endian" : "");
		free((void *)(uintptr_t)bytes.ptr);
	}
}

static void test_nothing(void)
{
	struct words b;

	words_begin(&b, 10);
	becomes("a header alone", &b, &b);
	head(&b);
	tail(&b);
	becomes("nothing carried", &b, &b);
	head(&b);
	carry(&b, 30, "plain text");
	carry(&b, 30, "");
	put_op(&b, SPIRV_OP_DECORATE, 30, 44, 4);
	put_op(&b, SPIRV_OP_DECORATE, 30, 44, 4); /* not ours: not our business */
	tail(&b);
	becomes("other people's texts", &b, &b);
}

static void test_self(void)
{
	struct words b, want;

	head(&b);
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(30), "g", NULL);
	put_op(&b, SPIRV_OP_DECORATE, 30, 44, 4);
	carry(&b, 30, "sybil-decorate:[44:4][7744:5]{7745}");
	put_op_text(&b, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 1, SPIRV_USER_SEMANTIC), "{7746:\"1\"}{7746:\"1\"}", NULL);
	put_op_text(&b, SPIRV_OP_DECORATE_STRING, NUMBERS(31, SPIRV_USER_SEMANTIC), "sybil-decorate:[7747:\"s\"]",
		    NULL);
	tail(&b);

	head(&want);
	put_op_text(&want, SPIRV_OP_NAME, NUMBERS(30), "g", NULL);
	put_op(&want, SPIRV_OP_DECORATE, 30, 44, 4);
	put_op(&want, SPIRV_OP_DECORATE, 30, 7744, 5);
	put_op(&want, SPIRV_OP_DECORATE, 30, 7745);
	put_op(&want, SPIRV_OP_MEMBER_DECORATE, 7, 1, 7746, 1);
	put_op_text(&want, SPIRV_OP_DECORATE, NUMBERS(31, 7747), "s", NULL);
	tail(&want);
	becomes("in place, each once", &b, &want);
	is_int(done.carriers, 3);
	is_int(done.decorations, 4);
}

static void test_declared(void)
{
	struct words b, want;

	head(&b);
	carry(&b, 30, "sybil-decorate:[5921:3][6147:2,\"n\"]");
	put_op(&b, SPIRV_OP_DECORATE, 31, 5825); /* a translator forgot the capability */
	tail(&b);

	words_begin(&want, 40);
	put_op(&want, SPIRV_OP_CAPABILITY, 6);
	put_op(&want, SPIRV_OP_CAPABILITY, 5920);
	put_op(&want, SPIRV_OP_CAPABILITY, 6146);
	put_op(&want, SPIRV_OP_CAPABILITY, 5824);
	put_op_text(&want, SPIRV_OP_EXTENSION, NULL, "SPV_INTEL_fpga_buffer_location", NULL);
	put_op_text(&want, SPIRV_OP_EXTENSION, NULL, "SPV_INTEL_global_variable_decorations", NULL);
	put_op_text(&want, SPIRV_OP_EXTENSION, NULL, "SPV_INTEL_fpga_memory_attributes", NULL);
	put_op_text(&want, SPIRV_OP_EXT_INST_IMPORT, NUMBERS(1), "OpenCL.std", NULL);
	put_op(&want, SPIRV_OP_MEMORY_MODEL, 2, 2);
	put_op(&want, SPIRV_OP_DECORATE, 30, 5921, 3);
	put_op_text(&want, SPIRV_OP_DECORATE, NUMBERS(30, 6147, 2), "n", NULL);
	put_op(&want, SPIRV_OP_DECORATE, 31, 5825);
	tail(&want);
	becomes("what decorations need is declared", &b, &want);
}

static void test_by_name(void)
{
	struct words b, want;

	words_begin(&b, 40);
	put_op_text(&b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, 21), "k", NUMBERS(31));
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(20), "k", NULL);
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(30), SPIRV_CARRIER_VARIABLE, NULL);
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(7), "struct.S", NULL);
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(31), "struct.S", NULL); /* of another kind */
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(33), "add.sybil.0", NULL);
	put_op_text(&b, SPIRV_OP_NAME, NUMBERS(34), ".sybil.1", NULL);
	put_op(&b, SPIRV_OP_DECORATE, 30, 22);
	carry(&b, 30, "sybil-decorate:function \"k\" [7744:1]");
	carry(&b, 30, "sybil-decorate:member \"struct.S\" 1 [7745:2]");
	carry(&b, 30, "sybil-decorate:member \"struct.S\" 0 [7745:3]");
	carry(&b, 30, "sybil-decorate:value \"add.sybil.0\" [7746]");
	carry(&b, 30, "sybil-decorate:value \".sybil.1\" [7747]");
	carry(&b, 30, "sybil-decorate:function \"nobody\" [7748]");
	put_op(&b, SPIRV_OP_DECORATE, 31, 44, 4);
	tail(&b);

	words_begin(&want, 40);
	put_op_text(&want, SPIRV_OP_ENTRY_POINT, NUMBERS(6, 21), "k", NUMBERS(31));
	put_op_text(&want, SPIRV_OP_NAME, NUMBERS(20), "k", NULL);
	put_op_text(&want, SPIRV_OP_NAME, NUMBERS(7), "struct.S", NULL);
	put_op_text(&want, SPIRV_OP_NAME, NUMBERS(31), "struct.S", NULL);
	put_op_text(&want, SPIRV_OP_NAME, NUMBERS(33), "add", NULL);
	put_op(&want, SPIRV_OP_DECORATE, 31, 44, 4);
	put_op(&want, SPIRV_OP_DECORATE, 21, 7744, 1);
	put_op(&want, SPIRV_OP_DECORATE, 33, 7746);
	put_op(&want, SPIRV_OP_DECORATE, 34, 7747);
	put_op(&want, SPIRV_OP_MEMBER_DECORATE, 7, 1, 7745, 2);
	put_op(&want, SPIRV_OP_MEMBER_DECORATE, 7, 0, 7745, 3);
	put_op(&want, SPIRV_OP_DECORATE, 20, 7744, 1);
	put_op(&want, SPIRV_OP_TYPE_VOID, 2);
	put_op(&want, SPIRV_OP_TYPE_STRUCT, 7, 2, 2);
	put_op(&want, SPIRV_OP_VARIABLE, 3, 31, 5);
	put_op(&want, SPIRV_OP_FUNCTION, 2, 20, 0, 3);
	put_op(&want, 56, -1);
	put_op(&want, SPIRV_OP_FUNCTION, 2, 21, 0, 3);
	put_op(&want, 56, -1);
	becomes("by name, and the variable that carried is gone", &b, &want);
	is_int(done.lost, 1);
	is_int(syb_ctx_diag_count(ctx), 1);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "decoration-target");
	becomes("finished is finished", &want, &want);
}

static void test_group(void)
{
	struct words b, want;

	head(&b);
	carry(&b, 9, "sybil-decorate:[7744]");
	put_op(&b, SPIRV_OP_DECORATION_GROUP, 9);
	put_op(&b, SPIRV_OP_GROUP_DECORATE, 9, 30, 31);
	tail(&b);
	head(&want);
	put_op(&want, SPIRV_OP_DECORATE, 9, 7744);
	put_op(&want, SPIRV_OP_DECORATION_GROUP, 9);
	put_op(&want, SPIRV_OP_GROUP_DECORATE, 9, 30, 31);
	tail(&want);
	becomes("a group's decorations stay before it", &b, &want);
}

static void test_carry(void)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct words b, texts;
	struct syb_bytes bytes;
	size_t changes = 0;

	words_begin(&b, 40);
	put_op(&b, SPIRV_OP_CAPABILITY, 6);
	put_op(&b, SPIRV_OP_CAPABILITY, 6187);
	put_op_text(&b, SPIRV_OP_EXTENSION, NULL, "SPV_INTEL_global_variable_host_access", NULL);
	put_op(&b, SPIRV_OP_DECORATE, 30, 44, 4);
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(30, 6188, 2), "a{\"", NULL);
	put_op_text(&b, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 1, 6188, 3), "", NULL);
	put_op_text(&b, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 3, SPIRV_USER_SEMANTIC), "alone", NULL);
	put_op_text(&b, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 2, 6188, 3), "", NULL);
	put_op_text(&b, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 2, SPIRV_USER_SEMANTIC), "text", NULL);
	tail(&b);
	words_begin(&texts, 40);
	put_op(&texts, SPIRV_OP_CAPABILITY, 6);
	put_op(&texts, SPIRV_OP_DECORATE, 30, 44, 4);
	carry(&texts, 30, "sybil-decorate:[6188:2,\"a\\x7b\\\"\"]");
	put_op_text(&texts, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 1, SPIRV_USER_SEMANTIC),
		    "sybil-decorate:[6188:3,\"\"]", NULL);
	put_op_text(&texts, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 3, SPIRV_USER_SEMANTIC), "alone", NULL);
	put_op_text(&texts, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 2, SPIRV_USER_SEMANTIC),
		    "sybil-decorate:[6188:3,\"\"][5635:\"text\"]", NULL);
	tail(&texts);
	bytes = words_bytes(&b, false);
	is_int(out_scratch(ctx, &out), 0);
	is_int(spirv_carry(ctx, span_of(bytes, 0), out, &changes), 0);
	is_int(changes, 6);
	is_int(out_scratch_file(ctx, out, &file), 0);
	ok(syb_file_bytes(file).len == texts.count * 4 &&
		   memcmp(syb_file_bytes(file).ptr, texts.w, texts.count * 4) == 0,
	   "newer ones as texts");
	becomes("and finished again", &texts, &b);
	free((void *)(uintptr_t)bytes.ptr);
}

static void sample(struct words *b)
{
	words_begin(b, 40);
	put_op(b, SPIRV_OP_CAPABILITY, 6);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, 21), "k", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(20), "k", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(30), SPIRV_CARRIER_VARIABLE, NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(33), "v.sybil.0", NULL);
	carry(b, 30, "sybil-decorate:function \"k\" [5919:1]");
	carry(b, 30, "sybil-decorate:value \"v.sybil.0\" [6442:0,1]");
	carry(b, 31, "sybil-decorate:[6147:2,\"name\"]");
	tail(b);
}

/* Cut anywhere, any word changed: an answer that can be read again, or a complaint. */
static void test_damaged(void)
{
	static const uint32_t values[] = { 0, 1, 0xffffffff, 0x00020000, 0x00030047, 30 };
	struct words b;
	size_t fine = 0, tried = 0, count;

	sample(&b);
	count = b.count;
	for (size_t i = 0; i < count; i++)
		for (size_t v = 0; v <= ARRAY_SIZE(values); v++) {
			_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
			_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
			struct spirv_module *m = NULL;
			struct syb_bytes bytes;
			int r;

			sample(&b);
			if (v == ARRAY_SIZE(values))
				b.count = i;
			else
				b.w[i] = values[v];
			bytes = words_bytes(&b, false);
			syb_ctx_diag_clear(ctx);
			r = out_scratch(ctx, &out);
			if (r == 0)
				r = spirv_finish(ctx, span_of(bytes, 0), out, &done);
			if (r == 0)
				r = out_scratch_file(ctx, out, &file);
			tried++;
			if (r == 0 && spirv_read(ctx, span_of(syb_file_bytes(file), 0), &m) != 0) {
				/* only what was broken before, and is not looked at, may be broken afterwards */
				spirv_free(m);
				m = NULL;
				fine += spirv_read(ctx, span_of(bytes, 0), &m) != 0;
			} else {
				fine += r == 0 || (r == -SYB_E_FORMAT && syb_ctx_diag_count(ctx));
			}
			spirv_free(m);
			free((void *)(uintptr_t)bytes.ptr);
		}
	is_int(fine, tried);
}

static void test_edit(void)
{
	struct words b;
	struct syb_bytes bytes;
	struct spirv_edit edit = { 0 };

	head(&b);
	bytes = words_bytes(&b, false);
	is_int(spirv_edit_begin(ctx, span_of(bytes, 0), &edit), 0);
	is_int(spirv_edit_capability(&edit, 6), 0);
	is_int(spirv_edit_capability(&edit, 7), 1);
	is_int(spirv_edit_capability(&edit, 7), 0);
	is_int(spirv_edit_extension(&edit, "SPV_X"), 1);
	is_int(spirv_edit_extension(&edit, "SPV_X"), 0);
	is_int(spirv_edit_decoration(&edit, NULL, 3, SPIRV_NO_MEMBER, 44, (const uint32_t[]){ 4 }, 1), 1);
	is_int(spirv_edit_decoration(&edit, NULL, 3, SPIRV_NO_MEMBER, 44, (const uint32_t[]){ 4 }, 1), 0);
	is_int(spirv_edit_decoration(&edit, NULL, 3, 44, 4, NULL, 0), 1); /* the words are others */
	is_int(spirv_edit_decoration(&edit, NULL, 3, SPIRV_NO_MEMBER, 44, b.w, 0x10000), -SYB_E_LIMIT);
	spirv_edit_drop(&edit);
	free((void *)(uintptr_t)bytes.ptr);
}

static int finish_once(struct syb_ctx *c, void *arg)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct spirv_finished finished;
	int r = out_scratch(c, &out);

	return r < 0 ? r : spirv_finish(c, span_of(*(struct syb_bytes *)arg, 0), out, &finished);
}

int main(void)
{
	struct words b;
	struct syb_bytes bytes;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 99;
	test_nothing();
	test_self();
	test_declared();
	test_by_name();
	test_group();
	test_carry();
	test_damaged();
	test_edit();
	sample(&b);
	bytes = words_bytes(&b, false);
	torture(finish_once, &bytes);
	free((void *)(uintptr_t)bytes.ptr);
	syb_ctx_free(ctx);
	return tap_done();
}
