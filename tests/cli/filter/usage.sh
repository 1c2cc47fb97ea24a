# Command lines that make no sense, and files that cannot be understood.
. "$SRC/tests/cli/filter/_rows"
sybil filter t.table; echo "exit $?"
sybil filter --target=a,a t.table --out-dir=d; echo "exit $?"
sybil filter --target=intel_gpu_pvc,spir64 t.table; echo "exit $?"
sybil filter --target=intel_gpu_pvc,spir64 t.table -o o; echo "exit $?"
sybil filter --target=../x t.table --out-dir=d; echo "exit $?"
sybil filter --target=spir64 t.table --out-dir=d -o o; echo "exit $?"
sybil filter --target=spir64 t.table -j -o -; echo "exit $?"
sybil filter --target=spir64; echo "exit $?"
sybil filter --target=spir64 t.table --out-dir=gone/d; echo "exit $?"
printf '[SYCL/device requirements]\naspects=2|AAA=\n' >plain.prop
sybil filter --target=spir64 t.table -o o; echo "exit $?"
printf 'nothing\n' >plain.prop
sybil filter --target=spir64 t.table -o o; echo "exit $?"
printf '[A|A]\n' | sybil filter --target=spir64 - -o o; echo "exit $?"
ls d o 2>/dev/null
true
