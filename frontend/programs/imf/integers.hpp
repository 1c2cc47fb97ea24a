/* frontend/programs/imf/integers.hpp — functions of integers, and of two or four of them in one of 32 bits. */
#ifndef SYBIL_IMF_INTEGERS
#define SYBIL_IMF_INTEGERS

#include "rounding.hpp"

namespace __sybil_imf {

template <typename T> T least(T x, T y)
{
	return x < y ? x : y;
}

template <typename T> T largest(T x, T y)
{
	return x < y ? y : x;
}

template <typename T> T reversed(T x)
{
	T to = 0;

	for (unsigned bit = 0; bit < 8 * sizeof(T); bit++, x >>= 1)
		to = to << 1 | (x & 1);
	return to;
}

/* ---- parts ---- */

template <typename P> constexpr int end_of(bool high) /* the largest or smallest value of a part */
{
	constexpr bool has_sign = P(-1) < P(0);
	constexpr int bits = 8 * int(sizeof(P)) - has_sign;

	return high ? (1 << bits) - 1 : has_sign ? -(1 << bits) : 0;
}

template <typename P> int limited(int x)
{
	return least(largest(x, end_of<P>(false)), end_of<P>(true));
}

/* Call a function for each part of two numbers; the results lose their high bits. */
template <typename P, typename F> unsigned for_parts(unsigned x, unsigned y, F of)
{
	unsigned result = 0;

	for (unsigned at = 0; at < 32; at += 8 * sizeof(P))
		result |= (unsigned(of(int(P(x >> at)), int(P(y >> at)))) & (0xffffffff >> (32 - 8 * sizeof(P)))) << at;
	return result;
}

template <typename P, typename F> unsigned for_parts(unsigned x, unsigned y, unsigned z, F of)
{
	unsigned result = 0;

	for (unsigned at = 0; at < 32; at += 8 * sizeof(P))
		result |= (unsigned(of(int(P(x >> at)), int(P(y >> at)), int(P(z >> at)))) & (0xffffffff >> (32 - 8 * sizeof(P)))) << at;
	return result;
}

template <typename P> unsigned sum_of_differences(unsigned x, unsigned y)
{
	unsigned sum = 0;

	for (unsigned at = 0; at < 32; at += 8 * sizeof(P)) {
		int difference = int(P(x >> at)) - int(P(y >> at));

		sum += unsigned(difference < 0 ? -difference : difference);
	}
	return sum;
}

} // namespace __sybil_imf

