/* tests/builtins/complex.cpp — std::complex: operators and group algorithms. Only compiled. */
#include <sycl/sycl.hpp>
#include <complex>
int main()
{
	sycl::queue q;
	using namespace sycl;
	auto *c = malloc_shared<std::complex<float>>(9, q);
	auto *d = malloc_shared<std::complex<double>>(9, q);
	q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> i) {
		c[3] = c[0] * c[1] / c[2];
		d[1] = d[1] * d[2] / d[3];
		c[1] = reduce_over_group(i.get_group(), c[0], plus<>());
	});
}
