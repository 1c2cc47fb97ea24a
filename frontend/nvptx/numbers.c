/* frontend/nvptx/numbers.c — functions for which the device has instructions that libclc does not use, and conversions
 * with a rounding mode. */

#define NATIVE(name, instruction)                                        \
	ENTRY f32 __sybil_##name##_f32(f32 x)                            \
	{                                                                \
		f32 result;                                              \
		__asm__(instruction " %0, %1;" : "=f"(result) : "f"(x)); \
		return result;                                           \
	}

NATIVE(native_sin, "sin.approx.f32")
NATIVE(native_cos, "cos.approx.f32")
NATIVE(native_exp2, "ex2.approx.f32")
NATIVE(native_log2, "lg2.approx.f32")
NATIVE(native_sqrt, "sqrt.approx.f32")
NATIVE(native_recip, "rcp.approx.f32")
NATIVE(rsqrt, "rsqrt.approx.f32")

ENTRY f64 __sybil_rsqrt_f64(f64 x)
{
	f64 root;

	__asm__("sqrt.rn.f64 %0, %1;" : "=d"(root) : "d"(x));
	return 1 / root;
}

ENTRY f32 __sybil_native_exp_f32(f32 x)
{
	return __sybil_native_exp2_f32(x * 0x1.715476p+0f);
}

ENTRY f32 __sybil_native_exp10_f32(f32 x)
{
	return __sybil_native_exp2_f32(x * 0x1.a934fp+1f);
}

ENTRY f32 __sybil_native_log_f32(f32 x)
{
	return __sybil_native_log2_f32(x) * 0x1.62e43p-1f;
}

ENTRY f32 __sybil_native_log10_f32(f32 x)
{
	return __sybil_native_log2_f32(x) * 0x1.344136p-2f;
}

ENTRY f32 __sybil_native_divide_f32(f32 x, f32 y)
{
	f32 result;

	__asm__("div.approx.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
	return result;
}

ENTRY f32 __sybil_native_tan_f32(f32 x)
{
	return __sybil_native_divide_f32(__sybil_native_sin_f32(x), __sybil_native_cos_f32(x));
}

ENTRY f32 __sybil_native_powr_f32(f32 x, f32 y)
{
	return __sybil_native_exp2_f32(y * __sybil_native_log2_f32(x));
}

/* ---- narrowing conversions that do not round to the nearest ---- */

#define CONVERT(from, to, result, reg_to, reg_from, mode, name)                              \
	ENTRY result __sybil_convert_##from##_##to##_##name(from x)                          \
	{                                                                                    \
		result y;                                                                    \
		__asm__("cvt." mode "." #to "." #from " %0, %1;" : reg_to(y) : reg_from(x)); \
		return y;                                                                    \
	}
#define CONVERTS(from, to, result, reg_to, reg_from)           \
	CONVERT(from, to, result, reg_to, reg_from, "rz", rtz) \
	CONVERT(from, to, result, reg_to, reg_from, "rp", rtp) \
	CONVERT(from, to, result, reg_to, reg_from, "rm", rtn)

CONVERTS(f64, f32, f32, OUT_F32, F64)
CONVERTS(f64, f16, u16, OUT_R16, F64)
CONVERTS(f32, f16, u16, OUT_R16, F32)
