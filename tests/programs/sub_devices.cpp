// Platforms, devices, contexts, partitions; queries; selectors.
// only: cpu
#include "check.hpp"

int main()
{
	sycl::queue q{ sycl::cpu_selector_v };
	sycl::device d = q.get_device();
	CHECK(d.is_cpu() && !d.is_gpu() && d.has(sycl::aspect::cpu) && d.has(sycl::aspect::usm_shared_allocations));
	CHECK(!d.get_info<sycl::info::device::name>().empty() && d.get_info<sycl::info::device::max_compute_units>() > 0);
	CHECK(d.get_info<sycl::info::device::max_work_item_sizes<3>>()[2] > 0 && d.get_info<sycl::info::device::local_mem_size>() > 0);
	bool found = false;
	for (const sycl::platform &p : sycl::platform::get_platforms())
		for (const sycl::device &one : p.get_devices())
			found |= one == d;
	CHECK(found && d.get_platform().get_backend() == sycl::backend::opencl);
	sycl::context c(d);
	sycl::queue own(c, d);
	int *p = sycl::malloc_shared<int>(4, own);
	own.parallel_for(4, [=](sycl::id<1> i) { p[i] = int(i) + 1; }).wait();
	check_each("own context", 4, p, [](size_t i) { return int(i + 1); });
	sycl::free(p, c);
	if (d.get_info<sycl::info::device::partition_max_sub_devices>() > 1) {
		auto parts = d.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
		CHECK(parts.size() > 1 && parts[0].get_info<sycl::info::device::max_compute_units>() == 1);
		sycl::context both(parts);
		for (const sycl::device &part : { parts[0], parts[1] }) {
			sycl::queue s(both, part);
			sycl::buffer<int> b{ 8 };
			s.submit([&](sycl::handler &h) { sycl::accessor a{ b, h, sycl::write_only }; h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i) * 5; }); });
			sycl::host_accessor host{ b };
			check_each("part", 8, host, [](size_t i) { return int(i) * 5; });
		}
	}
	sycl::queue custom{ [](const sycl::device &one) { return one.is_cpu() ? 100 : -1; } };
	CHECK(custom.get_device().is_cpu());
	return wrong;
}
