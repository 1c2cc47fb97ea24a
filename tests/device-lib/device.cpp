/* tests/device-lib/device.cpp — kernels over everything in the headers, for host.cpp to run and compare. */
#include "cases.hpp"

namespace oneapi = sycl::ext::oneapi;
namespace exp_ = sycl::ext::oneapi::experimental;
#define KERNEL(dimensions) \
	extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<dimensions>)) void

/* ---- types and functions ---- */

#define CASE(name, ulps) \
	KERNEL(1) case_##name(double *out) \
	{ \
		size_t seed = oneapi::this_work_item::get_nd_item<1>().get_global_id(0); \
		cases::record r{ out + seed * cases::PLACES, 0 }; \
		cases::name(r, seed); \
	}
CASES
#undef CASE

/* All functions of the table, one after another; in has the arguments in the same order. */
template <typename T> void math_of(const T *in, T *out, size_t i)
{
	size_t row = 0;
	auto place = [&] { return row++ * cases::POINTS + i; };

#define MATH1(length, name, ...) \
	{ \
		size_t at = place(); \
		out[at] = sycl::name(in[3 * at]); \
	}
#define MATH2(length, name, ...) \
	{ \
		size_t at = place(); \
		out[at] = sycl::name(in[3 * at], in[3 * at + 1]); \
	}
#define MATH3(length, name, ...) \
	{ \
		size_t at = place(); \
		out[at] = sycl::name(in[3 * at], in[3 * at + 1], in[3 * at + 2]); \
	}
#define MATHN(length, name, ...) \
	{ \
		size_t at = place(); \
		out[at] = sycl::name(in[3 * at], static_cast<int>(in[3 * at + 1])); \
	}
#include <sycl/detail/functions.def>
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATHN
}
KERNEL(1) math_float(const float *in, float *out)
{
	math_of(in, out, oneapi::this_work_item::get_nd_item<1>().get_global_id(0));
}
KERNEL(1) math_double(const double *in, double *out)
{
	math_of(in, out, oneapi::this_work_item::get_nd_item<1>().get_global_id(0));
}
/* Hardware's versions are as good as the hardware: asked for, and compared with plenty of room. */
KERNEL(1) math_native(const float *in, float *out)
{
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0), row = 0;

#define NATIVE(length, name, plain) \
	out[row * cases::POINTS + i] = sycl::native::name(in[i]); \
	row++;
#include <sycl/detail/functions.def>
#undef NATIVE
}

/* ---- where a work-item is ---- */

template <int Dims> void where(uint64_t *out)
{
	auto it = oneapi::this_work_item::get_nd_item<Dims>();
	uint64_t *to = out + it.get_global_linear_id() * 8;
	uint64_t digits = 0, local = 0, group = 0;

	for (int d = 0; d < Dims; d++) {
		digits = digits * 100 + it.get_global_id(d);
		local = local * 100 + it.get_local_id()[d];
		group = group * 100 + it.get_group(d);
	}
	to[0] = digits;
	to[1] = local;
	to[2] = group;
	to[3] = it.get_local_linear_id();
	to[4] = it.get_group_linear_id();
	to[5] = it.get_global_range().size() * 1000 + it.get_local_range().size();
	to[6] = it.get_group_range().size();
	to[7] = it.get_group().leader();
}
KERNEL(1) where_1(uint64_t *out)
{
	where<1>(out);
}
KERNEL(2) where_2(uint64_t *out)
{
	where<2>(out);
}
KERNEL(3) where_3(uint64_t *out)
{
	where<3>(out);
}

/* ---- a group together ---- */

/* One algorithm each, because a driver that makes loops of barriers takes its time for many of them. */
#define TOGETHER(name, expression) \
	KERNEL(1) together_##name(const int *in, int *out) \
	{ \
		auto it = oneapi::this_work_item::get_nd_item<1>(); \
		[[maybe_unused]] auto g = it.get_group(); \
		[[maybe_unused]] size_t size = it.get_local_range(0); \
		[[maybe_unused]] const int *first = in + it.get_group(0) * size; \
		[[maybe_unused]] int x = in[it.get_global_id(0)]; \
		out[it.get_global_id(0)] = static_cast<int>(expression); \
	}
#include "together.def"

KERNEL(1) joint_scans(const int *in, int *inclusive, int *exclusive, int count)
{
	auto g = oneapi::this_work_item::get_work_group<1>();

	sycl::joint_inclusive_scan(g, in, in + count, inclusive, sycl::plus<>());
	sycl::joint_exclusive_scan(g, in, in + count, exclusive, 5, sycl::plus<int>());
}

/* Local memory in each of its forms: turn a group's numbers around. */
KERNEL(1) turned(const int *in, int *out, exp_::work_group_memory<int[]> given, sycl::local_accessor<int, 1> accessed)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	static exp_::work_group_static<int[256]> fixed;
	int *by_type = *oneapi::group_local_memory<int[256]>(it.get_group());
	size_t me = it.get_local_id(0), size = it.get_local_range(0), i = it.get_global_id(0);

	fixed[me] = in[i];
	by_type[me] = in[i] * 10;
	given[me] = in[i] * 100;
	accessed[me] = in[i] * 1000;
	sycl::group_barrier(it.get_group());
	out[i] = fixed[size - 1 - me] + by_type[size - 1 - me] + given[size - 1 - me] + accessed[size - 1 - me];
}

