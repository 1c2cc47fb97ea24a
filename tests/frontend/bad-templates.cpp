// Declarations and definition of a template, and of what is made of it, agree; each conflict is told once.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-templates.cpp:27:52: error: conflicting values for the work-group size of a function: '8' and '4'
// CHECK: bad-templates.cpp:26:52: note: the other one is here
// CHECK: bad-templates.cpp:37:51: error: conflicting values for the sub-group size of a function: '8' and '4'
// CHECK: bad-templates.cpp:34:30: note: the other one is here
// CHECK: bad-templates.cpp:38:73: error: conflicting values for the sub-group size of a function: '8' and '4'
// CHECK: bad-templates.cpp:35:52: note: the other one is here
// CHECK: bad-templates.cpp:41:47: error: conflicting values for the work-group size of a function: '4' and '16'
// CHECK: bad-templates.cpp:40:47: note: the other one is here
// CHECK: bad-templates.cpp:43:30: error: conflicting values for the work-group size of a function: '1' and '7'
// CHECK: bad-templates.cpp:42:50: note: the other one is here
// CHECK: bad-templates.cpp:31:32: error: conflicting values for the work-group size of a function: '8' and '4'
// CHECK: bad-templates.cpp:30:32: note: the other one is here
// CHECK: bad-templates.cpp:53:42: error: conflicting values for the work-group size of a function: '16' and '8'
// CHECK: bad-templates.cpp:52:42: note: the other one is here
// CHECK-NOT: error:
#include "_sycl.hpp"
template <int N> struct size_key {
	static constexpr const char *name = "sycl-work-group-size";
	static constexpr int value = N;
};
template <int N> inline constexpr size_key<N> work_group_size;
// of each function that is made of it, and also if none is
template <typename T> [[sycl::reqd_work_group_size(4)]] void plain(T *);
template <typename T> [[sycl::reqd_work_group_size(8)]] void plain(T *p) { *p = 1; }
template void plain(int *);
template void plain(long *);
template <typename T> PROPERTY(work_group_size<4>) void never(T *);
template <typename T> PROPERTY(work_group_size<8>) void never(T *p) { *p = 1; }
// members of a class template, and templates among them
template <typename T> struct c {
	[[sycl::reqd_sub_group_size(4)]] void m(T *p);
	template <typename U> [[sycl::reqd_sub_group_size(4)]] void n(U *p);
};
template <typename T> [[sycl::reqd_sub_group_size(8)]] void c<T>::m(T *p) { *p = 1; }
template <typename T> template <typename U> [[sycl::reqd_sub_group_size(8)]] void c<T>::n(U *p) { *p = 1; }
// what depends on arguments, packs among them: agrees for some
template <int N> [[sycl::reqd_work_group_size(N)]] void some(int *);
template <int N> [[sycl::reqd_work_group_size(4)]] void some(int *p) { *p = 1; }
template <int... N> [[sycl::reqd_work_group_size(N...)]] void pack(int *);
template <int... N> PROPERTY(work_group_size<sizeof...(N)>) void pack(int *p) { *p = 1; }
void use(int *p)
{
	c<int>().m(p), c<int>().n(p);
	some<4>(p), some<16>(p);
	pack<1>(p), pack<7>(p);
}
// a specialisation is a function of its own: it may differ from the template, and has to agree with itself
template <typename T> [[sycl::reqd_work_group_size(4)]] void special(T *p) { *p = 1; }
template <> [[sycl::reqd_work_group_size(8)]] void special(int *p);
template <> [[sycl::reqd_work_group_size(16)]] void special(int *p) { *p = 2; }
template <> [[sycl::reqd_work_group_size(32)]] void special(long *p) { *p = 2; }
