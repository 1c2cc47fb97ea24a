// async_work_group_copy, with strides, and wait_for; of numbers and of objects.
#include "check.hpp"

struct Atom {
	double x;
	char kind;
	bool operator==(const Atom &o) const { return x == o.x && kind == o.kind; }
	explicit operator double() const { return x; }
};
struct __attribute__((packed)) Packed {
	char kind;
	int x;
	bool operator==(const Packed &o) const { return x == o.x && kind == o.kind; }
	explicit operator double() const { return x; }
};

/* Every group copies its objects, and every second object of twice as many, and writes the second list with gaps. */
template <class T> void copy_objects(sycl::queue &q)
{
	constexpr size_t n = 32, group = 16;
	T *in = sycl::malloc_shared<T>(2 * n, q), *out = sycl::malloc_shared<T>(n, q), *spread = sycl::malloc_shared<T>(2 * n, q);
	auto global = [](auto *p) { return sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(p); };

	for (size_t i = 0; i < 2 * n; i++) {
		in[i].x = i;
		in[i].kind = 'a' + i % 26;
		spread[i] = in[0];
	}
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<T, 1> plain(group, h), strided(group, h);
		h.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> it) {
			size_t base = it.get_group(0) * group;
			auto l = plain.template get_multi_ptr<sycl::access::decorated::yes>(), s = strided.template get_multi_ptr<sycl::access::decorated::yes>();
			auto first = it.async_work_group_copy(l, global(static_cast<const T *>(in + base)), group);
			auto second = it.get_group().async_work_group_copy(s, global(in + 2 * base), group, 2);
			it.wait_for(first, second);
			it.async_work_group_copy(global(out + base), l, group).wait();
			it.async_work_group_copy(global(spread + 2 * base), s, group, 2).wait();
		});
	}).wait();
	check_each("objects", n, out, [=](size_t i) { return in[i]; });
	check_each("objects with gaps", 2 * n, spread, [=](size_t i) { return in[i % 2 ? 0 : i]; });
}

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
	copy_objects<Atom>(q);
	copy_objects<Packed>(q);
	return wrong;
}
