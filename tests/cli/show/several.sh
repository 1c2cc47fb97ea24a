# Several files: one document, or one text after the other; what cannot be shown does not stop the others.
. "$SRC/tests/cli/_package"
pack_two p
sybil show -j p a.prop a.spv nothing | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["version"], [(f["file"], f["kind"]) for f in d["files"]])'
echo "${PIPESTATUS[0]}"
sybil show a.spv a.prop | grep ':$'
sybil show -j - <a.spv | grep -c '"kind": "spirv"'
echo unknown >u
sybil show -j u; echo $?
