// Copies between buffers, memory and accessors of 2 and 3 dimensions; update_host; memcpy and fill in two dimensions.
#include "check.hpp"

int main()
{
	sycl::queue q;
	std::vector<int> source(6 * 8), target(6 * 8, -1);
	for (size_t i = 0; i < source.size(); i++)
		source[i] = int(i);
	sycl::buffer<int, 2> a(source.data(), { 6, 8 }), b({ 6, 8 });
	q.submit([&](sycl::handler &h) { sycl::accessor w{ b, h, sycl::write_only, sycl::no_init }; h.fill(w, 5); });
	q.submit([&](sycl::handler &h) {
		sycl::accessor from{ a, h, sycl::range(2, 3), sycl::id(1, 2), sycl::read_only };
		sycl::accessor to{ b, h, sycl::range(2, 3), sycl::id(3, 4), sycl::write_only };
		h.copy(from, to);
	});
	q.submit([&](sycl::handler &h) { sycl::accessor r{ b, h, sycl::read_only }; h.copy(r, target.data()); }).wait();
	check_each("rectangle", 48, target, [](size_t i) {
		size_t y = i / 8, x = i % 8;
		return y >= 3 && y < 5 && x >= 4 && x < 7 ? int((y - 2) * 8 + x - 2) : 5;
	});
	q.submit([&](sycl::handler &h) { sycl::accessor w{ a, h }; h.parallel_for(a.get_range(), [=](sycl::id<2> i) { w[i] *= 10; }); });
	q.submit([&](sycl::handler &h) { sycl::accessor w{ a, h, sycl::read_only }; h.update_host(w); }).wait();
	CHECK(source[47] == 470 && source[1] == 10);

	std::shared_ptr<int> shared(new int[4]{ 1, 2, 3, 4 }, std::default_delete<int[]>());
	std::vector<int> final_data(4);
	{
		sycl::buffer<int> c(shared, sycl::range<1>(4));
		q.submit([&](sycl::handler &h) { sycl::accessor w{ c, h }; h.parallel_for(4, [=](sycl::id<1> i) { w[i] += 1; }); });
		c.set_final_data(final_data.begin());
	}
	check_each("set_final_data", 4, final_data, [](size_t i) { return int(i + 2); });

	int *p = sycl::malloc_device<int>(40, q), *host = sycl::malloc_host<int>(40, q);
	q.fill(p, 0, 40).wait();
	q.ext_oneapi_fill2d(p, 10, 3, 4, 2).wait();
	q.ext_oneapi_memcpy2d(host, 5 * sizeof(int), p, 10 * sizeof(int), 5 * sizeof(int), 4).wait();
	check_each("2 dimensions", 20, host, [](size_t i) { return i % 5 < 4 && i / 5 < 2 ? 3 : 0; });
	return wrong;
}
