# What cannot be asked.
. "$SRC/tests/cli/_package"
pack_two p
sybil check p --all; echo "exit $?"
sybil check p --device-config=x; echo "exit $?"
sybil check p --target=intel_gpu_pvs; echo "exit $?"
sybil check p --target=; echo "exit $?"
sybil check p --target=a,,b; echo "exit $?"
sybil check a.prop --target=intel_gpu_pvc; echo "exit $?"
sybil check gone --target=intel_gpu_pvc; echo "exit $?"
# a file without kernels is not a yes
sybil pack -o none --state=input --module --ir=a.spv
sybil check none --target=intel_gpu_pvc; echo "exit $?"
sybil check none --target=intel_gpu_pvc --allow-no-kernel; echo "exit $?"
# a table that names files which only exist relative to another folder
mkdir orig && touch orig/a.bc && cp a.prop orig/b.prop && printf '[Code|Properties]\na.bc|bb.prop\na.bc|b.prop\n' >orig/t
cp a.prop bb.prop && mv b.prop elsewhere
sybil check --target=spir64 orig/t; echo "exit $?"
sybil filter --target=spir64 orig/t; echo "exit $?"
sybil pack --state=executable --table=orig/t -o q; echo "exit $?"
