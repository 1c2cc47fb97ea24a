/* tests/builtins/conversions.cpp — conversions between all types, in all rounding modes. Only compiled. */
#include <sycl/sycl.hpp>
template <class F, class T, int N> struct Conv {
	F *f;
	T *t;
	void operator()() const
	{
		using namespace sycl;
		using R = rounding_mode;
		vec<F, N> x;
		for (int i = 0; i < N; i++)
			x[i] = f[i];
		auto put = [&](auto v, int at) {
			for (int i = 0; i < N; i++)
				t[at * N + i] = v[i];
		};
		put(x.template convert<T>(), 0);
		put(x.template convert<T, R::rte>(), 1);
		put(x.template convert<T, R::rtz>(), 2);
		put(x.template convert<T, R::rtp>(), 3);
		put(x.template convert<T, R::rtn>(), 4);
	}
};
template <class F, class T> void one(sycl::queue &q)
{
	F *f = sycl::malloc_shared<F>(100, q);
	T *t = sycl::malloc_shared<T>(100, q);
	q.single_task(Conv<F, T, 1>{ f, t });
	q.single_task(Conv<F, T, 4>{ f, t });
}
template <class F, class T> void sizes(sycl::queue &q)
{
	F *f = sycl::malloc_shared<F>(100, q);
	T *t = sycl::malloc_shared<T>(100, q);
	q.single_task(Conv<F, T, 2>{ f, t });
	q.single_task(Conv<F, T, 3>{ f, t });
	q.single_task(Conv<F, T, 8>{ f, t });
	q.single_task(Conv<F, T, 16>{ f, t });
}
template <class F, class... T> void from(sycl::queue &q)
{
	(one<F, T>(q), ...);
}
#define TYPES int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, sycl::half, float, double
int main()
{
	sycl::queue q;
	from<int8_t, TYPES>(q);
	from<uint8_t, TYPES>(q);
	from<int16_t, TYPES>(q);
	from<uint16_t, TYPES>(q);
	from<int32_t, TYPES>(q);
	from<uint32_t, TYPES>(q);
	from<float, TYPES, bool, std::byte>(q);
	from<double, TYPES>(q);
	from<sycl::half, TYPES>(q);
	from<int64_t, TYPES>(q);
	from<uint64_t, TYPES>(q);
	from<bool, float, int>(q);
	from<char, float, int>(q);
	sizes<float, int>(q);
	sizes<int, float>(q);
	sizes<double, unsigned char>(q);
	sizes<long, short>(q);
}
