# Modules whose properties say nothing: kernels and requirements are those of their SPIR-V.
m=$SRC/tests/golden/spirv
sybil pack --no-infer -o bare --state=input --module --ir="$m/constants.spv",target=spir64-unknown-unknown
sybil pack -o told --state=input --module --ir="$m/constants.spv",target=spir64-unknown-unknown
for f in bare told; do
	sybil check --target=intel_gpu_pvc,intel_gpu_acm_g10,intel_gpu_bdw,spir64 $f 2>/dev/null
	echo $?
done
