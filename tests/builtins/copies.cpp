/* tests/builtins/copies.cpp — asynchronous copies and prefetch. Only compiled. */
#include <sycl/sycl.hpp>
namespace x = sycl::ext::oneapi::experimental;
template <class T> void run(sycl::queue &q)
{
	using namespace sycl;
	T *p = malloc_shared<T>(999, q);
	q.submit([&](handler &h) {
		local_accessor<T, 1> l(16, h);
		h.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> i) {
			auto gp = address_space_cast<access::address_space::global_space, access::decorated::yes>(p);
			auto lp = l.template get_multi_ptr<access::decorated::yes>();
			auto e = i.get_group().async_work_group_copy(lp, gp, 16);
			i.get_group().wait_for(e);
			auto e2 = i.get_group().async_work_group_copy(gp, lp, 16);
			auto e3 = i.get_group().async_work_group_copy(lp, gp, 8, 2);
			i.get_group().wait_for(e2, e3);
			i.async_work_group_copy(gp, lp, 8, 2).wait();
		});
	});
}
int main()
{
	sycl::queue q;
	run<int>(q);
	run<char>(q);
	run<float>(q);
	run<double>(q);
	run<sycl::half>(q);
	run<sycl::float4>(q);
	run<sycl::char3>(q);
	run<bool>(q);
	run<unsigned long>(q);
	float *p = sycl::malloc_shared<float>(99, q);
	q.parallel_for(16, [=](sycl::id<1> i) {
		x::prefetch(p + i, 4);
		x::prefetch(p, 16, x::properties{ x::prefetch_hint_L2 });
	});
}
