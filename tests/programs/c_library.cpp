// Functions of the C library with results in memory, with whole results, and those that have no equal on devices.
// options: -w
// variants: -O0 | -O2 | -O2 -ffast-math
#include "check.hpp"
#include <cstdint>
#include <cstring>

struct Results {
	int exponents[2], quotients[2], pair[2], order[4];
	long whole[8];
};

template <typename T> static void evaluate(T x, int n, const char *a, const char *b, T *o, Results *r)
{
	o[0] = std::frexp(x, &r->exponents[0]);
	o[1] = std::modf(x, &o[2]);
	o[3] = std::remquo(x, T(7.5), &r->quotients[0]);
	r->quotients[0] &= 7; // the other bits may differ
	o[4] = std::scalbn(x, 3);
	o[5] = std::scalbln(x, -4L);
	o[6] = std::scalbln(x, -(1L << 40));
	r->exponents[1] = std::ilogb(x);
	r->whole[0] = std::lround(x);
	r->whole[1] = std::llround(x + T(0.5));
	r->whole[2] = std::lrint(x);
	r->whole[3] = std::llrint(x + T(0.5));
	auto small = std::div(-n, 5);
	r->pair[0] = small.quot, r->pair[1] = small.rem;
	auto large = std::ldiv(-(long(n) << 40), 33L);
	r->whole[4] = large.quot, r->whole[5] = large.rem;
	auto largest = std::lldiv((long long)n << 50, -7LL);
	r->whole[6] = largest.quot, r->whole[7] = largest.rem;
	r->order[0] = std::memcmp(a, b, n) < 0;
	r->order[1] = std::memcmp(b, a, n) > 0;
	r->order[2] = std::memcmp(a, b, n - 1);
	r->order[3] = std::memcmp(a, b, 0);
}

template <typename T> static void check_type(sycl::queue &q, const char *name)
{
	for (T x : { T(-123.5), T(0.3), T(2.5), T(1e6) }) {
		T *out = sycl::malloc_shared<T>(7, q), want[7];
		char *a = sycl::malloc_shared<char>(32, q), *b = a + 16;
		Results *results = sycl::malloc_shared<Results>(1, q), expected{};
		*results = {};
		std::memcpy(a, "eleven bytea", 12);
		std::memcpy(b, "eleven byte\xe9", 12);
		q.single_task([=] { evaluate<T>(x, 12, a, b, out, results); }).wait();
		evaluate<T>(x, 12, a, b, want, &expected);
		check_each(name, 7, out, [&](size_t i) { return want[i]; });
		CHECK(std::memcmp(results, &expected, sizeof(expected)) == 0);
		sycl::free(out, q);
		sycl::free(a, q);
		sycl::free(results, q);
	}
}

int main()
{
	sycl::queue q;
	check_type<float>(q, "float");
	check_type<double>(q, "double");
	return wrong;
}
