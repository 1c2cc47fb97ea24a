# The document of findings.
. "$SRC/tests/cli/_package"
pack_two p
sybil pack -o q --state=executable --module --ir=n.bin,type=spirv,target=spir64-unknown-unknown
sybil check -j p q nothing 2>/dev/null | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["version"])
for f in d["files"]:
    print(f["file"], f["ok"], [(x["severity"], x["check"], sorted(x)) for x in f["diagnostics"] if x["severity"] == "error"])'
echo "${PIPESTATUS[0]}"
printf '[A\n' >t
sybil check -j t 2>/dev/null
