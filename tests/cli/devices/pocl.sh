# A real driver: it is listed, saved, and runs what the check says.
. "$SRC/tests/cli/_device"
pocl
packages
sybil devices -j | keys
sybil devices --save here.yaml
grep -c 'no-sub-groups: true' here.yaml
sybil check k.syclbin --device=opencl:cpu --device=here.yaml --all | grep -c 'yes (JIT from SPIR-V) *yes'
printf '[SYCL/device requirements]\nreqd_sub_group_size=1|16\n[SYCL/kernel names]\nsaxpy=1|1\n' >g.prop
sybil pack -o g.syclbin --state=executable --module --properties=g.prop --ir="$kernels/kernels.spv"
sybil check g.syclbin --device=opencl:cpu
echo "= $?"
sybil run g.syclbin saxpy -g 1 f32:1 buf:f32:1 buf:f32:1
echo "= $?"
