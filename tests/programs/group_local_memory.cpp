// group_local_memory with and without initial values, several in one kernel, in functions, and work_group_static.
#include "check.hpp"

namespace ext = sycl::ext::oneapi;
struct Table { int values[16]; float scale; Table(float s) : scale(s) {} };

static int sum_of(sycl::group<1> g, int value)
{
	int &sum = *ext::group_local_memory_for_overwrite<int>(g);
	if (g.leader())
		sum = 0;
	sycl::group_barrier(g);
	sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group, sycl::access::address_space::local_space>(sum) += value;
	sycl::group_barrier(g);
	return sum;
}

int main()
{
	sycl::queue q;
	constexpr size_t n = 64;
	int *out = sycl::malloc_shared<int>(n, q), *sums = sycl::malloc_shared<int>(n, q);
	q.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
		auto g = it.get_group();
		auto table = ext::group_local_memory<Table>(g, 2.f);
		auto array = ext::group_local_memory_for_overwrite<int[16]>(g);
		size_t l = it.get_local_id(0);
		table->values[l] = it.get_global_id(0);
		(*array)[15 - l] = int(l);
		sycl::group_barrier(g);
		out[it.get_global_id(0)] = int(table->values[15 - l] * table->scale) + (*array)[l];
		sums[it.get_global_id(0)] = sum_of(g, int(it.get_group(0)));
	}).wait();
	check_each("out", n, out, [](size_t i) { return int(2 * (i / 16 * 16 + 15 - i % 16) + 15 - i % 16); });
	check_each("sum", n, sums, [](size_t i) { return int(i / 16 * 16); });
	return wrong;
}
