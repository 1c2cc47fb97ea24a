/* sycl/functional.hpp — the operators of group algorithms and reductions, and their identities. */
#pragma once
#include <sycl/half.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {
/* Whether group algorithms can combine values with F: the classes below, no others. */
template <typename F> inline constexpr bool operation_v = false;
} // namespace detail

#define SYBIL_FUNCTION(name, expression) \
	template <typename T = void> struct name { \
		SYBIL_INLINE T operator()(const T &a, const T &b) const { return expression; } \
	}; \
	template <> struct name<void> { \
		template <typename T> SYBIL_INLINE T operator()(const T &a, const T &b) const { return expression; } \
	}; \
	template <typename T> inline constexpr bool detail::operation_v<name<T>> = true;
SYBIL_FUNCTION(plus, a + b)
SYBIL_FUNCTION(multiplies, a *b)
SYBIL_FUNCTION(minimum, b < a ? b : a)
SYBIL_FUNCTION(maximum, a < b ? b : a)
SYBIL_FUNCTION(bit_and, a &b)
SYBIL_FUNCTION(bit_or, a | b)
SYBIL_FUNCTION(bit_xor, a ^ b)
SYBIL_FUNCTION(logical_and, a &&b)
SYBIL_FUNCTION(logical_or, a || b)
#undef SYBIL_FUNCTION

namespace detail {

/* Limits of a type without its library. */
template <typename T> SYBIL_INLINE constexpr T largest()
{
	if constexpr (same_v<T, float> || same_v<T, half>)
		return __builtin_huge_valf();
	else if constexpr (same_v<T, double>)
		return __builtin_huge_val();
	else if constexpr (unsigned_v<T> || same_v<T, bool>)
		return static_cast<T>(-1);
	else
		return static_cast<T>(~(uint_of<T>(1) << (sizeof(T) * 8 - 1)));
}
template <typename T> SYBIL_INLINE constexpr T smallest()
{
	if constexpr (float_v<T>)
		return -largest<T>();
	else
		return static_cast<T>(~largest<T>());
}

template <typename F, typename T> struct identity {
	static constexpr bool known = false;
};
#define SYBIL_IDENTITY(name, expression) \
	template <typename T> struct identity<name<T>, T> { \
		static constexpr bool known = true; \
		static SYBIL_INLINE constexpr T value() { return expression; } \
	}; \
	template <typename T> struct identity<name<void>, T> : identity<name<T>, T> {};
SYBIL_IDENTITY(plus, T(0))
SYBIL_IDENTITY(multiplies, T(1))
SYBIL_IDENTITY(minimum, largest<T>())
SYBIL_IDENTITY(maximum, smallest<T>())
SYBIL_IDENTITY(bit_and, static_cast<T>(~T(0)))
SYBIL_IDENTITY(bit_or, T(0))
SYBIL_IDENTITY(bit_xor, T(0))
SYBIL_IDENTITY(logical_and, T(1))
SYBIL_IDENTITY(logical_or, T(0))
#undef SYBIL_IDENTITY
} // namespace detail

template <typename F, typename T> struct known_identity {
	static constexpr T value = detail::identity<F, T>::value();
};
template <typename F, typename T> inline constexpr T known_identity_v = known_identity<F, T>::value;
template <typename F, typename T> struct has_known_identity : detail::truth<detail::identity<F, T>::known> {};
template <typename F, typename T> inline constexpr bool has_known_identity_v = has_known_identity<F, T>::value;

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
