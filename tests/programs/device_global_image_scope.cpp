// device_global with image scope: the variable is in the image of the kernel that uses it, also if other kernels are in other images.
// variants: -fsycl-device-code-split=per_kernel | -fsycl-device-code-split=auto
// only: cpu
#include "check.hpp"
namespace ext = sycl::ext::oneapi::experimental;

ext::device_global<int, decltype(ext::properties{ext::device_image_scope, ext::host_access_read_write})> scoped;
ext::device_global<int> shared;

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(3, q), value = 42, other = 43, result = -1;
	double *d = sycl::malloc_shared<double>(1, q);
	d[0] = 2;
	q.single_task<class Doubles>([=] { d[0] = d[0] * 2; }).wait();
	q.copy(&value, scoped).wait();
	q.copy(&other, shared).wait();
	q.single_task<class Uses>([=] { p[0] = (int)scoped; p[1] = (int)shared; scoped = 77; }).wait();
	q.parallel_for<class Sized>(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
		if (it.get_global_id(0) == 0)
			p[2] = 5;
	}).wait();
	q.copy(scoped, &result).wait();
	CHECK(d[0] == 4 && p[0] == 42 && p[1] == 43 && p[2] == 5);
	CHECK(result == 77);
	return wrong;
}
