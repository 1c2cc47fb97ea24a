# What SPIR-V modules say of their kernels.
cd "$SRC/tests/golden/spirv" || exit
for f in opencl.spv constants.spv; do
	sybil show $f | sed '/^entry points/,$d'
	echo --
done
sybil show -j constants.spv | python3 -c 'import json, sys
d = json.load(sys.stdin)
for key in ("aspects", "kernels", "specialization_constants", "exports", "imports"):
    print(key, json.dumps(d[key]))'
