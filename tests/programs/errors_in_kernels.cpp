// Device code that SYCL does not allow: an error at each place.
// expect-error: place.cpp:6:
// expect-error: place.cpp:7:
// expect-error: place.cpp:8:
// expect-error: place.cpp:9:
// expect-error: place.cpp:10:
// expect-error: place.cpp:11:
#include "check.hpp"
#include <typeinfo>

static int counter;
int undefined_here(int);
static int recursive(int n) { return n ? recursive(n - 1) + 1 : 0; }

#line 1 "place.cpp"
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] {
		throw 1;
		p[0] = counter;
		p[0] = undefined_here(2);
		p[0] = int(typeid(*p).hash_code());
		p[0] = *new int(3);
		p[0] = recursive(*p);
	}).wait();
	return wrong;
}
