/* tests/builtins/math.cpp — functions of one to three numbers, for every type and size of vector. Only compiled. */
#include <sycl/sycl.hpp>
template <class T> struct Math {
	T *p;
	int *i;
	void operator()() const
	{
		using namespace sycl;
		T x = p[0], y = p[1], z = p[2];
#define U(f) p[3] += f(x);
		U(acos)
		U(acosh) U(acospi) U(asin) U(asinh) U(asinpi) U(atan) U(atanh) U(atanpi) U(cbrt) U(ceil) U(cos) U(cosh)
			U(cospi) U(degrees) U(erf) U(erfc) U(exp) U(exp10) U(exp2) U(expm1) U(fabs) U(floor) U(lgamma)
				U(log) U(log10) U(log1p) U(log2) U(logb) U(radians) U(rint) U(round) U(rsqrt) U(sign)
					U(sin) U(sinh) U(sinpi) U(sqrt) U(tan) U(tanh) U(tanpi) U(tgamma) U(trunc)
#define B(f) p[3] += f(x, y);
						B(atan2) B(atan2pi) B(copysign) B(fdim) B(fmax) B(fmin) B(fmod) B(hypot)
							B(maxmag) B(minmag) B(nextafter) B(pow) B(powr) B(remainder)
								B(step) B(max) B(min) p[3] +=
			fma(x, y, z) + mad(x, y, z) + mix(x, y, z) + smoothstep(x, y, z) + clamp(x, y, z);
	}
};
template <class T> struct MathP {
	T *p;
	void operator()() const
	{
		using namespace sycl;
		T x = p[0], y = p[1];
		T *global = p + 2;
		T mine;
		using I = std::conditional_t<detail::is_vec_v<T>, decltype(ilogb(x)), int>;
		I k, e;
		p[3] += ldexp(x, I(3)) + pown(x, I(2)) + rootn(x, I(2));
		e = ilogb(x);
		auto pm = address_space_cast<access::address_space::private_space, access::decorated::yes>(&mine);
		auto pk = address_space_cast<access::address_space::private_space, access::decorated::yes>(&k);
		auto pg = address_space_cast<access::address_space::global_space, access::decorated::yes>(global);
		p[4] = fract(x, pm) + mine;
		p[5] = modf(x, pm) + mine;
		p[6] = sincos(x, pm) + mine;
		p[7] = frexp(x, pk);
		p[8] = lgamma_r(x, pk);
		p[9] = remquo(x, y, pk);
		p[4] = fract(x, pg);
		p[5] = modf(x, pg);
		p[6] = sincos(x, pg);
		*(I *)(p + 10) = k + e;
	}
};
template <class T> struct Native {
	T *p;
	void operator()() const
	{
		using namespace sycl;
		T x = p[0], y = p[1];
#define N(f) p[3] += native::f(x) + half_precision::f(x);
		N(cos)
		N(exp) N(exp10) N(exp2) N(log) N(log10) N(log2) N(recip) N(rsqrt) N(sin) N(sqrt) N(tan) p[3] +=
			native::divide(x, y) + native::powr(x, y) + half_precision::divide(x, y) +
			half_precision::powr(x, y);
	}
};
template <class... T> void all(sycl::queue &q)
{
	char *p = sycl::malloc_shared<char>(4096, q);
	(q.single_task(Math<T>{ (T *)p, nullptr }), ...);
	(q.single_task(MathP<T>{ (T *)p }), ...);
}
template <class... T> void all_native(sycl::queue &q)
{
	char *p = sycl::malloc_shared<char>(4096, q);
	(q.single_task(Native<T>{ (T *)p }), ...);
}
int main()
{
	sycl::queue q;
	using namespace sycl;
	all<float, double, half, float2, float3, float4, float8, float16, double2, double16, half2, half3, half8>(q);
	all_native<float, float2, float3, float4, float8, float16>(q);
}
