// Kernels of one source that call functions of another, which require something: the others run.
// only: cpu
// options: -Wno-sycl-external
// files: more/external_needed.cpp
#include "check.hpp"

SYCL_EXTERNAL int for_gpus(int x);
SYCL_EXTERNAL int for_wide_groups(int x);
SYCL_EXTERNAL int for_all(int x);

template <typename F> static bool is_refused(F f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == sycl::errc::kernel_not_supported;
	}
	return false;
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(4, q);

	*p = 1;
	q.single_task([=] { *p += 1; }).wait();
	CHECK(*p == 2);
	q.single_task([=] { *p = for_all(*p); }).wait();
	CHECK(*p == 3);
	CHECK(is_refused([&] { q.single_task([=] { *p = for_gpus(*p); }).wait(); }));
	CHECK(is_refused([&] { q.single_task([=] { *p = for_wide_groups(*p); }).wait(); }));
	CHECK(*p == 3);
	return wrong;
}
