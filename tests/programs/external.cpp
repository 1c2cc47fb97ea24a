// SYCL_EXTERNAL functions of another source, in both directions, with templates and globals.
// files: more/external_other.cpp
#include "check.hpp"
#include "more/external.hpp"

SYCL_EXTERNAL int back(int x) { return x + 1; }

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(16, q);
	q.parallel_for(16, [=](sycl::id<1> i) { p[i] = forth(int(i)) + deep::inner(Value{ int(i), 0.5f }) + generic<int>(3); }).wait();
	check_each("p", 16, p, [](size_t i) { return int(i + 1) * 10 + int(i) * 2 + 6; });
	other_kernel(q, p);
	check_each("other", 16, p, [](size_t i) { return int(i + 1); });
	return wrong;
}
