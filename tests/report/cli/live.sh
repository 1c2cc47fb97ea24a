# Devices of this machine on a page, and saved ones: the same answers.
. "$SRC/tests/cli/_device"
. "$SRC/tests/cli/_package"
fakes
pack_two p
rows() {
	sybil show --html -j p "$@" | python3 -c 'import json, sys
d = json.load(sys.stdin)
for i, x in enumerate(d["devices"]):
    print(x["name"], x["kind"], x["from"], [d["verdicts"][d["answers"][k["answers"]][i]]["answer"] for k in d["kernels"]])'
}
rows --device=opencl:0
sybil devices --device=opencl:0 --save=saved.yaml
rows --device=saved.yaml
sybil show --html -j p --device=opencl:99; echo "exit $?"