extern "C" {

/* ---- integers ---- */

inline unsigned __imf_brev(unsigned x)
{
	return __sybil_imf::reversed(x);
}

inline unsigned long long __imf_brevll(unsigned long long x)
{
	return __sybil_imf::reversed(x);
}

/* Each of the lowest four digits of `which` is the number of a byte. */
inline unsigned __imf_byte_perm(unsigned x, unsigned y, unsigned which)
{
	unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
	unsigned result = 0;

	for (int i = 0; i < 4; i++)
		result |= (unsigned(bytes >> (which >> 4 * i & 7) * 8) & 0xff) << 8 * i;
	return result;
}

inline int __imf_clz(int x)
{
	return x ? __builtin_clz(unsigned(x)) : 32;
}

inline int __imf_clzll(long long x)
{
	return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}

inline int __imf_ffs(int x)
{
	return x ? __builtin_ctz(unsigned(x)) + 1 : 0;
}

inline int __imf_ffsll(long long x)
{
	return x ? __builtin_ctzll(static_cast<unsigned long long>(x)) + 1 : 0;
}

inline int __imf_popc(unsigned x)
{
	return __builtin_popcount(x);
}

inline int __imf_popcll(unsigned long long x)
{
	return __builtin_popcountll(x);
}

#define SYBIL_IMF_XY(name, T, formula)        \
	inline T __imf_##name(T x, T y)       \
	{                                     \
		return T(formula);            \
	}
SYBIL_IMF_XY(max, int, __sybil_imf::largest(x, y))
SYBIL_IMF_XY(min, int, __sybil_imf::least(x, y))
SYBIL_IMF_XY(umax, unsigned, __sybil_imf::largest(x, y))
SYBIL_IMF_XY(umin, unsigned, __sybil_imf::least(x, y))
SYBIL_IMF_XY(llmax, __sybil_imf::s64, __sybil_imf::largest(x, y))
SYBIL_IMF_XY(llmin, __sybil_imf::s64, __sybil_imf::least(x, y))
SYBIL_IMF_XY(ullmax, __sybil_imf::u64, __sybil_imf::largest(x, y))
SYBIL_IMF_XY(ullmin, __sybil_imf::u64, __sybil_imf::least(x, y))
SYBIL_IMF_XY(hadd, int, (__sybil_imf::s64(x) + y) >> 1)
SYBIL_IMF_XY(rhadd, int, (__sybil_imf::s64(x) + y + 1) >> 1)
SYBIL_IMF_XY(uhadd, unsigned, (__sybil_imf::s64(x) + y) >> 1)
SYBIL_IMF_XY(urhadd, unsigned, (__sybil_imf::s64(x) + y + 1) >> 1)
SYBIL_IMF_XY(mul24, int, __sybil_imf::s64(int(unsigned(x) << 8) >> 8) * (int(unsigned(y) << 8) >> 8))
SYBIL_IMF_XY(umul24, unsigned, (x & 0xffffff) * (y & 0xffffff))
SYBIL_IMF_XY(mulhi, int, __sybil_imf::s64(x) * y >> 32)
SYBIL_IMF_XY(umulhi, unsigned, __sybil_imf::u64(x) * y >> 32)
SYBIL_IMF_XY(umul64hi, __sybil_imf::u64, __sybil_imf::multiply(x, y).high)
SYBIL_IMF_XY(vimax_s32_relu, int, __sybil_imf::largest(__sybil_imf::largest(x, y), 0))
SYBIL_IMF_XY(vimin_s32_relu, int, __sybil_imf::largest(__sybil_imf::least(x, y), 0))
#undef SYBIL_IMF_XY

inline long long __imf_mul64hi(long long x, long long y)
{
	unsigned long long a = static_cast<unsigned long long>(x), b = static_cast<unsigned long long>(y);

	return static_cast<long long>(__imf_umul64hi(a, b) - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}

inline unsigned __imf_sad(int x, int y, unsigned z)
{
	return (x < y ? unsigned(y) - unsigned(x) : unsigned(x) - unsigned(y)) + z;
}

inline unsigned __imf_usad(unsigned x, unsigned y, unsigned z)
{
	return (x < y ? y - x : x - y) + z;
}

/* ---- parts of 16 and of 8 bits ---- */

#define SYBIL_IMF_PARTS(name, P, formula)                                                             \
	inline unsigned __imf_##name(unsigned a, unsigned b)                                          \
	{                                                                                             \
		return __sybil_imf::for_parts<P>(a, b, [](int x, int y) { return int(formula); });    \
	}
#define SYBIL_IMF_PART(name, P, formula)                                                                              \
	inline unsigned __imf_##name(unsigned a)                                                                      \
	{                                                                                                             \
		return __sybil_imf::for_parts<P>(a, a, [](int x, int) { return int(formula); });                      \
	}
/* for both sizes; for both signs */
#define SYBIL_IMF_SIGNED(macro, name, formula) macro(name##2, short, formula) macro(name##4, signed char, formula)
#define SYBIL_IMF_UNSIGNED(macro, name, formula) macro(name##2, unsigned short, formula) macro(name##4, unsigned char, formula)
#define SYBIL_IMF_BOTH(name, formula)                             \
	SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, name##s, formula)       \
	SYBIL_IMF_UNSIGNED(SYBIL_IMF_PARTS, name##u, formula)
#define SYBIL_IMF_LIMITED(macro, name, P, formula) macro(name, P, __sybil_imf::limited<P>(formula))

SYBIL_IMF_SIGNED(SYBIL_IMF_PART, vabs, x < 0 ? -x : x)
SYBIL_IMF_SIGNED(SYBIL_IMF_PART, vneg, -x)
SYBIL_IMF_LIMITED(SYBIL_IMF_PART, vabsss2, short, x < 0 ? -x : x)
SYBIL_IMF_LIMITED(SYBIL_IMF_PART, vabsss4, signed char, x < 0 ? -x : x)
SYBIL_IMF_LIMITED(SYBIL_IMF_PART, vnegss2, short, -x)
SYBIL_IMF_LIMITED(SYBIL_IMF_PART, vnegss4, signed char, -x)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vaddss2, short, x + y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vaddss4, signed char, x + y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vaddus2, unsigned short, x + y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vaddus4, unsigned char, x + y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vsubss2, short, x - y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vsubss4, signed char, x - y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vsubus2, unsigned short, x - y)
SYBIL_IMF_LIMITED(SYBIL_IMF_PARTS, vsubus4, unsigned char, x - y)
SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, vadd, x + y)
SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, vsub, x - y)
SYBIL_IMF_UNSIGNED(SYBIL_IMF_PARTS, vhaddu, (x + y) >> 1)
SYBIL_IMF_BOTH(vabsdiff, x < y ? y - x : x - y)
SYBIL_IMF_BOTH(vavg, (x + y + (x + y >= 0)) >> 1) /* halves away from zero */
SYBIL_IMF_BOTH(vmax, x < y ? y : x)
SYBIL_IMF_BOTH(vmin, x < y ? x : y)
SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, vcmpeq, -(x == y))
SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, vcmpne, -(x != y))
SYBIL_IMF_BOTH(vcmpge, -(x >= y))
SYBIL_IMF_BOTH(vcmpgt, -(x > y))
SYBIL_IMF_BOTH(vcmple, -(x <= y))
SYBIL_IMF_BOTH(vcmplt, -(x < y))
SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, vseteq, x == y)
SYBIL_IMF_SIGNED(SYBIL_IMF_PARTS, vsetne, x != y)
SYBIL_IMF_BOTH(vsetge, x >= y)
SYBIL_IMF_BOTH(vsetgt, x > y)
SYBIL_IMF_BOTH(vsetle, x <= y)
SYBIL_IMF_BOTH(vsetlt, x < y)
SYBIL_IMF_PARTS(vimax_s16x2_relu, short, __sybil_imf::largest(__sybil_imf::largest(x, y), 0))
SYBIL_IMF_PARTS(vimin_s16x2_relu, short, __sybil_imf::largest(__sybil_imf::least(x, y), 0))
#undef SYBIL_IMF_PARTS
#undef SYBIL_IMF_PART
#undef SYBIL_IMF_SIGNED
#undef SYBIL_IMF_UNSIGNED
#undef SYBIL_IMF_BOTH
#undef SYBIL_IMF_LIMITED

