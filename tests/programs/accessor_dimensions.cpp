// Accessors of 0, 2 and 3 dimensions, with offsets, and buffers that are reinterpreted or part of another.
#include "check.hpp"

int main()
{
	sycl::queue q;
	std::vector<int> plane(6 * 8), cube(3 * 4 * 5);
	int one = 5;
	{
		sycl::buffer<int, 2> b2(plane.data(), { 6, 8 });
		sycl::buffer<int, 3> b3(cube.data(), { 3, 4, 5 });
		sycl::buffer<int, 1> b0(&one, 1);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ b2, h, sycl::write_only };
			h.parallel_for(b2.get_range(), [=](sycl::id<2> i) { a[i] = i[0] * 10 + i[1]; });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ b3, h };
			h.parallel_for(b3.get_range(), [=](sycl::item<3> i) { a[i[0]][i[1]][i[2]] = i.get_linear_id(); });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ b2, h, sycl::range(2, 3), sycl::id(1, 4), sycl::read_write };
			h.parallel_for(sycl::range(2, 3), [=](sycl::id<2> i) { a[i] += 1000; });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor<int, 0> a(b0, h);
			h.single_task([=] { a = a * 2 + 1; });
		});
		sycl::host_accessor<int, 0> host(b0);
		CHECK(host == 11);
	}
	check_each("plane", plane.size(), plane, [](size_t i) {
		size_t y = i / 8, x = i % 8;
		return int(y * 10 + x) + (y >= 1 && y < 3 && x >= 4 && x < 7 ? 1000 : 0);
	});
	check_each("cube", cube.size(), cube, [](size_t i) { return int(i); });
	CHECK(one == 11);

	alignas(4096) static int large[4096];
	{
		sycl::buffer<int> whole(large, 4096, sycl::property::buffer::use_host_ptr());
		sycl::buffer<int> part(whole, sycl::id<1>(1024), sycl::range<1>(1024));
		CHECK(part.is_sub_buffer());
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ part, h };
			h.parallel_for(1024, [=](sycl::id<1> i) { a[i] = i[0] + 1; });
		});
		auto bytes = whole.reinterpret<unsigned char>(sycl::range<1>(4096 * 4));
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ bytes, h };
			h.single_task([=] { a[0] = 0x12; a[1] = 0x34; });
		});
		auto square = whole.reinterpret<int, 2>({ 64, 64 });
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ square, h };
			h.single_task([=] { a[63][63] = 9; });
		});
	}
	check_each("part", 4096, large, [](size_t i) { return i == 0 ? 0x3412 : i == 4095 ? 9 : i >= 1024 && i < 2048 ? int(i - 1023) : 0; });
	return wrong;
}
