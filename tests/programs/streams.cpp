// sycl::stream: numbers, manipulators, vectors, several streams.
// expect-output: one 42 -7 2a 0x2a
// expect-output: float 1.5
// expect-output: vec 1, 2, 3, 4
// expect-output: 5 items
// expect-output: bool true c
// expect-output: id {3}
// expect-output: second
#include "check.hpp"

int main()
{
	sycl::queue q;
	q.submit([&](sycl::handler &h) {
		sycl::stream out(4096, 256, h), other(1024, 128, h);
		h.single_task([=] {
			out << "one " << 42 << " " << -7L << " " << sycl::hex << 42 << " " << sycl::showbase << 42 << sycl::noshowbase << sycl::dec << sycl::endl;
			out << "float " << sycl::setprecision(6) << sycl::fixed << 1.5f << sycl::endl;
			out << "vec " << sycl::int4(1, 2, 3, 4) << sycl::endl;
			out << "bool " << (1 < 2) << ' ' << 'c' << sycl::endl;
			out << "id " << sycl::id<1>(3) << "\n" << sycl::flush;
			other << "second" << sycl::endl;
		});
	}).wait();
	int *count = sycl::malloc_shared<int>(1, q);
	*count = 0;
	q.submit([&](sycl::handler &h) {
		sycl::stream out(8192, 128, h);
		h.parallel_for(5, [=](sycl::id<1> i) {
			if (i == 4)
				out << int(i[0]) + 1 << " items" << sycl::endl;
			sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count)++;
		});
	}).wait();
	CHECK(*count == 5);
	return wrong;
}