/* ---- atomics ---- */

template <typename T, sycl::access::address_space Space, sycl::memory_order Order, sycl::memory_scope Scope>
void count_with(T *sums, size_t i)
{
	auto at = [&](int n) { return sycl::atomic_ref<T, Order, Scope, Space>(sums[n]); };

	at(0).fetch_add(static_cast<T>(i));
	at(1).fetch_sub(static_cast<T>(1));
	at(2).fetch_max(static_cast<T>(i));
	at(3).fetch_min(static_cast<T>(-static_cast<int>(i)));
	at(4) += static_cast<T>(2);
	at(5)++;
	if (i == 0) {
		T expected = static_cast<T>(0);

		at(6).store(static_cast<T>(5));
		sums[7] = at(6).load();
		sums[8] = at(6).exchange(static_cast<T>(9));
		sums[9] = at(6).compare_exchange_strong(expected, static_cast<T>(1));
		sums[10] = expected;
		sums[11] = at(6).compare_exchange_strong(expected, static_cast<T>(3));
		sums[12] = at(6);
	}
	if constexpr (sycl::detail::integer_v<T>) {
		at(13).fetch_or(static_cast<T>(1) << (i % 31));
		at(14).fetch_and(~(static_cast<T>(1) << (i % 31)));
		at(15).fetch_xor(static_cast<T>(i));
	}
}
#define SPACE(name) sycl::access::address_space::name
#define COUNTING(name, T, space, order, scope) \
	KERNEL(1) name(T *sums) \
	{ \
		count_with<T, SPACE(space), sycl::memory_order::order, sycl::memory_scope::scope>( \
			sums, oneapi::this_work_item::get_nd_item<1>().get_global_id(0)); \
	}
COUNTING(count_int, int, global_space, relaxed, device)
COUNTING(count_unsigned, unsigned, generic_space, acq_rel, system)
COUNTING(count_long, int64_t, global_space, seq_cst, device)
COUNTING(count_float, float, global_space, acq_rel, device)
COUNTING(count_double, double, generic_space, relaxed, work_group)

KERNEL(1) count_local(int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	static exp_::work_group_static<int[16]> sums;

	if (it.get_local_id(0) < 16)
		sums[it.get_local_id(0)] = 0;
	sycl::group_barrier(it.get_group());
	count_with<int, SPACE(local_space), sycl::memory_order::relaxed, sycl::memory_scope::work_group>(&sums[0], it.get_local_id(0));
	sycl::group_barrier(it.get_group());
	if (it.get_local_id(0) < 16)
		out[it.get_group(0) * 16 + it.get_local_id(0)] = sums[it.get_local_id(0)];
}

/* ---- specialization constants ---- */

namespace settings {
constexpr sycl::specialization_id<int> factor(3);
constexpr sycl::specialization_id<bool> negated(false);
struct shape {
	float scale;
	int64_t shift;
	constexpr shape(float a, int64_t b) : scale(a), shift(b) {}
};
constexpr sycl::specialization_id<shape> outline(1.5f, 10);
} // namespace settings

KERNEL(1) specialized(float *out, sycl::kernel_handler handler)
{
	settings::shape shape = handler.get_specialization_constant<settings::outline>();
	int factor = handler.get_specialization_constant<settings::factor>();
	float sign = handler.get_specialization_constant<settings::negated>() ? -1.0f : 1.0f;
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	out[i] = sign * (static_cast<float>(i) * static_cast<float>(factor) * shape.scale + static_cast<float>(shape.shift));
}

/* ---- objects as kernels ---- */

class Doubled;
class Filled;
struct Sum {
	const int *a, *b;
	int *out;
	int more;

	void operator()(sycl::nd_item<2> it) const
	{
		size_t i = it.get_global_linear_id();

		out[i] = a[i] + b[i] + more;
	}
	static constexpr auto properties = oneapi::property_list{ oneapi::work_group_size_v<2, 4> };
};
void submit(sycl::queue &q, int *p, Sum sum)
{
	q.parallel_for<Doubled>(sycl::range<1>(16), [=](sycl::id<1> i) { p[i] = p[i] * 2 + static_cast<int>(i); });
	q.submit([&](sycl::handler &h) {
		sycl::buffer<int, 2> memory(sycl::range<2>(4, 8));
		sycl::accessor to(memory, h, sycl::write_only);

		h.parallel_for<Filled>(sycl::range<2>(4, 8), [=](sycl::item<2> it) {
			to[it.get_id()] = static_cast<int>(it.get_linear_id());
			to[it[0]][it[1]] += 100;
		});
	});
	q.parallel_for(sycl::nd_range<2>({ 4, 8 }, { 2, 4 }), sum);
}

/* ---- words from a kernel ---- */

KERNEL(1) talk(int *out)
{
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	SYBIL_PRINTF("work-item %d of %s\n", static_cast<int>(i), "talk");
	assert(out[i] % 2 == 0 && "even");
	out[i] = 1;
}
