/* package/requirements.c */
#include "package/judge/requirements.h"
#include "lib/props.h"
#include "format/devices/devices.h"

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

static struct syb_ctx *ctx;
static struct syb_devices *devices;

static const char config[] =
	"exact: {aspects: [fp16, fp64], sub-group-sizes: [8, 16], max-work-group-size: 1024}\n"
	"open: {aspects: [gpu], may_support_other_aspects: true}\n"
	"generic: {may_support_other_aspects: true}\n"
	"mine: {aliases: [other, intel_gpu_pvc]}\n"
	"intel_gpu_dg1: {aspects: [gpu]}\n"
	"spir64: {may_support_other_aspects: true}\n"
	"spir64_x86_64: {may_support_other_aspects: true}\n"
	"x86_64: {may_support_other_aspects: true}\n"
	"x86_64_avx512: {aspects: [cpu, fp64]}\n"
	"nvidia_gpu_sm_80: {aspects: [gpu]}\n"
	"amdgcn: {may_support_other_aspects: true}\n"
	"amd_gpu_gfx90a: {aspects: [gpu]}\n"
	"ptx64: {may_support_other_aspects: true}\n"
	"spir64_gen: {may_support_other_aspects: true}\n"
	"live: {aspects: [gpu, ext_intel_matrix], no-sub-groups: true, max-work-group-size: 1024,\n"
	"  max-work-item-sizes: [1024, 64], unknown-aspects: [ext_oneapi_graph],\n"
	"  joint-matrix: [\"fp16,fp16,fp32,fp32,<=8,16,16\"]}\n"
	"plain: {aspects: [gpu]}\n"
	"matrix: {aspects: [gpu, ext_intel_matrix]}\n";

#define OLD "[Sybil/aspect numbers]\nnumbers=1|2025\n"

/* Views borrow from what they were made of. */
static struct syb_props *kept[200];
static size_t kept_count;

static struct syb_view *view_of(const char *lines)
{
	struct syb_view *view = NULL;
	static char text[4000];
	struct syb_props *props;

	snprintf(text, sizeof(text), "[SYCL/device requirements]\n%s", lines);
	props = kept_count < ARRAY_SIZE(kept) ? props_of(ctx, text) : NULL;
	if (!props || syb_view_new(ctx, props, &view) < 0) {
		printf("Bail out! %s has no view\n", lines);
		exit(1);
	}
	kept[kept_count++] = props;
	return view;
}

/* The answer, and the first requirement with its values: "no aspects: fp64 atomic64". */
static void judged(const char *device, enum fit_rules rules, const char *lines, const char *wanted)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(syb_view_free_p) struct syb_view *view = view_of(lines);
	struct fit fit = { 0 };
	char text[2000];
	int r = requirements_judge(ctx, &arena, syb_view_info(view)->requirements, syb_devices_find(devices, device),
				   rules, &fit);

	is_int(r, 0);
	strcpy(text, syb_answer_name(fit.answer));
	for (size_t i = 0; i < fit.reason_count; i++) {
		sprintf(text + strlen(text), "%s %s:", i ? ";" : "", fit.reasons[i].requirement);
		for (size_t k = 0; k < fit.reasons[i].value_count; k++)
			sprintf(text + strlen(text), " %s", fit.reasons[i].values[k]);
		ok(*fit.reasons[i].text, "there is a text: %s", fit.reasons[i].text);
	}
	is_str(text, wanted);
}

