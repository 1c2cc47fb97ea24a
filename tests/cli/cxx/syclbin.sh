# -fsyclbin and -fsycl-link make packages, with -fsycl and without.
. "$SRC/tests/cli/cxx/_root"
root r 9
export SYBIL_SYCL_ROOT=$PWD/r
echo 'kernel void k(global int *p) { p[0] = 1; }' >k.cl
sybil cc -c -emit-llvm k.cl
kind() {
	sybil show "$1" | grep -E '^(kind|state)|kernels'
	rm "$1"
}
sybil c++ -fsyclbin k.bc -o a.syclbin && kind a.syclbin
sybil-c++ -fsyclbin=object --offload-new-driver k.bc && cp a.syclbin object.syclbin && kind a.syclbin
sybil c++ -fsycl -fno-sycl -fsyclbin=input k.bc -o a.syclbin && kind a.syclbin
echo '-fsyclbin k.bc' >words
sybil c++ @words && kind a.syclbin
sybil c++ -fsycl-link object.syclbin -o b.syclbin && kind b.syclbin
sybil c++ -fsycl -fsycl-link object.syclbin -o b.syclbin && kind b.syclbin
