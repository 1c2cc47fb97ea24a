/* t_match.c — which image and which kernel, and why not: images that lost, needs of single kernels, names. On profiles:
 * nothing is built, so that this is the same everywhere. */
#include "lib/rtpack.h"

#include <sybil/spirv.h>

static struct {
	struct syb_ctx *ctx;
	struct syb_rt *rt;
	char dir[64];
	const char *kernels;
} t;

/* no double precision, groups of 256, sub-groups of 8 and 16; and one that has it all */
static const char profiles[] = "small:\n"
			       "  aliases: [intel_gpu_acm_g10]\n"
			       "  aspects: [gpu, fp16]\n"
			       "  sub-group-sizes: [8, 16]\n"
			       "  max-work-group-size: 256\n"
			       "  max-work-item-sizes: [256, 256, 256]\n"
			       "large:\n"
			       "  aliases: [intel_gpu_pvc]\n"
			       "  aspects: [gpu, fp16, fp64]\n"
			       "  sub-group-sizes: [16, 32]\n"
			       "  max-work-group-size: 1024\n"
			       "  max-work-item-sizes: [1024, 1024, 64]\n";

static struct syb_rt_device *device(const char *name)
{
	struct syb_rt_device *found[2] = { NULL };

	is_int(syb_rt_select(t.ctx, t.rt, name, found), 1);
	return found[0];
}

static struct syb_bundle *open_modules(const struct rt_module *modules, size_t count, enum syb_state state)
{
	struct syb_rt_device *devices[] = { device("small"), device("large") };
	struct syb_bundle *bundle = NULL;
	char path[128];

	snprintf(path, sizeof(path), "%s/m.syclbin", t.dir);
	rt_pack(path, t.kernels, state, modules, count);
	is_int(syb_bundle_open_file(t.ctx, t.rt, path, devices, 2, NULL, &bundle), 0);
	return bundle;
}

/* What getting a kernel for a profile says: UNSUPPORTED once only the driver is missing. */
static int get(struct syb_bundle *bundle, const char *on, const char *name)
{
	struct syb_kernel *kernel = NULL;
	struct syb_rt_device *which = device(on);

	syb_ctx_diag_clear(t.ctx);
	return syb_kernel_get(t.ctx, bundle, which, name, &kernel);
}

static bool said(const char *text)
{
	for (size_t i = 0; i < syb_ctx_diag_count(t.ctx); i++)
		if (strstr(syb_ctx_diag_at(t.ctx, i)->text, text))
			return true;
	rt_tell(t.ctx);
	return false;
}

static void runs(struct syb_bundle *bundle, const char *on, const char *name)
{
	ok(get(bundle, on, name) == -SYB_E_UNSUPPORTED && said("is a profile"), "%s on %s", name, on);
}

static void fails(struct syb_bundle *bundle, const char *on, const char *name, const char *why)
{
	ok(get(bundle, on, name) == -SYB_E_INCOMPATIBLE && said(why), "%s on %s: %s", name, on, why);
}

/* ---- needs of single kernels ---- */

/* fp64 (6), groups of 512, sub-groups of 32: what the module needs as a whole */
#define ALL_NEEDS                      \
	"[SYCL/device requirements]\n" \
	"aspects=2|gAAAAAAAAAgBAAAA\n" \
	"reqd_sub_group_size=1|32\n"   \
	"reqd_work_group_size_uint64_t=2|ABAAAAAAAAAACAAAAAAAAA\n"
#define NAMES "[SYCL/kernel names]\nplain=1|1\nwide=1|1\nlarge=1|1\ngrouped=1|1\n"

static void test_needs(void)
{
	struct rt_module module = { ALL_NEEDS NAMES, { { .file = "mixed.spv" } } };
	struct syb_bundle *bundle = open_modules(&module, 1, SYB_STATE_EXECUTABLE);

	runs(bundle, "small", "plain");
	fails(bundle, "small", "wide", "'aspect::fp64'");
	fails(bundle, "small", "large", "work-group size 512");
	fails(bundle, "small", "grouped", "sub-group size of '32'");
	runs(bundle, "large", "wide");
	runs(bundle, "large", "large");
	runs(bundle, "large", "grouped");
	syb_bundle_close(bundle);
}

/* ---- a module with some of its kernels ---- */

