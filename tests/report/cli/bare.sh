# SPIR-V and zebins outside of packages are asked as packages of them would be.
cp "$SRC"/tests/golden/spirv/constants.spv "$SRC"/tests/golden/zebin/two-fat .
sybil pack -o p --state=executable --module --infer --ir=constants.spv
rows() {
	sybil show --html -j "$@" | python3 -c 'import json, sys
d = json.load(sys.stdin)
for k in d["kernels"]: print(k.get("name", k["kernel"]), [i.get("arch", "ir") for i in k["images"]], [d["verdicts"][i] for i in d["answers"][k["answers"]]])'
}
rows constants.spv >bare
rows p | cmp - bare && wc -l <bare
rows two-fat --target=intel_gpu_acm_g11,intel_gpu_tgllp,intel_gpu_pvc
# code beside a package is asked about as well
ar rc mixed.a p "$SRC/tests/golden/spirv/opencl.spv"
sybil show --html -j mixed.a | python3 -c 'import json, sys
d = json.load(sys.stdin)
for k in d["kernels"]: print(k["kernel"], k.get("module"), "answers" in k)'
# who cannot be asked about says why, once
printf '[SYCL/kernel names]\nk=1|1\n[SYCL/device requirements]\naspects=1|5\n' >odd.prop
sybil pack -q --no-infer -o odd --state=executable --module --properties=odd.prop --ir=constants.spv
sybil show --html -j odd 2>/dev/null | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["files"][0].get("not_asked"), ["answers" in k for k in d["kernels"]], [(c["check"], c["text"]) for c in d["checks"]])'
# a file that is compressed as a whole says how much it holds
gzip -c p >p.gz
sybil show --html -j p.gz | python3 -c 'import json, os, sys
f = json.load(sys.stdin)["files"][0]
print(f["bytes"] == os.stat("p.gz").st_size, f["summary"]["inflated"] == os.stat("p").st_size)'
