// Placeholder accessors, accessors in structs and arrays of a kernel, copies and fills by accessors.
#include "check.hpp"

struct Pair {
	sycl::accessor<int, 1> first;
	int between;
	sycl::accessor<float, 1, sycl::access_mode::read> second;
};

int main()
{
	sycl::queue q;
	constexpr size_t n = 16;
	sycl::buffer<int> a{ n }, b{ n };
	sycl::buffer<float> f{ n };

	sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t> late(a);
	CHECK(late.is_placeholder());
	q.submit([&](sycl::handler &h) {
		h.require(late);
		h.parallel_for(n, [=](sycl::id<1> i) { late[i] = i; });
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor w{ f, h, sycl::write_only };
		h.fill(w, 2.5f);
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor from{ a, h, sycl::read_only };
		sycl::accessor to{ b, h, sycl::write_only };
		h.copy(from, to);
	});
	q.submit([&](sycl::handler &h) {
		Pair pair{ { b, h }, 3, { f, h } };
		sycl::accessor<int, 1> both[2] = { { a, h }, { a, h } };
		h.parallel_for(n, [=](sycl::id<1> i) {
			pair.first[i] = pair.first[i] * pair.between + int(pair.second[i] * 2);
			both[1][i] += 100;
		});
	});
	std::vector<int> got(n);
	q.submit([&](sycl::handler &h) {
		sycl::accessor from{ b, h, sycl::read_only };
		h.copy(from, got.data());
	}).wait();
	check_each("pair", n, got, [](size_t i) { return int(i) * 3 + 5; });
	sycl::host_accessor host{ a };
	check_each("array", n, host, [](size_t i) { return int(i) + 100; });
	return wrong;
}
