# sycl-aspect-filter, as the documents spell it.
. "$SRC/tests/cli/filter/_rows"
sycl-aspect-filter -target=intel_gpu_pvc t.table -o o; echo "exit $?"
sybil filter --target=intel_gpu_pvc t.table | cmp - o
printf 'x:\n  aspects: [6]\n' >c.yaml
sycl-aspect-filter -target x -device-config-file=c.yaml t.table
sycl-aspect-filter --target=y --device-config-file c.yaml t.table -o gone; echo "exit $?"
sycl-aspect-filter t.table -o gone; echo "exit $?"
sycl-aspect-filter -target=x -explain t.table; echo "exit $?"
sycl-aspect-filter -target=x,y t.table; echo "exit $?"
ls gone 2>/dev/null
sycl-aspect-filter -version | head -1
