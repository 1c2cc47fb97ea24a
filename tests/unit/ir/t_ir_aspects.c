/* ir/aspects.c, ir/type_aspects.c: sets, names, lists, types. */
#include "ir/aspects/type_aspects.h"
#include "tests/lib/torture.h"

#include <llvm/Config/llvm-config.h>

static const char text[] = "%half = type { i16 }\n"
			   "%outer = type { i32, [2 x %half] }\n"
			   "%pointer = type { %half*, double* }\n"
			   "@a = global %outer zeroinitializer\n"
			   "@b = global %pointer zeroinitializer\n"
			   "@c = global { i32, <4 x double> } zeroinitializer\n"
			   "!sycl_aspects = !{!0, !1, !2}\n"
			   "!sycl_types_that_use_aspects = !{!3, !4}\n"
			   "!intel_types_that_use_aspects = !{!5}\n"
			   "!lists = !{!6, !7, !8}\n"
			   "!0 = !{!\"fp64\", i32 66}\n"
			   "!1 = !{!\"internal\", i32 -1}\n"
			   "!2 = !{!\"broken\"}\n"
			   "!3 = !{!\"half\", i32 5}\n"
			   "!4 = !{!\"nowhere\", i32 7}\n"
			   "!5 = !{!\"half\", !9}\n"
			   "!6 = !{i32 5, !1, !\"image\", !\"unknown\", null, !2, i32 5}\n"
			   "!7 = !{}\n"
			   "!8 = !{i32 -1, i32 9, i32 5}\n"
			   "!9 = !{!\"gpu\", i64 2}\n";

static struct syb_ir *read_ir(struct syb_ctx *ctx, const char *ll)
{
	const struct syb_bytes bytes = { (const uint8_t *)ll, strlen(ll) };
	struct syb_ir *ir = NULL;

	is_int(syb_ir_read(ctx, bytes, NULL, &ir), 0);
	return ir;
}

static void sets(struct aspects *a)
{
	aspect_set one = aspects_one(a, 1), two = aspects_one(a, 2), big = aspects_one(a, 1 << 20), both, all;
	const uint16_t *members;
	size_t count;

	is_int(aspects_one(a, 1), one);
	both = aspects_union(a, one, two);
	is_int(aspects_union(a, two, one), both);
	is_int(aspects_union(a, both, one), both);
	is_int(aspects_union(a, 0, both), both);
	is_int(aspects_without(a, both, two), one);
	is_int(aspects_without(a, both, both), 0);
	all = aspects_union(a, aspects_union(a, big, aspects_one(a, -1)), both);
	members = aspects_members(a, all, &count);
	is_int(count, 4);
	is_int(a->list[members[0]].number, -1);
	is_int(a->list[members[3]].number, 1 << 20);
	ok(aspects_in(a, all, members[2]) && !aspects_in(a, one, members[2]), "members are in");
}

static void names(struct aspects *a)
{
	int64_t number = 0;

	ok(aspects_number(a, "fp64", 4, &number) && number == 66, "the module's number of fp64");
	ok(aspects_number(a, "image", 5, &number) && number == 9, "a number of the table");
	ok(!aspects_number(a, "nonsense", 8, &number), "no number");
	is_str(aspects_name(a, aspects_index(a, 66)), "fp64");
	is_str(aspects_name(a, aspects_index(a, 9)), "image");
	is_str(aspects_name(a, aspects_index(a, 4711)), "4711");
	is_int(aspects_of_text(a, "5, image,-1,,nonsense,99999999999", 33),
	       aspects_of_list(a, shim_named_at(a->ir->module, "lists", 2)));
}

static void lists(struct aspects *a)
{
	aspect_set set = aspects_of_list(a, shim_named_at(a->ir->module, "lists", 0));

	is_int(set, aspects_of_list(a, shim_named_at(a->ir->module, "lists", 2)));
	is_int(aspects_of_list(a, shim_named_at(a->ir->module, "lists", 1)), 0);
	is_int(aspects_of_list(a, NULL), 0);
}

static LLVMTypeRef type_of(const struct aspects *a, const char *global)
{
	return LLVMGlobalGetValueType(LLVMGetNamedGlobal(a->ir->module, global));
}

