/* t_rt_torture.c — the runtime with every allocation refused in turn, up to where a driver would begin: on a profile.
 */
#include "lib/rtpack.h"
#include "lib/torture.h"

static char package[128], profile[128], spirv[128];

/* Open, look at everything, ask for a kernel; a profile ends where the driver would begin. */
static int work(struct syb_ctx *ctx, void *arg)
{
	const char *files[] = { profile };
	struct syb_rt_opts opts = {
		.size = sizeof(opts), .no_live = true, .profiles = files, .profile_count = 1, .cache_dir = ""
	};
	struct syb_rt *rt = NULL;
	struct syb_rt_device *devices[64];
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *kernel = NULL;
	struct syb_record *record = NULL;
	struct syb_out *out = NULL;
	int value = 3;
	int r = syb_rt_open(ctx, &opts, &rt);

	(void)arg;

	if (r == 0)
		r = syb_rt_select(ctx, rt, "torture", devices);
	if (r == 1)
		r = syb_bundle_open_file(ctx, rt, package, devices, 1, NULL, &bundle);
	if (r == 0)
		r = syb_bundle_spec_const(ctx, bundle, "number", (struct syb_bytes){ (const uint8_t *)&value, 4 });
	if (r == 0)
		r = syb_rt_device_record(ctx, devices[0], &record);
	syb_record_free(record);
	record = NULL;
	if (r == 0)
		r = syb_kernel_get(ctx, bundle, devices[0], "calls", &kernel);
	if (r == -SYB_E_UNSUPPORTED)
		r = 0;
	if (r == 0)
		r = syb_bundle_check(ctx, bundle, &record);
	syb_record_free(record);
	record = NULL;
	if (r == 0)
		r = syb_bundle_report(ctx, bundle, &record);
	syb_record_free(record);
	if (r == 0)
		r = syb_out_open(ctx, "/dev/null", &out);
	if (r == 0)
		r = syb_bundle_write(ctx, bundle, NULL, out);
	syb_out_close(out);
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
	return r == -SYB_E_NOTFOUND ? -SYB_E_NOMEM : r; /* names that could not be read are not there */
}

int main(void)
{
	static const struct rt_module modules[] = {
		{ "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n[SYCL/kernel names]\ncalls=1|1\n"
		  "[SYCL/specialization constants]\nnumber=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
		  "[SYCL/imported symbols]\nhelper=1|1\n",
		  { { .file = spirv } } },
		{ "[SYCL/exported symbols]\nhelper=1|1\n", { { .file = spirv } } },
		{ "[SYCL/device requirements]\nreqd_sub_group_size=1|7\n[SYCL/kernel names]\nother=1|1\n",
		  { { .file = spirv } } },
	};
	static const char text[] = "torture:\n  aspects: [gpu, fp64]\n  sub-group-sizes: [8, 16]\n";
	const uint32_t empty[] = { 0x07230203, 0x00010200, 0, 1, 0 };
	char dir[64];

	rt_folder(dir);
	snprintf(package, sizeof(package), "%s/package", dir);
	snprintf(profile, sizeof(profile), "%s/profile.yaml", dir);
	snprintf(spirv, sizeof(spirv), "%s/empty.spv", dir);
	rt_write(spirv, empty, sizeof(empty));
	rt_write(profile, text, strlen(text));
	rt_pack(package, "", SYB_STATE_EXECUTABLE, modules, 3);
	ok(torture(work, NULL) > 50, "there is much to refuse");
	rt_remove(dir);
	return tap_done();
}
