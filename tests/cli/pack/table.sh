# The rows of a table; rows with equal properties are images of one module.
. "$SRC/tests/cli/_package"
printf '[Code|Properties]\na.spv|a.prop\nn.bin|b.prop\na.spv|a.prop\n' >t
sybil pack -o out --state=object --table=t --target=spir64-unknown-unknown
sybil show -j out | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["state"])
for m in d["modules"]:
    print(m["kernels"], [(i["kind"], i["type"], i["target"]) for i in m["images"]])'
sybil pack -o out --state=object --table=t --arch=pvc --target=spir64_gen && sybil show -j out | grep -c '"arch": "pvc"'
# symbols decide nothing, and need not be there
cp a.prop c.prop
printf '[Code|Properties|Symbols]\na.spv|a.prop|a.sym\na.spv|c.prop|c.sym\n' >t
sybil pack -o out --state=object --table=t && sybil show -j out | python3 -c 'import json, sys
print([len(m["images"]) for m in json.load(sys.stdin)["modules"]])'
printf '[Code|Properties]\nnothing.spv|a.prop\n' >t
sybil pack -o out2 --state=object --table=t; echo $?
sybil pack -o out2 --state=object --table=nothing; echo $?
printf '[Code' >t
sybil pack -o out2 --state=object --table=t; echo $?
test ! -e out2
