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
# symbols are not read where the properties name the kernels
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
# properties may be equal and kernels different: the symbols name them, and exported functions are not kernels
printf '[SYCL/exported symbols]\nhelper=1|1\n[SYCL/kernel param opt]\nnot_a_kernel=2|AA==\n' >e.prop
printf 'first\nhelper\n' >1.sym
printf 'second\r\nhelper\r\nthird\r\n' >2.sym
printf '[Code|Properties|Symbols]\na.spv|e.prop|1.sym\na.spv|e.prop|2.sym\na.spv|e.prop|1.sym\n' >t
modules() { sybil show -j out | python3 -c 'import json, sys
for m in json.load(sys.stdin)["modules"]:
    print(m["kernels"], len(m["images"]))'; }
sybil pack -o out --state=object --table=t && modules
# without titles
printf 'a.spv|e.prop|1.sym\na.spv|e.prop|2.sym\n' >t
sybil pack -o out --state=object --table=t && modules
# nothing names the kernels: no row is lost in another one
printf '[Code|Properties]\na.spv|e.prop\na.spv|e.prop\n' >t
sybil pack -o out --state=object --table=t && modules
printf '[Code]\na.spv\na.spv\n' >t
sybil pack -o out --state=object --table=t && modules
printf '[Code|Properties|Symbols]\na.spv|e.prop|none.sym\n' >t
sybil pack -o out2 --state=object --table=t; echo $?
printf 'a=b\n' >1.sym
printf '[Code|Properties|Symbols]\na.spv|e.prop|1.sym\n' >t
sybil pack -o out2 --state=object --table=t; echo $?
