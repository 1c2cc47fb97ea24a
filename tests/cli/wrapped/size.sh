# Every byte is counted once; a compressed image counts as it is in the file.
. "$SRC/tests/cli/wrapped/_files"
for f in $forms; do
	sybil size -j $f | python3 -c '
import json, os, sys
d, file = json.load(sys.stdin), sys.argv[1]
print(file, d["total"] == os.path.getsize(file), sum(p["bytes"] for p in d["parts"]) == d["total"], d["images"], d["payloads"],
      d["distinct"], [m["bytes"] for m in d["modules"]])' $f
done
sybil size -j two.a | python3 -c 'import json, sys; print([(f["file"], f["package"], f["payloads"]) for f in json.load(sys.stdin)["files"]])'
