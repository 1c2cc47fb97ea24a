# More findings than a page has room for: the worst stay, and all are counted.
python3 - "$SRC" <<'PY'
import subprocess
props = lambda i: f"[SYCL/kernel names]\n_ZTSN7company10simulation6detail14stencil_kernelIdLi{i}ELi16ENS1_15boundary_policyENS1_11tile_layoutIjLi32ELi8EEEEE=1|1\n"
words = []
for i in range(2000):
    open(f"{i}.prop", "w").write(props(i))
    words += ["--module", f"--properties={i}.prop", "--native=z,arch=intel_gpu_dg1"]
open("z", "wb").write(open(__import__("sys").argv[1] + "/tests/golden/zebin/two-acm-g10.zebin", "rb").read())
subprocess.run(["sybil", "pack", "-q", "--no-infer", "-o", "many", "--state=executable", *words], check=True)
PY
sybil check -j many >check.json 2>/dev/null
sybil show --html many -o many.html
python3 - <<'EOF2'
import collections, json, os, re
page = open("many.html", encoding="utf-8").read()
d = json.loads(re.search(r"id=\"sybil-report\">(.*?)</script>", page, re.DOTALL)[1])
all_of = collections.Counter(c["severity"] for c in json.load(open("check.json"))["files"][0]["diagnostics"])
kept = collections.Counter(c["severity"] for c in d["checks"])
left = d.get("checks_left_out", 0)
order = [c["severity"] for c in d["checks"]]
print(sum(all_of.values()) == len(d["checks"]) + left, left > 0, order == sorted(order, key=["error", "warning", "info"].index))
worst = next(s for s in ("error", "warning", "info") if all_of[s])
print(worst, kept[worst] >= 300, kept["info"] == 0 or kept["warning"] == all_of["warning"])
EOF2
