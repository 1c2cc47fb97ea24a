/* stencil.cpp — one step of heat in two dimensions: the mean of four neighbours, from a tile in local memory. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

constexpr int tile = 8;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<2>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::work_group_size<tile, tile>))
void heat(const float *from, float *to, int height, int width)
{
	static oneapi::experimental::work_group_static<float[tile + 2][tile + 2]> around;
	auto it = oneapi::this_work_item::get_nd_item<2>();
	int y = static_cast<int>(it.get_global_id(0)), x = static_cast<int>(it.get_global_id(1));
	int ly = static_cast<int>(it.get_local_id(0)) + 1, lx = static_cast<int>(it.get_local_id(1)) + 1;
	auto at = [=](int row, int column) {
		return from[sycl::clamp(row, 0, height - 1) * width + sycl::clamp(column, 0, width - 1)];
	};

	around[ly][lx] = at(y, x);
	if (ly == 1)
		around[0][lx] = at(y - 1, x);
	if (ly == tile)
		around[tile + 1][lx] = at(y + 1, x);
	if (lx == 1)
		around[ly][0] = at(y, x - 1);
	if (lx == tile)
		around[ly][tile + 1] = at(y, x + 1);
	sycl::group_barrier(it.get_group());
	to[y * width + x] = 0.25f * (around[ly - 1][lx] + around[ly + 1][lx] + around[ly][lx - 1] + around[ly][lx + 1]);
}
