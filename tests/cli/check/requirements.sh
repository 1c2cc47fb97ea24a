# What a package does not state, with the kernel and the instruction that need it.
m=$SRC/tests/golden/spirv
sybil pack --no-infer -o a --state=input --module --ir=$m/opencl.spv,target=spir64-unknown-unknown
sybil check a; echo $?
sybil check --strict a 2>/dev/null; echo $?
# a module with fixed targets (here: number 1) states nothing else, and nothing is missing
printf '[SYCL/device requirements]\nfixed_target=2|gAAAAAAAAAQAAAAA\n' >fixed.prop
printf '[SYCL/kernel names]\nadd=1|1\ncount=1|1\n' >>fixed.prop
sybil pack -o b --state=input --module --properties=fixed.prop --ir=$m/constants.spv,target=spir64-unknown-unknown
sybil check b; echo $?
# devices with ESIMD (49, or an image for it) have fp16, which the kernel 'add' needs; 27 is atomic64
printf '[SYCL/device requirements]\naspects=2|ABAAAAAAAAwGAAAAxAAAAA\n[SYCL/kernel names]\nadd=1|1\ncount=1|1\n' >esimd.prop
sybil pack -o c --state=input --module --properties=esimd.prop --ir=$m/constants.spv,target=spir64-unknown-unknown
sybil check c 2>&1 | { grep -c aspect || true; }
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAwGAAAA\n[SYCL/kernel names]\nadd=1|1\ncount=1|1\n[SYCL/misc properties]\nisEsimdImage=1|1\n' >esimd.prop
sybil pack -o d --state=input --module --properties=esimd.prop --ir=$m/constants.spv,target=spir64-unknown-unknown
sybil check d 2>&1 | { grep -c aspect || true; }
