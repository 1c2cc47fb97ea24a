// What the parser itself refuses: no constant, no such aspect. It names our attribute.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-constants.cpp:16:34: error: no member named 'fp8' in 'sycl::aspect'
// CHECK: bad-constants.cpp:17:52: error: 'add_ir_function_attributes' attribute requires parameter 2 to be a constant expression
// CHECK: bad-constants.cpp:17:52: note: read of non-const variable 'variable' is not allowed in a constant expression
// CHECK: bad-constants.cpp:13:5: note: declared here
// CHECK: bad-constants.cpp:18:30: error: 'reqd_work_group_size' attribute requires parameter 1 to be a constant expression
// CHECK: bad-constants.cpp:18:30: note: read of non-const variable 'variable' is not allowed in a constant expression
// CHECK: bad-constants.cpp:13:5: note: declared here
// CHECK-NOT: error:
#include "_sycl.hpp"
int variable;


[[sycl::device_has(sycl::aspect::fp8)]] void b1() {}
[[__sycl_detail__::add_ir_function_attributes("a", variable)]] void b2() {}
[[sycl::reqd_work_group_size(variable)]] void b3() {}
