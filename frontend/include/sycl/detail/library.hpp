/* sycl/detail/library.hpp — detail::library::NAME(T…): the functions of functions.def for float, double and half.
 *
 * SPIR-V has an instruction for each (`__spirv_ocl_NAME`), other devices OpenCL's functions from libclc, hosts libm. No
 * device's library is sure to have them for half: those compute in float. */
#pragma once
#include <sycl/half.hpp>
#include <sybil_names_hide.def>

#define SYBIL_PI 3.14159265358979323846
#define SYBIL_PI_LONG 3.14159265358979323846264338327950288L

#if defined(SYBIL_DEVICE_SPIR)
#define MATH1(length, name, ...) \
	extern float __spirv_ocl_##name(float); \
	extern double __spirv_ocl_##name(double);
#define MATH2(length, name, ...) \
	extern float __spirv_ocl_##name(float, float); \
	extern double __spirv_ocl_##name(double, double);
#define MATH3(length, name, ...) \
	extern float __spirv_ocl_##name(float, float, float); \
	extern double __spirv_ocl_##name(double, double, double);
#define MATHN(length, name, ...) \
	extern float __spirv_ocl_##name(float, int); \
	extern double __spirv_ocl_##name(double, int);
#define NATIVE(length, name, plain) extern float __spirv_ocl_native_##name(float);
#include <sycl/detail/functions.def>
#define SYBIL_CALL(name) __spirv_ocl_##name
#elif defined(__SYCL_DEVICE_ONLY__)
#define SYBIL_NAME(length, name, types) __asm__("_Z" #length #name types)
#define MATH1(length, name, ...) \
	extern float __sybil_clc_##name(float) SYBIL_NAME(length, name, "f"); \
	extern double __sybil_clc_##name(double) SYBIL_NAME(length, name, "d");
#define MATH2(length, name, ...) \
	extern float __sybil_clc_##name(float, float) SYBIL_NAME(length, name, "ff"); \
	extern double __sybil_clc_##name(double, double) SYBIL_NAME(length, name, "dd");
#define MATH3(length, name, ...) \
	extern float __sybil_clc_##name(float, float, float) SYBIL_NAME(length, name, "fff"); \
	extern double __sybil_clc_##name(double, double, double) SYBIL_NAME(length, name, "ddd");
#define MATHN(length, name, ...) \
	extern float __sybil_clc_##name(float, int) SYBIL_NAME(length, name, "fi"); \
	extern double __sybil_clc_##name(double, int) SYBIL_NAME(length, name, "di");
#include <sycl/detail/functions.def>
#undef SYBIL_NAME
#define SYBIL_CALL(name) __sybil_clc_##name
#endif
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATHN
#undef NATIVE

