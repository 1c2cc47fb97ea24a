// Functions of sycl::ext::intel::math, __imf_*: in kernels and in host code, beside C's library and its directions of rounding.
// variants: -O2 | -O0 | -ffast-math -fhonor-nans -fhonor-infinities
#include "check.hpp"
#include <cfenv>
#include <cstring>
#include <limits>
#include <sycl/ext/intel/math.hpp>

namespace imf = sycl::ext::intel::math;

/* ---- functions, near the host's ---- */

template <typename T> static void functions(T x, T *o)
{
	T a, b, part[] = { x, T(3), T(-4) };
	int n, k = 0;
	auto put = [&](T value) { o[k++] = value; };
	put(imf::sin(x)); put(imf::cos(x)); put(imf::tan(x)); put(imf::exp(x)); put(imf::log(x)); put(imf::sqrt(x)); put(imf::pow(x, T(1.3)));
	put(imf::exp10(x)); put(imf::exp2(x)); put(imf::log2(x)); put(imf::log10(x)); put(imf::rsqrt(x)); put(imf::inv(x)); put(imf::rcbrt(x));
	put(imf::floor(-x)); put(imf::ceil(x)); put(imf::trunc(-x)); put(imf::rint(x)); put(imf::copysign(x, T(-1))); put(imf::sinpi(x)); put(imf::cospi(x));
	put(imf::erf(x)); put(imf::erfc(x)); put(imf::erfcx(x)); put(imf::erf(imf::erfinv(x / 5))); put(imf::erfc(imf::erfcinv(x / 5)));
	put(imf::cdfnorm(x)); put(imf::cdfnorm(imf::cdfnorminv(x / 5))); put(imf::cyl_bessel_i0(x)); put(imf::cyl_bessel_i1(x)); put(imf::j0(x)); put(imf::j1(x));
	put(imf::jn(3, x)); put(imf::y0(x)); put(imf::y1(x)); put(imf::yn(4, x)); put(imf::cyl_bessel_i0(x * 9)); put(imf::j1(x * 9)); put(imf::y0(x * 9));
	put(imf::norm(3, part)); put(imf::norm3d(x, T(1), T(2))); put(imf::rnorm4d(x, T(1), T(2), T(3))); put(imf::rhypot(x, T(1)));
	imf::sincos(x, &a, &b); put(a); put(b);
	imf::sincospi(x, &a, &b); put(a); put(b);
	put(imf::modf(x, &a)); put(a); put(imf::frexp(x, &n)); put(T(n)); put(imf::remquo(x, T(0.3), &n)); put(T(n & 7));
	put(imf::ldexp(x, 5)); put(imf::powi(x, 7)); put(T(imf::lround(x))); put(T(imf::llrint(x))); put(T(imf::ilogb(x)));
}

static void host_functions(double x, double *o)
{
	const double pi = 3.14159265358979323846;
	double whole;
	int n, k = 0;
	auto put = [&](double value) { o[k++] = value; };
	put(std::sin(x)); put(std::cos(x)); put(std::tan(x)); put(std::exp(x)); put(std::log(x)); put(std::sqrt(x)); put(std::pow(x, 1.3));
	put(std::pow(10, x)); put(std::exp2(x)); put(std::log2(x)); put(std::log10(x)); put(1 / std::sqrt(x)); put(1 / x); put(1 / std::cbrt(x));
	put(std::floor(-x)); put(std::ceil(x)); put(std::trunc(-x)); put(std::rint(x)); put(-x); put(std::sin(pi * x)); put(std::cos(pi * x));
	put(std::erf(x)); put(std::erfc(x)); put(std::exp(x * x) * std::erfc(x)); put(x / 5); put(x / 5);
	put(std::erfc(-x / std::sqrt(2)) / 2); put(x / 5); put(std::cyl_bessel_i(0, x)); put(std::cyl_bessel_i(1, x)); put(::j0(x)); put(::j1(x));
	put(::jn(3, x)); put(::y0(x)); put(::y1(x)); put(::yn(4, x)); put(std::cyl_bessel_i(0, x * 9)); put(::j1(x * 9)); put(::y0(x * 9));
	put(std::sqrt(x * x + 25)); put(std::sqrt(x * x + 5)); put(1 / std::sqrt(x * x + 14)); put(1 / std::hypot(x, 1));
	put(std::sin(x)); put(std::cos(x)); put(std::sin(pi * x)); put(std::cos(pi * x));
	put(std::modf(x, &whole)); put(whole); put(std::frexp(x, &n)); put(n); put(std::remquo(x, 0.3, &n)); put(n & 7);
	put(std::ldexp(x, 5)); put(std::pow(x, 7)); put(std::lround(x)); put(std::llrint(x)); put(std::ilogb(x));
}

