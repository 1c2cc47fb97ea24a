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

/* Roots and inverse functions: both parts must be near the C library's, on both sides of branch cuts, for large and small numbers. */
template <typename T> static void inverse(std::complex<T> z, std::complex<T> *o)
{
	*o++ = std::sqrt(z); *o++ = std::asin(z); *o++ = std::acos(z); *o++ = std::atan(z);
	*o++ = std::asinh(z); *o++ = std::acosh(z); *o++ = std::atanh(z); *o++ = std::fabs(z);
}

template <typename T> static bool is_near(T got, T want, T error)
{
	if (std::isnan(want) || std::isnan(got))
		return std::isnan(want) == std::isnan(got);
	if (std::isinf(want) || want == 0)
		return got == want && std::signbit(got) == std::signbit(want);
	return std::fabs(got - want) <= error * std::fabs(want) + std::numeric_limits<T>::min();
}

template <typename T> static void check_inverse(sycl::queue &q, const char *name, T error)
{
	using limits = std::numeric_limits<T>;
	static const T parts[] = { 0, T(-0.0), 1, -1, T(0.3), T(-2.5), T(1e-20), T(-1e10), T(1e5), limits::max() / 8, limits::infinity() };
	static const char *const names[] = { "sqrt", "asin", "acos", "atan", "asinh", "acosh", "atanh", "fabs" };
	constexpr int n = std::size(parts), count = std::size(names);
	auto *in = sycl::malloc_shared<T>(n, q);
	auto *out = sycl::malloc_shared<std::complex<T>>(n * n * count, q);
	std::complex<T> want[count];
	std::copy(parts, parts + n, in);
	q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
		inverse(std::complex<T>(in[i[0]], in[i[1]]), out + (i[0] * n + i[1]) * count);
	}).wait();
	for (int i = 0; i < n * n; i++) {
		std::complex<T> z(parts[i / n], parts[i % n]);
		inverse(z, want);
		for (int k = 0; k < count; k++) {
			std::complex<T> got = out[i * count + k];
			if (!is_near(got.real(), want[k].real(), error) || !is_near(got.imag(), want[k].imag(), error)) {
				std::printf("%s %s(%g, %g): (%.9g, %.9g) instead of (%.9g, %.9g)\n", name, names[k], double(z.real()), double(z.imag()),
					    double(got.real()), double(got.imag()), double(want[k].real()), double(want[k].imag()));
				wrong = 1;
			}
		}
	}
}

int main()
{
	sycl::queue q;
	check_type<float>(q, "float", 1e-5);
	check_type<double>(q, "double", 1e-12);
	check_inverse<float>(q, "float", 1e-5f);
	check_inverse<double>(q, "double", 1e-14);
	return wrong;
}
