// Functions of sycl:: for integers of all widths, arithmetic that tells whether it overflows, and bit_cast.
#include "check.hpp"

template <typename T> static int evaluate(T x, T y, long *o)
{
	int k = 0;
	auto put = [&](auto value) { o[k++] = long(value); };
	put(sycl::abs(std::is_signed_v<T> && x == std::numeric_limits<T>::min() ? T(x + 1) : x)); // not defined for the least value
	put(sycl::abs_diff(x, y)); put(sycl::add_sat(x, y)); put(sycl::hadd(x, y)); put(sycl::rhadd(x, y)); put(sycl::clamp(x, T(3), T(20)));
	put(sycl::clz(x)); put(sycl::ctz(x)); put(sycl::popcount(x)); put(sycl::mad_hi(x, y, x)); put(sycl::mad_sat(x, y, x)); put(sycl::max(x, y)); put(sycl::min(x, y));
	put(sycl::mul_hi(x, y)); put(sycl::rotate(x, T(3))); put(sycl::sub_sat(x, y));
	T r;
	put(__builtin_mul_overflow(x, y, &r)); put(r); put(__builtin_add_overflow(x, y, &r)); put(r); put(__builtin_sub_overflow(x, y, &r)); put(r);
	sycl::vec<T, 4> v{ x, y, T(1), T(2) };
	put(sycl::max(v, sycl::vec<T, 4>(y))[0]); put(sycl::popcount(v)[1]); put(sycl::add_sat(v, v)[0]);
	return k;
}

template <typename T> static void check_type(sycl::queue &q, const char *name)
{
	const T values[] = { T(5), T(-7), T(100), std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), T(0x5a) };
	long *out = sycl::malloc_shared<long>(6 * 32, q), want[32];
	q.parallel_for(6, [=](sycl::id<1> i) { evaluate<T>(values[i], values[(i + 1) % 6], out + i * 32); }).wait();
	for (int i = 0; i < 6; i++) {
		int used = evaluate<T>(values[i], values[(i + 1) % 6], want);
		check_each((std::string(name) + " of value " + std::to_string(i)).c_str(), used, out + i * 32, [&](size_t j) { return want[j]; });
	}
	sycl::free(out, q);
}

int main()
{
	sycl::queue q;
	check_type<signed char>(q, "char");
	check_type<uint8_t>(q, "uchar");
	check_type<short>(q, "short");
	check_type<int>(q, "int");
	check_type<unsigned>(q, "uint");
	check_type<long>(q, "long");
	check_type<unsigned long>(q, "ulong");
	unsigned *u = sycl::malloc_shared<unsigned>(8, q);
	q.single_task([=] {
		u[0] = sycl::bit_cast<unsigned>(1.5f);
		u[1] = sycl::mul24(300u, 500u);
		u[2] = sycl::mad24(3u, 5u, 7u);
		u[3] = sycl::upsample(uint16_t(0x1234), uint16_t(0x5678));
		u[4] = unsigned(sycl::bit_cast<long>(2.0) >> 52);
		u[5] = unsigned(__builtin_popcount(0xff0f)) + unsigned(__builtin_ctz(8)) + unsigned(__builtin_clz(1));
		u[6] = __builtin_bswap32(0x01020304);
		u[7] = unsigned(sycl::ctz(uint8_t(0)));
	}).wait();
	const unsigned want[] = { 0x3fc00000, 150000, 22, 0x12345678, 0x400, 12 + 3 + 31, 0x04030201, 8 };
	check_each("u", 8, u, [&](size_t i) { return want[i]; });
	return wrong;
}
