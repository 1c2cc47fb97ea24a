// Extensions of groups: sorting, loads and stores, non-uniform groups, user-defined operators, dot products.
#include "check.hpp"
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/ext/oneapi/experimental/group_sort.hpp>
#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
#include <sycl/ext/oneapi/experimental/user_defined_reductions.hpp>

namespace ext = sycl::ext::oneapi::experimental;

int main()
{
	sycl::queue q;
	constexpr size_t n = 64;
	int *data = sycl::malloc_shared<int>(n, q), *out = sycl::malloc_shared<int>(n, q), *dot = sycl::malloc_shared<int>(1, q);
	for (size_t i = 0; i < n; i++)
		data[i] = int((i * 37) % 64);
	q.submit([&](sycl::handler &h) {
		size_t bytes = ext::default_sorters::joint_sorter<>::memory_required<int>(sycl::memory_scope::work_group, n);
		sycl::local_accessor<std::byte, 1> scratch(bytes, h);
		h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
			auto *raw = scratch.get_multi_ptr<sycl::access::decorated::no>().get();
			auto g = it.get_group();
			ext::joint_sort(ext::group_with_scratchpad(g, sycl::span(raw, bytes)), data, data + n);
			auto handle = ext::group_with_scratchpad(g, sycl::span(raw, bytes));
			int product = ext::reduce_over_group(handle, int(it.get_local_id(0)) + 1, [](int a, int b) { return (a * b) % 1009; });
			int pair[2];
			ext::group_load(g, data, sycl::span<int, 2>(pair, 2));
			out[it.get_local_id(0)] = pair[0] * 100 + pair[1];
			out[16 + it.get_local_id(0)] = product;
			if (it.get_local_id(0) == 0)
				*dot = sycl::ext::oneapi::dot_acc(0x01020304, 0x01010101, 5);
		});
	}).wait();
	check_each("sorted", n, data, [](size_t i) { return int(i); });
	check_each("loaded", 16, out, [](size_t i) { return int(2 * i * 100 + 2 * i + 1); });
	int product = 1;
	for (int i = 1; i <= 16; i++)
		product = product * i % 1009;
	check_each("product", 16, out + 16, [&](size_t) { return product; });
	CHECK(*dot == 15);
	return wrong;
}
