/* sycl/detail/math_relational.hpp — functions that answer yes or no; part of math.hpp.
 *
 * Scalars answer with bool, marray with bool for each element, vec with all bits of a whole number of its element's size. */
#pragma once

namespace sycl {
inline namespace _V1 {

namespace detail {

template <typename V> using answer_t = choose_t<shape<V>::scalar || shape<V>::array, bool, sint_of<element_t<V>>>;

template <typename V> SYBIL_INLINE answer_t<V> answer(bool yes)
{
	return shape<V>::scalar || shape<V>::array ? static_cast<answer_t<V>>(yes) : static_cast<answer_t<V>>(yes ? -1 : 0);
}

template <typename T> SYBIL_INLINE auto raw_bits(T x)
{
	return bit_cast<uint_of<T>>(x);
}
template <typename T> inline constexpr uint_of<T> infinity_bits = static_cast<uint_of<T>>(sizeof(T) == 8 ? 0x7ff0000000000000ul :
											  sizeof(T) == 4 ? 0x7f800000ul :
													   0x7c00ul);
template <typename T> inline constexpr uint_of<T> sign_bit = static_cast<uint_of<T>>(uint_of<T>(1) << (sizeof(T) * 8 - 1));
template <typename T> SYBIL_INLINE auto magnitude_bits(T x)
{
	return static_cast<uint_of<T>>(raw_bits(x) & static_cast<uint_of<T>>(~sign_bit<T>));
}

} // namespace detail

#define SYBIL_ONE(name, expression) SYBIL_EACH1(name, has_float_v, detail::answer_t<D>, detail::answer<D>(expression))
SYBIL_ONE(isnan, detail::magnitude_bits(x) > detail::infinity_bits<T>)
SYBIL_ONE(isinf, detail::magnitude_bits(x) == detail::infinity_bits<T>)
SYBIL_ONE(isfinite, detail::magnitude_bits(x) < detail::infinity_bits<T>)
SYBIL_ONE(isnormal, detail::magnitude_bits(x) < detail::infinity_bits<T> &&
			    detail::magnitude_bits(x) >= (sizeof(T) == 8 ? 0x0010000000000000ul : sizeof(T) == 4 ? 0x00800000ul : 0x0400ul))
SYBIL_ONE(signbit, (detail::raw_bits(x) & detail::sign_bit<T>) != 0)
#undef SYBIL_ONE

#define SYBIL_TWO(name, expression) SYBIL_EACH2(name, has_float_v, detail::answer_t<D>, detail::answer<D>(expression))
SYBIL_TWO(isequal, x == y)
SYBIL_TWO(isnotequal, x != y)
SYBIL_TWO(isgreater, x > y)
SYBIL_TWO(isgreaterequal, x >= y)
SYBIL_TWO(isless, x < y)
SYBIL_TWO(islessequal, x <= y)
SYBIL_TWO(islessgreater, x < y || x > y)
SYBIL_TWO(isordered, x == x && y == y)
SYBIL_TWO(isunordered, x != x || y != y)
#undef SYBIL_TWO

namespace detail {
template <typename T> SYBIL_INLINE bool is_set(T x)
{
	return same_v<T, bool> ? static_cast<bool>(x) : (static_cast<uint64_t>(static_cast<int64_t>(x)) >> 63) != 0;
}
} // namespace detail

/* One element, or all of them, with the highest bit set. */
template <typename A> SYBIL_INLINE bool any(const A &a)
{
	for (size_t i = 0; i < detail::shape<A>::count; i++)
		if (detail::is_set(detail::element(a, i)))
			return true;
	return false;
}
template <typename A> SYBIL_INLINE bool all(const A &a)
{
	for (size_t i = 0; i < detail::shape<A>::count; i++)
		if (!detail::is_set(detail::element(a, i)))
			return false;
	return true;
}

template <typename A> SYBIL_INLINE auto bitselect(const A &a, const A &b, const A &mask)
{
	using T = detail::element_t<A>;
	using U = detail::uint_of<T>;
	return detail::each<T, A>(
		[](T x, T y, T m) {
			U bits = bit_cast<U>(m);

			return bit_cast<T>(static_cast<U>((bit_cast<U>(x) & static_cast<U>(~bits)) | (bit_cast<U>(y) & bits)));
		},
		a, b, mask);
}

/* The second argument where the third is true (scalars, marray) or has its highest bit set (vectors). */
template <typename A, typename C> SYBIL_INLINE auto select(const A &a, const A &b, const C &which)
{
	using T = detail::element_t<A>;
	using W = detail::element_t<C>;
	return detail::each<T, A>(
		[](T x, T y, W w) {
			if constexpr (detail::shape<A>::scalar || detail::shape<A>::array)
				return w ? y : x;
			else
				return detail::is_set(w) ? y : x;
		},
		a, b, which);
}

} // namespace _V1
} // namespace sycl
