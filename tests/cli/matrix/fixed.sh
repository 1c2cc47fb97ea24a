# Each member of a family meets a fixed target that is the family; a generic target may be such a member.
. "$SRC/tests/cli/filter/_rows"
. "$SRC/tests/cli/_package"
modules=
for t in spir64 intel_gpu x86_64 spir64_x86_64 x86_64_avx512 nvptx64 intel_gpu_pvc; do
	printf '[SYCL/device requirements]\nfixed_target=2|%s\n[SYCL/kernel names]\non_%s=1|1\n' "$(text $t)" $t >$t.prop
	modules="$modules --module --properties=$t.prop --ir=a.spv"
done
# shellcheck disable=SC2086
sybil pack -o p --state=executable $modules
for t in spir64 intel_gpu intel_gpu_pvc intel_gpu_dg1 x86_64 spir64_x86_64 x86_64_avx512; do
	echo "$t: $(sybil check -q p --target=$t 2>/dev/null | sed -nE 's/^  on_([^ ]*) *([a-z]*).*/\1 \2/p' | paste -sd, | sed 's/,/, /g')"
done
