# Device globals: written before the launch, read afterwards; a driver that has no way to them says so.
. "$SRC/tests/cli/_device"
fakes
command -v clang-15 llvm-spirv-15 >/dev/null || skip "clang-15 or llvm-spirv-15 not found"
clang-15 -target spir64 -cl-std=CL2.0 -Xclang -finclude-default-header -O1 -emit-llvm -c "$SRC/tests/backend/globals.cl" -o g.bc
llvm-spirv-15 g.bc -o g.spv
printf '[SYCL/kernel names]\ncount=1|1\n[SYCL/device globals]\ncounter=2|ABAAAAAAAAAEAAAABAAAAA\n' >g.prop
sybil pack -o g.syclbin --state=executable --module --properties=g.prop --ir=g.spv
count() { sybil run g.syclbin count -d level_zero:0 -g 8 out:u32:8 "$@"; echo "= $?"; }
count --set-global counter=u32:10,20,30,40 --get-global 'counter:u32>after.txt'
tr '\n' ' ' <after.txt
count --get-global 'counter>after.raw'
wc -c <after.raw
count --set-global counter=@after.raw --get-global 'counter:i32>after.npy'
wc -c <after.npy
count --set-global counter=i32:@after.txt
echo "--- wrong"
count --set-global counter=7
count --set-global counter=u32:1,2,3,4,5
count --set-global counted=u32:1
count --get-global counter
count --get-global 'counted>x'
sybil run g.syclbin count -d opencl:0 -g 8 out:u32:8 --set-global counter=u32:1
echo "= $?"