static struct syb_spirv *reduce(struct syb_bytes in, const char *const *kernels, size_t count, bool exports,
				const char *path)
{
	struct syb_spirv_keep_opts opts = {
		.size = sizeof(opts), .kernels = kernels, .kernel_count = count, .exports = exports
	};
	struct syb_spirv *spirv = NULL;
	struct syb_out *out = NULL;
	struct syb_file *file;
	char command[300];

	is_int(syb_out_open(t.ctx, path, &out), 0);
	is_int(syb_spirv_keep(t.ctx, in, &opts, out), 0);
	is_int(syb_out_commit(t.ctx, out), 0);
	syb_out_close(out);
	file = rt_open(t.ctx, "", path);
	is_int(syb_spirv_open(t.ctx, syb_file_bytes(file), NULL, &spirv), 0);
	ok(memmem(syb_file_bytes(file).ptr, syb_file_bytes(file).len, "\x11\0\2\0\x0a\0\0\0", 8) == NULL ||
		   syb_spirv_info(spirv)->aspect_count,
	   "Float64 goes with what needs it");
	syb_file_close(file);
	snprintf(command, sizeof(command), "command -v spirv-val >/dev/null || exit 0; spirv-val %s 1>&2", path);
	is_int(system(command), 0);
	return spirv;
}

static bool has_export(const struct syb_spirv *spirv, const char *name)
{
	const struct syb_spirv_info *info = syb_spirv_info(spirv);

	for (size_t i = 0; i < info->export_count; i++)
		if (strcmp(info->exports[i]->name, name) == 0)
			return true;
	return false;
}

static void test_reduced(void)
{
	static const char *const plain[] = { "plain" }, *const two[] = { "wide", "grouped" };
	struct syb_file *file = rt_open(t.ctx, t.kernels, "mixed.spv");
	struct syb_bytes in = syb_file_bytes(file), cut = in;
	struct syb_spirv_keep_opts opts = { .size = sizeof(opts), .kernels = plain, .kernel_count = 1 };
	struct syb_file *again;
	struct syb_spirv *spirv;
	struct syb_out *out = NULL;
	char path[128];

	snprintf(path, sizeof(path), "%s/reduced.spv", t.dir);
	spirv = reduce(in, plain, 1, false, path);
	is_int(syb_spirv_info(spirv)->kernel_count, 1);
	is_int(syb_spirv_info(spirv)->aspect_count, 0);
	is_int(syb_spirv_info(spirv)->kernels[0]->param_count, 1);
	syb_spirv_close(spirv);
	spirv = reduce(in, plain, 1, true, path);
	is_int(syb_spirv_info(spirv)->kernel_count, 1);
	is_int(syb_spirv_info(spirv)->aspect_count, 1); /* half_of is exported */
	ok(has_export(spirv, "counter") && has_export(spirv, "half_of"), "exports stay");
	syb_spirv_close(spirv);
	opts.variables = true;
	is_int(syb_out_open(t.ctx, path, &out), 0);
	is_int(syb_spirv_keep(t.ctx, in, &opts, out), 0);
	is_int(syb_out_commit(t.ctx, out), 0);
	syb_out_close(out);
	out = NULL;
	again = rt_open(t.ctx, "", path);
	is_int(syb_spirv_open(t.ctx, syb_file_bytes(again), NULL, &spirv), 0);
	syb_file_close(again);
	ok(has_export(spirv, "counter") && !has_export(spirv, "half_of"), "or variables alone");
	syb_spirv_close(spirv);
	spirv = reduce(in, two, 2, false, path);
	ok(!has_export(spirv, "counter"), "or none");
	is_int(syb_spirv_info(spirv)->kernel_count, 2);
	is_int(syb_spirv_info(spirv)->kernels[1]->sub_group_size, 32);
	is_int(syb_spirv_info(spirv)->kernels[0]->aspect_count, 1);
	syb_spirv_close(spirv);
	syb_ctx_diag_clear(t.ctx);
	for (cut.len = in.len - 4; cut.len > 40; cut.len -= 40) { /* damaged: an error or something, never a crash */
		is_int(syb_out_open(t.ctx, path, &out), 0);
		(void)!syb_spirv_keep(t.ctx, cut, &opts, out);
		syb_out_close(out);
		out = NULL;
	}
	syb_ctx_diag_clear(t.ctx);
	syb_file_close(file);
}

/* What no code asks for was declared, and is everybody's. */
static void test_declared(void)
{
	struct rt_module module = { "[SYCL/device requirements]\naspects=2|gAAAAAAAAAQMAAAA\n" NAMES,
				    { { .file = "mixed.spv" } } };
	struct syb_bundle *bundle = open_modules(&module, 1, SYB_STATE_EXECUTABLE);

	fails(bundle, "small", "plain", "'aspect::ext_intel_esimd'");
	syb_bundle_close(bundle);
}

