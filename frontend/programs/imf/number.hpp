/* frontend/programs/imf/number.hpp — numbers as integers and powers of two, and their rounding in every direction. The results
 * depend neither on the accuracy of the device's division and root nor on options for fast mathematics. */
#ifndef SYBIL_IMF_NUMBER
#define SYBIL_IMF_NUMBER

#include "base.hpp"

namespace __sybil_imf {

enum class rounding { rd, rn, ru, rz }; /* down, to nearest and ties to even, up, towards zero */

/* How a type is stored: bits of the fraction, largest exponent. */
template <typename B, int F, int E> struct layout {
	using bits = B;
	static constexpr int fraction = F, largest = E, size = 8 * int(sizeof(B));
	static constexpr bits infinity = bits(bits(2 * E + 1) << F), sign = bits(bits(1) << (size - 1));
};
using f16 = layout<u16, 10, 15>;
using bf16 = layout<u16, 7, 127>;
using f32 = layout<u32, 23, 127>;
using f64 = layout<u64, 52, 1023>;
template <typename T> struct layout_of;
template <> struct layout_of<float> : f32 {};
template <> struct layout_of<double> : f64 {};

/* magnitude × 2^exponent. If the lowest bit is set because bits below it were lost, rounding removes at least two bits above it. */
struct number {
	bool negative;
	int exponent;
	u64 magnitude;
};

template <typename L> bool is_finite(typename L::bits bits)
{
	return (bits & L::infinity) != L::infinity;
}

template <typename L> bool is_nan(typename L::bits bits)
{
	return typename L::bits(bits & ~L::sign) > L::infinity;
}

template <typename L> number unpack(typename L::bits bits)
{
	int power = int((bits & L::infinity) >> L::fraction);
	u64 fraction = bits & ((u64(1) << L::fraction) - 1);

	if (power)
		fraction |= u64(1) << L::fraction;
	return { (bits & L::sign) != 0, (power ? power : 1) - L::largest - L::fraction, fraction };
}

/* Shift right; lost bits that are not 0 set the lowest. */
inline u64 shift_right(u64 x, int by)
{
	if (by >= 64)
		return x != 0;
	return by <= 0 ? x : x >> by | ((x & ((u64(1) << by) - 1)) != 0);
}

inline int leading_zeros(u64 x)
{
	return x ? __builtin_clzll(x) : 64;
}

/* Shift left, so that the highest bit is the one with this number. */
inline number normal(number x, int bit = 63)
{
	int by = leading_zeros(x.magnitude) - (63 - bit);

	if (!x.magnitude)
		return x;
	x.magnitude = by >= 0 ? x.magnitude << by : shift_right(x.magnitude, -by);
	x.exponent -= by;
	return x;
}

/* Whether to round away from zero. half: the rest compared with half a unit (-1, 0, 1); rest: whether it is not 0. */
inline bool goes_up(rounding mode, bool negative, bool odd, int half, bool rest)
{
	switch (mode) {
	case rounding::rn: return half > 0 || (half == 0 && odd);
	case rounding::ru: return rest && !negative;
	case rounding::rd: return rest && negative;
	default: return false;
	}
}

/* magnitude / 2^by, rounded. */
inline u64 divide_by_power(u64 magnitude, int by, bool negative, rounding mode)
{
	u64 whole = by >= 64 ? 0 : magnitude >> by, rest, middle;
	int half;

	if (by <= 0)
		return magnitude;
	if (by > 64)
		return goes_up(mode, negative, false, -1, magnitude != 0);
	rest = by == 64 ? magnitude : magnitude & ((u64(1) << by) - 1);
	middle = u64(1) << (by - 1);
	half = rest > middle ? 1 : rest == middle ? 0 : -1;
	return whole + goes_up(mode, negative, whole & 1, half, rest != 0);
}

template <typename L> typename L::bits pack(number x, rounding mode)
{
	using bits = typename L::bits;
	bits sign = x.negative ? L::sign : bits(0), end;
	bool away = mode == rounding::rn || mode == (x.negative ? rounding::rd : rounding::ru);
	int power, lost = 63 - L::fraction;

	if (!x.magnitude)
		return sign;
	x = normal(x);
	power = x.exponent + 63;
	if (power > L::largest) {
		end = away ? L::infinity : bits(L::infinity - 1);
		return bits(sign | end);
	}
	if (power < 1 - L::largest) { /* below the normal numbers */
		lost += 1 - L::largest - power;
		power = 1 - L::largest;
		end = bits(divide_by_power(x.magnitude, lost, x.negative, mode));
		return bits(sign | end);
	}
	/* the highest bit of the rounded magnitude adds one to the exponent, and a carry another one */
	end = bits((u64(power + L::largest - 1) << L::fraction) + divide_by_power(x.magnitude, lost, x.negative, mode));
	return bits(sign | end);
}

/* ---- integers ---- */

template <typename I> number from_whole(I x)
{
	return { x < 0, 0, x < 0 ? u64(0) - u64(x) : u64(x) };
}

/* To an integer type: values outside its range become its maximum or minimum, NaN becomes 0. */
template <typename I, typename L> I to_whole(typename L::bits bits, rounding mode)
{
	constexpr bool has_sign = I(-1) < I(0);
	constexpr u64 most = ~u64(0) >> (64 - 8 * int(sizeof(I)) + has_sign);
	number x = unpack<L>(bits);
	u64 size, end = x.negative ? (has_sign ? most + 1 : 0) : most;

	if (is_nan<L>(bits))
		return 0;
	if (!is_finite<L>(bits) || x.exponent >= leading_zeros(x.magnitude)) {
		size = x.magnitude ? end : 0;
	} else {
		size = x.exponent >= 0 ? x.magnitude << x.exponent : divide_by_power(x.magnitude, -x.exponent, x.negative, mode);
		if (size > end)
			size = end;
	}
	return x.negative ? I(u64(0) - size) : I(size);
}

/* A number in another floating-point type. */
template <typename To, typename From> typename To::bits to_real(typename From::bits bits, rounding mode)
{
	using result = typename To::bits;
	result sign = bits & From::sign ? To::sign : result(0);

	if (is_nan<From>(bits))
		return result(sign | To::infinity | result(1) << (To::fraction - 1));
	if (!is_finite<From>(bits))
		return result(sign | To::infinity);
	return pack<To>(unpack<From>(bits), mode);
}

} // namespace __sybil_imf
#endif
