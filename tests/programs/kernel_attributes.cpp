// Attributes behind the parameters of lambdas in templates, also out of macros and their arguments; on one of several overloads; of
// only: cpu
// kernels that the headers wrap. Hints for other compilers are no warnings.
// options: -Werror
#include "check.hpp"
#include <cstdint>

#define SIZE16 [[sycl::reqd_sub_group_size(16)]]
#define ATTRIBUTE(x) [[sycl::x]]
#define LAMBDA(body, ...) [=](sycl::nd_item<1> i) __VA_ARGS__ body
#define SAME(...) __VA_ARGS__
#define KERNEL(attribute, ...) [=](sycl::nd_item<1> i) [[attribute]] { __VA_ARGS__ }

template <int form, size_t n> class name;
class overloaded;
class huge;
class wrapped;

struct Hinted {
	int *p;
	[[intel::num_simd_work_items(4)]] [[sycl::vec_type_hint(sycl::float4)]] void operator()() const
	{
		int sum = 0;
		[[intel::ivdep]] for (int i = 0; i < 4; i++)
			sum += i;
		p[0] = sum;
	}
};

template <size_t n> void run_hinted(sycl::queue q, int *p)
{
	q.single_task(Hinted{ p }).wait();
	CHECK(p[0] == 6);
	q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> i) [[intel::kernel_args_restrict, sycl::reqd_work_group_size(n)]]
		       [[intel::max_work_group_size(1, 1, n)]] { p[0] = n; }).wait();
	CHECK(p[0] == n);
}

template <size_t n> void run(sycl::queue q, int *p)
{
	sycl::nd_range<1> range(n, n);

	q.parallel_for<name<0, n>>(range, [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(n)]] { p[0] = n; }).wait();
	q.parallel_for<name<1, n>>(range, [=](sycl::nd_item<1> i) ATTRIBUTE(reqd_work_group_size(n)) { p[1] = n; }).wait();
	q.parallel_for<name<2, n>>(range, LAMBDA({ p[2] = n; }, [[sycl::reqd_work_group_size(n)]])).wait();
	SAME(q.parallel_for<name<3, n>>(range, [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(n)]] { p[3] = n; }).wait());
	q.parallel_for<name<4, n>>(range, KERNEL(sycl::reqd_work_group_size(n), p[4] = n;)).wait();
	q.parallel_for<name<5, n>>(range, [=](sycl::nd_item<1> i) SIZE16 { p[5] = n; }).wait();
	constexpr int local = 16, length = n;
	q.parallel_for<name<6, n>>(range, [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(local), sycl::reqd_work_group_size(length)]] {
		 p[6] = n + int(i.get_sub_group().get_max_local_range()[0]) - 16;
	 }).wait();
	CHECK(p[6] == n);
	check_each("templates", 6, p, [](size_t) { return int(n); });
}

struct Overloaded {
	int *p;
	[[sycl::reqd_work_group_size(7)]] void operator()(int) const {}
	[[sycl::reqd_work_group_size(4)]] void operator()(sycl::nd_item<1>) const { *p = 1; }
	[[sycl::reqd_work_group_size(8)]] void operator()(sycl::item<1>) const { *p = 2; }
};

/* a device refuses it when it is called */
void never(sycl::queue q)
{
	q.parallel_for<huge>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(SIZE_MAX)]] {});
}

template <class Name> sycl::kernel kernel_of(sycl::queue q)
{
	return sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), { sycl::get_kernel_id<Name>() }).get_kernel(sycl::get_kernel_id<Name>());
}

template <class Name> size_t group_size(sycl::queue q)
{
	return kernel_of<Name>(q).template get_info<sycl::info::kernel_device_specific::compile_work_group_size>(q.get_device())[0];
}

int main(int argc, char **)
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);

	if (argc > 10)
		never(q);
	run<16>(q, p);
	run<32>(q, p);
	run_hinted<16>(q, p);
	CHECK(group_size<name<0, 16>>(q) == 16 && group_size<name<0, 32>>(q) == 32 && group_size<name<1, 32>>(q) == 32);
	CHECK(group_size<name<2, 32>>(q) == 32 && group_size<name<3, 32>>(q) == 32 && group_size<name<4, 32>>(q) == 32);
	q.parallel_for<overloaded>(sycl::nd_range<1>(4, 4), Overloaded{ p }).wait();
	CHECK(*p == 1 && group_size<overloaded>(q) == 4);
	q.parallel_for<wrapped>(sycl::range<1>(1000), [=](sycl::item<1> i) SIZE16 { p[0] = 3; }).wait();
	CHECK(*p == 3);
	return wrong;
}
