/* sycl/detail/math_common.hpp — common and geometric functions; part of math.hpp. */
#pragma once

namespace sycl {

/* ---- of any numbers ---- */

#define SYBIL_TWO(name, expression) \
	template <typename A, typename B, SYBIL_IF((detail::has_number_v<detail::deciding_t<A, B>>))> \
	SYBIL_INLINE auto name(const A &a, const B &b) \
	{ \
		using D = detail::deciding_t<A, B>; \
		using T = detail::element_t<D>; \
		return detail::each<T, D>([](T x, T y) { return expression; }, a, b); \
	}
SYBIL_TWO(max, x < y ? y : x)
SYBIL_TWO(min, y < x ? y : x)
#undef SYBIL_TWO

template <typename A, typename B, typename C, SYBIL_IF(detail::has_number_v<A>)>
SYBIL_INLINE auto clamp(const A &a, const B &low, const C &high)
{
	using T = detail::element_t<A>;
	return detail::each<T, A>([](T x, T l, T h) { return x < l ? l : h < x ? h : x; }, a, low, high);
}

/* ---- of floating point ---- */

template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto degrees(const A &a)
{
	using T = detail::element_t<A>;
	return detail::each<T, A>([](T x) { return static_cast<T>(x * static_cast<T>(180.0 / SYBIL_PI)); }, a);
}
template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto radians(const A &a)
{
	using T = detail::element_t<A>;
	return detail::each<T, A>([](T x) { return static_cast<T>(x * static_cast<T>(SYBIL_PI / 180.0)); }, a);
}
template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto sign(const A &a)
{
	using T = detail::element_t<A>;
	return detail::each<T, A>(
		[](T x) { return x > T(0.0f) ? T(1.0f) : x < T(0.0f) ? T(-1.0f) : x == x ? x : T(0.0f); }, a);
}
template <typename A, typename B, typename C, SYBIL_IF((detail::has_float_v<detail::deciding_t<A, B, C>>))>
SYBIL_INLINE auto mix(const A &a, const B &b, const C &share)
{
	using D = detail::deciding_t<A, B, C>;
	using T = detail::element_t<D>;
	return detail::each<T, D>([](T x, T y, T s) { return static_cast<T>(x + (y - x) * s); }, a, b, share);
}
template <typename A, typename B, SYBIL_IF((detail::has_float_v<detail::deciding_t<A, B>>))>
SYBIL_INLINE auto step(const A &edge, const B &b)
{
	using D = detail::deciding_t<A, B>;
	using T = detail::element_t<D>;
	return detail::each<T, D>([](T e, T x) { return x < e ? T(0.0f) : T(1.0f); }, edge, b);
}
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

} // namespace sycl
