// local_accessor of 0 to 3 dimensions, several in one kernel, and barriers.
#include "check.hpp"

struct Cell { float value; int index; };

int main()
{
	sycl::queue q;
	constexpr size_t n = 64, group = 16;
	int *out = sycl::malloc_shared<int>(n, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> reversed(group, h);
		sycl::local_accessor<int, 0> sum(h);
		sycl::local_accessor<Cell, 2> cells({ 4, 4 }, h);
		sycl::local_accessor<short, 3> cube(sycl::range(2, 2, 4), h);
		h.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> it) {
			size_t l = it.get_local_id(0);
			reversed[group - 1 - l] = it.get_global_id(0);
			cells[l / 4][l % 4] = { 0.5f, int(l) };
			cube[l / 8][l / 4 % 2][l % 4] = short(l * 2);
			if (l == 0)
				sum = 0;
			sycl::group_barrier(it.get_group());
			if (l == 0)
				for (size_t i = 0; i < group; i++)
					sum += cells[i / 4][i % 4].index;
			sycl::group_barrier(it.get_group());
			out[it.get_global_id(0)] = reversed[l] * 1000 + sum + cube[1][1][3] + int(cells[sycl::id(0, 0)].value * 2);
		});
	}).wait();
	check_each("out", n, out, [](size_t i) { return int(i / group * group + group - 1 - i % group) * 1000 + 120 + 30 + 1; });

	q.submit([&](sycl::handler &h) {
		auto table = sycl::local_accessor<int, 1>(8, h);
		h.parallel_for(sycl::nd_range<2>({ 8, 8 }, { 1, 8 }), [=](sycl::nd_item<2> it) {
			int *p = table.get_multi_ptr<sycl::access::decorated::no>().get();
			p[it.get_local_id(1)] = it.get_global_id(0);
			sycl::group_barrier(it.get_group());
			out[it.get_global_linear_id()] = table[7 - it.get_local_id(1)] + int(table.size());
		});
	}).wait();
	check_each("multi_ptr", n, out, [](size_t i) { return int(i / 8) + 8; });
	return wrong;
}
