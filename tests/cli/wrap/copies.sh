# A library has a copy of a kernel for each object; a package has each kernel once. Images that state no requirements get those of their code.
m=$SRC/tests/golden/spirv
printf '[SYCL/kernel names]\nadd=1|1\n[SYCL/misc properties]\noptLevel=1|2\n' >one.prop
printf '[SYCL/kernel names]\nadd=1|1\n[SYCL/misc properties]\noptLevel=1|3\n' >two.prop
for i in one two; do
	sybil pack --no-infer -o $i --state=executable --module --properties=$i.prop --ir=$m/constants.spv,target=spir64-unknown-unknown
	sybil wrap $i -o $i.o --abi=2025
done
sybil wrap one -o copy.o --abi=2025
gcc -shared one.o copy.o two.o -o lib.so
sybil show -j lib.so | grep -c '"descriptor":'
sybil pack --from=lib.so -o p 2>err; sed 's/:0x[0-9a-f]*:/:/' err
sybil show -j p | python3 -c 'import json, sys
for m in json.load(sys.stdin)["modules"]:
    print(m["index"], m["kernels"], m["properties"]["SYCL/misc properties"], [a["name"] for a in m["properties"]["SYCL/device requirements"]["aspects"]])'
sybil check p 2>/dev/null; echo "exit $?" # the code imports a function that no module exports
