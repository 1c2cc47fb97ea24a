/* t_devices.c — devices of the machine and of profiles, selectors, records, profiles written and read back. */
#include "lib/rt.h"

#include <sybil/file.h>

#include <stdlib.h>
#include <string.h>

static int select_with(struct syb_rt *rt, const char *selector, struct syb_rt_device **out)
{
	struct syb_ctx *ctx = test_ctx();
	int r = syb_rt_select(ctx, rt, selector, out);

	if (r < 0)
		ok(syb_ctx_diag_count(ctx) >= 1, "%s: told, perhaps with a note", selector ? selector : "NULL");
	syb_ctx_free(ctx);
	return r;
}

static const char profiles[] = "big-gpu:\n"
			       "  aliases: [intel_gpu_pvc]\n"
			       "  aspects: [gpu, fp16, fp64]\n"
			       "  sub-group-sizes: [16, 32]\n"
			       "  max-work-group-size: 1024\n"
			       "  max-work-item-sizes: [1024, 1024, 64]\n"
			       "  unknown-aspects: [ext_oneapi_graph]\n"
			       "  joint-matrix: [\"fp16,fp16,fp32,fp32,<=8,16,16\"]\n"
			       "small-cpu:\n"
			       "  aspects: [cpu]\n"
			       "  no-sub-groups: true\n";

static void test_profiles(const char *dir)
{
	char path[512];
	const char *const files[] = { path };
	struct syb_rt_opts opts = { .size = sizeof(opts), .no_live = true, .profiles = files, .profile_count = 1 };
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt_device *found[2];
	struct syb_rt *rt = NULL;
	struct syb_out *out = NULL;

	snprintf(path, sizeof(path), "%s/profiles.yaml", dir);
	rt_write(path, profiles, strlen(profiles));
	is_int(syb_rt_open(ctx, &opts, &rt), 0);
	is_int(syb_rt_device_count(rt), 2);
	is_int(select_with(rt, "big-gpu", found), 1);
	is_str(syb_rt_device_info(found[0])->arch, "intel_gpu_pvc");
	is_str(syb_rt_device_info(found[0])->type, "gpu");
	is_int(select_with(rt, "intel_gpu_pvc", found), 1);
	is_int(select_with(rt, "*:cpu", found), 1);
	is_str(syb_rt_device_info(found[0])->name, "small-cpu");
	is_int(select_with(rt, "profile:0,1", found), 2);
	is_int(select_with(rt, "profile:*;!*:gpu", found), 1);
	is_int(select_with(rt, "big-gpus", found), -SYB_E_ARG);
	snprintf(path, sizeof(path), "%s/again.yaml", dir);
	is_int(syb_rt_select(ctx, rt, "*:*", found), 2);
	is_int(syb_out_open(ctx, path, &out), 0);
	is_int(syb_rt_device_save(ctx, found, 2, out), 0);
	is_int(syb_out_commit(ctx, out), 0);
	syb_out_close(out);
	syb_rt_close(rt);
	rt = NULL;
	is_int(syb_rt_open(ctx, &opts, &rt), 0);
	is_int(syb_rt_select(ctx, rt, "*:*", found), 2);
	const struct syb_device *caps = syb_rt_device_info(found[0])->caps;
	is_int(caps->max_work_item_sizes[2], 64);
	is_int(caps->unknown_aspect_count, 1);
	is_int(caps->matrix_shape_count, 1);
	ok(caps->matrix_shapes[0].m_most && caps->matrix_shapes[0].m == 8 && !caps->matrix_shapes[0].k_most, "shape");
	ok(syb_rt_device_info(found[1])->caps->no_sub_groups, "no sub-groups");
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_WARNING), 0);
	syb_rt_close(rt);
	syb_ctx_free(ctx);
}

static void test_grammar(struct syb_rt *rt)
{
	static const char *const bad[] = { "",          "opencl",      "opencl:",   "opencl:tpu",           "gpu:0",
					   "!",         "opencl:cpu;", "opencl:0,", "!opencl:*;opencl:cpu", ":",
					   "opencl:-1", ";opencl:0" };
	struct syb_rt_device *found[64];

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ok(select_with(rt, bad[i], found) == -SYB_E_ARG, "\"%s\" is refused", bad[i]);
	is_int(select_with(rt, "opencl:0.1", found), -SYB_E_ARG);
	is_int(select_with(rt, "opencl:*.*", found), -SYB_E_ARG);
	is_int(select_with(rt, "level_zero:gpu.0", found), -SYB_E_ARG);
	is_int(select_with(rt, "opencl:0.1.2,3", found), -SYB_E_ARG);
	is_int(select_with(rt, "hip:*", found), -SYB_E_NOTFOUND);
	is_int(select_with(rt, "opencl:999", found), -SYB_E_NOTFOUND);
}

/* What it says about where. */
static void is_column(struct syb_rt *rt, const char *selector, uint32_t column)
{
	struct syb_rt_device *found[64];
	struct syb_ctx *ctx = test_ctx();

	ok(syb_rt_select(ctx, rt, selector, found) < 0 && syb_ctx_diag_at(ctx, 0)->column == column &&
		   strcmp(syb_ctx_diag_at(ctx, 0)->check, "device-selector") == 0,
	   "\"%s\": column %u", selector, (unsigned)column);
	syb_ctx_free(ctx);
}

