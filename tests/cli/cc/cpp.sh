# C++ goes through the plugin: free functions, functions of other files, specialization constants, diagnostics with -g.
. "$SRC/tests/cli/cc/_sources"
cat >saxpy.cpp <<'END'
#include <sycl/sycl.hpp>
namespace syclexp = sycl::ext::oneapi::experimental;
SYCL_EXTERNAL float scaled(float x, float a);
constexpr sycl::specialization_id<float> factor(3.0f);

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void saxpy(float *y, const float *x, float a, sycl::kernel_handler h)
{
	size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
	y[i] += scaled(x[i], a) * h.get_specialization_constant<factor>();
}
END
printf '#include <sycl/sycl.hpp>\nSYCL_EXTERNAL float scaled(float x, float a) { return a * x; }\n' >scaled.cpp
printf '#include <sycl/sycl.hpp>\nextern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>))\nvoid twice(double *p)\n{\n\t*p *= 2;\n}\n' >twice.cpp
sybil cc -### twice.cpp >/dev/null 2>&1 || { echo 'the plugin was not built' >&2; exit 77; }
sybil cc saxpy.cpp scaled.cpp -o a.syclbin && modules a.syclbin && sybil show a.syclbin | grep -A3 'specialization constants:'
sybil cc -c -fsycl-targets=spir64,intel_gpu_dg1 saxpy.cpp && sybil show saxpy.o | grep triple
sybil cc saxpy.o scaled.cpp -o b.syclbin && cmp a.syclbin b.syclbin && echo same
sybil cc -fsyclbin=object saxpy.cpp -o part.syclbin && sybil show part.syclbin | grep -A1 -i imported
sybil cc -g -fsycl-fixed-targets=intel_gpu_dg1 -MMD twice.cpp -o twice.syclbin && cat twice.d
sybil cc -fsycl-fixed-targets=intel_gpu_dg1 twice.cpp -o twice.syclbin
echo 'int main() { return undeclared; }' >bad.cpp
sybil cc bad.cpp; echo "exit $?"
clean
