/* sycl/math.hpp — mathematical, common, integer, geometric and relational functions, for scalars, vec, marray and swizzles.
 *
 * Element by element: each function is written for one element, detail::each does the rest. */
#pragma once
#include <sycl/detail/library.hpp>
#include <sycl/marray.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/vec.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {

/* ---- what has elements ---- */

template <typename V> struct shape {
	using value = V;
	using element = V;
	static constexpr size_t count = 1;
	static constexpr bool scalar = true, array = false;
	template <typename U> using of = U;
};
template <typename T, int N> struct shape<vec<T, N>> {
	using value = vec<T, N>;
	using element = T;
	static constexpr size_t count = N;
	static constexpr bool scalar = false, array = false;
	template <typename U> using of = vec<U, N>;
};
template <typename T, size_t N> struct shape<marray<T, N>> {
	using value = marray<T, N>;
	using element = T;
	static constexpr size_t count = N;
	static constexpr bool scalar = false, array = true;
	template <typename U> using of = marray<U, N>;
};
template <typename V, int... I> struct shape<swizzle<V, I...>> : shape<typename swizzle<V, I...>::value_type> {};

template <typename V> using element_t = no_const_t<typename shape<V>::element>;
template <typename V> inline constexpr bool has_float_v = float_v<element_t<V>>;
template <typename V> inline constexpr bool has_integer_v = integer_v<element_t<V>>;
template <typename V> inline constexpr bool has_single_v = same_v<element_t<V>, float>;
template <typename V> inline constexpr bool has_number_v = has_float_v<V> || has_integer_v<V>;

/* Of several arguments: one with elements decides, else one in floating point, else the first. */
template <typename... Vs> struct deciding;
template <typename A> struct deciding<A> {
	using type = typename shape<A>::value;
};
template <typename A, typename B, typename... Rest> struct deciding<A, B, Rest...> {
	static constexpr bool first = !shape<A>::scalar || (shape<B>::scalar && (float_v<A> || !float_v<B>));
	using type = typename deciding<choose_t<first, A, B>, Rest...>::type;
};
template <typename... Vs> using deciding_t = typename deciding<Vs...>::type;

template <typename V> SYBIL_INLINE auto element(const V &v, size_t i)
{
	if constexpr (shape<V>::scalar)
		return v;
	else
		return element_t<V>(static_cast<typename shape<V>::value>(v)[i]);
}

/* The result has the shape of the deciding argument, with the results of F as elements. */
template <typename Element, typename Decides, typename F, typename... Vs> SYBIL_INLINE auto each(F f, const Vs &...vs)
{
	if constexpr (shape<Decides>::scalar) {
		return static_cast<Element>(f(vs...));
	} else {
		typename shape<Decides>::template of<Element> r;

		for (size_t i = 0; i < shape<Decides>::count; i++)
			r[i] = static_cast<Element>(f(element(vs, i)...));
		return r;
	}
}

} // namespace detail

#define SYBIL_IF(condition) typename = detail::enable_t<(condition)>

/* ---- mathematical functions ---- */

/* A function of one, two or three arguments, element by element: an expression of x, y and z, of type T. D is the argument
 * that decides the shape. */
#define SYBIL_EACH1(name, condition, result, expression) \
	template <typename D, SYBIL_IF(detail::condition<D>)> SYBIL_INLINE auto name(const D &a) \
	{ \
		using T = detail::element_t<D>; \
		return detail::each<result, D>([](T x) { return expression; }, a); \
	}
#define SYBIL_EACH2(name, condition, result, expression) \
	template <typename A, typename B, SYBIL_IF((detail::condition<detail::deciding_t<A, B>>))> \
	SYBIL_INLINE auto name(const A &a, const B &b) \
	{ \
		using D = detail::deciding_t<A, B>; \
		using T = detail::element_t<D>; \
		return detail::each<result, D>([](T x, T y) { return expression; }, a, b); \
	}
