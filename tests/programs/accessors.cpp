// Buffers and accessors: modes, tags, offsets, host accessors, ranged accessors, iterators, write-back, const data.
#include "check.hpp"
#include <numeric>

int main()
{
	constexpr size_t n = 32;
	sycl::queue q;
	std::vector<int> data(n), result(n, -1);
	std::iota(data.begin(), data.end(), 0);
	{
		sycl::buffer<int> in(data.data(), n);
		sycl::buffer out{ result };
		sycl::buffer<int> temporary{ sycl::range<1>(n) };
		q.submit([&](sycl::handler &h) {
			sycl::accessor r{ in, h, sycl::read_only };
			sycl::accessor w{ temporary, h, sycl::write_only, sycl::no_init };
			h.parallel_for(n, [=](sycl::id<1> i) { w[i] = r[i] * 3; });
		});
		q.submit([&](sycl::handler &h) {
			auto r = temporary.get_access<sycl::access::mode::read>(h);
			auto w = out.get_access<sycl::access::mode::discard_write>(h);
			h.parallel_for(n, [=](sycl::item<1> i) { w[i] = r[i] + 1; });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor rw{ out, h, sycl::range<1>(4), sycl::id<1>(8), sycl::read_write };
			h.parallel_for(4, [=](sycl::id<1> i) { rw[i] += 1000; });
		});
		{
			sycl::host_accessor host{ temporary, sycl::read_only };
			check_each("temporary", n, host, [](size_t i) { return int(i) * 3; });
			CHECK(host.size() == n && std::accumulate(host.begin(), host.end(), 0) == 3 * 496);
		}
		{
			sycl::host_accessor host{ in };
			host[0] = 77;
		}
		q.submit([&](sycl::handler &h) {
			sycl::accessor r{ in, h, sycl::read_only };
			sycl::accessor w{ out, h, sycl::write_only };
			h.single_task([=] { w[31] = r[0]; for (auto &x : r) w[30] += 0 * x; });
		});
	}
	check_each("written back", n, result, [](size_t i) { return i == 31 ? 77 : int(i) * 3 + 1 + (i >= 8 && i < 12 ? 1000 : 0); });
	CHECK(data[0] == 77);
	const std::vector<int> constant(n, 4);
	{
		sycl::buffer<int> in(constant.data(), n);
		sycl::buffer<int> out(result.data(), n);
		q.submit([&](sycl::handler &h) {
			sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::device> r(in, h);
			sycl::accessor<int, 1, sycl::access_mode::read_write> w(out, h);
			h.parallel_for(n, [=](sycl::id<1> i) { w[i] = r[i]; });
		});
	}
	check_each("constant", n, result, [](size_t) { return 4; });
	return wrong;
}
