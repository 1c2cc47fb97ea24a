/* tests/unit/spirv/t_spirv_info.c — what a SPIR-V module says of itself: kernels, constants, symbols, aspects; and the
 * property sets that follow. In both byte orders, damaged in every way, and made to cost more than it should. */
#include "format/spirv/spirv_info.h"
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"
#include <sybil/propsets.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

static struct syb_ctx *ctx;

enum { FP16 = 5, FP64 = 6, IMAGE = 9, ATOMIC64 = 27, BINDLESS = 40, ESIMD = 49, MATRIX = 53, ALLOCA = 58, CUBE = 59 };
enum { IMAGE_ARRAY = 69, ATOMIC16 = 73 };

/* Ids that all modules of this test share. */
enum {
	T_VOID = 1,
	T_UINT,
	T_ULONG,
	T_FLOAT,
	T_DOUBLE,
	T_HALF,
	T_UCHAR,
	T_USHORT,
	T_BOOL,
	T_GLOBAL, /* global float * */
	T_KERNEL, /* void () */
	T_GLOBAL_DOUBLE,
	T_GLOBAL_HALF,
	C_ONE,
	C_DOUBLE,
	FIRST = 40,
};

static void put_types(struct words *b)
{
	put_op(b, 19, T_VOID);
	put_op(b, 21, T_UINT, 32, 0);
	put_op(b, 21, T_ULONG, 64, 0);
	put_op(b, 22, T_FLOAT, 32);
	put_op(b, 22, T_DOUBLE, 64);
	put_op(b, 22, T_HALF, 16);
	put_op(b, 21, T_UCHAR, 8, 0);
	put_op(b, 21, T_USHORT, 16, 0);
	put_op(b, 20, T_BOOL);
	put_op(b, 32, T_GLOBAL, 5, T_FLOAT);
	put_op(b, 33, T_KERNEL, T_VOID);
	put_op(b, 32, T_GLOBAL_DOUBLE, 5, T_DOUBLE);
	put_op(b, 32, T_GLOBAL_HALF, 5, T_HALF);
	put_op(b, 43, T_UINT, C_ONE, 1);
	put_op(b, 43, T_DOUBLE, C_DOUBLE, 0, 0x3ff00000);
}

static void begin_function(struct words *b, uint32_t id)
{
	put_op(b, 54, T_VOID, id, 0, T_KERNEL);
	put_op(b, 248, id + 1);
}

static void end_function(struct words *b)
{
	put_op(b, 253, -1);
	put_op(b, 56, -1);
}

static int open_words(const struct words *b, bool big_endian, struct syb_spirv **out)
{
	struct syb_bytes bytes = words_bytes(b, big_endian);
	int r = syb_spirv_open(ctx, bytes, "test.spv", out);

	free((void *)(uintptr_t)bytes.ptr); /* nothing is borrowed */
	return r;
}

static const char *first_check(void)
{
	return syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, 0)->check : "";
}

/* ---- everything at once ---- */

enum {
	K_MAIN = FIRST,
	K_PLAIN = 44,
	F_HELPER = 48,
	F_EXPORTED = 52,
	F_ONCE = 56,
	F_UNUSED = 60,
	F_IMPORTED = 64,
	T_STRUCT = 70,
	T_PRIVATE_STRUCT,
	T_FLOAT3,
	T_IMAGE,
	T_SAMPLER,
	T_EVENT,
	T_LOCAL_POINTER,
	T_POINTERS,
	T_ARRAY,
	T_PACKED,
	T_CONSTANT_PACKED,
	P_DATA = 90,
	P_COUNT,
	P_STRUCT,
	P_CHAR,
	P_VECTOR,
	P_IMAGE,
	P_SAMPLER,
	P_EVENT,
	P_POINTERS,
	P_PACKED,
	S_BOOL = 110,
	S_INT,
	S_LONG,
	S_FLOAT,
	S_PART,
	S_SAME,
	S_WHOLE,
	T_UINT2,
	V_BUILT_IN,
	V_IMPORTED,
	R_CALL,
	R_SUM,
	SAMPLE_BOUND = 130,
};

