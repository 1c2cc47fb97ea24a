// A kernel whose capture cannot be copied to a device.
// expect-error: place.cpp:6:
// expect-error: error: .*copyable
#include "check.hpp"

#line 1 "place.cpp"
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	std::string text;
	q.single_task([=] { *p = int(text.size()); }).wait();
	return wrong;
}
