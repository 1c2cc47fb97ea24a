/* reduction.cpp — the sum of an array: each group its part, then one atomic addition per group. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void sum(const int *in, int *total, int count)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	int mine = 0;

	for (size_t i = it.get_global_id(0); i < static_cast<size_t>(count); i += it.get_global_range(0))
		mine += in[i];
	mine = sycl::reduce_over_group(it.get_group(), mine, sycl::plus<>());
	if (it.get_group().leader())
		sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device,
				 sycl::access::address_space::global_space>(*total)
			.fetch_add(mine);
}