static void aspects(void)
{
	judged("exact", FIT_FILTER, "aspects=2|BgAAAA==\n", "yes");
	judged("exact", FIT_FILTER, "aspects=2|gAAAAAAAAAgBAAAA\n", "yes"); /* DPC++'s coding */
	judged("exact", FIT_FILTER, "aspects=2|BgAAABsAAAA=\n", "no aspects: atomic64");
	judged("exact", FIT_FILTER, "aspect=2|BgAAABsAAAA=\n", "no aspects: atomic64");
	judged("exact", FIT_FILTER, "aspects=2|CQMAAAkDAAA=\n", "no aspects: 777");
	judged("exact", FIT_FILTER, "aspects=2|\n", "yes");
	judged("open", FIT_FILTER, "aspects=2|AgAAAA==\n", "yes");
	judged("open", FIT_FILTER, "aspects=2|BgAAAA==\n", "unknown aspects: fp64");
	judged("open", FIT_FILTER, "aspects=2|BgAAAAkDAAA=\n", "no aspects: 777; aspects: fp64");
	judged("spir64", FIT_FILTER, "aspects=2|CQMAAA==\n", "no aspects: 777");
	/* 28 and 95, up to 2025 */
	judged("exact", FIT_FILTER, "aspects=2|HAAAAA==\n" OLD, "no aspects: atomic64");
	judged("spir64", FIT_FILTER, "aspects=2|XwAAAA==\n" OLD, "no aspects: 95");
	judged("mine", FIT_FILTER, "aspects=2|BgAAAA==\n", "no aspects: fp64");
}

static void sizes(void)
{
	judged("exact", FIT_FILTER, "reqd_sub_group_size=1|16\n", "yes");
	judged("exact", FIT_FILTER, "reqd_sub_group_size=1|32\n", "no reqd_sub_group_size: 32");
	judged("exact", FIT_FILTER, "reqd_sub_group_size=2|CAAAACAAAAA=\n", "no reqd_sub_group_size: 32");
	judged("open", FIT_FILTER, "reqd_sub_group_size=1|32\n", "unknown reqd_sub_group_size: 32");
	judged("exact", FIT_FILTER, "reqd_sub_group_size=1|1\n[SYCL/misc properties]\nisEsimdImage=1|1\n", "yes");
	judged("exact", FIT_FILTER, "reqd_sub_group_size=1|1\n[SYCL/misc properties]\nisEsimdImage=1|0\n",
	       "no reqd_sub_group_size: 1");
	/* 512 × 4 and 1024 × 1, and 2^63 × 4, in the documents' order; the result has the fastest dimension first */
	judged("exact", FIT_ALL, "reqd_work_group_size_uint64_t=2|AAIAAAAAAAAEAAAAAAAAAA==\n",
	       "no reqd_work_group_size_uint64_t: 4 512");
	judged("exact", FIT_ALL, "reqd_work_group_size_uint64_t=2|AAQAAAAAAAABAAAAAAAAAA==\n", "yes");
	judged("exact", FIT_ALL, "reqd_work_group_size_uint64_t=2|AAAAAAAAAIAEAAAAAAAAAA==\n",
	       "no reqd_work_group_size_uint64_t: 4 9223372036854775808");
	/* the largest number, alone and beside 0; 2^32 × 2^32 */
	judged("exact", FIT_ALL, "reqd_work_group_size_uint64_t=2|//////////8BAAAAAAAAAAEAAAAAAAAA\n",
	       "no reqd_work_group_size_uint64_t: 1 1 18446744073709551615");
	judged("exact", FIT_ALL, "reqd_work_group_size_uint64_t=2|AAAAAAAAAAD//////////w==\n",
	       "no reqd_work_group_size_uint64_t: 18446744073709551615 0");
	judged("exact", FIT_ALL, "reqd_work_group_size_uint64_t=2|AAAAAAEAAAAAAAAAAQAAAA==\n",
	       "no reqd_work_group_size_uint64_t: 4294967296 4294967296");
	/* a device without a listed limit may support it: 64, the largest number */
	judged("open", FIT_ALL, "reqd_work_group_size_uint64_t=2|QAAAAAAAAAA=\n",
	       "unknown reqd_work_group_size_uint64_t: 64");
	judged("open", FIT_ALL, "reqd_work_group_size_uint64_t=2|//////////8=\n",
	       "unknown reqd_work_group_size_uint64_t: 18446744073709551615");
	judged("open", FIT_ALL, "reqd_work_group_size_uint64_t=2|AQAAAAAAAAA=\n", "yes");
	/* more than any device can count */
	judged("open", FIT_ALL, "reqd_work_group_size_uint64_t=2|AAAAAAAAAIAEAAAAAAAAAA==\n",
	       "no reqd_work_group_size_uint64_t: 4 9223372036854775808");
	judged("exact", FIT_FILTER, "reqd_work_group_size_uint64_t=2|AAIAAAAAAAAEAAAAAAAAAA==\n", "yes");
}

