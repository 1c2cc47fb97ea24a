/* tests/device-lib/lowered.cpp — what passes behind the compiler have to get right: local memory that comes with the launch,
 * asked for anywhere; functions that print and are not inlined; truth as numbers. */
#include <sycl/sycl.hpp>

namespace exp_ = sycl::ext::oneapi::experimental;
#define KERNEL extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>)) void

/* ---- local memory of the launch ---- */

SYCL_EXTERNAL __attribute__((noinline)) int *scratch(size_t at)
{
	return static_cast<int *>(exp_::get_work_group_scratch_memory()) + at;
}
KERNEL turned(int *out)
{
	auto it = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
	size_t me = it.get_local_id(0), last = it.get_local_range(0) - 1;

	*scratch(me) = static_cast<int>(it.get_global_id(0)) + 10;
	sycl::group_barrier(it.get_group());
	out[it.get_global_id(0)] = static_cast<int *>(exp_::get_work_group_scratch_memory())[last - me];
}

/* ---- printf ---- */

__attribute__((noinline)) void say(int n, int more)
{
	exp_::printf("not inlined %d\n", n);
	if (more)
		exp_::printf("nor is %s\n", "that");
}
__attribute__((noinline)) void say_deeper(int n)
{
	say(n, n == 3);
}
KERNEL saying(int *out)
{
	size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	say_deeper(static_cast<int>(i));
	out[i] = 1;
}

/* ---- ids and barriers ---- */

__attribute__((noinline)) size_t asked()
{
	return sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
}
__attribute__((noinline)) void meet()
{
	sycl::group_barrier(sycl::ext::oneapi::this_work_item::get_work_group<1>());
}
KERNEL asking(int *out)
{
	size_t i = asked();

	out[i] = static_cast<int>(i) * 2;
	meet();
	int other = out[i ^ 1];
	meet();
	out[i] = other + 1;
}

/* ---- barriers in loops ---- */

/* PoCL compiles this in a second, unless some way leads around a barrier: then each of them doubles the code. */
KERNEL many(int *out)
{
	auto g = sycl::ext::oneapi::this_work_item::get_work_group<1>();
	int x = static_cast<int>(sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0));

	out[x] = sycl::reduce_over_group(g, x, sycl::plus<>()) + sycl::reduce_over_group(g, x, sycl::minimum<>()) +
		 sycl::reduce_over_group(g, x, sycl::maximum<>()) + sycl::reduce_over_group(g, x, sycl::bit_xor<>()) +
		 sycl::inclusive_scan_over_group(g, x, sycl::plus<>()) + sycl::exclusive_scan_over_group(g, x, sycl::plus<>()) +
		 sycl::any_of_group(g, x > 2) + sycl::all_of_group(g, x > 2) + sycl::none_of_group(g, x > 2) +
		 sycl::group_broadcast(g, x, 1);
}

/* ---- truth ---- */

/* Where both are true: -1 in vectors, and 1 by itself. */
KERNEL truth(int *out)
{
	int i = static_cast<int>(sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0));
	sycl::vec<float, 2> a(static_cast<float>(out[i] + i)), b(1.0f, 3.0f);
	auto both = (a > b) && (a < b + 2.0f);
	auto numbers = both.convert<float>();
	float one = static_cast<float>(a[0] > 1.0f && a[1] < 3.0f);

	out[i] = static_cast<int>(numbers[0] * 100.0f + numbers[1] * 10.0f + one);
}

/* ---- device globals ---- */

namespace ns {
static exp_::device_global<int, decltype(exp_::properties(exp_::device_image_scope))> numbers[64];
}
using ns::numbers;
KERNEL stored(int *out)
{
	size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	numbers[60 + i] = 5 + static_cast<int>(i);
	out[i] = numbers[60 + i] + numbers[i];
}

/* ---- names ---- */

#ifdef LONG
KERNEL LONG(int *out)
{
	out[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)] = 1;
}
#endif
