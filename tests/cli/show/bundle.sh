# Bundles (binary, compressed, text), fat objects, HIP's section and ocloc's archive.
for f in binary compressed text fat-object hip-object; do
	cp "$SRC/tests/golden/bundle/$f" .
	sybil show $f
done
cp "$SRC/tests/golden/bundle/ocloc-archive" .
sybil show -j ocloc-archive | python3 -c 'import json, sys
for c in json.load(sys.stdin)["contents"]:
    print(c["name"], c["kind"], [(i["name"], i["kind"]) for i in c.get("contents", [])])'
# bundles that follow each other, at any place
{ cat binary; head -c 44 /dev/zero; cat binary compressed; } >several
sybil show several | grep -E '^ *(kind|size|offset)'