#define PVC "aW50ZWxfZ3B1X3B2Yw=="                   /* intel_gpu_pvc */
#define PVC_NUMBER "aW50ZWxfZ3B1XzEyXzYwXzc="        /* intel_gpu_12_60_7 */
#define EXACT_DG1 "ZXhhY3QsaW50ZWxfZ3B1XzEyXzEwXzA=" /* exact,intel_gpu_12_10_0 */
#define CPU "Y3B1"                                   /* cpu */

#define SPIR64 "c3BpcjY0"             /* spir64 */
#define INTEL_GPU "aW50ZWxfZ3B1"      /* intel_gpu */
#define X86_64 "c3BpcjY0X3g4Nl82NA==" /* spir64_x86_64 */

static void fixed(void)
{
	judged("exact", FIT_FILTER, "fixed_target=2|" EXACT_DG1 "\n", "yes");
	judged("intel_gpu_dg1", FIT_FILTER, "fixed_target=2|" EXACT_DG1 "\n", "yes");
	judged("mine", FIT_FILTER, "fixed_target=2|" EXACT_DG1 "\n", "no fixed_target: exact intel_gpu_12_10_0");
	judged("mine", FIT_FILTER, "fixed_target=2|" PVC "\n", "yes");
	judged("mine", FIT_FILTER, "fixed_target=2|" PVC_NUMBER "\n", "yes");
	judged("open", FIT_FILTER, "fixed_target=2|" PVC "\n", "no fixed_target: intel_gpu_pvc");
	/* an entry for several devices may be that one */
	judged("generic", FIT_FILTER, "fixed_target=2|" PVC "\n", "unknown fixed_target: intel_gpu_pvc");
	judged("spir64", FIT_FILTER, "fixed_target=2|" PVC "\n", "unknown fixed_target: intel_gpu_pvc");
	judged("intel_gpu", FIT_FILTER, "fixed_target=2|" PVC "\n", "unknown fixed_target: intel_gpu_pvc");
	judged("ptx64", FIT_FILTER, "fixed_target=2|" PVC "\n", "no fixed_target: intel_gpu_pvc");
	/* a generic name matches everything that it stands for */
	judged("intel_gpu_dg1", FIT_FILTER, "fixed_target=2|" SPIR64 "\n", "yes");
	judged("intel_gpu_dg1", FIT_FILTER, "fixed_target=2|" INTEL_GPU "\n", "yes");
	judged("intel_gpu_dg1", FIT_FILTER, "fixed_target=2|" X86_64 "\n", "no fixed_target: spir64_x86_64");
	judged("intel_gpu", FIT_FILTER, "fixed_target=2|" SPIR64 "\n", "yes");
	judged("spir64", FIT_FILTER, "fixed_target=2|" INTEL_GPU "\n", "unknown fixed_target: intel_gpu");
	judged("ptx64", FIT_FILTER, "fixed_target=2|" SPIR64 "\n", "no fixed_target: spir64");
	judged("open", FIT_FILTER, "fixed_target=2|" SPIR64 "\n", "unknown fixed_target: spir64");
	/* names of aspects, and their numbers */
	judged("open", FIT_FILTER, "fixed_target=2|" CPU "\n", "no fixed_target: cpu");
	judged("spir64", FIT_FILTER, "fixed_target=2|" CPU "\n", "unknown fixed_target: cpu");
	judged("open", FIT_FILTER, "fixed_target=2|AQAAAAIAAAA=\n", "yes");
	judged("open", FIT_FILTER, "fixed_target=2|AQAAAA==\n", "no fixed_target: cpu");
	judged("spir64", FIT_FILTER, "fixed_target=2|AQAAAA==\n", "unknown fixed_target: cpu");
	/* an empty list matches no device */
	judged("spir64", FIT_FILTER, "fixed_target=2|\n", "no fixed_target:");
	judged("exact", FIT_FILTER, "fixed_target=2|AAAAAAAAAAA\n", "no fixed_target:");
}

