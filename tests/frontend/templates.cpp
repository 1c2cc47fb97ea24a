// Attributes in templates: on lambdas before or behind their parameters (lambdas.cpp), on functions before them.
// RUN: %S/compile %s
// RUN: %S/compile %s -DBAD 2>&1
// EXIT: 1
// CHECK: define weak_odr dso_local spir_kernel void @_ZTS4nameILi16EE({{.*}} !intel_reqd_sub_group_size ![[S16:[0-9]+]]
// CHECK: define weak_odr dso_local spir_kernel void @_ZTS6memberILi32EE({{.*}} !reqd_work_group_size ![[W32:[0-9]+]]
// CHECK: ![[S16]] = !{i32 16}
// CHECK: ![[W32]] = !{i32 32, i32 1, i32 1}
// CHECK: templates.cpp:29:43: error: in a template, attribute 'reqd_sub_group_size' must come before the function
#include "_sycl.hpp"
template <int N> struct name;
template <int N> void submit(int *p)
{
	single_task<name<N>>([=] [[sycl::reqd_sub_group_size(N)]] () { *p = N; });
}
template <int N> struct member {
	int *p;
	[[sycl::reqd_work_group_size(N)]] void operator()() const { *p = N; }
};
void host(int *p)
{
	submit<16>(p);
	single_task<member<32>>(member<32>{ p });
}
#ifdef BAD



template <int N> void bad(int *p) [[sycl::reqd_sub_group_size(N)]] { *p = N; }
#endif
