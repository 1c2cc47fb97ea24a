// assert() that fails: the text names file, function and expression, and the program aborts.
// expect-output: assert_fails.cpp
// expect-output: x < 3
// expect-status: -6
#undef NDEBUG
#include "check.hpp"
#include <cassert>

int main()
{
	sycl::queue q;
	q.parallel_for(4, [=](sycl::id<1> i) {
		size_t x = i[0];
		assert(x < 3);
	}).wait();
	return wrong;
}