/* A fixed target × a device: families are met by each of their members, and a device that is only known by its family
 * may be any of them. */
static void families(void)
{
	static const uint32_t aspects[] = { 0 };
	static const struct syb_device live[] = {
		{ .name = "cpu", .aliases = "x86_64 spir64_x86_64", .aspects = aspects, .aspect_count = 1 },
		{ .name = "gpu", .aliases = "spir64_gen", .aspects = aspects, .aspect_count = 1 },
	};
	static const struct {
		const char *fixed, *device, *answer;
	} rows[] = {
		{ "spir64", "spir64", "yes" },
		{ "spir64", "x86_64", "yes" },
		{ "spir64", "spir64_x86_64", "yes" },
		{ "spir64", "x86_64_avx512", "yes" },
		{ "spir64", "cpu", "yes" },
		{ "spir64", "gpu", "yes" },
		{ "spir64", "nvidia_gpu_sm_80", "no" },
		{ "spir64_x86_64", "x86_64", "yes" },
		{ "x86_64", "spir64_x86_64", "yes" },
		{ "x86_64", "x86_64_avx512", "yes" },
		{ "spir64_x86_64", "x86_64_avx512", "yes" },
		{ "x86_64", "cpu", "yes" },
		{ "spir64_x86_64", "cpu", "yes" },
		{ "x86_64", "spir64", "unknown" },
		{ "x86_64", "intel_gpu_dg1", "no" },
		{ "x86_64", "gpu", "no" },
		{ "x86_64_avx512", "x86_64_avx512", "yes" },
		{ "x86_64_avx512", "x86_64", "unknown" },
		{ "x86_64_avx512", "spir64_x86_64", "unknown" },
		{ "x86_64_avx512", "cpu", "unknown" },
		{ "x86_64_avx512", "spir64", "unknown" },
		{ "x86_64_avx512", "gpu", "no" },
		{ "intel_gpu", "gpu", "yes" },
		{ "spir64_gen", "intel_gpu_dg1", "yes" },
		{ "intel_gpu", "cpu", "no" },
		{ "intel_gpu_pvc", "gpu", "unknown" },
		{ "nvptx64", "nvidia_gpu_sm_80", "yes" },
		{ "nvptx64-nvidia-cuda", "nvidia_gpu_sm_80", "yes" },
		{ "nvidia_gpu_sm_80", "ptx64", "unknown" },
		{ "amdgcn", "amd_gpu_gfx90a", "yes" },
		{ "amd_gpu_gfx90a", "amdgcn", "unknown" },
		{ "amdgcn", "nvidia_gpu_sm_80", "no" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		_cleanup_(arena_free) struct arena arena = { 0 };
		const struct syb_requirements fixed = { .fixed_targets = &rows[i].fixed, .fixed_target_count = 1 };
		const struct syb_device *device = syb_devices_find(devices, rows[i].device);
		struct fit fit = { 0 };

		if (!device)
			device = &live[str_eq(rows[i].device, "gpu")];
		if (requirements_judge(ctx, &arena, &fixed, device, FIT_FILTER, &fit) < 0 ||
		    !is_str(syb_answer_name(fit.answer), rows[i].answer))
			printf("# fixed to %s, on %s\n", rows[i].fixed, rows[i].device);
	}
}

/* Where documents give each target an aspect, ours has its name: code that is fixed to it is for nothing else. Entries
 * for several targets are unknown. */
static void own_names(void)
{
	struct syb_devices *all = NULL;
	size_t wrong = 0;

	is_int(syb_devices_load(ctx, NULL, &all), 0);
	ok(syb_target_count() > 50 && syb_devices_count(all) >= syb_target_count(), "all targets have entries");
	for (size_t i = 0; i < syb_target_count(); i++) {
		const char *name = syb_target_at(i)->name;
		const struct syb_requirements fixed = { .fixed_targets = &name, .fixed_target_count = 1 };

		for (size_t k = 0; k < syb_devices_count(all); k++) {
			const struct syb_device *device = syb_devices_at(all, k);
			_cleanup_(arena_free) struct arena arena = { 0 };
			struct fit fit = { 0 };
			int r = requirements_judge(ctx, &arena, &fixed, device, FIT_FILTER, &fit);
			bool same = str_eq(device->name, name), specific = *syb_target_at(i)->arch != 0;

			wrong += r < 0 || (same && fit.answer != SYB_ANSWER_YES) ||
				 (!same && specific && device->aspect_count && fit.answer != SYB_ANSWER_NO);
		}
	}
	is_int((int)wrong, 0);
	syb_devices_free(all);
}

static void compiled(void)
{
	judged("mine", FIT_ALL, "compile_target=2|" PVC "\n", "yes");
	judged("intel_gpu_dg1", FIT_ALL, "compile_target=2|" PVC "\n", "no compile_target: intel_gpu_pvc");
	judged("intel_gpu_dg1", FIT_FILTER, "compile_target=2|" PVC "\n", "yes");
	judged("spir64", FIT_ALL, "compile_target=2|" PVC "\n", "unknown compile_target: intel_gpu_pvc");
	judged("intel_gpu_dg1", FIT_ALL, "compile_target=2|c3BpcjY0\n", "yes"); /* spir64 */
	judged("ptx64", FIT_ALL, "compile_target=2|c3BpcjY0\n", "no compile_target: spir64");
}

static void several(void)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(syb_view_free_p) struct syb_view *view =
		view_of("aspects=2|GwAAAA==\nreqd_sub_group_size=1|64\nfixed_target=2|" PVC "\n");
	struct fit fit = { 0 };
	const char *text = NULL;

	judged("exact", FIT_FILTER, "aspects=2|GwAAAA==\nreqd_sub_group_size=1|64\nfixed_target=2|" PVC "\n",
	       "no aspects: atomic64; reqd_sub_group_size: 64; fixed_target: intel_gpu_pvc");
	/* an unknown requirement does not matter beside an unmet one */
	is_int(requirements_judge(ctx, &arena, syb_view_info(view)->requirements, syb_devices_find(devices, "open"),
				  FIT_ALL, &fit),
	       0);
	is_int((long)fit.reason_count, 3);
	is_int(fit.answer, SYB_ANSWER_NO);
	is_int(fit_text(ctx, &arena, &fit, &text), 0);
	is_str(text, "fixed to intel_gpu_pvc");
}

