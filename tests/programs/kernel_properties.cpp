// Attributes and properties of kernels: hints, sizes, get(properties_tag), launch properties, fixed sub-group sizes.
// only: cpu
#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;

struct WithProperties {
	int *p;
	void operator()(sycl::nd_item<1> i) const { p[i.get_global_id(0)] = int(i.get_sub_group().get_max_local_range()[0]); }
	auto get(ext::properties_tag) const { return ext::properties{ ext::sub_group_size<8>, ext::work_group_size<16> }; }
};

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(32, q);
	q.parallel_for(sycl::nd_range<1>(32, 16), WithProperties{ p }).wait();
	check_each("get(properties_tag)", 32, p, [](size_t) { return 8; });
	bool refused = false;
	try {
		q.parallel_for(sycl::nd_range<1>(32, 8), WithProperties{ p }).wait();
	} catch (const sycl::exception &e) {
		refused = e.code() == sycl::errc::nd_range;
	}
	CHECK(refused);
	auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), { sycl::get_kernel_id<WithProperties>() });
	auto k = bundle.get_kernel(sycl::get_kernel_id<WithProperties>());
	CHECK(k.get_info<sycl::info::kernel_device_specific::compile_work_group_size>(q.get_device()) == sycl::range<3>(1, 1, 16) ||
	      k.get_info<sycl::info::kernel_device_specific::compile_work_group_size>(q.get_device())[0] == 16);
	CHECK(k.get_info<sycl::info::kernel_device_specific::compile_sub_group_size>(q.get_device()) == 8);
	q.parallel_for(sycl::nd_range<1>(32, 16), [=](sycl::nd_item<1> i) [[sycl::work_group_size_hint(16)]] { p[i.get_global_id(0)] = 2; }).wait();
	check_each("hint", 32, p, [](size_t) { return 2; });
	ext::nd_launch(q, ext::launch_config(sycl::nd_range<1>(32, 8)), [=](sycl::nd_item<1> i) { p[i.get_global_id(0)] = int(i.get_local_id(0)); });
	q.wait();
	check_each("nd_launch", 32, p, [](size_t i) { return int(i % 8); });
	ext::submit(q, [&](sycl::handler &h) { ext::parallel_for(h, sycl::range<1>(32), [=](sycl::id<1> i) { p[i] = -int(i); }); });
	q.wait();
	check_each("submit", 32, p, [](size_t i) { return -int(i); });
	return wrong;
}
