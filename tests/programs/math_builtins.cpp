// Functions of sycl:: for floating-point numbers: mathematical, common, geometric, relational, native; scalars and vectors.
#include "check.hpp"

template <typename T> static int evaluate(T x, T *o)
{
	int k = 0;
	auto put = [&](auto value) { o[k++] = T(value); };
	T y = T(1.25);
	put(sycl::acos(x / 4)); put(sycl::acosh(x + 1)); put(sycl::acospi(x / 4)); put(sycl::asin(x / 4)); put(sycl::asinh(x)); put(sycl::asinpi(x / 4));
	put(sycl::atan(x)); put(sycl::atan2(x, y)); put(sycl::atanh(x / 4)); put(sycl::atanpi(x)); put(sycl::atan2pi(x, y)); put(sycl::cbrt(x)); put(sycl::ceil(x));
	put(sycl::copysign(x, -y)); put(sycl::cos(x)); put(sycl::cosh(x)); put(sycl::cospi(x)); put(sycl::erf(x)); put(sycl::erfc(x)); put(sycl::exp(x));
	put(sycl::exp2(x)); put(sycl::exp10(x)); put(sycl::expm1(x)); put(sycl::fabs(-x)); put(sycl::fdim(x, y)); put(sycl::floor(x)); put(sycl::fma(x, y, x));
	put(sycl::fmax(x, y)); put(sycl::fmin(x, y)); put(sycl::fmod(x, T(0.4))); put(sycl::hypot(x, y)); put(sycl::ilogb(x)); put(sycl::ldexp(x, 2));
	put(sycl::lgamma(x)); put(sycl::log(x)); put(sycl::log2(x)); put(sycl::log10(x)); put(sycl::log1p(x)); put(sycl::logb(x)); put(sycl::mad(x, y, y));
	put(sycl::maxmag(x, -y)); put(sycl::minmag(x, -y)); put(sycl::nextafter(x, y)); put(sycl::pow(x, y)); put(sycl::pown(x, 3)); put(sycl::powr(x, y));
	put(sycl::remainder(x, y)); put(sycl::rint(x)); put(sycl::rootn(x, 3)); put(sycl::round(x)); put(sycl::rsqrt(x)); put(sycl::sin(x)); put(sycl::sinh(x));
	put(sycl::sinpi(x)); put(sycl::sqrt(x)); put(sycl::tan(x)); put(sycl::tanh(x)); put(sycl::tanpi(x)); put(sycl::tgamma(x)); put(sycl::trunc(x));
	put(sycl::clamp(x, T(1), T(2))); put(sycl::degrees(x)); put(sycl::radians(x)); put(sycl::mix(x, y, T(0.25))); put(sycl::step(x, y));
	put(sycl::smoothstep(T(0), T(4), x)); put(sycl::sign(-x)); put(sycl::max(x, y)); put(sycl::min(x, y));
	put(sycl::isfinite(x)); put(sycl::isnan(x)); put(sycl::signbit(-x)); put(sycl::isgreater(x, y)); put(sycl::isunordered(x, y)); put(sycl::select(x, y, x > y));
	sycl::vec<T, 3> a{ x, y, 2 }, b{ y, x, 1 };
	put(sycl::dot(a, b)); put(sycl::length(a)); put(sycl::distance(a, b)); put(sycl::cross(a, b).y()); put(sycl::normalize(a).x());
	put(sycl::isgreater(a, b)[0] != 0); put(sycl::sin(a)[1]); put(sycl::select(a, b, a < b)[2]); put(sycl::any(a > b)); put(sycl::all(a == a));
	put(sycl::fmin(a, b)[0]); put(sycl::bitselect(x, y, T(0)));
	T whole, power, cosine;
	int e = 0, sign = 0;
	auto own = [](auto *p) { return sycl::address_space_cast<sycl::access::address_space::private_space, sycl::access::decorated::no>(p); };
	put(sycl::fract(x, own(&whole))); put(whole); put(sycl::modf(x, own(&power))); put(power); put(sycl::sincos(x, own(&cosine))); put(cosine);
	put(sycl::frexp(x, own(&e))); put(e); put(sycl::lgamma_r(x, own(&sign))); put(sign); put(sycl::remquo(x, y, own(&e)));
	return k;
}

template <typename T> static void check_type(sycl::queue &q, const char *name, double error)
{
	constexpr int count = 110, n = 4;
	T *out = sycl::malloc_shared<T>(count * n, q);
	q.parallel_for(n, [=](sycl::id<1> i) { evaluate<T>(T(0.7) + T(i[0]) * T(0.9), out + i[0] * count); }).wait();
	std::vector<T> want(count);
	for (int i = 0; i < n; i++) {
		int used = evaluate<T>(T(0.7) + T(i) * T(0.9), want.data());
		check_near(name, used, out + i * count, [&](size_t j) { return want[j]; }, error);
	}
	sycl::free(out, q);
}

int main()
{
	sycl::queue q;
	check_type<float>(q, "float", 2e-5);
	check_type<double>(q, "double", 1e-11);
	float *f = sycl::malloc_shared<float>(12, q);
	q.single_task([=] {
		float x = 0.5f;
		float values[] = { sycl::native::sin(x), sycl::native::exp(x), sycl::native::sqrt(x), sycl::native::recip(x), sycl::native::powr(x, 2.f), sycl::half_precision::cos(x),
				   sycl::half_precision::divide(x, 2.f), sycl::half_precision::log2(x), sycl::fast_length(sycl::float2(3, 4)), sycl::native::log10(x), sycl::fast_distance(sycl::float2(3, 4), sycl::float2(0, 0)), sycl::nan(1u) };
		for (int i = 0; i < 12; i++)
			f[i] = values[i];
	}).wait();
	const double want[] = { std::sin(0.5), std::exp(0.5), std::sqrt(0.5), 2, 0.25, std::cos(0.5), 0.25, -1, 5, std::log10(0.5), 5, NAN };
	check_near("native", 12, f, [&](size_t i) { return want[i]; }, 1e-2);
	return wrong;
}
