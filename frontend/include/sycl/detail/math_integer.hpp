/* sycl/detail/math_integer.hpp — integer functions; part of math.hpp.
 *
 * Plain C++; compilers recognise the operations that devices have instructions for. */
#pragma once

namespace sycl {
inline namespace _V1 {

namespace detail::integer {

template <typename T> inline constexpr int bits = static_cast<int>(sizeof(T)) * 8;
template <typename T> inline constexpr T lowest = unsigned_v<T> ? T(0) : static_cast<T>(T(1) << (bits<T> - 1));
template <typename T> inline constexpr T highest = static_cast<T>(~lowest<T>);

template <typename T> SYBIL_INLINE auto abs(T x)
{
	using U = uint_of<T>;

#ifdef SYBIL_DEVICE_NVPTX
	/* LLVM 15 takes the smallest number of 16 bits for positive afterwards; it does not see through this. */
	if constexpr (sizeof(T) < sizeof(int) && !unsigned_v<T>) {
		int wide = x;

		__asm__("" : "+r"(wide));
		return static_cast<U>(wide < 0 ? -wide : wide);
	}
#endif
	return static_cast<U>(!unsigned_v<T> && x < T(0) ? U(0) - static_cast<U>(x) : static_cast<U>(x));
}
template <typename T> SYBIL_INLINE constexpr auto abs_diff(T x, T y)
{
	using U = uint_of<T>;
	return static_cast<U>(y < x ? static_cast<U>(x) - static_cast<U>(y) : static_cast<U>(y) - static_cast<U>(x));
}
template <typename T> SYBIL_INLINE constexpr T add_sat(T x, T y)
{
	using U = uint_of<T>;
	T sum = static_cast<T>(static_cast<U>(static_cast<U>(x) + static_cast<U>(y)));

	if (unsigned_v<T>)
		return sum < x ? highest<T> : sum;
	return y >= T(0) && sum < x ? highest<T> : y < T(0) && sum > x ? lowest<T> : sum;
}
template <typename T> SYBIL_INLINE constexpr T sub_sat(T x, T y)
{
	using U = uint_of<T>;
	T rest = static_cast<T>(static_cast<U>(static_cast<U>(x) - static_cast<U>(y)));

	if (unsigned_v<T>)
		return x < y ? T(0) : rest;
	return y < T(0) && rest < x ? highest<T> : y >= T(0) && rest > x ? lowest<T> : rest;
}
template <typename T> SYBIL_INLINE constexpr T hadd(T x, T y)
{
	return static_cast<T>((x >> 1) + (y >> 1) + (x & y & 1));
}
template <typename T> SYBIL_INLINE constexpr T rhadd(T x, T y)
{
	return static_cast<T>((x >> 1) + (y >> 1) + ((x | y) & 1));
}
template <typename T> SYBIL_INLINE constexpr T popcount(T x)
{
	uint64_t u = static_cast<uint_of<T>>(x);

	u = u - (u >> 1 & 0x5555555555555555ul);
	u = (u & 0x3333333333333333ul) + (u >> 2 & 0x3333333333333333ul);
	u = (u + (u >> 4)) & 0x0f0f0f0f0f0f0f0ful;
	return static_cast<T>(u * 0x0101010101010101ul >> 56);
}
template <typename T> SYBIL_INLINE constexpr T clz(T x)
{
	using U = uint_of<T>;
	U u = static_cast<U>(x);

	for (int by = 1; by < bits<T>; by *= 2)
		u = static_cast<U>(u | u >> by);
	return static_cast<T>(T(bits<T>) - popcount(static_cast<T>(u)));
}
template <typename T> SYBIL_INLINE constexpr T ctz(T x)
{
	using U = uint_of<T>;
	U u = static_cast<U>(x);

	return popcount(static_cast<T>(static_cast<U>(~u) & static_cast<U>(u - U(1))));
}
template <typename T> SYBIL_INLINE T rotate(T x, T by)
{
	using U = uint_of<T>;
	U u = static_cast<U>(x);
	int n = static_cast<int>(static_cast<U>(by) & U(bits<T> - 1));

#ifdef SYBIL_DEVICE_NVPTX
	/* LLVM 15 drops the mask, because a rotation needs none, and then shifts by more than there are bits. */
	__asm__("" : "+r"(n));
#endif
	return static_cast<T>(static_cast<U>(n ? static_cast<U>(u << n) | static_cast<U>(u >> (bits<T> - n)) : u));
}

/* The upper half of a product. */
SYBIL_INLINE constexpr uint64_t mul_hi_wide(uint64_t x, uint64_t y)
{
	uint64_t xl = x & 0xffffffff, xh = x >> 32, yl = y & 0xffffffff, yh = y >> 32;
	uint64_t low = xl * yl, a = xh * yl + (low >> 32), b = xl * yh + (a & 0xffffffff);

	return xh * yh + (a >> 32) + (b >> 32);
}
template <typename T> SYBIL_INLINE constexpr T mul_hi(T x, T y)
{
	if constexpr (sizeof(T) < 8 && unsigned_v<T>)
		return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y) >> bits<T>);
	else if constexpr (sizeof(T) < 8)
		return static_cast<T>(static_cast<int64_t>(x) * static_cast<int64_t>(y) >> bits<T>);
	else if constexpr (unsigned_v<T>)
		return static_cast<T>(mul_hi_wide(x, y));
	else
		return static_cast<T>(mul_hi_wide(static_cast<uint64_t>(x), static_cast<uint64_t>(y)) -
				      (x < 0 ? static_cast<uint64_t>(y) : 0) - (y < 0 ? static_cast<uint64_t>(x) : 0));
}
template <typename T> SYBIL_INLINE constexpr T mad_hi(T x, T y, T z)
{
	using U = uint_of<T>;
	return static_cast<T>(static_cast<U>(static_cast<U>(mul_hi(x, y)) + static_cast<U>(z)));
}
template <typename T> SYBIL_INLINE constexpr T mad_sat(T x, T y, T z)
{
	using U = uint_of<T>;
	T high = mul_hi(x, y), low = static_cast<T>(static_cast<U>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y)));
	U sum = static_cast<U>(static_cast<U>(low) + static_cast<U>(z));

	if (unsigned_v<T>)
		return high || sum < static_cast<U>(low) ? highest<T> : static_cast<T>(sum);
	/* Twice as wide, so that the upper half gets carries and signs. */
	high = static_cast<T>(static_cast<U>(static_cast<U>(high) + static_cast<U>(sum < static_cast<U>(low)) - (z < T(0) ? U(1) : U(0))));
	if (high < T(0))
		return high == T(-1) && static_cast<T>(sum) < T(0) ? static_cast<T>(sum) : lowest<T>;
	return high == T(0) && static_cast<T>(sum) >= T(0) ? static_cast<T>(sum) : highest<T>;
}
template <typename T> SYBIL_INLINE constexpr T mul24(T x, T y)
{
	using U = uint_of<T>;
	return static_cast<T>(static_cast<U>(x) * static_cast<U>(y));
}
template <typename T> SYBIL_INLINE constexpr T mad24(T x, T y, T z)
{
	using U = uint_of<T>;
	return static_cast<T>(static_cast<U>(x) * static_cast<U>(y) + static_cast<U>(z));
}

} // namespace detail::integer