inline unsigned __imf_vsads2(unsigned x, unsigned y)
{
	return __sybil_imf::sum_of_differences<short>(x, y);
}

inline unsigned __imf_vsads4(unsigned x, unsigned y)
{
	return __sybil_imf::sum_of_differences<signed char>(x, y);
}

inline unsigned __imf_vsadu2(unsigned x, unsigned y)
{
	return __sybil_imf::sum_of_differences<unsigned short>(x, y);
}

inline unsigned __imf_vsadu4(unsigned x, unsigned y)
{
	return __sybil_imf::sum_of_differences<unsigned char>(x, y);
}

/* ---- sums, and the maximum or minimum of three ---- */

#define SYBIL_IMF_3(name, formula)                                                                                              \
	SYBIL_IMF_WHOLE_3(name##_s32, int, formula)                                                                             \
	SYBIL_IMF_WHOLE_3(name##_u32, unsigned, formula)                                                                        \
	SYBIL_IMF_WHOLE_3(name##_s32_relu, int, __sybil_imf::largest<int>(formula, 0))                                          \
	SYBIL_IMF_PARTS_3(name##_s16x2, short, formula)                                                                         \
	SYBIL_IMF_PARTS_3(name##_u16x2, unsigned short, formula)                                                                \
	SYBIL_IMF_PARTS_3(name##_s16x2_relu, short, __sybil_imf::largest<short>(formula, 0))
#define SYBIL_IMF_WHOLE_3(name, P, formula)                \
	inline P __imf_##name(P x, P y, P z)               \
	{                                                  \
		using T = P;                               \
		return formula;                            \
	}
#define SYBIL_IMF_PARTS_3(name, P, formula)                                                                              \
	inline unsigned __imf_##name(unsigned a, unsigned b, unsigned c)                                                 \
	{                                                                                                                \
		using T = P;                                                                                             \
		return __sybil_imf::for_parts<P>(a, b, c, [](int x, int y, int z) { return int(formula); });             \
	}
SYBIL_IMF_3(viaddmax, __sybil_imf::largest<T>(T(unsigned(x) + unsigned(y)), T(z)))
SYBIL_IMF_3(viaddmin, __sybil_imf::least<T>(T(unsigned(x) + unsigned(y)), T(z)))
SYBIL_IMF_3(vimax3, __sybil_imf::largest<T>(__sybil_imf::largest<T>(T(x), T(y)), T(z)))
SYBIL_IMF_3(vimin3, __sybil_imf::least<T>(__sybil_imf::least<T>(T(x), T(y)), T(z)))
#undef SYBIL_IMF_3
#undef SYBIL_IMF_WHOLE_3
#undef SYBIL_IMF_PARTS_3

/* ---- the maximum or minimum, and whether it is the first ---- */

#define SYBIL_IMF_CHOICE(name, whole, half, end, order, choose)                                  \
	inline whole __imf_##name##32(whole x, whole y, bool *first)                             \
	{                                                                                        \
		*first = x order y;                                                              \
		return __sybil_imf::choose(x, y);                                                \
	}                                                                                        \
	inline unsigned __imf_##name##16x2(unsigned x, unsigned y, bool *high, bool *low)        \
	{                                                                                        \
		*high = half(x >> 16) order half(y >> 16);                                       \
		*low = half(x) order half(y);                                                    \
		return __imf_v##end(x, y);                                                       \
	}
SYBIL_IMF_CHOICE(vibmax_s, int, short, maxs2, >=, largest)
SYBIL_IMF_CHOICE(vibmax_u, unsigned, static_cast<unsigned short>, maxu2, >=, largest)
SYBIL_IMF_CHOICE(vibmin_s, int, short, mins2, <=, least)
SYBIL_IMF_CHOICE(vibmin_u, unsigned, static_cast<unsigned short>, minu2, <=, least)
#undef SYBIL_IMF_CHOICE
}
#endif
