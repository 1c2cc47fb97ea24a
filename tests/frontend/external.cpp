// SYCL_EXTERNAL functions across files: exported by one, imported by the other, with what they need; copies of an inline
// one become one.
// RUN: %S/compile %s >one.ll && %S/compile %s -DOTHER >other.ll && llvm-link one.ll other.ll -S -o - | sybil opt --passes=propagate-aspects -S - -o -; grep -c ^declare.*used_aspects one.ll
// CHECK: define weak_odr dso_local spir_func noundef i32 @_Z4copyi(
// CHECK: define dso_local spir_kernel void @_Z15__sycl_kernel_kPi({{.*}} !sycl_used_aspects ![[CPU:[0-9]+]]
// CHECK: define dso_local spir_func noundef i32 @_Z5otheri({{.*}} #[[ID:[0-9]+]] {{.*}}!sycl_used_aspects ![[CPU]]
// CHECK-NOT: @_Z4copyi.
// CHECK: attributes #[[ID]] = {{.*}}"sycl-module-id"="external.cpp"
// CHECK: ![[CPU]] = !{i32 1}
// CHECK: 1
#include "_sycl.hpp"
SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::cpu)]] int other(int x);
SYCL_EXTERNAL inline int copy(int x) { return x + 1; }
#ifdef OTHER
int other(int x) { return copy(x) * 2; }
#else
PROPERTY(nd_range_kernel<1>) void k(int *p) { *p = other(copy(*p)); }
#endif
