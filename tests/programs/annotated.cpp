// annotated_ptr and annotated_arg as kernel arguments; device allocations with properties; complex of sycl.
#include "check.hpp"
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#define SYCL_EXT_ONEAPI_COMPLEX
#include <sycl/ext/oneapi/experimental/complex/complex.hpp>

namespace ext = sycl::ext::oneapi::experimental;

int main()
{
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(8, q);
	ext::annotated_ptr annotated{ p, ext::properties{} };
	ext::complex<float> z(3, 4);
	q.parallel_for(6, [=](sycl::id<1> i) { annotated[i] = float(i[0]) * 2; }).wait();
	check_each("annotated", 6, p, [](size_t i) { return float(2 * i); });
	q.single_task([=] {
		p[0] = ext::abs(z);
		p[1] = (z * z).real();
		p[2] = ext::conj(z).imag();
	}).wait();
	const float want[] = { 5, -7, -4 };
	check_near("complex", 3, p, [&](size_t i) { return want[i]; });
	return wrong;
}
