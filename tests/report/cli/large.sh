# A thousand kernels on all targets stay small: indices in place of texts.
{ echo '[SYCL/kernel names]'; for i in {0..999}; do echo "_ZTSN4acme8numerics6kernelILi${i}E5tableIfLi${i}EEE=1|1"; done; } >k.prop
python3 "$SRC/bench/make_spirv_kernels.py" 1000000 k.spv
sybil pack -o p --state=executable --module --properties=k.prop --ir=k.spv --module --infer --ir=k.spv
sybil show --html -j p >doc.json
sybil show --deep --hash -j p >shown.json
sybil show --html p -o page.html
python3 - <<'EOF'
import json, os
d = json.load(open("doc.json"))
compact = len(json.dumps(d, separators=(",", ":"), ensure_ascii=False))
print(len(d["kernels"]) > 1000, len(d["devices"]) > 80, len(d["answers"]) < 4, compact < 1500000 or compact)
page = os.stat("page.html").st_size
print(page <= 2000000 or page)
print(d["files"][0].get("shown_without"), d["files"][0]["shown"] == json.load(open("shown.json")))
EOF
# as many modules, each with IR and native code, and two such packages
words=() other=()
for i in {0..999}; do
	printf '[SYCL/kernel names]\n_ZTSN7company10simulation6detail14stencil_kernelIdLi%dELi16ENS1_15boundary_policyENS1_11tile_layoutIjLi32ELi8EEEEE=1|1\n' $i >$i.prop
	words+=(--module --properties=$i.prop --ir=a.spv --native=z,arch=intel_gpu_dg1)
	((i % 5)) && other+=(--module --properties=$i.prop --ir=a.spv)
done
cp "$SRC/tests/golden/spirv/constants.spv" a.spv
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
sybil pack -q --no-infer -o many --state=executable "${words[@]}"
sybil pack -q --no-infer -o fewer --state=executable "${other[@]}"
sybil show --html many -o many.html
sybil diff --html many fewer -o diff.html
python3 -c 'import json, os, re
d = json.loads(re.search(r"id=\"sybil-report\">(.*?)</script>", open("many.html", encoding="utf-8").read(), re.DOTALL)[1])
f = d["files"][0]
print(len(d["kernels"]), f.get("shown_without"), f.get("size_without"), "shown" in f, len(d["treemap"]["children"]) >= 1000)
def add_up(n):
    c = n.get("children", [])
    return (not c or sum(x["bytes"] for x in c) == n["bytes"]) and all(map(add_up, c))
print(add_up(d["treemap"]), *(s <= 2000000 or s for s in (os.stat(p).st_size for p in ("many.html", "diff.html"))))'
