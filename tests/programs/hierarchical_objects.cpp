// Hierarchical kernels: private memory, references, named and copied closures, functors, constructors that count, specialization
// constants, asynchronous copies.
// variants: -O0 | -O2 -std=c++20
#include "check.hpp"
#include <algorithm>
#include <array>
#include <numeric>

struct Counter {
	int *count;
	Counter(int *c) : count(c) { ++*count; }
	~Counter() { *count += 100; }
};
struct Add {
	int *p, by;
	Add(int *p, int by) : p(p), by(by) {}
	Add(const Add &other) : p(other.p), by(other.by) {}
	void operator()(sycl::h_item<1> it) const { p[it.get_global_id(0)] += by; }
};
template <class T> struct Sum {
	T *p;
	template <class Group> void operator()(Group g) const
	{
		T sum = 0;
		for (T v : std::array<T, 3>{ 1, 2, 3 })
			sum += v;
		g.parallel_for_work_item([&](auto it) { p[it.get_global_id(0)] += sum; });
	}
};
static auto adds(int *p, int *what) { return [=](sycl::h_item<1> it) { p[it.get_global_id(0)] += *what; }; }
constexpr sycl::specialization_id<int> number(11);

int main()
{
	sycl::queue q;
	constexpr size_t groups = 4, size = 16, n = groups * size;
	int *p = sycl::malloc_shared<int>(n, q), *counts = sycl::malloc_shared<int>(groups, q);
	std::fill(counts, counts + groups, 0);
	q.submit([&](sycl::handler &h) {
		h.set_specialization_constant<number>(13);
		h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(size), [=](auto g, sycl::kernel_handler kh) {
			int group = int(g[0]), values[8], constant = kh.template get_specialization_constant<number>(), *address = &constant;
			sycl::private_memory<int> a(g), b(g);
			auto &same = a;
			{
				Counter counter(&counts[group]);
				g.parallel_for_work_item([&](sycl::h_item<1> it) { same(it) = int(it.get_local_id(0)), b(it) = 2; });
			}
			std::iota(values, values + 8, group);
			std::reverse(values, values + 8);
			auto helper = [&](int x) { return values[0] += x; };
			int sum = helper(5) + helper(6);
			for (int i = 0; i < 4; i++) {
				int inside = i * 1000;
				g.parallel_for_work_item([&, inside](sycl::h_item<1> it) { b(it) += inside + i; });
			}
			auto named = [&](sycl::h_item<1> it) { p[it.get_global_id(0)] = a(it) + b(it) + sum + *address; };
			g.parallel_for_work_item(named);
			g.parallel_for_work_item(adds(p, address));
			int &chosen = group % 2 ? values[1] : values[2];
			chosen += 1;
			Add add(p, chosen);
			g.parallel_for_work_item(add);
			add.by = 3;
			g.parallel_for_work_item(add);
		});
	}).wait();
	check_each("objects", n, p, [](size_t i) {
		int g = int(i / size), first = g + 7;
		return int(i % size) + 2 + 6006 + (first + 5) + (first + 11) + 13 + 13 + (g % 2 ? g + 6 : g + 5) + 1 + 3;
	});
	check_each("constructed once", groups, counts, [](size_t) { return 101; });

	q.submit([&](sycl::handler &h) { h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(size), Sum<int>{ p }); }).wait();
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> local(size, h);
		h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(size), [=](sycl::group<1> g) {
			auto global = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(p + g[0] * size);
			auto cache = local.get_multi_ptr<sycl::access::decorated::yes>();
			g.wait_for(g.async_work_group_copy(cache, global, size));
			int most = 0;
			for (size_t i = 0; i < size; i++)
				most = sycl::max(most, local[i]);
			g.parallel_for_work_item([&](sycl::h_item<1> it) { local[it.get_local_id(0)] = most; });
			auto low = g.async_work_group_copy(global, cache, size / 2), high = g.async_work_group_copy(global + size / 2, cache + size / 2, size / 2);
			g.wait_for(low, high);
		});
	}).wait();
	check_each("copies", n, p, [](size_t i) { int g = int(i / size); return 15 + 6008 + 2 * g + 30 + 26 + (g % 2 ? g + 6 : g + 5) + 4 + 6; });
	return wrong;
}