static void put_sample_head(struct words *b)
{
	words_begin(b, SAMPLE_BOUND);
	put_op(b, SPIRV_OP_CAPABILITY, 6);
	put_op(b, SPIRV_OP_CAPABILITY, 9); /* Float16: nothing that counts uses it */
	put_op(b, SPIRV_OP_MEMORY_MODEL, 2, 2);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, K_MAIN), "main_kernel", NULL);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, K_PLAIN), "plain", NULL);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, K_PLAIN), "alias", NULL);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(5, K_PLAIN), "compute", NULL);
	put_op(b, SPIRV_OP_EXECUTION_MODE_ID, K_MAIN, 38, S_INT, C_ONE, C_ONE);
	put_op(b, SPIRV_OP_EXECUTION_MODE, K_MAIN, 35, 16);
	put_op(b, SPIRV_OP_EXECUTION_MODE, K_MAIN, 36, 4);
	put_op(b, SPIRV_OP_EXECUTION_MODE, K_PLAIN, 18, 8, 4, 2);
	put_op(b, SPIRV_OP_EXECUTION_MODE, K_PLAIN, 31); /* ContractionOff */
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(P_DATA), "data", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(T_STRUCT), "struct.settings", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(T_PACKED), "tight", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(S_INT), "width", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(S_WHOLE), "pair", NULL);
	put_op(b, SPIRV_OP_DECORATE, S_BOOL, 1, 7);
	put_op(b, SPIRV_OP_DECORATE, S_INT, 1, 3);
	put_op(b, SPIRV_OP_DECORATE, S_LONG, 1, 4);
	put_op(b, SPIRV_OP_DECORATE, S_FLOAT, 1, 5);
	put_op(b, SPIRV_OP_DECORATE, S_PART, 1, 6);
	put_op(b, SPIRV_OP_DECORATE, S_SAME, 1, 3);
	put_op(b, SPIRV_OP_DECORATE, P_STRUCT, 38, 2);
	put_op(b, SPIRV_OP_DECORATE, P_CHAR, 38, 1);
	put_op(b, SPIRV_OP_DECORATE, T_PACKED, 10);
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(F_EXPORTED, 41), "exported", NUMBERS(0));
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(F_ONCE, 41), "once", NUMBERS(2));
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(F_IMPORTED, 41), "imported", NUMBERS(1));
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(V_IMPORTED, 41), "table", NUMBERS(1));
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(V_BUILT_IN, 41), "__spirv_BuiltInGlobalInvocationId", NUMBERS(1));
	put_op(b, SPIRV_OP_DECORATE, V_BUILT_IN, 11, 28);
}

static void put_sample_types(struct words *b)
{
	put_types(b);
	put_op(b, 30, T_STRUCT, T_UINT, T_DOUBLE, T_UCHAR);
	put_op(b, 32, T_PRIVATE_STRUCT, 7, T_STRUCT);
	put_op(b, 23, T_FLOAT3, T_FLOAT, 3);
	put_op(b, 25, T_IMAGE, T_VOID, 1, 0, 1, 0, 0, 0, 1);
	put_op(b, 26, T_SAMPLER);
	put_op(b, 34, T_EVENT);
	put_op(b, 32, T_LOCAL_POINTER, 4, T_GLOBAL);
	put_op(b, 32, T_POINTERS, 5, T_LOCAL_POINTER);
	put_op(b, 50, T_UINT, S_INT, 64);
	put_op(b, 28, T_ARRAY, T_USHORT, S_INT);
	put_op(b, 30, T_PACKED, T_UCHAR, T_ULONG, T_ARRAY);
	put_op(b, 32, T_CONSTANT_PACKED, 0, T_PACKED);
	put_op(b, 48, T_BOOL, S_BOOL);
	put_op(b, 50, T_ULONG, S_LONG, 0x11223344, 0x55667788);
	put_op(b, 50, T_FLOAT, S_FLOAT, 0x40490fdb);
	put_op(b, 50, T_USHORT, S_PART, 0xffff8001);
	put_op(b, 50, T_UINT, S_SAME, 65);
	put_op(b, 23, T_UINT2, T_UINT, 2);
	put_op(b, 51, T_UINT2, S_WHOLE, S_PART, S_PART);
	put_op(b, 59, T_GLOBAL, V_BUILT_IN, 5);
	put_op(b, 59, T_GLOBAL, V_IMPORTED, 5);
}

static void put_sample_code(struct words *b)
{
	static const int64_t params[][2] = { { T_GLOBAL, P_DATA },           { T_UINT, P_COUNT },
					     { T_PRIVATE_STRUCT, P_STRUCT }, { T_UCHAR, P_CHAR },
					     { T_FLOAT3, P_VECTOR },         { T_IMAGE, P_IMAGE },
					     { T_SAMPLER, P_SAMPLER },       { T_EVENT, P_EVENT },
					     { T_POINTERS, P_POINTERS },     { T_CONSTANT_PACKED, P_PACKED } };

	put_op(b, 54, T_VOID, K_MAIN, 0, T_KERNEL);
	for (size_t i = 0; i < ARRAY_SIZE(params); i++)
		put_op(b, 55, params[i][0], params[i][1]);
	put_op(b, 248, K_MAIN + 1);
	put_op(b, 57, T_VOID, R_CALL, F_HELPER);
	end_function(b);
	begin_function(b, K_PLAIN);
	end_function(b);
	begin_function(b, F_HELPER);
	put_op(b, 129, T_DOUBLE, R_SUM, C_DOUBLE, C_DOUBLE);
	end_function(b);
	begin_function(b, F_EXPORTED);
	end_function(b);
	begin_function(b, F_ONCE);
	end_function(b);
	begin_function(b, F_UNUSED);
	put_op(b, 1, T_HALF, F_UNUSED + 2);
	end_function(b);
	put_op(b, 54, T_VOID, F_IMPORTED, 0, T_KERNEL);
	put_op(b, 56, -1);
}

