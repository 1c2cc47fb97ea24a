// multi_ptr: address spaces, casts, decorated and not, arithmetic, pointers from accessors.
#include "check.hpp"

int main()
{
	sycl::queue q;
	using sycl::access::address_space;
	using sycl::access::decorated;
	int *p = sycl::malloc_shared<int>(16, q), *out = sycl::malloc_shared<int>(8, q);
	for (int i = 0; i < 16; i++)
		p[i] = i * i;
	sycl::buffer<int> b(p, 16);
	q.submit([&](sycl::handler &h) {
		sycl::accessor a{ b, h, sycl::read_only };
		sycl::local_accessor<int, 1> local(4, h);
		h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
			auto global = sycl::address_space_cast<address_space::global_space, decorated::yes>(p);
			sycl::multi_ptr<int, address_space::generic_space, decorated::no> generic = sycl::address_space_cast<address_space::generic_space, decorated::no>(p);
			auto l = local.get_multi_ptr<decorated::yes>();
			int own = 6;
			sycl::raw_private_ptr<int> mine = sycl::address_space_cast<address_space::private_space, decorated::no>(&own);
			l[0] = 40;
			*(l + 1) = 2;
			out[0] = *(global + 3) + generic[4];
			++global;
			out[1] = *global + int(global.get_raw() - p);
			out[2] = l[0] + l[1];
			out[3] = *mine * 2;
			out[4] = a.get_multi_ptr<decorated::no>()[5];
			out[5] = *(a.get_multi_ptr<decorated::yes>().get_raw() + 2);
			sycl::raw_global_ptr<const int> constant(a);
			out[6] = constant[6];
			sycl::multi_ptr<void, address_space::global_space, decorated::yes> untyped = global;
			out[7] = (untyped.get() != nullptr) + (global > nullptr) + (generic.get() == p);
		});
	}).wait();
	const int want[] = { 25, 2, 42, 12, 25, 4, 36, 3 };
	check_each("out", 8, out, [&](size_t i) { return want[i]; });
	return wrong;
}
