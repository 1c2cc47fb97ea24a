/* tests/builtins/bfloat16.cpp — bfloat16: arithmetic, functions and conversions. Only compiled. */
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/experimental/bfloat16_math.hpp>
using bf = sycl::ext::oneapi::bfloat16;
int main()
{
	sycl::queue q;
	using namespace sycl;
	bf *p = malloc_shared<bf>(99, q);
	float *f = malloc_shared<float>(99, q);
	namespace x = ext::oneapi::experimental;
	q.single_task([=] {
		f[0] = p[0] + p[1];
		p[2] = f[1];
		p[3] = p[4] * p[5] - p[6] / p[7];
		p[8] = -p[9];
		if (p[0] < p[1])
			p[3] += 1.0f;
		p[10] = (bf)f[3];
		half h = (half)p[3];
		p[4] = (bf)h;
		p[4]++;
		p[11] = x::fma(p[0], p[1], p[2]);
		p[12] = x::fabs(p[0]);
		p[13] = x::fmax(p[0], p[1]);
		p[14] = x::sqrt(p[0]);
		p[15] = x::exp(p[1]);
		if (x::isnan(p[0]))
			p[1] = 0;
		marray<bf, 4> m(p[0]);
		m = x::fma(m, m, m);
		p[1] = m[1];
		vec<bf, 4> v(p[0]);
		v = v + v;
		p[2] = v[0];
		vec<float, 4> g(f[0]);
		vec<bf, 4> w = g.convert<bf, rounding_mode::rte>();
		vec<float, 4> gg = w.convert<float>();
		f[4] = gg[1];
	});
}
