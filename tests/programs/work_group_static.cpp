// work_group_static at namespace scope, static and plain in a kernel, and in a function.
// variants: -O0 | -O2
#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;
static ext::work_group_static<int[16]> outside;

static int &of_function()
{
	ext::work_group_static<int> one;
	return one;
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(64, q);
	q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
		static ext::work_group_static<int[16]> marked;
		ext::work_group_static<int> plain;
		int l = int(it.get_local_id(0));
		outside[l] = l;
		marked[l] = l * 100;
		if (l == 3) {
			plain = 7;
			of_function() = int(it.get_group(0));
		}
		sycl::group_barrier(it.get_group());
		p[it.get_global_id(0)] = outside[15 - l] + marked[15 - l] + plain * 10000 + of_function() * 100000;
	}).wait();
	check_each("p", 64, p, [](size_t i) { return int((15 - i % 16) * 101 + 70000 + i / 16 * 100000); });
	return wrong;
}
