/* frontend/programs/imf/rounding.hpp — sums, products, quotients, roots and multiply-adds, rounded in every direction. */
#ifndef SYBIL_IMF_ROUNDING
#define SYBIL_IMF_ROUNDING

#include "number.hpp"

namespace __sybil_imf {

template <typename T> typename layout_of<T>::bits bits_of(T x)
{
	return __builtin_bit_cast(typename layout_of<T>::bits, x);
}

template <typename T> number unpacked(T x)
{
	return unpack<layout_of<T>>(bits_of(x));
}

template <typename T> T packed(number x, rounding mode)
{
	return __builtin_bit_cast(T, pack<layout_of<T>>(x, mode));
}

/* ---- 128 bits ---- */

struct wide {
	u64 high, low;
};

inline wide multiply(u64 x, u64 y)
{
	u64 x0 = u32(x), x1 = x >> 32, y0 = u32(y), y1 = y >> 32;
	u64 middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + u32(middle);

	return { x1 * y1 + (middle >> 32) + (other >> 32), x * y };
}

inline wide shift_left(wide x, int by)
{
	if (by >= 64)
		return { x.low << (by - 64), 0 };
	return by ? wide{ x.high << by | x.low >> (64 - by), x.low << by } : x;
}

inline wide shift_right(wide x, int by)
{
	if (by >= 64)
		return { 0, shift_right(x.high, by - 64) | (x.low != 0) };
	return by ? wide{ x.high >> by, shift_right(x.low, by) | x.high << (64 - by) } : x;
}

inline wide add(wide x, wide y)
{
	return { x.high + y.high + (x.low + y.low < x.low), x.low + y.low };
}

inline wide subtract(wide x, wide y)
{
	return { x.high - y.high - (x.low < y.low), x.low - y.low };
}

inline bool is_less(wide x, wide y)
{
	return x.high < y.high || (x.high == y.high && x.low < y.low);
}

/* magnitude × 2^exponent */
struct wide_number {
	bool negative;
	int exponent;
	wide magnitude;
};

/* Shift left, so that bit 126 is the highest: a sum fits. */
inline wide_number normal(wide_number x)
{
	int by = (x.magnitude.high ? leading_zeros(x.magnitude.high) : 64 + leading_zeros(x.magnitude.low)) - 1;

	if (by == 127)
		return { x.negative, -100000, x.magnitude }; /* 0 */
	return { x.negative, x.exponent - by, shift_left(x.magnitude, by) };
}

/* The highest bit of a magnitude is 0. */
inline number add(wide_number a, wide_number b, rounding mode)
{
	wide_number x = normal(a), y = normal(b);
	int exponent = x.exponent > y.exponent ? x.exponent : y.exponent, zeros;
	wide sum;

	x.magnitude = shift_right(x.magnitude, exponent - x.exponent);
	y.magnitude = shift_right(y.magnitude, exponent - y.exponent);
	if (is_less(x.magnitude, y.magnitude)) {
		wide_number other = x;

		x = y, y = other;
	}
	if (x.negative == y.negative)
		sum = add(x.magnitude, y.magnitude);
	else
		sum = subtract(x.magnitude, y.magnitude);
	if (!sum.high && !sum.low) /* opposite numbers, or zeros */
		return { x.negative == y.negative ? x.negative : mode == rounding::rd, 0, 0 };
	zeros = sum.high ? leading_zeros(sum.high) : 64;
	sum = shift_left(sum, zeros);
	return { x.negative, exponent - zeros + 64, sum.high | (sum.low != 0) };
}

inline wide_number widened(number x)
{
	return { x.negative, x.exponent, { 0, x.magnitude } };
}

/* ---- operations; with operands that are not finite, the device's own ---- */

template <typename T> T add(T x, T y, rounding mode)
{
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
	if (mode == rounding::rn)
		return x + y;
#endif
	if (!isfinite(x) || !isfinite(y))
		return x + y;
	return packed<T>(add(widened(unpacked(x)), widened(unpacked(y)), mode), mode);
}

template <typename T> T multiply(T x, T y, rounding mode)
{
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
	if (mode == rounding::rn)
		return x * y;
#endif
	if (!isfinite(x) || !isfinite(y))
		return x * y;
	number a = normal(unpacked(x)), b = normal(unpacked(y));
	wide product = multiply(a.magnitude, b.magnitude);
	return packed<T>({ a.negative != b.negative, a.exponent + b.exponent + 64, product.high | (product.low != 0) }, mode);
}

/* Eleven bits of the quotient at a time. */
template <typename T> T divide(T x, T y, rounding mode)
{
	if (!isfinite(x) || !isfinite(y) || y == 0)
		return x / y;
	number a = normal(unpacked(x), 52), b = normal(unpacked(y), 52);
	if (!a.magnitude)
		return packed<T>({ a.negative != b.negative, 0, 0 }, mode);
	u64 rest = a.magnitude % b.magnitude, quotient = a.magnitude / b.magnitude;
	for (int i = 0; i < 5; i++) {
		rest <<= 11;
		quotient = quotient << 11 | rest / b.magnitude;
		rest %= b.magnitude;
	}
	return packed<T>({ a.negative != b.negative, a.exponent - b.exponent - 56, quotient << 1 | (rest != 0) }, mode);
}

/* Bit by bit: `rest` is what the square of `root` lacks. */
template <typename T> T square_root(T x, rounding mode)
{
	if (!isfinite(x) || !(x > 0))
		return sqrt(x);
	number a = normal(unpacked(x), 62);
	u64 root = 0, rest = 0;
	if (a.exponent & 1)
		a.magnitude >>= 1, a.exponent++;
	for (int i = 0; i < 60; i++, a.magnitude <<= 2) {
		rest = rest << 2 | a.magnitude >> 62;
		root <<= 1;
		if (rest >= 2 * root + 1) {
			rest -= 2 * root + 1;
			root++;
		}
	}
	return packed<T>({ false, a.exponent / 2 - 29, root << 1 | (rest != 0) }, mode);
}

template <typename T> T multiply_add(T x, T y, T z, rounding mode)
{
	if (mode == rounding::rn || !isfinite(x) || !isfinite(y) || !isfinite(z))
		return fma(x, y, z);
	number a = unpacked(x), b = unpacked(y);
	wide_number product = { a.negative != b.negative, a.exponent + b.exponent, multiply(a.magnitude, b.magnitude) };
	return packed<T>(add(product, widened(unpacked(z)), mode), mode);
}

} // namespace __sybil_imf

