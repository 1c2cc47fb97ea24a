/* target/targets.c */
#include "lib/tap.h"

#include <sybil/target.h>

static const char *find(const char *name)
{
	const struct syb_target_info *t = syb_target_find(name);

	return t ? t->name : NULL;
}

static bool known_aspects(const char *list)
{
	char copy[4096];

	snprintf(copy, sizeof(copy), "%s", list);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		if (!syb_aspect_parse(word))
			return ok(false, "aspect %s", word);
	return strlen(list) < sizeof(copy);
}

static bool lists(const char *list, const char *aspect)
{
	const char *at = strstr(list, aspect);
	char after = at ? at[strlen(aspect)] : 'x';

	return at && (at == list || at[-1] == ' ') && (after == ' ' || after == '\0');
}

static bool has(const char *target, const char *aspect)
{
	return lists(syb_target_find(target)->aspects, aspect);
}

static bool lacks(const char *target, const char *aspect)
{
	return lists(syb_target_find(target)->lacking_aspects, aspect);
}

int main(void)
{
	bool unique = true, aspects = true, archs = true;

	for (size_t i = 0; i < syb_target_count(); i++) {
		const struct syb_target_info *t = syb_target_at(i);

		unique = unique && syb_target_find(t->name) == t;
		aspects = aspects && known_aspects(t->aspects);
		archs = archs && syb_target_by_arch(t->arch, t->triple) == t;
	}
	ok(unique, "names are unique");
	ok(aspects, "aspects are in the aspects table");
	ok(archs, "each is found by architecture and triple");
	is_int(syb_target_count(), 7 + 1 + 33 + 15 + 38);
	ok(!syb_target_at(syb_target_count()));

	is_str(find("intel_gpu_pvc"), "intel_gpu_pvc");
	is_str(find("intel_gpu_12_60_7"), "intel_gpu_pvc");
	is_str(find("intel_gpu_jsl"), "intel_gpu_ehl");
	is_str(find("intel_gpu_11_2_0"), "intel_gpu_ehl");
	is_str(find("intel_gpu"), "spir64_gen");
	is_str(find("intel_gpu_tgl"), "intel_gpu_tgllp");
	is_str(find("intel_gpu_12_0"), "intel_gpu_tgllp");
	is_str(find("nvptx64-nvidia-cuda"), "ptx64");
	is_str(find("spir64"), "spir64");
	is_str(find("x86_64"), "x86_64");
	is_str(syb_target_find("intel_gpu_pvc")->aot_toolchain, "ocloc");
	is_str(syb_target_find("spir64_gen")->aot_toolchain, "");
	is_str(syb_target_find("nvidia_gpu_sm_80")->aot_toolchain, "");
	ok(!syb_target_find("intel_gpu_12_60"), "a part of an alias is no alias");
	ok(!syb_target_find("intel_gpu_nope"));
	ok(!syb_target_find(""));
	is_str(syb_target_find("intel_gpu_pvc")->sub_group_sizes, "16 32");
	is_str(syb_target_find("intel_gpu_skl")->sub_group_sizes, "8 16 32");
	ok(has("intel_gpu_pvc", "fp64") && !has("intel_gpu_dg1", "fp64") && has("intel_gpu_dg1", "fp16"));
	ok(has("intel_gpu_dg1", "image") && lacks("intel_gpu_pvc", "image"), "it has no hardware for images");
	ok(!has("intel_gpu_ptl_h", "image") && !lacks("intel_gpu_ptl_h", "image"), "no source says it");
	ok(!has("intel_gpu_apl", "atomic64") && !lacks("intel_gpu_apl", "atomic64"), "two sources differ");
	ok(has("intel_gpu_skl", "usm_device_allocations") && has("intel_gpu_bmg_g21", "queue_profiling"));
	ok(lacks("intel_gpu_dg1", "fp64") && lacks("nvidia_gpu_sm_50", "fp16") && lacks("nvidia_gpu_sm_80", "cpu"));
	/* the names of the document's examples */
	is_str(find("intel_gpu_12"), "intel_gpu_tgllp");
	is_str(find("intel_gpu_11_1"), "intel_gpu_lkf");
	is_str(find("x86_64_avx512"), "x86_64_avx512");
	for (size_t i = 0; i < syb_target_count(); i++) {
		const struct syb_target_info *t = syb_target_at(i);

		if (!*t->arch)
			ok(t->may_support_other_aspects && !t->max_work_group_size, "%s stands for many devices",
			   t->name);
		else
			ok(t->max_work_group_size >= 256, "%s has a largest work-group", t->name);
	}

	is_str(syb_target_find("nvidia_gpu_sm_90a")->arch, "sm_90a");
	is_str(syb_target_find("nvidia_gpu_sm_90a")->triple, "nvptx64-nvidia-cuda");
	ok(!has("nvidia_gpu_sm_50", "fp16") && has("nvidia_gpu_sm_53", "fp16"));
	ok(!has("nvidia_gpu_sm_53", "atomic64") && has("nvidia_gpu_sm_60", "atomic64"));
	ok(!has("nvidia_gpu_sm_75", "ext_oneapi_cuda_async_barrier") &&
	   has("nvidia_gpu_sm_80", "ext_oneapi_cuda_async_barrier"));
	ok(!has("nvidia_gpu_sm_89", "ext_oneapi_cuda_cluster_group") &&
	   has("nvidia_gpu_sm_90", "ext_oneapi_cuda_cluster_group"));
	is_str(syb_target_find("amd_gpu_gfx90a")->sub_group_sizes, "64");
	is_str(syb_target_find("amd_gpu_gfx1100")->sub_group_sizes, "32 64");
	is_str(syb_target_find("amd_gpu_gfx942")->sub_group_sizes, "");

	is_str(syb_target_by_arch("sm_80", NULL)->name, "nvidia_gpu_sm_80");
	is_str(syb_target_by_arch("pvc", "spir64_gen")->name, "intel_gpu_pvc");
	is_str(syb_target_by_arch("", "spir64-unknown-unknown")->name, "spir64");
	ok(!syb_target_by_arch("pvc", "nvptx64-nvidia-cuda"));
	ok(!syb_target_by_arch("", NULL));
	return tap_done();
}
