# Devices: all of the configuration, some of it, or those of a file.
. "$SRC/tests/cli/_package"
pack_two p
printf 'small:\n  aspects: [gpu]\n  sub-group-sizes: [8]\n  max-work-group-size: 128\nlarge:\n  aspects: [fp64]\n' >c.yaml
names() {
	sybil show --html -j p "$@" | python3 -c 'import json, sys
for d in json.load(sys.stdin)["devices"]: print({k: v for k, v in d.items() if k != "aspects"})'
}
names | wc -l >all
python3 -c 'print(int(open("all").read()) > 80)'
names --target=intel_gpu_pvc,spir64,intel_gpu_12_60_7
names --device-config=c.yaml
names --device-config=c.yaml --target=large
names --device=c.yaml
names --device=c.yaml --target=spir64
sybil show --html -j p --target=intel_gpu_pvs; echo "exit $?"
