# A build with other options takes nothing from the cache that these options change.
. "$SRC/tests/cli/cc/_sources"
mkdir -p root/include/sycl root/lib
touch root/include/sycl/sycl.hpp root/lib/libsycl.so root/lib/libsycl.so.9
export SYBIL_SYCL_ROOT=$PWD/root
echo 'int f(int); kernel void calls(global int *p, global int *unused) { p[0] = f(p[get_global_id(0)]); }' >calls.cl
sybil cc -emit-llvm -c calls.cl
# VERB INPUT OPTIONS…: every option is added to a build whose steps are in the cache
differ() {
	local verb=$1 input=$2 option
	shift 2
	sybil "$verb" -fsyclbin --cache-dir=c $input -o first.syclbin 2>/dev/null
	for option; do
		sybil "$verb" -fsyclbin --cache-dir=c $option $input -o cached.syclbin 2>cached.err; echo "exit $?" >>cached.err
		sybil "$verb" -fsyclbin $option $input -o new.syclbin 2>new.err; echo "exit $?" >>new.err
		cmp cached.syclbin new.syclbin && cmp cached.err new.err && echo "$verb $option: same"
	done
}
differ cc calls.cl -O0 -O3 -fsycl-dead-args-optimization --dialect=spec -fsycl-fixed-targets=intel_gpu_pvc \
	-DX -g -cl-std=CL3.0 -fsycl-targets=spir64,spir64_gen -fsycl-device-code-split=off -Wundefined-function
differ c++ "-fsycl -fsyclbin=object calls.bc" -fsycl-id-queries-fit-in-int
