/* frontend/programs/imf/conversions.hpp — conversions between integers and floating-point types, rounded in every direction. */
#ifndef SYBIL_IMF_CONVERSIONS
#define SYBIL_IMF_CONVERSIONS

#include "number.hpp"

namespace __sybil_imf {

inline float float_of(half x)
{
	return __builtin_bit_cast(float, to_real<f32, f16>(__builtin_bit_cast(u16, x), rounding::rn));
}

inline half half_of(float x)
{
	return __builtin_bit_cast(half, to_real<f16, f32>(__builtin_bit_cast(u32, x), rounding::rn));
}

} // namespace __sybil_imf

/* From the floating-point type T, stored as L, to the integer I. */
#define SYBIL_IMF_TO_WHOLE(T, L, from, I, to) SYBIL_IMF_EACH(SYBIL_IMF_TO_WHOLE_MODE, T, L, from, I, to)
#define SYBIL_IMF_TO_WHOLE_MODE(mode, T, L, from, I, to)                                           \
	inline I __imf_##from##2##to##_##mode(T x)                                                 \
	{                                                                                          \
		return __sybil_imf::to_whole<I, __sybil_imf::L>(                                   \
			__builtin_bit_cast(__sybil_imf::L::bits, x), __sybil_imf::rounding::mode); \
	}
/* From the integer I to the floating-point type T, stored as L. */
#define SYBIL_IMF_FROM_WHOLE(T, L, to, I, from) SYBIL_IMF_EACH(SYBIL_IMF_FROM_WHOLE_MODE, T, L, to, I, from)
#define SYBIL_IMF_FROM_WHOLE_MODE(mode, T, L, to, I, from)                                                                      \
	inline T __imf_##from##2##to##_##mode(I x)                                                                              \
	{                                                                                                                       \
		return __builtin_bit_cast(                                                                                      \
			T, __sybil_imf::pack<__sybil_imf::L>(__sybil_imf::from_whole(x), __sybil_imf::rounding::mode)); \
	}
/* Between floating-point types. */
#define SYBIL_IMF_TO_REAL(From, F, from, To, L, to) SYBIL_IMF_EACH(SYBIL_IMF_TO_REAL_MODE, From, F, from, To, L, to)
#define SYBIL_IMF_TO_REAL_MODE(mode, From, F, from, To, L, to) SYBIL_IMF_REAL(__imf_##from##2##to##_##mode, mode, From, F, To, L)
#define SYBIL_IMF_REAL(name, mode, From, F, To, L)                                                                           \
	inline To name(From x)                                                                                               \
	{                                                                                                                    \
		return __builtin_bit_cast(To, __sybil_imf::to_real<__sybil_imf::L, __sybil_imf::F>(                  \
						      __builtin_bit_cast(__sybil_imf::F::bits, x), __sybil_imf::rounding::mode)); \
	}
#define SYBIL_IMF_EACH(macro, ...) macro(rd, __VA_ARGS__) macro(rn, __VA_ARGS__) macro(ru, __VA_ARGS__) macro(rz, __VA_ARGS__)
#define SYBIL_IMF_WHOLES(macro, T, L, name)     \
	macro(T, L, name, int, int)             \
	macro(T, L, name, unsigned, uint)       \
	macro(T, L, name, long long, ll)        \
	macro(T, L, name, unsigned long long, ull)
#define SYBIL_IMF_SHORTS(macro, T, L, name) \
	macro(T, L, name, short, short)     \
	macro(T, L, name, unsigned short, ushort)

