// Kernels with names: classes of several kinds, declared where they are used, and templates.
#include "check.hpp"

class at_namespace_scope;
namespace outer { namespace inner { struct deep; } }
template <typename T, int N> class of_template;
template <typename... Ts> class of_pack;
enum class color { red, green };
template <color C> class of_enum;

template <typename T> void scale(sycl::queue &q, T *p, T by)
{
	q.parallel_for<of_template<T, 2>>(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] *= by; }).wait();
}

int main()
{
	sycl::queue q;
	int *a = sycl::malloc_shared<int>(8, q);
	long *b = sycl::malloc_shared<long>(4, q);

	q.single_task<at_namespace_scope>([=] { a[0] = 1; });
	q.single_task<outer::inner::deep>([=] { a[1] = 2; });
	q.single_task<class declared_here>([=] { a[2] = 3; });
	q.single_task<of_pack<int, float, of_pack<>>>([=] { a[3] = 4; });
	q.single_task<of_enum<color::green>>([=] { a[4] = 5; });
	q.single_task<of_template<std::vector<int>, 3>>([=] { a[5] = 6; });
	q.submit([&](sycl::handler &h) { h.parallel_for<class in_handler>(sycl::range<1>(2), [=](sycl::id<1> i) { a[6 + i] = 7 + i; }); });
	q.wait();
	check_each("a", 8, a, [](size_t i) { return int(i + 1); });
	for (int i = 0; i < 4; i++)
		b[i] = i;
	scale<int>(q, a, 3);
	scale<long>(q, b, 5);
	check_each("int", 8, a, [](size_t i) { return int(i + 1) * (i < 4 ? 3 : 1); });
	check_each("long", 4, b, [](size_t i) { return long(i) * 5; });
	return wrong;
}
