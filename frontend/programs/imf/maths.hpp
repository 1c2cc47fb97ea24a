/* frontend/programs/imf/maths.hpp — the mathematics of `__imf_*`. The variants of a function for more speed or more accuracy (_ep, _la,
 * _ha) are the function itself. */
#ifndef SYBIL_IMF_MATHS
#define SYBIL_IMF_MATHS

#include "conversions.hpp"
#include "special.hpp"

namespace __sybil_imf {

template <typename T> T inv(T x)
{
	return 1 / x;
}

template <typename T> T rcbrt(T x)
{
	return 1 / cbrt(x);
}

template <typename T> T rhypot(T x, T y)
{
	return 1 / hypot(x, y);
}

/* Length of a vector: its parts as shares of the largest, so that squares neither overflow nor vanish. */
template <typename T> T norm(int n, const T *x)
{
	T most = 0, sum = 0;

	for (int i = 0; i < n; i++) {
		if (isinf(x[i]))
			return fabs(x[i]);
		if (!(fabs(x[i]) <= most))
			most = fabs(x[i]);
	}
	if (most == 0 || isnan(most))
		return most;
	for (int i = 0; i < n; i++)
		sum = fma(x[i] / most, x[i] / most, sum);
	return most * sqrt(sum);
}

template <typename T> T norm3d(T x, T y, T z)
{
	T all[] = { x, y, z };

	return norm(3, all);
}

template <typename T> T norm4d(T x, T y, T z, T t)
{
	T all[] = { x, y, z, t };

	return norm(4, all);
}

template <typename T> void sincos(T x, T *sine, T *cosine)
{
	*sine = sin(x);
	*cosine = cos(x);
}

template <typename T> void sincospi(T x, T *sine, T *cosine)
{
	*sine = sinpi(x);
	*cosine = cospi(x);
}

inline float fsigm(float x)
{
	return 1 / (1 + exp(-x));
}

} // namespace __sybil_imf

