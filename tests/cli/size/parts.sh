# Parts add up to the whole; several files are one document.
. "$SRC/tests/cli/_package"
pack_two p
sybil size -j p | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["version"], sum(p["bytes"] for p in d["parts"]) == d["total"])'
stat -c %s p | cmp - <(sybil size -j p | python3 -c 'import json, sys; print(json.load(sys.stdin)["total"])')
cp p q; cat p q >pq
sybil size -j p q | python3 -c 'import json, sys; print([f["file"] for f in json.load(sys.stdin)["files"]])'
sybil size -j pq | python3 -c 'import json, sys; print([(f["file"], f["package"]) for f in json.load(sys.stdin)["files"]])'
sybil size p | head -1
sybil size a.prop; echo $?
