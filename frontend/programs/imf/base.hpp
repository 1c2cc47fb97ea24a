/* frontend/programs/imf/base.hpp — the functions that `__imf_*` are built from: those of the device or, in host code, those of the C
 * library. */
#ifndef SYBIL_IMF_BASE
#define SYBIL_IMF_BASE

namespace __sybil_imf {

using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using s64 = long long;

#if defined(__SPIR__) || defined(__SPIRV__) /* as in the headers of the SYCL root */
using half = _Float16;
#else
using half = u16; /* bits */
#endif

/* ---- mathematics: the same names for float and double ---- */

#ifdef __SYCL_DEVICE_ONLY__
#define SYBIL_IMF_CALL(device, host) __spirv_ocl_##device
#else
#define SYBIL_IMF_CALL(device, host) __builtin_##host
#endif
#define SYBIL_IMF_BOTH(name, parameters, ...)                       \
	inline float name parameters(float)                         \
	{                                                           \
		return SYBIL_IMF_CALL(name, name##f)(__VA_ARGS__);  \
	}                                                           \
	inline double name parameters(double)                       \
	{                                                           \
		return SYBIL_IMF_CALL(name, name)(__VA_ARGS__);     \
	}
#define SYBIL_IMF_X(T) (T x)
#define SYBIL_IMF_XY(T) (T x, T y)
#define SYBIL_IMF_XYZ(T) (T x, T y, T z)
#define SYBIL_IMF_XN(T) (T x, int n)
#define SYBIL_IMF_XP(T) (T x, T *out)
#define SYBIL_IMF_XI(T) (T x, int *out)
#define SYBIL_IMF_XYI(T) (T x, T y, int *out)
#define SYBIL_IMF_1(name) SYBIL_IMF_BOTH(name, SYBIL_IMF_X, x)
#define SYBIL_IMF_2(name) SYBIL_IMF_BOTH(name, SYBIL_IMF_XY, x, y)

SYBIL_IMF_1(acos)
SYBIL_IMF_1(acosh)
SYBIL_IMF_1(asin)
SYBIL_IMF_1(asinh)
SYBIL_IMF_1(atan)
SYBIL_IMF_1(atanh)
SYBIL_IMF_1(cbrt)
SYBIL_IMF_1(ceil)
SYBIL_IMF_1(cos)
SYBIL_IMF_1(cosh)
SYBIL_IMF_1(erf)
SYBIL_IMF_1(erfc)
SYBIL_IMF_1(exp)
SYBIL_IMF_1(exp2)
SYBIL_IMF_1(expm1)
SYBIL_IMF_1(fabs)
SYBIL_IMF_1(floor)
SYBIL_IMF_1(lgamma)
SYBIL_IMF_1(log)
SYBIL_IMF_1(log10)
SYBIL_IMF_1(log1p)
SYBIL_IMF_1(log2)
SYBIL_IMF_1(logb)
SYBIL_IMF_1(rint)
SYBIL_IMF_1(round)
SYBIL_IMF_1(sin)
SYBIL_IMF_1(sinh)
SYBIL_IMF_1(sqrt)
SYBIL_IMF_1(tan)
SYBIL_IMF_1(tanh)
SYBIL_IMF_1(tgamma)
SYBIL_IMF_1(trunc)
SYBIL_IMF_2(atan2)
SYBIL_IMF_2(copysign)
SYBIL_IMF_2(fdim)
SYBIL_IMF_2(fmod)
SYBIL_IMF_2(hypot)
SYBIL_IMF_2(nextafter)
SYBIL_IMF_2(pow)
SYBIL_IMF_2(remainder)
SYBIL_IMF_BOTH(fma, SYBIL_IMF_XYZ, x, y, z)
SYBIL_IMF_BOTH(ldexp, SYBIL_IMF_XN, x, n)
SYBIL_IMF_BOTH(modf, SYBIL_IMF_XP, x, out)
SYBIL_IMF_BOTH(frexp, SYBIL_IMF_XI, x, out)
SYBIL_IMF_BOTH(remquo, SYBIL_IMF_XYI, x, y, out)
#ifdef __SYCL_DEVICE_ONLY__
SYBIL_IMF_1(exp10)
SYBIL_IMF_1(rsqrt)
SYBIL_IMF_1(cospi)
SYBIL_IMF_1(sinpi)
SYBIL_IMF_BOTH(pown, SYBIL_IMF_XN, x, n)
#endif
#undef SYBIL_IMF_BOTH
#undef SYBIL_IMF_X
#undef SYBIL_IMF_XY
#undef SYBIL_IMF_XYZ
#undef SYBIL_IMF_XN
#undef SYBIL_IMF_XP
#undef SYBIL_IMF_XI
#undef SYBIL_IMF_XYI
#undef SYBIL_IMF_1
#undef SYBIL_IMF_2

inline int ilogb(float x)
{
	return SYBIL_IMF_CALL(ilogb, ilogbf)(x);
}
inline int ilogb(double x)
{
	return SYBIL_IMF_CALL(ilogb, ilogb)(x);
}
#undef SYBIL_IMF_CALL

template <typename T> constexpr double pi = 3.14159265358979323846;
template <> inline constexpr float pi<float> = 3.14159265358979323846f;

#ifndef __SYCL_DEVICE_ONLY__
template <typename T> T exp10(T x)
{
	return pow(T(10), x);
}

template <typename T> T rsqrt(T x)
{
	return 1 / sqrt(x);
}

/* sin(pi x); the remainder of a quotient by 2 is exact */
template <typename T> T sinpi(T x)
{
	T rest = remainder(x, T(2)), size = fabs(rest);

	if (size > T(0.5))
		size = 1 - size;
	if (size == 0)
		return copysign(T(0), x);
	return copysign(size <= T(0.25) ? sin(pi<T> * size) : cos(pi<T> * (T(0.5) - size)), rest);
}

template <typename T> T cospi(T x)
{
	T rest = fabs(remainder(x, T(2)));

	return rest <= T(0.25) ? cos(pi<T> * rest) : rest < T(0.75) ? sin(pi<T> * (T(0.5) - rest)) : -cos(pi<T> * (1 - rest));
}

/* A float cannot represent every integer exponent above 2^24. */
template <typename T> T pown(T x, int n)
{
	return T(__builtin_pow(x, n));
}
#endif

/* ---- classes of numbers, by their bits: options for fast mathematics change nothing ---- */

inline bool isnan(float x)
{
	return (__builtin_bit_cast(u32, x) & 0x7fffffff) > 0x7f800000;
}
inline bool isnan(double x)
{
	return (__builtin_bit_cast(u64, x) & ~0ULL >> 1) > 0x7ffULL << 52;
}
inline bool isinf(float x)
{
	return (__builtin_bit_cast(u32, x) & 0x7fffffff) == 0x7f800000;
}
inline bool isinf(double x)
{
	return (__builtin_bit_cast(u64, x) & ~0ULL >> 1) == 0x7ffULL << 52;
}
inline bool signbit(float x)
{
	return __builtin_bit_cast(u32, x) >> 31;
}
inline bool signbit(double x)
{
	return __builtin_bit_cast(u64, x) >> 63;
}
template <typename T> bool isfinite(T x)
{
	return !isnan(x) && !isinf(x);
}

} // namespace __sybil_imf
#endif
