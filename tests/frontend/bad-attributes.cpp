// Misuse of attributes: the place is that of the argument.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-attributes.cpp:29:20: error: 'device_has' attribute: an argument is not a sycl::aspect
// CHECK: bad-attributes.cpp:30:34: error: 'device_has' attribute: no aspect has the number 99
// CHECK: bad-attributes.cpp:31:29: error: 'uses_aspects' attribute: an argument is not a sycl::aspect
// CHECK: bad-attributes.cpp:32:30: error: 'reqd_work_group_size' attribute: a size must be a positive integer
// CHECK: bad-attributes.cpp:33:3: error: 'reqd_work_group_size' attribute takes one to three arguments
// CHECK: bad-attributes.cpp:34:29: error: 'reqd_sub_group_size' attribute: a size must be a positive integer
// CHECK: bad-attributes.cpp:35:31: error: 'named_sub_group_size' attribute: the argument must be 'automatic' or 'primary'
// CHECK: bad-attributes.cpp:36:3: error: 'add_ir_function_attributes' attribute needs as many values as names, but has 3 arguments
// CHECK: bad-attributes.cpp:37:47: error: 'add_ir_function_attributes' attribute: the name of a property must be a constant string
// CHECK: bad-attributes.cpp:38:52: error: 'add_ir_function_attributes' attribute: a property cannot have a value of type 'pair'
// CHECK: bad-attributes.cpp:39:10: error: a kernel must have one, two or three dimensions, not 4
// CHECK: bad-attributes.cpp:40:10: error: a kernel must have one, two or three dimensions, not 0
// CHECK: bad-attributes.cpp:43:5: error: 'add_ir_member_annotation' attribute needs as many values as names, but has 1 arguments
// CHECK: bad-attributes.cpp:45:29: error: 'reqd_sub_group_size' attribute: a size must be at most 2147483647
// CHECK-NOT: unknown attribute
// CHECK: bad-attributes.cpp:46:9: error: 'device_has' attribute needs arguments in parentheses
// CHECK-NOT: unknown attribute
// CHECK: bad-attributes.cpp:47:16: error: 'reqd_sub_group_size' attribute needs arguments in parentheses
// CHECK: bad-attributes.cpp:47:37: error: 'named_sub_group_size' attribute needs arguments in parentheses
// CHECK-NOT: unknown attribute
// CHECK-NOT: error:
#include "_sycl.hpp"
struct pair {
	int a, b;
};
[[sycl::device_has(7)]] void b1() {}
[[sycl::device_has(aspect::fp16, static_cast<aspect>(99))]] void b2() {}
[[sycl_detail::uses_aspects("fp16")]] void b3() {}
[[sycl::reqd_work_group_size(0)]] void b4() {}
[[sycl::reqd_work_group_size(1, 2, 3, 4)]] void b5() {}
[[sycl::reqd_sub_group_size(-1)]] void b6() {}
[[intel::named_sub_group_size(large)]] void b7() {}
[[__sycl_detail__::add_ir_function_attributes("a", "b", 1)]] void b8() {}
[[__sycl_detail__::add_ir_function_attributes(1, "b")]] void b9() {}
[[__sycl_detail__::add_ir_function_attributes("a", pair{ 1, 2 })]] void b10() {}
PROPERTY(nd_range_kernel<4>) void b11(int *p) {}
PROPERTY(nd_range_kernel<0>) void b12(int *p) {}
struct member {
	int a
		[[__sycl_detail__::add_ir_member_annotation("one")]];
};
[[sycl::reqd_sub_group_size(2147483648)]] void b13() {}
[[sycl::device_has]] void b14() {}
[[using intel: reqd_sub_group_size, named_sub_group_size]] void b15() {}
