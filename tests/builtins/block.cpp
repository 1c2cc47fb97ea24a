/* tests/builtins/block.cpp — block reads and writes of sub-groups. Only compiled. */
#include <sycl/sycl.hpp>
namespace x = sycl::ext::oneapi::experimental;
template <class T, int N> void run(sycl::queue &q)
{
	T *p = sycl::malloc_shared<T>(999, q);
	q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) {
		using namespace sycl;
		auto g = i.get_sub_group();
		auto props = x::properties{ x::data_placement_striped, x::full_group, x::contiguous_memory };
		T v[N];
		x::group_load(g, p, span<T, N>(v), props);
		x::group_store(g, span<T, N>(v), p + 64, props);
		x::group_load(i.get_group(), p, span<T, N>(v));
		x::group_store(i.get_group(), span<T, N>(v), p);
		auto mp = address_space_cast<access::address_space::global_space, access::decorated::yes>(p);
		x::group_load(g, mp, span<T, N>(v), props);
		x::group_store(g, span<T, N>(v), mp, props);
	});
}
template <class T> void all(sycl::queue &q)
{
	run<T, 1>(q);
	run<T, 2>(q);
	run<T, 4>(q);
	run<T, 8>(q);
}
int main()
{
	sycl::queue q;
	all<int8_t>(q);
	all<uint16_t>(q);
	all<int>(q);
	all<float>(q);
	all<double>(q);
	all<long>(q);
	run<uint8_t, 16>(q);
	run<sycl::float4, 2>(q);
}
