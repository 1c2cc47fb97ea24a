/* Properties of device code: the pass by its function, without the tool. What it writes is in tests/ir. */
#include "lib/torture.h"
#include "ir/properties/properties.h"

#include <sybil/ir.h>

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);

static const char module_text[] =
	"target triple = \"spir64-unknown-unknown\"\n"
	"@n = private constant [15 x i8] c\"sycl-init-mode\\00\"\n"
	"@v = private constant [2 x i8] c\"1\\00\"\n"
	"@a = private constant { ptr, ptr } { ptr @n, ptr @v }\n"
	"@s = private constant [16 x i8] c\"sycl-properties\\00\"\n"
	"@t = private constant [58 x i8] c\"sycl-properties:sycl-alignment=8,sycl-cache-read-hint=1,x\\00\"\n"
	"@g = addrspace(1) global i32 0 #0\n"
	"define spir_kernel void @k(ptr \"sycl-alignment\"=\"8\" %p, i32 \"sycl-conduit\"=\"true\" %q) #1 {\n"
	"  %1 = getelementptr i8, ptr %p, i64 8\n"
	"  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @s, ptr null, i32 0, ptr @a)\n"
	"  %3 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @t, ptr null, i32 0, ptr null)\n"
	"  store i32 1, ptr %2, align 4\n"
	"  store i32 1, ptr %3, align 4\n"
	"  ret void\n"
	"}\n"
	"declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)\n"
	"attributes #0 = { \"sycl-device-global-size\"=\"4\" \"sycl-init-mode\"=\"x\" \"mine\"=\"7\" }\n"
	"attributes #1 = { \"sycl-work-group-size\"=\"1,2\" \"sycl-floating-point-control\"=\"17\" "
	"\"sycl-pipelined\"=\"1\" }\n";

static const struct syb_bytes module = { (const uint8_t *)module_text, sizeof(module_text) - 1 };

static int run(struct syb_ctx *ctx, void *arg)
{
	const struct syb_ir_opts *opts = arg;
	struct syb_ir *ir = NULL;
	int r = syb_ir_read(ctx, module, NULL, &ir);

	if (r == 0)
		r = syb_ir_run(ctx, ir, "compile-time-properties", opts);
	syb_ir_free(ir);
	return r;
}

static void test_mappings(const struct syb_devices *devices)
{
	const struct syb_ir_decoration bad[] = { { NULL, 1, SYB_IR_OPERAND_INT },
						 { "", 1, SYB_IR_OPERAND_INT },
						 { "x", 1, (enum syb_ir_operand)7 } };
	struct syb_ir_opts opts = { .size = sizeof(opts), .devices = devices, .decoration_count = 1 };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct syb_ctx *ctx;

		opts.decorations = &bad[i];
		ok(syb_ctx_new(NULL, &ctx) == 0, "a context");
		is_int(run(ctx, &opts), -SYB_E_ARG);
		is_str(syb_ctx_diag_at(ctx, 0)->check, "argument");
		syb_ctx_free(ctx);
	}
}

static void test_warnings(const struct syb_devices *devices)
{
	struct syb_ir_opts opts = { .size = sizeof(opts), .devices = devices };

	for (int quiet = 0; quiet < 2; quiet++) {
		struct syb_ctx *ctx;

		opts.without_warnings = quiet;
		ok(syb_ctx_new(NULL, &ctx) == 0, "a context");
		is_int(run(ctx, &opts), 0);
		is_int(syb_ctx_diag_count(ctx), quiet ? 0 : 1);
		if (!quiet)
			is_str(syb_ctx_diag_at(ctx, 0)->check, "property-value");
		syb_ctx_free(ctx);
	}
}

static void test_numbers(void)
{
	const struct {
		const char *text;
		int64_t least, most;
		bool good;
		int64_t value;
	} cases[] = {
		{ "0", 0, 9, true, 0 },
		{ " 7 ", 0, 9, true, 7 },
		{ "0x1F", 0, 99, true, 31 },
		{ "-0x10", -99, 0, true, -16 },
		{ "9223372036854775807", 0, INT64_MAX, true, INT64_MAX },
		{ "-9223372036854775808", INT64_MIN, 0, true, INT64_MIN },
		{ "9223372036854775808", 0, INT64_MAX, false, 0 },
		{ "-9223372036854775809", INT64_MIN, 0, false, 0 },
		{ "10", 0, 9, false, 0 },
		{ "-1", 0, 9, false, 0 },
		{ "", 0, 9, false, 0 },
		{ " ", 0, 9, false, 0 },
		{ "-", -9, 9, false, 0 },
		{ "0x", 0, 9, false, 0 },
		{ "1 2", 0, 99, false, 0 },
		{ "1a", 0, 99, false, 0 },
		{ "--1", -9, 9, false, 0 },
		{ "1.5", 0, 9, false, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct text text = { cases[i].text, strlen(cases[i].text) };
		int64_t value = 0;

		ok(text_number(text, cases[i].least, cases[i].most, &value) == cases[i].good && value == cases[i].value,
		   "'%s' is %s", cases[i].text, cases[i].good ? "a number" : "refused");
	}
}

int main(void)
{
	const struct syb_ir_decoration mine = { "mine", 7000, SYB_IR_OPERAND_INT };
	struct syb_ir_opts opts = { .size = sizeof(opts), .decorations = &mine, .decoration_count = 1 };
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;
	struct syb_ctx *ctx;

	if (syb_ctx_new(NULL, &ctx) < 0 || syb_devices_load(ctx, NULL, &devices) < 0)
		return 1;
	opts.devices = devices;
	test_numbers();
	test_mappings(devices);
	test_warnings(devices);
	torture(run, &opts);
	syb_ctx_free(ctx);
	return tap_done();
}
