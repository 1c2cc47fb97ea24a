// Functions of <cmath>, <algorithm> and <limits> in kernels.
// variants: -O2 | -ffast-math -fhonor-nans -fhonor-infinities
#include "check.hpp"
#include <algorithm>
#include <limits>

template <typename T> static void evaluate(T x, T *o)
{
	int k = 0;
	auto put = [&](T value) { o[k++] = value; };
	put(std::sin(x)); put(std::cos(x)); put(std::tan(x)); put(std::exp(x)); put(std::log(x)); put(std::sqrt(x)); put(std::pow(x, T(1.3)));
	put(std::fabs(-x)); put(std::floor(x)); put(std::ceil(x)); put(std::round(x)); put(std::trunc(-x)); put(std::fmod(x, T(0.3)));
	put(std::atan2(x, T(2))); put(std::hypot(x, T(3))); put(std::asin(x / 4)); put(std::acos(x / 4)); put(std::sinh(x)); put(std::tanh(x));
	put(std::exp2(x)); put(std::log2(x)); put(std::log10(x)); put(std::log1p(x)); put(std::expm1(x)); put(std::cbrt(x)); put(std::erf(x));
	put(std::tgamma(x)); put(std::lgamma(x)); put(std::fma(x, x, x)); put(std::fmax(x, T(1))); put(std::ldexp(x, 3)); put(std::copysign(x, T(-1)));
	put(std::isnan(x) + 2 * std::isinf(x) + 4 * std::signbit(-x)); put(std::max(x, T(1.1))); put(std::min(x, T(1.1))); put(std::clamp(x, T(1), T(2)));
	put(std::numeric_limits<T>::max() > x); put(std::abs(-x)); put(std::abs(int(-x * 10)));
}

template <typename T> static void check_type(sycl::queue &q, const char *name, double error)
{
	constexpr int count = 39, n = 4;
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
