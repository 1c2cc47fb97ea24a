// Kernels that cannot be: results, and arguments that no kernel has.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-kernels.cpp:22:34: error: a kernel must return void
// CHECK: bad-kernels.cpp:23:47: error: a reference cannot be a kernel argument
// CHECK: bad-kernels.cpp:24:47: error: a kernel argument must be trivially copyable: its copy and move constructors and its destructor must be trivial
// CHECK: bad-kernels.cpp:25:49: error: a kernel argument must be trivially copyable: its copy and move constructors and its destructor must be trivial
// CHECK: bad-kernels.cpp:26:35: error: a kernel must not be variadic
// CHECK: bad-kernels.cpp:27:47: error: a function pointer cannot be a kernel argument
// CHECK: bad-kernels.cpp:31:3: error: a reference cannot be a kernel argument
// CHECK: bad-kernels.cpp:17:6: error: a bit-field cannot be a kernel argument
// CHECK: bad-kernels.cpp:34:28: error: two kernels have the same name
// CHECK: bad-kernels.cpp:33:28: note: the other one is here
// CHECK-NOT: error:
#include "_sycl.hpp"
struct bits {
	int x : 3;
	void operator()() const {}
};
struct own_copy { own_copy(const own_copy &); int x; };
struct object { virtual int f(); };
PROPERTY(nd_range_kernel<1>) int result(int *p) { return *p; }
PROPERTY(nd_range_kernel<1>) void by_ref(int &p) {}
PROPERTY(nd_range_kernel<1>) void copy(object p) {}
PROPERTY(nd_range_kernel<1>) void copi(own_copy p) {}
PROPERTY(nd_range_kernel<1>) void many(int p, ...) {}
PROPERTY(nd_range_kernel<1>) void call(void (*p)()) {}
void host(int x, bits b)
{
	single_task<struct referring>([&] {
		x = 1; });
	single_task<bits>(b);
	single_task<struct twice>([] {});
	single_task<struct twice>([] {});
}
