// Algorithms of work-groups: over the group and joint.
#include "check.hpp"
#include <numeric>

int main()
{
	sycl::queue q;
	constexpr int n = 64, group = 32, rows = 16;
	int *in = sycl::malloc_shared<int>(n, q), *out = sycl::malloc_shared<int>(rows * n, q), *joint = sycl::malloc_shared<int>(4 * n, q);
	for (int i = 0; i < n; i++)
		in[i] = (i * 7) % 13;
	q.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> it) {
		auto g = it.get_group();
		int i = it.get_global_id(0), x = in[i], row = 0;
		auto put = [&](int value) { out[row++ * n + i] = value; };
		put(sycl::reduce_over_group(g, x, sycl::plus<>()));
		put(sycl::reduce_over_group(g, x, 100, sycl::maximum<>()));
		put(sycl::inclusive_scan_over_group(g, x, sycl::plus<>()));
		put(sycl::exclusive_scan_over_group(g, x, sycl::plus<>()));
		put(sycl::inclusive_scan_over_group(g, x, sycl::plus<>(), 10));
		put(sycl::exclusive_scan_over_group(g, x, 10, sycl::plus<>()));
		put(sycl::any_of_group(g, x == 12));
		put(sycl::all_of_group(g, x < 13));
		put(sycl::none_of_group(g, x == 50));
		put(sycl::any_of_group(g, x, [](int y) { return y > 100; }));
		put(sycl::group_broadcast(g, x));
		put(sycl::group_broadcast(g, x, 5));
		put(g.leader());
		const int *first = in + it.get_group(0) * group;
		put(sycl::joint_reduce(g, first, first + group, sycl::plus<>()));
		put(sycl::joint_any_of(g, first, first + group, [](int y) { return y == 3; }));
		put(sycl::joint_all_of(g, first, first + group, [](int y) { return y == 3; }) + 2 * sycl::joint_none_of(g, first, first + group, [](int y) { return y == 3; }));
		if (it.get_group(0) == 0) {
			sycl::joint_inclusive_scan(g, in, in + n, joint, sycl::plus<>());
			sycl::joint_exclusive_scan(g, in, in + n, joint + n, sycl::plus<>());
			sycl::joint_inclusive_scan(g, in, in + n, joint + 2 * n, sycl::maximum<>(), 4);
			sycl::joint_exclusive_scan(g, in, in + n, joint + 3 * n, 7, sycl::plus<>());
		}
	}).wait();

	std::vector<int> want(rows * n), scan(4 * n);
	for (int g = 0; g < n; g += group) {
		int sum = std::accumulate(in + g, in + g + group, 0), running = 0;
		for (int i = g; i < g + group; i++) {
			int values[rows] = { sum, 100, running + in[i], running, running + in[i] + 10, running + 10, 1, 1, 1, 0, in[g], in[g + 5], i == g, sum, 1, 0 };
			for (int row = 0; row < rows; row++)
				want[row * n + i] = values[row];
			running += in[i];
		}
	}
	check_each("over group", want.size(), out, [&](size_t i) { return want[i]; });
	for (int i = 0, sum = 0, most = 4; i < n; i++) {
		most = std::max(most, in[i]);
		scan[n + i] = sum;
		scan[3 * n + i] = sum + 7;
		scan[i] = sum += in[i];
		scan[2 * n + i] = most;
	}
	check_each("joint", scan.size(), joint, [&](size_t i) { return scan[i]; });
	return wrong;
}