#define SYBIL_ONE(name) SYBIL_EACH1(name, has_integer_v, T, detail::integer::name(x))
SYBIL_ONE(popcount)
SYBIL_ONE(clz)
SYBIL_ONE(ctz)
SYBIL_ONE(abs)
#undef SYBIL_ONE

#define SYBIL_TWO(name, result) SYBIL_EACH2(name, has_integer_v, result, detail::integer::name(x, y))
SYBIL_TWO(abs_diff, detail::uint_of<T>)
SYBIL_TWO(add_sat, T)
SYBIL_TWO(sub_sat, T)
SYBIL_TWO(hadd, T)
SYBIL_TWO(rhadd, T)
SYBIL_TWO(mul_hi, T)
SYBIL_TWO(mul24, T)
SYBIL_TWO(rotate, T)
#undef SYBIL_TWO

#define SYBIL_THREE(name) SYBIL_EACH3(name, has_integer_v, T, detail::integer::name(x, y, z))
SYBIL_THREE(mad_hi)
SYBIL_THREE(mad_sat)
SYBIL_THREE(mad24)
#undef SYBIL_THREE

/* Two halves make a number of twice the size. */
template <typename A, typename B, SYBIL_IF((detail::has_integer_v<A> && sizeof(detail::element_t<A>) < 8))>
SYBIL_INLINE auto upsample(const A &high, const B &low)
{
	using H = detail::element_t<A>;
	using L = detail::uint_of<H>;
	using S = typename detail::sized<sizeof(H) * 2>::sint;
	using U = typename detail::sized<sizeof(H) * 2>::uint;
	using R = detail::choose_t<detail::unsigned_v<H>, U, S>;
	return detail::each<R, A>(
		[](H h, L l) { return static_cast<R>(static_cast<U>(static_cast<U>(h) << detail::integer::bits<H> | l)); }, high, low);
}

} // namespace _V1
} // namespace sycl
