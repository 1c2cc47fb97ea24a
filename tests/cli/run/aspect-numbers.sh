# A kernel with an aspect that the device lacks: the numbering is named where it decides and is not stated. A stated
# numbering that is not known is refused.
. "$SRC/tests/cli/_device"
fakes
packages
run() { sybil run "$@" saxpy -d opencl:0 -g 4 f32:1 buf:f32:4 buf:f32:4; echo "= $?"; }
pack() {
	printf '[SYCL/device requirements]\naspects=2|%s\n[SYCL/kernel names]\nsaxpy=1|1\n' "$1" >a.prop
	sybil pack -q -o a.syclbin --state=executable "${@:2}" --module --properties=a.prop --ir="$kernels/kernels.spv"
}
echo "== the same in both" # custom
pack gAAAAAAAAAABAAAA
run a.syclbin
echo "== assumed"
pack gAAAAAAAAAAHAAAA
run a.syclbin
run --aspect-numbers=2025 a.syclbin
echo "== given"
run --assume-aspect-numbers=2026 a.syclbin
echo "== stated"
pack gAAAAAAAAAAHAAAA --aspect-numbers=2025
run a.syclbin
sed 's/numbers=1|2025/numbers=1|2031/' a.syclbin >later.syclbin
run later.syclbin
