// Shortcuts of queue: kernels without command groups, of all ranges.
#include "check.hpp"

int main()
{
	sycl::queue q;
	constexpr size_t n = 60;
	int *a = sycl::malloc_shared<int>(n, q);

	q.single_task([=] { a[0] = 7; }).wait();
	CHECK(a[0] == 7);
	q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { a[i] = i[0]; }).wait();
	check_each("range<1>, id", n, a, [](size_t i) { return int(i); });
	q.parallel_for(n, [=](auto i) { a[i] = 2 * i; }).wait();
	check_each("number, auto", n, a, [](size_t i) { return int(2 * i); });
	q.parallel_for(sycl::range(6, 10), [=](sycl::item<2> i) { a[i.get_linear_id()] = i[0] * 100 + i[1]; }).wait();
	check_each("range<2>, item", n, a, [](size_t i) { return int(i / 10 * 100 + i % 10); });
	q.parallel_for({ 3, 4, 5 }, [=](sycl::id<3> i) { a[(i[0] * 4 + i[1]) * 5 + i[2]] = i[0] * 100 + i[1] * 10 + i[2]; }).wait();
	check_each("list of 3, id", n, a, [](size_t i) { return int(i / 20 * 100 + i / 5 % 4 * 10 + i % 5); });
	q.parallel_for(sycl::nd_range<1>(n, 12), [=](sycl::nd_item<1> i) { a[i.get_global_id(0)] = i.get_group(0) * 100 + i.get_local_id(0); });
	q.wait();
	check_each("nd_range", n, a, [](size_t i) { return int(i / 12 * 100 + i % 12); });
	/* One element of an item of 1 dimension converts to a number. */
	q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i) { a[i] = i + i.get_range(0); }).wait();
	check_each("item<1>", n, a, [](size_t i) { return int(i + n); });
	q.parallel_for(sycl::range<1>(n), [=](int i) { a[i] = -i; }).wait();
	check_each("int", n, a, [](size_t i) { return -int(i); });
	sycl::free(a, q);
	return wrong;
}
