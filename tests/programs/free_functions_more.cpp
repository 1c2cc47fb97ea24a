// Free-function kernels: static and in unnamed namespaces, overloads, templates with accessors, the number of
// arguments.
#include "check.hpp"
namespace ext = sycl::ext::oneapi::experimental;
namespace work = sycl::ext::oneapi::this_work_item;
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>)) static void own(int *p, int v);
static_assert(ext::is_nd_range_kernel_v<own, 1> && !ext::is_nd_range_kernel_v<own, 2> && ext::is_kernel_v<own>);
namespace
{
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>)) void hidden(int *p, int v)
{
	p[work::get_nd_item<1>().get_global_linear_id()] += v;
}
} // namespace
static void own(int *p, int v)
{
	p[work::get_nd_item<1>().get_global_linear_id()] = v;
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) void c_name(int *p)
{
	p[3] = 3;
}
namespace a
{
inline namespace b
{
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<3>)) inline void over(int *p, int v)
{
	p[work::get_nd_item<3>().get_global_linear_id()] += v;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) inline void over(int *p)
{
	p[2] = 2;
}
} // namespace b
} // namespace a
template <class T, int N>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void acc(sycl::accessor<T, 1> x, sycl::local_accessor<T, 1> l)
{
	auto it = work::get_nd_item<1>();
	l[it.get_local_id(0)] = N;
	sycl::group_barrier(it.get_group());
	x[it.get_global_id(0)] = l[(it.get_local_id(0) + 1) % 4];
}
template <class Q> void later(Q q, int *p)
{
	ext::nd_launch(q, sycl::nd_range<1>(8, 4), ext::kernel_function<own>, p, 5);
	q.wait();
}
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);
	later(q, p);
	CHECK(p[7] == 5);
	ext::nd_launch(q, sycl::nd_range<1>(8, 4), ext::kernel_function<hidden>, p, 2);
	q.wait();
	CHECK(p[0] == 7);
	ext::single_task(q, ext::kernel_function<c_name>, p);
	q.wait();
	CHECK(p[3] == 3);
	constexpr auto *f3 = static_cast<void (*)(int *, int)>(a::over);
	constexpr auto *f1 = static_cast<void (*)(int *)>(a::over);
	static_assert(ext::is_nd_range_kernel_v<f3, 3> && ext::is_single_task_kernel_v<f1>);
	ext::nd_launch(q, sycl::nd_range<3>({ 2, 2, 2 }, { 1, 1, 2 }), ext::kernel_function<f3>, p, 1);
	q.wait();
	CHECK(p[0] == 8);
	ext::single_task(q, ext::kernel_function<f1>, p);
	q.wait();
	CHECK(p[2] == 2);
	{
		sycl::buffer<int> b(p, 8);
		q.submit([&](sycl::handler &h) {
			sycl::accessor x(b, h);
			sycl::local_accessor<int, 1> l(4, h);
			ext::nd_launch(h, sycl::nd_range<1>(8, 4), ext::kernel_function<acc<int, 9>>,
				       sycl::accessor<int, 1>(b, h), l);
		});
	}
	CHECK(p[5] == 9);
	auto bundle = ext::get_kernel_bundle<hidden, sycl::bundle_state::executable>(q.get_context());
	auto k = bundle.ext_oneapi_get_kernel<hidden>();
	CHECK(k.get_info<sycl::info::kernel::num_args>() == 2);
	CHECK(bundle.ext_oneapi_has_kernel<hidden>());
	return wrong;
}
