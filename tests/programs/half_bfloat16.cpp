// half, bfloat16 and double: arithmetic, conversions, vectors, functions, atomics on the host's results.
#include "check.hpp"

using bfloat16 = sycl::ext::oneapi::bfloat16;

int main()
{
	sycl::queue q;
	constexpr int n = 32;
	sycl::half *h = sycl::malloc_shared<sycl::half>(n, q);
	bfloat16 *b = sycl::malloc_shared<bfloat16>(n, q);
	double *d = sycl::malloc_shared<double>(n, q);
	float *f = sycl::malloc_shared<float>(6, q);

	q.parallel_for(n, [=](sycl::id<1> i) {
		float x = float(i[0]) * 0.37f;
		b[i] = bfloat16(x) * bfloat16(3.f) + bfloat16(1.f);
		d[i] = sycl::exp(double(i[0]) * 0.1) / 3.0;
	}).wait();
	check_near("double", n, d, [](size_t i) { return std::exp(i * 0.1) / 3.0; }, 1e-14);
	check_each("bfloat16", n, b, [](size_t i) { return bfloat16(float(i) * 0.37f) * bfloat16(3.f) + bfloat16(1.f); });
	q.single_task([=] {
		bfloat16 x = 1.5f, y = -x;
		f[0] = float(y) + (x > y) + (x == bfloat16(1.5f));
		f[1] = float(bfloat16(1.00390625f + 0.001f));
		f[2] = float(sycl::ext::oneapi::experimental::fma(x, x, y));
		f[3] = float(sycl::bit_cast<bfloat16>(uint16_t(0x4049)));
		x += 2.25f;
		f[4] = x;
		f[5] = float(sycl::ext::oneapi::experimental::fmax(x, y));
	}).wait();
	const float want[] = { 0.5f, 1.0078125f, 0.75f, 3.140625f, 3.75f, 3.75f };
	check_each("f", 6, f, [&](size_t i) { return want[i]; });
	if (q.get_device().has(sycl::aspect::fp16)) {
		q.parallel_for(n, [=](sycl::id<1> i) {
			sycl::half x = sycl::half(float(i[0]) * 0.25f);
			sycl::vec<sycl::half, 2> v(x, x + sycl::half(1));
			v = v * v;
			h[i] = sycl::fma(x, sycl::half(2), v[0]) + sycl::sqrt(sycl::half(4)) + (x < sycl::half(1) ? sycl::half(0) : v.y() - v.y());
		}).wait();
		check_each("half", n, h, [](size_t i) { float x = i * 0.25f; return sycl::half(2 * x + x * x + 2); });
	}
	return wrong;
}