static void sample(struct words *b)
{
	put_sample_head(b);
	put_sample_types(b);
	put_sample_code(b);
}

static void is_param(const struct syb_spirv_kernel *k, size_t i, const char *type, const char *address, uint64_t bytes)
{
	is_str(k->params[i]->type, type);
	is_str(k->params[i]->address ? k->params[i]->address : "-", address);
	is_int(k->params[i]->bytes, bytes);
}

static void test_kernels(const struct syb_spirv_info *info)
{
	const struct syb_spirv_kernel *const *k = info->kernels;

	is_int(info->kernel_count, 3);
	is_str(k[0]->name, "main_kernel");
	ok(k[0]->work_group_dims == 3 && k[0]->work_group_size[0] == 64 && k[0]->work_group_size[2] == 1,
	   "LocalSizeId");
	is_int(k[0]->sub_group_size, 16);
	is_int(k[0]->sub_groups_per_work_group, 4);
	is_int(k[0]->work_group_hint_dims, 0);
	is_int(k[0]->param_count, 10);
	is_str(k[0]->params[0]->name, "data");
	ok(!k[0]->params[1]->name, "no name");
	is_param(k[0], 0, "global float *", "global", 8);
	is_param(k[0], 1, "int", "-", 4);
	is_param(k[0], 2, "struct settings", "-", 24);
	is_param(k[0], 3, "char", "-", 1);
	is_param(k[0], 4, "float3", "-", 16);
	is_param(k[0], 5, "write_only image2d_array_t", "-", 8);
	is_param(k[0], 6, "sampler_t", "-", 8);
	is_param(k[0], 7, "event_t", "-", 8);
	is_param(k[0], 8, "global float *local *global *", "global", 8);
	is_param(k[0], 9, "constant struct tight *", "constant", 8);
	ok(k[0]->aspect_count == 2 && k[0]->aspects[0] == FP64 && k[0]->aspects[1] == IMAGE,
	   "aspects of what it calls");
	is_str(k[1]->name, "plain");
	ok(k[1]->work_group_dims == 0 && k[1]->work_group_hint_dims == 3 && k[1]->work_group_hint[1] == 4, "hint");
	is_int(k[1]->aspect_count, 0);
	is_str(k[2]->name, "alias");
	ok(k[1]->params == k[2]->params, "a function's parameters are listed once");
	ok(info->aspect_count == 2, "what nothing uses does not count");
}

static void is_const(const struct syb_spirv_spec_const *c, uint32_t id, const char *name, const char *type,
		     uint64_t value, size_t size)
{
	uint64_t got = 0;

	is_int(c->id, id);
	is_str(c->name ? c->name : "-", name);
	is_str(c->type, type);
	is_int(c->value.len, size);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	memcpy((uint8_t *)&got + 8 - size, c->value.ptr, size);
#else
	memcpy(&got, c->value.ptr, size);
#endif
	is_int(got, value);
}

static void test_constants(const struct syb_spirv_info *info)
{
	is_int(info->spec_const_count, 5);
	is_const(info->spec_consts[0], 3, "width", "int", 64, 4);
	is_const(info->spec_consts[1], 4, "-", "long", 0x5566778811223344, 8);
	is_const(info->spec_consts[2], 5, "-", "float", 0x40490fdb, 4);
	is_const(info->spec_consts[3], 6, "pair[1]", "short", 0x8001, 2);
	is_const(info->spec_consts[4], 7, "-", "bool", 1, 1);
}

static void test_symbols(const struct syb_spirv_info *info)
{
	is_int(info->export_count, 2);
	is_str(info->exports[0]->name, "exported");
	ok(!info->exports[0]->link_once && info->exports[1]->link_once, "link once");
	is_int(info->import_count, 2);
	is_str(info->imports[0]->name, "imported");
	is_str(info->imports[1]->name, "table");
	ok(!info->imports[0]->variable && info->imports[1]->variable, "variable");
}

static void test_sample(bool big_endian)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;

	sample(&b);
	is_int(open_words(&b, big_endian, &spirv), 0);
	if (!spirv)
		return;
	is_int(syb_spirv_info(spirv)->major * 10 + syb_spirv_info(spirv)->minor, 14);
	test_kernels(syb_spirv_info(spirv));
	test_constants(syb_spirv_info(spirv));
	test_symbols(syb_spirv_info(spirv));
}

