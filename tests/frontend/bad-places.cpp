// Attributes are of functions, classes or members: elsewhere they would be lost, and are an error, once for a template.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-places.cpp:24:14: error: 'uses_aspects' attribute only applies to functions and classes
// CHECK: bad-places.cpp:25:10: error: 'device_has' attribute only applies to functions
// CHECK: bad-places.cpp:26:32: error: 'device_has' attribute only applies to functions
// CHECK: bad-places.cpp:27:15: error: 'uses_aspects' attribute only applies to functions and classes
// CHECK: bad-places.cpp:34:1: error: 'add_ir_function_attributes' attribute only applies to functions
// CHECK: bad-places.cpp:35:3: error: 'reqd_work_group_size' attribute only applies to functions
// CHECK: bad-places.cpp:36:10: error: 'reqd_sub_group_size' attribute only applies to functions
// CHECK: bad-places.cpp:37:4: error: 'named_sub_group_size' attribute only applies to functions
// CHECK: bad-places.cpp:40:1: error: 'sycl_external' attribute only applies to functions
// CHECK: bad-places.cpp:41:3: error: 'device_global' attribute only applies to classes
// CHECK: bad-places.cpp:43:3: error: 'add_ir_global_variable_attributes' attribute only applies to classes
// CHECK: bad-places.cpp:44:3: error: 'add_ir_member_annotation' attribute only applies to members
// CHECK: bad-places.cpp:46:8: error: 'reqd_sub_group_size' attribute only applies to functions
// CHECK: bad-places.cpp:47:25: error: 'sycl_kernel' attribute only applies to functions
// CHECK: bad-places.cpp:31:4: warning: 'uses_aspects' attribute has no effect: 'trivial' is trivial, so it is never called
// CHECK: bad-places.cpp:38:4: error: 'work_group_size_hint' attribute only applies to functions
// CHECK: bad-places.cpp:42:3: error: 'global_variable_allowed' attribute only applies to classes
// CHECK: bad-places.cpp:45:3: error: 'add_ir_attributes_kernel_parameter' attribute only applies to classes and parameters
// CHECK-NOT: error:
#include "_sycl.hpp"
enum class [[sycl_detail::uses_aspects(aspect::fp16)]] number { x };
struct [[sycl::device_has(aspect::fp16)]] object {};
template <typename T> struct [[sycl::device_has(aspect::fp16)]] box { T x; };
using alias [[sycl_detail::uses_aspects(aspect::fp16)]] = short;
box<int> some;
box<alias> others;
struct trivial {
	[[sycl_detail::uses_aspects(aspect::fp16)]] trivial() = default;
};
trivial made;
PROPERTY(nd_range_kernel<1>) int variable;
[[sycl::reqd_work_group_size(4)]] int sized;
struct [[sycl::reqd_sub_group_size(8)]] functor {
	[[intel::named_sub_group_size(primary)]] int member;
	[[sycl::work_group_size_hint(4)]] static int shared;
};
SYCL_EXTERNAL int external;
[[__sycl_detail__::device_global]] int number_global;
[[__sycl_detail__::global_variable_allowed]] void allowed();
[[__sycl_detail__::add_ir_global_variable_attributes("a", 1)]] int with_attribute;
[[__sycl_detail__::add_ir_member_annotation("a", 1)]] int no_member;
[[__sycl_detail__::add_ir_attributes_kernel_parameter("a", 1)]] void no_parameter();
enum [[sycl::reqd_sub_group_size(8)]] numbers { one };
template <typename T> [[clang::sycl_kernel]] T of_template;
void fine([[__sycl_detail__::add_ir_kernel_parameter_attributes("a", 1)]] int x);
