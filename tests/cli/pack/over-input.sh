# What is read is not written over, whatever way it is named; a zebin or a table that is changed may be written back.
. "$SRC/tests/cli/_package"
sybil pack -o p --state=executable --module --properties=a.prop --native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown
ln n.bin other
cp "$SRC/tests/golden/zebin/slm-acm-g11.zebin" z
printf '[Code|Properties]\nn.bin|a.prop\n' >t
printf 'n.bin\n' >list
sybil pack -o f --offload --image=file=z,triple=x,kind=sycl 2>/dev/null
sum() { md5sum a.prop n.bin other p t z f list; }
sum >before
try() { "$@" 2>&1 | head -1; echo "exit ${PIPESTATUS[0]}"; }
try sybil pack -o a.prop --state=executable --module --properties=a.prop --native=n.bin,arch=pvc
try sybil pack -o other --state=executable --module --properties=a.prop --native=n.bin,arch=pvc
try sybil pack -o n.bin --state=executable --ir=n.bin,type=spirv
try sybil pack -o p --from=p --dialect=spec
try sybil pack -o t --state=executable --table=t
try sybil pack -o a.prop --state=executable --table=t
try sybil pack -o z --offload --image=triple=x,file=z
try sybil extract p -o p
try sybil extract z --section=.ze_info -o z
try sybil zeinfo print z -o z
try sybil zeinfo set f reduce:slm=8192 -o f
try sybil table t --replace=Code,0 list -o list
try syclbin-dump p -o p
try sybil table t --rename=Code,Binary -o ./n.bin
try sybil table t --copy-single-file=Code,0 -o t
try sybil filter t --target=spir64 -o a.prop
cp t spir64.table
try sybil filter ./spir64.table --target=spir64,intel_gpu_dg1 --out-dir=.
cmp t spir64.table && ls intel_gpu_dg1.table 2>/dev/null
sum | cmp - before
sybil zeinfo set z reduce:slm=8192 -o z && sybil table t --rename=Code,Binary -o t && head -1 t
ls
