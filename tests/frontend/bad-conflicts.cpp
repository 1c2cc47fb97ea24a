// What a function asks for twice, and differently: at the later place. The same twice is no conflict.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-conflicts.cpp:27:59: error: conflicting values for the work-group size of a function: '8' and '4'
// CHECK: bad-conflicts.cpp:27:10: note: the other one is here
// CHECK: bad-conflicts.cpp:28:39: error: conflicting values for the work-group size of a function: '8' and '4'
// CHECK: bad-conflicts.cpp:28:10: note: the other one is here
// CHECK: bad-conflicts.cpp:29:39: error: conflicting values for the kind of kernel of a function: 'single_task_kernel' and 'nd_range_kernel<1>'
// CHECK: bad-conflicts.cpp:29:10: note: the other one is here
// CHECK: bad-conflicts.cpp:30:70: error: conflicting values for the sub-group size of a function: '8' and 'primary'
// CHECK: bad-conflicts.cpp:30:3: note: the other one is here
// CHECK: bad-conflicts.cpp:31:60: error: conflicting values for the value of 'a' of a function: '2' and '1'
// CHECK: bad-conflicts.cpp:31:57: note: the other one is here
// CHECK: bad-conflicts.cpp:33:10: error: 'add_ir_global_variable_attributes' attribute needs as many values as names, but has 3 arguments
// CHECK-NOT: error:
#include "_sycl.hpp"
template <int N> struct size_key {
	static constexpr const char *name = "sycl-work-group-size";
	static constexpr int value = N;
};
struct single_key {
	static constexpr const char *name = "sycl-single-task-kernel";
	static constexpr int value = 0;
};
template <int N> inline constexpr size_key<N> work_group_size;
inline constexpr single_key single_task_kernel;
PROPERTY(work_group_size<4>) [[sycl::reqd_work_group_size(8)]] void c1() {}
PROPERTY(work_group_size<4>) PROPERTY(work_group_size<8>) void c2() {}
PROPERTY(nd_range_kernel<1>) PROPERTY(single_task_kernel) void c3() {}
[[intel::named_sub_group_size(primary)]] [[sycl::reqd_sub_group_size(8)]] void c4() {}
[[__sycl_detail__::add_ir_function_attributes("a", "a", 1, 2)]] void c5() {}
[[sycl::reqd_work_group_size(4)]] void same();
struct [[__sycl_detail__::add_ir_global_variable_attributes("a", "b", "c")]] without {};
PROPERTY(work_group_size<4>) [[sycl::reqd_work_group_size(4)]] void same() {}