static int judge_all(struct syb_ctx *c, void *arg)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct fit fit = { .reason_count = 99 };
	const char *text = NULL;
	int r = 0;

	for (size_t i = 0; r == 0 && i < syb_devices_count(devices); i++) {
		fit.reason_count = 99;
		r = requirements_judge(c, &arena, syb_view_info(arg)->requirements, syb_devices_at(devices, i), FIT_ALL,
				       &fit);
		if (r < 0 && fit.reason_count != 99)
			return -SYB_E_INTERNAL;
		if (r == 0)
			r = fit_text(c, &arena, &fit, &text);
	}
	return r;
}

/* What a live device knows of itself. */
static void live(void)
{
	judged("live", FIT_ALL, "reqd_sub_group_size=1|8\n", "no reqd_sub_group_size: 8");
	judged("plain", FIT_ALL, "reqd_sub_group_size=1|8\n", "unknown reqd_sub_group_size: 8");
	/* 64 × 16, 4 × 128: as many as there may be, but not in the second dimension */
	judged("live", FIT_ALL, "reqd_work_group_size_uint64_t=2|QAAAAAAAAAAQAAAAAAAAAA==\n", "yes");
	judged("live", FIT_ALL, "reqd_work_group_size_uint64_t=2|gAAAAAAAAAAEAAAAAAAAAA==\n",
	       "no reqd_work_group_size_uint64_t: 4 128");
	/* 56: not known to the driver; 5: known not to be there; 4000: in no table, and so on no device */
	judged("live", FIT_ALL, "aspects=2|OAAAAA==\n", "unknown aspects: ext_oneapi_graph");
	judged("live", FIT_ALL, "aspects=2|BQAAADgAAAA=\n", "no aspects: fp16; aspects: ext_oneapi_graph");
	judged("live", FIT_ALL, "aspects=2|oA8AAA==\n", "no aspects: 4000");
	judged("plain", FIT_ALL, "aspects=2|oA8AAA==\n", "no aspects: 4000");
}