template <typename T> static void check_functions(sycl::queue &q, const char *name, double error)
{
	constexpr int count = 58, n = 4;
	T *out = sycl::malloc_shared<T>(count * n, q), host[count];
	double want[count];
	q.parallel_for(n, [=](sycl::id<1> i) { functions<T>(T(0.7) + T(i[0]) * T(0.9), out + i[0] * count); }).wait();
	for (int i = 0; i < n; i++) {
		T x = T(0.7) + T(i) * T(0.9);
		host_functions(x, want);
		functions<T>(x, host);
		check_near(name, count, out + i * count, [&](size_t k) { return want[k]; }, error);
		check_near("host", count, host, [&](size_t k) { return want[k]; }, error);
	}
	sycl::free(out, q);
}

static void check_halves(sycl::queue &q)
{
	sycl::half *h = sycl::malloc_shared<sycl::half>(8, q);
	auto *b = sycl::malloc_shared<sycl::ext::oneapi::bfloat16>(4, q);
	int *n = sycl::malloc_shared<int>(8, q);
	sycl::half x = 1.75f;
	q.single_task([=] {
		using sycl::ext::oneapi::bfloat16;
		h[0] = imf::sqrt(x); h[1] = imf::exp(x); h[2] = imf::floor(-x); h[3] = imf::hfma(x, x, x); h[4] = imf::int2half_rd(2049);
		h[5] = imf::int2half_ru(2049); h[6] = imf::float2half_rz(1e6f); h[7] = imf::float2half_rn(1e6f);
		b[0] = imf::float2bfloat16_rd(1.005f); b[1] = imf::float2bfloat16_ru(1.005f); b[2] = imf::int2bfloat16_rz(-257); b[3] = bfloat16(2.5f);
		n[0] = imf::half2int_rd(-x); n[1] = imf::half2int_rn(-x); n[2] = imf::bfloat162int_ru(b[3]); n[3] = imf::bfloat162int_rd(bfloat16(-2.5f));
		sycl::vec<bfloat16, 4> v { 1.5f, -2.5f, 3.5f, 100.f };
		sycl::vec<int, 4> whole = v.convert<int, sycl::rounding_mode::rtz>();
		for (int i = 0; i < 4; i++)
			n[4 + i] = whole[i];
	}).wait();
	const float halves[] = { std::sqrt(1.75f), std::exp(1.75f), -2, 4.8125f, 2048, 2050, 65504, INFINITY };
	const float bfloats[] = { 1, 1.0078125f, -256, 2.5f };
	const int ints[] = { -2, -2, 3, -3, 1, -2, 3, 100 };
	check_near("half", 8, h, [&](size_t i) { return halves[i]; }, 1e-3);
	check_each("bfloat16", 4, b, [&](size_t i) { return bfloats[i]; });
	check_each("from half and bfloat16", 8, n, [&](size_t i) { return ints[i]; });
}

/* ---- directions of rounding ---- */

static const int directions[] = { FE_DOWNWARD, FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO }; /* rd rn ru rz */
#define EACH(put, function, ...) put(function##_rd(__VA_ARGS__)); put(function##_rn(__VA_ARGS__)); put(function##_ru(__VA_ARGS__)); put(function##_rz(__VA_ARGS__));

static void rounded(float x, float y, float z, float *o)
{
	auto put = [&](float value) { *o++ = value; };
	EACH(put, imf::fadd, x, y) EACH(put, imf::fsub, x, y) EACH(put, imf::fmul, x, y) EACH(put, imf::fdiv, x, y)
	EACH(put, imf::fmaf, x, y, z) EACH(put, imf::frcp, y) EACH(put, imf::fsqrt, imf::saturate(x) + 2)
}

static void rounded(double x, double y, double z, double *o)
{
	auto put = [&](double value) { *o++ = value; };
	EACH(put, imf::dadd, x, y) EACH(put, imf::dsub, x, y) EACH(put, imf::dmul, x, y) EACH(put, imf::ddiv, x, y)
	EACH(put, imf::fma, x, y, z) EACH(put, imf::drcp, y) EACH(put, imf::dsqrt, x * 0 + 2)
}

/* `-ffast-math` makes a product and a sum of fma(), but not of a call of the library through a pointer. */
static float (*volatile c_fma_float)(float, float, float) = ::fmaf;
static double (*volatile c_fma_double)(double, double, double) = ::fma;
static float c_fma(float x, float y, float z) { return c_fma_float(x, y, z); }
static double c_fma(double x, double y, double z) { return c_fma_double(x, y, z); }

