# A document about two files: the answer of diff, and regressions first.
. "$SRC/tests/cli/_package"
pack_two a
sybil prune -q a -o b --drop-ir --keep-module=0
z=$SRC/tests/golden/zebin
cp "$z/two-acm-g10.zebin" "$z/again-acm-g11.zebin" .
compare() {
	sybil diff --html -j "$@" >doc.json
	echo "exit $?"
	sybil diff -j "$@" >answer.json
	python3 - <<'EOF'
import json
doc, answer = json.load(open("doc.json")), json.load(open("answer.json"))
d = doc["diff"]
print(doc["title"], d["verdict"], "the same answer" if d["answer"] == answer else "ANOTHER ANSWER")
for part in "regressions", "improvements", "changes":
    for row in d[part]:
        devices = [doc["devices"][i]["name"] for i in row.get("devices", [])]
        kernel = doc["kernels"][row["kernel"]] if "kernel" in row else {"kernel": "-"}
        print(f"{part}: {row['what']} {kernel.get('name', kernel['kernel'])} {row.get('attribute', '')} {devices[:3]}".rstrip())
EOF
}
compare a b
compare a a
compare two-acm-g10.zebin again-acm-g11.zebin
sybil diff --html -j --fail-if-worse --target=intel_gpu_pvc a b >doc.json; echo "exit $?"
sybil diff --html -j a two-acm-g10.zebin >doc.json; echo "exit $?"
python3 -c 'import json; d = json.load(open("doc.json")); print(d["diff"]["error"]["check"], "verdict" in d["diff"], [c["check"] for c in d["checks"] if c["severity"] == "error"])'
head -c 700 a >cut
sybil pack -q --no-infer -o named --state=executable --module --properties=a.prop --ir=a.spv
sybil pack -q --no-infer -o more --state=executable --module --properties=a.prop --ir=a.spv --module --ir=a.spv
sybil prune -q a -o c --drop-native
compare a c
compare c a
# several packages: the page says what the verb says; a failure says of which file
sybil pack -q -o d --state=executable --module --properties=b.prop --ir=a.spv
cat named d >both
compare both named
sybil diff --html -j --fail-if-worse both named >doc.json; echo "exit $?"
sybil diff --html -j --fail-if-worse named both >doc.json; echo "exit $?"
sybil diff --html -j a b.prop 2>/dev/null | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["diff"]["error"]["file"], [c["file"] for c in d["checks"] if c["check"] == "no-package"])'
sybil diff --html -j cut a 2>/dev/null | python3 -c 'import json, sys; e = json.load(sys.stdin)["diff"]["error"]; print(e["file"], e["offset"], e["text"])'
sybil diff --html -j a b | python3 -c 'import json, sys; d = json.load(sys.stdin); print([d["devices"][i]["name"] for i in d["diff"]["regressions"][0]["devices"]][:1])'
sybil diff --html -j named more | python3 -c 'import json, sys; print([(r["attribute"], r.get("after")) for r in json.load(sys.stdin)["diff"]["changes"]])'
