// atomic_ref: types, operations, orders, scopes, address spaces, fences.
#include "check.hpp"

template <typename T> using Ref = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>;

template <typename T> static void check_type(sycl::queue &q, const char *name)
{
	constexpr int n = 64;
	T *p = sycl::malloc_shared<T>(8, q);
	T start[8] = { 0, 1000, 1000, -1000 < T(0) ? T(-1000) : T(0), 5, 0, 3, 100 };
	std::copy(start, start + 8, p);
	q.parallel_for(n, [=](sycl::id<1> i) {
		T x = T(i[0]);
		Ref<T>(p[0]) += 2;
		Ref<T>(p[1]).fetch_sub(x);
		Ref<T>(p[2]).fetch_min(x + 3);
		Ref<T>(p[3]).fetch_max(x);
		if (i == 0)
			Ref<T>(p[4]).store(Ref<T>(p[4]).exchange(9) + Ref<T>(p[4]).load());
		T old = Ref<T>(p[5]).load();
		while (!Ref<T>(p[5]).compare_exchange_weak(old, old + x))
			;
		T three = 3;
		Ref<T>(p[6]).compare_exchange_strong(three, x + 50);
		sycl::atomic_ref<T, sycl::memory_order::acq_rel, sycl::memory_scope::system>(p[7]).fetch_add(1);
	}).wait();
	T want[8] = { T(128), T(1000 - 2016), 3, 63, 14, 2016, p[6], 164 };
	check_each(name, 8, p, [&](size_t i) { return want[i]; });
	CHECK(p[6] >= 50 && p[6] < 114);
	sycl::free(p, q);
}

int main()
{
	sycl::queue q;
	check_type<int>(q, "int");
	check_type<long>(q, "long");
	check_type<float>(q, "float");
	if (q.get_device().has(sycl::aspect::atomic64))
		check_type<double>(q, "double");

	unsigned *u = sycl::malloc_shared<unsigned>(8, q);
	unsigned long *wide = sycl::malloc_shared<unsigned long>(1, q);
	int **pointer = sycl::malloc_shared<int *>(1, q), *array = sycl::malloc_shared<int>(8, q);
	*wide = 1;
	*pointer = array;
	u[0] = 0xffffffff;
	u[1] = u[2] = u[3] = u[4] = 0;
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<unsigned, 1> local(1, h);
		h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
			unsigned i = it.get_global_id(0);
			Ref<unsigned>(u[0]) &= ~(1u << i) | 1u;
			Ref<unsigned>(u[1]) |= 1u << i;
			Ref<unsigned>(u[2]).fetch_xor(3u << i);
			Ref<unsigned>(u[3])++;
			if (it.get_local_id(0) == 0)
				local[0] = 0;
			sycl::group_barrier(it.get_group());
			sycl::atomic_ref<unsigned, sycl::memory_order::seq_cst, sycl::memory_scope::work_group, sycl::access::address_space::local_space> l(local[0]);
			l += i;
			sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::work_group);
			sycl::group_barrier(it.get_group());
			if (i == 0)
				u[4] = l.load(sycl::memory_order::acquire);
			Ref<unsigned long>(*wide).fetch_add(1ul << 40);
			if (i < 8)
				sycl::atomic_ref<int *, sycl::memory_order::relaxed, sycl::memory_scope::device>(*pointer)++;
		});
	}).wait();
	CHECK(u[0] == 1 && u[1] == 0xffffffff && u[2] == 1 && u[3] == 32 && u[4] == 496);
	CHECK(*wide == (32ul << 40) + 1 && *pointer == array + 8);
	return wrong;
}
