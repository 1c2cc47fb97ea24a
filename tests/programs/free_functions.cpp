// Free-function kernels: nd_range and single_task, templates, overloads, found by get_kernel_id.
#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;
namespace work = sycl::ext::oneapi::this_work_item;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void iota(float start, float *p)
{
	size_t i = work::get_nd_item<1>().get_global_linear_id();
	p[i] = start + float(i);
}

template <typename T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<2>))
void fill(T value, T *p)
{
	p[work::get_nd_item<2>().get_global_linear_id()] = value;
}

namespace deep
{
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void set(int *p, int value) { *p = value; }
}

int main()
{
	sycl::queue q;
	float *f = sycl::malloc_shared<float>(16, q);
	int *n = sycl::malloc_shared<int>(16, q);
	auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	sycl::kernel k = bundle.get_kernel(ext::get_kernel_id<iota>());
	q.submit([&](sycl::handler &h) {
		h.set_args(2.5f, f);
		h.parallel_for(sycl::nd_range<1>(16, 4), k);
	}).wait();
	check_each("iota", 16, f, [](size_t i) { return 2.5f + i; });
	ext::nd_launch(q, sycl::nd_range<2>({ 4, 4 }, { 2, 2 }), ext::kernel_function<fill<int>>, 9, n);
	q.wait();
	check_each("fill", 16, n, [](size_t) { return 9; });
	ext::single_task(q, ext::kernel_function<deep::set>, n, 77);
	q.wait();
	CHECK(n[0] == 77);
#ifndef __SYCL_DEVICE_ONLY__ /* only the host's pass knows the kernels beforehand */
	static_assert(ext::is_nd_range_kernel_v<iota, 1> && !ext::is_single_task_kernel_v<iota>);
#endif
	return wrong;
}
