# Files that cannot be read are told about, with the others.
. "$SRC/tests/cli/_package"
pack_two p
head -c 700 p >cut
printf 'hello\n' >text
sybil show --html -j cut p text >doc.json; echo "exit $?"
python3 - <<'EOF'
import json
d = json.load(open("doc.json"))
for i, f in enumerate(d["files"]):
    print(f["file"], f["kind"], f.get("error"), "shown" in f, [c["check"] for c in d["checks"] if c["file"] == i and c["severity"] == "error"])
print(len(d["kernels"]))
EOF
# a document appears whole or not at all
sybil show --html -j -o doc p && python3 -m json.tool doc >/dev/null && ls doc*
sybil show --html -j -o gone/doc p; echo "exit $?"
sybil show --html -j p missing -o no; echo "exit $?"; ls no
sybil show --html -j - <p | head -c 15
