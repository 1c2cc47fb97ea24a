/* Choosing images, and the text of syclbin-dump. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/sample.h"

#define LIST(...)             \
	(const char *const[]) \
	{                     \
		__VA_ARGS__   \
	}

struct seen {
	char text[256];
	int stop_after;
};

static int see(void *user, const struct syb_module *module, const struct syb_image *image)
{
	struct seen *seen = user;
	size_t n = strlen(seen->text);

	snprintf(seen->text + n, sizeof(seen->text) - n, "%s%zu.%zu", n ? " " : "", syb_module_index(module),
		 syb_image_index(image));
	return seen->stop_after && --seen->stop_after == 0 ? 1 : 0;
}

static struct syb_ctx *ctx;
static struct sample sample;

static void selects(const char *what, struct syb_select select, const char *want)
{
	struct seen seen = { 0 };
	int r;

	select.size = sizeof(select);
	r = syb_extract(ctx, sample.bin, &select, see, &seen);
	if (!ok(r == 0 && str_eq(seen.text, want), "%s", what))
		printf("# got  %s (%d)\n# want %s\n", seen.text, r, want);
}

static void refuses(const char *what, struct syb_select select, int code, const char *check)
{
	struct seen seen = { 0 };

	syb_ctx_diag_clear(ctx);
	select.size = sizeof(select);
	ok(syb_extract(ctx, sample.bin, &select, see, &seen) == -code && str_eq(first_check(ctx), check) && !*seen.text,
	   "%s", what);
}

static void selections(void)
{
	const size_t one[] = { 1 }, nine[] = { 9 }, zero[] = { 0 };

	selects("everything", (struct syb_select){ 0 }, "0.0 0.1 0.2 1.0 1.1 2.0 3.0");
	selects("a module", (struct syb_select){ .modules = one, .module_count = 1 }, "1.0 1.1");
	selects("an image of each module", (struct syb_select){ .images = one, .image_count = 1 }, "0.1 1.1");
	selects("IR", (struct syb_select){ .kind = "ir" }, "0.0 1.0 3.0");
	selects("native", (struct syb_select){ .kind = "native" }, "0.1 0.2 1.1 2.0");
	selects("an architecture", (struct syb_select){ .archs = LIST("pvc"), .arch_count = 1 }, "0.1 1.1 2.0");
	selects("a pattern", (struct syb_select){ .archs = LIST("sm_[89]*"), .arch_count = 1 }, "0.2");
	selects("two patterns", (struct syb_select){ .archs = LIST("x", "?vc"), .arch_count = 2 }, "0.1 1.1 2.0");
	selects("a kernel", (struct syb_select){ .kernels = LIST("b"), .kernel_count = 1 }, "0.0 0.1 0.2");
	selects("a readable name", (struct syb_select){ .kernels = LIST("va*"), .kernel_count = 1 }, "1.0 1.1");
	selects("a raw name", (struct syb_select){ .kernels = LIST("_ZTS4vadd"), .kernel_count = 1 }, "1.0 1.1");
	selects("all at once",
		(struct syb_select){ .kernels = LIST("a"),
				     .kernel_count = 1,
				     .modules = zero,
				     .module_count = 1,
				     .images = one,
				     .image_count = 1,
				     .archs = LIST("pvc"),
				     .arch_count = 1,
				     .kind = "native" },
		"0.1");
	refuses("a module that is not there", (struct syb_select){ .modules = nine, .module_count = 1 }, SYB_E_NOTFOUND,
		"nothing-matches");
	refuses("an architecture of IR", (struct syb_select){ .archs = LIST("*"), .arch_count = 1, .kind = "ir" },
		SYB_E_NOTFOUND, "nothing-matches");
	refuses("a kind that is none", (struct syb_select){ .kind = "wasm" }, SYB_E_ARG, "argument");
}

static void stopping(void)
{
	struct seen seen = { .stop_after = 2 };

	is_int(syb_extract(ctx, sample.bin, NULL, see, &seen), 0);
	is_str(seen.text, "0.0 0.1");
}

static int dump_text(struct syb_ctx *c, const struct syb_bin *bin, char *text, size_t room)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes;
	int r = out_scratch(c, &out);

	if (r == 0)
		r = syb_dump(c, bin, out);
	if (r == 0)
		r = out_scratch_file(c, out, &file);
	if (r < 0)
		return r;
	bytes = syb_file_bytes(file);
	snprintf(text, room, "%.*s", (int)bytes.len, (const char *)bytes.ptr);
	return 0;
}

/* Values of every type, with line breaks. */
static void dump_layout(void)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	_cleanup_(sample_drop) struct sample s = { 0 };
	char text[2048] = "";

	if (syb_bin_writer_new(ctx, NULL, &w) == 0 && syb_bin_writer_state(ctx, w, SYB_STATE_INPUT) == 0 &&
	    syb_bin_writer_module(ctx, w,
				  str_bytes("[SYCL/device requirements]\ncompile_target=2|wAAAAAAAAAQYKIWDKMG\n"
					    "[SYCL/kernel names]\n__sycl_kernel_TestKernel=1|1\n"
					    "[SYCL/misc properties]\noptLevel=1|2\nsanUsed=2|gAAAAAAAAAQYzFmb\n"
					    "[SYCL/kernel param opt]\n")) == 0 &&
	    add_ir(ctx, w, SYB_IR_SPIRV, SPIR, "IRDATA!") == 0 && add_native(ctx, w, "pvc", GEN, "native") == 0 &&
	    sample_open(ctx, w, &s) == 0)
		is_int(dump_text(ctx, s.bin, text, sizeof(text)), 0);
	is_str(text, "Version: 1\n"
		     "Global metadata:\n"
		     "  SYCLBIN/global metadata:\n"
		     "    state: 0\n"
		     "Number of Abstract Modules: 1\n"
		     "Abstract Module 0:\n"
		     "  Metadata:\n"
		     "    SYCL/device requirements:\n"
		     "      compile_target:\n"
		     "        a\n"
		     "        b\n"
		     "        c\n"
		     "    SYCL/kernel names:\n"
		     "      __sycl_kernel_TestKernel: 1\n"
		     "    SYCL/misc properties:\n"
		     "      optLevel: 2\n"
		     "      sanUsed: asan\n"
		     "    SYCL/kernel param opt:\n"
		     "  Number of IR Modules: 1\n"
		     "  IR module 0:\n"
		     "    Metadata:\n"
		     "      SYCLBIN/ir module metadata:\n"
		     "        type: 0\n"
		     "        target: spir64-unknown-unknown\n"
		     "    Raw IR bytes: <Binary blob of 7 bytes>\n"
		     "  Number of Native Device Code Images: 1\n"
		     "  Native device code image 0:\n"
		     "    Metadata:\n"
		     "      SYCLBIN/native device code image metadata:\n"
		     "        arch: pvc\n"
		     "        target: spir64_gen-unknown-unknown\n"
		     "    Raw native device code image bytes: <Binary blob of 6 bytes>\n");
}

static int extract_work(struct syb_ctx *c, void *arg)
{
	static const char *const kernels[] = { "vadd" };
	const struct syb_select select = { .size = sizeof(select), .kernels = kernels, .kernel_count = 1 };
	struct seen seen = { 0 };
	char text[2048];
	int r = syb_extract(c, arg, &select, see, &seen);

	return r < 0 ? r : dump_text(c, arg, text, sizeof(text));
}

int main(void)
{
	ctx = test_ctx();
	if (!is_int(sample_new(ctx, NULL, &sample), 0))
		return tap_done();
	selections();
	stopping();
	dump_layout();
	torture(extract_work, sample.bin);
	sample_drop(&sample);
	syb_ctx_free(ctx);
	return tap_done();
}
