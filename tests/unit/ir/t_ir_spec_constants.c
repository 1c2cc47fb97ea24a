/* Specialization constants and removed arguments, by their functions: what a runtime is told, byte for byte, and every
 * allocation refused once. What becomes of the code is in tests/ir. */
#include "lib/torture.h"
#include "ir/split/image.h"

#include <sybil/ir.h>

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);

static const char module_text[] =
	"target datalayout = \"e-i64:64\"\n"
	"%S = type { double, [2 x i8], i16 }\n"
	"@n.b = private constant [2 x i8] c\"b\\00\"\n"
	"@n.s = private constant [2 x i8] c\"s\\00\"\n"
	"@n.i = private constant [2 x i8] c\"i\\00\"\n"
	"@i.b = internal constant { i8 } { i8 1 }\n"
	"@i.s = internal constant { %S } { %S { double 1.0, [2 x i8] undef, i16 258 } }\n"
	"@i.i = internal constant { i32 } { i32 -2 }\n"
	"define spir_kernel void @k(ptr %p, i32 %unused, ptr %q) !kernel_arg_type !0 {\n"
	"  %b = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIb(ptr @n.b, ptr @i.b, ptr %q)\n"
	"  call void @_Z40__sycl_getComposite2020SpecConstantValueI1S(ptr sret(%S) %p, ptr @n.s, ptr @i.s, ptr %q)\n"
	"  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @n.i, ptr @i.i, ptr %q)\n"
	"  store i32 %i, ptr %p\n"
	"  ret void\n"
	"}\n"
	"declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIb(ptr, ptr, ptr)\n"
	"declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)\n"
	"declare void @_Z40__sycl_getComposite2020SpecConstantValueI1S(ptr sret(%S), ptr, ptr, ptr)\n"
	"!0 = !{!\"S*\", !\"int\", !\"void*\"}\n";

static const struct syb_bytes module = { (const uint8_t *)module_text, sizeof(module_text) - 1 };

struct expected {
	uint32_t triples[4][3];
	size_t triple_count;
};

static void is_constant(const struct spec_constant *constant, const char *name, const struct expected *expected)
{
	is_str(constant->name, name);
	is_int(constant->triple_count, expected->triple_count);
	ok(constant->triple_count == expected->triple_count &&
		   memcmp(constant->triples, expected->triples, 12 * expected->triple_count) == 0,
	   "the places of '%s'", name);
}

static void test_lowering(struct syb_ctx *ctx, enum spec_lowering how, const struct expected expected[3],
			  struct syb_bytes defaults)
{
	static const char *const names[] = { "b", "s", "i" };
	struct pass_run run = { .ctx = ctx };
	struct image image = { 0 };
	struct spec_constants constants = { 0 };

	is_int(syb_ir_read(ctx, module, NULL, &run.ir), 0);
	image.module = run.ir->module;
	ok(spec_constants_used(&image), "constants are asked for");
	is_int(spec_constants_lower(&run, &image, how, &constants), 0);
	ok(!spec_constants_used(&image), "and then no more");
	ok(constants.replaced == (how == SPEC_DEFAULTS), "replaced or not");
	is_int(constants.count, how == SPEC_DEFAULTS ? 0 : 3);
	for (size_t i = 0; i < constants.count; i++)
		is_constant(&constants.list[i], names[i], &expected[i]);
	ok(constants.defaults.len == defaults.len &&
		   (defaults.len == 0 || memcmp(constants.defaults.ptr, defaults.ptr, defaults.len) == 0),
	   "default values");
	is_int(ir_verify(ctx, run.ir, SYB_E_INTERNAL), 0);
	arena_free(&run.arena);
	syb_ir_free(run.ir);
}

static const struct expected native[] = {
	{ { { 0, 0, 1 } }, 1 },
	{ { { 1, 0, 8 }, { 4, 10, 2 }, { UINT32_MAX, 12, 4 } }, 3 },
	{ { { 5, 0, 4 } }, 1 },
};

static const struct expected emulated[] = {
	{ { { 0, 0, 1 }, { UINT32_MAX, 1, 7 } }, 2 },
	{ { { 1, 0, 16 } }, 1 },
	{ { { 2, 0, 4 } }, 1 },
};

static const uint8_t native_values[] = {
	1, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 2, 1, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff
};
static const uint8_t emulated_values[] = { 1,    0,    0, 0, 0, 0, 0, 0, 0, 0, 0,    0,    0,    0,
					   0xf0, 0x3f, 0, 0, 2, 1, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff };

struct work {
	const struct syb_devices *devices;
	const char *pass;
};

static int run_pass(struct syb_ctx *ctx, void *arg)
{
	const struct work *work = arg;
	const struct syb_ir_opts opts = { .size = sizeof(opts), .devices = work->devices };
	struct syb_ir *ir = NULL;
	int r = syb_ir_read(ctx, module, NULL, &ir);

	if (r == 0)
		r = syb_ir_run(ctx, ir, work->pass, &opts);
	syb_ir_free(ir);
	return r;
}

int main(void)
{
	static const char *const passes[] = { "spec-constants-native", "spec-constants-emulation",
					      "spec-constants-default", "dead-args" };
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;
	struct syb_ctx *ctx;

	if (syb_ctx_new(NULL, &ctx) < 0 || syb_devices_load(ctx, NULL, &devices) < 0)
		return 1;
	test_lowering(ctx, SPEC_NATIVE, native, (struct syb_bytes){ native_values, sizeof(native_values) });
	test_lowering(ctx, SPEC_EMULATION, emulated, (struct syb_bytes){ emulated_values, sizeof(emulated_values) });
	test_lowering(ctx, SPEC_DEFAULTS, NULL, (struct syb_bytes){ NULL, 0 });
	for (size_t i = 0; i < ARRAY_SIZE(passes); i++) {
		struct work work = { devices, passes[i] };

		torture(run_pass, &work);
	}
	syb_ctx_free(ctx);
	return tap_done();
}
