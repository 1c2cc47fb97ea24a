// Conflicts between declarations of a function, before and after its definition, and between a kernel and its object.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-declarations.cpp:15:30: error: conflicting values for the work-group size of a function: '8' and '4'
// CHECK: bad-declarations.cpp:14:30: note: the other one is here
// CHECK: bad-declarations.cpp:17:29: error: conflicting values for the sub-group size of a function: '16' and '8'
// CHECK: bad-declarations.cpp:16:29: note: the other one is here
// CHECK: bad-declarations.cpp:24:56: error: conflicting values for the work-group size of a function: '8' and '4'
// CHECK: bad-declarations.cpp:20:94: note: the other one is here
// CHECK-NOT: error:
#include "_sycl.hpp"
[[sycl::reqd_work_group_size(4)]] void same();
[[sycl::reqd_work_group_size(4)]] void same() {}
[[sycl::reqd_work_group_size(4)]] SYCL_EXTERNAL void before();
[[sycl::reqd_work_group_size(8)]] SYCL_EXTERNAL void before() {}
[[sycl::reqd_sub_group_size(8)]] void after() {}
[[sycl::reqd_sub_group_size(16)]] void after();
void same();
template <typename Name, typename F>
[[clang::sycl_kernel]] [[__sycl_detail__::add_ir_function_attributes("sycl-work-group-size", 4)]] void task(const F &f) { f(); }
void host()
{
	task<class Agrees>([]() [[sycl::reqd_work_group_size(4)]] {});
	task<class Differs>([]() [[sycl::reqd_work_group_size(8)]] {});
}
