# The kernels of a zebin are found wherever it lies. In a package they are shown when asked for.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" two.zebin
cp "$SRC/tests/golden/zebin/two-fat" fat
printf '[SYCL/devicelib req mask]\nDeviceLibReqMask=1|0\n' > a.prop
sybil pack -o p --state=executable --module --properties=a.prop \
	--native=two.zebin,arch=intel_gpu_acm_g10,target=spir64_gen-unknown-unknown \
	--native=fat,arch=any,target=spir64_gen-unknown-unknown
sybil pack --offload -o o --image=file=two.zebin,triple=spir64_gen,arch=acm-g10
names='
import json, sys
def walk(v, path):
    if isinstance(v, dict):
        if v.get("kind") in ("zebin", "ze_info"):
            print(path, v["device"]["name"], [(k["name"], k["code_size"]) for k in v["kernels"]])
        for key, below in v.items():
            walk(below, path + "." + key)
    elif isinstance(v, list):
        for i, below in enumerate(v):
            walk(below, path + "[%d]" % i)
walk(json.load(sys.stdin), "")'
sybil show -j fat | python3 -c "$names"
sybil show -j o | python3 -c "$names"
echo "not deep:"
sybil show -j p | python3 -c "$names"
echo "deep:"
sybil show -j --deep p | python3 -c "$names"
sybil show -jv p | python3 -c "$names"
sybil show --deep p | grep -E 'image|add '
# offsets count from the start of the file
sybil show -j --deep p | python3 -c '
import json, sys
data = open("p", "rb").read()
for image in json.load(sys.stdin)["modules"][0]["images"]:
    content = image["content"]
    for binary in [content] if content["kind"] == "zebin" else [c for c in content["contents"] if c["kind"] == "zebin"]:
        s = next(s for s in binary["sections"] if s["name"] == ".ze_info")
        print(data[s["offset"]:][:3])'
