// Templates: kernels in class templates, variadic functions, recursion of templates, CRTP, policies, fold expressions.
#include "check.hpp"

template <typename Derived> struct Runner {
	void run(sycl::queue &q, int *p, size_t n) const
	{
		Derived d = static_cast<const Derived &>(*this);
		q.parallel_for(n, [=](sycl::id<1> i) { p[i] = d.value(int(i)); }).wait();
	}
};
struct Twice : Runner<Twice> { int value(int x) const { return 2 * x; } };
struct Plus : Runner<Plus> { int by; explicit Plus(int b) : by(b) {} int value(int x) const { return x + by; } };

template <typename... Steps> struct Pipeline;
template <> struct Pipeline<> { int operator()(int x) const { return x; } };
template <typename First, typename... Rest> struct Pipeline<First, Rest...> {
	First first;
	Pipeline<Rest...> rest;
	int operator()(int x) const { return rest(first(x)); }
};
struct Negate { int operator()(int x) const { return -x; } };
template <int N> struct Add { int operator()(int x) const { return x + N; } };

template <int D> struct Filler {
	template <typename T> static void fill(sycl::queue &q, T *p, sycl::range<D> r)
	{
		q.parallel_for(r, [=](sycl::item<D> i) { p[i.get_linear_id()] = T(D); }).wait();
	}
};

template <typename... T> static void set_all(sycl::queue &q, int *p, T... values)
{
	q.single_task([=] { *p = (0 + ... + int(values)); }).wait();
}

template <typename T, typename Op> static void map(sycl::queue &q, T *p, size_t n, Op op)
{
	q.parallel_for<Op>(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] = op(p[i]); }).wait();
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);
	Twice().run(q, p, 8);
	check_each("Twice", 8, p, [](size_t i) { return int(2 * i); });
	Plus(5).run(q, p, 8);
	check_each("Plus", 8, p, [](size_t i) { return int(i + 5); });
	map(q, p, 8, Pipeline<Add<3>, Negate, Add<1>>());
	check_each("Pipeline", 8, p, [](size_t i) { return -int(i + 8) + 1; });
	map(q, p, 8, Negate());
	check_each("Negate", 8, p, [](size_t i) { return int(i + 8) - 1; });
	Filler<1>::fill(q, p, 8);
	check_each("1", 8, p, [](size_t) { return 1; });
	Filler<2>::fill(q, p, { 2, 4 });
	check_each("2", 8, p, [](size_t) { return 2; });
	Filler<3>::fill<int>(q, p, { 2, 2, 2 });
	check_each("3", 8, p, [](size_t) { return 3; });
	set_all(q, p, 1, 2.5f, 'a', true);
	CHECK(*p == 1 + 2 + 'a' + 1);
	return wrong;
}
