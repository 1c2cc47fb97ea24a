// Sizes, the last dimension first and filled up, any size_t; on lambdas behind their parameters. [[intel::…]], and a size by name.
// RUN: %S/compile %s
// CHECK: define dso_local spir_kernel void @_Z15__sycl_kernel_aPi({{.*}} !reqd_work_group_size ![[W:[0-9]+]] !work_group_num_dim ![[TWO:[0-9]+]] !intel_reqd_sub_group_size ![[S:[0-9]+]]
// CHECK: define dso_local spir_kernel void @_Z15__sycl_kernel_bPi({{.*}} !reqd_work_group_size ![[MOST:[0-9]+]]
// CHECK: define weak_odr dso_local spir_kernel void @_ZTSZ4hostPiE6lambda({{.*}} #[[NAMED:[0-9]+]] {{.*}}!work_group_size_hint ![[H:[0-9]+]] {
// CHECK: attributes #[[NAMED]] = {{.*}}"sycl-named-sub-group-size"="primary"
// CHECK: ![[W]] = !{i32 8, i32 64, i32 1}
// CHECK: ![[TWO]] = !{i32 2}
// CHECK: ![[S]] = !{i32 16}
// CHECK: ![[MOST]] = !{i64 1, i64 -1, i64 1}
// CHECK: ![[H]] = !{i32 3, i32 2, i32 1}
#include "_sycl.hpp"
constexpr int eight = 8;
PROPERTY(nd_range_kernel<2>) [[sycl::reqd_work_group_size(64, eight), intel::reqd_sub_group_size(16)]] void a(int *p)
{
	*p = 1;
}
PROPERTY(nd_range_kernel<2>) [[sycl::reqd_work_group_size(sizeof(int) * 0 - 1, 1)]] void b(int *p) { *p = 1; }
void host(int *p)
{
	single_task<struct lambda>(
		[=]() [[intel::named_sub_group_size(primary)]] [[sycl::work_group_size_hint(1, 2, 3)]] { *p = 1; });
}
