/* tests/builtins/integers.cpp — functions of integers. Only compiled. */
#include <sycl/sycl.hpp>
template <class T> struct Ints {
	T *p;
	void operator()() const
	{
		using namespace sycl;
		T x = p[0], y = p[1], z = p[2];
#define B2(f) p[3] += f(x, y);
		B2(add_sat)
		B2(sub_sat) B2(hadd) B2(rhadd) B2(max) B2(min) B2(mul_hi) B2(rotate) p[4] = T(abs_diff(x, y));
		p[5] = T(abs(x));
		p[6] = clz(x) + ctz(x) + popcount(x);
		p[7] = clamp(x, y, z) + mad_hi(x, y, z) + mad_sat(x, y, z);
		p[8] = bitselect(x, y, z);
	}
};
template <class T, class H, class L> struct Up {
	T *p;
	H *h;
	L *l;
	void operator()() const
	{
		p[0] = T(sycl::upsample(h[0], l[0]));
	}
};
template <class T, class H, class L> void up(sycl::queue &q)
{
	q.single_task(Up<T, H, L>{ sycl::malloc_shared<T>(9, q), sycl::malloc_shared<H>(9, q),
				   sycl::malloc_shared<L>(9, q) });
}
template <class... T> void all(sycl::queue &q)
{
	(q.single_task(Ints<T>{ sycl::malloc_shared<T>(9, q) }), ...);
}
template <class... T> void all_sizes(sycl::queue &q)
{
	using sycl::vec;
	all<T...>(q);
	all<vec<T, 2>...>(q);
	all<vec<T, 3>...>(q);
	all<vec<T, 4>...>(q);
	all<vec<T, 8>...>(q);
	all<vec<T, 16>...>(q);
	all<sycl::marray<T, 3>...>(q);
}
int main()
{
	sycl::queue q;
	using namespace sycl;
	all_sizes<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>(q);
	all<char, long long, unsigned long long>(q);
	up<short, int8_t, uint8_t>(q);
	up<unsigned short, uint8_t, uint8_t>(q);
	up<int, short, unsigned short>(q);
	up<unsigned, unsigned short, unsigned short>(q);
	up<int64_t, int, unsigned>(q);
	up<uint64_t, unsigned, unsigned>(q);
	up<vec<short, 4>, vec<int8_t, 4>, vec<uint8_t, 4>>(q);
	up<vec<uint64_t, 16>, vec<uint32_t, 16>, vec<uint32_t, 16>>(q);
	int *p = malloc_shared<int>(9, q);
	unsigned *u = malloc_shared<unsigned>(9, q);
	q.single_task([=] {
		p[0] = mul24(p[1], p[2]) + mad24(p[1], p[2], p[3]);
		u[0] = mul24(u[1], u[2]) + mad24(u[1], u[2], u[3]);
		p[4] = mad24(int4(p[1]), int4(p[2]), int4(p[3]))[1];
	});
}
