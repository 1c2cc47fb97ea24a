// Aspects of functions, of types and of their specialisations, in every spelling, and the enumeration itself. The entry
// point of a kernel has what the kernel has.
// RUN: %S/compile %s
// RUN: %S/compile %s --dialect=spec
// CHECK: %"struct.ns::wide[[WIDE:[.0-9]*]]" = type { i64 }
// CHECK: define dso_local spir_func void @_Z4bothv() {{.*}} !sycl_declared_aspects ![[BOTH:[0-9]+]] {
// CHECK: define dso_local spir_func void @_Z4nonev() {{.*}} !sycl_declared_aspects ![[NONE:[0-9]+]] {
// CHECK: define dso_local spir_func void @_Z4usesv() {{.*}} !sycl_used_aspects ![[USES:[0-9]+]] {
// CHECK: define weak_odr dso_local spir_func void @_Z5tupleIiJLN4sycl6aspectE5ELS1_6EEEvv
// CHECK: define {{.*}} @_Z20__sycl_kernel_kernelPd({{.*}} !sycl_declared_aspects ![[HALF:[0-9]+]]
// CHECK: declare !sycl_used_aspects ![[USES]] dso_local spir_func void @_Z9elsewherev()
// CHECK: !sycl_aspects = !{![[HOST:[0-9]+]],
// CHECK: !sycl_types_that_use_aspects = !{![[T1:[0-9]+]], ![[T2:[0-9]+]]}
// CHECK: ![[HOST]] = !{!"host", i32 0}
// CHECK: !{!"atomic64", i32 28}
// CHECK: ![[T1]] = !{!"class.ns::half", i32 5}
// CHECK: ![[T2]] = !{!"struct.ns::wide[[WIDE]]", i32 28}
// CHECK: !intel_declared_aspects
// CHECK: !intel_used_aspects
// CHECK: !intel_types_that_use_aspects = !{
#include "_sycl.hpp"
namespace ns {
class [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] half { short bits = 0; };
template <typename T, unsigned long Size> struct wide { T x; };
template <typename T> struct [[__sycl_detail__::uses_aspects(aspect::atomic64)]] wide<T, 8> { T x; };
class [[sycl_detail::uses_aspects(aspect::fp64)]] never; // declared only
} // namespace ns
SYCL_EXTERNAL [[sycl::device_has(aspect::fp16, sycl::aspect::fp64)]] void both()
{
	ns::half h;
	ns::wide<int, 4> a = {};
	ns::wide<long, 8> b = {};
	(void)h, (void)a, (void)b;
}
SYCL_EXTERNAL [[__sycl__::__device_has__()]] void none() {}
SYCL_EXTERNAL [[using sycl_detail: uses_aspects(aspect::cpu)]] void uses() {}
template <typename T, aspect... A> SYCL_EXTERNAL [[sycl::device_has(A...)]] void tuple() {}
template void tuple<int, aspect::fp16, aspect::fp64>();
SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::cpu)]] void elsewhere();
PROPERTY(nd_range_kernel<1>) [[sycl::device_has(aspect::fp16)]] void kernel(double *p)
{
	elsewhere();
	*p = 1;
}
