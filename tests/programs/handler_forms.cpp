// Kernels through command groups, with dependencies by events.
#include "check.hpp"

int main()
{
	sycl::queue q;
	constexpr size_t n = 64;
	int *a = sycl::malloc_device<int>(n, q), *b = sycl::malloc_device<int>(n, q);
	std::vector<int> got(n);

	sycl::event first = q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { a[i] = i; }); });
	sycl::event second = q.submit([&](sycl::handler &h) { h.fill(b, 5, n); });
	sycl::event third = q.submit([&](sycl::handler &h) {
		h.depends_on(first);
		h.depends_on(std::vector{ second });
		h.parallel_for(sycl::nd_range<2>({ 8, 8 }, { 2, 4 }), [=](sycl::nd_item<2> i) { b[i.get_global_linear_id()] += a[i.get_global_linear_id()]; });
	});
	sycl::event fourth = q.parallel_for(sycl::range<1>(n), { third }, [=](sycl::item<1> i) { a[i.get_id()] = b[i.get_id()] * 2; });
	q.submit([&](sycl::handler &h) {
		h.depends_on({ third, fourth });
		h.single_task([=] { a[0] += 1000; });
	}).wait();
	q.submit([&](sycl::handler &h) { h.memcpy(got.data(), a, n * sizeof(int)); }).wait();
	check_each("chain", n, got, [](size_t i) { return int(i + 5) * 2 + (i ? 0 : 1000); });
	q.memcpy(got.data(), b, n * sizeof(int), fourth).wait();
	check_each("second", n, got, [](size_t i) { return int(i + 5); });
	CHECK(third.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	sycl::event::wait({ first, second });
	sycl::free(a, q);
	sycl::free(b, q);
	return wrong;
}