#define SYBIL_IMF_ROUNDED(mode)                                                    \
	SYBIL_IMF_ROUNDED_TYPE(float, f, f, mode)                                  \
	SYBIL_IMF_ROUNDED_TYPE(double, d, , mode)
#define SYBIL_IMF_ROUNDED_TYPE(T, letter, end, mode)                               \
	inline T __imf_##letter##add_##mode(T x, T y)                              \
	{                                                                          \
		return __sybil_imf::add(x, y, __sybil_imf::rounding::mode);        \
	}                                                                          \
	inline T __imf_##letter##sub_##mode(T x, T y)                              \
	{                                                                          \
		return __sybil_imf::add(x, -y, __sybil_imf::rounding::mode);       \
	}                                                                          \
	inline T __imf_##letter##mul_##mode(T x, T y)                              \
	{                                                                          \
		return __sybil_imf::multiply(x, y, __sybil_imf::rounding::mode);   \
	}                                                                          \
	inline T __imf_##letter##div_##mode(T x, T y)                              \
	{                                                                          \
		return __sybil_imf::divide(x, y, __sybil_imf::rounding::mode);     \
	}                                                                          \
	inline T __imf_##letter##rcp_##mode(T x)                                   \
	{                                                                          \
		return __sybil_imf::divide(T(1), x, __sybil_imf::rounding::mode);  \
	}                                                                          \
	inline T __imf_sqrt##end##_##mode(T x)                                     \
	{                                                                          \
		return __sybil_imf::square_root(x, __sybil_imf::rounding::mode);   \
	}                                                                          \
	inline T __imf_fma##end##_##mode(T x, T y, T z)                            \
	{                                                                          \
		return __sybil_imf::multiply_add(x, y, z, __sybil_imf::rounding::mode); \
	}
extern "C" {
SYBIL_IMF_ROUNDED(rd)
SYBIL_IMF_ROUNDED(rn)
SYBIL_IMF_ROUNDED(ru)
SYBIL_IMF_ROUNDED(rz)
}
#undef SYBIL_IMF_ROUNDED
#undef SYBIL_IMF_ROUNDED_TYPE
#endif
