. "$SRC/tests/cli/show/_sample"
sed -i 's/optLevel=1|2/optLevel=1|3/' a.prop
printf 'native code for PVC' > a.pvc
sybil pack -o t.syclbin --state=object \
	--module --properties=a.prop --ir=a.spv,type=spirv,target=spir64-unknown-unknown \
	--native=a.pvc,arch=pvc,target=spir64_gen-unknown-unknown
sybil diff s.syclbin t.syclbin; echo "exit $?"
sybil diff -j s.syclbin t.syclbin | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["version"], d["kind"], d["same"])
for x in d["differences"]:
    print(sorted(x), x["path"], x["change"])'
