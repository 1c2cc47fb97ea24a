// Exceptions of the runtime, asynchronous handlers, exceptions of host code beside kernels.
#include "check.hpp"
#include <stdexcept>

struct Custom : std::runtime_error { using std::runtime_error::runtime_error; int depth = 3; };

static int recurse(int depth)
{
	std::string guard(100, 'x');
	if (depth == 0)
		throw Custom("bottom");
	return recurse(depth - 1) + int(guard.size());
}

int main()
{
	int asynchronous = 0, synchronous = 0;
	sycl::queue q{ sycl::default_selector_v, [&](sycl::exception_list list) {
		for (const std::exception_ptr &e : list)
			try {
				std::rethrow_exception(e);
			} catch (const std::exception &) {
				asynchronous++;
			}
	} };
	try {
		sycl::buffer<int> b{ 4 };
		sycl::buffer<int> part(b, 2, 8);
	} catch (const sycl::exception &e) {
		synchronous++;
		CHECK(e.code() == sycl::errc::invalid && e.code().category() == sycl::sycl_category());
	}
	try {
		sycl::device d([](const sycl::device &) { return -1; });
	} catch (const sycl::exception &) {
		synchronous++;
	}
	q.submit([&](sycl::handler &h) { h.host_task([] { throw Custom("in a host task"); }); });
	q.wait_and_throw();
	CHECK(synchronous == 2 && asynchronous == 1);
	int *p = sycl::malloc_shared<int>(1, q);
	try {
		q.single_task([=] { *p = 4; }).wait();
		recurse(*p);
	} catch (const Custom &e) {
		*p = e.depth;
	}
	CHECK(*p == 3);
	try {
		q.submit([&](sycl::handler &h) {
			if (*p == 3)
				throw std::out_of_range("from a command group");
			h.single_task([=] { *p = 9; });
		});
		wrong = 1;
	} catch (const std::out_of_range &) {
	}
	CHECK(*p == 3);
	return wrong;
}
