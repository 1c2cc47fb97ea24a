/* sycl/detail/math_common.hpp — common and geometric functions; part of math.hpp. */
#pragma once

namespace sycl {
inline namespace _V1 {

/* ---- of any numbers ---- */

SYBIL_EACH2(max, has_number_v, T, x < y ? y : x)
SYBIL_EACH2(min, has_number_v, T, y < x ? y : x)

template <typename A, typename B, typename C, SYBIL_IF(detail::has_number_v<A>)>
SYBIL_INLINE auto clamp(const A &a, const B &low, const C &high)
{
	using T = detail::element_t<A>;
	return detail::each<T, A>([](T x, T l, T h) { return x < l ? l : h < x ? h : x; }, a, low, high);
}

/* ---- of floating point ---- */

SYBIL_EACH1(degrees, has_float_v, T, static_cast<T>(x * static_cast<T>(180.0 / SYBIL_PI)))
SYBIL_EACH1(radians, has_float_v, T, static_cast<T>(x * static_cast<T>(SYBIL_PI / 180.0)))
SYBIL_EACH1(sign, has_float_v, T, x > T(0.0f) ? T(1.0f) : x < T(0.0f) ? T(-1.0f) : x == x ? x : T(0.0f))
SYBIL_EACH3(mix, has_float_v, T, static_cast<T>(x + (y - x) * z))
SYBIL_EACH2(step, has_float_v, T, y < x ? T(0.0f) : T(1.0f))
template <typename A, typename B, typename C, SYBIL_IF((detail::has_float_v<detail::deciding_t<A, B, C>>))>
SYBIL_INLINE auto smoothstep(const A &low, const B &high, const C &c)
{
	using D = detail::deciding_t<A, B, C>;
	using T = detail::element_t<D>;
	return detail::each<T, D>(
		[](T l, T h, T x) {
			T t = static_cast<T>((x - l) / (h - l));

			t = t < T(0.0f) ? T(0.0f) : T(1.0f) < t ? T(1.0f) : t;
			return static_cast<T>(t * t * (T(3.0f) - T(2.0f) * t));
		},
		low, high, c);
}

/* ---- of vectors with a direction ---- */

template <typename A, typename B, SYBIL_IF((detail::has_float_v<A> && detail::has_float_v<B>))>
SYBIL_INLINE auto dot(const A &a, const B &b)
{
	using T = detail::element_t<A>;
	T sum = T(0.0f);

	for (size_t i = 0; i < detail::shape<A>::count; i++)
		sum = sum + static_cast<T>(detail::element(a, i)) * static_cast<T>(detail::element(b, i));
	return sum;
}
template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto length(const A &a)
{
	return detail::library::sqrt(dot(a, a));
}
template <typename A, typename B, SYBIL_IF((detail::has_float_v<A> && detail::has_float_v<B>))>
SYBIL_INLINE auto distance(const A &a, const B &b)
{
	using V = typename detail::shape<A>::value;
	return length(static_cast<V>(static_cast<V>(a) - static_cast<V>(b)));
}
template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto normalize(const A &a)
{
	using T = detail::element_t<A>;
	T size = length(a);

	return detail::each<T, A>([size](T x) { return size == T(0.0f) ? x : static_cast<T>(x / size); }, a);
}
template <typename A, SYBIL_IF((detail::has_float_v<A> && (detail::shape<A>::count == 3 || detail::shape<A>::count == 4)))>
SYBIL_INLINE auto cross(const A &a_, const A &b_)
{
	using V = typename detail::shape<A>::value;
	V a = a_, b = b_, r;

	r[0] = a[1] * b[2] - a[2] * b[1];
	r[1] = a[2] * b[0] - a[0] * b[2];
	r[2] = a[0] * b[1] - a[1] * b[0];
	return r;
}
template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto fast_length(const A &a)
{
	return length(a);
}
template <typename A, typename B, SYBIL_IF((detail::has_float_v<A> && detail::has_float_v<B>))>
SYBIL_INLINE auto fast_distance(const A &a, const B &b)
{
	return distance(a, b);
}
template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto fast_normalize(const A &a)
{
	return normalize(a);
}

} // namespace _V1
} // namespace sycl
