/* sort.cpp — bitonic sort: the host launches one step after another. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void bitonic(int *numbers, uint32_t block,
												       uint32_t distance)
{
	uint32_t i = static_cast<uint32_t>(oneapi::this_work_item::get_nd_item<1>().get_global_id(0)), other = i ^ distance;
	bool up = (i & block) == 0;

	if (other > i && (numbers[i] > numbers[other]) == up) {
		int kept = numbers[i];

		numbers[i] = numbers[other];
		numbers[other] = kept;
	}
}
