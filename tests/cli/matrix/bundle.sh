# Code outside of packages: zebins and SPIR-V of ocloc's archive, code objects of HIP's bundles.
cp "$SRC/tests/golden/bundle/ocloc-archive" "$SRC/tests/golden/bundle/hip-object" "$SRC/tests/golden/bundle/fat-object" .
sybil check ocloc-archive --target=intel_gpu_pvc,intel_gpu_dg1,nvidia_gpu_sm_80; echo "exit $?"
sybil check hip-object --target=amd_gpu_gfx90a,amd_gpu_gfx1100; echo "exit $?"
sybil check fat-object --target=intel_gpu_pvc; echo "exit $?"
# the same archive as one image, for which no architecture is stated
sybil pack --offload --image=file=ocloc-archive,triple=spir64_gen-unknown-unknown -o one
sybil check one --target=intel_gpu_pvc,intel_gpu_dg1,nvidia_gpu_sm_80; echo "exit $?"
