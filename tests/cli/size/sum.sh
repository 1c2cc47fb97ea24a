# Every byte is counted once, in every form; equal payloads are named.
. "$SRC/tests/cli/show/_sample"
sybil pack -o twice.syclbin --state=executable --module --properties=a.prop --ir=a.spv,type=spirv --module --ir=a.spv,type=spirv
sybil pack --from=s.syclbin -o bare.syclbin --container=none
sybil pack --from=s.syclbin -o v2.syclbin --format-version=2
for f in s bare v2 twice; do
	sybil size -j $f.syclbin | python3 -c '
import json, os, sys
d, file = json.load(sys.stdin), sys.argv[1]
print(d["version"], d["kind"], d["total"] == os.path.getsize(file), sum(p["bytes"] for p in d["parts"]) == d["total"],
      d["payloads"] - d["distinct"], [(r["copies"], r["images"]) for r in d["repeated"]])' $f.syclbin
done
