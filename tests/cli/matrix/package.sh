# Packages: requirements, and an image for the target.
. "$SRC/tests/cli/_package"
pack_two p
sybil check p --target=intel_gpu_pvc,intel_gpu_dg1,nvidia_gpu_sm_80,spir64; echo "exit $?"
sybil check p --target=intel_gpu_pvc,intel_gpu_dg1 --all; echo "exit $?"
sybil check p --target=nvidia_gpu_sm_80; echo "exit $?"
sybil prune -q p -o native --drop-ir --keep-module=0
sybil check native --target=intel_gpu_12_60_7,intel_gpu_dg1,intel_gpu,spir64; echo "exit $?"
sybil check native -q --strict --target=intel_gpu; echo "exit $?"
sybil pack -o x --from=p --compress=zstd && cat p x >both
sybil check -q both --target=intel_gpu_pvc --all; echo "exit $?"
