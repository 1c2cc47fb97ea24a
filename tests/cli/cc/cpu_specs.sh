# Specialization constants are set alike for code that is compiled later and for native code, which finds them in memory:
# no argument tells of it.
. "$SRC/tests/cli/cc/_sources"
. "$SRC/tests/cli/_device"
pocl
cat >k.cpp <<'CPP'
#include <sycl/sycl.hpp>
namespace syclexp = sycl::ext::oneapi::experimental;
constexpr sycl::specialization_id<int> factor(3);
constexpr sycl::specialization_id<float> addend(1);
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void spec(int *y, sycl::kernel_handler h, int a)
{
	size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
	y[i] = a * h.get_specialization_constant<factor>() + int(h.get_specialization_constant<addend>());
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void none(int *y, sycl::kernel_handler, int a) { *y = a; }
CPP
sybil cc -### k.cpp >/dev/null 2>&1 || { echo 'the plugin was not built' >&2; exit 77; }
run() { # package, kernel, options
	sybil run "${@:3}" "$1" "$2" 'out:i32:2>out.txt' i32:7 --global 2 && echo "$1 $2 ${*:3}:" $(cat out.txt)
}
sybil cc k.cpp -o later.syclbin
sybil cc -fsycl-targets=x86_64 k.cpp -o native.syclbin && modules native.syclbin
sybil show native.syclbin | grep spec_constants_arg
sybil cc -fsycl-dead-args-optimization -fsycl-targets=x86_64 k.cpp -o dead.syclbin
for package in later native dead; do
	run $package.syclbin spec
	run $package.syclbin spec -s factor=i32:5 -s addend=f32:2
	run $package.syclbin none -s factor=i32:5
done
sybil run native.syclbin spec out:i32:2 specs i32:7 --global 2
clean