static void types(struct aspects *a)
{
	aspect_set half = aspects_union(a, aspects_one(a, 5), aspects_one(a, 2));
	struct type_aspects t;
	size_t fp16 = aspects_index(a, 5);

	is_int(type_aspects_init(&t, a), 0);
	is_int(type_aspects_get(&t, type_of(a, "a")).all, half);
	is_int(type_aspects_get(&t, type_of(a, "a")).hard, half);
	is_int(type_aspects_get(&t, type_of(a, "b")).all, 0);
	is_int(type_aspects_get(&t, type_of(a, "c")).all, a->fp64);
	is_int(type_aspects_get(&t, type_of(a, "c")).hard, 0);
	ok(type_aspects_origin(&t, type_of(a, "a"), fp16) == LLVMGetTypeByName2(a->ir->context, "half"), "the struct");
	ok(!type_aspects_origin(&t, type_of(a, "b"), fp16), "nothing behind a pointer");
	ok(type_aspects_origin(&t, type_of(a, "c"), aspects_index(a, 66)) == LLVMDoubleTypeInContext(a->ir->context),
	   "double itself");
	type_aspects_free(&t);
}

/* Arrays of arrays, deeper than a stack of calls would stand. */
static void deep_types(struct aspects *a)
{
	LLVMTypeRef type = LLVMDoubleTypeInContext(a->ir->context);
	struct type_aspects t;

	for (size_t i = 0; i < 300000; i++)
		type = LLVMArrayType(type, 1);
	is_int(type_aspects_init(&t, a), 0);
	is_int(type_aspects_get(&t, type).all, a->fp64);
	ok(type_aspects_origin(&t, type, aspects_index(a, 66)) == LLVMDoubleTypeInContext(a->ir->context),
	   "at the bottom");
	type_aspects_free(&t);
}

static void too_many(struct syb_ctx *ctx, const struct syb_ir *ir)
{
	struct aspects a;

	is_int(aspects_init(&a, ctx, ir), 0);
	for (int64_t i = 0; i < ASPECTS_MOST + 5; i++)
		aspects_one(&a, 1000 + i);
	is_int(a.r, -SYB_E_LIMIT);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "limit");
	is_int(syb_ctx_diag_count(ctx), 1);
	aspects_free(&a);
}

static int refused(struct syb_ctx *ctx, void *arg)
{
	struct type_aspects t = { 0 };
	struct aspects a;
	int r = aspects_init(&a, ctx, arg);

	if (r == 0)
		r = type_aspects_init(&t, &a);
	if (r == 0) {
		size_t count;

		type_aspects_get(&t, type_of(&a, "a"));
		type_aspects_get(&t, type_of(&a, "c"));
		aspects_members(&a, aspects_union(&a, aspects_one(&a, 1), aspects_one(&a, 2)), &count);
		aspects_of_list(&a, shim_named_at(a.ir->module, "lists", 0));
		r = a.r;
	}
	type_aspects_free(&t);
	aspects_free(&a);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = NULL;
	struct syb_ir *ir, *empty;
	struct aspects a;

	is_int(syb_ctx_new(NULL, &ctx), 0);
#if LLVM_VERSION_MAJOR > 16
	char opaque[sizeof(text)];

	memcpy(opaque, text, sizeof(text));
	memcpy(strstr(opaque, "%half*, double*"), "ptr  , ptr     ", 15);
	ir = read_ir(ctx, opaque);
#else
	ir = read_ir(ctx, text);
#endif
	empty = read_ir(ctx, "; nothing\n");
	is_int(aspects_init(&a, ctx, ir), 0);
	sets(&a);
	names(&a);
	lists(&a);
	types(&a);
	deep_types(&a);
	aspects_free(&a);
	is_int(aspects_init(&a, ctx, empty), 0);
	is_int(a.fp64, aspects_one(&a, 6));
	aspects_free(&a);
	torture(refused, ir);
	too_many(ctx, empty);
	syb_ir_free(ir);
	syb_ir_free(empty);
	syb_ctx_free(ctx);
	return tap_done();
}
