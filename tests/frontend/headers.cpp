// Optional features have their aspects: half, atomic_ref of 8 bytes only, and double. What is no type or function, such
// as sub-groups that make progress independently of each other, is none, and asked of no device.
// RUN: %S/compile %s -std=c++20 >/dev/null && %S/compile %s --passes=propagate-aspects
// CHECK: define dso_local spir_func void @_Z6halvesPN4sycl{{.*}} !sycl_used_aspects ![[HALF:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z4fourRi({{.*}} !sycl_fixed_targets !{{[0-9]+}} {
// CHECK: define dso_local spir_func void @_Z5eightRl({{.*}} !sycl_used_aspects ![[WIDE:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z7doublesPd({{.*}} !sycl_used_aspects ![[DOUBLE:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z5turnsRjj({{.*}} !sycl_fixed_targets !{{[0-9]+}} {
// CHECK: define dso_local spir_func void @_Z6beforev() #[[EXTERNAL:[0-9]+]] !sycl_used_aspects ![[CPU:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z6behindv() #[[EXTERNAL]] !sycl_used_aspects ![[CPU]]
// CHECK: define dso_local spir_func void @_Z7wrappedv() #[[EXTERNAL]] !sycl_used_aspects ![[CPU]]
// CHECK: define weak_odr dso_local spir_func void @_Z8instanceILi1EEvv() #[[EXTERNAL]] !sycl_used_aspects ![[CPU]]
// CHECK: attributes #[[EXTERNAL]] = {{.*}}"sycl-module-id"="headers.cpp"
// CHECK: ![[HALF]] = !{i32 5}
// CHECK: ![[WIDE]] = !{i32 27}
// CHECK: ![[DOUBLE]] = !{i32 6}
// CHECK: ![[CPU]] = !{i32 1}
#include <sycl/sycl.hpp>
using namespace sycl;
template <typename T> using atomic = atomic_ref<T, memory_order::relaxed, memory_scope::device>;
SYCL_EXTERNAL void halves(half *p) { p[0] = p[1] + p[2]; }
SYCL_EXTERNAL void four(int &x) { atomic<int>(x).fetch_add(1); }
SYCL_EXTERNAL void eight(long &x) { atomic<long>(x).fetch_add(1); }
SYCL_EXTERNAL void doubles(double *p) { p[0] = p[1] + 1; }
SYCL_EXTERNAL void turns(unsigned &turn, unsigned last)
{
	unsigned mine = ext::oneapi::this_work_item::get_nd_item<1>().get_sub_group().get_group_id()[0];

	while (atomic<unsigned>(turn).load() != mine) // hangs where one waits for another that never runs
		;
	atomic<unsigned>(turn).store(mine == last ? 0 : mine + 1);
}
// SYCL_EXTERNAL stands before or behind other attributes, by itself or in a macro.
SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::cpu)]] void before() {}
[[sycl_detail::uses_aspects(aspect::cpu)]] SYCL_EXTERNAL void behind() {}
#define MINE SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::cpu)]]
MINE void wrapped() {}
template <int N> SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::cpu)]] void instance() {}
template SYCL_EXTERNAL void instance<1>();
// C++20 does not turn comparisons around whose answers are vectors.
SYCL_EXTERNAL void compared(float3 v, int3 &r, int2 &s)
{
	auto part = v.swizzle<2, 1, 0>();

	r = (part == v) | (v == part) | (part != v) | (v != part) | (part == part);
	s = (v.swizzle<0, 1>() == 1.0f) | (1.0f != v.swizzle<0, 1>());
}
