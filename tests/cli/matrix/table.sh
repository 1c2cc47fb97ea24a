# Kernels of a file table × targets.
. "$SRC/tests/cli/filter/_rows"
sybil check t.table --target=intel_gpu_pvc,intel_gpu_dg1 --target=spir64; echo "exit $?"
# a target under two names is one
sybil check -q t.table --target=intel_gpu_12_60_7,intel_gpu_pvc | head -2
# symbols name kernels where properties do not, and code where nothing does
printf '[Code|Properties|Symbols]\na.bc||a.sym\nb.bc||\n' >s.table; printf 'one\n\ntwo\r\n' >a.sym
sybil check s.table --target=intel_gpu_pvc; echo "exit $?"
# every target has its column
printf 'nvidia_gpu_sm_%s\n' 50 52 53 60 61 62 70 72 75 80 86 87 89 90 >targets
printf 'amd_gpu_gfx%s\n' 700 701 702 801 802 803 805 810 900 902 904 906 908 909 >>targets
sybil check t.table --target="$(paste -sd, targets)" 2>/dev/null | sed -n 2p | wc -w
