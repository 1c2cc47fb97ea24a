#include "external.hpp"

SYCL_EXTERNAL int forth(int x) { return back(x) * 10; }
SYCL_EXTERNAL int deep::inner(const Value &v) { return int(float(v.a) / v.b); }
template <typename T> SYCL_EXTERNAL T generic(T x) { return x * 2; }
template SYCL_EXTERNAL int generic<int>(int);

void other_kernel(sycl::queue &q, int *p)
{
	q.parallel_for(16, [=](sycl::id<1> i) { p[i] = back(int(i)); }).wait();
}
