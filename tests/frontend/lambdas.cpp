// Attributes after the parameters of lambdas apply in templates as elsewhere, written out, from macros and from their
// arguments; also where clang parses an expression twice, and in functions that are parsed when their class is complete.
// RUN: %S/compile %s -Werror -std=c++20
// CHECK: @_ZTS4nameILi10EE({{.*}} !intel_reqd_sub_group_size ![[S10:[0-9]+]]
// CHECK: @_ZTS4nameILi1EE({{.*}} !intel_reqd_sub_group_size ![[S1:[0-9]+]]
// CHECK: @_ZTS4nameILi2EE({{.*}} !intel_reqd_sub_group_size ![[S2:[0-9]+]]
// CHECK: @_ZTS4nameILi3EE({{.*}} !intel_reqd_sub_group_size ![[S3:[0-9]+]]
// CHECK: @_ZTS4nameILi4EE({{.*}} !intel_reqd_sub_group_size ![[S4:[0-9]+]]
// CHECK: @_ZTS4nameILi5EE({{.*}} !intel_reqd_sub_group_size ![[S5:[0-9]+]]
// CHECK: @_ZTS4nameILi6EE({{.*}} !intel_reqd_sub_group_size ![[S6:[0-9]+]] !reqd_work_group_size ![[W6:[0-9]+]]
// CHECK: @_ZTS4nameILi7EE({{.*}} !intel_reqd_sub_group_size ![[S7:[0-9]+]]
// CHECK: @_ZTS4nameILi8EE({{.*}} !intel_reqd_sub_group_size ![[S8:[0-9]+]]
// CHECK: @_ZTS4nameILi9EE({{.*}} !intel_reqd_sub_group_size ![[S9:[0-9]+]]
// CHECK: @_ZTS4nameILi11EE({{.*}} !intel_reqd_sub_group_size ![[S11:[0-9]+]]
// CHECK: ![[S10]] = !{i32 10}
// CHECK: ![[S1]] = !{i32 1}
// CHECK: ![[S2]] = !{i32 2}
// CHECK: ![[S3]] = !{i32 3}
// CHECK: ![[S4]] = !{i32 4}
// CHECK: ![[S5]] = !{i32 5}
// CHECK: ![[S6]] = !{i32 6}
// CHECK: ![[W6]] = !{i32 60, i32 1, i32 1}
// CHECK: ![[S7]] = !{i32 7}
// CHECK: ![[S8]] = !{i32 8}
// CHECK: ![[S9]] = !{i32 9}
// CHECK: ![[S11]] = !{i32 11}
#include "_sycl.hpp"
#define SIZE(n) [[sycl::reqd_sub_group_size(n)]]
#define ATTRIBUTE(...) [[__VA_ARGS__]]
#define SAME(...) __VA_ARGS__
#define KERNEL(n, ...) single_task<name<n>>([=]() [[sycl::reqd_sub_group_size(n)]] __VA_ARGS__)
template <int N> struct name;
template <typename Name, typename F> [[clang::sycl_kernel]] void one_item(F f) { f(0); }
struct object {
	int x;
	template <typename F> object(const F &f) : x(1) { single_task<name<8>>(f); }
};
template <int N> void submit(int *p)
{
	single_task<name<N>>([=]() [[sycl::reqd_sub_group_size(N)]] { *p = N; });
	one_item<name<N + 1>>([=](int i) mutable noexcept(true) SIZE(N + 1) { *p = i; });
	one_item<name<N + 2>>([=](auto i) ATTRIBUTE(sycl::reqd_sub_group_size(N + 2)) -> void { *p = i; });
	SAME(single_task<name<N + 3>>([=]() [[sycl::reqd_sub_group_size(N + 3)]] { *p = N; });)
	one_item<name<N + 4>>([=]<typename T>(T i) [[sycl::reqd_sub_group_size(N + 4)]] { *p = i; });
	single_task<name<N + 5>>([=]() [[using sycl: reqd_work_group_size(60)]] SIZE(N + 5) { *p = N; });
	KERNEL(7, { *p = N; });
	object(parsed_twice)([=]() [[sycl::reqd_sub_group_size(8)]] { *p = N; });
	*p = parsed_twice.x;
}
struct host {
	template <int N> void later(int *p)
	{
		single_task<name<N>>([=]() [[sycl::reqd_sub_group_size(N)]] { *p = N; });
	}
	void plain(int *p)
	{
		single_task<name<10>>([=]() [[sycl::reqd_sub_group_size(10)]] { *p = 1; });
	}
};
int operator_of(int *p)
{
	struct {
		int operator[](int i) [[clang::annotate_type("mine")]] { return i; }
	} subscript;
	submit<1>(p);
	host().later<9>(p);
	host().plain(p);
	int (*functions[1])(int) = { nullptr };
	single_task<name<11>>([=, q = [](int *r) { return r; }(p)]() [[sycl::reqd_sub_group_size(11)]] { *q = 1; });
	return subscript[1] + (functions[0] ? functions[0](1) : 0);
}
