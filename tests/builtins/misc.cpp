/* tests/builtins/misc.cpp — stream, printf, assert, specialization constants, reductions, fill and copy. Only compiled.
 */
#include <sycl/sycl.hpp>
namespace x = sycl::ext::oneapi::experimental;
constexpr sycl::specialization_id<int> K(3);
struct P {
	int a;
	float b;
};
constexpr sycl::specialization_id<P> K2(P{ 1, 2 });
#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif
int main()
{
	sycl::queue q;
	using namespace sycl;
	int *p = malloc_shared<int>(99, q);
	q.submit([&](handler &h) {
		stream out(1024, 128, h);
		h.parallel_for(4, [=](item<1> i, kernel_handler k) {
			out << "hello " << i << " " << p[0] << endl;
			p[1] = k.get_specialization_constant<K>();
			p[2] = k.get_specialization_constant<K2>().b;
			static const CONSTANT char f[] = "%d %f\n";
			x::printf(f, p[0], 2.0f);
			x::printf("hi %s %c %lld\n", "x", 'c', 3LL);
			assert(p[0] > 1);
		});
	});
	buffer<int, 2> b(range<2>(3, 3));
	int sum = 0;
	buffer<int> sb(&sum, 1);
	q.submit([&](handler &h) {
		accessor a(b, h);
		auto r = reduction(sb, h, plus<>());
		h.parallel_for(range<2>(3, 3), r, [=](item<2> i, auto &s) {
			a[i] = i.get_linear_id();
			s += a[i];
		});
	});
	q.submit([&](handler &h) {
		accessor a(b, h);
		auto r = reduction(p, maximum<>());
		local_accessor<int, 0> l(h);
		h.parallel_for(nd_range<1>(64, 16), r, [=](nd_item<1> i, auto &s) {
			l = 3;
			s.combine(l + i.get_global_id(0));
		});
	});
	q.copy(p, p + 1, 4);
	q.fill(p, 3, 4);
	q.submit([&](handler &h) {
		accessor a(b, h);
		h.fill(a, 3);
	});
	q.single_task([=] {
		int v = p[0];
		p[3] = __builtin_bitreverse32(v) + __builtin_popcount(v) + __builtin_clz(v);
	});
}