static void test_pointers_of_32_bits(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;

	sample(&b);
	b.w[5 + 2 + 2 + 1] = 1; /* Physical32 */
	is_int(open_words(&b, false, &spirv), 0);
	is_param(syb_spirv_info(spirv)->kernels[0], 0, "global float *", "global", 4);
}

/* One signed type, and the others are unsigned. */
static void test_signs(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;

	put_sample_head(&b);
	put_op(&b, 21, 39, 16, 1);
	put_sample_types(&b);
	put_sample_code(&b);
	is_int(open_words(&b, false, &spirv), 0);
	is_param(syb_spirv_info(spirv)->kernels[0], 1, "uint", "-", 4);
	is_param(syb_spirv_info(spirv)->kernels[0], 3, "char", "-", 1);
}

/* ---- properties ---- */

static void test_infer(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	const struct syb_module_info *info;
	struct words b;

	sample(&b);
	is_int(open_words(&b, false, &spirv), 0);
	is_int(syb_spirv_infer(ctx, spirv, &props), 0);
	is_int(syb_view_new(ctx, props, &view), 0);
	if (!view)
		return;
	info = syb_view_info(view);
	ok(info->requirements->aspect_count == 2 && info->requirements->aspects[0] == FP64, "aspects");
	is_int(info->requirements->sub_group_size, 16);
	ok(info->requirements->work_group_dims == 1 && info->requirements->work_group_size[0] == 64, "work-group size");
	is_int(info->kernel_count, 3);
	is_int(info->spec_const_count, 5);
	is_str(info->spec_consts[0]->name, "width");
	is_str(info->spec_consts[1]->name, "spec_4");
	ok(info->spec_consts[1]->leaves[0].id == 4 && info->spec_consts[1]->leaves[0].size == 8, "leaf");
	is_int(info->spec_consts[1]->default_value.len, 8);
	ok(info->spec_consts[3]->default_value.ptr[0] == 1 && info->spec_consts[3]->default_value.ptr[1] == 0x80,
	   "default");
	is_int(info->export_count, 1);
	is_str(info->exports[0], "exported");
	is_int(info->import_count, 2);
	is_int(info->program_metadata_count, 2);
	is_str(info->program_metadata[0]->kernel, "main_kernel");
	ok(!syb_props_find(props, "SYCL/misc properties"), "no set is empty");
}

/* Names that cannot be keys, are taken, or are not there. */
static void test_infer_names(void)
{
	static const char *const names[] = { "a=b", "twice", "twice", "spec_4", "" };
	static const char *const keys[] = { "spec_0", "twice", "spec_2", "spec_4", "spec_4_" };
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_set *set;
	struct words b;

	words_begin(&b, 100);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		put_op_text(&b, SPIRV_OP_NAME, NUMBERS((int64_t)(FIRST + i)), names[i], NULL);
		put_op(&b, SPIRV_OP_DECORATE, (int64_t)(FIRST + i), 1, (int64_t)i);
	}
	put_types(&b);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		put_op(&b, 50, T_UINT, (int64_t)(FIRST + i), 5);
	is_int(open_words(&b, false, &spirv), 0);
	is_int(syb_spirv_infer(ctx, spirv, &props), 0);
	set = syb_props_find(props, "SYCL/specialization constants");
	is_int(syb_set_count(set), 5);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		is_str(syb_prop_key(syb_set_at(set, i)), keys[i]);
}

/* Stubs of a profiler and their constant are not the program's, nor are intrinsics of LLVM; a variable that nothing
 * uses needs no aspect. */
static void test_infer_exports(void)
{
	static const char *const names[] = { "__itt_offload_wi_start_stub", "_Z3foov", "spirv.llvm_fshl_i32" };
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct words b;

	words_begin(&b, 100);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS((int64_t)(FIRST + i), 41), names[i], NUMBERS(0));
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(FIRST + 8, 41), "unused", NUMBERS(0));
	put_op(&b, SPIRV_OP_DECORATE, FIRST + 9, 1, 4285822057);
	put_types(&b);
	put_op(&b, 50, T_UINT, FIRST + 9, 0);
	put_op(&b, 59, T_GLOBAL_DOUBLE, FIRST + 8, 5);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		put_op(&b, 54, T_VOID, (int64_t)(FIRST + i), 0, T_KERNEL);
		put_op(&b, 248, (int64_t)(FIRST + 10 + i));
		put_op(&b, 253, -1);
		put_op(&b, 56, -1);
	}
	is_int(open_words(&b, false, &spirv), 0);
	is_int(syb_spirv_info(spirv)->export_count, 4);
	is_int(syb_spirv_info(spirv)->spec_const_count, 1);
	is_int(syb_spirv_info(spirv)->aspect_count, 0);
	is_int(syb_spirv_infer(ctx, spirv, &props), 0);
	is_int(syb_set_count(syb_props_find(props, "SYCL/exported symbols")), 2);
	ok(!syb_props_get(props, "SYCL/exported symbols", names[0]), "stubs of a profiler");
	ok(!syb_props_get(props, "SYCL/exported symbols", names[2]), "an intrinsic of LLVM");
	ok(!syb_props_find(props, "SYCL/specialization constants"), "their constant");
	ok(!syb_props_find(props, "SYCL/specialization constants default values"), "and its default");
}