template <typename T> static void host_rounded(T a, T b, T c, T *o)
{
	volatile T x = a, y = b, z = c, one = 1, radicand = sizeof(T) == 4 ? (a > 0 ? a < 1 ? a : T(1) : T(0)) + 2 : T(2), result;
	for (int i = 0; i < 4; i++) {
		std::fesetround(directions[i]);
		result = x + y; o[i] = result;
		result = x - y; o[4 + i] = result;
		result = x * y; o[8 + i] = result;
		result = x / y; o[12 + i] = result;
		result = c_fma(x, y, z); o[16 + i] = result;
		result = one / y; o[20 + i] = result;
		result = std::sqrt(T(radicand)); o[24 + i] = result;
	}
	std::fesetround(FE_TONEAREST);
}

/* The same bits, or both are no numbers. */
template <typename T> static void check_same(const char *name, size_t count, const T *got, const T *want)
{
	for (size_t i = 0; i < count; i++)
		if (std::memcmp(got + i, want + i, sizeof(T)) && !(std::isnan(got[i]) && std::isnan(want[i]))) {
			std::printf("%s[%zu]: %a instead of %a\n", name, i, double(got[i]), double(want[i]));
			wrong = 1;
		}
}

template <typename T> static void check_rounded(sycl::queue &q, const char *name)
{
	using limits = std::numeric_limits<T>;
	constexpr int count = 28, n = 12;
	static const T values[] = { T(1), T(-0.1), T(3.7), limits::epsilon() / 3, -limits::max(), limits::max() / 2, limits::min(), T(1e-20), T(-1e17), T(0.3), T(7), T(-1.0000001) };
	T *in = sycl::malloc_shared<T>(n, q), *out = sycl::malloc_shared<T>(count * n * n, q), want[count];
	std::memcpy(in, values, sizeof(values));
	q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
		rounded(in[i[0]], in[i[1]], in[(i[0] + i[1]) % n], out + (i[0] * n + i[1]) * count);
	}).wait();
	for (int i = 0; i < n * n; i++) {
		host_rounded<T>(in[i / n], in[i % n], in[(i / n + i % n) % n], want);
		check_same(name, count, out + i * count, want);
	}
}

/* ---- conversions ---- */

static void converted(double x, double *o)
{
	auto put = [&](double value) { *o++ = value; };
	EACH(put, imf::double2int, x) EACH(put, imf::double2ll, x) EACH(put, imf::float2int, float(x)) EACH(put, imf::double2float, x)
	long long whole = imf::double2ll_rz(x) * 1000003;
	EACH(put, imf::ll2float, whole) EACH(put, imf::int2float, int(whole)) EACH(put, imf::ull2double, 0x7ffffffffffffc01ull - whole)
}

static void host_converted(double a, double *o)
{
	long long wide = static_cast<long long>(a) * 1000003;
	volatile double x = a, result;
	volatile long long whole = wide;
	volatile float narrow = a;
	for (int i = 0; i < 4; i++) {
		std::fesetround(directions[i]);
		result = std::nearbyint(x); o[i] = result; o[4 + i] = result;
		result = std::nearbyint(float(narrow)); o[8 + i] = result;
		narrow = x; o[12 + i] = narrow;
		narrow = whole; o[16 + i] = narrow;
		narrow = int(whole); o[20 + i] = narrow;
		result = 0x7ffffffffffffc01ull - whole; o[24 + i] = result;
		std::fesetround(FE_TONEAREST);
		narrow = x;
	}
}

static void check_conversions(sycl::queue &q)
{
	constexpr int count = 28, n = 8;
	static const double values[] = { 0.5, -0.5, 2.5, -3.7, 16777217, -123456789.25, 0.1, 1e9 + 0.5 };
	double *out = sycl::malloc_shared<double>(count * n, q), *in = sycl::malloc_shared<double>(n, q), want[count];
	std::memcpy(in, values, sizeof(values));
	q.parallel_for(n, [=](sycl::id<1> i) { converted(in[i], out + i[0] * count); }).wait();
	for (int i = 0; i < n; i++) {
		host_converted(values[i], want);
		check_each("conversion", count, out + i * count, [&](size_t k) { return want[k]; });
	}
	int *ends = sycl::malloc_shared<int>(4, q);
	double huge = 1e30;
	q.single_task([=] {
		ends[0] = imf::double2int_rn(huge); ends[1] = imf::double2int_rz(-huge);
		ends[2] = int(imf::double2uint_rn(-huge)); ends[3] = int(imf::double2uint_rn(huge));
	}).wait();
	CHECK(ends[0] == INT_MAX && ends[1] == INT_MIN && ends[2] == 0 && ends[3] == -1);
}

/* ---- integers ---- */