#define SYBIL_EACH3(name, condition, result, expression) \
	template <typename A, typename B, typename C, SYBIL_IF((detail::condition<detail::deciding_t<A, B, C>>))> \
	SYBIL_INLINE auto name(const A &a, const B &b, const C &c) \
	{ \
		using D = detail::deciding_t<A, B, C>; \
		using T = detail::element_t<D>; \
		return detail::each<result, D>([](T x, T y, T z) { return expression; }, a, b, c); \
	}

#define MATH1(length, name, ...) SYBIL_EACH1(name, has_float_v, T, detail::library::name(x))
#define MATH2(length, name, ...) SYBIL_EACH2(name, has_float_v, T, detail::library::name(x, y))
#define MATH3(length, name, ...) SYBIL_EACH3(name, has_float_v, T, detail::library::name(x, y, z))
#define MATHN(length, name, ...) \
	template <typename A, typename N, SYBIL_IF((detail::has_float_v<A> && detail::has_integer_v<N>))> \
	SYBIL_INLINE auto name(const A &a, const N &n) \
	{ \
		using T = detail::element_t<A>; \
		return detail::each<T, A>([](T x, int k) { return detail::library::name(x, k); }, a, n); \
	}
#include <sycl/detail/functions.def>
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATHN

/* Product and sum may be rounded once or twice, whichever is quicker. */
SYBIL_EACH3(mad, has_float_v, T, static_cast<T>(x * y + z))

namespace native {
#define NATIVE(length, name, plain) SYBIL_EACH1(name, has_single_v, float, detail::library::native_##name(x))
#include <sycl/detail/functions.def>
#undef NATIVE
SYBIL_EACH1(recip, has_single_v, float, 1.0f / x)
SYBIL_EACH2(divide, has_single_v, float, x / y)
SYBIL_EACH2(powr, has_single_v, float, detail::library::powr(x, y))
} // namespace native

/* No device here has functions of this precision: the exact ones are better. */
namespace half_precision {
#define NATIVE(length, name, plain) \
	template <typename A, SYBIL_IF(detail::has_single_v<A>)> SYBIL_INLINE auto name(const A &a) { return sycl::plain(a); }
#include <sycl/detail/functions.def>
#undef NATIVE
using native::divide;
using native::powr;
using native::recip;
} // namespace half_precision

namespace detail {

/* More than one result. Written with the functions above, so that no pointer of some address space meets a library. */
template <typename T> SYBIL_INLINE int exponent(T x)
{
	return static_cast<int>(library::logb(x));
}
template <typename T> SYBIL_INLINE bool finite(T x)
{
	return static_cast<double>(x) - static_cast<double>(x) == 0;
}
template <> SYBIL_INLINE bool finite(float x)
{
	return x - x == 0;
}
template <> SYBIL_INLINE bool finite(half x)
{
	return finite(static_cast<float>(x));
}

template <typename T> SYBIL_INLINE T split_fract(T x, T *whole)
{
	*whole = library::floor(x);
	constexpr T below = sizeof(T) == 8 ? T(0x1.fffffffffffffp-1) : sizeof(T) == 4 ? T(0x1.fffffep-1f) : T(0x1.ffcp-1f);
	return finite(x) ? library::fmin(static_cast<T>(x - *whole), below) : x == x ? library::copysign(T(0.0f), x) : x;
}
template <typename T> SYBIL_INLINE T split_modf(T x, T *whole)
{
	*whole = library::trunc(x);
	return library::copysign(finite(x) ? static_cast<T>(x - *whole) : x == x ? T(0.0f) : x, x);
}
template <typename T> SYBIL_INLINE T split_frexp(T x, int *power)
{
	*power = 0;
	if (x == T(0.0f) || !finite(x))
		return x;
	*power = exponent(x) + 1;
	return library::ldexp(x, -*power);
}
template <typename T> SYBIL_INLINE T split_remquo(T x, T y, int *quotient)
{
	T rest = library::remainder(x, y);
	T times = library::rint(static_cast<T>((x - rest) / y));
	T low = library::fmod(times, T(128.0f));

	*quotient = finite(low) ? static_cast<int>(low) : 0;
	return rest;
}
template <typename T> SYBIL_INLINE T split_sincos(T x, T *cosine)
{
	*cosine = library::cos(x);
	return library::sin(x);
}
template <typename T> SYBIL_INLINE T split_lgamma(T x, int *sign)
{
	T whole = library::floor(x);

	*sign = x < T(0.0f) && library::fmod(whole, T(2.0f)) != T(0.0f) ? -1 : 1;
	return library::lgamma(x);
}

template <typename T> struct pointed {
	static constexpr bool there = false;
};
template <typename T> struct pointed<T *> {
	static constexpr bool there = true;
	using type = T;
	static SYBIL_INLINE T &at(T *p) { return *p; }
};
template <typename T, access::address_space S, access::decorated D> struct pointed<multi_ptr<T, S, D>> {
	static constexpr bool there = true;
	using type = T;
	static SYBIL_INLINE T &at(multi_ptr<T, S, D> p) { return *p.get_raw(); }
};

template <typename V> SYBIL_INLINE auto &element_of(V &v, size_t i)
{
	if constexpr (shape<V>::scalar)
		return v;
	else
		return v[i];
}

} // namespace detail

