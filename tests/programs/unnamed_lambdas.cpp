// Unnamed lambdas: several on one line, nested, generic, from macros, returned by functions, in templates and anonymous namespaces.
#include "check.hpp"

#define ADD(N) q.single_task([=] { *p += N; })

namespace
{
template <typename T> void add_all(sycl::queue &q, int *p, T value)
{
	q.single_task([=] { *p += int(value); });
	q.single_task([=] { *p += int(value * 2); });
}

void add_hidden(sycl::queue &q, int *p)
{
	q.single_task([=] { *p += 1000; });
}
}

static auto maker(int *p, int by)
{
	return [=] { *p += by; };
}

template <typename F> static void run(sycl::queue &q, F f)
{
	q.single_task([=] { f(10); });
}

int main()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	int *p = sycl::malloc_shared<int>(1, q);
	*p = 0;
	q.single_task([=] { *p += 1; }); q.single_task([=] { *p += 2; }); q.single_task([=] { *p += 4; });
	q.wait();
	CHECK(*p == 7);
	ADD(8); ADD(16);
	q.wait();
	CHECK(*p == 31);
	add_all(q, p, 1);
	add_all(q, p, 2.5f);
	add_all(q, p, 'd');
	add_hidden(q, p);
	q.wait();
	CHECK(*p == 31 + 3 + 7 + 300 + 1000);
	*p = 0;
	q.single_task(maker(p, 5));
	run(q, [=](auto n) { *p += n; });
	run(q, [=](int n) { auto twice = [=](auto m) { return m * 2; }; *p += twice(n); });
	q.wait();
	CHECK(*p == 35);
	q.parallel_for(3, [=](auto i) { if (i == 2) *p = [](auto... n) { return (n + ...); }(1, 2, 3); }).wait();
	CHECK(*p == 6);
	return wrong;
}
