// Local memory of extensions: work_group_memory, work_group_static, work_group_scratch_memory.
#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;

int main()
{
	sycl::queue q;
	constexpr int n = 32, group = 8;
	int *p = sycl::malloc_shared<int>(n, q);
	q.submit([&](sycl::handler &h) {
		ext::work_group_memory<int[group]> array{ h };
		ext::work_group_memory<int> one{ h };
		h.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> it) {
			int l = int(it.get_local_id(0));
			array[group - 1 - l] = int(it.get_global_id(0));
			if (l == 0)
				one = 1000;
			sycl::group_barrier(it.get_group());
			p[it.get_global_id(0)] = array[l] + one;
		});
	}).wait();
	check_each("work_group_memory", n, p, [](size_t i) { return int(i / group * group + group - 1 - i % group) + 1000; });
	return wrong;
}
