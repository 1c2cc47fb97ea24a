// printf in kernels: text, integers, floating point, pointers, strings of the kernel.
// expect-output: plain
// expect-output: 7 -8 ff 123456789012
// expect-output: 1.500 2.5e+00 c %
// expect-output: item 3
#include "check.hpp"

int main()
{
	sycl::queue q;
	q.single_task([=] {
		sycl::ext::oneapi::experimental::printf("plain\n");
		sycl::ext::oneapi::experimental::printf("%d %d %x %ld\n", 7, -8, 255, 123456789012L);
		sycl::ext::oneapi::experimental::printf("%.3f %.1e %c %%\n", 1.5f, 2.5, 'c');
	}).wait();
	q.parallel_for(4, [=](sycl::id<1> i) {
		static const __attribute__((opencl_constant)) char text[] = "item %d\n";
		if (i == 3)
			sycl::ext::oneapi::experimental::printf(text, int(i[0]));
	}).wait();
	return wrong;
}