/* Without code that can be read sizes come from the metadata, aspects from the module. */
static void test_metadata(void)
{
	static const char props[] = "[SYCL/device requirements]\nreqd_sub_group_size=1|32\n" NAMES
				    "[SYCL/program metadata]\ngrouped@reqd_sub_group_size=1|32\n";
	struct rt_module modules[] = {
		{ props, { { .file = "mixed.bc", .native = true, .arch = "intel_gpu_acm_g10" } } },
		{ "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n[SYCL/kernel names]\nsaxpy=1|1\n",
		  { { .file = "/dev/null" } } },
	};
	struct syb_bundle *bundle = open_modules(modules, 2, SYB_STATE_EXECUTABLE);

	runs(bundle, "small", "plain");
	fails(bundle, "small", "grouped", "sub-group size of '32'");
	fails(bundle, "small", "saxpy", "'aspect::fp64'");
	syb_bundle_close(bundle);
}

/* What is imported is asked, too; kernels that lie beside it are not. */
static void test_imports(void)
{
	static const char needs[] = "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n";
	char own[400], other[400];
	struct rt_module modules[2] = {
		{ "[SYCL/kernel names]\nplain=1|1\n[SYCL/imported symbols]\nhalf_of=1|1\n",
		  { { .file = "mixed.spv" } } },
		{ own, { { .file = "mixed.spv" } } },
	};
	struct syb_bundle *bundle;

	snprintf(own, sizeof(own), "%s[SYCL/kernel names]\nwide=1|1\n[SYCL/exported symbols]\nhalf_of=1|1\n", needs);
	bundle = open_modules(modules, 2, SYB_STATE_EXECUTABLE);
	fails(bundle, "small", "plain", "in module 1, which the kernel needs");
	runs(bundle, "large", "plain");
	syb_bundle_close(bundle);
	snprintf(other, sizeof(other), "%s[SYCL/kernel names]\nuses=1|1\n[SYCL/exported symbols]\nhalf_of=1|1\n",
		 needs);
	modules[1] = (struct rt_module){ other, { { .file = "narrow.spv" } } };
	bundle = open_modules(modules, 2, SYB_STATE_EXECUTABLE);
	runs(bundle, "small", "plain");
	syb_bundle_close(bundle);
}

/* ---- images ---- */

static const struct syb_value *check(struct syb_bundle *bundle, struct syb_record **out)
{
	is_int(syb_bundle_check(t.ctx, bundle, out), 0);
	return syb_record_root(*out);
}

static void is_lost(const struct syb_value *root, size_t image, size_t target, const char *why)
{
	const struct syb_value *map = syb_value_at(syb_value_get(root, "images"), image);
	const struct syb_value *cell = syb_value_at(syb_value_get(map, "targets"), target);

	ok(syb_value_bool(syb_value_get(cell, "taken")) == !why, "image %zu, device %zu: taken", image, target);
	is_str(syb_value_string(syb_value_get(cell, "why")), why ? why : "");
}

static void test_images(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nplain=1|1\n",
				    { { .file = "mixed.spv" },
				      { .file = "mixed.spv" },
				      { .file = "kernels.ptx" },
				      { .file = "mixed.spv", .native = true, .arch = "intel_gpu_pvc" } } };
	struct rt_module other = { "[SYCL/kernel names]\nplain=1|1\n",
				   { { .file = "kernels.ptx" },
				     { .file = "mixed.spv", .native = true, .arch = "intel_gpu_pvc" } } };
	struct syb_bundle *bundle = open_modules(&module, 1, SYB_STATE_EXECUTABLE);
	struct syb_record *record = NULL;
	const struct syb_value *root = check(bundle, &record);

	is_lost(root, 0, 0, NULL);
	is_lost(root, 1, 0, "an earlier image was chosen");
	is_lost(root, 2, 0, "IR for another kind of device");
	is_lost(root, 3, 0, "native code for another architecture");
	is_lost(root, 0, 1, "native code is preferred over IR");
	is_lost(root, 3, 1, NULL);
	syb_record_free(record);
	record = NULL;
	syb_bundle_close(bundle);
	bundle = open_modules(&module, 1, SYB_STATE_INPUT);
	root = check(bundle, &record);
	is_lost(root, 0, 1, NULL);
	is_lost(root, 3, 1, "the package is not executable: IR is preferred");
	syb_record_free(record);
	syb_bundle_close(bundle);
	bundle = open_modules(&other, 1, SYB_STATE_EXECUTABLE);
	fails(bundle, "small", "plain", "image 0, ptx: IR for another kind of device");
	ok(said("image 1, intel_gpu_pvc: native code for another architecture"), "one note for each");
	runs(bundle, "large", "plain");
	syb_bundle_close(bundle);
}

