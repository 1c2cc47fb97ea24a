# Which row was dropped for which requirement.
. "$SRC/tests/cli/filter/_rows"
sybil filter --target=intel_gpu_pvc,spir64 --explain t.table
sybil filter --target=intel_gpu_dg1 --explain t.table -o o >/dev/null; wc -l <o
