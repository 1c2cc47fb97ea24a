// Mathematical, common, integer, geometric and relational functions. Where results may differ in their last bits (ulps), arguments are such
// that errors are relative to the result: no sums of different signs, and no zeros of logarithms and gamma functions.

//: math_@F run ulps | F=cbrt,ceil,cos,cospi,erf,erfc,exp,exp2,exp10,expm1,fabs,floor,rint,round,sin,sinh,cosh,sinpi,tan,tanh,tanpi,trunc,atan,atanpi,asinh
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(in[HERE]); }

//: math_positive_@F run ulps | F=log,log2,log10,log1p,logb,rsqrt,sqrt,tgamma,acosh
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(sycl::fabs(in[HERE]) + 1.25f); }

//: math_large_@F run ulps | F=lgamma
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(sycl::fabs(in[HERE]) + 3); }

//: math_unit_@F run ulps | F=acos,acospi,asin,asinpi,atanh
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(in[HERE] / 9); }

//: math_two_@F run ulps | F=atan2,atan2pi,copysign,fdim,fmax,fmin,fmod,hypot,maxmag,minmag,nextafter,remainder
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(in[HERE], in[64 + HERE]); }

//: math_power_@F run ulps | F=pow,powr
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(sycl::fabs(in[HERE]), in[64 + HERE]); }

//: math_integer_@F run ulps | F=ldexp,pown,rootn
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(sycl::fabs(in[HERE]), 3); }

//: math_fma run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::fma(in[HERE], in[64 + HERE], in[128 + HERE]); }

//: math_mad run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::mad(sycl::trunc(in[HERE]), sycl::trunc(in[64 + HERE]), sycl::trunc(in[128 + HERE])); }

//: math_double_@F run ulps | F=sin,cos,exp,sqrt,cbrt,floor,tanh
KERNEL void run(const double *in, double *out) { out[HERE] = sycl::@F(sycl::fabs(in[HERE])); }

// A unit of half is 8192 of float.
//: math_half_@F run ulps=32768 | F=sin,exp,floor,fabs
KERNEL void run(const int *in, float *out) { out[HERE] = sycl::@F(sycl::half(static_cast<float>(in[HERE] & 7))); }

//: math_vec_@F run ulps | F=sin,sqrt,floor
KERNEL void run(const float *in, float *out)
{
	auto v = sycl::@F(sycl::fabs(sycl::float4(in[HERE], in[1 + HERE], in[2 + HERE], in[3 + HERE])));
	for (int i = 0; i < 4; i++)
		out[64 * i + HERE] = v[i];
}

//: math_marray run ulps=16
KERNEL void run(const float *in, float *out)
{
	auto v = sycl::sqrt(sycl::marray<float, 3>(sycl::fabs(in[HERE]), 4.0f, 9.0f));
	out[HERE] = v[0] + v[1] + v[2];
}

//: math_fract run
KERNEL void run(const float *in, float *out)
{
	float whole;
	out[HERE] = sycl::fract(in[HERE], sycl::private_ptr<float>(&whole));
	out[64 + HERE] = whole;
}

//: math_modf run
KERNEL void run(const float *in, float *out)
{
	float whole;
	out[HERE] = sycl::modf(in[HERE], sycl::private_ptr<float>(&whole));
	out[64 + HERE] = whole;
}

//: math_sincos run ulps=8
KERNEL void run(const float *in, float *out)
{
	float cosine;
	out[HERE] = sycl::sincos(in[HERE], sycl::private_ptr<float>(&cosine));
	out[64 + HERE] = cosine;
}

//: math_frexp run
KERNEL void run(const float *in, float *out)
{
	int power;
	out[HERE] = sycl::frexp(in[HERE], sycl::private_ptr<int>(&power));
	out[64 + HERE] = power;
}

//: math_remquo run
KERNEL void run(const float *in, float *out)
{
	int quotient;
	out[HERE] = sycl::remquo(in[HERE], in[64 + HERE], sycl::private_ptr<int>(&quotient));
	out[64 + HERE] = quotient & 7;
}

//: math_lgamma_r run ulps=32
KERNEL void run(const float *in, float *out)
{
	int sign;
	out[HERE] = sycl::lgamma_r(in[HERE] + 12, sycl::private_ptr<int>(&sign));
	out[64 + HERE] = sign;
}

//: math_ilogb run
KERNEL void run(const float *in, int *out) { out[HERE] = sycl::ilogb(in[HERE]); }

//: math_nan run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::bit_cast<int>(sycl::nan(static_cast<unsigned>(in[HERE] & 255))); }