/* Bitcode for AMD's GPUs is not bitcode for others. */
static void test_foreign_bitcode(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nplain=1|1\n",
				    { { .file = "mixed.bc", .target = "amdgcn-amd-amdhsa" },
				      { .file = "mixed.spv" } } };
	struct syb_bundle *bundle = open_modules(&module, 1, SYB_STATE_EXECUTABLE);
	struct syb_record *record = NULL;
	const struct syb_value *root = check(bundle, &record);

	is_lost(root, 0, 0, "IR for another kind of device");
	is_lost(root, 1, 0, NULL);
	syb_record_free(record);
	syb_bundle_close(bundle);
	module.images[1].file = NULL;
	bundle = open_modules(&module, 1, SYB_STATE_EXECUTABLE);
	fails(bundle, "small", "plain", "image 0, amdgcn: IR for another kind of device");
	syb_bundle_close(bundle);
}

/* Metadata may lie: what the code itself says counts, too. */
static void test_architectures(void)
{
	static const char ptx[] = "//\n.version 7.8\n.target sm_90\n.address_size 64\n";
	static const char props[] = "[SYCL/kernel names]\nplain=1|1\n";
	const char profile[] = "ada:\n  aliases: [nvidia_gpu_sm_89]\n  aspects: [gpu]\n"
			       "hopper:\n  aliases: [nvidia_gpu_sm_90]\n  aspects: [gpu]\n";
	uint8_t cubin[64] = "\177ELF\2\1\1";
	char yaml[128], code[128], image[128];
	const char *const files[] = { yaml };
	struct syb_rt_opts opts = { .size = sizeof(opts), .no_live = true, .profiles = files, .profile_count = 1 };
	struct rt_module modules[] = { { props, { { .file = code } } },
				       { "[SYCL/kernel names]\nlie=1|1\n",
					 { { .file = image, .native = true, .arch = "sm_89" } } } };
	struct syb_rt_device *devices[2];
	struct syb_bundle *bundle = NULL;
	struct syb_rt *outer = t.rt;
	char path[128];

	snprintf(yaml, sizeof(yaml), "%s/nvidia.yaml", t.dir);
	snprintf(code, sizeof(code), "%s/code.ptx", t.dir);
	snprintf(image, sizeof(image), "%s/image", t.dir);
	snprintf(path, sizeof(path), "%s/nvidia.syclbin", t.dir);
	cubin[16] = 2;    /* executable */
	cubin[18] = 190;  /* EM_CUDA */
	cubin[48] = 0x5a; /* e_flags: sm_90 */
	cubin[49] = 5;
	cubin[50] = 0x5a;
	rt_write(yaml, profile, strlen(profile));
	rt_write(code, ptx, strlen(ptx));
	rt_write(image, cubin, sizeof(cubin));
	is_int(syb_rt_open(t.ctx, &opts, &t.rt), 0);
	is_int(syb_rt_select(t.ctx, t.rt, "profile:*", devices), 2);
	rt_pack(path, t.kernels, SYB_STATE_EXECUTABLE, modules, 2);
	is_int(syb_bundle_open_file(t.ctx, t.rt, path, devices, 2, NULL, &bundle), 0);
	fails(bundle, "ada", "plain", "PTX for another GPU");
	runs(bundle, "hopper", "plain");
	fails(bundle, "ada", "lie", "a cubin for another GPU");
	fails(bundle, "hopper", "lie", "native code for another architecture");
	syb_bundle_close(bundle);
	syb_rt_close(t.rt);
	t.rt = outer;
}

static void test_damaged(void)
{
	struct rt_module modules[] = { { "[SYCL/kernel names]\nplain=1|1\n", { { .file = "mixed.spv" } } },
				       { "[SYCL/device requirements]\naspects=2|gAAA\n",
					 { { .file = "mixed.spv" } } } };
	struct syb_bundle *bundle = open_modules(modules, 2, SYB_STATE_EXECUTABLE);
	struct syb_record *record = NULL;

	syb_ctx_diag_clear(t.ctx);
	ok(syb_bundle_check(t.ctx, bundle, &record) == -SYB_E_FORMAT && !record, "a damaged module is an error");
	ok(syb_ctx_count(t.ctx, SYB_SEVERITY_ERROR) == 1, "told once");
	runs(bundle, "small", "plain"); /* and nobody else's */
	syb_bundle_close(bundle);
}

/* ---- names ---- */

