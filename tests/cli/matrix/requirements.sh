# What the filter does not ask: work-group sizes, and what code was compiled for. Kernels with several modules run where
# one of them does.
. "$SRC/tests/cli/filter/_rows"
. "$SRC/tests/cli/_package"
printf '[SYCL/device requirements]\nreqd_work_group_size_uint64_t=2|%s\n[SYCL/kernel names]\nwide=1|1\n' "$(printf '\0\2\0\0\0\0\0\0\4\0\0\0\0\0\0\0' | base64)" >wide.prop
for t in intel_gpu_pvc intel_gpu_dg1; do
	spirv_with $t.spv twice only_$t
	printf '[SYCL/device requirements]\ncompile_target=2|%s\n[SYCL/kernel names]\ntwice=1|1\nonly_%s=1|1\n' "$(text $t)" $t >$t.prop
done
printf 'small:\n  aspects: [fp64]\n  max-work-group-size: 1024\nlarge:\n  aspects: [fp64]\n  max-work-group-size: 2048\nintel_gpu_pvc:\n  sub-group-sizes: [16]\n' >c.yaml
spirv_with wide.spv wide
sybil pack -o p --state=executable --module --properties=wide.prop --ir=wide.spv --module --properties=intel_gpu_pvc.prop --ir=intel_gpu_pvc.spv \
	--module --properties=intel_gpu_dg1.prop --ir=intel_gpu_dg1.spv
sybil check -q p --target=small,large,intel_gpu_pvc --device-config=c.yaml; echo "exit $?"
sybil check -q p --target=intel_gpu_pvc,intel_gpu_dg1,spir64 2>/dev/null; echo "exit $?"
sybil check -q p --target=intel_gpu_pvc,intel_gpu_dg1,spir64 --strict; echo "exit $?"
# the largest size there can be, and sizes where no limit is listed
printf '[SYCL/device requirements]\nreqd_work_group_size_uint64_t=2|//////////8BAAAAAAAAAAEAAAAAAAAA\n[SYCL/kernel names]\nlargest=1|1\n' >largest.prop
sybil pack -o p --state=executable --module --properties=largest.prop --ir=a.spv
sybil check -q p --target=intel_gpu_pvc,nvidia_gpu_sm_90,spir64; echo "exit $?"