/* What drivers and libraries define is not another module's to define; copies are nobody's. */
static void test_infer_symbols(void)
{
	static const char *const names[] = { "__spirv_ocl_printf",
					     "_Z18__spirv_ocl_printfPU3AS2c",
					     "__devicelib_ConvertFToBF16INTEL",
					     "_Z3foov",
					     "foo",
					     "foo",
					     "llvm.fake.intrinsic.i32",
					     "intel_ray_query_init" };
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct words b;

	words_begin(&b, 100);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS((int64_t)(FIRST + i), 41), names[i], NUMBERS(1));
	put_types(&b);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		put_op(&b, 54, T_VOID, (int64_t)(FIRST + i), 0, T_KERNEL);
		put_op(&b, 56, -1);
	}
	is_int(open_words(&b, false, &spirv), 0);
	is_int(syb_spirv_info(spirv)->import_count, 8);
	is_int(syb_spirv_infer(ctx, spirv, &props), 0);
	is_int(syb_set_count(syb_props_find(props, "SYCL/imported symbols")), 3);
	ok(syb_props_get(props, "SYCL/imported symbols", "__devicelib_ConvertFToBF16INTEL"), "bfloat16");
	ok(syb_props_get(props, "SYCL/imported symbols", "_Z3foov"), "mangled");
	ok(syb_props_get(props, "SYCL/imported symbols", "foo"), "plain");
}

/* The code of an import is elsewhere: the values that its parameters point to count, but not for a driver's function.
 */
static void test_infer_imports(void)
{
	static const char *const names[] = { "_Z3fooPd", "__spirv_ocl_foo" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
		struct words b;

		words_begin(&b, 100);
		put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(FIRST, 41), names[i], NUMBERS(1));
		put_types(&b);
		put_op(&b, 33, FIRST + 1, T_VOID, T_GLOBAL_DOUBLE);
		put_op(&b, 54, T_VOID, FIRST, 0, FIRST + 1);
		put_op(&b, 55, T_GLOBAL_DOUBLE, FIRST + 2);
		put_op(&b, 56, -1);
		is_int(open_words(&b, false, &spirv), 0);
		is_int(syb_spirv_info(spirv)->import_count, 1);
		is_int(syb_spirv_info(spirv)->aspect_count, i == 0);
	}
}

/* A module of the types and the kernel "k", whose function is to follow. */
static void begin_module(struct words *b)
{
	words_begin(b, 100);
	put_op(b, SPIRV_OP_MEMORY_MODEL, 2, 2);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, FIRST), "k", NULL);
	put_types(b);
}

/* A copy of a double counts for the module, but no kernel needs it. */
static void test_infer_copies(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;

	begin_module(&b);
	begin_function(&b, FIRST);
	put_op(&b, 1, T_GLOBAL_DOUBLE, FIRST + 5);
	put_op(&b, 64, FIRST + 5, FIRST + 5, C_ONE); /* OpCopyMemorySized */
	end_function(&b);
	is_int(open_words(&b, false, &spirv), 0);
	is_int(syb_spirv_info(spirv)->aspect_count, 1);
	is_int(syb_spirv_info(spirv)->kernels[0]->aspect_count, 0);
}

/* ---- aspects ---- */

/* A kernel whose body is made by fn; its aspects must be those of the list (ended by -1). */
static void aspects(void (*head)(struct words *b), void (*body)(struct words *b), const int64_t *want, const char *what)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	const struct syb_spirv_kernel *k;
	struct words b;
	size_t count = 0;

	words_begin(&b, 200);
	put_op(&b, SPIRV_OP_MEMORY_MODEL, 2, 2);
	put_op_text(&b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, FIRST), "k", NULL);
	put_op(&b, SPIRV_OP_DECORATE, FIRST + 9,
	       5626); /* VectorComputeFunctionINTEL, of a function that may be there */
	put_types(&b);
	if (head)
		head(&b);
	begin_function(&b, FIRST);
	body(&b);
	end_function(&b);
	if (open_words(&b, false, &spirv) < 0) {
		ok(false, "%s opens", what);
		return;
	}
	k = syb_spirv_info(spirv)->kernels[0];
	while (want[count] != -1)
		count++;
	ok(k->aspect_count == count, "%s: %zu aspects", what, count);
	for (size_t i = 0; i < count && i < k->aspect_count; i++)
		is_int(k->aspects[i], want[i]);
}