static void test_names(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nplain=1|1\n_Z18__sycl_kernel_iotafPf=1|1\n"
				    "_ZN2ns18__sycl_kernel_fillEiPi=1|1\n_ZN5other18__sycl_kernel_fillEiPi=1|1\n"
				    "_ZTSN3app4NameILi18EEE=1|1\n_ZTSZ4mainEUlvE_=1|1\n__sycl_kernel_bare=1|1\n"
				    "_Z6lengthI3Vec21x2Ei=1|1\n_ZN2ns18__sycl_kernel_workIiEEvPT_=1|1\n"
				    "_ZN2ns18__sycl_kernel_workIfEEvPT_=1|1\n_ZN1a4sameEi=1|1\n_ZN1b4sameEi=1|1\n"
				    "_ZN17__sycl_kernel_top5inner4deepIiEEvPT_=1|1\n",
				    { { .file = "mixed.spv" } } };
	struct syb_bundle *bundle = open_modules(&module, 1, SYB_STATE_EXECUTABLE);
	static const char *const good[] = {
		"_Z18__sycl_kernel_iotafPf",
		"_Z4iotafPf",
		"iota",
		"__sycl_kernel_iota",
		"ns::fill",
		"other::fill",
		"_ZN2ns4fillEiPi",
		"app::Name",
		"Name",
		"_ZTSN3app4NameILi18EEE",
		"_ZTSZ4mainEUlvE_",
		"bare",
		"__sycl_kernel_bare",
		"__sycl_kernel_plain",
		"length",
		/* as show prints them */
		"__sycl_kernel_iota(float, float*)",
		"iota(float, float*)",
		"app::Name<18>",
		"main::{lambda()#1}",
		"ns::__sycl_kernel_fill(int, int*)",
		"ns::fill(int, int*)",
		"void ns::__sycl_kernel_work<int>(int*)",
		"void ns::work<float>(float*)",
		"ns::work<int>",
		"__sycl_kernel_work<float>",
		"work<int>",
		/* as DPC++ mangles them: the prefix is part of the outermost namespace */
		"top::inner::deep",
		"deep",
		"_ZN3top5inner4deepIiEEvPT_",
		"void top::inner::deep<int>(int*)",
		"void __sycl_kernel_top::inner::deep<int>(int*)",
		"top::inner::deep<int>",
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		runs(bundle, "small", good[i]);
	ok(get(bundle, "small", "fill") == -SYB_E_ARG && said("several kernels are named 'fill'") &&
		   said("_ZN2ns18__sycl_kernel_fillEiPi") && said("_ZN5other18__sycl_kernel_fillEiPi"),
	   "which of two");
	ok(get(bundle, "small", "work") == -SYB_E_ARG && said("workIiEEvPT_") && said("workIfEEvPT_"),
	   "which template");
	ok(get(bundle, "small", "same") == -SYB_E_ARG && said("_ZN1a4sameEi") && said("_ZN1b4sameEi"), "which scope");
	is_int(get(bundle, "small", "a::same(long)"), -SYB_E_NOTFOUND);
	ok(get(bundle, "small", "iotta") == -SYB_E_NOTFOUND && said("did you mean '_Z18__sycl_kernel_iotafPf'?"),
	   "near");
	ok(get(bundle, "small", "fil") == -SYB_E_NOTFOUND && said("fillEiPi', '_ZN"), "two are near");
	is_int(get(bundle, "small", "main"), -SYB_E_NOTFOUND);
	is_int(get(bundle, "small", "ill"), -SYB_E_NOTFOUND);
	is_int(get(bundle, "small", ""), -SYB_E_NOTFOUND);
	is_int(get(bundle, "small", "_Z"), -SYB_E_NOTFOUND);
	is_int(get(bundle, "small", "_Z999999iota"), -SYB_E_NOTFOUND);
	syb_bundle_close(bundle);
}

int main(void)
{
	char path[128];
	const char *const files[] = { path };
	struct syb_rt_opts opts = { .size = sizeof(opts), .no_live = true, .profiles = files, .profile_count = 1 };

	t.kernels = getenv("SYBIL_KERNELS");
	t.ctx = test_ctx();
	rt_folder(t.dir);
	snprintf(path, sizeof(path), "%s/profiles.yaml", t.dir);
	rt_write(path, profiles, strlen(profiles));
	is_int(syb_rt_open(t.ctx, &opts, &t.rt), 0);
	test_needs();
	test_reduced();
	test_declared();
	test_metadata();
	test_imports();
	test_images();
	test_foreign_bitcode();
	test_architectures();
	test_damaged();
	test_names();
	syb_rt_close(t.rt);
	syb_ctx_free(t.ctx);
	rt_remove(t.dir);
	return tap_done();
}
