# Modules whose properties say nothing: kernels and requirements are those of their SPIR-V.
m=$SRC/tests/golden/spirv
sybil pack --no-infer -o bare --state=input --module --ir="$m/constants.spv",target=spir64-unknown-unknown
sybil pack -o told --state=input --module --ir="$m/constants.spv",target=spir64-unknown-unknown
for f in bare told; do
	sybil check --target=intel_gpu_pvc,intel_gpu_acm_g10,intel_gpu_bdw,spir64 $f 2>/dev/null
	echo $?
done
# an aspect that has no number since 2026 is required all the same: OpTypeTaskSequenceINTEL
python3 -c '
import struct, sys
def op(code, *words):
    return [len(words) + 1 << 16 | code, *words]
k = int.from_bytes(b"k", "little")
words = [0x07230203, 0x00010000, 0, 10, 0] + op(17, 4) + op(17, 6) + op(17, 6162) + op(14, 2, 2) + op(15, 6, 1, k)
words += op(19, 2) + op(33, 3, 2) + op(6199, 4) + op(54, 2, 1, 0, 3) + op(248, 5) + op(1, 4, 6) + op(253) + op(56)
sys.stdout.buffer.write(struct.pack(f"<{len(words)}I", *words))' >sequence.spv
sybil pack --no-infer -o sequence --state=input --module --ir=sequence.spv,target=spir64-unknown-unknown
sybil check -q --target=intel_gpu_pvc,spir64 sequence; echo "exit $?"
sybil check -q --aspect-numbers=2025 --target=intel_gpu_pvc,spir64 sequence; echo "exit $?"
