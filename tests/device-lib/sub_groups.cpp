/* tests/device-lib/sub_groups.cpp — kernels in sub-groups of eight work-items, for host.cpp to run and compare. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;
namespace exp_ = sycl::ext::oneapi::experimental;
#define KERNEL \
	extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp_::nd_range_kernel<1>)) \
	SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp_::sub_group_size<8>)) void

#define TOGETHER(name, expression) \
	KERNEL sub_together_##name(const int *in, int *out) \
	{ \
		auto it = oneapi::this_work_item::get_nd_item<1>(); \
		[[maybe_unused]] auto g = it.get_sub_group(); \
		[[maybe_unused]] size_t size = g.get_local_range()[0]; \
		[[maybe_unused]] const int *first = in + it.get_global_id(0) - g.get_local_id()[0]; \
		[[maybe_unused]] int x = in[it.get_global_id(0)]; \
		out[it.get_global_id(0)] = static_cast<int>(expression); \
	}
#include "together.def"

KERNEL sub_where(int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	auto g = it.get_sub_group();

	out[it.get_global_id(0)] = static_cast<int>((g.get_group_range()[0] * 100 + g.get_group_id()[0]) * 10000 +
						    g.get_max_local_range()[0] * 100 + g.get_local_id()[0]);
}

/* Four exchanges of one number, weighted so that each can be seen in the sum. */
template <typename T> void exchange(const T *in, T *out)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	auto g = it.get_sub_group();
	size_t me = g.get_local_id()[0];
	T x = in[it.get_global_id(0)];
	T left = sycl::shift_group_left(g, x, 3), right = sycl::shift_group_right(g, x, 2);

	out[it.get_global_id(0)] = sycl::select_from_group(g, x, (me + 5) % 8) + sycl::permute_group_by_xor(g, x, 6) * T(8) +
				   (me < 5 ? left : T(0)) * T(16) + (me >= 2 ? right : T(0)) * T(32);
}
#define EXCHANGE(name, type) \
	KERNEL sub_exchange_##name(const type *in, type *out) { exchange(in, out); }
EXCHANGE(char, signed char)
EXCHANGE(short, short)
EXCHANGE(int, int)
EXCHANGE(long, long)
EXCHANGE(half, sycl::half)
EXCHANGE(float, float)
EXCHANGE(double, double)
