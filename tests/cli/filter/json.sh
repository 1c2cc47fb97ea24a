# The document.
. "$SRC/tests/cli/filter/_rows"
sybil filter -j --target=intel_gpu_12_60_7 t.table
sybil filter -j --target=intel_gpu_pvc,spir64 t.table --out-dir=d | python3 -c 'import json, sys
for t in json.load(sys.stdin)["targets"]:
    print(t["target"], t["rows"], t["kept"], [r["row"] for r in t["dropped"]], [r["row"] for r in t["unknown"]], t["output"])'
