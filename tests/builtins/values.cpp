/* tests/builtins/values.cpp — functions of marray, nan, geometric functions, scalars beside vectors, std::. Only
 * compiled. */
#include <sycl/sycl.hpp>
#include <cmath>
int main()
{
	sycl::queue q;
	using namespace sycl;
	float *p = malloc_shared<float>(100, q);
	double *d = malloc_shared<double>(100, q);
	half *h = malloc_shared<half>(100, q);
	unsigned *u = malloc_shared<unsigned>(100, q);
	q.single_task([=] {
		marray<float, 3> m(p[0]), m2(p[1]);
		marray<float, 4> m4 = cos(marray<float, 4>(p[2]));
		m = sin(m) + pow(m, m2) + fma(m, m2, m) + ldexp(m, 3) + native::sin(m) + half_precision::cos(m) +
		    clamp(m, 0.f, 1.f) + max(m, m2);
		p[3] = m[0] + m4[1];
		marray<bool, 3> r = isnan(m);
		p[4] = r[1];
		marray<int, 3> e = ilogb(m);
		p[5] = e[0];
		p[6] = nan(u[0]);
		d[6] = nan((uint64_t)u[1]);
		h[6] = nan((uint16_t)u[2]);
		p[7] = nan(uint4(u[1]))[2];
		float4 a(p[0]), b(p[1]);
		p[8] = dot(a, b) + length(a) + distance(a, b) + cross(a, b)[0] + normalize(a)[1] + fast_length(a) +
		       fast_distance(a, b) + fast_normalize(a)[2];
		p[9] = length(p[0]) + distance(p[0], p[1]) + dot(p[0], p[1]) + normalize(p[2]) + fast_length(p[0]);
		double3 da(d[0]);
		d[8] = dot(da, da) + length(da) + cross(da, da)[0] + normalize(da)[1];
		half2 ha(h[0]);
		h[8] = dot(ha, ha) + length(ha) + normalize(ha)[1];
		p[10] = mix(a, b, 0.5f)[1] + step(0.5f, a)[2] + smoothstep(0.f, 1.f, a)[3] + clamp(a, 0.f, 1.f)[0] +
			max(a, 1.f)[0] + fmax(a, 1.f)[0] + pown(a, int4(2))[0] + ldexp(a, 2)[0];
		p[11] = std::sin(p[0]) + std::sqrt(p[1]) + std::pow(p[1], 2.0f) + std::fmax(p[0], p[1]) +
			std::abs(p[0]);
		d[11] = std::exp(d[0]) + std::floor(d[1]) + ::cos(d[0]);
	});
}