#define SYBIL_SPLIT(name, inner, second) \
	template <typename A, typename P, SYBIL_IF((detail::has_float_v<A> && detail::pointed<P>::there))> \
	SYBIL_INLINE auto name(const A &a, P out) \
	{ \
		using T = detail::element_t<A>; \
		auto &to = detail::pointed<P>::at(out); \
		typename detail::shape<A>::value r = {}; \
		for (size_t i = 0; i < detail::shape<A>::count; i++) { \
			second more; \
			detail::element_of(r, i) = detail::inner(static_cast<T>(detail::element(a, i)), &more); \
			detail::element_of(to, i) = more; \
		} \
		return r; \
	}
SYBIL_SPLIT(fract, split_fract, T)
SYBIL_SPLIT(modf, split_modf, T)
SYBIL_SPLIT(sincos, split_sincos, T)
SYBIL_SPLIT(frexp, split_frexp, int)
SYBIL_SPLIT(lgamma_r, split_lgamma, int)
#undef SYBIL_SPLIT

template <typename A, typename B, typename P, SYBIL_IF((detail::has_float_v<A> && detail::pointed<P>::there))>
SYBIL_INLINE auto remquo(const A &a, const B &b, P out)
{
	using T = detail::element_t<A>;
	auto &to = detail::pointed<P>::at(out);
	typename detail::shape<A>::value r = {};

	for (size_t i = 0; i < detail::shape<A>::count; i++) {
		int times;

		detail::element_of(r, i) =
			detail::split_remquo(static_cast<T>(detail::element(a, i)), static_cast<T>(detail::element(b, i)), &times);
		detail::element_of(to, i) = times;
	}
	return r;
}

template <typename A, SYBIL_IF(detail::has_float_v<A>)> SYBIL_INLINE auto ilogb(const A &a)
{
	using T = detail::element_t<A>;
	return detail::each<int, A>(
		[](T x) {
			return x == T(0.0f) ? -0x7fffffff - 1 : x != x ? -0x7fffffff - 1 : !detail::finite(x) ? 0x7fffffff : detail::exponent(x);
		},
		a);
}

/* Not a number, with these bits after the quiet bit. */
template <typename A, SYBIL_IF(detail::unsigned_v<detail::element_t<A>>)> SYBIL_INLINE auto nan(const A &code)
{
	using U = detail::element_t<A>;
	using F = detail::choose_t<sizeof(U) == 8, double, detail::choose_t<sizeof(U) == 4, float, half>>;
	return detail::each<F, A>(
		[](U bits) {
			if constexpr (sizeof(U) == 8)
				return bit_cast<double>(bits | 0x7ff8000000000000ul);
			else if constexpr (sizeof(U) == 4)
				return bit_cast<float>(bits | 0x7fc00000u);
			else
				return bit_cast<half>(static_cast<U>(bits | 0x7e00u));
		},
		code);
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/math_common.hpp>
#include <sycl/detail/math_integer.hpp>
#include <sycl/detail/math_relational.hpp>
#undef SYBIL_EACH1
#undef SYBIL_EACH2
#undef SYBIL_EACH3
#undef SYBIL_IF

#include <sybil_names_show.def>
