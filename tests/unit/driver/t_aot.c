/* tests/unit/driver/t_aot.c — chains of compilers: the command lines that they see, where modules enter, what is asked
 * of images. Stand-ins of ours do the work, none installed is needed. */
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/file.h"
#include "driver/programs/chain.h"
#include <sybil/translate.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PTX ".version 7.5\\n.target sm_70\\n.address_size 64\\n.visible .entry first()\\n{\\nret;\\n}\\n"

static struct syb_ctx *ctx;
static char folder[] = "/tmp/sybil-aot-XXXXXX";

/* A program that does what a script says, named by a variable; the words it saw are in a file "words". */
static void stand_in(const char *variable, const char *script)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, variable);
	f = fopen(path, "w");
	if (!f)
		abort();
	fprintf(f, "#!/bin/sh\necho \"$@\" >%s/words\n%s\n", folder, script);
	fclose(f);
	chmod(path, 0700);
	setenv(variable, path, 1);
}

static bool saw(const char *text)
{
	char path[256], words[4096] = "";
	FILE *f;

	snprintf(path, sizeof(path), "%s/words", folder);
	f = fopen(path, "r");
	if (f) {
		words[fread(words, 1, sizeof(words) - 1, f)] = '\0';
		fclose(f);
	}
	if (!strstr(words, text))
		printf("# the compiler saw: %s\n", words);
	return strstr(words, text);
}

static int aot_in(struct syb_ctx *c, struct syb_bytes in, const struct syb_aot_opts *opts)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = out_scratch(c, &out);

	return r < 0 ? r : syb_aot(c, in, opts, out);
}

static int aot(struct syb_bytes in, const struct syb_aot_opts *opts)
{
	syb_ctx_diag_clear(ctx);
	return aot_in(ctx, in, opts);
}

static const char *check(void)
{
	return syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, 0)->check : "";
}

static struct syb_bytes bitcode(void)
{
	static const uint8_t bytes[] = { 'B', 'C', 0xc0, 0xde, 0x35, 0x14, 0, 0 };

	return (struct syb_bytes){ bytes, sizeof(bytes) };
}

static struct syb_bytes spirv(void)
{
	static const uint8_t bytes[20] = { 3, 2, 0x23, 7, 0, 4, 1, 0, 0, 0, 0, 0, 10 };

	return (struct syb_bytes){ bytes, sizeof(bytes) };
}

static void test_table(void)
{
	const char *arch = NULL;

	ok(chain_find("intel_gpu_pvc", &arch) && strcmp(arch, "pvc") == 0, "a name");
	ok(chain_find("pvc", &arch) && strcmp(arch, "pvc") == 0, "what its compiler calls it");
	ok(chain_find("nvptx64", &arch) && strcmp(arch, "") == 0, "an alias, without a device");
	ok(!chain_find("spir64_fpga", &arch) && !chain_find("nothing", &arch) && !chain_find(NULL, &arch), "none");
	is_str(syb_aot_find("amd_gpu_gfx906")->library, "amdgcn--amdhsa.bc");
	is_str(chain_arch_for("sm_90a", "15.0.6"), "sm_86");
	is_str(chain_arch_for("sm_90a", "17.0.1"), "sm_90");
	is_str(chain_arch_for("sm_90a", "19.1.7"), "sm_90a");
	is_str(chain_arch_for("sm_80", NULL), "sm_80");
}

static void test_nvidia(void)
{
	static const char *const names[] = { "first" }, *const more[] = { "first", "second" };
	struct syb_aot_opts opts = {
		.size = sizeof(opts), .target = "nvidia_gpu_sm_90", .kernels = names, .kernel_count = 1
	};

	stand_in("SYBIL_CLANG", "printf '" PTX "'");
	stand_in("SYBIL_PTXAS", "exit 5");
	opts.assembly = true;
	is_int(aot(bitcode(), &opts), 0);
	ok(saw("-x ir -S -O2 -march=sm_86 - -o -"), "an older device for a code generator that does not know it");
	opts.level = 's';
	is_int(aot(bitcode(), &opts), 0);
	ok(saw(" -Os "), "the level");
	opts.kernels = more;
	opts.kernel_count = 2;
	is_int(aot(bitcode(), &opts), -SYB_E_INCOMPATIBLE);
	is_str(check(), "aot-kernels");
	is_str(syb_ctx_diag_at(ctx, 1)->text, "second");
	opts.kernels = NULL;
	opts.kernel_count = 0;
	opts.assembly = false;
	opts.level = '0';
	opts.debug = true;
	is_int(aot(bitcode(), &opts), -SYB_E_FORMAT);
	ok(saw("-arch=sm_90 /dev/stdin -o ") && saw(" -O0 -lineinfo"), "ptxas");
	is_int(aot(spirv(), &opts), -SYB_E_INCOMPATIBLE);
	is_str(check(), "aot-input");
}

