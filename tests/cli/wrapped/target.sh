# Which kernels run where: requirements in both numberings, and native code.
. "$SRC/tests/cli/wrapped/_files"
for f in shared object dll two.a; do
	sybil check --target=intel_gpu_pvc,amd_gpu_gfx90a $f; echo "$f $?"
done
sybil check -q --target=intel_gpu_dg1 shared >/dev/null; echo $?
