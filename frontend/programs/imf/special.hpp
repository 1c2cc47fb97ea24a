/* frontend/programs/imf/special.hpp — the inverses of the error function and Bessel functions, from series and recurrences: a float
 * is never computed as double, which a device may lack. Errors of Bessel functions are small relative to their
 * largest values, but near their zeros not relative to the result. */
#ifndef SYBIL_IMF_SPECIAL
#define SYBIL_IMF_SPECIAL

#include "base.hpp"

namespace __sybil_imf {

/* What a type needs: from `far` on, `terms` terms of an asymptotic series are enough; below `near`, two of a power series;
 * `steps` are steps of a recurrence, or terms of a power series, up to `far`; `root_half_rest` is what root_half lacks. */
template <typename T> struct range {
	static constexpr T far = 25, near = T(1e-4), epsilon = T(0x1p-53), large = T(0x1p500), small = T(0x1p-500), root_half_rest = T(-4.83364665672645652e-17);
	static constexpr int terms = 25, steps = 40;
};
template <> struct range<float> {
	static constexpr float far = 12, near = 1e-2f, epsilon = 0x1p-24f, large = 0x1p60f, small = 0x1p-60f, root_half_rest = 1.21016171e-8f;
	static constexpr int terms = 16, steps = 20;
};

template <typename T> constexpr T root_pi = T(1.77245385090551602730);
template <typename T> constexpr T root_half = T(0.707106781186547524401);
template <typename T> constexpr T euler = T(0.577215664901532860607);

template <typename T> T not_a_number()
{
	return T(__builtin_nanf(""));
}

template <typename T> T infinity()
{
	return T(__builtin_huge_valf());
}

/* exp(x * x) times a factor; the square has more digits than a T. */
template <typename T> T exp_square(T x, T factor)
{
	T square = x * x, rest = fma(x, x, -square);
	T result = exp(square) * factor;

	return isinf(square) ? result : fma(result, rest, result);
}

/* ---- the error function ---- */

template <typename T> T erfcx(T x)
{
	if (isnan(x))
		return x;
	if (x < range<T>::far / 2)
		return exp_square(x, erfc(x));
	T part = T(0.5) / x / x, sum = 1;
	for (int k = range<T>::terms; k > 0; k--)
		sum = fma((1 - 2 * k) * part, sum, T(1));
	return sum / (x * root_pi<T>);
}

template <typename T> T cdfnorm(T x)
{
	T part = -x * root_half<T>, result = erfc(part) / 2;

	if (!(fabs(x) < 40))
		return result;
	/* the digits that the product lost, where the function is steep */
	T lost = fma(-x, root_half<T>, -part) - x * range<T>::root_half_rest;
	return fma(-lost / root_pi<T>, exp(-part * part), result);
}

/* The inverse for |y| <= 1/2: a series, then two Halley steps. */
template <typename T> T erfinv_near(T y)
{
	constexpr T c0 = T(0.886226925452758), c1 = T(0.232013666534654), c2 = T(0.127556175305598), c3 = T(0.0865521292415476);
	T square = y * y, x = y * fma(fma(fma(c3, square, c2), square, c1), square, c0);

	for (int i = 0; i < 2; i++) {
		T step = exp_square(x, (y - erf(x)) * root_pi<T> / 2);
		x += step / fma(x, step, T(1));
	}
	return x;
}

/* The inverse for q <= 1/2: an approximation (Winitzki's), then Newton steps for the logarithm of erfc. */
template <typename T> T erfcinv_far(T q)
{
	T log_q = log(q), sum = log_q + log(2 - q), half = T(4.3307467508) + sum / 2;
	T x = sqrt(sqrt(fma(half, half, sum / T(-0.147))) - half);

	for (int i = 0; i < 3; i++) {
		T scaled = erfcx(x);
		x = fma(log(scaled) - x * x - log_q, scaled * root_pi<T> / 2, x);
	}
	return x;
}

template <typename T> T erfcinv(T q)
{
	if (!(q >= 0 && q <= 2))
		return not_a_number<T>();
	if (q == 0 || q == 2)
		return q == 0 ? infinity<T>() : -infinity<T>();
	if (q > T(0.5) && q < T(1.5))
		return erfinv_near(1 - q);
	return q < 1 ? erfcinv_far(q) : -erfcinv_far(2 - q);
}

template <typename T> T erfinv(T y)
{
	if (fabs(y) <= T(0.5))
		return y == 0 ? y : erfinv_near(y);
	return copysign(erfcinv(1 - fabs(y)), y);
}

template <typename T> T cdfnorminv(T p)
{
	return -2 * root_half<T> * erfcinv(2 * p);
}

/* ---- Bessel functions ---- */

/* The modified ones, of order 0 or 1: a power series, all terms of one sign, or an asymptotic one. */
template <int order, typename T> T modified_bessel(T x)
{
	T size = fabs(x), part = size / 2 * (size / 2), sum = 1;

	if (isnan(x) || isinf(x))
		return order ? x : size;
	if (size < range<T>::far) {
		for (int k = range<T>::steps; k > 0; k--)
			sum = fma(part / (k * (k + order)), sum, T(1));
		return order ? x / 2 * sum : sum;
	}
	for (int k = range<T>::terms; k > 0; k--)
		sum = fma(((2 * k - 1) * (2 * k - 1) - 4 * order) / (8 * k * size), sum, T(1));
	T root = exp(size / 2); /* exp(size) may overflow alone */
	T result = root * (sum / (root_pi<T> * root_half<T> * 2 * sqrt(size))) * root;
	return order ? copysign(result, x) : result;
}

template <typename T> T i0(T x)
{
	return modified_bessel<0>(x);
}

template <typename T> T i1(T x)
{
	return modified_bessel<1>(x);
}

template <typename T> struct bessel {
	T first, second; /* J and Y */
};

/* Order 0 or 1, x >= far: Hankel's asymptotic series, and a phase from the sine and the cosine of x itself. */
template <int order, typename T> bessel<T> bessel_far(T x)
{
	T term = 1, even = 1, odd = 0;

	if (isinf(x))
		return { 0, 0 };
	for (int k = 1; k <= range<T>::terms; k++) {
		term *= (4 * order - (2 * k - 1) * (2 * k - 1)) / (8 * k * x);
		if (k % 2)
			odd += k % 4 == 1 ? term : -term;
		else
			even += k % 4 == 2 ? -term : term;
	}
	T size = 1 / (root_pi<T> * sqrt(x)), sum = sin(x) + cos(x), difference = sin(x) - cos(x);
	T cosine = order ? difference : sum, sine = order ? -sum : difference;
	return { size * (even * cosine - odd * sine), size * (even * sine + odd * cosine) };
}

/* Order 0 or 1, 0 < x < far: J by Miller's recurrence downwards; Y by Neumann's series of the same values. Where x is tiny, two
 * terms of the power series. */
template <int order, typename T> bessel<T> bessel_near(T x)
{
	T log_half = log(x) - T(0.693147180559945309417), part = x / 2 * (x / 2);

	if (x < range<T>::near) {
		if (order)
			return { x / 2 * (1 - part / 2), (x * (log_half + euler<T> - T(0.5)) - 2 / x) / pi<T> };
		return { 1 - part, ((log_half + euler<T>) * (1 - part) + part) * 2 / pi<T> };
	}
	/* value: J of degree k, times a factor that all have in common */
	T above = 0, value = 1, all = 0, series = 0;
	int k = int(x) + range<T>::steps;
	for (k -= k % 2; k > order; k--) {
		T sign = T(k % 4 < 2 ? 1 : -1);
		if (k % 2 == 0)
			all += value;
		if (k % 2 == order)
			series += sign * value * k / ((k / 2) * (k / 2 + order));
		T below = 2 * T(k) / x * value - above;
		above = value;
		value = below;
		if (fabs(value) > range<T>::large) {
			value *= range<T>::small;
			above *= range<T>::small;
			all *= range<T>::small;
			series *= range<T>::small;
		}
	}
	T zeroth = order ? 2 / x * value - above : value;
	all = 2 * all + zeroth;
	value /= all;
	return { value, ((log_half + euler<T> - order) * value - (series + order * zeroth / x) / all) * 2 / pi<T> };
}

template <int order, typename T> bessel<T> bessel_of(T x)
{
	return x < range<T>::far ? bessel_near<order>(x) : bessel_far<order>(x);
}

template <typename T> T j0(T x)
{
	return x == 0 ? 1 : bessel_of<0>(fabs(x)).first;
}

template <typename T> T j1(T x)
{
	return x == 0 ? x : copysign(T(1), x) * bessel_of<1>(fabs(x)).first;
}

template <int order, typename T> T bessel_second(T x)
{
	if (!(x >= 0))
		return not_a_number<T>();
	return x == 0 ? -infinity<T>() : bessel_of<order>(x).second;
}

template <typename T> T y0(T x)
{
	return bessel_second<0>(x);
}

template <typename T> T y1(T x)
{
	return bessel_second<1>(x);
}

/* J of degree n >= 2 where n > x > 0: Miller's recurrence, from so far above n that n's digits are right. */
template <typename T> T bessel_down(int n, T x)
{
	T above = 0, value = 1, all = 0, result = 0;

	if (n * (log(2 * T(n) / x) - 1) > 800)
		return 0;
	if (x * x / (4 * T(n)) < range<T>::epsilon) {
		for (int k = 1; k <= n; k++)
			value *= x / (2 * k);
		return value;
	}
	for (int k = (n + int(sqrt(160 * T(n)))) / 2 * 2; k > 0; k--) {
		if (k == n)
			result = value;
		if (k % 2 == 0)
			all += value;
		T below = 2 * T(k) / x * value - above;
		above = value;
		value = below;
		if (fabs(value) > range<T>::large) {
			value *= range<T>::small;
			above *= range<T>::small;
			all *= range<T>::small;
			result *= range<T>::small;
		}
	}
	return result / (2 * all + value);
}

template <typename T> T jn(int n, T x)
{
	T size = fabs(x), sign = T(n % 2 && (n < 0) != (x < 0) ? -1 : 1);

	if (isnan(x))
		return x;
	n = n < 0 ? -n : n;
	if (n < 2)
		return sign * (n ? j1(size) : j0(size));
	if (x == 0 || isinf(x))
		return 0;
	if (n > size)
		return sign * bessel_down(n, size);
	T below = j0(size), value = j1(size);
	for (int k = 1; k < n; k++) {
		T above = 2 * T(k) / size * value - below;
		below = value;
		value = above;
	}
	return sign * value;
}

template <typename T> T yn(int n, T x)
{
	T sign = T(n % 2 && n < 0 ? -1 : 1);

	n = n < 0 ? -n : n;
	if (n == 0)
		return y0(x);
	T below = y0(x), value = y1(x);
	for (int k = 1; k < n && !isinf(value) && !isnan(value); k++) {
		T above = 2 * T(k) / x * value - below;
		below = value;
		value = above;
	}
	return sign * value;
}

} // namespace __sybil_imf
#endif
