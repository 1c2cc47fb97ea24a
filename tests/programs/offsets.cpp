// Ranges with offsets (deprecated, and still offered).
// options: -Wno-deprecated-declarations
#include "check.hpp"

int main()
{
	sycl::queue q;
	int *out = sycl::malloc_shared<int>(64, q);
	std::fill(out, out + 64, -1);
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::range<1>(10), sycl::id<1>(5), [=](sycl::item<1> i) { out[i.get_id(0)] = int(i.get_offset()[0] * 100 + i.get_linear_id()); });
	}).wait();
	check_each("range", 64, out, [](size_t i) { return i >= 5 && i < 15 ? int(500 + i - 5) : -1; });
	std::fill(out, out + 64, -1);
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<2>(sycl::range<2>(2, 4), sycl::range<2>(1, 2), sycl::id<2>(3, 1)), [=](sycl::nd_item<2> i) {
			out[i.get_global_id(0) * 8 + i.get_global_id(1)] = int(i.get_offset()[0] * 10 + i.get_local_id(1));
		});
	}).wait();
	check_each("nd_range", 64, out, [](size_t i) {
		size_t y = i / 8, x = i % 8;
		return y >= 3 && y < 5 && x >= 1 && x < 5 ? int(30 + (x - 1) % 2) : -1;
	});
	return wrong;
}
