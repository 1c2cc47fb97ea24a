# The document.
. "$SRC/tests/cli/_package"
pack_two p
sybil prune -q p -o native --drop-ir --keep-module=0
sybil check -j native --target=intel_gpu_pvc,intel_gpu_dg1 --all 2>/dev/null; echo "exit $?"
sybil check -j p --target=spir64,nvidia_gpu_sm_80 | python3 -c 'import json, sys
f = json.load(sys.stdin)["files"][0]
m = f["matrix"]
print(f["ok"], m["targets"], m["everywhere"], m["somewhere"], m["nowhere"])
for k in m["kernels"]:
    print(k["name"], [(t["target"], t["answer"], t["runs"], t["as"], t["image"], t["why"]) for t in k["targets"]])'
