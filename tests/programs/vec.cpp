// vec: swizzles, operators, conversions, rounding, loads and stores, comparison, as<>.
#define SYCL_SIMPLE_SWIZZLES
#include "check.hpp"

int main()
{
	sycl::queue q;
	float *out = sycl::malloc_shared<float>(40, q);
	sycl::float4 *v = sycl::malloc_shared<sycl::float4>(2, q);
	sycl::vec<char, 3> small{ 1, 2, 3 };
	sycl::vec<double, 2> wide{ 2.7, -2.7 };
	v[0] = { 1, 2, 3, 4 };
	q.single_task([=] {
		int k = 0;
		auto put = [&](auto... values) { ((out[k++] = float(values)), ...); };
		sycl::float4 a = v[0], b(10);
		sycl::float4 c = a * b + 1.f;
		c.xy() = a.zw();
		put(c.x(), c.y(), c.z(), c.w());
		c.swizzle<3, 0>() += sycl::float2(100, 200);
		put(c.s0(), c.s3(), c[1], c.lo().x(), c.hi().y(), c.odd().x(), c.even().y());
		sycl::int4 less = a < sycl::float4(3);
		put(less[0], less[3]);
		auto whole = wide.convert<int, sycl::rounding_mode::rtz>();
		auto near = wide.convert<int, sycl::rounding_mode::rte>();
		auto down = wide.convert<long, sycl::rounding_mode::rtn>();
		put(whole[0], whole[1], near[0], near[1], down[0], down[1]);
		auto bits = sycl::vec<float, 1>(1.f).as<sycl::vec<unsigned, 1>>();
		put(bits[0] >> 23);
		sycl::uchar4 bytes = sycl::vec<unsigned, 1>(0x04030201u).as<sycl::uchar4>();
		put(bytes[0], bytes[3], small.x() + small.z());
		sycl::vec<int, 8> eight(sycl::int4(1, 2, 3, 4), 5, sycl::int2(6, 7), 8);
		put(eight[4], (eight << 1)[7], (eight & 3)[2], (-eight).s6(), eight.hi().even()[1]);
		sycl::vec<short, 16> shorts(7);
		shorts[15] = -1;
		put(shorts.sF(), sycl::any(shorts < short(0)), (~shorts)[0]);
		sycl::float4 loaded;
		loaded.load(0, sycl::address_space_cast<sycl::access::address_space::generic_space, sycl::access::decorated::no>(&v[0].x()));
		put(sycl::dot(loaded, a), loaded.size(), loaded.byte_size());
		v[1] = sycl::float4{ a.wzyx() };
	}).wait();
	const float want[] = { 3, 4, 31, 41, 203, 141, 4, 203, 141, 4, 31, -1, 0, 2, -2, 3, -3, 2, -3, 127, 1, 4, 4, 5, 16, 3, -7, 7, -1, 1, -8, 30, 4, 16 };
	check_each("out", sizeof(want) / sizeof(want[0]), out, [&](size_t i) { return want[i]; });
	CHECK(v[1][0] == 4 && v[1][3] == 1);
	static_assert(sizeof(sycl::vec<int, 3>) == 16 && alignof(sycl::vec<double, 4>) == 32);
	return wrong;
}
