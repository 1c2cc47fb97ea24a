/* histogram.cpp — how often each byte occurs: counted in local memory, added up by atomics. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void histogram(const unsigned char *in,
													 uint32_t *bins, int count)
{
	static oneapi::experimental::work_group_static<uint32_t[256]> mine;
	auto it = oneapi::this_work_item::get_nd_item<1>();
	using local = sycl::atomic_ref<uint32_t, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
				       sycl::access::address_space::local_space>;
	using global = sycl::atomic_ref<uint32_t, sycl::memory_order::relaxed, sycl::memory_scope::device,
					sycl::access::address_space::global_space>;

	for (size_t i = it.get_local_id(0); i < 256; i += it.get_local_range(0))
		mine[i] = 0;
	sycl::group_barrier(it.get_group());
	for (size_t i = it.get_global_id(0); i < static_cast<size_t>(count); i += it.get_global_range(0))
		local(mine[in[i]])++;
	sycl::group_barrier(it.get_group());
	for (size_t i = it.get_local_id(0); i < 256; i += it.get_local_range(0))
		global(bins[i]).fetch_add(mine[i]);
}
