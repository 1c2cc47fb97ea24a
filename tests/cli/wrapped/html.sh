# The document of a page: kernels, verdicts and bytes.
. "$SRC/tests/cli/wrapped/_files"
for f in shared object dll two.a; do
	sybil show --html -j --target=intel_gpu_pvc,amd_gpu_gfx90a $f | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["files"][0]["kind"], d["files"][0]["summary"], [(k["name"], k.get("package", 0), k["module"]) for k in d["kernels"]])
def leaves(node, depth=0):
    assert sum(c["bytes"] for c in node.get("children", [])) in (0, node["bytes"]), node
    for c in node.get("children", []):
        if depth < 1:
            print(" ", c["name"], c["what"])
        leaves(c, depth + 1)
leaves(d["treemap"])'
done
