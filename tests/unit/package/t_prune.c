/* Pruning packages: which images are kept or dropped, and which options are refused. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/sample.h"

#define LIST(...)             \
	(const char *const[]) \
	{                     \
		__VA_ARGS__   \
	}

/* Prune the sample; returns the code and fills text with the outline of the result. */
static int prune(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_prune_opts opts, char text[256])
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	_cleanup_(sample_drop) struct sample out = { 0 };
	const struct syb_bin_write_opts form = syb_bin_form(bin);
	uint32_t state = 0;
	int r = syb_bin_writer_new(ctx, &form, &w);

	text[0] = '\0';
	opts.size = sizeof(opts);
	if (r == 0)
		r = syb_prune(ctx, bin, &opts, w);
	if (r == 0)
		r = sample_open(ctx, w, &out);
	if (r < 0)
		return r;
	outline(out.bin, text);
	if (syb_bin_state(out.bin, &state) < 0 || state != SYB_STATE_EXECUTABLE)
		ok(false, "the state was lost");
	return 0;
}

static void stays(const char *what, struct syb_prune_opts opts, const char *want)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(sample_drop) struct sample s = { 0 };
	char text[256] = "";

	if (sample_new(ctx, NULL, &s) < 0 || prune(ctx, s.bin, opts, text) < 0)
		snprintf(text, sizeof(text), "failed: %s", first_check(ctx));
	if (!ok(str_eq(text, want), "%s", what))
		printf("# got  %s\n# want %s\n", text, want);
	syb_ctx_free(ctx);
}

static void refused(const char *what, struct syb_prune_opts opts, int code, const char *check)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(sample_drop) struct sample s = { 0 };
	char text[256];
	int r = sample_new(ctx, NULL, &s);

	if (r == 0)
		r = prune(ctx, s.bin, opts, text);
	ok(r == -code && str_eq(first_check(ctx), check), "%s", what);
	syb_ctx_free(ctx);
}

static void selections(void)
{
	const size_t one[] = { 1 }, zero_three[] = { 0, 3 };

	stays("nothing asked for, nothing changed", (struct syb_prune_opts){ 0 },
	      "0:spirv,pvc,sm_80 1:spirv,pvc 2:pvc 3:ptx");
	stays("keep one architecture", (struct syb_prune_opts){ .keep_archs = LIST("pvc"), .keep_arch_count = 1 },
	      "0:spirv,pvc 1:spirv,pvc 2:pvc 3:ptx");
	stays("drop by pattern", (struct syb_prune_opts){ .drop_archs = LIST("sm_*"), .drop_arch_count = 1 },
	      "0:spirv,pvc 1:spirv,pvc 2:pvc 3:ptx");
	stays("keep modules by number", (struct syb_prune_opts){ .keep_modules = zero_three, .keep_module_count = 2 },
	      "0:spirv,pvc,sm_80 1:ptx");
	stays("drop a module by number", (struct syb_prune_opts){ .drop_modules = one, .drop_module_count = 1 },
	      "0:spirv,pvc,sm_80 1:pvc 2:ptx");
	stays("keep a kernel keeps its module",
	      (struct syb_prune_opts){ .keep_kernels = LIST("b"), .keep_kernel_count = 1 }, "0:spirv,pvc,sm_80");
	stays("kernels by readable name",
	      (struct syb_prune_opts){ .keep_kernels = LIST("vadd", "c"), .keep_kernel_count = 2 },
	      "0:spirv,pvc 1:pvc");
	stays("dropping one kernel of two keeps their module",
	      (struct syb_prune_opts){ .drop_kernels = LIST("a"), .drop_kernel_count = 1 },
	      "0:spirv,pvc,sm_80 1:spirv,pvc 2:pvc 3:ptx");
	stays("dropping both drops it", (struct syb_prune_opts){ .drop_kernels = LIST("[ab]"), .drop_kernel_count = 1 },
	      "0:spirv,pvc 1:pvc 2:ptx");
	stays("together", (struct syb_prune_opts){ .keep_kernels = LIST("a"), .keep_kernel_count = 1, .drop_ir = true },
	      "0:pvc,sm_80");
}

