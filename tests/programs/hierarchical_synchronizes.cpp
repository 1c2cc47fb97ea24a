// Code of a work-group runs in one work-item, so it cannot wait for the others.
// expect-error: hierarchical_synchronizes.cpp.*error: in parallel_for_work_group: '.*reduce_over_group.*' synchronizes work-items, but only one of them runs this code
#include "check.hpp"

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(64, q);
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<1>(4), sycl::range<1>(16), [=](sycl::group<1> g) {
			int sum = sycl::reduce_over_group(g, 3, sycl::plus<int>());
			g.parallel_for_work_item([&](sycl::h_item<1> it) { p[it.get_global_id(0)] = sum; });
		});
	});
	return 0;
}
