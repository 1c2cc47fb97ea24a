// Ranges: large ones, ranges that are not a multiple of anything, 1 to 3 dimensions of nd_range with all queries, offsets, no items.
#include "check.hpp"

int main()
{
	sycl::queue q;
	size_t large = (size_t(1) << 24) + 13;
	unsigned char *bytes = sycl::malloc_shared<unsigned char>(large, q);
	q.parallel_for(large, [=](sycl::id<1> i) { bytes[i] = (unsigned char)(i[0] * 7); }).wait();
	for (size_t i : { size_t(0), size_t(1) << 23, large - 1 })
		CHECK(bytes[i] == (unsigned char)(i * 7));
	size_t sum = 0;
	for (size_t i = 0; i < large; i++)
		sum += bytes[i] == (unsigned char)(i * 7);
	CHECK(sum == large);
	int *seen = sycl::malloc_shared<int>(1009 * 3, q);
	q.parallel_for(sycl::range<2>(1009, 3), [=](sycl::item<2> i) { seen[i.get_linear_id()] = int(i.get_id(0) * 3 + i.get_id(1)); }).wait();
	check_each("prime", 1009 * 3, seen, [](size_t i) { return int(i); });
	q.parallel_for(sycl::range<1>(0), [=](sycl::id<1>) { seen[0] = -1; }).wait();
	CHECK(seen[0] == 0);

	long *out = sycl::malloc_shared<long>(2 * 6 * 8, q);
	q.parallel_for(sycl::nd_range<3>({ 2, 6, 8 }, { 1, 3, 4 }), [=](sycl::nd_item<3> it) {
		auto g = it.get_group();
		bool good = it.get_global_range() == sycl::range<3>(2, 6, 8) && it.get_local_range(2) == 4 && it.get_group_range() == sycl::range<3>(2, 2, 2) &&
			    it.get_group_linear_id() == (g[0] * 2 + g[1]) * 2 + g[2] && it.get_local_linear_id() == it.get_local_id(1) * 4 + it.get_local_id(2) &&
			    g.get_local_linear_range() == 12 && g.get_group_linear_range() == 8 && it.get_nd_range().get_local_range() == sycl::range<3>(1, 3, 4) &&
			    it.get_global_id(1) == g.get_group_id(1) * 3 + g.get_local_id(1);
		out[it.get_global_linear_id()] = good ? long(it.get_global_id(0) * 100 + it.get_global_id(1) * 10 + it.get_global_id(2)) : -1;
	}).wait();
	check_each("nd_range<3>", 96, out, [](size_t i) { return long(i / 48 * 100 + i / 8 % 6 * 10 + i % 8); });
	return wrong;
}