extern "C" {
SYBIL_IMF_WHOLES(SYBIL_IMF_TO_WHOLE, float, f32, float)
SYBIL_IMF_WHOLES(SYBIL_IMF_TO_WHOLE, double, f64, double)
SYBIL_IMF_WHOLES(SYBIL_IMF_TO_WHOLE, __sybil_imf::half, f16, half)
SYBIL_IMF_SHORTS(SYBIL_IMF_TO_WHOLE, __sybil_imf::half, f16, half)
SYBIL_IMF_WHOLES(SYBIL_IMF_TO_WHOLE, unsigned short, bf16, bfloat16)
SYBIL_IMF_SHORTS(SYBIL_IMF_TO_WHOLE, unsigned short, bf16, bfloat16)

SYBIL_IMF_WHOLES(SYBIL_IMF_FROM_WHOLE, float, f32, float)
SYBIL_IMF_FROM_WHOLE(double, f64, double, long long, ll)
SYBIL_IMF_FROM_WHOLE(double, f64, double, unsigned long long, ull)
SYBIL_IMF_FROM_WHOLE_MODE(rn, double, f64, double, int, int)
SYBIL_IMF_FROM_WHOLE_MODE(rn, double, f64, double, unsigned, uint)
SYBIL_IMF_WHOLES(SYBIL_IMF_FROM_WHOLE, __sybil_imf::half, f16, half)
SYBIL_IMF_SHORTS(SYBIL_IMF_FROM_WHOLE, __sybil_imf::half, f16, half)
SYBIL_IMF_WHOLES(SYBIL_IMF_FROM_WHOLE, unsigned short, bf16, bfloat16)
SYBIL_IMF_SHORTS(SYBIL_IMF_FROM_WHOLE, unsigned short, bf16, bfloat16)

SYBIL_IMF_TO_REAL(double, f64, double, float, f32, float)
SYBIL_IMF_TO_REAL(float, f32, float, __sybil_imf::half, f16, half)
SYBIL_IMF_TO_REAL(float, f32, float, unsigned short, bf16, bfloat16)
SYBIL_IMF_REAL(__imf_float2bfloat16, rn, float, f32, unsigned short, bf16)
SYBIL_IMF_REAL(__imf_double2bfloat16, rn, double, f64, unsigned short, bf16)
SYBIL_IMF_REAL(__imf_double2half, rn, double, f64, __sybil_imf::half, f16)
SYBIL_IMF_REAL(__imf_half2float, rn, __sybil_imf::half, f16, float, f32)
SYBIL_IMF_REAL(__imf_bfloat162float, rn, unsigned short, bf16, float, f32)

/* ---- the same bits ---- */

#define SYBIL_IMF_BITS(name, From, To)              \
	inline To __imf_##name(From x)              \
	{                                           \
		return __builtin_bit_cast(To, x);   \
	}
SYBIL_IMF_BITS(float_as_int, float, int)
SYBIL_IMF_BITS(float_as_uint, float, unsigned)
SYBIL_IMF_BITS(int_as_float, int, float)
SYBIL_IMF_BITS(uint_as_float, unsigned, float)
SYBIL_IMF_BITS(double_as_longlong, double, long long)
SYBIL_IMF_BITS(longlong_as_double, long long, double)
SYBIL_IMF_BITS(bfloat16_as_short, unsigned short, short)
SYBIL_IMF_BITS(bfloat16_as_ushort, unsigned short, unsigned short)
SYBIL_IMF_BITS(short_as_bfloat16, short, unsigned short)
SYBIL_IMF_BITS(ushort_as_bfloat16, unsigned short, unsigned short)
#undef SYBIL_IMF_BITS

inline int __imf_double2hiint(double x)
{
	return int(__builtin_bit_cast(long long, x) >> 32);
}

inline int __imf_double2loint(double x)
{
	return int(__builtin_bit_cast(long long, x));
}

inline double __imf_hiloint2double(int high, int low)
{
	return __builtin_bit_cast(double, static_cast<unsigned long long>(unsigned(high)) << 32 | unsigned(low));
}
}

#undef SYBIL_IMF_TO_WHOLE
#undef SYBIL_IMF_TO_WHOLE_MODE
#undef SYBIL_IMF_FROM_WHOLE
#undef SYBIL_IMF_FROM_WHOLE_MODE
#undef SYBIL_IMF_TO_REAL
#undef SYBIL_IMF_TO_REAL_MODE
#undef SYBIL_IMF_REAL
#undef SYBIL_IMF_EACH
#undef SYBIL_IMF_WHOLES
#undef SYBIL_IMF_SHORTS
#endif
