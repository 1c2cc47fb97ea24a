# A thousand kernels for eight devices, and two such; a large link map beside it
for f in one two one:worse; do
	python3 "$SRC/tests/report/cli/_zebin.py" 1000 $f $f.zebin
	words=()
	for arch in pvc acm_g10 tgllp dg1 bmg_g21 skl ehl lnl_m; do words+=(--native=$f.zebin,arch=intel_gpu_$arch); done
	{ echo '[SYCL/kernel names]'; sybil show -j $f.zebin | sed -n 's/^      "name": "\(_.*\)",/\1=1|1/p'; } >names.prop
	sybil pack -q --no-infer -o $f --state=executable --module --properties=names.prop "${words[@]}"
done
python3 -c 'import json
print(json.dumps({"state": "executable", "inputs": [{"file": f"{i}.o", "bytes": i} for i in range(60000)], "modules": []}))' >map.json
sybil show --html one -o one.html --map=map.json
sybil diff --html one two -o both.html
sybil diff --html one one:worse -o worse.html
sybil show --html one.zebin -o zebin.html
python3 - <<'EOF'
import json, os, re
for p in "one", "both", "worse", "zebin":
    page = open(f"{p}.html", encoding="utf-8").read()
    d = json.loads(re.search(r"id=\"sybil-report\">(.*?)</script>", page, re.DOTALL)[1])
    size = len(page.encode())
    rows = sum(len(k.get("resources", [])) for k in d["kernels"])
    print(p, size <= 2000000 or size, len(d["kernels"]), rows + d.get("resources_left_out", 0), d.get("resources_left_out", 0) // 100)
    def count(part):
        return (part["what"] == "kernel") + sum(map(count, part.get("children", [])))
    def add_up(n):
        c = n.get("children", [])
        return (not c or sum(x["bytes"] for x in c) == n["bytes"]) and all(map(add_up, c))
    def joined(part):
        return {part["like"]} if part["what"] == "smaller parts" else set().union(*map(joined, part.get("children", [])))
    print("joined:", sorted(joined(d["treemap"])))
    print("kernels in the treemap:", count(d["treemap"]) >= 50 or count(d["treemap"]), add_up(d["treemap"]))
    if d.get("treemap_left_out"):  # no more than must
        used = len(json.dumps(d["treemap"], separators=(",", ":")))
        print("treemap:", used > 45000 or used, used <= 256000)
    print("contents:", all("shown" in f for f in d["files"]), [f.get("shown_without") for f in d["files"]])
    if "diff" in d:
        diff, sides, about = d["diff"], [set(), set()], set()
        for k in d["kernels"]:
            sides[k["file"]] |= {(k["kernel"], d["arches"][row[0]]) for row in k.get("resources", [])}
        for row in diff["regressions"]:
            about.add((d["kernels"][row["kernel"]]["kernel"], row["arch"]))
        print("regressions:", len(diff["regressions"]) > 1000 or len(diff["regressions"]), diff["verdict"], diff.get("regressions_left_out", 0) > 0)
        print("resources: the same of both:", sides[0] == sides[1], len(sides[0]) > 500)
        if not diff.get("regressions_left_out"):  # they are about the last kernels, whose rows stay all the same
            print("what regressions are about:", len(about), about <= sides[0], len(sides[0] - about) > 1000)
    for m in d["links"].get("maps", []):
        n = len(m["map"]["inputs"])
        print("map:", n + m["rows_left_out"], m["lists_left_out"]["inputs"] == m["rows_left_out"], n > 2500 or n)
EOF