extern "C" {

#define SYBIL_IMF_X(name)                              \
	inline float __imf_##name##f(float x)          \
	{                                              \
		return __sybil_imf::name(x);           \
	}                                              \
	inline double __imf_##name(double x)           \
	{                                              \
		return __sybil_imf::name(x);           \
	}
#define SYBIL_IMF_XY(name)                             \
	inline float __imf_##name##f(float x, float y) \
	{                                              \
		return __sybil_imf::name(x, y);        \
	}                                              \
	inline double __imf_##name(double x, double y) \
	{                                              \
		return __sybil_imf::name(x, y);        \
	}
/* with variants of other accuracy */
#define SYBIL_IMF_VARIANTS(name, parameters, ...)                           \
	SYBIL_IMF_VARIANT(name, parameters, , __VA_ARGS__)                  \
	SYBIL_IMF_VARIANT(name, parameters, _ep, __VA_ARGS__)               \
	SYBIL_IMF_VARIANT(name, parameters, _la, __VA_ARGS__)               \
	SYBIL_IMF_VARIANT(name, parameters, _ha, __VA_ARGS__)
#define SYBIL_IMF_VARIANT(name, parameters, end, ...)                       \
	inline float __imf_##name##f##end parameters(float)                 \
	{                                                                   \
		return __sybil_imf::name(__VA_ARGS__);                      \
	}                                                                   \
	inline double __imf_##name##end parameters(double)                  \
	{                                                                   \
		return __sybil_imf::name(__VA_ARGS__);                      \
	}
#define SYBIL_IMF_OF_X(T) (T x)
#define SYBIL_IMF_OF_XY(T) (T x, T y)
#define SYBIL_IMF_X_VARIANTS(name) SYBIL_IMF_VARIANTS(name, SYBIL_IMF_OF_X, x)
#define SYBIL_IMF_XY_VARIANTS(name) SYBIL_IMF_VARIANTS(name, SYBIL_IMF_OF_XY, x, y)

SYBIL_IMF_X_VARIANTS(acos)
SYBIL_IMF_X_VARIANTS(acosh)
SYBIL_IMF_X_VARIANTS(asin)
SYBIL_IMF_X_VARIANTS(asinh)
SYBIL_IMF_X_VARIANTS(atan)
SYBIL_IMF_X_VARIANTS(atanh)
SYBIL_IMF_X_VARIANTS(cos)
SYBIL_IMF_X_VARIANTS(cosh)
SYBIL_IMF_X_VARIANTS(erf)
SYBIL_IMF_X_VARIANTS(erfc)
SYBIL_IMF_X_VARIANTS(exp)
SYBIL_IMF_X_VARIANTS(exp10)
SYBIL_IMF_X_VARIANTS(exp2)
SYBIL_IMF_X_VARIANTS(expm1)
SYBIL_IMF_X_VARIANTS(log)
SYBIL_IMF_X_VARIANTS(log10)
SYBIL_IMF_X_VARIANTS(log1p)
SYBIL_IMF_X_VARIANTS(log2)
SYBIL_IMF_X_VARIANTS(sin)
SYBIL_IMF_X_VARIANTS(sinh)
SYBIL_IMF_X_VARIANTS(tan)
SYBIL_IMF_X_VARIANTS(tanh)
SYBIL_IMF_XY_VARIANTS(atan2)
SYBIL_IMF_XY_VARIANTS(hypot)
SYBIL_IMF_XY_VARIANTS(pow)
SYBIL_IMF_X(cbrt)
SYBIL_IMF_X(cdfnorm)
SYBIL_IMF_X(cdfnorminv)
SYBIL_IMF_X(ceil)
SYBIL_IMF_X(cospi)
SYBIL_IMF_X(erfcinv)
SYBIL_IMF_X(erfcx)
SYBIL_IMF_X(erfinv)
SYBIL_IMF_X(floor)
SYBIL_IMF_X(i0)
SYBIL_IMF_X(i1)
SYBIL_IMF_X(inv)
SYBIL_IMF_X(j0)
SYBIL_IMF_X(j1)
SYBIL_IMF_X(lgamma)
SYBIL_IMF_X(logb)
SYBIL_IMF_X(rcbrt)
SYBIL_IMF_X(rint)
SYBIL_IMF_X(round)
SYBIL_IMF_X(rsqrt)
SYBIL_IMF_X(sinpi)
SYBIL_IMF_X(sqrt)
SYBIL_IMF_X(tgamma)
SYBIL_IMF_X(trunc)
SYBIL_IMF_X(y0)
SYBIL_IMF_X(y1)
SYBIL_IMF_XY(copysign)
SYBIL_IMF_XY(fdim)
SYBIL_IMF_XY(fmod)
SYBIL_IMF_XY(nextafter)
SYBIL_IMF_XY(remainder)
SYBIL_IMF_XY(rhypot)
#undef SYBIL_IMF_X
#undef SYBIL_IMF_XY
#undef SYBIL_IMF_VARIANTS
#undef SYBIL_IMF_VARIANT
#undef SYBIL_IMF_OF_X
#undef SYBIL_IMF_OF_XY
#undef SYBIL_IMF_X_VARIANTS
#undef SYBIL_IMF_XY_VARIANTS

/* Functions with other parameters: `end` is f or nothing, T the type. */
#define SYBIL_IMF_OTHERS(T, end)                                                  \
	inline T __imf_ldexp##end(T x, int n)                                     \
	{                                                                         \
		return __sybil_imf::ldexp(x, n);                                  \
	}                                                                         \
	inline T __imf_scalbn##end(T x, int n)                                    \
	{                                                                         \
		return __sybil_imf::ldexp(x, n);                                  \
	}                                                                         \
	inline T __imf_pown##end(T x, int n)                                      \
	{                                                                         \
		return __sybil_imf::pown(x, n);                                   \
	}                                                                         \
	inline T __imf_jn##end(int n, T x)                                        \
	{                                                                         \
		return __sybil_imf::jn(n, x);                                     \
	}                                                                         \
	inline T __imf_yn##end(int n, T x)                                        \
	{                                                                         \
		return __sybil_imf::yn(n, x);                                     \
	}                                                                         \
	inline T __imf_norm##end(int n, const T *x)                               \
	{                                                                         \
		return __sybil_imf::norm(n, x);                                   \
	}                                                                         \
	inline T __imf_rnorm##end(int n, const T *x)                              \
	{                                                                         \
		return 1 / __sybil_imf::norm(n, x);                               \
	}                                                                         \
	inline T __imf_norm3d##end(T x, T y, T z)                                 \
	{                                                                         \
		return __sybil_imf::norm3d(x, y, z);                              \
	}                                                                         \
	inline T __imf_rnorm3d##end(T x, T y, T z)                                \
	{                                                                         \
		return 1 / __sybil_imf::norm3d(x, y, z);                          \
	}                                                                         \
	inline T __imf_norm4d##end(T x, T y, T z, T t)                            \
	{                                                                         \
		return __sybil_imf::norm4d(x, y, z, t);                           \
	}                                                                         \
	inline T __imf_rnorm4d##end(T x, T y, T z, T t)                           \
	{                                                                         \
		return 1 / __sybil_imf::norm4d(x, y, z, t);                       \
	}                                                                         \
	inline T __imf_modf##end(T x, T *whole)                                   \
	{                                                                         \
		T part, rest = __sybil_imf::modf(x, &part);                       \
                                                                                  \
		*whole = part;                                                    \
		return rest;                                                      \
	}                                                                         \
	inline T __imf_frexp##end(T x, int *exponent)                             \
	{                                                                         \
		int power;                                                        \
		T fraction = __sybil_imf::frexp(x, &power);                       \
                                                                                  \
		*exponent = power;                                                \
		return fraction;                                                  \
	}                                                                         \
	inline T __imf_remquo##end(T x, T y, int *quotient)                       \
	{                                                                         \
		int bits;                                                         \
		T rest = __sybil_imf::remquo(x, y, &bits);                        \
                                                                                  \
		*quotient = bits;                                                 \
		return rest;                                                      \
	}                                                                         \
	inline long __imf_lrint##end(T x)                                         \
	{                                                                         \
		return long(__sybil_imf::rint(x));                                \
	}                                                                         \
	inline long __imf_lround##end(T x)                                        \
	{                                                                         \
		return long(__sybil_imf::round(x));                               \
	}                                                                         \
	inline long long __imf_llrint##end(T x)                                   \
	{                                                                         \
		return static_cast<long long>(__sybil_imf::rint(x));              \
	}                                                                         \
	inline long long __imf_llround##end(T x)                                  \
	{                                                                         \
		return static_cast<long long>(__sybil_imf::round(x));             \
	}                                                                         \
	inline int __imf_ilogb##end(T x)                                          \
	{                                                                         \
		return __sybil_imf::ilogb(x);                                     \
	}                                                                         \
	inline int __imf_isfinite##end(T x)                                       \
	{                                                                         \
		return __sybil_imf::isfinite(x);                                  \
	}                                                                         \
	inline int __imf_isinf##end(T x)                                          \
	{                                                                         \
		return __sybil_imf::isinf(x);                                     \
	}                                                                         \
	inline int __imf_isnan##end(T x)                                          \
	{                                                                         \
		return __sybil_imf::isnan(x);                                     \
	}                                                                         \
	inline int __imf_signbit##end(T x)                                        \
	{                                                                         \
		return __sybil_imf::signbit(x);                                   \
	}                                                                         \
	inline T __imf_nan##end(const char *)                                     \
	{                                                                         \
		return __builtin_nan##end("");                                    \
	}                                                                         \
	SYBIL_IMF_SINCOS(T, sincos, end)                                          \
	SYBIL_IMF_SINCOS(T, sincos, end##_ep)                                     \
	SYBIL_IMF_SINCOS(T, sincos, end##_la)                                     \
	SYBIL_IMF_SINCOS(T, sincos, end##_ha)                                     \
	SYBIL_IMF_SINCOS(T, sincospi, end)
#define SYBIL_IMF_SINCOS(T, name, end)                            \
	inline void __imf_##name##end(T x, T *sine, T *cosine)    \
	{                                                         \
		__sybil_imf::name(x, sine, cosine);               \
	}
SYBIL_IMF_OTHERS(float, f)
SYBIL_IMF_OTHERS(double, )
#undef SYBIL_IMF_OTHERS
#undef SYBIL_IMF_SINCOS

inline float __imf_saturatef(float x)
{
	return x > 0 ? x < 1 ? x : 1 : 0;
}

/* The high half of 1 / x. */
inline double __imf_rcp64h(double x)
{
	return __builtin_bit_cast(double, __builtin_bit_cast(unsigned long long, 1 / x) & 0xffffffffULL << 32);
}

inline float __imf_fsigmf(float x)
{
	return __sybil_imf::fsigm(x);
}

inline unsigned short __imf_fsigmbf16(unsigned short x)
{
	return __imf_float2bfloat16(__sybil_imf::fsigm(__imf_bfloat162float(x)));
}

/* ---- half: computed as float ---- */

#define SYBIL_IMF_HALF(name, function)                                                            \
	inline __sybil_imf::half __imf_##name(__sybil_imf::half x)                                \
	{                                                                                         \
		return __sybil_imf::half_of(__sybil_imf::function(__sybil_imf::float_of(x)));     \
	}
SYBIL_IMF_HALF(ceilf16, ceil)
SYBIL_IMF_HALF(cosf16, cos)
SYBIL_IMF_HALF(exp10f16, exp10)
SYBIL_IMF_HALF(exp2f16, exp2)
SYBIL_IMF_HALF(expf16, exp)
SYBIL_IMF_HALF(expf16_ep, exp)
SYBIL_IMF_HALF(expf16_ha, exp)
SYBIL_IMF_HALF(expf16_la, exp)
SYBIL_IMF_HALF(floorf16, floor)
SYBIL_IMF_HALF(fsigmf16, fsigm)
SYBIL_IMF_HALF(invf16, inv)
SYBIL_IMF_HALF(log10f16, log10)
SYBIL_IMF_HALF(log2f16, log2)
SYBIL_IMF_HALF(logf16, log)
SYBIL_IMF_HALF(logf16_ep, log)
SYBIL_IMF_HALF(logf16_ha, log)
SYBIL_IMF_HALF(logf16_la, log)
SYBIL_IMF_HALF(rintf16, rint)
SYBIL_IMF_HALF(rsqrtf16, rsqrt)
SYBIL_IMF_HALF(sinf16, sin)
SYBIL_IMF_HALF(sqrtf16, sqrt)
SYBIL_IMF_HALF(truncf16, trunc)
#undef SYBIL_IMF_HALF

inline __sybil_imf::half __imf_copysignf16(__sybil_imf::half x, __sybil_imf::half y)
{
	int size = __builtin_bit_cast(unsigned short, x) & 0x7fff, sign = __builtin_bit_cast(unsigned short, y) & 0x8000;

	return __builtin_bit_cast(__sybil_imf::half, static_cast<unsigned short>(size | sign));
}
}
#endif
