# Device code outside of packages; every byte is counted once, those of inflated bundles, too.
for f in binary compressed text fat-object hip-object ocloc-archive; do
	cp "$SRC/tests/golden/bundle/$f" .
	sybil size -j $f | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(sys.argv[1], d["total"], sum(p["bytes"] for p in d["parts"]) == d["total"], d["payloads"], d["distinct"],
      [(a["kind"], a["arch"], a["images"]) for a in d["archs"]], [m["kernels"] for m in d["modules"]])' $f
done
{ cat binary; head -c 44 /dev/zero; cat binary; } >twice
sybil size twice
