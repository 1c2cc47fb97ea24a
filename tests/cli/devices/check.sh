# sybil check --device: live devices and saved ones give the same answers; native, JIT, or why not; exit codes.
. "$SRC/tests/cli/_device"
fakes
packages
sybil devices --save all.yaml
# fp64 (6), custom (4), a sub-group size, native code for one GPU
cat >a.prop <<-'END'
	[SYCL/device requirements]
	aspects=2|gAAAAAAAAAgBAAAA
	[SYCL/kernel names]
	saxpy=1|1
END
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAABAAAA\n[SYCL/kernel names]\nplaces=1|1\n' >b.prop
printf '[SYCL/device requirements]\nreqd_sub_group_size=1|32\n[SYCL/kernel names]\nsizes=1|1\n' >c.prop
printf '[SYCL/kernel names]\nnative=1|1\n' >d.prop
python3 -c '
import struct, sys
flags = 90 | 5 << 8 | 90 << 16
sys.stdout.buffer.write(b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, 0, flags, 64, 56, 0, 64, 0, 0))' >n.bin
sybil pack -o m.syclbin --state=executable --module --properties=a.prop --ir="$kernels/kernels.spv" --ir="$kernels/kernels.ptx" \
	--module --properties=b.prop --ir="$kernels/kernels.spv" \
	--module --properties=c.prop --ir="$kernels/kernels.spv" --ir="$kernels/kernels.ptx" \
	--module --properties=d.prop --native=n.bin,arch=sm_90
sybil check m.syclbin --device='*:*'
echo "= $?"
echo "--- saved"
LD_LIBRARY_PATH='' sybil check m.syclbin --device=all.yaml
echo "= $?"
echo "--- what a driver cannot tell"
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAQMAAAA\n[SYCL/kernel names]\nreverse=1|1\n' >e.prop
sybil pack -o e.syclbin --state=executable --module --properties=e.prop --ir="$kernels/kernels.spv"
sybil check e.syclbin --device=opencl:0
echo "= $?"
sybil check e.syclbin --device=opencl:0 --strict
echo "= $?"
sybil check e.syclbin --device=opencl:0,1 --device=cuda:0 --all
echo "= $?"
echo "--- by name"
LD_LIBRARY_PATH='' sybil check k.syclbin --device=intel_gpu_pvc --device-config=all.yaml --all
echo "= $?"
sybil check k.syclbin --device=opencl:0,1 --device=all.yaml --target=intel_gpu_pvc -j | python3 -c '
import json, sys
file = json.load(sys.stdin)["files"][0]
print(file["ok"], file["devices"]["targets"], file["matrix"]["targets"])
print(json.dumps(file["devices"]["kernels"][0]["targets"][0]))'
echo "--- wrong"
sybil check k.syclbin --device=opencl:cpu
echo "= $?"
cp "$kernels/kernels.spv" .
sybil check kernels.spv --device=opencl:0
echo "= $?"
sybil check k.syclbin --device=missing.yaml
echo "= $?"