static void load_half(struct words *b)
{
	put_op(b, 61, T_HALF, 60, C_ONE);
}

static void half_address(struct words *b)
{
	put_op(b, 1, T_GLOBAL_HALF, 60);
	put_op(b, 67, T_GLOBAL_HALF, 61, 60, C_ONE); /* OpPtrAccessChain */
}

static void bfloat_type(struct words *b)
{
	put_op(b, 22, 100, 16, 0);
}

static void bfloat(struct words *b)
{
	put_op(b, 1, 100, 60);
}

static void store_double(struct words *b)
{
	put_op(b, 62, T_GLOBAL_DOUBLE, C_DOUBLE);
}

/* The number of a member, an alignment and a case are not the constant of that id. */
static void literals(struct words *b)
{
	put_op(b, 81, T_UINT, 60, C_ONE, C_DOUBLE);         /* OpCompositeExtract … literal */
	put_op(b, 61, T_UINT, 61, 60, 2, C_DOUBLE);         /* OpLoad Aligned literal */
	put_op(b, 251, 60, FIRST + 1, C_DOUBLE, FIRST + 1); /* OpSwitch literal label */
}

static void double_variable(struct words *b)
{
	put_op(b, 59, T_GLOBAL_DOUBLE, 100, 5);
}

static void use_100(struct words *b)
{
	put_op(b, 61, T_UINT, 60, 100);
}

static void local_double(struct words *b)
{
	put_op(b, 59, T_GLOBAL_DOUBLE, 60, 7);
}

static void atomic_add_64(struct words *b)
{
	put_op(b, 234, T_ULONG, 60, 61, C_ONE, C_ONE, C_ONE);
}

static void atomic_add_32(struct words *b)
{
	put_op(b, 234, T_UINT, 60, 61, C_ONE, C_ONE, C_ONE);
}

static void atomic_add_16(struct words *b)
{
	put_op(b, 6035, T_HALF, 60, 61, C_ONE, C_ONE, C_ONE);
}

static void atomic_store_64(struct words *b)
{
	put_op(b, 1, T_ULONG, 60);
	put_op(b, 228, 61, C_ONE, C_ONE, 60);
}

static void image_types(struct words *b)
{
	put_op(b, 25, 100, T_VOID, 3, 0, 1, 0, 0, 0, 0); /* arrayed cube */
	put_op(b, 26, 101);
	put_op(b, 27, 102, 100);
}

static void sampled(struct words *b)
{
	put_op(b, 1, 102, 60);
}

static void handles(struct words *b)
{
	put_op(b, 6529, 100, 60, C_ONE);
}

static void matrix_type(struct words *b)
{
	put_op(b, 4456, 100, T_HALF, C_ONE, C_ONE, C_ONE, C_ONE);
}

static void undef_100(struct words *b)
{
	put_op(b, 1, 100, 60);
}

static void variable_length(struct words *b)
{
	put_op(b, 5818, T_GLOBAL, 60, C_ONE);
}

static void pointer_call(struct words *b)
{
	put_op(b, 5601, T_UINT, 60, 61);
}

/* A function whose address a constant has, which is in a composite, which a variable is initialised with. */
static void address_head(struct words *b)
{
	put_op(b, 5600, T_GLOBAL, 100, FIRST + 9);
	put_op(b, 30, 101, T_GLOBAL, T_UINT);
	put_op(b, 44, 101, 102, 100, C_ONE);
	put_op(b, 32, 103, 5, 101);
	put_op(b, 59, 103, 104, 5, 102);
}

static void address_body(struct words *b)
{
	put_op(b, 61, 101, 60, 104);
	end_function(b);
	begin_function(b, FIRST + 9);
	put_op(b, 129, T_DOUBLE, 61, C_DOUBLE, C_DOUBLE);
}

static void circle(struct words *b)
{
	put_op(b, 57, T_VOID, 60, FIRST + 20);
	end_function(b);
	begin_function(b, FIRST + 20);
	put_op(b, 57, T_VOID, 61, FIRST + 30);
	put_op(b, 57, T_VOID, 62, FIRST + 20);
	end_function(b);
	begin_function(b, FIRST + 30);
	put_op(b, 57, T_VOID, 63, FIRST + 20);
	put_op(b, 1, T_HALF, 64);
}

static void debug_head(struct words *b)
{
	put_op_text(b, SPIRV_OP_EXT_INST_IMPORT, NUMBERS(100), "OpenCL.DebugInfo.100", NULL);
}

static void debug(struct words *b)
{
	put_op(b, 12, T_VOID, 60, 100, 29, C_DOUBLE, C_DOUBLE, C_DOUBLE);
}

