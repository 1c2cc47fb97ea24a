# SPIR-V and zebins outside of packages are asked as packages of them would be.
cp "$SRC"/tests/golden/spirv/constants.spv "$SRC"/tests/golden/zebin/two-fat .
sybil pack -o p --state=executable --module --infer --ir=constants.spv
rows() {
	sybil show --html -j "$@" | python3 -c 'import json, sys
d = json.load(sys.stdin)
for k in d["kernels"]: print(k["name"], [d["verdicts"][i] for i in d["answers"][k["answers"]]])'
}
rows constants.spv >bare
rows p | cmp - bare && wc -l <bare
rows two-fat --target=intel_gpu_acm_g11,intel_gpu_tgllp,intel_gpu_pvc
