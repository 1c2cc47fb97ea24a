# Fixed targets on a CPU: its families are met, one with more features may be it, and others are refused; as check says.
. "$SRC/tests/cli/_device"
pocl
packages
[ "$(uname -m)" = x86_64 ] || skip "not an x86-64 CPU"
for t in spir64 x86_64 spir64_x86_64 x86_64_avx512 intel_gpu intel_gpu_pvc nvptx64; do
	printf '[SYCL/device requirements]\nfixed_target=2|%s\n[SYCL/kernel names]\nsaxpy=1|1\n' "$(printf %s "$t" | base64)" >f.prop
	sybil pack -o f.syclbin --state=executable --module --properties=f.prop --ir="$kernels/kernels.spv"
	for strict in '' --strict; do
		# shellcheck disable=SC2086
		sybil run $strict f.syclbin saxpy -g 1 f32:1 buf:f32:1=1 'buf:f32:1=1>-' >said 2>&1
		echo "$t $strict: exit $?, check: $(sybil check -q --device=opencl:0 f.syclbin 2>/dev/null | sed -nE 's/^  saxpy *([a-z]*).*/\1/p')"
	done
done