static void unknown(struct words *b)
{
	put_op(b, 60000, T_DOUBLE, 60, 7, 8, 9);
	put_op(b, 60001, 3);
}

static void test_aspects(void)
{
	aspects(NULL, load_half, NUMBERS(FP16), "half");
	aspects(NULL, half_address, NUMBERS(-1), "address of half");
	aspects(bfloat_type, bfloat, NUMBERS(-1), "bfloat16");
	aspects(NULL, store_double, NUMBERS(FP64), "constant");
	aspects(NULL, literals, NUMBERS(-1), "literals");
	aspects(double_variable, use_100, NUMBERS(FP64), "variable");
	aspects(NULL, local_double, NUMBERS(FP64), "variable within a function");
	aspects(NULL, atomic_add_64, NUMBERS(ATOMIC64), "64-bit atomic");
	aspects(NULL, atomic_add_32, NUMBERS(-1), "32-bit atomic");
	aspects(NULL, atomic_add_16, NUMBERS(FP16, ATOMIC16), "16-bit atomic");
	aspects(NULL, atomic_store_64, NUMBERS(ATOMIC64), "atomic store");
	aspects(image_types, sampled, NUMBERS(IMAGE), "sampled image");
	aspects(image_types, handles, NUMBERS(BINDLESS, CUBE, IMAGE_ARRAY), "handles");
	aspects(matrix_type, undef_100, NUMBERS(MATRIX), "matrix");
	aspects(NULL, variable_length, NUMBERS(ALLOCA), "variable length");
	aspects(NULL, pointer_call, NUMBERS(-1), "call of a pointer, which need not be virtual");
	aspects(address_head, address_body, NUMBERS(FP64, ESIMD), "function in a variable");
	aspects(NULL, circle, NUMBERS(FP16), "functions that call each other");
	aspects(debug_head, debug, NUMBERS(-1), "debug information");
	aspects(NULL, unknown, NUMBERS(FP64), "unknown instructions");
}

/* The instruction a kernel owes an aspect to, through calls. */
static void test_why(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;
	size_t at;

	sample(&b);
	is_int(open_words(&b, false, &spirv), 0);
	is_int(spirv_why(ctx, spirv, spirv->kernel_nodes[0], FP64, &at), 0);
	is_int(b.w[at] & 0xffff, 129);
	is_int(spirv_why(ctx, spirv, spirv->kernel_nodes[0], FP16, &at), 0);
	is_int(at, 0);
	is_int(spirv_why(ctx, spirv, spirv->kernel_nodes[1], FP64, &at), 0);
	is_int(at, 0);
}

/* ---- damage ---- */

static void test_cut(void)
{
	struct syb_bytes bytes;
	struct words b;
	size_t opened = 0;

	sample(&b);
	bytes = words_bytes(&b, false);
	for (size_t len = 0; len < bytes.len; len++) {
		struct syb_spirv *spirv = NULL;
		int r;

		syb_ctx_diag_clear(ctx);
		r = syb_spirv_open(ctx, (struct syb_bytes){ bytes.ptr, len }, NULL, &spirv);
		if (r < 0 && (spirv || !syb_ctx_diag_count(ctx)))
			ok(false, "cut at %zu: untouched, and told why", len);
		if (r == 0 && len % 4)
			ok(false, "cut at %zu: refused", len);
		opened += r == 0;
		syb_spirv_close(spirv);
	}
	ok(opened > 0, "a module may end before its code");
	free((void *)(uintptr_t)bytes.ptr);
}

/* Every word, with numbers that are too large, too small, or another's. */
static void test_corrupt(void)
{
	static const uint32_t values[] = { 0, 1, 0xffffffff, 0x7fffffff, 0x00010038, 0x0001001e, C_DOUBLE, T_STRUCT };
	struct words b;
	size_t tried = 0;

	sample(&b);
	for (size_t i = 1; i < b.count; i++)
		for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
			_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
			struct syb_spirv *spirv = NULL;
			struct words damaged = b;
			int r;

			damaged.w[i] = values[v];
			syb_ctx_diag_clear(ctx);
			r = open_words(&damaged, v % 2, &spirv);
			if (r == 0)
				(void)!syb_spirv_infer(ctx, spirv, &props);
			else if (spirv || !syb_ctx_diag_count(ctx))
				ok(false, "word %zu", i);
			tried++;
			syb_spirv_close(spirv);
		}
	ok(tried > 1000, "%zu damaged modules", tried);
}

static void fails(const struct words *b, const char *check)
{
	struct syb_spirv *spirv = NULL;

	syb_ctx_diag_clear(ctx);
	is_int(open_words(b, false, &spirv), -SYB_E_FORMAT);
	is_str(first_check(), check);
	ok(!spirv, "untouched");
}

