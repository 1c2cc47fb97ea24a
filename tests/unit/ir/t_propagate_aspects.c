/* ir/propagate_aspects.c, ir/explain.c and what they use: each allocation refused; codes, check names, bounds. Results
 * are tested in tests/ir. */
#include "base/buf.h"
#include "base/value.h"
#include "ir/module/ir.h"
#include "tests/lib/ctx.h"
#include "tests/lib/torture.h"
#include "format/devices/devices.h"

#include <llvm/Config/llvm-config.h>

#include <stdio.h>

static const char module_text[] =
	"%half = type { i16 }\n"
	"@g = global double 1.0\n"
	"define spir_kernel void @k() #0 !sycl_declared_aspects !0 !reqd_work_group_size !3 !intel_fixed_targets !4 {\n"
	"  call void @f()\n"
	"  ret void\n"
	"}\n"
	"define internal void @f() !sycl_used_aspects !1 {\n"
	"  %x = alloca { i32, [4 x %half] }\n"
	"  %y = getelementptr i8, i8* bitcast (double* @g to i8*), i64 1\n"
	"  call void @k2()\n"
	"  ret void\n"
	"}\n"
	"define internal void @k2() #1 !intel_used_aspects !2 {\n"
	"  call void @f()\n"
	"  ret void\n"
	"}\n"
	"attributes #0 = { \"calls-indirectly\"=\"set\" }\n"
	"attributes #1 = { \"indirectly-callable\"=\"set\" }\n"
	"!sycl_types_that_use_aspects = !{!5}\n"
	"!0 = !{}\n"
	"!1 = !{!6}\n"
	"!2 = !{i32 9}\n"
	"!3 = !{i32 4096}\n"
	"!4 = !{!\"gpu\"}\n"
	"!5 = !{!\"half\", i32 5}\n"
	"!6 = !{!\"atomic64\", i32 28}\n";

static const char devices_text[] = "tiny:\n  aspects: [ fp16 ]\n  max-work-group-size: 64\n";

static int read_module(struct syb_ctx *ctx, struct syb_ir **out_ir)
{
#if LLVM_VERSION_MAJOR > 16
	static const char old[] = "i8* bitcast (double* @g to i8*)", new[] = "ptr getelementptr (i8,ptr @g,i1 0)";
	char text[sizeof(module_text) + 64];
	const char *at = strstr(module_text, old);

	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - module_text), module_text, new, at + strlen(old));
	return syb_ir_read(ctx, str_bytes(text), NULL, out_ir);
#else
	return syb_ir_read(ctx, str_bytes(module_text), NULL, out_ir);
#endif
}

static int run(struct syb_ctx *ctx, void *arg)
{
	static const char *const targets[] = { "tiny", "gpu" }, *const excluded[] = { "image" };
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	struct syb_ir_opts opts = { .size = sizeof(opts),
				    .dialect = *(enum syb_dialect *)arg,
				    .exclude_aspects = excluded,
				    .exclude_aspect_count = 1 };
	int r = syb_devices_read(ctx, str_bytes(devices_text), "tiny.yaml", &devices);

	if (r == 0)
		r = read_module(ctx, &ir);
	opts.devices = devices;
	if (r == 0)
		r = syb_ir_run(ctx, ir, "propagate-aspects", &opts);
	opts.fixed_targets = targets;
	opts.fixed_target_count = 2;
	return r < 0 ? r : syb_ir_run(ctx, ir, "propagate-aspects", &opts);
}

static int blame(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	int r = read_module(ctx, &ir);

	return r < 0 ? r : syb_ir_explain(ctx, ir, NULL, "k", arg, &record);
}

static bool reported(const struct syb_ctx *ctx, const char *check)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		if (str_eq(syb_ctx_diag_at(ctx, i)->check, check))
			return true;
	return false;
}

static void findings(void)
{
	static const char *const names[] = { "aspect-not-declared", "fixed-targets-aspect",
					     "fixed-targets-work-group-size" };
	enum syb_dialect dialect = SYB_DIALECT_DPCPP;
	struct syb_ctx *ctx = NULL;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	is_int(run(ctx, &dialect), 0);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		ok(reported(ctx, names[i]), "%s", names[i]);
	syb_ctx_free(ctx);
}

static void refusals(void)
{
	static const char *const wrong[] = { "nonsense" };
	struct syb_ir_opts opts = { .size = sizeof(opts), .fixed_targets = wrong, .fixed_target_count = 1 };
	struct syb_record *record = NULL;
	struct syb_ctx *ctx = NULL;
	struct syb_ir *ir = NULL;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	is_int(read_module(ctx, &ir), 0);
	is_int(syb_ir_run(ctx, ir, "propagate-aspects", &opts), -SYB_E_ARG);
	ok(reported(ctx, "unknown-target"), "unknown-target");
	opts = (struct syb_ir_opts){ .size = sizeof(opts), .exclude_aspects = wrong, .exclude_aspect_count = 1 };
	is_int(syb_ir_run(ctx, ir, "propagate-aspects", &opts), -SYB_E_ARG);
	ok(reported(ctx, "unknown-aspect"), "unknown-aspect");
	syb_ctx_diag_clear(ctx);
	opts = (struct syb_ir_opts){ .size = sizeof(opts), .without_warnings = true };
	is_int(syb_ir_run(ctx, ir, "propagate-aspects", &opts), 0);
	is_int(syb_ctx_diag_count(ctx), 0);
	is_int(syb_ir_explain(ctx, ir, NULL, "nobody", NULL, &record), -SYB_E_NOTFOUND);
	is_int(syb_ir_explain(ctx, ir, NULL, "k", "atomic16", &record), -SYB_E_NOTFOUND);
	ok(!record, "no record");
	syb_ir_free(ir);
	syb_ctx_free(ctx);
}

/* Each function of a long chain declares nothing, and uses what the last one does: notes of one warning. */
static void tangle(void)
{
	enum { COUNT = 4000 };
	struct buf text = { 0 };
	struct syb_ctx *ctx = NULL;
	struct syb_ir *ir = NULL;
	int r = 0;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	for (int i = 0; i < COUNT && r == 0; i++)
		r = buf_printf(ctx, &text, "define void @f%d() !sycl_declared_aspects !0 {\n%s @f%d(%s\nret void\n}\n",
			       i, "call void", (i + 1) % COUNT, i + 1 < COUNT ? ")" : ")\n%x = fadd double 1.0, 2.0");
	if (r == 0)
		r = buf_text(ctx, &text, "!0 = !{}\n");
	is_int(r, 0);
	is_int(syb_ir_read(ctx, buf_bytes(&text), NULL, &ir), 0);
	is_int(syb_ir_run(ctx, ir, "propagate-aspects", NULL), 0);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_WARNING), 1); /* one use */
	ok(syb_ctx_count(ctx, SYB_SEVERITY_NOTE) < 2000000, "notes have a bound");
	syb_ir_free(ir);
	buf_free(&text);
	syb_ctx_free(ctx);
}

int main(void)
{
	enum syb_dialect dialects[] = { SYB_DIALECT_DPCPP, SYB_DIALECT_SPEC };
	char fp16[] = "fp16";

	findings();
	refusals();
	tangle();
	for (size_t i = 0; i < ARRAY_SIZE(dialects); i++)
		torture(run, &dialects[i]);
	torture(blame, NULL);
	torture(blame, fp16);
	return tap_done();
}
