// A use of an aspect that is not declared: the calls that lead there, and with -g the places.
// RUN: %S/compile %s --passes=propagate-aspects 2>&1 >%t
// RUN: cp %s . && %S/compile chain.cpp -I%S -g --passes=propagate-aspects 2>&1 >%t
// CHECK: x.bc: warning: function 'foo(int*)' uses aspect 'fp64' not listed in 'sycl::device_has' [-Waspect-not-declared]
// CHECK-NEXT: note: use is from this call chain:
// CHECK-NEXT: foo(int*)
// CHECK-NEXT: bar(int*)
// CHECK-NEXT: note: function 'kernel(int*)' does not list it either
// CHECK-NEXT: note: compile with '-g' to get source location
// CHECK: x.bc: warning: function 'foo(int*)' uses aspect 'fp64' not listed in 'sycl::device_has'
// CHECK: boo(int)
// CHECK-NEXT: note: function 'kernel(int*)' does not list it either
// CHECK-NEXT: note: compile with '-g' to get source location
// CHECK-NOT: x.bc: warning
// CHECK: chain.cpp:31:7: warning: function 'foo(int*)' uses aspect 'fp64' not listed in 'sycl::device_has' [-Waspect-not-declared]
// CHECK-NEXT: note: use is from this call chain:
// CHECK-NEXT: foo(int*)
// CHECK-NEXT: bar(int*) chain.cpp:35:2
// CHECK-NEXT: note: function 'kernel(int*)' does not list it either
// CHECK-NEXT: chain.cpp:26:9: warning: function 'foo(int*)' uses aspect 'fp64' not listed in 'sycl::device_has'
// CHECK: boo(int) chain.cpp:31:7
// CHECK-NOT: warning
#include "_sycl.hpp"
double boo(int x)
{
	double d = x;
	return d;
}
void bar(int *p)
{
	*p = boo(*p) > 0;
}
SYCL_EXTERNAL [[sycl::device_has(aspect::fp16)]] void foo(int *p)
{
	bar(p);
}
PROPERTY(nd_range_kernel<1>) [[sycl::device_has(aspect::fp16)]] void kernel(int *p)
{
	bar(p);
}