//: native_@F run ulps=8192 | F=cos,exp,exp2,exp10,log,log2,log10,rsqrt,sin,sqrt,tan,recip
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::native::@F(sycl::fabs(in[HERE]) / 32 + 0.25f); }

//: native_two_@F run ulps=8192 | F=divide,powr
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::native::@F(sycl::fabs(in[HERE]) / 32 + 0.25f, in[64 + HERE]); }

//: half_precision_@F run ulps=8192 | F=cos,exp,log,sqrt,recip
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::half_precision::@F(sycl::fabs(in[HERE]) / 32 + 0.25f); }

//: common_@F run ulps=4 | F=degrees,radians
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(in[HERE]); }

//: common_@F run | F=sign
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(in[HERE]); }

//: common_two_@F run | F=max,min,step
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(in[HERE], in[64 + HERE]); }

//: common_clamp run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::clamp(in[HERE], -1.0f, 1.0f); }

//: common_mix run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::mix(sycl::trunc(in[HERE]), sycl::trunc(in[64 + HERE]), 0.25f); }

//: common_smoothstep run ulps=16
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::smoothstep(-2.0f, 2.0f, in[HERE]); }

//: integer_@F run | F=abs,clz,ctz,popcount
KERNEL void run(const int *in, int *out) { out[HERE] = static_cast<int>(sycl::@F(in[HERE])); }

//: integer_two_@F run | F=abs_diff,add_sat,hadd,max,min,mul_hi,rhadd,rotate,sub_sat
KERNEL void run(const int *in, int *out) { out[HERE] = static_cast<int>(sycl::@F(in[HERE], in[64 + HERE])); }

//: integer_three_@F run | F=mad_hi,mad_sat,mad24,clamp
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::@F(in[HERE] & 0xffff, 3, 1 << 20); }

//: integer_mul24 run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::mul24(in[HERE] & 0xffff, in[64 + HERE] & 0x3f); }

//: integer_upsample run
KERNEL void run(const short *in, int *out) { out[HERE] = sycl::upsample(in[HERE], static_cast<unsigned short>(in[64 + HERE])); }

//: integer_long_@F run | F=mul_hi,hadd,add_sat
KERNEL void run(const long *in, long *out) { out[HERE] = sycl::@F(in[HERE], in[64 + HERE]); }

//: geometric_@F run ulps=@N | F=length,fast_length N=16,8192
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(sycl::float3(in[HERE], in[1 + HERE], in[2 + HERE])); }

//: geometric_two_@F run ulps=@N | F=distance,fast_distance N=16,8192
KERNEL void run(const float *in, float *out)
{
	out[HERE] = sycl::@F(sycl::float3(in[HERE], in[1 + HERE], in[2 + HERE]), sycl::float3(in[64 + HERE], in[65 + HERE], in[66 + HERE]));
}

//: geometric_vector_@F run ulps=@N | F=normalize,fast_normalize N=16,8192
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::@F(sycl::float2(in[HERE], in[1 + HERE]))[1]; }

//: geometric_dot run ulps=16
KERNEL void run(const float *in, float *out)
{
	out[HERE] = sycl::dot(sycl::fabs(sycl::float3(in[HERE], in[1 + HERE], in[2 + HERE])), sycl::float3(1.1f, 2.3f, 3.7f));
}

//: geometric_cross run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::cross(sycl::trunc(sycl::float3(in[HERE], in[1 + HERE], in[2 + HERE])), sycl::float3(1, 2, 3))[2]; }

//: relational_@F run | F=isfinite,isinf,isnan,isnormal,signbit
KERNEL void run(const float *in, int *out) { out[HERE] = static_cast<int>(sycl::@F(in[HERE])); }

//: relational_two_@F run | F=isequal,isnotequal,isgreater,isgreaterequal,isless,islessequal,islessgreater,isordered,isunordered
KERNEL void run(const float *in, int *out) { out[HERE] = static_cast<int>(sycl::@F(in[HERE], in[64 + HERE])); }

//: relational_vec run
KERNEL void run(const float *in, int *out) { out[HERE] = sycl::isless(sycl::float2(in[HERE], 1.0f), sycl::float2(0.0f, 0.0f))[0]; }

//: relational_any_all run
KERNEL void run(const int *in, int *out) { sycl::int2 v(in[HERE], -1); out[HERE] = sycl::any(v) + 2 * sycl::all(v); }

//: relational_select run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::select(in[HERE], 7.0f, in[64 + HERE] > 0); }

//: relational_bitselect run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::bitselect(in[HERE], in[64 + HERE], 0xff00); }
