// A virtual call in a kernel: an error at its place.
// expect-error: place.cpp:8:.*error: .*virtual
#include "check.hpp"

struct Base { virtual int value() const { return 1; } };
struct Derived : Base { int value() const override { return 2; } };

#line 1 "place.cpp"
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] {
		Derived d;
		const Base *b = *p ? static_cast<const Base *>(&d) : nullptr;
		*p = b->value();
	}).wait();
	CHECK(*p == 2);
	return wrong;
}
