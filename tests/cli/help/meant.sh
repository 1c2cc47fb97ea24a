# The nearest spelling, wherever a name is typed; none where nothing is really near.
. "$SRC/tests/cli/help/_meant"
table <<'END'
sybil shwo p
sybil help pakc
sybil zzz
sybil --vresion
sybil show --hsah p
sybil show --color=alwasy p
sybil devices --deep
sybil cc --quiet k.ll
sybil cc -fsycl-tragets=spir64 k.ll
sybil cc -fsycl-targets=spir46 k.ll
sybil cc -fsycl-fixed-targets=intel_gpu_pcv k.ll
sybil cc -x clpp k.ll
sybil check --target=intel_gpu_pcv p
sybil check --fail-if=spil>0 z
sybil check --fail-if=lats:spill>0 z
sybil check --fail-if=zzz>0 z
sybil pack --state=objct --ir=a.spv -o o
sybil pack --state=object --ir=a.spv,type=spirrv -o o
sybil pack --state=object --ir=a.spv,tpye=spirv -o o
sybil pack --state=object --compress=zstdd --ir=a.spv -o o
sybil link --targets=spri64 object -o o
sybil link --spirv a.spv --target-env=opencl2.11 -o o
sybil extract p --kernel=_ZTS10TestKernl -o o
sybil prune p --drop-kernel=_ZTS10TestKernl -o o
sybil zeinfo prnt z
sybil zeinfo set z lats:simd_size=16 -o o
sybil zeinfo set z last:simd_siz=16 -o o
sybil zeinfo rename z lats=x -o o
sybil table t --extract=Cod
sybil filter --target=spir46 t
sybil cache lsit
syclbin-dump --hlp p
file-table-tform -extrct=x t
sycl-aspect-filter -target=spir46 t -o o
END