static void test_intel(void)
{
	static const char *const extra[] = { "-options", "-cl-fast-relaxed-math", "-device", "skl,pvc", "-more" };
	struct syb_aot_opts opts = { .size = sizeof(opts), .target = "spir64_gen", .extra = extra, .extra_count = 5 };

	stand_in("SYBIL_OCLOC", "exit 0");
	is_int(aot(spirv(), &opts), -SYB_E_TOOL);
	is_str(check(), "tool-failed");
	ok(saw("-device skl,pvc -output image ") && saw("--format zebin -more -options -cl-fast-relaxed-math\n"),
	   "options");
	opts.level = '0';
	opts.debug = true;
	is_int(aot(spirv(), &opts), -SYB_E_TOOL);
	ok(saw("-more -options -cl-opt-disable -g -cl-fast-relaxed-math\n"), "all options of the driver in one word");
	opts.extra_count = 2;
	is_int(aot(spirv(), &opts), -SYB_E_ARG);
	opts.target = "intel_gpu_skl";
	opts.extra_count = 5;
	is_int(aot(spirv(), &opts), -SYB_E_ARG);
	opts.target = "spir64_fpga";
	is_int(aot(spirv(), &opts), -SYB_E_UNSUPPORTED);
}

static void test_cpu(void)
{
	static const char *const extra[] = { "-cl-mad-enable", "-w" }, *const kernels[] = { "first" };
	struct syb_aot_opts opts = { .size = sizeof(opts), .target = "x86_64", .extra = extra, .extra_count = 2 };

	stand_in("SYBIL_RT", "cat");
	opts.level = '0';
	is_int(aot(spirv(), &opts), -SYB_E_INCOMPATIBLE);
	is_str(check(), "aot-input");
	opts.kernels = kernels;
	opts.kernel_count = 1;
	is_int(aot(spirv(), &opts), 0);
	ok(saw("build --device=opencl:cpu --native --temp-dir=/") &&
		   saw(" - -o - --driver-options=-cl-opt-disable -cl-mad-enable -w\n"),
	   "one word of options");
	stand_in("SYBIL_RT", "exit 4");
	is_int(aot(spirv(), &opts), -SYB_E_TOOL);
	stand_in("SYBIL_RT", "exit 1");
	is_int(aot(spirv(), &opts), -SYB_E_INCOMPATIBLE);
	stand_in("SYBIL_RT", "exit 3");
	is_int(aot(spirv(), &opts), -SYB_E_FORMAT);
}

static void test_library(void)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	setenv("SYBIL_LIBCLC", folder, 1);
	syb_ctx_diag_clear(ctx);
	is_int(syb_aot_library(ctx, "nvptx64", &file), -SYB_E_TOOL);
	is_str(check(), "tool-missing");
	is_int(syb_aot_library(ctx, "intel_gpu_skl", &file), 0);
	ok(!file, "no library for SPIR-V");
}

static int compile_once(struct syb_ctx *c, void *arg)
{
	return aot_in(c, bitcode(), arg);
}

int main(void)
{
	static const char *const names[] = { "first" };
	struct syb_aot_opts opts = { .size = sizeof(opts), .target = "nvptx64", .kernels = names, .kernel_count = 1 };
	char command[300];

	if (syb_ctx_new(NULL, &ctx) < 0 || !mkdtemp(folder))
		return 99;
	test_table();
	test_nvidia();
	test_intel();
	test_cpu();
	test_library();
	torture(compile_once, &opts);
	snprintf(command, sizeof(command), "rm -r %s", folder);
	ok(system(command) == 0, "tidy");
	syb_ctx_free(ctx);
	return tap_done();
}
