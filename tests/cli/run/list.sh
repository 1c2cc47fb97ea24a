# Kernels of a package by name; a name that is not there.
. "$SRC/tests/cli/_device"
fakes
packages
sybil run --list k.syclbin
sybil run --list s.syclbin -j
sybil run k.syclbin saxp -g 1
echo "= $?"
sybil run k.syclbin saxpy -g 1 f32:1
echo "= $?"
sybil run k.syclbin sizes -g 4 -l 3 out:u32:3
echo "= $?"
sybil run k.syclbin sizes -g 4 -d opencl:cpu out:u32:3
echo "= $?"
sybil run k.syclbin sizes -g 6 -l 3 out:u32:3 -v -d cuda:0
sybil run --list k.syclbin s.syclbin
echo "= $?"
