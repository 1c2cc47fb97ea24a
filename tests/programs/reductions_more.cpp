// More reductions: 2 and 3 dimensions of nd_range, logical and bitwise operators, short and double, with buffers and local memory, large ranges.
#include "check.hpp"

int main()
{
	sycl::queue q;
	long *sum = sycl::malloc_shared<long>(1, q);
	bool *all = sycl::malloc_shared<bool>(1, q);
	unsigned *bits = sycl::malloc_shared<unsigned>(2, q);
	double *wide = sycl::malloc_device<double>(1, q), host = 0;
	*sum = 0;
	*all = true;
	bits[0] = 0;
	bits[1] = ~0u;
	q.parallel_for(sycl::nd_range<2>({ 12, 10 }, { 3, 5 }), sycl::reduction(sum, sycl::plus<>()), sycl::reduction(all, sycl::logical_and<>()),
		       [=](sycl::nd_item<2> i, auto &s, auto &a) { s += long(i.get_global_linear_id()); a.combine(i.get_global_id(0) < 12); }).wait();
	CHECK(*sum == 7140 && *all);
	q.parallel_for(sycl::nd_range<3>({ 2, 4, 4 }, { 1, 2, 4 }), sycl::reduction(bits, sycl::bit_or<>()), sycl::reduction(bits + 1, sycl::bit_and<>()),
		       [=](sycl::nd_item<3> i, auto &o, auto &a) { o |= 1u << i.get_global_linear_id(); a &= ~(1u << i.get_local_linear_id()); }).wait();
	CHECK(bits[0] == ~0u && bits[1] == ~0xffu);
	q.parallel_for(sycl::range<1>(1000003), sycl::reduction(wide, 0.0, sycl::plus<double>(), { sycl::property::reduction::initialize_to_identity() }),
		       [=](sycl::id<1> i, auto &r) { r += double(i[0] % 4); }).wait();
	q.memcpy(&host, wide, sizeof(host)).wait();
	CHECK(host == 1500003);
	sycl::buffer<short> b{ 1 };
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> local(4, h);
		auto r = sycl::reduction(b, h, short(0), [](short x, short y) { return short(x > y ? x : y); }, { sycl::property::reduction::initialize_to_identity() });
		h.parallel_for(sycl::nd_range<1>(64, 4), r, [=](sycl::nd_item<1> i, auto &most) {
			local[i.get_local_id(0)] = int(i.get_global_id(0)) * 3;
			sycl::group_barrier(i.get_group());
			most.combine(short(local[3 - i.get_local_id(0)]));
		});
	});
	CHECK(sycl::host_accessor(b)[0] == 189);
	return wrong;
}
