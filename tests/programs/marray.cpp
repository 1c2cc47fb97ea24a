// marray: operators, functions of sycl::, captures, half and bool elements.
#include "check.hpp"

int main()
{
	sycl::queue q;
	sycl::marray<float, 5> *m = sycl::malloc_shared<sycl::marray<float, 5>>(2, q);
	int *out = sycl::malloc_shared<int>(8, q);
	sycl::marray<int, 7> captured{ 1, 2, 3, 4, 5, 6, 7 };
	m[0] = { 1.f, 4.f, 9.f, 16.f, 25.f };
	q.single_task([=] {
		m[1] = sycl::sqrt(m[0]) * 2.f - 1.f;
		sycl::marray<bool, 5> large = m[0] > sycl::marray<float, 5>(10.f);
		out[0] = large[2] * 10 + large[3];
		int sum = 0;
		for (int x : captured * 2)
			sum += x;
		out[1] = sum;
		sycl::marray<int, 7> c = captured;
		c <<= 1;
		++c;
		out[2] = c[6] + c.size();
		sycl::mfloat3 f{ 1, 2, 2 };
		out[3] = int(sycl::clamp(f, sycl::mfloat3(1.5f), sycl::mfloat3(3.f))[0] * 2);
		sycl::marray<sycl::half, 4> h(sycl::half(1.5f));
		out[4] = int(float((h + h)[3]));
		out[5] = (c == c)[0] + (c != c)[0] + sycl::marray<double, 1>(2.5)[0];
		out[6] = int(sycl::fma(f, f, f)[1]);
		out[7] = int(sycl::popcount(sycl::marray<unsigned, 2>{ 7u, 1u })[0]);
	}).wait();
	check_each("sqrt", 5, m[1], [](size_t i) { return float(2 * (i + 1) - 1); });
	const int want[] = { 1, 56, 22, 3, 3, 3, 6, 3 };
	check_each("out", 8, out, [&](size_t i) { return want[i]; });
	return wrong;
}