static void matrices(void)
{
	judged("live", FIT_ALL, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwMTYsdXNlOjphLDgsMTY=\n", "yes");
	judged("live", FIT_ALL, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwMTYsdXNlOjpiLDE2LDE2\n", "yes");
	judged("live", FIT_ALL, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwMzIsdXNlOjphY2N1bXVsYXRvciw0LDE2\n", "yes");
	judged("live", FIT_ALL, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwMTYsdXNlOjphLDE2LDE2\n",
	       "no joint_matrix: matrix_type::fp16, use::a, Rows=16, Cols=16");
	judged("live", FIT_ALL,
	       "joint_matrix_mad=2|"
	       "bWF0cml4X3R5cGU6OmZwMTYsbWF0cml4X3R5cGU6OmZwMTYsbWF0cml4X3R5cGU6OmZwMzIsbWF0cml4X3R5cGU6OmZwMzIsOCwxNiw"
	       "xNg==\n",
	       "yes");
	judged("live", FIT_ALL,
	       "joint_matrix_mad=2|"
	       "bWF0cml4X3R5cGU6OmZwMTYsbWF0cml4X3R5cGU6OmZwMTYsbWF0cml4X3R5cGU6OmZwMzIsbWF0cml4X3R5cGU6OmZwMzIsOCwzMiw"
	       "xNg==\n",
	       "no joint_matrix_mad: atype=matrix_type::fp16, btype=matrix_type::fp16, ctype=matrix_type::fp32, "
	       "dtype=matrix_type::fp32, M=8, K=32, N=16");
	judged("plain", FIT_ALL, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwMTYsdXNlOjphLDgsMTY=\n", "no joint_matrix:");
	judged("matrix", FIT_ALL, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwMTYsdXNlOjphLDgsMTY=\n", "unknown joint_matrix:");
	judged("live", FIT_FILTER, "joint_matrix=2|bWF0cml4X3R5cGU6OmZwNjQsdXNlOjphLDgsMTY=\n", "yes");
}

int main(void)
{
	struct syb_view *all;

	if (syb_ctx_new(NULL, &ctx) < 0 || syb_devices_read(ctx, str_bytes(config), "c.yaml", &devices) < 0)
		return 1;
	aspects();
	sizes();
	fixed();
	families();
	own_names();
	compiled();
	several();
	live();
	matrices();
	all = view_of("aspects=2|CQMAAAkDAAA=\nreqd_sub_group_size=1|64\nfixed_target=2|" EXACT_DG1
		      "\nreqd_work_group_size_uint64_t=2|AAIAAAAAAAAEAAAAAAAAAA==\ncompile_target=2|" PVC "\n");
	torture(judge_all, all);
	syb_view_free(all);
	for (size_t i = 0; i < kept_count; i++)
		syb_props_free(kept[i]);
	syb_devices_free(devices);
	syb_ctx_free(ctx);
	return tap_done();
}
