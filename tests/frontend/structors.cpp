// Attributes of constructors and destructors apply, for whole objects and for those that are part of others, in templates,
// and when another file defines them. A destructor that does nothing keeps its own. Exported ones are functions: readers of
// device code know no aliases.
// RUN: %S/compile %s --passes=propagate-aspects
// CHECK-NOT: alias
// CHECK: define dso_local spir_func void @_ZN8exportedC2Ev({{.*}} #[[EXPORTED:[0-9]+]]
// CHECK: define dso_local spir_func void @_ZN8exportedD2Ev({{.*}} !sycl_used_aspects ![[CPU:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z5plainv() {{.*}} !sycl_used_aspects ![[FP16:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z7derivedv() {{.*}} !sycl_used_aspects ![[BOTH:[0-9]+]]
// CHECK: define {{.*}} @_ZN6middleD2Ev({{.*}} !sycl_used_aspects ![[BOTH]]
// CHECK: define dso_local spir_func void @_Z9of_memberv() {{.*}} !sycl_used_aspects ![[BOTH]]
// CHECK: define dso_local spir_func void @_Z9elsewherev() {{.*}} !sycl_used_aspects ![[ATOMIC:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z9templatedv() {{.*}} !sycl_used_aspects ![[CPU]]
// CHECK: define {{.*}} @_ZN6memberC2Ev({{.*}} #[[MARKED:[0-9]+]]
// CHECK: define {{.*}} @_ZN6memberD2Ev({{.*}} !sycl_declared_aspects ![[FP16]]
// CHECK: define {{.*}}spir_func void @_ZN8exportedC1Ev({{.*}} #[[WHOLE:[0-9]+]]
// CHECK: call spir_func void @_ZN8exportedC2Ev(
// CHECK: define {{.*}}spir_func void @_ZN8exportedD1Ev({{.*}} !sycl_used_aspects ![[CPU]]
// CHECK: attributes #[[MARKED]] = {{.*}}"sycl-marked"="7"
// CHECK: ![[CPU]] = !{i32 1}
// CHECK: ![[FP16]] = !{i32 5}
// CHECK: ![[BOTH]] = !{i32 5, i32 6}
// CHECK: ![[ATOMIC]] = !{i32 28}
#include "_sycl.hpp"
struct simple {
	int x;
	[[sycl_detail::uses_aspects(aspect::fp16)]] simple();
};
simple::simple() : x(1) {}
struct member {
	int x;
	[[__sycl_detail__::add_ir_function_attributes("sycl-marked", 7)]] member() : x(2) {}
	[[sycl::device_has(aspect::fp16)]] ~member() { x = 0; }
};
struct middle : member {
	[[sycl_detail::uses_aspects(aspect::fp64)]] ~middle() {}
};
struct whole {
	middle part;
};
struct exported {
	int x;
	SYCL_EXTERNAL exported();
	SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::cpu)]] ~exported();
};
exported::exported() : x(1) {}
exported::~exported() { x = 0; }
struct declared {
	SYCL_EXTERNAL [[sycl_detail::uses_aspects(aspect::atomic64)]] declared();
};
struct outer : declared {};
template <aspect A> struct made {
	int x;
	[[sycl_detail::uses_aspects(A)]] made() : x(1) {}
};
SYCL_EXTERNAL void plain() { simple s; }
SYCL_EXTERNAL void derived() { middle m; }
SYCL_EXTERNAL void of_member() { whole w; }
SYCL_EXTERNAL void elsewhere() { outer o; }
SYCL_EXTERNAL void templated() { made<aspect::cpu> m; }
