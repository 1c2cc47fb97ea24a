# Kernels of a file table × targets.
. "$SRC/tests/cli/filter/_rows"
sybil check t.table --target=intel_gpu_pvc,intel_gpu_dg1 --target=spir64; echo "exit $?"
# a target under two names is one
sybil check -q t.table --target=intel_gpu_12_60_7,intel_gpu_pvc | head -2
# symbols name kernels where properties do not, and code where nothing does
printf '[Code|Properties|Symbols]\na.bc||a.sym\nb.bc||\n' >s.table; printf 'one\n\ntwo\r\n' >a.sym
sybil check s.table --target=intel_gpu_pvc; echo "exit $?"
