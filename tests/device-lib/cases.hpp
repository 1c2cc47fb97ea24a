/* tests/device-lib/cases.hpp — what is computed on a device and on the host by the same text: types and functions.
 *
 * Each case writes numbers one behind another; the host's are the reference. SEED tells work-items apart. */
#pragma once
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

namespace cases {

enum { PLACES = 1024, SEEDS = 8, POINTS = 64 };

struct record {
	double *to;
	int count;

	void put(double value)
	{
		if (count < PLACES)
			to[count++] = value;
	}
	void put_whole(int64_t value)
	{
		put(static_cast<double>(static_cast<uint32_t>(value >> 32)));
		put(static_cast<double>(static_cast<uint32_t>(value)));
	}
	template <typename T, int N> void put(const sycl::vec<T, N> &v)
	{
		for (int i = 0; i < N; i++)
			put_any(v[i]);
	}
	template <typename T, size_t N> void put(const sycl::marray<T, N> &v)
	{
		for (size_t i = 0; i < N; i++)
			put_any(v[i]);
	}
	template <typename T> void put_any(T value)
	{
		if constexpr (sycl::detail::integer_v<T> || sycl::detail::same_v<T, bool>)
			put_whole(static_cast<int64_t>(value));
		else
			put(static_cast<double>(value));
	}
};

/* Numbers that look random and are the same everywhere. */
inline uint64_t mixed(uint64_t n)
{
	n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9ul;
	n = (n ^ n >> 27) * 0x94d049bb133111ebul;
	return n ^ n >> 31;
}

/* ---- vec ---- */

template <typename T, int N> void arithmetic(record &r, uint64_t seed)
{
	sycl::vec<T, N> a, b;

	for (int i = 0; i < N; i++) {
		a[i] = static_cast<T>(static_cast<int>(mixed(seed + i) % 50) + 1);
		b[i] = static_cast<T>(static_cast<int>(mixed(seed * 31 + i) % 20) + 1);
	}
	r.put(a + b);
	r.put(a - b);
	r.put(a * b);
	r.put(a / b);
	r.put(a + T(3));
	r.put(T(3) - a);
	r.put(-a);
	r.put(a < b);
	r.put(a == b || a > T(20));
	a += b;
	a *= T(2);
	++a;
	r.put(a--);
	r.put(sycl::max(a, b));
	r.put(sycl::clamp(a, T(2), T(30)));
	if constexpr (sycl::detail::integer_v<T>) {
		r.put(a % b);
		r.put(a & b);
		r.put((a | b) ^ T(5));
		r.put(a << T(1));
		r.put(a >> T(1));
		r.put(~a);
		r.put(!a);
	}
}

inline void vectors(record &r, uint64_t seed)
{
	arithmetic<int, 4>(r, seed);
	arithmetic<float, 2>(r, seed + 1);
	arithmetic<int8_t, 8>(r, seed + 2);
	arithmetic<double, 3>(r, seed + 3);
	arithmetic<uint16_t, 1>(r, seed + 4);
	arithmetic<int64_t, 2>(r, seed + 5);
}

inline void swizzles(record &r, uint64_t seed)
{
	float f = static_cast<float>(mixed(seed) % 100) * 0.25f;
	sycl::float4 a(f, f + 1, f + 2, f + 3), b{ a.zw(), a.xy() };
	sycl::float16 wide{ a, b, a * 2.0f, b - 1.0f };
	const sycl::float4 c = a;

	r.put(b);
	a.xy() = b.zw();
	r.put(a);
	a.wzyx() = c;
	r.put(a);
	a.yz() += b.lo();
	r.put(a);
	a.x() = 9;
	a.s3() *= 2;
	r.put(a);
	r.put(c.swizzle<3, 3, 0>().value());
	r.put(wide.hi().value());
	r.put(wide.even().value().odd().value());
	r.put(c.xyz() * 2.0f + sycl::float3(1, 2, 3));
	r.put(sycl::sqrt(c.xy()) - c.zw());
	r.put(sycl::float3(c.x(), c.yz()));
	r.put(sizeof(sycl::float3) == 16 && alignof(sycl::double2) == 16);
}

inline void conversions(record &r, uint64_t seed)
{
	float f = static_cast<float>(static_cast<int>(mixed(seed) % 1000)) * 0.125f - 60.0f;
	sycl::float4 a(f, -f, f + 0.5f, f - 0.75f);

	r.put(a.convert<int>());
	r.put(a.convert<int, sycl::rounding_mode::rte>());
	r.put(a.convert<int, sycl::rounding_mode::rtp>());
	r.put(a.convert<int, sycl::rounding_mode::rtn>());
	r.put(a.convert<int, sycl::rounding_mode::rtz>());
	r.put(a.convert<double>());
	r.put(a.as<sycl::int4>());
	r.put(a.as<sycl::uchar16>());
	r.put(a.convert<int>().convert<int8_t>());
	r.put_whole(sycl::bit_cast<int>(f));

	float memory[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	a.load(1, memory);
	r.put(a);
	a.store(0, memory);
	r.put(memory[3]);
}

inline void arrays(record &r, uint64_t seed)
{
	int n = static_cast<int>(mixed(seed) % 9);
	sycl::marray<int, 5> a{ n, 2, 3, 4, 5 }, b(3);
	sycl::mfloat3 f{ 1.5f, 2.5f, static_cast<float>(n) };

	r.put(a * b + 1);
	r.put(a < b);
	r.put(!(a == b));
	r.put(a << 2 | b);
	a %= b;
	r.put(++a);
	r.put(sycl::sqrt(f));
	r.put(sycl::fma(f, f, f));
	r.put(sycl::isgreater(f, sycl::mfloat3(2.0f)));
}

inline void halves(record &r, uint64_t seed)
{
	sycl::half a = static_cast<float>(mixed(seed) % 1000) * 0.37f, b = static_cast<float>(mixed(seed + 9) % 1000) * 0.011f + 0.1f;

	r.put(float(a + b));
	r.put(float(a - b));
	r.put(float(a * b));
	r.put(float(a / b));
	r.put(float(-a));
	r.put(a < b);
	r.put(float(sycl::sqrt(a)));
	r.put(float(a * 3 + 1));
	r.put(a * 0.5f);
	a += b;
	r.put(float(a++));
	r.put(sycl::half4(a, b, a, b) * sycl::half(2.0f));
	r.put(float(sycl::half(100000.0f)));
	r.put(float(sycl::half(3e-6f)));
	r.put_whole(sycl::bit_cast<uint16_t>(a));
	r.put(sycl::float4(a, b, 1.0f, 2.5f).convert<sycl::half>().convert<float>());
}

/* ---- whole numbers ---- */

template <typename T> void whole(record &r, uint64_t seed)
{
	T a = static_cast<T>(mixed(seed)), b = static_cast<T>(mixed(seed + 1)), c = static_cast<T>(mixed(seed + 2));

	if (seed % 4 == 0)
		a = static_cast<T>(sycl::detail::integer::lowest<T>);
	if (seed % 4 == 1)
		b = static_cast<T>(0);
	r.put_any(sycl::abs(a));
	r.put_any(sycl::abs_diff(a, b));
	r.put_any(sycl::add_sat(a, b));
	r.put_any(sycl::sub_sat(a, b));
	r.put_any(sycl::hadd(a, b));
	r.put_any(sycl::rhadd(a, b));
	r.put_any(sycl::clz(a));
	r.put_any(sycl::clz(b));
	r.put_any(sycl::ctz(a));
	r.put_any(sycl::ctz(b));
	r.put_any(sycl::popcount(a));
	r.put_any(sycl::mul_hi(a, b));
	r.put_any(sycl::mad_hi(a, b, c));
	r.put_any(sycl::mad_sat(a, b, c));
	r.put_any(sycl::mad_sat(static_cast<T>(3), static_cast<T>(5), c));
	r.put_any(sycl::rotate(a, c));
	r.put_any(sycl::max(a, b));
	r.put_any(sycl::min(a, b));
	r.put_any(sycl::select(a, b, c > b));
	r.put_any(sycl::bitselect(a, b, c));
	if constexpr (sizeof(T) == 4) {
		r.put_any(sycl::mul24(static_cast<T>(a & 0x7fffff), static_cast<T>(b & 0x7fffff)));
		r.put_any(sycl::mad24(static_cast<T>(a & 0x7fffff), static_cast<T>(b & 0x7fffff), c));
	}
	if constexpr (sizeof(T) < 8)
		r.put_any(sycl::upsample(a, static_cast<sycl::detail::uint_of<T>>(b)));
}

inline void wholes(record &r, uint64_t seed)
{
	whole<int8_t>(r, seed);
	whole<uint8_t>(r, seed + 10);
	whole<int16_t>(r, seed + 20);
	whole<uint16_t>(r, seed + 30);
	whole<int32_t>(r, seed + 40);
	whole<uint32_t>(r, seed + 50);
	whole<int64_t>(r, seed + 60);
	whole<uint64_t>(r, seed + 70);
}

/* ---- common, geometric, relational ---- */

template <typename T> void common(record &r, uint64_t seed)
{
	T x = static_cast<T>(static_cast<int>(mixed(seed) % 1000)) / T(100.0f) - T(5.0f), y = T(1.5f), nan = static_cast<T>(sycl::nan(1u));
	sycl::vec<T, 4> a(x, y, T(-2), T(4)), b(y, x, T(3), nan);
	T whole;
	int power;

	r.put(sycl::degrees(x));
	r.put(sycl::radians(x));
	r.put(sycl::sign(x));
	r.put(sycl::mix(x, y, T(0.25f)));
	r.put(sycl::step(T(0.0f), x));
	r.put(sycl::smoothstep(T(-5.0f), T(5.0f), x));
	r.put(sycl::fract(x, &whole));
	r.put(whole);
	r.put(sycl::modf(x, &whole));
	r.put(whole);
	r.put(sycl::frexp(x, &power));
	r.put(power);
	r.put(sycl::remquo(x, y, &power));
	r.put(power);
	r.put(sycl::ilogb(x));
	r.put(sycl::dot(a, a));
	r.put(sycl::length(a));
	r.put(sycl::distance(a, a * T(2)));
	r.put(sycl::normalize(a));
	r.put(sycl::cross(sycl::vec<T, 3>(x, y, T(1)), sycl::vec<T, 3>(T(2), x, y)));
	r.put(sycl::isnan(b));
	r.put(sycl::isless(a, b));
	r.put(sycl::isgreaterequal(a, b));
	r.put(sycl::islessgreater(a, b));
	r.put(sycl::isunordered(a, b));
	r.put(sycl::isordered(a, b));
	r.put(sycl::isfinite(x / T(0.0f)) || sycl::isinf(y));
	r.put(sycl::isinf(y / T(0.0f)));
	r.put(sycl::isnormal(x));
	r.put(sycl::signbit(x));
	r.put(sycl::any(sycl::isnan(b)) && !sycl::all(sycl::isnan(b)));
	r.put(sycl::select(a, a * T(3), sycl::isless(a, T(0.0f))));
	r.put(sycl::fmax(x, nan));
}

inline void commons(record &r, uint64_t seed)
{
	common<float>(r, seed);
	common<double>(r, seed + 3);
}

/* CASE(name, units in the last place of float that device and host may differ by) */
/* halves: only devices with aspect::fp16 run it. */
#define CASES \
	CASE(halves, 0) \
	CASE(vectors, 0) \
	CASE(swizzles, 4) \
	CASE(conversions, 0) \
	CASE(arrays, 4) \
	CASE(wholes, 0) \
	CASE(commons, 8)

} // namespace cases
