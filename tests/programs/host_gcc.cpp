// The host compiler is g++: kernels are found by the types that name them.
// options: -fsycl-host-compiler=g++
#include "check.hpp"
#include <sycl/ext/intel/math.hpp>
#ifndef __SYCL_DEVICE_ONLY__
#ifdef __clang__
#error "not g++"
#endif
#endif
namespace ext = sycl::ext::oneapi::experimental;
enum class Kind : short { a, b };
namespace names
{
template <class T, int n, Kind k, class... Rest> class scale;
namespace
{
class hidden;
struct Functor {
	int *p;
	template <class Item> void operator()(Item i) const
	{
		p[i.get_id(0)] = 4;
	}
};
} // namespace
} // namespace names
constexpr sycl::specialization_id<int> factor(3);
namespace names
{
namespace
{
constexpr sycl::specialization_id<float> other(1.5f);
}
} // namespace names
ext::device_global<int> counter;
namespace
{
ext::device_global<int[2]> pair;
}
template <class T> class of_type;
template <class T> T twice(sycl::queue q, T v)
{
	T *p = sycl::malloc_shared<T>(1, q);
	q.single_task<of_type<T>>([=] { *p = v * 2; }).wait();
	return *p;
}
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1000, q);
	q.parallel_for<class local_name>(sycl::range<1>(999), [=](sycl::id<1> i) { p[i] = 2; }).wait();
	CHECK(p[998] == 2);
	q.parallel_for<names::scale<float *, 3, Kind::b, int, const unsigned long>>(
		 sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) { p[i.get_global_id(0)] = 5; })
		.wait();
	CHECK(p[7] == 5);
	q.parallel_for<names::hidden>(sycl::range<2>(2, 2), [=](sycl::item<2> i) { p[i.get_linear_id()] = 6; }).wait();
	CHECK(p[3] == 6);
	q.parallel_for(sycl::range<1>(100), names::Functor{ p }).wait();
	CHECK(p[99] == 4);
	q.submit([&](sycl::handler &h) {
		 h.set_specialization_constant<factor>(7);
		 h.single_task<class with_constant>([=](sycl::kernel_handler k) {
			 p[0] = k.get_specialization_constant<factor>();
			 p[1] = int(k.get_specialization_constant<names::other>() * 2);
		 });
	 }).wait();
	CHECK(p[0] == 7 && p[1] == 3);
	int value = 11, back[2] = {};
	q.copy(&value, counter).wait();
	q.single_task<class reads_global>([=] {
		 p[0] = counter.get() + 1;
		 pair[1] = 5;
	 }).wait();
	CHECK(p[0] == 12);
	q.copy(pair, back).wait();
	CHECK(back[1] == 5);
	CHECK(twice(q, 4) == 8 && twice(q, 1.5f) == 3.0f);
	int *sum = sycl::malloc_shared<int>(1, q);
	*sum = 0;
	q.parallel_for<class reduce>(sycl::range<1>(100), sycl::reduction(sum, sycl::plus<>()),
				     [=](sycl::id<1> i, auto &s) { s += int(i); })
		.wait();
	CHECK(*sum == 4950);
	q.fill(p, 9, 10).wait();
	CHECK(p[9] == 9);
	{
		sycl::buffer<int> b(p, 10);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.fill(a, 8);
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.parallel_for<class with_accessor>(10, [=](sycl::id<1> i) { a[i] += 1; });
		});
	}
	CHECK(p[9] == 9);
	float *rounded = sycl::malloc_shared<float>(1, q), tiny = 1e-10f;
	q.single_task<class rounds>([=] { *rounded = sycl::ext::intel::math::fadd_ru(1.0f, tiny); }).wait();
	CHECK(*rounded > 1 && *rounded == sycl::ext::intel::math::fadd_ru(1.0f, tiny));
	return wrong;
}
