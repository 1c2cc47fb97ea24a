# The document; a compressed image has the size and the hash of its bytes in the file.
. "$SRC/tests/cli/wrapped/_files"
sybil show -j --hash shared
sybil show -j --hash shared >shared.json
for f in $forms; do
	sybil show -j --hash $f | python3 -c '
import hashlib, json, sys
file = sys.argv[1]
a, b = json.load(open("shared.json")), json.load(sys.stdin)
wrapped = b["contents"][0]
print(file, b["kind"], len(b["contents"]), wrapped["offset"], wrapped["size"] == b["size"], end=" ")
data = open(file, "rb").read()
for m, n in zip(a["contents"][0]["modules"], wrapped["modules"], strict=True):
    image = n["images"][0]
    assert hashlib.sha256(data[image["offset"]:image["offset"] + image["size"]]).hexdigest() == image["sha256"]
    del m["images"][0]["offset"], image["offset"]
    assert m == n
print("same")' $f
done
