// Command graphs: recorded, explicit nodes, replayed with new data.
// only: cpu
#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(32, q);
	std::fill(p, p + 32, 1);
	ext::command_graph graph(q.get_context(), q.get_device());
	graph.begin_recording(q);
	sycl::event first = q.parallel_for(32, [=](sycl::id<1> i) { p[i] += int(i); });
	q.submit([&](sycl::handler &h) {
		h.depends_on(first);
		h.parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> i) { p[i.get_global_id(0)] *= 2; });
	});
	graph.end_recording(q);
	auto ready = graph.finalize();
	CHECK(p[5] == 1);
	q.ext_oneapi_graph(ready).wait();
	check_each("once", 32, p, [](size_t i) { return int(1 + i) * 2; });
	q.ext_oneapi_graph(ready).wait();
	check_each("twice", 32, p, [](size_t i) { return (int(1 + i) * 2 + int(i)) * 2; });

	ext::command_graph manual(q.get_context(), q.get_device());
	auto a = manual.add([&](sycl::handler &h) { h.fill(p, 3, 32); });
	auto b = manual.add([&](sycl::handler &h) { h.single_task([=] { p[0] *= p[1]; }); }, { ext::property::node::depends_on(a) });
	manual.add([&](sycl::handler &h) { h.memcpy(p + 2, p, sizeof(int)); }, { ext::property::node::depends_on(b) });
	auto executable = manual.finalize();
	q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(executable); }).wait();
	CHECK(p[0] == 9 && p[1] == 3 && p[2] == 9 && p[3] == 3);
	return wrong;
}
