# One run for several targets; nothing is written unless all can be.
. "$SRC/tests/cli/filter/_rows"
sybil filter --target=intel_gpu_pvc,spir64 --target=intel_gpu_dg1 t.table --out-dir=d; echo "exit $?"
(cd d && wc -l *)
for t in intel_gpu_pvc intel_gpu_dg1; do sybil filter --target=$t t.table | cmp - d/$t.table; done
sybil filter --target=intel_gpu_pvc,intel_gpu_dg2x t.table --out-dir=e; echo "exit $?"
ls e 2>/dev/null
echo 'x.bc|gone.prop' >>t.table
sybil filter --target=intel_gpu_pvc,intel_gpu_dg1 t.table --out-dir=e; echo "exit $?"
ls e 2>/dev/null
sybil filter --target=intel_gpu_pvc t.table -o f; echo "exit $?"; ls f 2>/dev/null
true
