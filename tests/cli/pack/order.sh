# Options that describe modules are read in their order.
. "$SRC/tests/cli/_package"
pack_two a
sybil show -j a | python3 -c 'import json, sys
for m in json.load(sys.stdin)["modules"]:
    print(m["kernels"], [(i["kind"], i["type"], i["arch"]) for i in m["images"]])'
sybil pack -o b --state=input --ir=a.spv --module; echo $?
sybil pack -o b --state=input --module --properties=a.prop --properties=b.prop; echo $?
test ! -e b
# One module needs no --module.
sybil pack -o one --state=input --properties=a.prop --ir=a.spv --native=n.bin,arch=pvc
sybil pack -o same --state=input --module --properties=a.prop --ir=a.spv --native=n.bin,arch=pvc
cmp one same
sybil pack -o b --state=input --properties=a.prop; echo $?
