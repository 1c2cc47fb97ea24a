# Packages inside other files.
. "$SRC/tests/cli/show/_sample"
ar rcD lib.a a.pvc s.syclbin
sybil show lib.a
echo --
sybil pack --offload -o fat.bin --image=file=a.spv,triple=spir64-unknown-unknown,kind=openmp \
	--image=file=a.pvc,triple=spir64_gen-unknown-unknown,arch=pvc,kind=openmp
sybil show fat.bin
