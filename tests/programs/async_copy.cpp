// async_work_group_copy, with strides, and wait_for.
#include "check.hpp"

int main()
{
	sycl::queue q;
	constexpr size_t n = 64, group = 16;
	float *in = sycl::malloc_shared<float>(2 * n, q), *out = sycl::malloc_shared<float>(n, q), *spread = sycl::malloc_shared<float>(2 * n, q);
	for (size_t i = 0; i < 2 * n; i++) {
		in[i] = i;
		spread[i] = -1;
	}
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<float, 1> plain(group, h), strided(group, h);
		h.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> it) {
			auto global = [](float *p) { return sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(p); };
			size_t base = it.get_group(0) * group;
			auto l = plain.get_multi_ptr<sycl::access::decorated::yes>(), s = strided.get_multi_ptr<sycl::access::decorated::yes>();
			auto first = it.async_work_group_copy(l, global(in + base), group);
			auto second = it.get_group().async_work_group_copy(s, global(in + 2 * base), group, 2);
			it.get_group().wait_for(first, second);
			plain[it.get_local_id(0)] += strided[it.get_local_id(0)];
			sycl::group_barrier(it.get_group());
			it.async_work_group_copy(global(out + base), l, group).wait();
			auto last = it.async_work_group_copy(global(spread + 2 * base), l, group, 2);
			it.wait_for(last);
		});
	}).wait();
	check_each("out", n, out, [](size_t i) { return float(3 * i); });
	check_each("spread", 2 * n, spread, [](size_t i) { return i % 2 ? -1.f : float(3 * (i / 2)); });
	return wrong;
}