static void test_columns(struct syb_rt *rt)
{
	is_column(rt, "opencl:cpu;cuda:x", 17);
	is_column(rt, "opencl:cpu,", 12);
	is_column(rt, "tpu:*", 1);
	is_column(rt, "opencl:*;!tpu:*", 11);
	is_column(rt, "!opencl:*;cuda:*", 11);
	is_column(rt, "opencl:cpu;;cuda:*", 12);
	is_column(rt, "level_zero:0,gpu.1", 14);
}

/* Three devices of different kinds, as the environment may choose among live ones. */
static void test_terms(const char *dir)
{
	static const char text[] =
		"a-gpu:\n  aspects: [gpu]\nb-cpu:\n  aspects: [cpu]\nc-acc:\n  aspects: [accelerator]\n";
	static const struct {
		const char *selector, *want;
	} cases[] = {
		{ "*:*", "abc" },
		{ "*:gpu", "a" },
		{ "*:GPU,CPU", "ab" },
		{ "*:acc", "c" },
		{ "*:fpga", "c" },
		{ "profile:gpu;profile:2", "ac" },
		{ "profile:2;profile:0", "ac" }, /* the order is the devices' */
		{ "!*:cpu", "ac" },
		{ "!*:cpu;!profile:2", "a" },
		{ "*:*;!*:gpu,acc", "b" },
		{ "level_zero:gpu;*:cpu", "b" },
		{ "hip:*;native_cpu:*;*:cpu", "b" },
		{ "a-gpu;c-acc", "ac" },
		{ "!b-cpu", "ac" },
		{ "*:gpu;!*:gpu", "" },
		{ "level_zero:gpu", "" },
	};
	char path[512];
	const char *const files[] = { path };
	struct syb_rt_opts opts = { .size = sizeof(opts), .no_live = true, .profiles = files, .profile_count = 1 };
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *rt = NULL;

	snprintf(path, sizeof(path), "%s/three.yaml", dir);
	rt_write(path, text, strlen(text));
	is_int(syb_rt_open(ctx, &opts, &rt), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct syb_rt_device *found[3];
		int n = select_with(rt, cases[i].selector, found);
		char got[4] = "";

		for (int k = 0; k < n; k++)
			got[k] = *syb_rt_device_info(found[k])->name;
		ok(strcmp(got, cases[i].want) == 0 && (n > 0 || n == -SYB_E_NOTFOUND), "%s: %s", cases[i].selector,
		   got);
	}
	syb_rt_close(rt);
	syb_ctx_free(ctx);
}

static void test_live(struct syb_rt *rt)
{
	struct syb_rt_device *found[64], *device = NULL;
	struct syb_record *record = NULL;
	struct syb_ctx *ctx = test_ctx();
	const struct syb_rt_device_info *info;

	if (syb_rt_select(ctx, rt, "opencl:*", found) < 1) {
		tap_skip("a live device", "no OpenCL device");
		syb_ctx_free(ctx);
		return;
	}
	device = found[0];
	info = syb_rt_device_info(device);
	ok(*info->name && *info->platform && *info->driver_version, "it has names");
	ok(info->caps->aspect_count > 0 && info->caps->max_work_group_size > 0, "it can do something");
	is_int(select_with(rt, "opencl:0", found), 1);
	ok(found[0] == device, "by number");
	is_int(select_with(rt, "OpenCL:0;!cuda:*", found), 1);
	ok(select_with(rt, NULL, found) == 1, "there is a default");
	is_int(syb_rt_device_record(ctx, device, &record), 0);
	is_str(syb_value_string(syb_value_get(syb_record_root(record), "selector")), "opencl:0");
	syb_record_free(record);
	syb_ctx_free(ctx);
}

static void test_environment(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *rt = NULL;

	setenv("ONEAPI_DEVICE_SELECTOR", "hip:*", 1);
	is_int(syb_rt_open(ctx, NULL, &rt), 0);
	is_int(syb_rt_device_count(rt), 0);
	syb_rt_close(rt);
	rt = NULL;
	setenv("ONEAPI_DEVICE_SELECTOR", "nonsense", 1);
	is_int(syb_rt_open(ctx, NULL, &rt), -SYB_E_ARG);
	ok(!rt, "untouched");
	is_str(syb_ctx_diag_at(ctx, syb_ctx_diag_count(ctx) - 1)->check, "device-selector");
	unsetenv("ONEAPI_DEVICE_SELECTOR");
	syb_ctx_free(ctx);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_rt *rt = NULL;
	char dir[64];

	rt_folder(dir);
	test_profiles(dir);
	is_int(syb_rt_open(ctx, NULL, &rt), 0);
	test_grammar(rt);
	test_columns(rt);
	test_terms(dir);
	test_live(rt);
	syb_rt_close(rt);
	test_environment();
	syb_ctx_free(ctx);
	rt_remove(dir);
	return tap_done();
}
