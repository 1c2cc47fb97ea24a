// Kernels that cannot be: results, and arguments that no kernel has.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-kernels.cpp:22:34: error: a kernel returns nothing
// CHECK: bad-kernels.cpp:23:47: error: a reference cannot be an argument of a kernel
// CHECK: bad-kernels.cpp:24:47: error: an argument of a kernel can be copied byte by byte: its copy constructors and its destructor do nothing else
// CHECK: bad-kernels.cpp:25:49: error: an argument of a kernel can be copied byte by byte: its copy constructors and its destructor do nothing else
// CHECK: bad-kernels.cpp:26:35: error: a kernel has a fixed number of parameters
// CHECK: bad-kernels.cpp:27:47: error: a function pointer cannot be an argument of a kernel
// CHECK: bad-kernels.cpp:31:3: error: a reference cannot be an argument of a kernel
// CHECK: bad-kernels.cpp:17:6: error: a bit-field of a kernel's object cannot be an argument
// CHECK: bad-kernels.cpp:34:28: error: two kernels have one name
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
