// Calls through pointers that a class of a system header keeps are an error with the calls that lead there. Functions that
// are handed to algorithms are inlined. Functions whose address is taken are device code, and so are destructors of what
// goes out of scope.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-pointers.cpp:38:42: error: device code cannot use run-time type information
// CHECK: bad-pointers.cpp:41:8: note: 'manage' is used by 'keep' here
// CHECK: bad-pointers.cpp:48:4: error: device code cannot use recursion
// CHECK: bad-pointers.cpp:50:12: note: 'remove' is called by '~node' here
// CHECK: bad-pointers.cpp:52:8: note: '~node' is called by '~list' here
// CHECK: bad-pointers.cpp:57:7: note: '~list' is called by 'scope' here
// CHECK: _inc/erased.hpp:16:39: error: device code cannot call a function through a pointer
// CHECK: bad-pointers.cpp:32:9: note: 'operator()' is called by 'kernel' here
// CHECK: _inc/erased.hpp:27:41: error: device code cannot call a virtual function
// CHECK: bad-pointers.cpp:36:9: note: 'call' is called by 'other' here
// CHECK-NOT: error:
#include "_sycl.hpp"
#include "_inc/erased.hpp"
namespace std {
class type_info;
}
int twice(int x)
{
	return 2 * x;
}
SYCL_EXTERNAL int fine(int x)
{
	return apply(twice, x) + holder<int (*)(int)>{ twice }(x) + holder<decltype(&twice)>{ &twice }(x);
}
PROPERTY(nd_range_kernel<1>) void kernel(int *p, function<int(int)> *f)
{
	p[0] = (*f)(p[1]);
}
PROPERTY(nd_range_kernel<1>) void other(int *p, base *b)
{
	p[0] = call(*b);
}
const std::type_info *manage() { return &typeid(int); }
SYCL_EXTERNAL void keep(const std::type_info *(**to)())
{
	*to = manage;
}
struct node {
	node *next = nullptr;
	static void remove(node *one)
	{
		if (one->next)
			remove(one->next);
	}
	~node() { remove(this); }
};
struct list {
	node first;
};
SYCL_EXTERNAL void scope(int *p)
{
	list own;
	p[0] = own.first.next != nullptr;
}