static void integers(int a, int b, unsigned *o)
{
	unsigned x = a, y = b;
	auto put = [&](unsigned value) { *o++ = value; };
	put(imf::brev(x)); put(imf::clz(a)); put(imf::popc(x)); put(imf::ffs(a)); put(imf::mulhi(a, b)); put(imf::umulhi(x, y)); put(imf::hadd(a, b));
	put(imf::rhadd(a, b)); put(imf::uhadd(x, y)); put(imf::sad(a, b, 7u)); put(imf::byte_perm(x, y, 0x3715u)); put(imf::mul24(a % 4096, b % 4096));
	put(imf::vadd2(x, y)); put(imf::vsub4(x, y)); put(imf::vaddss2(x, y)); put(imf::vaddus4(x, y)); put(imf::vavgs2(x, y)); put(imf::vavgu4(x, y));
	put(imf::vmaxs4(x, y)); put(imf::vminu2(x, y)); put(imf::vcmpgts2(x, y)); put(imf::vseteq4(x, y)); put(imf::vabs4(x)); put(imf::vsads2(x, y));
	put(imf::viaddmax_s32_relu(a, b, 3)); put(imf::vimax3_u16x2(x, y, 0x00800080u));
}

/* Parts of 32 bits: P their type. */
template <typename P, typename F> static unsigned each_part(unsigned x, unsigned y, F combine)
{
	constexpr unsigned bits = 8 * sizeof(P), mask = bits == 8 ? 0xff : 0xffff;
	unsigned result = 0;
	for (unsigned at = 0; at < 32; at += bits)
		result |= (unsigned(combine(int(P(x >> at)), int(P(y >> at)))) & mask) << at;
	return result;
}

static void host_integers(int a, int b, unsigned *o)
{
	using i8 = signed char;
	using u8 = unsigned char;
	unsigned x = a, y = b, reversed = 0, sum = 0;
	auto put = [&](unsigned value) { *o++ = value; };
	for (int i = 0; i < 32; i++)
		reversed |= (x >> i & 1) << (31 - i);
	put(reversed); put(x ? __builtin_clz(x) : 32); put(__builtin_popcount(x)); put(__builtin_ffs(a)); put((long long)a * b >> 32);
	put((unsigned long long)x * y >> 32); put(((long long)a + b) >> 1); put(((long long)a + b + 1) >> 1); put(((unsigned long long)x + y) >> 1);
	put(unsigned(std::llabs((long long)a - b)) + 7); put((x >> 24) << 24 | (y >> 24) << 16 | (x >> 8 & 0xff) << 8 | (y >> 8 & 0xff));
	put((a % 4096) * (b % 4096));
	put(each_part<short>(x, y, [](int p, int q) { return p + q; })); put(each_part<i8>(x, y, [](int p, int q) { return p - q; }));
	put(each_part<short>(x, y, [](int p, int q) { return std::clamp(p + q, -32768, 32767); }));
	put(each_part<u8>(x, y, [](int p, int q) { return std::min(p + q, 255); }));
	put(each_part<short>(x, y, [](int p, int q) { return int(std::floor(std::abs(p + q) / 2. + .5)) * (p + q < 0 ? -1 : 1); }));
	put(each_part<u8>(x, y, [](int p, int q) { return (p + q + 1) / 2; })); put(each_part<i8>(x, y, [](int p, int q) { return std::max(p, q); }));
	put(each_part<unsigned short>(x, y, [](int p, int q) { return std::min(p, q); }));
	put(each_part<short>(x, y, [](int p, int q) { return p > q ? -1 : 0; })); put(each_part<u8>(x, y, [](int p, int q) { return p == q; }));
	put(each_part<i8>(x, y, [](int p, int) { return std::abs(p); }));
	each_part<short>(x, y, [&](int p, int q) { return sum += std::abs(p - q); });
	put(sum); put(std::max(0, std::max(int(x + y), 3)));
	put(each_part<unsigned short>(x, y, [](int p, int q) { return std::max({ p, q, 0x80 }); }));
}

static void check_integers(sycl::queue &q)
{
	constexpr int count = 26, n = 9;
	static const int values[] = { 0, 1, -1, 0x12345678, -0x12345678, INT_MAX, INT_MIN, 0x7f80ff01, 0x00fe8000 };
	unsigned *out = sycl::malloc_shared<unsigned>(count * n * n, q), want[count];
	int *in = sycl::malloc_shared<int>(n, q);
	std::memcpy(in, values, sizeof(values));
	q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) { integers(in[i[0]], in[i[1]], out + (i[0] * n + i[1]) * count); }).wait();
	for (int i = 0; i < n * n; i++) {
		host_integers(in[i / n], in[i % n], want);
		check_each("integers", count, out + i * count, [&](size_t k) { return want[k]; });
	}
}

int main()
{
	sycl::queue q;
	check_functions<float>(q, "float", 2e-5);
	check_functions<double>(q, "double", 1e-12);
	check_halves(q);
	check_rounded<float>(q, "rounded float");
	check_rounded<double>(q, "rounded double");
	check_conversions(q);
	check_integers(q);
	return wrong;
}
