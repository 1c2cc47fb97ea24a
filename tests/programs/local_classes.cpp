// Classes that are defined in a function: pointers to them in all address spaces, and as values of groups and reductions.
#include "check.hpp"

int main()
{
	struct particle {
		float x;
		int n;
		explicit operator double() const { return x * 1000 + n; }
		bool operator==(const particle &other) const { return x == other.x && n == other.n; }
	};
	using sycl::access::address_space;
	using sycl::access::decorated;
	constexpr size_t N = 8;
	sycl::queue q;
	auto *p = sycl::malloc_shared<particle>(N, q);
	auto *from_groups = sycl::malloc_shared<particle>(2, q);
	auto **last = sycl::malloc_shared<particle *>(1, q);
	auto *total = sycl::malloc_shared<particle>(1, q);

	for (size_t i = 0; i < N; i++)
		p[i] = { float(i), int(i) };
	*last = nullptr;
	*total = {};
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<particle, 1> shared(N / 2, h);
		h.parallel_for(sycl::nd_range<1>(N, N / 2), [=](sycl::nd_item<1> it) {
			const size_t i = it.get_global_id(0), l = it.get_local_id(0);
			auto global = sycl::address_space_cast<address_space::global_space, decorated::yes>(p);
			auto constant = sycl::address_space_cast<address_space::global_space, decorated::no>((const particle *)p);
			particle own = constant[i];
			auto mine = sycl::address_space_cast<address_space::private_space, decorated::no>(&own);
			particle *of_group = &shared[0];
			auto local = sycl::address_space_cast<address_space::local_space, decorated::yes>(of_group);
			auto generic = sycl::address_space_cast<address_space::generic_space, decorated::no>(p);

			mine->x += 1;
			local[l] = *mine;
			sycl::group_barrier(it.get_group());
			global[i].n += local[(l + 1) % (N / 2)].n;
			generic[i].x = shared[l].x;
			if (i == N - 1)
				sycl::atomic_ref<particle *, sycl::memory_order::relaxed, sycl::memory_scope::device>(*last).store(p + i);
			auto first = sycl::group_broadcast(it.get_group(), own, 1);
			if (l == 0)
				from_groups[it.get_group(0)] = first;
		});
	}).wait();
	q.parallel_for(sycl::range<1>(N), sycl::reduction(total, particle{}, [](particle a, particle b) { return particle{ a.x + b.x, a.n + b.n }; }),
		       [=](sycl::id<1> i, auto &sum) { sum.combine(p[i]); }).wait();
	check_each("x", N, p, [](size_t i) { return particle{ float(i) + 1, int(i + (i + 1) % 4 + i / 4 * 4) }; });
	check_each("of groups", 2, from_groups, [](size_t i) { return particle{ float(i * 4 + 2), int(i * 4 + 1) }; });
	check_each("total", 1, total, [](size_t) { return particle{ 36, 56 }; });
	CHECK(*last == p + N - 1);
	return wrong;
}
