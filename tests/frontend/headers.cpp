// The headers' optional features carry their aspects: half, and atomic_ref of 8 bytes only.
// RUN: %S/compile %s --passes=propagate-aspects
// CHECK: define dso_local spir_func void @_Z6halvesPN4sycl{{.*}} !sycl_used_aspects ![[HALF:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z4fourRi({{.*}} !sycl_fixed_targets !{{[0-9]+}} {
// CHECK: define dso_local spir_func void @_Z5eightRl({{.*}} !sycl_used_aspects ![[WIDE:[0-9]+]]
// CHECK: ![[HALF]] = !{i32 5}
// CHECK: ![[WIDE]] = !{i32 28}
#include <sycl/sycl.hpp>
using namespace sycl;
template <typename T> using atomic = atomic_ref<T, memory_order::relaxed, memory_scope::device>;
SYCL_EXTERNAL void halves(half *p) { p[0] = p[1] + p[2]; }
SYCL_EXTERNAL void four(int &x) { atomic<int>(x).fetch_add(1); }
SYCL_EXTERNAL void eight(long &x) { atomic<long>(x).fetch_add(1); }
