// What device code may not do, with the calls that lead there. Code of the host may, and what is known at compile time.
// RUN: %S/compile %s -fexceptions -fcxx-exceptions 2>&1
// EXIT: 1
// CHECK: bad-code.cpp:77:49: error: device code calls 'strcmp', which is neither defined here nor SYCL_EXTERNAL
// CHECK: bad-code.cpp:78:51: error: device code calls '__builtin_strlen', which is neither defined here nor SYCL_EXTERNAL
// CHECK: bad-code.cpp:60:25: error: device code cannot use a global variable that is not a constant
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:61:4: error: device code cannot call a virtual function
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:62:14: error: device code cannot use long double
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:63:7: error: device code cannot call a function through a pointer
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:63:21: error: device code cannot allocate memory
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:64:13: error: a static variable in device code must be a constant
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:65:2: error: device code cannot use exceptions
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:51:13: error: device code cannot use recursion
// CHECK: bad-code.cpp:60:7: note: 'again' is called by 'deep' here
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK: bad-code.cpp:64:26: error: device code calls 'missing', which is neither defined here nor SYCL_EXTERNAL
// CHECK: bad-code.cpp:68:2: note: 'deep' is called by 'kernel' here
// CHECK-NOT: error:
#include "_sycl.hpp"
int variable;
constexpr int constant = 1;
struct object {
	virtual int f();
};
int (*pointer)(int);
int missing(int);
SYCL_EXTERNAL int elsewhere(int);
constexpr int power(int n)
{
	return n ? 2 * power(n - 1) : 1;
}
template <bool Do> int chosen()
{
	if constexpr (Do)
		throw 1;
	return 0;
}




int again(int x)
{
	return x ? again(x - 1) : 0;
}





int deep(int *p, object &v)
{
	*p = again(1) + p[1] + variable + constant;
	v.f();
	long double d = *p;
	*p = pointer(1) + *new int(2);
	static int s; *p += s + missing(2) + elsewhere(3) + sizeof(missing(1));
	throw 1;
}
PROPERTY(nd_range_kernel<1>) void kernel(int *p, object *v) {
	deep(p, *v);
	constexpr int eight = power(3);
	*p = eight + chosen<false>();
}
void host()
{
	throw again(variable);
}
extern "C" int strcmp(const char *, const char *), abs(int);
SYCL_EXTERNAL int compare(const char *a){return strcmp(a, a);}
SYCL_EXTERNAL long round(const char *text){return __builtin_strlen(text);}
SYCL_EXTERNAL float fine(float x, char *to) { return __builtin_sinf(x) + __builtin_floor(x) + (__builtin_memset(to, 0, 9), abs(4)); }
