/* frontend/programs/library.hpp — functions that DPC++ links from its device libraries: conversions of bfloat16, products and quotients
 * of complex numbers, failed assertions. */
#ifndef SYBIL_LIBRARY
#define SYBIL_LIBRARY

/* ---- bfloat16 ---- */

extern "C" {
inline float __devicelib_ConvertBF16ToFINTEL(const unsigned short &bits) noexcept
{
	return __builtin_bit_cast(float, static_cast<unsigned>(bits) << 16);
}

/* to nearest, ties to even; a NaN stays one */
inline unsigned short __devicelib_ConvertFToBF16INTEL(const float &value) noexcept
{
	unsigned bits = __builtin_bit_cast(unsigned, value);

	if ((bits & 0x7fffffff) > 0x7f800000)
		return static_cast<unsigned short>(bits >> 16 | 0x40);
	return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#define SYBIL_BF16(size)                                                                                    \
	inline void __devicelib_ConvertBF16ToFINTELVec##size(const unsigned short *from, float *to) noexcept \
	{                                                                                                   \
		for (int i = 0; i < size; i++)                                                              \
			to[i] = __devicelib_ConvertBF16ToFINTEL(from[i]);                                   \
	}                                                                                                   \
	inline void __devicelib_ConvertFToBF16INTELVec##size(const float *from, unsigned short *to) noexcept \
	{                                                                                                   \
		for (int i = 0; i < size; i++)                                                              \
			to[i] = __devicelib_ConvertFToBF16INTEL(from[i]);                                   \
	}
SYBIL_BF16(1)
SYBIL_BF16(2)
SYBIL_BF16(3)
SYBIL_BF16(4)
SYBIL_BF16(8)
SYBIL_BF16(16)
#undef SYBIL_BF16
}

/* ---- complex numbers ---- */

/* clang calls these for operators of complex numbers when the plain formula gives NaN (C11, annex G). They are marked as used,
 * because the calls appear only in its output; the pass front-end removes those that no kernel calls. */
namespace __sybil {

template <class T> T copy_sign(T size, T sign)
{
	return __spirv_ocl_copysign(size, sign);
}

/* 1 or 0 with the sign of the value, for directions of infinite numbers */
template <class T> T unit_of(T value)
{
	return copy_sign(__spirv_IsInf(value) ? T(1) : T(0), value);
}

template <class T> T not_nan(T value)
{
	return __spirv_IsNan(value) ? copy_sign(T(0), value) : value;
}

inline _Complex float complex_like(float);
inline _Complex double complex_like(double);
template <class T> using complex_of = decltype(complex_like(T()));

template <class T> complex_of<T> complex(T re, T im)
{
	complex_of<T> z;

	__real__ z = re;
	__imag__ z = im;
	return z;
}

template <class T> bool is_infinite(T re, T im)
{
	return __spirv_IsInf(re) || __spirv_IsInf(im);
}

template <class T> complex_of<T> product(T a, T b, T c, T d)
{
	const T ac = a * c, bd = b * d, ad = a * d, bc = b * c, inf = __builtin_huge_valf();
	const T re = ac - bd, im = ad + bc;
	bool again = false;

	if (!__spirv_IsNan(re) || !__spirv_IsNan(im))
		return complex(re, im);
	if (is_infinite(a, b)) {
		a = unit_of(a), b = unit_of(b), c = not_nan(c), d = not_nan(d);
		again = true;
	}
	if (is_infinite(c, d)) {
		c = unit_of(c), d = unit_of(d), a = not_nan(a), b = not_nan(b);
		again = true;
	}
	if (!again && (is_infinite(ac, bd) || is_infinite(ad, bc))) {
		a = not_nan(a), b = not_nan(b), c = not_nan(c), d = not_nan(d);
		again = true;
	}
	return again ? complex(inf * (a * c - b * d), inf * (a * d + b * c)) : complex(re, im);
}

/* The divisor is scaled by a power of two, so that its square neither overflows nor vanishes. */
template <class T> complex_of<T> quotient(T a, T b, T c, T d)
{
	const T size = __spirv_ocl_logb(__spirv_ocl_fmax(__spirv_ocl_fabs(c), __spirv_ocl_fabs(d))), inf = __builtin_huge_valf();
	int scale = 0;

	if (__spirv_IsFinite(size)) {
		scale = -static_cast<int>(size);
		c = __spirv_ocl_ldexp(c, scale), d = __spirv_ocl_ldexp(d, scale);
	}
	const T divisor = c * c + d * d;
	const T re = __spirv_ocl_ldexp((a * c + b * d) / divisor, scale), im = __spirv_ocl_ldexp((b * c - a * d) / divisor, scale);

	if (!__spirv_IsNan(re) || !__spirv_IsNan(im))
		return complex(re, im);
	if (divisor == 0 && (!__spirv_IsNan(a) || !__spirv_IsNan(b)))
		return complex(copy_sign(inf, c) * a, copy_sign(inf, c) * b);
	if (is_infinite(a, b) && __spirv_IsFinite(c) && __spirv_IsFinite(d))
		return complex(inf * (unit_of(a) * c + unit_of(b) * d), inf * (unit_of(b) * c - unit_of(a) * d));
	if (size == inf && __spirv_IsFinite(a) && __spirv_IsFinite(b))
		return complex(T(0) * (a * unit_of(c) + b * unit_of(d)), T(0) * (b * unit_of(c) - a * unit_of(d)));
	return complex(re, im);
}

} // namespace __sybil

extern "C" {
__attribute__((used)) inline _Complex float __mulsc3(float a, float b, float c, float d)
{
	return __sybil::product(a, b, c, d);
}
__attribute__((used)) inline _Complex double __muldc3(double a, double b, double c, double d)
{
	return __sybil::product(a, b, c, d);
}
__attribute__((used)) inline _Complex float __divsc3(float a, float b, float c, float d)
{
	return __sybil::quotient(a, b, c, d);
}
__attribute__((used)) inline _Complex double __divdc3(double a, double b, double c, double d)
{
	return __sybil::quotient(a, b, c, d);
}
}

/* ---- failed assertions ---- */

extern "C" void __devicelib_assert_fail(const char *expression, const char *file, int line, const char *function, unsigned long global_x,
					unsigned long global_y, unsigned long global_z, unsigned long local_x, unsigned long local_y,
					unsigned long local_z);

namespace __sybil {

unsigned long __global_id(int) __asm__("_Z33__spirv_BuiltInGlobalInvocationIdi");
unsigned long __local_id(int) __asm__("_Z32__spirv_BuiltInLocalInvocationIdi");

inline void assert_fail(const char *expression, const char *file, int line, const char *function)
{
	__devicelib_assert_fail(expression, file, line, function, __global_id(0), __global_id(1), __global_id(2), __local_id(0), __local_id(1),
				__local_id(2));
}

} // namespace __sybil

#endif