static void empty_modules(void)
{
	refused("a kernel with native code only, without it", (struct syb_prune_opts){ .drop_native = true },
		SYB_E_INCOMPATIBLE, "kernel-without-image");
	refused("a module with IR only, without it", (struct syb_prune_opts){ .drop_ir = true }, SYB_E_INCOMPATIBLE,
		"kernel-without-image");
	refused("an architecture that does not occur",
		(struct syb_prune_opts){ .keep_archs = LIST("nope"), .keep_arch_count = 1 }, SYB_E_INCOMPATIBLE,
		"kernel-without-image");
	refused("a kernel that does not exist",
		(struct syb_prune_opts){ .keep_kernels = LIST("nope"), .keep_kernel_count = 1 }, SYB_E_NOTFOUND,
		"nothing-matches");
	stays("allowed: modules stay with their metadata",
	      (struct syb_prune_opts){ .drop_native = true, .allow_empty = true }, "0:spirv 1:spirv 2: 3:ptx");
	stays("allowed: nothing at all",
	      (struct syb_prune_opts){ .keep_kernels = LIST("nope"), .keep_kernel_count = 1, .allow_empty = true }, "");
}

/* A kernel that is in two modules loses its last image only when both do. */
static void kernel_in_two_modules(void)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	_cleanup_(sample_drop) struct sample s = { 0 };
	char text[256];

	if (syb_bin_writer_new(ctx, NULL, &w) < 0 || syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE) < 0 ||
	    syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\nk=1|1\n")) < 0 ||
	    add_ir(ctx, w, SYB_IR_SPIRV, SPIR, "IR") < 0 ||
	    syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\nk=1|1\n[SYCL/misc properties]\na=1|1\n")) <
		    0 ||
	    add_native(ctx, w, "pvc", GEN, "native") < 0 || sample_open(ctx, w, &s) < 0) {
		ok(false, "package with a kernel in two modules");
	} else {
		is_int(prune(ctx, s.bin, (struct syb_prune_opts){ .drop_native = true }, text), 0);
		is_str(text, "0:spirv");
		is_int(prune(ctx, s.bin, (struct syb_prune_opts){ .drop_native = true, .drop_ir = true }, text),
		       -SYB_E_INCOMPATIBLE);
	}
	syb_ctx_free(ctx);
}

/* Pruning nothing in any form gives the same bytes. */
static void forms(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(sample_forms); i++) {
		struct syb_ctx *ctx = test_ctx();
		_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
		_cleanup_(sample_drop) struct sample s = { 0 };
		_cleanup_(syb_file_close_p) struct syb_file *again = NULL;
		struct syb_bin_write_opts form;

		if (sample_new(ctx, &sample_forms[i].opts, &s) == 0) {
			form = syb_bin_form(s.bin);
			if (syb_bin_writer_new(ctx, &form, &w) == 0 && syb_prune(ctx, s.bin, NULL, w) == 0)
				again = written(ctx, w);
		}
		ok(again && syb_file_bytes(again).len == syb_file_bytes(s.file).len &&
			   memcmp(syb_file_bytes(again).ptr, syb_file_bytes(s.file).ptr, syb_file_bytes(again).len) ==
				   0,
		   "%s", sample_forms[i].name);
		sample_drop(&s);
		syb_ctx_free(ctx);
	}
}

static int prune_work(struct syb_ctx *ctx, void *arg)
{
	static const char *const keep[] = { "vadd", "c" };
	char text[256];

	return prune(ctx, arg,
		     (struct syb_prune_opts){
			     .keep_kernels = keep, .keep_kernel_count = 2, .drop_archs = keep, .drop_arch_count = 2 },
		     text);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct sample s = { 0 };

	selections();
	empty_modules();
	kernel_in_two_modules();
	forms();
	is_int(sample_new(ctx, NULL, &s), 0);
	if (s.bin)
		torture(prune_work, s.bin);
	sample_drop(&s);
	syb_ctx_free(ctx);
	return tap_done();
}
