// Kernels that other files cannot see have names that no other file's have, although their classes and functions are
// called alike; nor those of the same file with other macros.
// RUN: cp %s other.cpp && { %S/compile %s; %S/compile "$PWD/other.cpp" -I%S; %S/compile %s -DMORE=1; } | grep -o 'spir_kernel void @[^(]*' | sort -u
// CHECK: @_ZL35__sycl_kernel_own__{{[0-9a-f]+}}Pi
// CHECK: @_ZL35__sycl_kernel_own__{{[0-9a-f]+}}Pi
// CHECK: @_ZL35__sycl_kernel_own__{{[0-9a-f]+}}Pi
// CHECK: @_ZN41__sycl_kernel__GLOBAL__N_{{[0-9a-f]+}}6hiddenEPi
// CHECK: @_ZN41__sycl_kernel__GLOBAL__N_{{[0-9a-f]+}}6hiddenEPi
// CHECK: @_ZN41__sycl_kernel__GLOBAL__N_{{[0-9a-f]+}}6hiddenEPi
// CHECK: @_ZTS5namedIN27_GLOBAL__N_{{[0-9a-f]+}}4nameEE
// CHECK: @_ZTS5namedIN27_GLOBAL__N_{{[0-9a-f]+}}4nameEE
// CHECK: @_ZTS5namedIN27_GLOBAL__N_{{[0-9a-f]+}}4nameEE
// CHECK: @_ZTSUlvE___{{[0-9a-f]+}}
// CHECK: @_ZTSUlvE___{{[0-9a-f]+}}
// CHECK: @_ZTSUlvE___{{[0-9a-f]+}}
// CHECK: @_ZTSZ4hostPiE6common
// CHECK-NOT: @_ZTSZ4hostPiE6common
// CHECK: @_ZTSZL24launch__{{[0-9a-f]+}}PiEUlvE_
// CHECK: @_ZTSZL24launch__{{[0-9a-f]+}}PiEUlvE_
// CHECK: @_ZTSZL24launch__{{[0-9a-f]+}}PiEUlvE_
#include "_sycl.hpp"
template <typename T> struct named;
namespace {
struct name;
PROPERTY(nd_range_kernel<1>) void hidden(int *p) { *p = 1; }
} // namespace
PROPERTY(nd_range_kernel<1>) static void own(int *p) { *p = 1; }
template <typename F> void by_itself(const F &f) { single_task<F>(f); }
static void launch(int *p)
{
	by_itself([=] { *p = 2; });
}
auto outside = [] {};
void host(int *p)
{
	by_itself(outside);
	launch(p);
	single_task<named<name>>([=] { *p = 3; });
	single_task<struct common>([=] { *p = 4; });
}
