# What is compiled ahead of time are the targets that a fixed one is, stands for, or may be.
. "$SRC/tests/cli/cc/_sources"
for fixed in spir64 spir64_gen intel_gpu intel_gpu_pvc x86_64 spir64_x86_64 x86_64_avx512 amdgcn; do
	for target in intel_gpu_pvc intel_gpu_dg1 x86_64 spir64_x86_64 x86_64_avx512 amd_gpu_gfx90a; do
		sybil cc -### -Wno-fixed-targets -Wno-target-not-fixed -fsycl-fixed-targets=$fixed -fsycl-targets=spir64,$target axpy.cl >said 2>&1 || cat said
		echo "$target $(grep -qE "translate .*--target=" said && echo yes || echo no)"
	done | paste -sd, | sed "s/,/, /g; s/^/$fixed: /"
done
clean
