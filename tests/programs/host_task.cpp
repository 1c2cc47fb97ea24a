// host_task with accessors and events, between kernels.
#include "check.hpp"

int main()
{
	sycl::queue q;
	constexpr size_t n = 16;
	sycl::buffer<int> b{ n };
	int *p = sycl::malloc_shared<int>(n, q), calls = 0;

	q.submit([&](sycl::handler &h) {
		sycl::accessor a{ b, h, sycl::write_only };
		h.parallel_for(n, [=](sycl::id<1> i) { a[i] = i; });
	});
	sycl::event host = q.submit([&](sycl::handler &h) {
		sycl::accessor a{ b, h, sycl::read_write, sycl::no_init };
		sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::host_task> on_host(b, h);
		h.host_task([=, &calls] {
			calls++;
			for (size_t i = 0; i < n; i++)
				on_host[i] = on_host[i] * 2;
		});
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor a{ b, h, sycl::read_only };
		h.depends_on(host);
		h.parallel_for(n, [=](sycl::id<1> i) { p[i] = a[i] + 1; });
	});
	q.wait();
	check_each("p", n, p, [](size_t i) { return int(i) * 2 + 1; });
	q.submit([&](sycl::handler &h) {
		h.host_task([&](sycl::interop_handle handle) { calls += handle.get_backend() == q.get_backend() ? 10 : 100; });
	}).wait();
	CHECK(calls == 11);
	return wrong;
}
