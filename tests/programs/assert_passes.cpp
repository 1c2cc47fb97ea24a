// assert() that holds, and without effect with NDEBUG.
// variants: -O2 | -DNDEBUG -DBROKEN=1
#include "check.hpp"
#include <cassert>
#ifndef BROKEN
#define BROKEN 0
#endif

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);
	q.parallel_for(8, [=](sycl::id<1> i) {
		assert(i[0] < 8 && "in range");
		assert(!BROKEN);
		p[i] = i[0];
	}).wait();
	check_each("p", 8, p, [](size_t i) { return int(i); });
	return wrong;
}
