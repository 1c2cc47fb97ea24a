// Functors: with base classes, templates, const and overloaded operators, members with padding, in structs.
#include "check.hpp"

struct Base {
	int offset;
	int shifted(int x) const { return x + offset; }
};

template <typename T> struct Scale : Base {
	T factor;
	char tag;
	double wide;
	T *out;
	Scale(T *o, T f, int off) : Base{ off }, factor(f), tag('x'), wide(0.5), out(o) {}
	void operator()(sycl::id<1> i) const { out[i] = T(shifted(int(i)) * factor + wide * tag); }
};

struct Overloaded {
	int *out;
	void operator()(sycl::item<1> i) const { out[i.get_id()] = 1; }
	void operator()(sycl::nd_item<1> i) const { out[i.get_global_id()] = 2; }
	void operator()() const { out[0] = 3; }
};
class by_range;
class by_nd_range;

struct Holder {
	int *p;
	int value = 11;
	void run(sycl::queue &q)
	{
		struct Local {
			int *p, value;
			void operator()() const { *p = value; }
		};
		q.single_task(Local{ p, value }).wait();
		CHECK(*p == 11);
		q.single_task([*this] { *p = value + 1; }).wait();
		CHECK(*p == 12);
	}
};

int main()
{
	sycl::queue q;
	double *d = sycl::malloc_shared<double>(16, q);
	int *n = sycl::malloc_shared<int>(16, q);

	q.parallel_for(sycl::range<1>(16), Scale<double>(d, 1.25, 3)).wait();
	check_each("Scale<double>", 16, d, [](size_t i) { return (int(i) + 3) * 1.25 + 60; });
	q.parallel_for<class with_name>(sycl::range<1>(16), Scale<int>(n, 2, -1)).wait();
	check_each("Scale<int>", 16, n, [](size_t i) { return (int(i) - 1) * 2 + 60; });
	q.parallel_for<by_range>(sycl::range<1>(16), Overloaded{ n }).wait();
	check_each("range", 16, n, [](size_t) { return 1; });
	q.parallel_for<by_nd_range>(sycl::nd_range<1>(16, 4), Overloaded{ n }).wait();
	check_each("nd_range", 16, n, [](size_t) { return 2; });
	q.single_task(Overloaded{ n }).wait();
	CHECK(n[0] == 3);
	Holder{ n }.run(q);
	return wrong;
}
