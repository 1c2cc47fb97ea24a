# Kernels of OpenCL C beside kernels of SYCL: the functions of OpenCL are those of the device.
. "$SRC/tests/cli/cc/_sources"
sybil cc -x c++ -fsyntax-only /dev/null 2>/dev/null || { echo 'the plugin is not there' >&2; exit 77; }
cat >k.cpp <<'C'
#include <sycl/sycl.hpp>
using namespace sycl::ext::oneapi::experimental;
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((nd_range_kernel<1>)) void cpp(float *p) { p[0] = 1; }
C
echo 'kernel void cl(global int *p) { p[get_global_id(0)] = max(p[0], 1); barrier(CLK_LOCAL_MEM_FENCE); }' >k.cl
for order in 'k.cpp k.cl' 'k.cl k.cpp'; do
	sybil cc $order -o mixed.syclbin && sybil show mixed.syclbin | grep -E 'kernels:|imported'
done
# a function that nobody has is still reported
echo 'int none(int); kernel void n(global int *p) { p[0] = none((int)get_global_id(0)); }' >none.cl
sybil cc k.cpp none.cl -o mixed.syclbin && sybil show mixed.syclbin | grep -E 'kernels:|imported'
