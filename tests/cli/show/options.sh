. "$SRC/tests/cli/show/_sample"
sybil show --no-demangle s.syclbin | grep kernels
sybil show --hash s.syclbin | grep -c "$(sha256sum < a.pvc | cut -d' ' -f1)"
# undecoded values are added to the decoded ones, which do not change
sybil show -j s.syclbin >plain
sybil show -j --raw s.syclbin | python3 -c 'import json, sys
raw, plain = json.load(sys.stdin), json.load(open("plain"))
print(raw["properties"] == plain["properties"], raw["raw"])
for r, p in zip(raw["modules"], plain["modules"]):
    print(r["properties"] == p["properties"], r["raw"])
    print(*(i["raw"] for i in r["images"]), sep="\n")'
sybil show --color=always s.syclbin | head -1 | od -c | head -2