static void test_rules(void)
{
	struct words b;

	words_begin(&b, 100);
	put_types(&b);
	put_op(&b, 20, T_BOOL);
	fails(&b, "spirv-id");
	words_begin(&b, 100);
	put_types(&b);
	begin_function(&b, FIRST);
	begin_function(&b, FIRST + 4);
	fails(&b, "spirv-function");
	b.count -= 7;
	fails(&b, "spirv-function");
	words_begin(&b, 100);
	put_op(&b, 21, 5, 32);
	fails(&b, "spirv-instruction");
	words_begin(&b, 100);
	put_types(&b);
	begin_function(&b, FIRST);
	put_op(&b, 57, T_VOID, 60, 100);
	fails(&b, "spirv-id");
}

/* ---- cost ---- */

/* Ids far apart: no table is as long as the bound says. */
static void test_sparse(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;

	sample(&b);
	b.w[3] = 0xffffffff;
	for (size_t i = 5; i < b.count; i++)
		if (b.w[i] == K_MAIN)
			b.w[i] = 0xfffffff0;
	is_int(open_words(&b, false, &spirv), 0);
	if (spirv)
		test_kernels(syb_spirv_info(spirv));
}

/* A chain of calls is as long as the file: nothing here may recurse. */
static void test_chain(void)
{
	enum { FUNCTIONS = 100000, WORDS = 13 };
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;
	uint32_t *w;
	size_t at;

	words_begin(&b, FIRST + 4 * FUNCTIONS + 4);
	put_op_text(&b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, FIRST), "k", NULL);
	put_types(&b);
	w = malloc((b.count + FUNCTIONS * WORDS) * 4);
	if (!w)
		abort();
	memcpy(w, b.w, b.count * 4);
	at = b.count;
	for (uint32_t i = 0; i < FUNCTIONS; i++) {
		const uint32_t id = FIRST + 4 * i;
		const uint32_t body[] = { 5 << 16 | 54,
					  T_VOID,
					  id,
					  0,
					  T_KERNEL,
					  2 << 16 | 248,
					  id + 1,
					  4 << 16 | 57,
					  T_VOID,
					  id + 2,
					  i + 1 < FUNCTIONS ? id + 4 : FIRST,
					  1 << 16 | 253,
					  1 << 16 | 56 };

		memcpy(w + at, body, sizeof(body));
		at += ARRAY_SIZE(body);
	}
	is_int(syb_spirv_open(ctx, (struct syb_bytes){ (uint8_t *)w, at * 4 }, NULL, &spirv), 0);
	free(w);
	is_int(spirv ? spirv->node_count : 0, FUNCTIONS);
}

/* A pointer to itself, through a forward declaration. */
static void test_self(void)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct words b;

	begin_module(&b);
	put_op(&b, 39, 60, 5);
	put_op(&b, 32, 60, 5, 60);
	put_op(&b, 54, T_VOID, FIRST, 0, T_KERNEL);
	put_op(&b, 55, 60, 61);
	put_op(&b, 56, -1);
	is_int(open_words(&b, false, &spirv), 0);
	is_int(syb_spirv_info(spirv)->kernels[0]->params[0]->bytes, 8);
	ok(strlen(syb_spirv_info(spirv)->kernels[0]->params[0]->type) < 200, "a text that ends");
}

static int work(struct syb_ctx *tortured, void *arg)
{
	struct syb_spirv *spirv = NULL;
	struct syb_props *props = NULL;
	size_t at;
	int r = syb_spirv_open(tortured, *(struct syb_bytes *)arg, "test.spv", &spirv);

	if (r == 0)
		r = syb_spirv_infer(tortured, spirv, &props);
	if (r == 0)
		r = spirv_why(tortured, spirv, spirv->kernel_nodes[0], FP64, &at);
	syb_props_free(props);
	syb_spirv_close(spirv);
	return r;
}

int main(void)
{
	struct syb_bytes bytes;
	struct words b;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_sample(false);
	test_sample(true);
	test_pointers_of_32_bits();
	test_signs();
	test_infer();
	test_infer_names();
	test_infer_symbols();
	test_infer_imports();
	test_infer_copies();
	test_infer_exports();
	test_aspects();
	test_why();
	test_cut();
	test_corrupt();
	test_rules();
	test_sparse();
	test_chain();
	test_self();
	sample(&b);
	bytes = words_bytes(&b, false);
	torture(work, &bytes);
	b.w[3] = 0xffffffff; /* the other table of ids */
	free((void *)(uintptr_t)bytes.ptr);
	bytes = words_bytes(&b, false);
	torture(work, &bytes);
	free((void *)(uintptr_t)bytes.ptr);
	syb_ctx_free(ctx);
	return tap_done();
}
