/* image.cpp — a filter of 5 × 5 weights over an image, whose border is repeated. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<2>)) void convolve(const float *in, const float *weights,
												       float *out, int height, int width)
{
	auto it = oneapi::this_work_item::get_nd_item<2>();
	int row = static_cast<int>(it.get_global_id(0)), column = static_cast<int>(it.get_global_id(1));
	float sum = 0;

	for (int y = -2; y <= 2; y++)
		for (int x = -2; x <= 2; x++)
			sum += weights[(y + 2) * 5 + x + 2] *
			       in[sycl::clamp(row + y, 0, height - 1) * width + sycl::clamp(column + x, 0, width - 1)];
	out[row * width + column] = sum;
}
