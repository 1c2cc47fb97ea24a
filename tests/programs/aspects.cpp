// Kernels with device_has and reqd_work_group_size: an exception for a device that cannot run them, before they start.
// only: cpu
#include "check.hpp"

class needs;
class needs_group;
class too_large;

template <typename F> static std::string error_of(F f, sycl::errc *code)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		*code = static_cast<sycl::errc>(e.code().value());
		return e.what();
	}
	return "";
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(4, q);
	sycl::errc code{};
	*p = 1;
	q.single_task([=]() [[sycl::device_has(sycl::aspect::cpu)]] { *p = 2; }).wait();
	CHECK(*p == 2);
	std::string text = error_of([&] { q.single_task<needs>([=]() [[sycl::device_has(sycl::aspect::accelerator)]] { *p = 3; }).wait(); }, &code);
	CHECK(code == sycl::errc::kernel_not_supported && text.find("accelerator") != std::string::npos && *p == 2);
	CHECK(!sycl::is_compatible<needs>(q.get_device()));
	text = error_of([&] { q.parallel_for<needs_group>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(8)]] { *p = 4; }).wait(); }, &code);
	CHECK(code == sycl::errc::nd_range && !text.empty() && *p == 2);
	text = error_of([&] { q.parallel_for<too_large>(sycl::nd_range<1>(1 << 20, 1 << 20), [=](sycl::nd_item<1>) { *p = 4; }).wait(); }, &code);
	CHECK(code == sycl::errc::nd_range && *p == 2);
	q.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 2, 4 }), [=](sycl::nd_item<2> i) [[sycl::reqd_work_group_size(2, 4)]] { if (i.get_global_linear_id() == 0) *p = int(i.get_local_range(1)); }).wait();
	CHECK(*p == 4);
	if (wrong)
		std::printf("last text: %s\n", text.c_str());
	return wrong;
}
