// A kernel that captures by reference.
// expect-error: place.cpp:5:
#include "check.hpp"

#line 1 "place.cpp"
int main()
{
	sycl::queue q;
	int value = 0;
	q.single_task([&value] { value = 1; }).wait();
	return wrong;
}
