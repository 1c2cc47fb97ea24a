/* tests/builtins/relations.cpp — comparisons, select and bitselect. Only compiled. */
#include <sycl/sycl.hpp>
template <class T, class I, class U> struct Rel {
	T *p;
	I *i;
	U *u;
	void operator()() const
	{
		using namespace sycl;
		T x = p[0], y = p[1];
#define R2(f) i[3] += I(f(x, y));
		R2(isequal)
		R2(isnotequal) R2(isgreater) R2(isgreaterequal) R2(isless) R2(islessequal) R2(islessgreater)
			R2(isordered) R2(isunordered)
#define R1(f) i[3] += I(f(x));
				R1(isfinite) R1(isinf) R1(isnan) R1(isnormal) R1(signbit) p[3] = bitselect(x, y, p[2]);
		i[4] = bitselect(i[0], i[1], i[2]);
		if constexpr (detail::is_vec_v<T>) {
			p[4] = select(x, y, i[5]) + select(x, y, u[5]);
			i[6] = select(i[0], i[1], i[2]) + I(any(i[2]) + all(i[3]));
		} else {
			p[4] = select(x, y, p[5] > x);
		}
	}
};
template <class T, class I, class U> void run(sycl::queue &q)
{
	q.single_task(Rel<T, I, U>{ sycl::malloc_shared<T>(9, q), sycl::malloc_shared<I>(9, q),
				    sycl::malloc_shared<U>(9, q) });
}
template <int N> void vecs(sycl::queue &q)
{
	using namespace sycl;
	run<vec<float, N>, vec<int, N>, vec<unsigned, N>>(q);
	run<vec<double, N>, vec<int64_t, N>, vec<uint64_t, N>>(q);
	run<vec<half, N>, vec<short, N>, vec<unsigned short, N>>(q);
}
int main()
{
	sycl::queue q;
	using namespace sycl;
	run<float, int, unsigned>(q);
	run<double, long, unsigned long>(q);
	run<half, short, unsigned short>(q);
	vecs<2>(q);
	vecs<3>(q);
	vecs<4>(q);
	vecs<8>(q);
	vecs<16>(q);
}
