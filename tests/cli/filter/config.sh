# Targets are those of the configuration; an option or the environment replaces the built-in one.
. "$SRC/tests/cli/filter/_rows"
printf 'mine:\n  aliases: [intel_gpu_dg1]\n  aspects: [fp64, 777]\n  sub-group-sizes: [8, 16]\n' >a.yaml
printf 'cpu_like:\n  aspects: [1]\n  sub-group-sizes: [4]\n' >b.yaml
sybil filter --target=mine --device-config=a.yaml t.table
sybil filter --target=mine,cpu_like --device-config=a.yaml --device-config=b.yaml t.table --out-dir=d; cat d/cpu_like.table
SYBIL_DEVICE_CONFIG=b.yaml sybil filter --target=cpu_like t.table | cmp - d/cpu_like.table
sybil filter --target=intel_gpu_pvc --device-config=b.yaml t.table; echo "exit $?"
sybil filter --target=cpu-like --device-config=b.yaml t.table; echo "exit $?"
printf 'x: {aspects: [fp46]}\n' >c.yaml
sybil filter --target=x --device-config=c.yaml t.table; echo "exit $?"
