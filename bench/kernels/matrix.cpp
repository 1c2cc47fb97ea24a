/* matrix.cpp — C = A B, and the transpose of a matrix: simple kernels, and kernels with tiles in local memory. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;
#define KERNEL extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<2>)) void

KERNEL multiply(const float *a, const float *b, float *c, int n)
{
	auto it = oneapi::this_work_item::get_nd_item<2>();
	size_t row = it.get_global_id(0), column = it.get_global_id(1);
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	c[row * n + column] = sum;
}

constexpr int TILE = 16;

KERNEL multiply_tiles(const float *a, const float *b, float *c, int n)
{
	static oneapi::experimental::work_group_static<float[TILE][TILE]> left, right;
	auto it = oneapi::this_work_item::get_nd_item<2>();
	size_t row = it.get_global_id(0), column = it.get_global_id(1), y = it.get_local_id(0), x = it.get_local_id(1);
	float sum = 0;

	for (int k = 0; k < n; k += TILE) {
		left[y][x] = a[row * n + k + x];
		right[y][x] = b[(k + y) * n + column];
		sycl::group_barrier(it.get_group());
		for (int i = 0; i < TILE; i++)
			sum += left[y][i] * right[i][x];
		sycl::group_barrier(it.get_group());
	}
	c[row * n + column] = sum;
}

KERNEL transpose(const float *in, float *out, int n)
{
	static oneapi::experimental::work_group_static<float[TILE][TILE + 1]> tile;
	auto it = oneapi::this_work_item::get_nd_item<2>();
	size_t y = it.get_local_id(0), x = it.get_local_id(1);
	size_t row = it.get_group(0) * TILE, column = it.get_group(1) * TILE;

	tile[y][x] = in[(row + y) * n + column + x];
	sycl::group_barrier(it.get_group());
	out[(column + y) * n + row + x] = tile[x][y];
}

#undef KERNEL