namespace sycl {
inline namespace _V1 {
namespace detail {

/* The next number of type T, found among the bits. */
template <typename T> inline T host_nextafter(T x, T y)
{
	return sizeof(T) == sizeof(float) ? static_cast<T>(__builtin_nextafterf(static_cast<float>(x), static_cast<float>(y))) :
					    static_cast<T>(__builtin_nextafter(static_cast<double>(x), static_cast<double>(y)));
}

/* Functions that libm lacks, with OpenCL's edge cases. Fractions of a half turn are exact before the multiplication
 * by pi. */
inline double host_sinpi(double x)
{
	long double part = __builtin_fabsl(__builtin_fmodl(x, 2));
	const bool below = part >= 1;

	part -= below ? 1 : 0;
	part = part > 0.5L ? 1 - part : part;
	if (part == 0)
		return __builtin_copysign(0.0, x);
	part = __builtin_sinl(SYBIL_PI_LONG * part);
	return static_cast<double>(below != (x < 0) ? -part : part);
}
inline double host_cospi(double x)
{
	const long double part = __builtin_fabsl(__builtin_fmodl(x, 2));

	return part == 0.5L || part == 1.5L ? 0.0 : static_cast<double>(__builtin_cosl(SYBIL_PI_LONG * part));
}
inline double host_powr(double x, double y)
{
	if (!(x >= 0) || y != y || (y == 0 && (x == 0 || __builtin_isinf(x))) || (x == 1 && __builtin_isinf(y)))
		return __builtin_nan("");
	return __builtin_pow(__builtin_fabs(x), y);
}
inline double host_rootn(double x, int n)
{
	if (n == 0)
		return __builtin_nan("");
	return n % 2 ? __builtin_copysign(__builtin_pow(__builtin_fabs(x), 1.0 / n), x) : __builtin_pow(x, 1.0 / n);
}

namespace library {

#ifdef __SYCL_DEVICE_ONLY__
#define MATH1(length, name, ...) \
	SYBIL_INLINE float name(float x) { return SYBIL_CALL(name)(x); } \
	SYBIL_INLINE double name(double x) { return SYBIL_CALL(name)(x); } \
	SYBIL_INLINE half name(half x) { return name(static_cast<float>(x)); }
#define MATH2(length, name, ...) \
	SYBIL_INLINE float name(float x, float y) { return SYBIL_CALL(name)(x, y); } \
	SYBIL_INLINE double name(double x, double y) { return SYBIL_CALL(name)(x, y); } \
	SYBIL_INLINE half name(half x, half y) { return name(static_cast<float>(x), static_cast<float>(y)); }
#define MATH3(length, name, ...) \
	SYBIL_INLINE float name(float x, float y, float z) { return SYBIL_CALL(name)(x, y, z); } \
	SYBIL_INLINE double name(double x, double y, double z) { return SYBIL_CALL(name)(x, y, z); } \
	SYBIL_INLINE half name(half x, half y, half z) \
	{ \
		return name(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)); \
	}
#define MATHN(length, name, ...) \
	SYBIL_INLINE float name(float x, int n) { return SYBIL_CALL(name)(x, n); } \
	SYBIL_INLINE double name(double x, int n) { return SYBIL_CALL(name)(x, n); } \
	SYBIL_INLINE half name(half x, int n) { return name(static_cast<float>(x), n); }
#else
#define SYBIL_HOST1(T, name, host) \
	inline T name(T x_) \
	{ \
		auto x = static_cast<double>(x_); \
		return static_cast<T>(static_cast<double>(host)); \
	}
#define SYBIL_HOST2(type, name, host) \
	inline type name(type x_, type y_) \
	{ \
		using T [[maybe_unused]] = choose_t<same_v<type, half>, float, type>; \
		auto x = static_cast<double>(x_), y = static_cast<double>(y_); \
		return static_cast<type>(static_cast<double>(host)); \
	}
#define SYBIL_HOST3(T, name, host) \
	inline T name(T x_, T y_, T z_) \
	{ \
		auto x = static_cast<double>(x_), y = static_cast<double>(y_), z = static_cast<double>(z_); \
		return static_cast<T>(static_cast<double>(host)); \
	}
#define SYBIL_HOSTN(T, name, host) \
	inline T name(T x_, int n) \
	{ \
		auto x = static_cast<double>(x_); \
		return static_cast<T>(static_cast<double>(host)); \
	}
#define SYBIL_HOST(kind, name, host) kind(float, name, host) kind(double, name, host) kind(half, name, host)
#define MATH1(length, name, host, ...) SYBIL_HOST(SYBIL_HOST1, name, host)
#define MATH2(length, name, host, ...) SYBIL_HOST(SYBIL_HOST2, name, host)
#define MATH3(length, name, host, ...) SYBIL_HOST(SYBIL_HOST3, name, host)
#define MATHN(length, name, host, ...) SYBIL_HOST(SYBIL_HOSTN, name, host)
#endif
#include <sycl/detail/functions.def>
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATHN
#undef SYBIL_HOST
#undef SYBIL_HOST1
#undef SYBIL_HOST2
#undef SYBIL_HOST3
#undef SYBIL_HOSTN

/* Only SPIR-V has names for the hardware's versions. */
#if defined(SYBIL_DEVICE_SPIR)
#define NATIVE(length, name, plain) \
	SYBIL_INLINE float native_##name(float x) { return __spirv_ocl_native_##name(x); }
#else
#define NATIVE(length, name, plain) \
	SYBIL_INLINE float native_##name(float x) { return plain(x); }
#endif
#include <sycl/detail/functions.def>
#undef NATIVE

} // namespace library
} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
