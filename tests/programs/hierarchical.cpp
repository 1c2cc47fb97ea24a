// Hierarchical kernels: variables of the work-group, private memory, several loops, loops in conditions, flexible ranges.
#include "check.hpp"

int main()
{
	sycl::queue q;
	constexpr size_t groups = 4, size = 8, n = groups * size;
	int *a = sycl::malloc_shared<int>(n, q), *sums = sycl::malloc_shared<int>(groups, q);
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(size), [=](sycl::group<1> g) {
			int shared[size], base = int(g[0]) * 100;
			sycl::private_memory<int> own(g);
			g.parallel_for_work_item([&](sycl::h_item<1> i) {
				own(i) = int(i.get_local_id(0)) * 2;
				shared[i.get_local_id(0)] = int(i.get_global_id(0));
			});
			int sum = base;
			for (int s : shared)
				sum += s;
			if (g[0] % 2 == 0)
				g.parallel_for_work_item([&](sycl::h_item<1> i) { shared[i.get_local_id(0)] += 1000; });
			g.parallel_for_work_item([&](sycl::h_item<1> i) { a[i.get_global_id(0)] = shared[size - 1 - i.get_local_id(0)] + own(i) + base; });
			sums[g[0]] = sum;
		});
	}).wait();
	check_each("a", n, a, [](size_t i) {
		size_t g = i / size, l = i % size;
		return int(g * size + size - 1 - l + 2 * l + g * 100) + (g % 2 == 0 ? 1000 : 0);
	});
	check_each("sums", groups, sums, [](size_t g) { return int(g * 100 + 8 * g * 8 + 28); });

	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<2>(2, 2), [=](sycl::group<2> g) {
			int count = 0;
			g.parallel_for_work_item(sycl::range<2>(2, 4), [&](sycl::h_item<2> i) {
				a[g.get_group_linear_id() * 8 + i.get_logical_local_id(0) * 4 + i.get_logical_local_id(1)] = int(g[0] * 10 + g[1]);
			});
			count += 2;
			sums[g.get_group_linear_id()] = count;
		});
	}).wait();
	check_each("2 dimensions", n, a, [](size_t i) { return int(i / 16 * 10 + i / 8 % 2); });
	check_each("counts", groups, sums, [](size_t) { return 2; });
	return wrong;
}
