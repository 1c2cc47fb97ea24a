// A SYCL_EXTERNAL function that no source defines.
// expect-error: nowhere
#include "check.hpp"

SYCL_EXTERNAL int nowhere(int x);

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = nowhere(3); }).wait();
	return wrong;
}
