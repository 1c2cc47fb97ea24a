// Unified shared memory of all kinds: allocation, alignment, copies, fills, advice, queries of pointers.
#include "check.hpp"

struct Big { double x[3]; int y; };

int main()
{
	sycl::queue q;
	constexpr size_t n = 128;
	int *device = sycl::malloc_device<int>(n, q);
	int *shared = sycl::malloc_shared<int>(n, q);
	int *host = sycl::malloc_host<int>(n, q);
	std::vector<int> plain(n, 3);

	CHECK(sycl::get_pointer_type(device, q.get_context()) == sycl::usm::alloc::device);
	CHECK(sycl::get_pointer_type(shared, q.get_context()) == sycl::usm::alloc::shared);
	CHECK(sycl::get_pointer_type(host, q.get_context()) == sycl::usm::alloc::host);
	CHECK(sycl::get_pointer_type(plain.data(), q.get_context()) == sycl::usm::alloc::unknown);
	CHECK(sycl::get_pointer_device(device, q.get_context()) == q.get_device());
	q.memcpy(device, plain.data(), n * sizeof(int)).wait();
	q.fill(shared, 10, n).wait();
	q.memset(host, 0xff, n * sizeof(int)).wait();
	q.prefetch(shared, n * sizeof(int)).wait();
	q.mem_advise(shared, n * sizeof(int), 0).wait();
	q.parallel_for(n, [=](sycl::id<1> i) {
		shared[i] += device[i] + host[i];
		host[i] = i;
		device[i] = -int(i);
	}).wait();
	check_each("shared", n, shared, [](size_t) { return 12; });
	check_each("host", n, host, [](size_t i) { return int(i); });
	q.copy(device, plain.data(), n).wait();
	check_each("device", n, plain, [](size_t i) { return -int(i); });
	q.copy<int>(host + 8, device, 8).wait();
	q.submit([&](sycl::handler &h) { h.copy(device, shared, 8); }).wait();
	check_each("8", 8, shared, [](size_t i) { return int(i) + 8; });

	Big *big = sycl::aligned_alloc_shared<Big>(256, 4, q);
	CHECK(reinterpret_cast<uintptr_t>(big) % 256 == 0);
	q.fill(big, Big{ { 1, 2, 3 }, 4 }, 4).wait();
	q.single_task([=] { big[3].y += int(big[2].x[1]); }).wait();
	CHECK(big[3].y == 6 && big[0].x[2] == 3);
	void *any = sycl::malloc(64, q, sycl::usm::alloc::shared);
	sycl::usm_allocator<int, sycl::usm::alloc::shared> allocator(q);
	std::vector<int, decltype(allocator)> v(10, 4, allocator);
	int *data = v.data();
	q.parallel_for(10, [=](sycl::id<1> i) { data[i] *= int(i); }).wait();
	check_each("vector", 10, v, [](size_t i) { return 4 * int(i); });
	for (void *p : { any, static_cast<void *>(device), static_cast<void *>(shared), static_cast<void *>(host), static_cast<void *>(big) })
		sycl::free(p, q);
	return wrong;
}
