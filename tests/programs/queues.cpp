// In-order queues, profiling, barriers, two queues with one context, graphs of events.
#include "check.hpp"

int main()
{
	sycl::queue ordered{ sycl::property_list{ sycl::property::queue::in_order(), sycl::property::queue::enable_profiling() } };
	int *p = sycl::malloc_shared<int>(64, ordered);
	CHECK(ordered.is_in_order() && ordered.has_property<sycl::property::queue::enable_profiling>());
	ordered.fill(p, 1, 64);
	for (int step = 0; step < 10; step++)
		ordered.parallel_for(64, [=](sycl::id<1> i) { p[i] = p[i] * 2 + step % 2; });
	sycl::event last = ordered.single_task([=] { p[0] += 1; });
	last.wait();
	int want = 1;
	for (int step = 0; step < 10; step++)
		want = want * 2 + step % 2;
	check_each("steps", 64, p, [&](size_t i) { return want + (i == 0); });
	auto submitted = last.get_profiling_info<sycl::info::event_profiling::command_submit>();
	auto started = last.get_profiling_info<sycl::info::event_profiling::command_start>();
	auto ended = last.get_profiling_info<sycl::info::event_profiling::command_end>();
	CHECK(submitted <= started && started <= ended);

	sycl::queue free(ordered.get_context(), ordered.get_device()), other(ordered.get_context(), ordered.get_device());
	sycl::event a = free.single_task([=] { p[1] = 10; }), b = other.single_task([=] { p[2] = 20; });
	sycl::event c = free.submit([&](sycl::handler &h) {
		h.depends_on({ a, b });
		h.single_task([=] { p[3] = p[1] + p[2]; });
	});
	free.ext_oneapi_submit_barrier({ c });
	other.submit([&](sycl::handler &h) {
		h.depends_on(c);
		h.single_task([=] { p[4] = p[3] * 2; });
	}).wait();
	CHECK(p[3] == 30 && p[4] == 60);
	free.wait();
	CHECK(free.get_context() == other.get_context() && free != other && free.get_device() == ordered.get_device());
	return wrong;
}
