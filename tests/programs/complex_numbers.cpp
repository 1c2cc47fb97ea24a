// std::complex in kernels: operators and functions.
#include "check.hpp"
#include <complex>

template <typename T> static void evaluate(T x, T *o)
{
	int k = 0;
	auto put = [&](T value) { o[k++] = value; };
	std::complex<T> z(x, 1), w = z * z + std::complex<T>(0, 2) / z;
	put(w.real()); put(w.imag()); put(std::abs(z)); put(std::norm(z)); put(std::exp(z).real()); put(std::sqrt(z).imag()); put(std::arg(z)); put(std::conj(z).imag());
	put(std::polar(x, T(1)).real()); put(std::pow(z, T(2)).imag()); put(std::log(z).real());
}

template <typename T> static void check_type(sycl::queue &q, const char *name, double error)
{
	constexpr int count = 11, n = 4;
	T *out = sycl::malloc_shared<T>(count * n, q);
	q.parallel_for(n, [=](sycl::id<1> i) { evaluate<T>(T(0.7) + T(i[0]) * T(0.9), out + i[0] * count); }).wait();
	std::vector<T> want(count * n);
	for (int i = 0; i < n; i++)
		evaluate<T>(T(0.7) + T(i) * T(0.9), want.data() + i * count);
	check_near(name, count * n, out, [&](size_t i) { return want[i]; }, error);
	sycl::free(out, q);
}

int main()
{
	sycl::queue q;
	check_type<float>(q, "float", 1e-5);
	check_type<double>(q, "double", 1e-12);
	return wrong;
}
