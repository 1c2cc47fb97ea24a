# Options that describe modules are read in their order.
. "$SRC/tests/cli/_package"
pack_two a
sybil show -j a | python3 -c 'import json, sys
for m in json.load(sys.stdin)["modules"]:
    print(m["kernels"], [(i["kind"], i["type"], i["arch"]) for i in m["images"]])'
sybil pack -o b --state=input --ir=a.spv --module; echo $?
sybil pack -o b --state=input --module --properties=a.prop --properties=b.prop; echo $?
test ! -e b
