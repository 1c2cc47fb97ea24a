// Kernels in constructors, destructors, operators, static members, member templates, default arguments, constexpr if, recursion of host functions.
#include "check.hpp"

static sycl::queue &queue()
{
	static sycl::queue q;
	return q;
}

struct Owner {
	int *p;
	Owner() : p(sycl::malloc_shared<int>(1, queue()))
	{
		int *q = p;
		queue().single_task([=] { *q = 1; }).wait();
	}
	~Owner()
	{
		int *q = p;
		queue().single_task([=] { *q = -1; }).wait();
		CHECK(*p == -1);
		sycl::free(p, queue());
	}
	Owner &operator+=(int n)
	{
		queue().single_task([p = this->p, n] { *p += n; }).wait();
		return *this;
	}
	template <typename T> void set(T value)
	{
		int *q = p;
		if constexpr (std::is_integral_v<T>)
			queue().single_task([=] { *q = value; }).wait();
		else
			queue().single_task([=] { *q = int(value * 10); }).wait();
	}
	static void clear(int *p) { queue().single_task([=] { *p = 0; }).wait(); }
};

static void count_down(int *p, int depth)
{
	queue().single_task([=] { *p += depth; }).wait();
	if (depth)
		count_down(p, depth - 1);
}

static int call(int *p, void (*f)(int *) = [](int *p) { queue().single_task([=] { *p = 77; }).wait(); })
{
	f(p);
	return *p;
}

int main()
{
	Owner o;
	CHECK(*o.p == 1);
	o += 4;
	CHECK(*o.p == 5);
	o.set(2.5f);
	CHECK(*o.p == 25);
	o.set(3);
	CHECK(*o.p == 3);
	Owner::clear(o.p);
	count_down(o.p, 4);
	CHECK(*o.p == 10);
	CHECK(call(o.p) == 77);
	auto run = [&](auto value) { int *p = o.p; queue().single_task([=] { *p = int(value) + int(sizeof(value)); }).wait(); return *p; };
	CHECK(run(1) == 5 && run('a') == 'a' + 1 && run(2.0) == 10);
	return wrong;
}
